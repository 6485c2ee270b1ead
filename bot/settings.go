package bot

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/locales"
	"kumpas/store"
)

// maxTables is the most tables at once that a server may allow, and usualTables how many if it has said nothing.
const (
	maxTables   = 50
	usualTables = 10
)

// langAuto is the choice of no language: that of whoever opens a table.
const langAuto = "auto"

// guildSettings are a server's settings. The zero value is a server that has set nothing.
type guildSettings struct {
	Lang      string   `json:"lang,omitempty"`
	Pace      pace     `json:"pace,omitempty"`
	Channels  []string `json:"channels,omitempty"` // where tables may be opened; none means everywhere
	NoThreads bool     `json:"no_threads,omitempty"`
	Tables    int      `json:"tables,omitempty"`
}

func (s guildSettings) threads() bool { return !s.NoThreads }

func (s guildSettings) pace() pace {
	if s.Pace == "" {
		return paceNormal
	}
	return s.Pace
}

func (s guildSettings) tables() int {
	if s.Tables == 0 {
		return usualTables
	}
	return s.Tables
}

func (s guildSettings) hosts(channel string) bool {
	return len(s.Channels) == 0 || slices.Contains(s.Channels, channel)
}

func (s guildSettings) channelList() string {
	out := make([]string, len(s.Channels))
	for i, c := range s.Channels {
		out[i] = "<#" + c + ">"
	}
	return strings.Join(out, " ")
}

// guild reads a server's settings.
func (b *Bot) guild(ctx context.Context, id string) (guildSettings, error) {
	var s guildSettings
	err := b.setting(ctx, store.SettingGuild, id, &s)
	return s, err
}

// setting reads a setting into v, which stays as it is if there is none.
func (b *Bot) setting(ctx context.Context, kind store.SettingKind, id string, v any) error {
	data, err := b.store.Setting(ctx, kind, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return unmarshal(data, v)
}

func (b *Bot) setSetting(ctx context.Context, kind store.SettingKind, id string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.store.SetSetting(ctx, kind, id, data)
}

// settings carries out /settings, which Discord offers to those who manage the server.
func (b *Bot) settings(ctx context.Context, rep *reply) {
	i := rep.i
	w := b.Words.For(i.Locale, b.Locale)
	if !i.User.Permissions.Has(discord.ManageGuild) {
		b.tell(rep, present.Note(w.Say("error.your.permission", "Items", "**"+w.Say("perm.manage_guild")+"**")))
		return
	}
	b.changing.Lock() // what two managers change at the same time is all kept
	defer b.changing.Unlock()
	s, err := b.guild(ctx, i.Guild)
	if err != nil {
		b.hiccup(rep, err)
		return
	}
	var head []string
	if change, ok := settingChanges[i.Sub]; ok {
		if !change(&s, i.Options) {
			b.tell(rep, present.Note(w.Say("refusal.bad_choice")))
			return
		}
		if err := b.setSetting(ctx, store.SettingGuild, i.Guild, s); err != nil {
			b.hiccup(rep, err)
			return
		}
		head = []string{"✅ " + w.Say("settings.saved.later")}
	}
	b.tell(rep, present.Note(append(head, s.lines(w)...)...))
}

// settingChanges are the sub-commands that change something; they report whether the value was a good one.
var settingChanges = map[string]func(s *guildSettings, o map[string]string) bool{
	"language": func(s *guildSettings, o map[string]string) bool {
		s.Lang = o["language"]
		if s.Lang == langAuto {
			s.Lang = ""
			return true
		}
		return s.Lang != ""
	},
	"pace": func(s *guildSettings, o map[string]string) bool {
		s.Pace = pace(o["pace"])
		return slices.Contains(paces, s.Pace)
	},
	// A channel is put in or taken out; without one the list is shown. With none in it, all channels are allowed.
	"channels": func(s *guildSettings, o map[string]string) bool {
		c := o["channel"]
		switch at := slices.Index(s.Channels, c); {
		case c == "": // shown as it is
		case at >= 0:
			s.Channels = slices.Delete(s.Channels, at, at+1)
		case len(s.Channels) < 20:
			s.Channels = append(s.Channels, c)
		}
		return true
	},
	"threads": func(s *guildSettings, o map[string]string) bool {
		s.NoThreads = o["state"] != "true"
		return true
	},
	"tables": func(s *guildSettings, o map[string]string) bool {
		n, err := strconv.Atoi(o["count"])
		s.Tables = n
		return err == nil && n >= 1 && n <= maxTables
	},
}

// lines says the settings.
func (s guildSettings) lines(w *locales.Words) []string {
	lang := w.Say("settings.language.auto")
	if s.Lang != "" {
		lang = w.Say("lang." + s.Lang)
	}
	channels := w.Say("settings.channels.all")
	if len(s.Channels) > 0 {
		channels = s.channelList()
	}
	return []string{
		"### " + w.Say("settings.title"),
		"- " + w.Say("settings.language", "What", lang),
		"- " + w.Say("settings.pace", "What", w.Say("pace."+string(s.pace())+".name")),
		"- " + w.Say("settings.channels", "Items", channels),
		"- " + w.Say("settings.threads", "What", onOff(w, s.threads())),
		"- " + w.Say("settings.tables", "N", s.tables()),
	}
}

func onOff(w *locales.Words, on bool) string {
	if on {
		return w.Say("word.on")
	}
	return w.Say("word.off")
}
