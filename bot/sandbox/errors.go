package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// codes are Discord's error codes with the HTTP status and the words that go with them.
var codes = map[int]struct {
	status int
	text   string
}{
	10003:  {404, "Unknown Channel"},
	10004:  {404, "Unknown Guild"},
	10007:  {404, "Unknown Member"},
	10008:  {404, "Unknown Message"},
	10011:  {404, "Unknown Role"},
	10013:  {404, "Unknown User"},
	10015:  {404, "Unknown Webhook"},
	10062:  {404, "Unknown interaction"},
	10063:  {404, "Unknown application command"},
	20012:  {403, "You are not authorized to perform this action on this application"},
	30034:  {429, "Max number of daily application command creates has been reached (200)"},
	30046:  {429, "Maximum number of edits to messages older than 1 hour reached. Try again later."},
	40005:  {413, "Request entity too large"},
	40060:  {400, "Interaction has already been acknowledged."},
	40333:  {403, "internal network error"},
	50001:  {403, "Missing Access"},
	50005:  {403, "Cannot edit a message authored by another user"},
	50006:  {400, "Cannot send an empty message"},
	50013:  {403, "Missing Permissions"},
	50021:  {403, "Cannot execute action on a system message"},
	50024:  {400, "Cannot execute action on this channel type"},
	50027:  {401, "Invalid Webhook Token"},
	50035:  {400, "Invalid Form Body"},
	50083:  {400, "Thread is archived"},
	50109:  {400, "The request body contains invalid JSON."},
	160004: {400, "A thread has already been created for this message"},
	160005: {400, "Thread is locked"},
	160006: {400, "Maximum number of active threads reached"},
	160007: {400, "Maximum number of active announcement threads reached"},
}

// apiError is an answer that refuses; it marshals as Discord's JSON.
type apiError struct {
	status int
	code   int
	text   string
	tree   *formErrors
	retry  float64 // seconds, for 429
	global bool
	scope  string // X-RateLimit-Scope, for 429
}

func (e *apiError) Error() string {
	if e.tree != nil {
		return fmt.Sprintf("%d %s: %s", e.code, e.text, e.tree)
	}
	return fmt.Sprintf("%d %s", e.code, e.text)
}

// MarshalJSON writes {"message", "code", "errors"}, and retry_after and global for 429.
func (e *apiError) MarshalJSON() ([]byte, error) {
	m := map[string]any{"message": e.text, "code": e.code}
	if e.tree != nil {
		m["errors"] = e.tree.nested()
	}
	if e.status == http.StatusTooManyRequests {
		m["retry_after"] = e.retry
		m["global"] = e.global
		if e.code == 0 {
			delete(m, "code")
		}
	}
	return json.Marshal(m)
}

func fail(code int) *apiError {
	c := codes[code]
	return &apiError{status: c.status, code: code, text: c.text}
}

func failStatus(status int) *apiError {
	return &apiError{status: status, text: fmt.Sprintf("%d: %s", status, http.StatusText(status))}
}

// formErrors gathers what is wrong with a body, by dotted path.
type formErrors struct {
	list []formError
}

type formError struct{ path, code, text string }

func (f *formErrors) add(path, code, format string, args ...any) {
	f.list = append(f.list, formError{path, code, fmt.Sprintf(format, args...)})
}

// err is nil when nothing is wrong.
func (f *formErrors) err() *apiError {
	if len(f.list) == 0 {
		return nil
	}
	e := fail(50035)
	e.tree = f
	return e
}

func (f *formErrors) String() string {
	var parts []string
	for _, e := range f.list {
		parts = append(parts, strings.TrimPrefix(e.path+": ", ": ")+e.text+" ("+e.code+")")
	}
	return strings.Join(parts, "; ")
}

// nested is Discord's errors tree: objects by key, "_errors" at the leaves.
func (f *formErrors) nested() map[string]any {
	root := map[string]any{}
	for _, e := range f.list {
		at := root
		if e.path != "" {
			for _, key := range strings.Split(e.path, ".") {
				next, ok := at[key].(map[string]any)
				if !ok {
					next = map[string]any{}
					at[key] = next
				}
				at = next
			}
		}
		leaf, _ := at["_errors"].([]any)
		at["_errors"] = append(leaf, map[string]string{"code": e.code, "message": e.text})
	}
	return root
}

// Checks of single values, in Discord's words. Lengths count code points.

func (f *formErrors) required(path string) {
	f.add(path, "BASE_TYPE_REQUIRED", "This field is required")
}

func (f *formErrors) length(path, s string, least, most int) {
	n := len([]rune(s))
	switch {
	case n == 0 && least > 0:
		f.required(path)
	case n < least || n > most && least > 0:
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n > most:
		f.add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	}
}

func (f *formErrors) count(path string, n, least, most int) {
	if n < least || n > most {
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}
