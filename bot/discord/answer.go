package discord

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Callback types of an interaction's first answer.
const (
	callbackMessage     = 4
	callbackDefer       = 5
	callbackDeferUpdate = 6
	callbackUpdate      = 7
	callbackChoices     = 8
	callbackModal       = 9
)

type callbackBody struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// Answered is one first answer, for metrics. It holds no secret.
type Answered struct {
	Kind Kind
	With With
	Took time.Duration // from the interaction's arrival to Discord's word that the answer came
	Err  error
}

// With is the kind of a first answer.
type With string

// withs names the callback types.
var withs = map[int]With{
	callbackMessage: "message", callbackDefer: "deferred", callbackDeferUpdate: "noted", callbackUpdate: "update", callbackChoices: "choices", callbackModal: "form",
}

// Answer answers i with a new message. It must come within 3 seconds, as every first answer.
func (c *Client) Answer(ctx context.Context, i Interaction, msg Message) error {
	return c.callback(ctx, i, callbackMessage, msg.body(true), msg.Files, nil)
}

// AnswerID answers i with a new message and learns the message's id, for which Discord sends the whole message back.
func (c *Client) AnswerID(ctx context.Context, i Interaction, msg Message) (id string, err error) {
	var said struct {
		Interaction struct {
			MessageID string `json:"response_message_id"`
		} `json:"interaction"`
		Resource struct {
			Message withID `json:"message"`
		} `json:"resource"`
	}
	if err := c.callback(ctx, i, callbackMessage, msg.body(true), msg.Files, &said); err != nil {
		return "", err
	}
	if said.Resource.Message.ID != "" {
		return said.Resource.Message.ID, nil
	}
	if said.Interaction.MessageID != "" {
		return said.Interaction.MessageID, nil
	}
	return c.Original(ctx, i.Token) // the first try did it, its answer was lost
}

// Update answers the press i by changing the pressed message.
func (c *Client) Update(ctx context.Context, i Interaction, msg Message) error {
	return c.callback(ctx, i, callbackUpdate, msg.body(false), msg.Files, nil)
}

// Defer answers i with "is thinking"; EditOriginal fills it. Whether the message is private is settled here.
func (c *Client) Defer(ctx context.Context, i Interaction, private bool) error {
	var data any
	if private {
		data = struct {
			Flags int `json:"flags"`
		}{flagPrivate}
	}
	return c.callback(ctx, i, callbackDefer, data, nil, nil)
}

// DeferUpdate answers the press i with nothing; the pressed message may be changed later.
func (c *Client) DeferUpdate(ctx context.Context, i Interaction) error {
	return c.callback(ctx, i, callbackDeferUpdate, nil, nil, nil)
}

// OpenModal answers the command or press i with a form.
func (c *Client) OpenModal(ctx context.Context, i Interaction, modal Modal) error {
	return c.callback(ctx, i, callbackModal, modal, nil, nil)
}

// Complete answers an Autocomplete with at most 25 choices.
func (c *Client) Complete(ctx context.Context, i Interaction, choices []AutoChoice) error {
	if choices == nil {
		choices = []AutoChoice{}
	}
	return c.callback(ctx, i, callbackChoices, struct {
		Choices []AutoChoice `json:"choices"`
	}{choices}, nil, nil)
}

// callback sends the first answer. After a lost answer it is tried again as long as there is time, and
// then "already answered" means that an earlier try did it.
func (c *Client) callback(ctx context.Context, i Interaction, kind int, data any, files []File, out any) error {
	if i.App != "" {
		c.knowApp(i.App)
	}
	ctx, cancel := context.WithTimeout(ctx, c.answer)
	defer cancel()
	r := request{
		method: http.MethodPost,
		path:   []string{"interactions", i.ID, i.Token, "callback"},
		body:   callbackBody{kind, data},
		files:  files,
		repeat: always,
		secret: i.Token,
	}
	if out != nil {
		r.query = "with_response=true"
	}
	unsure, err := c.do(ctx, r, out)
	if unsure && errors.Is(err, AlreadyAnswered) {
		err = nil
	}
	c.answered(Answered{Kind: i.Kind, With: withs[kind], Took: c.now().Sub(i.Received), Err: err})
	return err
}

// original is the name of an interaction's first answer among its messages.
const original = "@original"

// Original returns the id of the message that token's @original is: the answer, or the pressed message after Update and DeferUpdate.
func (c *Client) Original(ctx context.Context, token string) (id string, err error) {
	var got withID
	err = c.webhook(ctx, http.MethodGet, token, original, nil, &got)
	return got.ID, err
}

// EditOriginal changes the first answer that was given with an interaction's token, while the token lives (15 minutes).
func (c *Client) EditOriginal(ctx context.Context, token string, msg Message) error {
	return c.webhook(ctx, http.MethodPatch, token, original, &msg, nil)
}

// DeleteOriginal removes the first answer.
func (c *Client) DeleteOriginal(ctx context.Context, token string) error {
	return c.webhook(ctx, http.MethodDelete, token, original, nil, nil)
}

// Followup sends one more message with an interaction's token. It is never sent twice: a lost answer is an error.
func (c *Client) Followup(ctx context.Context, token string, msg Message) (id string, err error) {
	var got withID
	err = c.webhook(ctx, http.MethodPost, token, "", &msg, &got)
	return got.ID, err
}

// EditFollowup changes a follow-up.
func (c *Client) EditFollowup(ctx context.Context, token, id string, msg Message) error {
	return c.webhook(ctx, http.MethodPatch, token, id, &msg, nil)
}

// webhook sends a request about the message id of an interaction's token, or about a new one if id is empty.
func (c *Client) webhook(ctx context.Context, method, token, id string, msg *Message, out any) error {
	app, err := c.application(ctx)
	if err != nil {
		return err
	}
	r := request{
		method: method,
		path:   []string{"webhooks", app, token},
		repeat: always,
		secret: token,
	}
	if id == "" {
		r.repeat = never
		r.query = "wait=true"
	} else {
		r.path = append(r.path, "messages", id)
	}
	if msg != nil {
		r.body, r.files = msg.body(id == ""), msg.Files
	}
	unsure, err := c.do(ctx, r, out)
	return doneBefore(r, unsure, err)
}

// doneBefore forgives a repeated DELETE that finds nothing left to delete.
func doneBefore(r request, unsure bool, err error) error {
	if r.method == http.MethodDelete && unsure && errors.Is(err, Gone) {
		return nil
	}
	return err
}

type withID struct {
	ID string `json:"id"`
}
