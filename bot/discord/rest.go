package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"
)

// Post sends a message to a channel or thread. With a nonce it is sent again after a lost answer, without one it is not.
func (c *Client) Post(ctx context.Context, channel string, msg Message) (id string, err error) {
	r := request{method: http.MethodPost, path: []string{"channels", channel, "messages"}, files: msg.Files}
	body := msg.body(true)
	body.Flags &^= flagPrivate // nothing in a channel is private
	if msg.Nonce != "" {
		body.Nonce, body.EnforceNonce = msg.Nonce, true
		r.repeat = always
	}
	r.body = body
	var got withID
	_, err = c.do(ctx, r, &got)
	return got.ID, err
}

// Edit changes a message of the bot's.
func (c *Client) Edit(ctx context.Context, channel, id string, msg Message) error {
	_, err := c.do(ctx, request{
		method: http.MethodPatch,
		path:   []string{"channels", channel, "messages", id},
		body:   msg.body(false),
		files:  msg.Files,
		repeat: always,
	}, nil)
	return err
}

// StartThreadAt opens a public thread below a message, whose id is the thread's id too. If there is one the error has
// the code 160004; after a lost answer that is none.
func (c *Client) StartThreadAt(ctx context.Context, channel, message, name string, idle time.Duration) error {
	unsure, err := c.do(ctx, request{
		method: http.MethodPost,
		path:   []string{"channels", channel, "messages", message, "threads"},
		body:   threadBody{Name: name, AutoArchive: archiveAfter(idle)},
		repeat: always,
	}, nil)
	const exists = 160004
	var refused *Error
	if unsure && errors.As(err, &refused) && refused.Code == exists {
		return nil
	}
	return err
}

type threadBody struct {
	Name        string `json:"name"`
	AutoArchive int    `json:"auto_archive_duration"` // minutes
}

// archiveAfter returns the shortest time in minutes that Discord knows and that is not below idle, or the longest.
func archiveAfter(idle time.Duration) int {
	allowed := []int{60, 1440, 4320, 10080}
	for _, minutes := range allowed {
		if idle <= time.Duration(minutes)*time.Minute {
			return minutes
		}
	}
	return allowed[len(allowed)-1]
}

// Member asks for a member of a server; the error is UnknownMember if he has left. Permissions are not known.
func (c *Client) Member(ctx context.Context, guild, user string) (User, error) {
	var got rawMember
	if err := c.Get(ctx, &got, "guilds", guild, "members", user); err != nil {
		return User{}, err
	}
	return got.user(), nil
}

// Me returns the ids of the application and of the bot's user; it is the cheapest test of the token.
func (c *Client) Me(ctx context.Context) (app, user string, err error) {
	var a, u withID
	if err = c.Get(ctx, &a, "applications", "@me"); err != nil {
		return "", "", err
	}
	c.knowApp(a.ID)
	if err = c.Get(ctx, &u, "users", "@me"); err != nil {
		return "", "", err
	}
	return a.ID, u.ID, nil
}

func (c *Client) knowApp(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.app = id
}

// application returns the application's id, asking once.
func (c *Client) application(ctx context.Context) (string, error) {
	c.mu.Lock()
	app := c.app
	c.mu.Unlock()
	if app != "" {
		return app, nil
	}
	app, _, err := c.Me(ctx)
	return app, err
}

// PutCommands replaces the registered global commands by a JSON array of them.
func (c *Client) PutCommands(ctx context.Context, commands json.RawMessage) error {
	app, err := c.application(ctx)
	if err != nil {
		return err
	}
	_, err = c.do(ctx, request{method: http.MethodPut, path: []string{"applications", app, "commands"}, body: commands, repeat: always}, nil)
	return err
}

// Get asks for anything else and decodes the answer into out.
func (c *Client) Get(ctx context.Context, out any, path ...string) error {
	return c.Find(ctx, out, nil, path...)
}

// Find is Get with a query.
func (c *Client) Find(ctx context.Context, out any, query url.Values, path ...string) error {
	_, err := c.do(ctx, request{method: http.MethodGet, path: path, query: query.Encode(), repeat: always}, out)
	return err
}
