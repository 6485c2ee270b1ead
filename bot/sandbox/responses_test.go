package sandbox_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"kumpas/bot/sandbox"
)

// description reads Discord's OpenAPI description, or skips where it is absent.
func description(t *testing.T) *jsonschema.Compiler {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		data, err := os.ReadFile(filepath.Join(dir, "shared", "discord", "openapi.json"))
		if err == nil {
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			relax(doc)
			c := jsonschema.NewCompiler()
			if err := c.AddResource("openapi.json", doc); err != nil {
				t.Fatal(err)
			}
			return c
		}
		if dir == filepath.Dir(dir) {
			t.Skip("Discord's OpenAPI description is not there")
		}
		dir = filepath.Dir(dir)
	}
}

// left are keys that the description requires and that are null, false or of no use here.
var left = map[string]bool{"accent_color": true, "spoiler": true, "description": true, "flags_new": true, "eligible_oauth2_scopes": true}

// relax lets answers go without them.
func relax(v any) {
	switch v := v.(type) {
	case map[string]any:
		if list, ok := v["required"].([]any); ok {
			v["required"] = slices.DeleteFunc(list, func(k any) bool { s, _ := k.(string); return left[s] })
		}
		for _, sub := range v {
			relax(sub)
		}
	case []any:
		for _, sub := range v {
			relax(sub)
		}
	}
}

// TestAnswersFitTheDescription holds the sandbox's own answers against Discord's description of them.
func TestAnswersFitTheDescription(t *testing.T) {
	c := description(t)
	w := newWorld(t, sandbox.Config{})
	w.register()
	app, here := "/applications/"+w.sb.AppID(), "/channels/"+w.ch.ID()
	msg := w.post(board("x"))
	reply := w.post(m{"content": "x <@" + w.ayse.ID() + ">", "embeds": []m{{"title": "t", "color": 1, "fields": []m{{"name": "n", "value": "v"}}}},
		"allowed_mentions": m{"parse": []string{"users"}}, "message_reference": m{"message_id": msg.ID},
		"components": []any{row(m{"type": 3, "custom_id": "s", "options": options(2)}), row(m{"type": 2, "style": 5, "label": "l", "url": "https://example.org"})}})
	buf, kind := form(t, `{"flags":32768,"components":[{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]},{"type":14},
		{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"attachment://a.png"}}},{"type":13,"file":{"url":"attachment://a.png"}}]}`, map[string]string{"a.png": "x"})
	withFile := w.send("POST", here+"/messages", kind, buf)
	answered := w.command(w.ayse)
	made := w.reply(answered, 4, m{"content": "x", "flags": 64})
	updated := w.reply(w.press(w.ayse, msg, "go"), 7, board("y"))
	deferred := w.reply(w.command(w.ayse), 5, nil)
	thread := w.ok("POST", here+"/messages/"+reply.ID+"/threads", m{"name": "masa"})
	private := w.ok("POST", here+"/threads", m{"name": "masa"})
	tests := []struct {
		operation, status string
		a                 answer
	}{
		{"get /gateway", "200", w.ok("GET", "/gateway", nil)},
		{"get /gateway/bot", "200", w.ok("GET", "/gateway/bot", nil)},
		{"get /users/@me", "200", w.ok("GET", "/users/@me", nil)},
		{"get /users/{user_id}", "200", w.ok("GET", "/users/"+w.ayse.ID(), nil)},
		{"get /users/@me/guilds", "200", w.ok("GET", "/users/@me/guilds", nil)},
		{"get /applications/@me", "200", w.ok("GET", "/applications/@me", nil)},
		{"get /applications/{application_id}/commands", "200", w.ok("GET", app+"/commands?with_localizations=true", nil)},
		{"put /applications/{application_id}/commands", "200", w.ok("PUT", app+"/commands", []m{{"name": "play", "description": "d"}})},
		{"get /channels/{channel_id}", "200", w.ok("GET", here, nil)},
		{"get /channels/{channel_id}", "200", w.ok("GET", "/channels/"+thread.id(), nil)},
		{"get /channels/{channel_id}/messages", "200", w.ok("GET", here+"/messages", nil)},
		{"get /channels/{channel_id}/messages/{message_id}", "200", w.ok("GET", here+"/messages/"+reply.ID, nil)},
		{"post /channels/{channel_id}/messages", "200", withFile},
		{"patch /channels/{channel_id}/messages/{message_id}", "200", w.ok("PATCH", here+"/messages/"+msg.ID, board("z"))},
		{"post /channels/{channel_id}/messages/{message_id}/threads", "201", thread},
		{"post /channels/{channel_id}/threads", "201", private},
		{"patch /channels/{channel_id}", "200", w.ok("PATCH", "/channels/"+private.id(), m{"archived": true})},
		{"get /channels/{channel_id}/thread-members", "200", w.ok("GET", "/channels/"+thread.id()+"/thread-members", nil)},
		{"get /guilds/{guild_id}", "200", w.ok("GET", "/guilds/"+w.g.ID(), nil)},
		{"get /guilds/{guild_id}/channels", "200", w.ok("GET", "/guilds/"+w.g.ID()+"/channels", nil)},
		{"get /guilds/{guild_id}/roles", "200", w.ok("GET", "/guilds/"+w.g.ID()+"/roles", nil)},
		{"get /guilds/{guild_id}/members/{user_id}", "200", w.ok("GET", "/guilds/"+w.g.ID()+"/members/"+w.can.ID(), nil)},
		{"get /guilds/{guild_id}/threads/active", "200", w.ok("GET", "/guilds/"+w.g.ID()+"/threads/active", nil)},
		{"post /interactions/{interaction_id}/{interaction_token}/callback", "200", made},
		{"post /interactions/{interaction_id}/{interaction_token}/callback", "200", updated},
		{"post /interactions/{interaction_id}/{interaction_token}/callback", "200", deferred},
		{"post /webhooks/{webhook_id}/{webhook_token}", "200", w.ok("POST", w.hook(answered), m{"content": "x"})},
		{"patch /webhooks/{webhook_id}/{webhook_token}/messages/@original", "200", w.ok("PATCH", w.hook(answered)+"/messages/@original", m{"content": "x"})},
	}
	for _, tt := range tests {
		method, path, _ := strings.Cut(tt.operation, " ")
		at := "openapi.json#/paths/" + strings.ReplaceAll(path, "/", "~1") + "/" + method + "/responses/" + tt.status
		s, err := c.Compile(at + "/content/application~1json/schema")
		if err != nil {
			t.Errorf("%s: %v", tt.operation, err)
			continue
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(tt.a.raw))
		if err == nil {
			err = s.Validate(v)
		}
		if err != nil {
			t.Errorf("%s: %v\n%.600s", tt.operation, err, tt.a.raw)
		}
	}
}
