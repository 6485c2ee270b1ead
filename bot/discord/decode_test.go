package discord

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

var decodeTime = time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC)

// about is what every interaction in a server carries.
const about = `"id":"700","application_id":"900","token":"tok","version":1,"guild_id":"3","channel_id":"100",
	"channel":{"id":"100","type":0,"parent_id":"55","name":"genel"},"locale":"tr","guild_locale":"en-US",
	"app_permissions":"2251799813685247","entitlements":[],"context":0,"attachment_size_limit":10485760,
	"member":{"user":{"id":"4","username":"ayse","global_name":"Ayşe"},"nick":null,"roles":[],"permissions":"8"}`

func aboutInteraction(kind Kind) Interaction {
	return Interaction{
		ID: "700", App: "900", Token: "tok", Kind: kind, Received: decodeTime, Guild: "3", Channel: "100",
		Locale: "tr", GuildLocale: "en-US", AppPermissions: 2251799813685247,
		User: User{ID: "4", Name: "Ayşe", Permissions: Administrator},
	}
}

func TestDecode(t *testing.T) {
	// Parts that no one knows yet, of which discordgo makes an interaction without a type or a panic.
	odd := `{"type":99,"custom_id":{"x":[]},"components":{"not":"a list"},"value":{"a":1},"values":7},{"type":18,"component":{"type":77}},5,null`
	tests := []struct {
		name string
		raw  string
		want func(*Interaction)
	}{
		{"command", `{"type":2,"data":{"id":"1","type":1,"name":"play","options":[
			{"type":3,"name":"game","value":"entrika"},{"type":4,"name":"seats","value":5},{"type":5,"name":"fast","value":true},
			{"type":6,"name":"with","value":"8"}],
			"resolved":{"users":{"8":{"id":"8","username":"mehmet","global_name":null}},"members":{"8":{"nick":"Mehmet Bey","permissions":"0"}}}}`,
			func(i *Interaction) {
				i.Kind, i.Command = Command, "play"
				i.Options = map[string]string{"game": "entrika", "seats": "5", "fast": "true", "with": "8"}
				i.Names = map[string]string{"8": "Mehmet Bey"}
			}},
		{"sub-command", `{"type":2,"data":{"type":1,"name":"table","options":[{"type":1,"name":"remove","options":[{"type":3,"name":"player","value":"8"}]}]}`,
			func(i *Interaction) {
				i.Kind, i.Command, i.Sub = Command, "table", "remove"
				i.Options = map[string]string{"player": "8"}
			}},
		{"sub-command of a group", `{"type":2,"data":{"type":1,"name":"table","options":[{"type":2,"name":"set","options":[{"type":1,"name":"pace"}]}]}`,
			func(i *Interaction) {
				i.Kind, i.Command, i.Sub = Command, "table", "set pace"
				i.Options = map[string]string{}
			}},
		{"autocomplete", `{"type":4,"data":{"type":1,"name":"play","options":[{"type":3,"name":"game","value":"en","focused":true}]}`,
			func(i *Interaction) {
				i.Kind, i.Command, i.Focused = Autocomplete, "play", "game"
				i.Options = map[string]string{"game": "en"}
			}},
		{"button", `{"type":3,"data":{"component_type":2,"custom_id":"k:1"},"message":{"id":"8","channel_id":"100","flags":32768}`,
			func(i *Interaction) {
				i.Kind, i.CustomID, i.Message = Press, "k:1", MessageRef{ID: "8", Channel: "100"}
			}},
		{"button on a private message with unknown parts", `{"type":3,"data":{"component_type":2,"custom_id":"k:1"},
			"message":{"id":"8","channel_id":"100","flags":32832,"components":[` + odd + `],"embeds":7}`,
			func(i *Interaction) {
				i.Kind, i.CustomID, i.Message = Press, "k:1", MessageRef{ID: "8", Channel: "100", Private: true}
			}},
		{"select", `{"type":3,"data":{"component_type":3,"custom_id":"s","values":["a","b"]},"message":{"id":"8","flags":0}`,
			func(i *Interaction) {
				i.Kind, i.CustomID, i.Values, i.Message = Press, "s", []string{"a", "b"}, MessageRef{ID: "8", Channel: "100"}
			}},
		{"user select", `{"type":3,"data":{"component_type":5,"custom_id":"s","values":["8"],
			"resolved":{"users":{"8":{"id":"8","username":"mehmet","global_name":"Mehmet"}}}},"message":{"id":"8"}`,
			func(i *Interaction) {
				i.Kind, i.CustomID, i.Values, i.Message = Press, "s", []string{"8"}, MessageRef{ID: "8", Channel: "100"}
				i.Names = map[string]string{"8": "Mehmet"}
			}},
		{"modal of rows and labels, unknown parts between them", `{"type":5,"data":{"custom_id":"m","components":[
			{"type":1,"components":[{"type":4,"custom_id":"old","value":"bir"}]},
			{"type":18,"id":2,"component":{"type":4,"custom_id":"new","value":"iki"}},
			{"type":18,"component":{"type":3,"custom_id":"pick","values":["x","y"]}},
			{"type":18,"component":{"type":23,"custom_id":"tick","value":true}},
			{"type":18,"component":{"type":21,"custom_id":"radio","value":null}},` + odd + `]}`,
			func(i *Interaction) {
				i.Kind, i.CustomID = ModalSubmit, "m"
				i.Fields = map[string]string{"old": "bir", "new": "iki", "pick": "x,y", "tick": "true", "radio": ""}
			}},
		{"modal from a message in a thread", `{"type":5,"data":{"custom_id":"m","components":[]},"message":{"id":"8","channel_id":"100","flags":64},
			"channel":{"id":"100","type":11,"parent_id":"55"}`,
			func(i *Interaction) {
				i.Kind, i.CustomID, i.Message = ModalSubmit, "m", MessageRef{ID: "8", Channel: "100", Private: true}
				i.ChannelType, i.Parent, i.Fields = PublicThread, "55", map[string]string{}
			}},
		{"nickname first", `{"type":3,"data":{"custom_id":"x"},"member":{"user":{"id":"4","username":"ayse","global_name":"Ayşe"},"nick":"Ayşecan","permissions":"0"}`,
			func(i *Interaction) {
				i.Kind, i.CustomID, i.User = Press, "x", User{ID: "4", Name: "Ayşecan"}
			}},
		{"permissions beyond 53 bits", `{"type":3,"data":{"custom_id":"x"},"app_permissions":"18446744073709551615"`,
			func(i *Interaction) { i.Kind, i.CustomID, i.AppPermissions = Press, "x", 1<<64-1 }},
		{"permissions that are none", `{"type":3,"data":{"custom_id":"x"},"app_permissions":"-1"`,
			func(i *Interaction) { i.Kind, i.CustomID, i.AppPermissions = Press, "x", 0 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// What a case says itself comes last and wins.
			got, err := Decode([]byte("{"+about+","+tt.raw[1:]+"}"), decodeTime)
			if err != nil {
				t.Fatal(err)
			}
			want := aboutInteraction(0)
			tt.want(&want)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("\n%+v, want\n%+v", got, want)
			}
		})
	}
}

func TestDecodeDirectMessage(t *testing.T) {
	got, err := Decode([]byte(`{"id":"1","token":"t","type":2,"channel_id":"9","channel":{"type":1},
		"user":{"id":"4","username":"ayse","global_name":null},"data":{"name":"play"}}`), decodeTime)
	if err != nil {
		t.Fatal(err)
	}
	if got.User != (User{ID: "4", Name: "ayse"}) || got.Guild != "" || got.ChannelType != 1 {
		t.Errorf("got %+v", got)
	}
}

// What cannot be answered is an error, and errors tell no token.
func TestDecodeRefuses(t *testing.T) {
	for _, raw := range []string{
		``, `null`, `[]`, `{}`, `"x"`, `{"type":3}`, `{"id":"1","type":3,"user":{"id":"4"}}`,
		`{"id":"../x","token":"SECRET","type":3,"user":{"id":"4"}}`,
		`{"id":"1","token":"SECRET","type":1,"user":{"id":"4"}}`,
		`{"id":"1","token":"SECRET","type":99,"user":{"id":"4"}}`,
		`{"id":"1","token":"SECRET","type":3}`,
		`{"id":"1","token":"SECRET","type":3,"user":{"id":"4"}`,
		`{"id":"1","token":"SECRET","type":"3","user":{"id":"4"}}`,
	} {
		i, err := Decode([]byte(raw), decodeTime)
		if err == nil {
			t.Errorf("%s is understood as %+v", raw, i)
		} else if strings.Contains(err.Error(), "SECRET") {
			t.Errorf("%v", err)
		}
	}
}

// No input panics, and what is understood can be answered.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("{" + about + `,"type":3,"data":{"custom_id":"x","values":["a"]},"message":{"id":"8","flags":64}}`))
	f.Add([]byte("{" + about + `,"type":2,"data":{"name":"play","options":[{"type":2,"name":"a","options":[{"type":1,"name":"b"}]}]}}`))
	f.Add([]byte("{" + about + `,"type":5,"data":{"custom_id":"x","components":[{"type":18,"component":{"custom_id":"f","value":"v"}}]}}`))
	f.Add([]byte(`{"id":"1","token":"t","type":5,"user":{"id":"4"},"data":{"components":` + strings.Repeat(`[{"components":`, 500) + `[]` + strings.Repeat(`}]`, 500) + `}}`))
	f.Add([]byte(`{"type":4,"data":[],"member":5}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		i, err := Decode(raw, decodeTime)
		if err != nil {
			return
		}
		if !isID(i.ID) || i.Token == "" || i.User.ID == "" || i.Kind < Command || i.Kind > ModalSubmit {
			t.Errorf("understood without being answerable: %+v", i)
		}
		if !json.Valid(raw) {
			t.Error("understood though it is no JSON")
		}
	})
}
