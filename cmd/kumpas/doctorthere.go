package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"kumpas/bot"
	"kumpas/bot/discord"
)

// there looks at Discord: token, clock, application, servers. Nothing connects to the gateway, since a bot may be running.
func (e *exam) there(ctx context.Context) {
	switch {
	case e.Token == "":
		e.bad(exitConfig, "doctor.token.missing")
		return
	case e.checkDiscord() != nil:
		e.bad(exitConfig, "doctor.token.form")
		return
	}
	watch := &watch{next: http.DefaultTransport}
	client, err := discord.New(discord.Config{Token: e.Token, Base: e.APIURL, Next: watch})
	if err != nil {
		e.bad(exitConfig, "doctor.token.form")
		return
	}
	defer client.Close()
	if app, ok := e.application(ctx, client); ok {
		e.gateway(ctx, client)
		if e.server == "" {
			e.servers(ctx, client, app)
		} else {
			e.channels(ctx, client, app)
		}
	}
	e.clock(watch)
}

// application asks who the bot is, which is the test of the token too.
func (e *exam) application(ctx context.Context, client *discord.Client) (id string, ok bool) {
	var app struct {
		ID       string `json:"id"`
		Name     string `json:"name"`
		Endpoint string `json:"interactions_endpoint_url"`
		Grant    bool   `json:"bot_require_code_grant"`
		Flags    int    `json:"flags"`
	}
	if err := client.Get(ctx, &app, "applications", "@me"); err != nil {
		e.failed(err)
		return "", false
	}
	e.good("doctor.token.good", "Name", app.Name)
	ills := e.ills
	if app.Endpoint != "" {
		e.bad(exitDiscord, "doctor.app.endpoint")
	}
	if app.Grant {
		e.bad(exitDiscord, "doctor.app.grant")
	}
	if e.ills == ills {
		e.good("doctor.app.good")
	}
	const privileged = 1<<12 | 1<<13 | 1<<14 | 1<<15 | 1<<18 | 1<<19 // presences, members, message content; granted in full or to small bots
	if app.Flags&privileged != 0 {
		e.note("doctor.intents.extra")
	} else {
		e.good("doctor.intents.good")
	}
	return app.ID, true
}

// failed says why Discord did not answer.
func (e *exam) failed(err error) {
	var refused *discord.Error
	switch {
	case errors.Is(err, discord.BadToken):
		e.bad(exitDiscord, "doctor.token.refused")
	case errors.As(err, &refused):
		e.bad(exitDiscord, "doctor.discord.failing", "N", refused.Status)
	default:
		e.bad(exitDiscord, "doctor.discord.silent", "Address", e.APIURL)
	}
}

// gateway asks how many sessions may be opened today.
func (e *exam) gateway(ctx context.Context, client *discord.Client) {
	const few = 50
	switch got, err := client.Entrance(ctx); {
	case err != nil:
		e.failed(err)
	case got.Limit.Total > 0 && got.Limit.Remaining < few:
		e.bad(exitDiscord, "doctor.gateway.spent", "N", got.Limit.Remaining, "Hours", got.Limit.ResetAfter/int(time.Hour/time.Millisecond)+1)
	case got.Shards > 1:
		e.note("doctor.gateway.shards")
	default:
		e.good("doctor.gateway.good")
	}
}

// invitation is the address by which the bot is put on a server, with what it needs there.
func invitation(app string) string {
	return "https://discord.com/oauth2/authorize?client_id=" + app + "&scope=bot+applications.commands&permissions=" + strconv.FormatUint(uint64(bot.Needed()), 10)
}

// named is a server or channel with what the bot may do there.
type named struct {
	ID          string              `json:"id"`
	Name        string              `json:"name"`
	Permissions discord.Permissions `json:"permissions,string"`
}

// mostShown is how many servers or channels with something wrong are told.
const mostShown = 20

// servers looks at what the bot may do on each of its servers.
func (e *exam) servers(ctx context.Context, client *discord.Client, app string) {
	all, err := ownServers(ctx, client)
	if err != nil {
		e.failed(err)
		return
	}
	if len(all) == 0 {
		e.note("doctor.servers.none", "Link", invitation(app))
		return
	}
	if wrong := e.lacking(all, "doctor.servers.lacking"); wrong > 0 {
		e.note("doctor.servers.again", "Link", invitation(app))
	} else {
		e.good("doctor.servers.good", "N", len(all))
	}
}

// ownServers are all servers that the bot is on; Discord tells them page by page.
func ownServers(ctx context.Context, client *discord.Client) (all []named, err error) {
	const page = 200
	query := url.Values{"limit": {strconv.Itoa(page)}}
	for {
		var some []named
		if err := client.Find(ctx, &some, query, "users", "@me", "guilds"); err != nil {
			return nil, err
		}
		all = append(all, some...)
		if len(some) < page {
			return all, nil
		}
		query.Set("after", some[page-1].ID)
	}
}

// lacking tells where permissions are missing and returns in how many places.
func (e *exam) lacking(all []named, key string) (wrong int) {
	for _, place := range all {
		keys := bot.Lacking(place.Permissions)
		if len(keys) == 0 {
			continue
		}
		if wrong++; wrong > mostShown {
			continue
		}
		names := make([]string, len(keys))
		for i, key := range keys {
			names[i] = e.words.Say(key)
		}
		e.bad(exitDiscord, key, "Name", printed(place), "Items", e.words.List(names))
	}
	if wrong > mostShown {
		e.note("doctor.servers.more", "N", wrong-mostShown)
	}
	return wrong
}

// clock compares the machine's clock with Discord's.
func (e *exam) clock(w *watch) {
	const tolerated = 5 * time.Second
	switch ahead, known := w.ahead(); {
	case !known:
	case ahead.Abs() <= tolerated:
		e.good("doctor.clock.good")
	case ahead > 0:
		e.bad(exitFailed, "doctor.clock.ahead", "N", int(ahead.Seconds()))
	default:
		e.bad(exitFailed, "doctor.clock.behind", "N", int(-ahead.Seconds()))
	}
}

// watch reads Discord's clock off its answers.
type watch struct {
	next http.RoundTripper

	mu   sync.Mutex
	best time.Duration // of the quickest answer
	took time.Duration
}

// RoundTrip implements http.RoundTripper.
func (w *watch) RoundTrip(r *http.Request) (*http.Response, error) {
	start := time.Now()
	resp, err := w.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	took := time.Since(start)
	if theirs, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.took == 0 || took < w.took { // its date is of the middle of a second, and of the middle of the way
			w.took, w.best = took, start.Add(took/2).Sub(theirs.Add(time.Second/2))
		}
	}
	return resp, nil
}

// ahead is how much the machine's clock is ahead of Discord's.
func (w *watch) ahead() (time.Duration, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.best, w.took > 0
}

// printed is a place's name and id for a terminal.
func printed(p named) string { return fmt.Sprintf("%s (%s)", printable(p.Name), p.ID) }
