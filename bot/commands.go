package bot

import (
	"context"
	"encoding/json"
	"errors"

	"kumpas/bot/discord"
	"kumpas/bot/fair"
	"kumpas/locales"
	"kumpas/store"
)

// command is a slash command or one of its parts, as Discord's API takes it.
type command struct {
	Type        int               `json:"type"`
	Name        string            `json:"name"`
	NameIn      map[string]string `json:"name_localizations,omitempty"`
	Description string            `json:"description"`
	DescIn      map[string]string `json:"description_localizations,omitempty"`
	Options     []command         `json:"options,omitempty"`
	Required    bool              `json:"required,omitempty"`
	Choices     []commandChoice   `json:"choices,omitempty"`
	MinValue    *int              `json:"min_value,omitempty"`
	MaxValue    *int              `json:"max_value,omitempty"`
	Channels    []int             `json:"channel_types,omitempty"`
	Complete    bool              `json:"autocomplete,omitempty"`
	// Of a whole command.
	Permissions  *int64 `json:"default_member_permissions,omitempty"`
	Contexts     []int  `json:"contexts,omitempty"`
	Integrations []int  `json:"integration_types,omitempty"`
}

type commandChoice struct {
	Name   string            `json:"name"`
	NameIn map[string]string `json:"name_localizations,omitempty"`
	Value  string            `json:"value"`
}

// Discord's numbers for the types of options.
const (
	chatInput     = 1
	subCommand    = 1
	stringOption  = 3
	integerOption = 4
	booleanOption = 5
	userOption    = 6
	channelOption = 7
)

// commandSet builds the commands in all languages from the words. English is the default name of everything.
type commandSet struct {
	words *locales.Bundle
	games Games
}

// option describes a part of a command; its words stand under cmd.<path>.
type option struct {
	name     string
	kind     int
	required bool
	choices  []commandChoice
	options  []option
	max      int
	channels []int
	complete bool
}

// commands are all commands of the bot, as the body of a bulk registration.
func (b *Bot) commands() ([]byte, error) {
	c := commandSet{words: b.Words, games: b.Games}
	game := option{name: "game", kind: stringOption, choices: c.gameChoices()}
	required := game
	required.required = true
	var all []command
	for _, o := range []option{
		{name: "play", options: []option{required, {name: "language", kind: stringOption, choices: c.langChoices()}, {name: "thread", kind: booleanOption}}},
		{name: "hand"},
		{name: "table", options: []option{
			{name: "show", kind: subCommand}, {name: "leave", kind: subCommand},
			{name: "remove", kind: subCommand, options: []option{{name: "player", kind: userOption, required: true}}},
			{name: "pause", kind: subCommand}, {name: "resume", kind: subCommand}, {name: "end", kind: subCommand}, {name: "history", kind: subCommand},
		}},
		{name: "rules", options: []option{game, {name: "topic", kind: stringOption, complete: true}}},
		{name: "me", options: []option{
			{name: "mentions", kind: subCommand, options: []option{{name: "state", kind: booleanOption, required: true}}},
			{name: "privacy", kind: subCommand}, {name: "delete", kind: subCommand},
		}},
		{name: "settings", options: []option{
			{name: "show", kind: subCommand},
			{name: "language", kind: subCommand, options: []option{{name: "language", kind: stringOption, required: true, choices: append(c.langChoices(), c.autoChoice())}}},
			{name: "pace", kind: subCommand, options: []option{{name: "pace", kind: stringOption, required: true, choices: c.paceChoices()}}},
			{name: "channels", kind: subCommand, options: []option{{name: "channel", kind: channelOption, channels: []int{0, 5}}}},
			{name: "threads", kind: subCommand, options: []option{{name: "state", kind: booleanOption, required: true}}},
			{name: "tables", kind: subCommand, options: []option{{name: "count", kind: integerOption, required: true, max: maxTables}}},
		}},
	} {
		o.kind = chatInput
		cmd := c.build("cmd."+o.name, o)
		cmd.Contexts, cmd.Integrations = []int{0}, []int{0}
		if o.name == "settings" {
			manage := int64(discord.ManageGuild)
			cmd.Permissions = &manage
		}
		all = append(all, cmd)
	}
	return json.Marshal(all)
}

func (c commandSet) build(path string, o option) command {
	cmd := command{Type: o.kind, Required: o.required, Choices: o.choices, Channels: o.channels, Complete: o.complete}
	cmd.Name, cmd.NameIn = c.everywhere(path + ".name")
	cmd.Description, cmd.DescIn = c.everywhere(path + ".desc")
	if o.max > 0 {
		least := 1
		cmd.MinValue, cmd.MaxValue = &least, &o.max
	}
	for _, part := range o.options {
		cmd.Options = append(cmd.Options, c.build(path+"."+part.name, part))
	}
	return cmd
}

// everywhere returns a text in English and in every locale of Discord that is spoken here.
func (c commandSet) everywhere(key string, args ...any) (string, map[string]string) {
	in := map[string]string{}
	for _, lang := range c.words.Langs() {
		w := c.words.For(lang)
		for _, locale := range w.Locales() {
			in[locale] = w.Say(key, args...)
		}
	}
	return c.words.For("en").Say(key, args...), in
}

func (c commandSet) choices(values []string, key func(string) string) []commandChoice {
	out := make([]commandChoice, len(values))
	for i, v := range values {
		out[i].Value = v
		out[i].Name, out[i].NameIn = c.everywhere(key(v))
	}
	return out
}

func (c commandSet) gameChoices() []commandChoice {
	var ids []string
	for _, g := range c.games {
		ids = append(ids, g.Engine.Info().ID)
	}
	return c.choices(ids, func(id string) string { return "game." + id + ".name" })
}

func (c commandSet) langChoices() []commandChoice {
	return c.choices(c.words.Langs(), func(id string) string { return "lang." + id })
}

func (c commandSet) autoChoice() commandChoice {
	return c.choices([]string{langAuto}, func(string) string { return "settings.language.auto" })[0]
}

func (c commandSet) paceChoices() []commandChoice {
	var ids []string
	for _, p := range paces {
		ids = append(ids, string(p))
	}
	return c.choices(ids, func(id string) string { return "pace." + id + ".name" })
}

// registered is the setting that remembers which commands were registered last.
const registered = "commands"

// Register registers the commands in bulk if they are not the ones registered last. Errors are Discord's or the store's.
func (b *Bot) Register(ctx context.Context) error {
	body, err := b.commands()
	if err != nil {
		return err
	}
	last, err := b.store.Setting(ctx, store.SettingProgram, registered)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	app, _, err := b.client.Me(ctx)
	if err != nil {
		return err
	}
	mark := []byte(app + " " + fair.Commitment(body))
	if string(last) == string(mark) {
		return nil
	}
	if err := b.client.PutCommands(ctx, body); err != nil {
		return err
	}
	return b.store.SetSetting(ctx, store.SettingProgram, registered, mark)
}
