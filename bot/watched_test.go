package bot

import (
	"context"
	"testing"

	"kumpas/bot/metrics"
)

// What metrics is told of the bot's queues and tables.
func TestSources(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	defer d.close()
	told := d.bot.sources()
	begun, held := make(chan struct{}), make(chan struct{})
	for n := range 4 { // one is under way, three wait
		d.bot.tables.do(d.tables[0].id, func(*table, context.Context) {
			if n == 0 {
				close(begun)
			}
			<-held
		})
	}
	<-begun
	if n := told.Waiting(); n != 3 {
		t.Errorf("%d jobs wait, want 3", n)
	}
	if n, m := told.Changes(), told.Requests(); n != 0 || m != 0 {
		t.Errorf("%d changes and %d requests wait, but only jobs do", n, m)
	}
	close(held)
	for _, c := range []struct {
		metrics.Tables
		n int
	}{{metrics.Tables{Game: "entrika", Stage: "lobby"}, 1}, {metrics.Tables{Game: "noir", Stage: "playing"}, 1}, {metrics.Tables{Game: "secret-hitler", Stage: "over"}, 0}} {
		if n := told.Tables()[c.Tables]; n != c.n {
			t.Errorf("%d tables of %v, want %d", n, c.Tables, c.n)
		}
	}
	if n, most := told.Refused(); n != 0 || most != 2000 {
		t.Errorf("%d of %d refusals", n, most)
	}
}
