package discord

import (
	"fmt"
	"runtime"
	"strings"
)

// Trace is the stack of the caller for a log: functions and lines, innermost first, without their arguments, which may be secret.
func Trace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	var b strings.Builder
	for {
		f, more := frames.Next()
		fmt.Fprintf(&b, "%s %s:%d\n", f.Function, f.File, f.Line)
		if !more {
			return b.String()
		}
	}
}
