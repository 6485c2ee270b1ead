package bot

import "time"

// Clock is the time that the bot lives by; tests bring their own.
type Clock interface {
	Now() time.Time
	// AfterFunc runs f in its own goroutine after d; stop keeps it from running if it has not begun.
	AfterFunc(d time.Duration, f func()) (stop func())
}

// SystemClock is the machine's clock.
type SystemClock struct{}

// Now returns wall time without the monotonic reading: deadlines are compared with it as they are stored and shown, also when the clock is set.
func (SystemClock) Now() time.Time { return time.Now().Round(0) }

// AfterFunc is time.AfterFunc.
func (SystemClock) AfterFunc(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}
