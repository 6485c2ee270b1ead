package discord

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func row(c ...Component) Component { return Component{Type: Row, Components: c} }
func box(c ...Component) Component { return Component{Type: Container, Components: c} }
func says(s string) Component      { return Component{Type: Text, Content: s} }
func push(id string) Component {
	return Component{Type: Button, Style: Primary, Label: "Tamam", CustomID: id}
}
func message(c ...Component) Message { return Message{Components: c} }
func ptr[T any](v T) *T              { return &v }

func pick(id string, n int) Component {
	c := Component{Type: StringSelect, CustomID: id}
	for i := range n {
		c.Options = append(c.Options, SelectOption{Label: fmt.Sprint("seçenek ", i), Value: fmt.Sprint(i)})
	}
	return c
}

func with(c Component, change func(*Component)) Component {
	change(&c)
	return c
}

func many(n int, make func(i int) Component) []Component {
	list := []Component{}
	for i := range n {
		list = append(list, make(i))
	}
	return list
}

// Each of Discord's limits, at its edge and one beyond. ş is one character and two bytes: limits count characters.
func TestMessageCheck(t *testing.T) {
	long := func(n int) string { return strings.Repeat("ş", n) }
	tests := []struct {
		name  string
		msg   Message
		limit string // part of the error; "" if the message is good
	}{
		{"no components", message(), "without components"},
		{"40 components", message(many(40, func(int) Component { return says("x") })...), ""},
		{"41 components", message(many(41, func(int) Component { return says("x") })...), "components of a message: 41, the limit is 40"},
		{"nested components count", message(box(many(40, func(int) Component { return says("x") })...)), "components of a message: 41"},
		{"a section's button counts", message(box(many(13, func(i int) Component {
			return Component{Type: Section, Components: []Component{says("x")}, Accessory: ptr(push(fmt.Sprint(i)))}
		})...), says("x")), "components of a message: 41"},
		{"text of 4000", message(says(long(3000)), box(says(long(1000)))), ""},
		{"text of 4001", message(says(long(3000)), box(says(long(1001)))), "text of a message: 4001, the limit is 4000"},
		{"empty text", message(says("")), "empty text display"},

		{"custom id of 100", message(row(push(long(100)))), ""},
		{"custom id of 101", message(row(push(long(101)))), "custom id: 101, the limit is 100"},
		{"no custom id", message(row(push(""))), "empty custom id"},
		{"one custom id twice", message(row(push("a")), box(row(push("a")))), "two components with one custom id"},

		{"5 buttons in a row", message(row(many(5, func(i int) Component { return push(fmt.Sprint(i)) })...)), ""},
		{"6 buttons in a row", message(row(many(6, func(i int) Component { return push(fmt.Sprint(i)) })...)), "components of a row: 6, the limit is 5"},
		{"empty row", message(row()), "empty row"},
		{"select beside a button", message(row(pick("s", 1), push("b"))), "shares its row"},
		{"text in a row", message(row(says("x"))), "type 10 inside type 1"},
		{"button outside a row", message(push("a")), "type 2 inside type 0"},
		{"container in a container", message(box(box(says("x")))), "type 17 inside type 17"},
		{"empty container", message(box()), "empty container"},
		{"text input in a message", message(row(Component{Type: TextInput, CustomID: "a", Style: Short})), "type 4 inside type 1"},
		{"colour", message(with(box(says("x")), func(c *Component) { c.AccentColor = ptr(0x1000000) })), "accent colour"},
		{"separator", message(Component{Type: Separator, Spacing: 3}), "spacing"},

		{"button label of 80", message(row(with(push("a"), func(c *Component) { c.Label = long(80) }))), ""},
		{"button label of 81", message(row(with(push("a"), func(c *Component) { c.Label = long(81) }))), "button label: 81, the limit is 80"},
		{"button without label", message(row(with(push("a"), func(c *Component) { c.Label = " " }))), "without label"},
		{"button with emoji alone", message(row(with(push("a"), func(c *Component) { c.Label, c.Emoji = "", &Emoji{"🃏"} }))), ""},
		{"button without style", message(row(with(push("a"), func(c *Component) { c.Style = 0 }))), "button style"},
		{"link", message(row(Component{Type: Button, Style: Link, Label: "x", URL: "https://example.org"})), ""},
		{"link without address", message(row(Component{Type: Button, Style: Link, Label: "x"})), "empty button address"},
		{"link with custom id", message(row(Component{Type: Button, Style: Link, Label: "x", URL: "https://x", CustomID: "a"})), "link button with a custom id"},
		{"address on a button", message(row(with(push("a"), func(c *Component) { c.URL = "https://x" }))), "no link"},

		{"25 options", message(row(pick("s", 25))), ""},
		{"26 options", message(row(pick("s", 26))), "options of a select: 26, the limit is 25"},
		{"no options", message(row(pick("s", 0))), "without options"},
		{"option label of 101", message(row(with(pick("s", 1), func(c *Component) { c.Options[0].Label = long(101) }))), "option label: 101"},
		{"option value of 101", message(row(with(pick("s", 1), func(c *Component) { c.Options[0].Value = long(101) }))), "option value: 101"},
		{"option description of 101", message(row(with(pick("s", 1), func(c *Component) { c.Options[0].Description = long(101) }))), "option description: 101"},
		{"one value twice", message(row(with(pick("s", 2), func(c *Component) { c.Options[0].Value = "1" }))), "two options with one value"},
		{"placeholder of 151", message(row(with(pick("s", 1), func(c *Component) { c.Placeholder = long(151) }))), "placeholder: 151, the limit is 150"},
		{"more values than options", message(row(with(pick("s", 2), func(c *Component) { c.MaxValues = 3 }))), "values of a select beside its options: 3, the limit is 2"},
		{"least over most", message(row(with(pick("s", 3), func(c *Component) { c.MinValues, c.MaxValues = ptr(2), 1 }))), "at least more"},
		{"two preselected of one", message(row(with(pick("s", 2), func(c *Component) { c.Options[0].Default, c.Options[1].Default = true, true }))), "preselected options: 2"},
		{"user select", message(row(Component{Type: UserSelect, CustomID: "u"})), ""},
		{"user select of 26", message(row(Component{Type: UserSelect, CustomID: "u", MaxValues: 26})), "values of a select: 26"},

		{"section without button", message(Component{Type: Section, Components: []Component{says("x")}}), "without a button"},
		{"section of 4 texts", message(Component{Type: Section, Accessory: ptr(push("a")), Components: many(4, func(int) Component { return says("x") })}), "texts of a section: 4"},
		{"gallery of 11", message(Component{Type: MediaGallery, Items: make([]MediaItem, 11)}), "pictures of a gallery: 11"},
		{"picture without address", message(Component{Type: MediaGallery, Items: make([]MediaItem, 1)}), "without an address"},

		{"nonce of 25", Message{Components: []Component{says("x")}, Nonce: strings.Repeat("n", 25)}, ""},
		{"nonce of 26", Message{Components: []Component{says("x")}, Nonce: strings.Repeat("n", 26)}, "nonce: 26, the limit is 25"},
		{"101 mentions", Message{Components: []Component{says("x")}, Mentions: make([]string, 101)}, "mentions: 101"},
		{"11 files", Message{Components: []Component{says("x")}, Files: make([]File, 11)}, "files: 11"},
		{"two files of one name", Message{Components: []Component{says("x")}, Files: []File{{Name: "a"}, {Name: "a"}}}, "file names"},
		{"file too large", Message{Components: []Component{says("x")}, Files: []File{{"a", make([]byte, 10<<20+1)}}}, "file size"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { wantLimit(t, tt.msg.Check(), tt.limit) })
	}
}

func wantLimit(t *testing.T, err error, limit string) {
	t.Helper()
	var le *LimitError
	switch {
	case limit == "" && err != nil:
		t.Errorf("refused: %v", err)
	case limit != "" && !errors.As(err, &le):
		t.Errorf("got %v, want a LimitError about %q", err, limit)
	case limit != "" && !strings.Contains(err.Error(), limit):
		t.Errorf("got %q, want %q", err, limit)
	}
}

func TestModalCheck(t *testing.T) {
	input := func(change func(*Component)) Component {
		in := Component{Type: TextInput, CustomID: "f", Style: Short}
		change(&in)
		return in
	}
	field := func(in Component) Component { return Component{Type: Label, Label: "Ad", Component: &in} }
	form := func(fields ...Component) Modal { return Modal{CustomID: "m", Title: "Form", Components: fields} }
	plain := field(input(func(*Component) {}))
	tests := []struct {
		name  string
		modal Modal
		limit string
	}{
		{"good", form(plain, says("açıklama"), field(pick("s", 3))), ""},
		{"no fields", form(), "without fields"},
		{"6 fields", form(many(6, func(i int) Component {
			return field(input(func(c *Component) { c.CustomID = fmt.Sprint(i) }))
		})...), "fields of a modal: 6, the limit is 5"},
		{"title of 46", Modal{CustomID: "m", Title: strings.Repeat("ş", 46), Components: []Component{plain}}, "modal title: 46, the limit is 45"},
		{"no title", Modal{CustomID: "m", Components: []Component{plain}}, "empty modal title"},
		{"no custom id", Modal{Title: "x", Components: []Component{plain}}, "empty custom id"},
		{"label of 46", form(with(plain, func(c *Component) { c.Label = strings.Repeat("ş", 46) })), "field label: 46"},
		{"no label", form(with(plain, func(c *Component) { c.Label = "" })), "empty field label"},
		{"description of 101", form(with(plain, func(c *Component) { c.Description = strings.Repeat("ş", 101) })), "field description: 101"},
		{"label without field", form(Component{Type: Label, Label: "x"}), "label without a field"},
		{"button in a label", form(field(push("b"))), "type 2 inside type 18"},
		{"button in a modal", form(row(push("b"))), "type 1 in a modal"},
		{"input with a label of its own", form(field(input(func(c *Component) { c.Label = "x" }))), "label of its own"},
		{"input without style", form(field(input(func(c *Component) { c.Style = 0 }))), "text input style"},
		{"value of 4001", form(field(input(func(c *Component) { c.Value = strings.Repeat("ş", 4001) }))), "value of a text input: 4001"},
		{"length of 4001", form(field(input(func(c *Component) { c.MaxLength = 4001 }))), "text input: 4001"},
		{"least over most", form(field(input(func(c *Component) { c.MinLength, c.MaxLength = 5, 4 }))), "at least more"},
		{"placeholder of 101", form(field(input(func(c *Component) { c.Placeholder = strings.Repeat("ş", 101) }))), "placeholder of a text input: 101"},
		{"one custom id twice", form(plain, plain), "two components with one custom id"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { wantLimit(t, tt.modal.Check(), tt.limit) })
	}
}
