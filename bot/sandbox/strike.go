package sandbox

import (
	"strings"
	"time"
)

// strike is what faults do to one REST request.
type strike struct {
	sb      *Sandbox
	rq      *request
	by      []string // the faults
	refusal *apiError
	cut     bool
	slow    bool
	late    bool
	swap    bool
	over    *heldRequest // that this one overtakes
}

// refusals are the faults that refuse a request before it is looked at.
var refusals = []struct {
	id  string
	err func() *apiError
}{
	{"429_route", func() *apiError { return tooMany(time.Second, "user") }},
	{"429_global", func() *apiError { return tooMany(time.Second, "global") }},
	{"429_shared", func() *apiError { return tooMany(time.Second, "shared") }},
	{"500", func() *apiError { return failStatus(500) }},
	{"502", func() *apiError { return failStatus(502) }},
	{"503", func() *apiError { return failStatus(503) }},
}

// strike finds the faults that hit a request.
func (sb *Sandbox) strike(rq *request) *strike {
	s := &strike{sb: sb, rq: rq}
	for _, r := range refusals {
		if s.refusal == nil && s.hit(r.id) {
			s.refusal = r.err()
		}
	}
	s.late = s.hit("late")
	s.swap = rq.writes() && s.hit("overtake")
	s.cut = s.hit("cut")
	s.slow = s.hit("slow")
	if len(s.by) > 0 {
		sb.touch(rq, s.by)
	}
	return s
}

// hit reports whether a fault hits the request, and notes it.
func (s *strike) hit(id string) bool {
	hit := s.sb.faults.hit(id, s.rq.route.pattern)
	if hit {
		s.by = append(s.by, id)
	}
	return hit
}

// writes reports whether the request changes what people see.
func (rq *request) writes() bool {
	return rq.route.limit == editLimit || rq.route.limit == webhookLimit || strings.HasSuffix(rq.route.pattern, "/callback")
}

// touch keeps a fault's consequences from counting as offences.
func (sb *Sandbox) touch(rq *request, by []string) {
	rq.touched = true
	sb.mu.Lock()
	defer sb.mu.Unlock()
	in := sb.interactions[rq.r.PathValue("interaction")]
	if in == nil {
		in = sb.byToken[rq.r.PathValue("token")]
	}
	if in != nil {
		in.faults = append(in.faults, by...)
	}
}

// delay holds the request before it takes effect.
func (s *strike) delay() {
	if s.late {
		s.sb.pause(slowness)
	}
	if s.swap {
		s.over = s.sb.faults.overtake()
	}
}

// release lets an overtaken request go on, now that this one has taken effect.
func (s *strike) release() {
	if s.over != nil {
		close(s.over.passed)
	}
}

// linger holds the answer of a request that has taken effect.
func (s *strike) linger() {
	if s.slow {
		s.sb.pause(slowness)
	}
}

// pause waits on the sandbox's clock.
func (sb *Sandbox) pause(d time.Duration) {
	done := make(chan struct{})
	stop := sb.clock.AfterFunc(d, func() { close(done) })
	select {
	case <-done:
	case <-sb.closed:
		stop()
	}
}

// heldRequest waits until another has gone before it.
type heldRequest struct{ passed chan struct{} }

// overtake returns the held request that the caller goes before, or holds the caller itself.
func (t *faultTable) overtake() *heldRequest {
	t.mu.Lock()
	if over := t.held; over != nil {
		t.held = nil
		t.mu.Unlock()
		return over
	}
	me := &heldRequest{passed: make(chan struct{})}
	t.held = me
	t.mu.Unlock()
	timer := time.NewTimer(hold)
	defer timer.Stop()
	select {
	case <-me.passed:
	case <-timer.C:
		t.mu.Lock()
		if t.held == me {
			t.held = nil
		}
		t.mu.Unlock()
	}
	return nil
}
