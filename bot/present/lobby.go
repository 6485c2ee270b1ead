package present

import (
	"strings"
	"time"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/locales"
)

// Lobby is what the screens of a table that has not begun are drawn from.
type Lobby struct {
	Table   string
	Info    games.Info
	Game    Game
	Words   *locales.Words
	Seats   []Seat // in order of joining
	Host    int    // index of the host
	Options games.Options
	Pace    string
	Lang    string
	Thread  bool
	Until   time.Time // when it expires
	// Missing is why it cannot start yet, "" if it can.
	Missing string
	// Commitment is the published hash of the game's secret.
	Commitment string
	Number     int // of the game in a series, from 1
	// Fill is what becomes of an absent person's seat, one of Fills.
	Fill  string
	Fills []string
	// Ended says, in words, why the lobby is over; empty while it is open.
	Ended string
}

// The deeds of VerbLobby.
const (
	LobbyJoin     = "join"
	LobbyLeave    = "leave"
	LobbyAdd      = "add"
	LobbyDrop     = "drop"
	LobbyKick     = "kick" // the picked person, by his Key
	LobbyOptions  = "options"
	LobbyOption   = "option" // id: shows its values
	LobbyValue    = "value"  // id: takes a value
	LobbyVariant  = "variant"
	LobbyPace     = "pace"
	LobbyLanguage = "lang"
	LobbyFill     = "fill" // what becomes of an absent person's seat
	LobbyStart    = "start"
	LobbyCancel   = "cancel"
)

func (l *Lobby) id(deed string, args ...string) string {
	return ID(VerbLobby, append([]string{l.Table, deed}, args...)...)
}

// Message draws the lobby.
func (l *Lobby) Message() discord.Message {
	w := l.Words
	lines := []string{"### " + l.Game.Mark() + " " + w.Say("game."+l.Info.ID+".name"), w.Say("game." + l.Info.ID + ".tagline")}
	parts := []discord.Component{text(lines...), rule(), text(l.people()...)}
	if set := l.chosen(); len(set) > 0 {
		parts = append(parts, text(set...))
	}
	if l.Ended != "" {
		parts = append(parts, rule(), text(l.Ended))
		return discord.Message{Components: []discord.Component{container(l.Game.Accent(), parts...)}}
	}
	foot := []string{}
	if l.Missing != "" {
		foot = append(foot, "⏳ "+l.Missing)
	} else {
		foot = append(foot, "✅ "+w.Say("lobby.ready"))
	}
	if wary, ok := l.Game.(Cautious); ok {
		if warning := wary.Caution(l); warning != "" {
			foot = append(foot, "⚠️ "+warning)
		}
	}
	foot = append(foot, "-# "+w.Say("lobby.expires", "When", relative(l.Until)), l.promise())
	parts = append(parts, rule(), text(foot...))
	parts = append(parts,
		discord.Component{Type: discord.Row, Components: []discord.Component{
			button(discord.Success, "🪑", w.Say("lobby.button.join"), l.id(LobbyJoin)),
			button(discord.Primary, "▶️", w.Say("lobby.button.start"), l.id(LobbyStart)),
			button(discord.Secondary, "📖", w.Say("lobby.button.rules"), ID(VerbRules, l.Info.ID, "")),
		}},
		discord.Component{Type: discord.Row, Components: []discord.Component{
			button(discord.Secondary, "🚪", w.Say("lobby.button.leave"), l.id(LobbyLeave)),
			button(discord.Secondary, "🤖", w.Say("lobby.button.add"), l.id(LobbyAdd)),
			button(discord.Secondary, "🔌", w.Say("lobby.button.drop"), l.id(LobbyDrop)),
			button(discord.Secondary, "⚙️", w.Say("lobby.button.options"), l.id(LobbyOptions)),
			button(discord.Secondary, "❌", w.Say("lobby.button.cancel"), l.id(LobbyCancel)),
		}})
	return discord.Message{Components: []discord.Component{container(l.Game.Accent(), parts...)}}
}

func (l *Lobby) people() []string {
	w := l.Words
	lines := []string{"**" + w.Say("lobby.seats", "N", len(l.Seats), "Min", l.Info.Min, "Max", l.Info.Max) + "**"}
	for i, s := range l.Seats {
		mark := "🪑"
		if s.Computer {
			mark = "🤖"
		}
		line := mark + " " + s.Name
		if i == l.Host {
			line += " · 👑 " + w.Say("lobby.host")
		}
		lines = append(lines, line)
	}
	return lines
}

// promise shows the whole commitment: of a part of it the owner of the bot could make two secrets that fit, and choose
// between them when the seats are known.
func (l *Lobby) promise() string {
	return "-# " + l.Words.Say("lobby.commitment", "Hash", "`"+l.Commitment+"`")
}

// chosen lists what differs from the defaults.
func (l *Lobby) chosen() []string {
	w := l.Words
	lines := []string{"-# " + w.Say("lobby.pace", "Pace", w.Say("pace."+l.Pace+".name")) + " · " + w.Say("lang."+l.Lang)}
	for _, o := range l.Info.Options {
		if v := l.Options[o.ID]; v != "" && v != o.Values[0] {
			lines = append(lines, "-# ⚙️ "+l.option(o.ID, "name")+": "+l.value(o.ID, v))
		}
	}
	return lines
}

func (l *Lobby) option(id, what string) string {
	return l.Words.Say(l.Game.Prefix() + ".option." + id + "." + what)
}

func (l *Lobby) value(id, v string) string {
	return l.Words.Say(l.Game.Prefix() + ".option." + id + ".value." + v)
}

// OptionsPanel draws the host's private panel of options; picked is the option that is being explained, "" for none.
func (l *Lobby) OptionsPanel(picked string, langs, paces []string) discord.Message {
	w := l.Words
	parts := []discord.Component{text("### ⚙️ " + w.Say("lobby.options.title"))}
	if len(l.Info.Variants) > 1 {
		parts = append(parts, choose(l.id(LobbyVariant), w.Say("lobby.options.variant"), 1, 1, l.variants()))
	}
	parts = append(parts, choose(l.id(LobbyOption), w.Say("lobby.options.pick"), 1, 1, l.optionList(picked)))
	for _, o := range l.Info.Options {
		if o.ID == picked {
			parts = append(parts, rule(), text("**"+l.option(o.ID, "name")+"**", l.option(o.ID, "help")),
				choose(l.id(LobbyValue, o.ID), w.Say("lobby.options.value"), 1, 1, l.values(o)), rule())
		}
	}
	parts = append(parts, // a select that shows what is chosen hides what it is for
		text("**"+w.Say("lobby.options.pace")+"**"), choose(l.id(LobbyPace), w.Say("lobby.options.pace"), 1, 1, named(paces, l.Pace, func(p string) (string, string) {
			return w.Say("pace." + p + ".name"), w.Say("pace." + p + ".help")
		})),
		text("**"+w.Say("lobby.options.lang")+"**"), choose(l.id(LobbyLanguage), w.Say("lobby.options.lang"), 1, 1, named(langs, l.Lang, func(id string) (string, string) {
			return w.Say("lang." + id), ""
		})))
	parts = append(parts, text("**"+w.Say("lobby.options.fill")+"**"), choose(l.id(LobbyFill), w.Say("lobby.options.fill"), 1, 1, named(l.Fills, l.Fill, func(id string) (string, string) {
		return w.Say("fill." + id + ".name"), w.Say("fill." + id + ".help")
	})))
	if kick := l.guests(); len(kick) > 0 {
		parts = append(parts, choose(l.id(LobbyKick), w.Say("lobby.options.kick"), 1, 1, kick))
	}
	return discord.Message{Private: true, Components: []discord.Component{container(l.Game.Accent(), parts...)}}
}

// named makes the options of a select out of ids.
func named(ids []string, chosen string, words func(id string) (name, help string)) []discord.SelectOption {
	out := make([]discord.SelectOption, len(ids))
	for i, id := range ids {
		name, help := words(id)
		out[i] = discord.SelectOption{Label: clip(name, discord.MaxOptionText), Value: id, Description: clip(help, discord.MaxOptionText), Default: id == chosen}
	}
	return out
}

func (l *Lobby) variants() []discord.SelectOption {
	ids := make([]string, len(l.Info.Variants))
	for i, v := range l.Info.Variants {
		ids[i] = v.ID
	}
	return named(ids, "", func(id string) (string, string) {
		key := l.Game.Prefix() + ".variant." + id
		return l.Words.Say(key + ".name"), l.Words.Say(key + ".help")
	})
}

func (l *Lobby) optionList(picked string) []discord.SelectOption {
	ids := make([]string, len(l.Info.Options))
	for i, o := range l.Info.Options {
		ids[i] = o.ID
	}
	return named(ids, picked, func(id string) (string, string) {
		v := l.Options[id]
		for _, o := range l.Info.Options {
			if o.ID == id && v == "" {
				v = o.Values[0]
			}
		}
		return l.option(id, "name"), l.value(id, v)
	})
}

func (l *Lobby) values(o games.Setting) []discord.SelectOption {
	chosen := l.Options[o.ID]
	if chosen == "" {
		chosen = o.Values[0]
	}
	return named(o.Values, chosen, func(v string) (string, string) { return l.value(o.ID, v), "" })
}

// guests are the people whom the host may remove.
func (l *Lobby) guests() []discord.SelectOption {
	var out []discord.SelectOption
	for i, s := range l.Seats {
		if i != l.Host {
			out = append(out, discord.SelectOption{Label: plain(s.Name), Value: s.Key()})
		}
	}
	return out
}

// Started is what is left of the lobby when the game has begun: who plays, and where.
func (l *Lobby) Started(where string) discord.Message {
	names := make([]string, len(l.Seats))
	for i, s := range l.Seats {
		names[i] = s.Name
	}
	line := "### " + l.Game.Mark() + " " + l.Words.Say("game."+l.Info.ID+".name")
	return discord.Message{Components: []discord.Component{container(l.Game.Accent(),
		text(line, l.Words.Say("lobby.started", "Names", strings.Join(names, ", "), "Where", where),
			"-# "+l.Words.Say("lobby.commitment", "Hash", "`"+l.Commitment+"`")))}}
}
