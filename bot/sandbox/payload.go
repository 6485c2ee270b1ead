package sandbox

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// payload is the body of any request that makes or edits a message.
type payload struct {
	Content         patch[string]      `json:"content"`
	Embeds          patch[[]Embed]     `json:"embeds"`
	Components      patch[[]Component] `json:"components"`
	Flags           *int               `json:"flags"`
	TTS             bool               `json:"tts"`
	AllowedMentions *mentionRules      `json:"allowed_mentions"`
	Attachments     *[]attachmentRef   `json:"attachments"`
	Nonce           json.RawMessage    `json:"nonce"`
	EnforceNonce    bool               `json:"enforce_nonce"`
	Reference       *Reference         `json:"message_reference"`

	// of callbacks that offer choices or open a modal
	Choices  *[]CommandChoice `json:"choices"`
	CustomID string           `json:"custom_id"`
	Title    string           `json:"title"`
}

// patch is a field that a body may leave out (it stays as it was), or set to null (it is emptied).
type patch[T any] struct {
	set   bool
	value T
}

func (p *patch[T]) UnmarshalJSON(b []byte) error {
	p.set = true
	if string(b) == "null" {
		return nil
	}
	return json.Unmarshal(b, &p.value)
}

type attachmentRef struct {
	ID          json.RawMessage `json:"id"`
	Filename    string          `json:"filename"`
	Description *string         `json:"description"`
}

func (a *attachmentRef) id() string { return strings.Trim(string(a.ID), `"`) }

type mentionRules struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

// place is where a message is made or edited; it decides which flags count.
type place int

const (
	inChannel   place = iota // POST /channels/.../messages
	inAnswer                 // callback types 4 and 7, follow-ups
	inEdit                   // PATCH
	inDeferring              // callback type 5
)

// settable are the flags that count at a place; Discord ignores others.
var settable = map[place]int{
	inChannel:   FlagSuppressEmbeds | FlagSuppressNotifications | FlagComponentsV2,
	inAnswer:    FlagSuppressEmbeds | FlagSuppressNotifications | FlagComponentsV2 | FlagEphemeral,
	inEdit:      FlagSuppressEmbeds | FlagComponentsV2,
	inDeferring: FlagEphemeral,
}

// draft is a message's content on the way, merged of what it was and what the body says.
type draft struct {
	content    string
	embeds     []Embed
	components []Component
	flags      int
}

// merge lays the body over what the message was (nil: a new one) and checks the result.
func (p *payload) merge(old *Message, at place, prefix string) (draft, *apiError) {
	d := draft{embeds: []Embed{}, components: []Component{}}
	if old != nil && !old.Loading() {
		d = draft{old.Content, old.Embeds, old.Components, old.Flags}
	} else if old != nil {
		d.flags = old.Flags &^ FlagLoading
	}
	var f formErrors
	if p.Flags != nil {
		want := *p.Flags & settable[at] &^ FlagEphemeral
		if old != nil && old.Flags&FlagComponentsV2 != 0 && want&FlagComponentsV2 == 0 {
			f.add(prefix+"flags", "MESSAGE_FLAGS_COMPONENTS_V2_IMMUTABLE", "IS_COMPONENTS_V2 cannot be removed from a message.")
		}
		d.flags = d.flags&^(FlagSuppressEmbeds|FlagComponentsV2) | want
	}
	if p.Content.set {
		d.content = p.Content.value
	}
	if p.Embeds.set {
		d.embeds = append([]Embed{}, p.Embeds.value...)
	}
	if p.Components.set {
		d.components = append([]Component{}, p.Components.value...)
	}
	d.check(&f, prefix)
	if e := f.err(); e != nil {
		return d, e
	}
	if p.Components.set {
		complete(d.components)
	}
	return d, nil
}

// empty reports whether there is nothing to show.
func (d *draft) empty() bool {
	return strings.TrimSpace(d.content) == "" && len(d.embeds) == 0 && len(d.components) == 0
}

// check applies the documented limits of messages.
func (d *draft) check(f *formErrors, prefix string) {
	f.length(prefix+"content", d.content, 0, 2000)
	if d.flags&FlagComponentsV2 != 0 {
		if d.content != "" {
			f.add(prefix+"content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
		if len(d.embeds) > 0 {
			f.add(prefix+"embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'embeds' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
	}
	checkEmbeds(f, prefix+"embeds", d.embeds)
	checkComponents(f, prefix+"components", d.components, d.flags&FlagComponentsV2 != 0)
}

func checkEmbeds(f *formErrors, path string, embeds []Embed) {
	f.count(path, len(embeds), 0, 10)
	total := 0
	text := func(where, s string, least, most int) {
		f.length(where, s, least, most)
		total += len([]rune(s))
	}
	for i, e := range embeds {
		at := fmt.Sprintf("%s.%d.", path, i)
		text(at+"title", e.Title, 0, 256)
		text(at+"description", e.Description, 0, 4096)
		if e.Footer != nil {
			text(at+"footer.text", e.Footer.Text, 1, 2048)
		}
		if e.Author != nil {
			text(at+"author.name", e.Author.Name, 1, 256)
		}
		f.count(at+"fields", len(e.Fields), 0, 25)
		for j, field := range e.Fields {
			text(fmt.Sprintf("%sfields.%d.name", at, j), field.Name, 1, 256)
			text(fmt.Sprintf("%sfields.%d.value", at, j), field.Value, 1, 1024)
		}
		if e.Title == "" && e.Description == "" && e.Author == nil && e.Footer == nil && len(e.Fields) == 0 && e.Image == nil && e.Thumbnail == nil {
			f.add(strings.TrimSuffix(at, "."), "BASE_TYPE_REQUIRED", "An embed needs something to show")
		}
	}
	if total > 6000 {
		f.add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
}

var (
	userMention = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention = regexp.MustCompile(`<@&(\d+)>`)
	everyone    = regexp.MustCompile(`@(everyone|here)\b`)
)

// mentions finds who is pinged by a text under the rules. loose is set when the text would ping but no rules were given.
type mentions struct {
	users    []string
	roles    []string
	everyone bool
	loose    bool
}

func findMentions(text string, rules *mentionRules) mentions {
	var m mentions
	parse := map[string]bool{"users": rules == nil, "roles": rules == nil, "everyone": rules == nil}
	named := map[string]bool{}
	if rules != nil {
		for _, p := range rules.Parse {
			parse[p] = true
		}
		for _, id := range append(append([]string{}, rules.Users...), rules.Roles...) {
			named[id] = true
		}
	}
	seen := map[string]bool{}
	for _, hit := range userMention.FindAllStringSubmatch(text, -1) {
		if id := hit[1]; !seen[id] && (parse["users"] || named[id]) {
			seen[id] = true
			m.users = append(m.users, id)
		}
	}
	for _, hit := range roleMention.FindAllStringSubmatch(text, -1) {
		if id := hit[1]; !seen[id] && (parse["roles"] || named[id]) {
			seen[id] = true
			m.roles = append(m.roles, id)
		}
	}
	m.everyone = parse["everyone"] && everyone.MatchString(text)
	m.loose = rules == nil && (m.everyone || len(m.users)+len(m.roles) > 0)
	return m
}

// check applies Discord's own limits of allowed_mentions.
func (r *mentionRules) check(f *formErrors, path string) {
	if r == nil {
		return
	}
	f.count(path+".users", len(r.Users), 0, 100)
	f.count(path+".roles", len(r.Roles), 0, 100)
	for _, p := range r.Parse {
		if p == "users" && len(r.Users) > 0 || p == "roles" && len(r.Roles) > 0 {
			f.add(path+".parse", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", p, p)
		}
	}
}

// spoken is all text of a draft that can mention somebody.
func (d *draft) spoken() string {
	var b strings.Builder
	b.WriteString(d.content)
	walk(d.components, func(c *Component) {
		if c.Type == TypeTextDisplay {
			b.WriteByte('\n')
			b.WriteString(c.Content)
		}
	})
	return b.String()
}
