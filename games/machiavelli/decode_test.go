package machiavelli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// A damaged state is refused by an error that says what is damaged and names no card: it stands in the log with the table's id.
func TestDamagedCards(t *testing.T) {
	s := midgame(t, 1, 12, nil)
	version, body, _ := bytes.Cut(s.Encode(), []byte{' '})
	for _, c := range []struct {
		name, want string
		damage     func(state map[string]any)
	}{
		{"a bad card in a hand", "a hand", func(f map[string]any) { hands := f["Hands"].([]any); hands[0] = hands[0].(string) + " S77" }},
		{"too many of a card", "a hand", func(f map[string]any) { f["Hands"].([]any)[0] = "S5 S5 S5 S5 S5 S5" }},
		{"a bad card in the stock", "the stock", func(f map[string]any) { f["Stock"] = f["Stock"].(string) + " S77" }},
		{"too large a stock", "the stock", func(f map[string]any) { f["Stock"] = strings.Repeat("S5 ", 200) + "S5" }},
		{"a bad meld", "a meld", func(f map[string]any) { f["Table"] = "S5 S6|H7 H8 H9" }},
		{"a hand that is none", "Hands", func(f map[string]any) { f["Hands"].([]any)[0] = []any{"S5"} }},
		{"a card twice", "cards", func(f map[string]any) { f["Stock"] = f["Stock"].(string) + " S5" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var state map[string]any
			if err := json.Unmarshal(body, &state); err != nil {
				t.Fatal(err)
			}
			c.damage(state)
			damaged, err := json.Marshal(state)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Game.Decode(bytes.Join([][]byte{version, damaged}, []byte{' '}))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v, want an error about %s", err, c.want)
			}
			if strings.ContainsAny(err.Error(), "0123456789") || strings.Contains(err.Error(), "JK") {
				t.Errorf("the error names a card: %v", err)
			}
		})
	}
}
