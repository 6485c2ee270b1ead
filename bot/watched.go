package bot

import (
	"kumpas/bot/discord"
	"kumpas/bot/metrics"
)

// What the bot tells of itself to metrics: numbers, by words that the program knows.

// observe has every part of the connection report to m.
func observe(m *metrics.Metrics, d *discord.Config, g *discord.GatewayConfig) {
	d.Observe, d.Answered = m.Call, m.Answered
	g.OnIdentify = before(g.OnIdentify, m.Identify)
	g.OnEvent = both(g.OnEvent, m.Event)
}

// before makes one function of two, the first of which may be nil.
func before(first, then func()) func() {
	if first == nil {
		return then
	}
	return func() {
		first()
		then()
	}
}

// sources is what metrics asks for when somebody reads.
func (b *Bot) sources() metrics.Sources {
	return metrics.Sources{Tables: b.tables.count, Waiting: b.tables.waiting, Requests: b.client.Waiting, Changes: b.store.Waiting,
		Refused: b.client.Refused}
}

// count counts the live tables.
func (r *registry) count() map[metrics.Tables]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := map[metrics.Tables]int{}
	for _, h := range r.headers {
		n[metrics.Tables{Game: h.Game, Stage: string(h.Stage)}]++
	}
	return n
}

// waiting counts the jobs that wait at tables.
func (r *registry) waiting() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.actors {
		t.mu.Lock()
		n += len(t.queue)
		t.mu.Unlock()
	}
	return n
}
