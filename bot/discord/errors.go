package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Error is Discord's refusal of a request. It holds no token and no text that a person wrote or reads.
type Error struct {
	Route      string // such as "PATCH /channels/{id}/messages/{id}"
	Status     int    // of HTTP
	Code       int    // Discord's own, 0 if it gave none
	Message    string // Discord's words
	Detail     string // which fields were refused and by which rule, for 50035
	RetryAfter time.Duration
}

func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %d (code %d) %s", e.Route, e.Status, e.Code, e.Message)
	if e.Detail != "" {
		s += " [" + e.Detail + "]"
	}
	return s
}

// Is reports whether e belongs to the class target.
func (e *Error) Is(target error) bool {
	class, ok := target.(Class)
	return ok && class == e.Class()
}

// Class is a kind of failure that the bot acts on: errors.Is(err, discord.Gone).
type Class string

// The classes of failure.
const (
	Gone            Class = "channel, message or server is gone"              // 10003, 10004, 10008
	UnknownMember   Class = "the person has left the server"                  // 10007, 10013
	TokenDead       Class = "the interaction token is dead or was never good" // 10015, 10062, 50027
	AlreadyAnswered Class = "the interaction has been answered already"       // 40060
	NoPermission    Class = "the bot lacks a permission"                      // 50001, 50013
	TooOld          Class = "too many edits of a message over an hour old"    // 30046
	Archived        Class = "the thread is archived or locked"                // 50083, 160005
	TooManyThreads  Class = "the server has too many active threads"          // 160006, 160007
	Invalid         Class = "Discord refused the form of the request"         // 50035: a fault of the bot
	Limited         Class = "rate limited"                                    // any other 429
	Unavailable     Class = "Discord is failing"                              // 5xx
	BadToken        Class = "the bot's token was refused"                     // 401 and gateway close code 4004
	BudgetSpent     Class = "too many refused requests, sending is suspended" // nothing was sent
)

func (c Class) Error() string { return string(c) }

// Class returns the class of e, "" if there is none.
func (e *Error) Class() Class {
	switch e.Code {
	case 10003, 10004, 10008:
		return Gone
	case 10007, 10013:
		return UnknownMember
	case 10015, 10062, 50027:
		return TokenDead
	case 40060:
		return AlreadyAnswered
	case 50001, 50013:
		return NoPermission
	case 30046:
		return TooOld
	case 50083, 160005:
		return Archived
	case 160006, 160007:
		return TooManyThreads
	case 50035:
		return Invalid
	}
	switch {
	case e.Status == http.StatusUnauthorized:
		return BadToken
	case e.Status == http.StatusTooManyRequests:
		return Limited
	case e.Status >= 500:
		return Unavailable
	}
	return ""
}

// LimitError says which documented limit of Discord a message or a modal breaks.
type LimitError struct {
	What     string // such as "button label"
	Got, Max int    // Max 0: Got does not matter, What says it all
}

func (e *LimitError) Error() string {
	if e.Max == 0 {
		return e.What
	}
	return fmt.Sprintf("%s: %d, the limit is %d", e.What, e.Got, e.Max)
}

// readError makes an Error of a refused request. Of the tree of 50035 it keeps
// paths and rule names, for the words could quote what was sent.
func readError(route string, status int, header http.Header, body []byte) *Error {
	e := &Error{Route: route, Status: status, RetryAfter: retryAfter(header, body)}
	var raw struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	if json.Unmarshal(body, &raw) != nil || raw.Message == "" {
		e.Message = http.StatusText(status) // a proxy's page, not Discord's JSON
		return e
	}
	e.Code, e.Message = raw.Code, raw.Message
	var found []string
	flatten(raw.Errors, "", &found)
	slices.Sort(found)
	const enough = 10
	e.Detail = strings.Join(found[:min(len(found), enough)], ", ")
	return e
}

func flatten(raw json.RawMessage, path string, found *[]string) {
	var leaf struct {
		Errors []struct {
			Code string `json:"code"`
		} `json:"_errors"`
	}
	if json.Unmarshal(raw, &leaf) == nil && len(leaf.Errors) > 0 {
		*found = append(*found, path+": "+leaf.Errors[0].Code)
	}
	var node map[string]json.RawMessage
	if json.Unmarshal(raw, &node) != nil {
		return
	}
	for key, child := range node {
		if key != "_errors" {
			flatten(child, strings.TrimPrefix(path+"."+key, "."), found)
		}
	}
}

// withoutSecrets makes a transport's error safe to print: *url.Error quotes the
// address, which holds the interaction token.
func withoutSecrets(route string, err error, secrets ...string) error {
	var located *url.Error
	for errors.As(err, &located) {
		err = located.Err
	}
	for _, secret := range secrets {
		if secret != "" && strings.Contains(err.Error(), secret) {
			return fmt.Errorf("%s: the request failed", route)
		}
	}
	return fmt.Errorf("%s: %w", route, err)
}
