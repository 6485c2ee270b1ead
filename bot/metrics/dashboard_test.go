package metrics

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The dashboard asks for metrics that there are.
func TestDashboard(t *testing.T) {
	board, err := os.ReadFile(filepath.Join("..", "..", "deploy", "grafana.json"))
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`kumpas_[a-z_]+`).FindAllString(string(board), -1)
	if len(names) < 10 {
		t.Errorf("the dashboard shows only %v", names)
	}
	for _, name := range names {
		base := strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_count")
		if !strings.Contains(string(code), `"`+base+`"`) {
			t.Errorf("there is no metric %s", name)
		}
	}
}
