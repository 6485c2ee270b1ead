// Package metrics counts what the bot does, for Prometheus.
//
// A label is one of a few words that the program itself knows: a kind, a route without its ids, a game, a status. No id, name, token
// or anything else that depends on a person or on what somebody holds is ever a label or a value.
package metrics

import (
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"kumpas/bot/discord"
	"kumpas/store"
)

// Metrics is the book of one bot. Its methods may be called by many goroutines at once.
type Metrics struct {
	registry *prometheus.Registry
	sources  atomic.Pointer[Sources]

	heard, calls          *prometheus.CounterVec
	answers               *prometheus.HistogramVec
	limited, gaveUp       prometheus.Counter
	failed                prometheus.Counter
	connects, identifies  prometheus.Counter
	waits, commits, batch prometheus.Histogram
	connected             prometheus.Gauge
	tables                *prometheus.Desc
	waiting, queued, held *prometheus.Desc
	refused, most         *prometheus.Desc
}

// Sources are what is asked for when somebody reads.
type Sources struct {
	Tables   func() map[Tables]int // live tables
	Waiting  func() int            // jobs that wait at tables
	Requests func() int            // requests that wait for rate limits
	Changes  func() int            // changes that wait for the store
	Refused  func() (n, most int)  // requests that Discord refused lately, and how many suspend all sending
}

// Tables says which tables are counted together.
type Tables struct{ Game, Stage string }

// seconds are the buckets of times: Discord gives an answer 3 s.
var seconds = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10}

// New makes an empty book.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		heard:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "kumpas_interactions_total", Help: "Interactions that came, by kind."}, []string{"kind"}),
		answers: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "kumpas_answer_seconds", Buckets: seconds,
			Help: "From an interaction's arrival to its first answer, by kind and by what it was answered with; failed if it was not."}, []string{"kind", "answer"}),
		calls:      prometheus.NewCounterVec(prometheus.CounterOpts{Name: "kumpas_rest_calls_total", Help: "Requests to Discord, by route and HTTP status; 0 is no answer."}, []string{"route", "status"}),
		limited:    prometheus.NewCounter(prometheus.CounterOpts{Name: "kumpas_rest_limited_total", Help: "Answers of 429."}),
		waits:      prometheus.NewHistogram(prometheus.HistogramOpts{Name: "kumpas_rest_wait_seconds", Help: "How long requests waited for rate limits before they were sent or given up.", Buckets: seconds}),
		gaveUp:     prometheus.NewCounter(prometheus.CounterOpts{Name: "kumpas_rest_given_up_total", Help: "Requests that were not sent because there was no time to wait for a rate limit."}),
		commits:    prometheus.NewHistogram(prometheus.HistogramOpts{Name: "kumpas_store_commit_seconds", Help: "How long the store took for one transaction.", Buckets: seconds}),
		batch:      prometheus.NewHistogram(prometheus.HistogramOpts{Name: "kumpas_store_commit_changes", Help: "Changes that shared one transaction.", Buckets: []float64{0, 1, 2, 4, 8, 16, 32, 64, 128, 256}}),
		failed:     prometheus.NewCounter(prometheus.CounterOpts{Name: "kumpas_store_failed_total", Help: "Transactions that the disk refused."}),
		connected:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "kumpas_gateway_connected", Help: "1 while the gateway is connected."}),
		connects:   prometheus.NewCounter(prometheus.CounterOpts{Name: "kumpas_gateway_connects_total", Help: "Times that the gateway came up, the first one included."}),
		identifies: prometheus.NewCounter(prometheus.CounterOpts{Name: "kumpas_gateway_identifies_total", Help: "New sessions; Discord allows 1000 a day."}),
		tables:     prometheus.NewDesc("kumpas_tables", "Live tables, by game and stage.", []string{"game", "stage"}, nil),
		waiting:    prometheus.NewDesc("kumpas_table_jobs_waiting", "Jobs that wait at tables.", nil, nil),
		queued:     prometheus.NewDesc("kumpas_store_changes_waiting", "Changes that wait for the store.", nil, nil),
		held:       prometheus.NewDesc("kumpas_rest_waiting", "Requests that wait for rate limits.", nil, nil),
		refused:    prometheus.NewDesc("kumpas_rest_refused", "Requests of the last ten minutes that Discord refused with 401, 403 or 429.", nil, nil),
		most:       prometheus.NewDesc("kumpas_rest_refused_limit", "How many refused requests in ten minutes suspend all sending.", nil, nil),
	}
	m.registry.MustRegister(m.heard, m.answers, m.calls, m.limited, m.gaveUp, m.waits, m.commits, m.batch, m.failed, m.connected, m.connects,
		m.identifies, asked{m}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler serves the book.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Watch says whom to ask when somebody reads; the latest one counts.
func (m *Metrics) Watch(s Sources) { m.sources.Store(&s) }

// Suspended reports whether so many requests were refused that nothing is sent to Discord for now.
func (m *Metrics) Suspended() bool {
	s := m.sources.Load()
	if s == nil {
		return false
	}
	n, most := s.Refused()
	return n >= most
}

// kinds names the kinds of interactions.
var kinds = map[discord.Kind]string{
	discord.Command: "command", discord.Press: "press", discord.Autocomplete: "autocomplete", discord.ModalSubmit: "modal",
}

// Heard counts an interaction.
func (m *Metrics) Heard(i discord.Interaction) { m.heard.WithLabelValues(kinds[i.Kind]).Inc() }

// Answered counts the first answer to an interaction.
func (m *Metrics) Answered(a discord.Answered) {
	with := string(a.With)
	if a.Err != nil {
		with = "failed"
	}
	m.answers.WithLabelValues(kinds[a.Kind], with).Observe(a.Took.Seconds())
}

// Call counts a request to Discord, or one that was not sent.
func (m *Metrics) Call(c discord.Call) {
	m.waits.Observe(c.Waited.Seconds())
	if c.GaveUp {
		m.gaveUp.Inc()
		return
	}
	m.calls.WithLabelValues(c.Route, strconv.Itoa(c.Status)).Inc()
	if c.Status == http.StatusTooManyRequests {
		m.limited.Inc()
	}
}

// Commit counts a transaction of the store.
func (m *Metrics) Commit(c store.Commit) {
	m.commits.Observe(c.Took.Seconds())
	m.batch.Observe(float64(c.Changes))
	if c.Failed {
		m.failed.Inc()
	}
}

// Event keeps track of the connection.
func (m *Metrics) Event(e discord.Event) {
	switch e.Kind {
	case discord.Connected:
		m.connected.Set(1)
		m.connects.Inc()
	case discord.Disconnected:
		m.connected.Set(0)
	}
}

// Identify counts a new session.
func (m *Metrics) Identify() { m.identifies.Inc() }

// asked collects what the sources tell.
type asked struct{ *Metrics }

// Describe implements prometheus.Collector.
func (m asked) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.tables, m.waiting, m.queued, m.held, m.refused, m.most} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (m asked) Collect(to chan<- prometheus.Metric) {
	s := m.sources.Load()
	if s == nil {
		return
	}
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	for t, n := range s.Tables() {
		gauge(m.tables, n, t.Game, t.Stage)
	}
	gauge(m.waiting, s.Waiting())
	gauge(m.queued, s.Changes())
	gauge(m.held, s.Requests())
	n, most := s.Refused()
	gauge(m.refused, n)
	gauge(m.most, most)
}
