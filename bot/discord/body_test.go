package discord

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"reflect"
	"testing"
	"time"
)

// Every call sends exactly what Discord documents: method, path, body.
func TestRequests(t *testing.T) {
	text := []any{object{"type": 10.0, "content": "merhaba"}}
	quiet := object{"parse": []any{}, "users": []any{}}
	public := object{"components": text, "allowed_mentions": quiet, "flags": 32768.0}
	private := object{"components": text, "allowed_mentions": quiet, "flags": 32768.0 + 64}
	secret := words("merhaba")
	secret.Private = true
	calling := words("merhaba")
	calling.Mentions, calling.Nonce = []string{"5"}, "n1"
	hook := "/webhooks/900/" + testPress
	callback := "/interactions/700/" + testPress + "/callback"

	tests := []struct {
		name          string
		call          func(c *Client) error
		method, path  string
		query         string
		body          any
		authorization string
	}{
		{"Answer", func(c *Client) error { return c.Answer(t.Context(), press(), words("merhaba")) },
			"POST", callback, "", object{"type": 4.0, "data": public}, ""},
		{"Answer privately", func(c *Client) error { return c.Answer(t.Context(), press(), secret) },
			"POST", callback, "", object{"type": 4.0, "data": private}, ""},
		{"AnswerID", func(c *Client) error { _, err := c.AnswerID(t.Context(), press(), words("merhaba")); return err },
			"POST", callback, "with_response=true", object{"type": 4.0, "data": public}, ""},
		{"Update says nothing of privacy", func(c *Client) error { return c.Update(t.Context(), press(), secret) },
			"POST", callback, "", object{"type": 7.0, "data": public}, ""},
		{"Defer", func(c *Client) error { return c.Defer(t.Context(), press(), false) },
			"POST", callback, "", object{"type": 5.0}, ""},
		{"Defer privately", func(c *Client) error { return c.Defer(t.Context(), press(), true) },
			"POST", callback, "", object{"type": 5.0, "data": object{"flags": 64.0}}, ""},
		{"DeferUpdate", func(c *Client) error { return c.DeferUpdate(t.Context(), press()) },
			"POST", callback, "", object{"type": 6.0}, ""},
		{"Complete with nothing", func(c *Client) error { return c.Complete(t.Context(), press(), nil) },
			"POST", callback, "", object{"type": 8.0, "data": object{"choices": []any{}}}, ""},
		{"OpenModal", func(c *Client) error {
			return c.OpenModal(t.Context(), press(), Modal{CustomID: "m", Title: "T", Components: []Component{
				{Type: Label, Label: "L", Component: &Component{Type: TextInput, CustomID: "f", Style: Short}}}})
		}, "POST", callback, "", object{"type": 9.0, "data": object{"custom_id": "m", "title": "T", "components": []any{
			object{"type": 18.0, "label": "L", "component": object{"type": 4.0, "custom_id": "f", "style": 1.0}}}}}, ""},
		{"EditOriginal", func(c *Client) error { return c.EditOriginal(t.Context(), testPress, secret) },
			"PATCH", hook + "/messages/@original", "", public, ""},
		{"DeleteOriginal", func(c *Client) error { return c.DeleteOriginal(t.Context(), testPress) },
			"DELETE", hook + "/messages/@original", "", nil, ""},
		{"Followup", func(c *Client) error { _, err := c.Followup(t.Context(), testPress, secret); return err },
			"POST", hook, "wait=true", private, ""},
		{"EditFollowup", func(c *Client) error { return c.EditFollowup(t.Context(), testPress, "8", words("merhaba")) },
			"PATCH", hook + "/messages/8", "", public, ""},
		{"Post", func(c *Client) error { _, err := c.Post(t.Context(), "100", secret); return err },
			"POST", "/channels/100/messages", "", public, "Bot " + testToken},
		{"Post with a nonce and a mention", func(c *Client) error { _, err := c.Post(t.Context(), "100", calling); return err },
			"POST", "/channels/100/messages", "", object{"components": text, "flags": 32768.0, "nonce": "n1", "enforce_nonce": true,
				"allowed_mentions": object{"parse": []any{}, "users": []any{"5"}}}, "Bot " + testToken},
		{"Edit", func(c *Client) error { return c.Edit(t.Context(), "100", "8", words("merhaba")) },
			"PATCH", "/channels/100/messages/8", "", public, "Bot " + testToken},
		{"StartThreadAt", func(c *Client) error { return c.StartThreadAt(t.Context(), "100", "8", "masa", 24*time.Hour) },
			"POST", "/channels/100/messages/8/threads", "", object{"name": "masa", "auto_archive_duration": 1440.0}, "Bot " + testToken},
		{"PutCommands", func(c *Client) error { return c.PutCommands(t.Context(), json.RawMessage(`[{"name":"play"}]`)) },
			"PUT", "/applications/900/commands", "", []any{object{"name": "play"}}, "Bot " + testToken},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			api := newFakeAPI(t, func(w http.ResponseWriter, r *http.Request, _ int) {
				reply(w, 200, object{"id": "8", "resource": object{"message": object{"id": "8"}}})
			})
			c := api.client(t)
			c.knowApp("900")
			if err := tt.call(c); err != nil {
				t.Fatal(err)
			}
			got := api.requests()
			if len(got) != 1 {
				t.Fatalf("%d requests, want 1", len(got))
			}
			r := got[0]
			if r.Method != tt.method || r.Path != "/api/v10"+tt.path || r.Query != tt.query {
				t.Errorf("%s %s?%s, want %s %s?%s", r.Method, r.Path, r.Query, tt.method, tt.path, tt.query)
			}
			if a := r.Header.Get("Authorization"); a != tt.authorization {
				t.Errorf("Authorization %q, want %q", a, tt.authorization)
			}
			if r.Header.Get("User-Agent") == "" {
				t.Error("no User-Agent: Discord answers 40333")
			}
			var body any
			if len(r.Body) > 0 {
				if err := json.Unmarshal(r.Body, &body); err != nil {
					t.Fatal(err)
				}
			}
			if !reflect.DeepEqual(body, tt.body) {
				t.Errorf("body\n%v, want\n%v", body, tt.body)
			}
		})
	}
}

func TestFilesTravelAsForm(t *testing.T) {
	api := newFakeAPI(t, func(w http.ResponseWriter, r *http.Request, _ int) { reply(w, 200, object{"id": "8"}) })
	msg := words("resim")
	msg.Files = []File{{"board.png", []byte("PNG")}, {`we"ird.txt`, []byte("t")}}
	if _, err := api.client(t).Post(t.Context(), "100", msg); err != nil {
		t.Fatal(err)
	}
	r := api.requests()[0]
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	form, err := multipart.NewReader(bytes.NewReader(r.Body), params["boundary"]).ReadForm(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	var payload struct {
		Attachments []struct {
			ID       int
			Filename string
		}
	}
	if err := json.Unmarshal([]byte(form.Value["payload_json"][0]), &payload); err != nil {
		t.Fatal(err)
	}
	for i, want := range msg.Files {
		part := form.File["files["+string(rune('0'+i))+"]"]
		if len(part) != 1 || part[0].Filename != want.Name {
			t.Fatalf("file %d: %v", i, part)
		}
		f, _ := part[0].Open()
		data, _ := io.ReadAll(f)
		if string(data) != string(want.Data) {
			t.Errorf("file %d holds %q", i, data)
		}
		if a := payload.Attachments[i]; a.ID != i || a.Filename != want.Name {
			t.Errorf("attachment %d is %v", i, a)
		}
	}
}
