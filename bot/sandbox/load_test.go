package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"kumpas/bot/sandbox"
)

// bigBoard is a board as large as they come: 30 components and 3,000 characters.
func bigBoard(n int) m {
	var inner []any
	for range 20 {
		inner = append(inner, text(rep("satır ", 20)))
	}
	inner = append(inner, row(buttons(5)...), row(m{"type": 3, "custom_id": "s", "options": options(25)}), text(fmt.Sprint(n)))
	return v2(container(inner...))
}

// BenchmarkPress presses buttons on 1,000 tables, each in its own thread, and answers each by an update of the board.
func BenchmarkPress(b *testing.B) {
	for _, openapi := range []string{"", "-"} {
		name := "schema"
		if openapi == "-" {
			name = "rules"
		}
		b.Run(name, func(b *testing.B) { benchmarkPress(b, openapi) })
	}
}

func benchmarkPress(b *testing.B, openapi string) {
	sb, err := sandbox.New(sandbox.Config{OpenAPI: openapi, Limits: sandbox.NoLimits()})
	if err != nil {
		b.Fatal(err)
	}
	defer sb.Close()
	hc := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	defer hc.CloseIdleConnections()
	do := func(path string, body any) {
		raw, _ := json.Marshal(body)
		req, err := http.NewRequest("POST", sb.APIURL()+path, bytes.NewReader(raw))
		if err != nil {
			b.Error(err)
			return
		}
		req.Header = http.Header{"Authorization": {"Bot " + sb.Token()}, "User-Agent": {"DiscordBot (x, 1)"}, "Content-Type": {"application/json"}}
		res, err := hc.Do(req)
		if err != nil {
			b.Error(err)
			return
		}
		defer res.Body.Close()
		answer, _ := io.ReadAll(res.Body)
		if res.StatusCode/100 != 2 {
			b.Errorf("%d %s", res.StatusCode, answer)
		}
	}
	type table struct {
		user *sandbox.User
		msg  *sandbox.Message
	}
	tables := make([]table, 1000)
	for i := range tables {
		u := sb.Guild().NewUser(fmt.Sprint("u", i), "tr")
		th := sb.Guild().Channel("genel").NewThread(u, fmt.Sprint("t", i), false)
		do("/channels/"+th.ID()+"/messages", bigBoard(0))
		tables[i] = table{u, u.Sees(th)[0]}
	}
	var next atomic.Int64
	b.ResetTimer()
	start := time.Now()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			n := int(next.Add(1))
			t := tables[n%len(tables)]
			in, err := t.user.Press(t.msg, "b0")
			if err != nil {
				b.Error(err)
				return
			}
			do(callback(in)+"?with_response=true", m{"type": 7, "data": bigBoard(n)})
			<-in.Done()
		}
	})
	b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "presses/s")
}
