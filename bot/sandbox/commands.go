package sandbox

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Command is a registered application command.
type Command struct {
	ID            string            `json:"id,omitempty"`
	ApplicationID string            `json:"application_id,omitempty"`
	GuildID       string            `json:"guild_id,omitempty"`
	Version       string            `json:"version,omitempty"`
	Type          int               `json:"type"`
	Name          string            `json:"name"`
	NameLocal     map[string]string `json:"name_localizations"`
	Description   string            `json:"description"`
	DescLocal     map[string]string `json:"description_localizations"`
	Options       []CommandOption   `json:"options,omitempty"`
	Permissions   *string           `json:"default_member_permissions"`
	DMPermission  *bool             `json:"dm_permission,omitempty"`
	Contexts      *[]int            `json:"contexts"`
	Integrations  []int             `json:"integration_types"`
	NSFW          bool              `json:"nsfw"`
}

// CommandOption is an option, sub-command or group of sub-commands.
type CommandOption struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	NameLocal    map[string]string `json:"name_localizations,omitempty"`
	Description  string            `json:"description"`
	DescLocal    map[string]string `json:"description_localizations,omitempty"`
	Required     bool              `json:"required,omitempty"`
	Choices      []CommandChoice   `json:"choices,omitempty"`
	Options      []CommandOption   `json:"options,omitempty"`
	ChannelTypes []int             `json:"channel_types,omitempty"`
	MinValue     *float64          `json:"min_value,omitempty"`
	MaxValue     *float64          `json:"max_value,omitempty"`
	MinLength    *int              `json:"min_length,omitempty"`
	MaxLength    *int              `json:"max_length,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"`
}

// CommandChoice is one of the values that an option offers.
type CommandChoice struct {
	Name      string            `json:"name"`
	NameLocal map[string]string `json:"name_localizations,omitempty"`
	Value     any               `json:"value"`
}

// commandBook keeps the commands by scope: "" is global, else a guild's id.
type commandBook struct {
	by     map[string][]*Command
	day    time.Time
	create map[string]int // commands made today, by scope
}

// Commands returns the commands that a person sees in a server: its own and the global ones.
func (g *Guild) Commands() []Command {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	return g.commands()
}

func (g *Guild) commands() []Command {
	list := []Command{}
	for _, scope := range []string{g.id, ""} {
		for _, c := range g.sb.commands.by[scope] {
			if !slices.ContainsFunc(list, func(o Command) bool { return o.Name == c.Name && o.Type == c.Type }) {
				list = append(list, *c)
			}
		}
	}
	return list
}

// commandScope is the guild of the request, or "" for global commands.
func (rq *request) commandScope() (string, *apiError) {
	if rq.r.PathValue("application") != rq.sb.appID {
		return "", fail(20012)
	}
	if rq.r.PathValue("guild") == "" {
		return "", nil
	}
	g, e := rq.guild()
	if e != nil {
		return "", fail(50001)
	}
	return g.id, nil
}

func listCommands(rq *request) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	scope, e := rq.commandScope()
	if e != nil {
		return nil, e
	}
	list := []any{}
	for _, c := range sb.commands.by[scope] {
		list = append(list, c.shown(rq.r.URL.Query().Get("with_localizations") == "true"))
	}
	return list, nil
}

// shown is the command with or without its dictionaries, as a list gives them.
func (c *Command) shown(localizations bool) any {
	if localizations {
		return c
	}
	var o object
	b, err := json.Marshal(c)
	if err != nil || json.Unmarshal(b, &o) != nil {
		return c
	}
	strip(o)
	return o
}

func strip(v any) {
	switch v := v.(type) {
	case object:
		delete(v, "name_localizations")
		delete(v, "description_localizations")
		for _, sub := range v {
			strip(sub)
		}
	case []any:
		for _, sub := range v {
			strip(sub)
		}
	}
}

// register puts a command in its scope, in place of one of the same name and type. The lock is held.
func (sb *Sandbox) register(scope string, c *Command, old *Command) *apiError {
	book := &sb.commands
	if book.by == nil {
		book.by, book.create = map[string][]*Command{}, map[string]int{}
	}
	if sb.now().Sub(book.day) >= 24*time.Hour {
		book.day = sb.now()
		clear(book.create)
	}
	list := book.by[scope]
	if old == nil {
		if i := slices.IndexFunc(list, func(o *Command) bool { return o.Name == c.Name && o.Type == c.Type }); i >= 0 {
			old = list[i]
		}
	}
	if old == nil {
		if over(book.create[scope], sb.cfg.Limits.CommandCreates) {
			e := fail(30034)
			e.retry, e.scope = book.day.Add(24*time.Hour).Sub(sb.now()).Seconds(), "user"
			return e
		}
		most := map[int]int{1: 100, 2: 15, 3: 15}[c.Type]
		n := 0
		for _, o := range list {
			if o.Type == c.Type {
				n++
			}
		}
		if n >= most {
			return &apiError{status: 400, code: 30032, text: "Maximum number of application commands reached (100)."}
		}
		book.create[scope]++
		c.ID = sb.newID()
	} else {
		c.ID = old.ID
	}
	c.ApplicationID, c.GuildID, c.Version = sb.appID, scope, sb.newID()
	if i := slices.IndexFunc(list, func(o *Command) bool { return o.ID == c.ID }); i >= 0 {
		list[i] = c
	} else {
		list = append(list, c)
	}
	book.by[scope] = list
	return nil
}

func (sb *Sandbox) commandsChanged() {
	sb.record(Change{Type: "COMMANDS", Data: object{}})
}

func overwriteCommands(rq *request) (any, *apiError) {
	var in []*commandBody
	if e := jsonError(json.Unmarshal(rq.body, &in)); e != nil {
		return nil, e
	}
	var f formErrors
	made := make([]*Command, len(in))
	names := map[string]bool{}
	for i, b := range in {
		made[i] = b.command()
		made[i].check(&f, indexed("", i))
		key := string(rune(made[i].Type)) + made[i].Name
		if names[key] {
			f.add(indexed("", i)+".name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		names[key] = true
	}
	if e := f.err(); e != nil {
		return nil, e
	}
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	scope, e := rq.commandScope()
	if e != nil {
		return nil, e
	}
	old := sb.commands.by[scope]
	if sb.commands.by != nil {
		sb.commands.by[scope] = slices.DeleteFunc(slices.Clone(old), func(c *Command) bool { return !names[string(rune(c.Type))+c.Name] })
	}
	for _, c := range made {
		if e := sb.register(scope, c, nil); e != nil {
			sb.commands.by[scope] = old
			return nil, e
		}
	}
	sb.commandsChanged()
	return made, nil
}

func createCommand(rq *request) (any, *apiError) {
	var in commandBody
	if e := rq.decode(&in); e != nil {
		return nil, e
	}
	c := in.command()
	var f formErrors
	if c.check(&f, ""); f.err() != nil {
		return nil, f.err()
	}
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	scope, e := rq.commandScope()
	if e != nil {
		return nil, e
	}
	if e := sb.register(scope, c, nil); e != nil {
		return nil, e
	}
	sb.commandsChanged()
	return created{c}, nil
}

func (rq *request) command() (*Command, string, *apiError) {
	scope, e := rq.commandScope()
	if e != nil {
		return nil, "", e
	}
	for _, c := range rq.sb.commands.by[scope] {
		if c.ID == rq.r.PathValue("command") {
			return c, scope, nil
		}
	}
	return nil, "", fail(10063)
}

func getCommand(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	c, _, e := rq.command()
	return asAny(c, e)
}

func editCommand(rq *request) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	old, scope, e := rq.command()
	if e != nil {
		return nil, e
	}
	in := commandBody{Command: *old}
	if e := rq.decode(&in); e != nil {
		return nil, e
	}
	c := in.command()
	c.Type = old.Type
	var f formErrors
	if c.check(&f, ""); f.err() != nil {
		return nil, f.err()
	}
	if e := sb.register(scope, c, old); e != nil {
		return nil, e
	}
	sb.commandsChanged()
	return c, nil
}

func deleteCommand(rq *request) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	c, scope, e := rq.command()
	if e != nil {
		return nil, e
	}
	sb.commands.by[scope] = slices.DeleteFunc(slices.Clone(sb.commands.by[scope]), func(o *Command) bool { return o == c })
	sb.commandsChanged()
	return nil, nil
}

// commandBody is a command as requests send it: permissions may be a number.
type commandBody struct {
	Command
	Permissions json.RawMessage `json:"default_member_permissions"`
}

func (b *commandBody) command() *Command {
	c := b.Command
	if c.Type == 0 {
		c.Type = 1
	}
	switch s := strings.Trim(string(b.Permissions), `"`); s {
	case "":
	case "null":
		c.Permissions = nil
	default:
		c.Permissions = &s
	}
	if c.Integrations == nil {
		c.Integrations = []int{0}
	}
	return &c
}
