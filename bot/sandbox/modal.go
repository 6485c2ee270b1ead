package sandbox

// Modal is a form that a person was shown.
type Modal struct {
	Interaction string      `json:"-"` // the id that opened it
	CustomID    string      `json:"custom_id"`
	Title       string      `json:"title"`
	Components  []Component `json:"components"`
}

// Fields returns the inputs and selects of the modal, in order.
func (m *Modal) Fields() []*Component {
	var list []*Component
	walk(m.Components, func(c *Component) {
		if c.interactive() {
			list = append(list, c)
		}
	})
	return list
}

// Field returns the field of the custom id, or nil.
func (m *Modal) Field(customID string) *Component {
	for _, c := range m.Fields() {
		if c.CustomID == customID {
			return c
		}
	}
	return nil
}

// check applies the documented limits of modals.
func (m *Modal) check(f *formErrors, prefix string) {
	f.length(prefix+"custom_id", m.CustomID, 1, 100)
	f.length(prefix+"title", m.Title, 1, 45)
	f.count(prefix+"components", len(m.Components), 1, 5)
	c := &form{formErrors: f, ids: map[string]string{}, nums: map[int]bool{}, modal: true}
	c.list(prefix+"components", m.Components, topModal)
}

// input checks a text input. In an action row it needs its own label (see row); in a Label component it has none.
func (f *form) input(path string, c *Component) {
	if c.Style != 1 && c.Style != 2 {
		f.add(path+".style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	}
	f.length(path+".placeholder", c.Placeholder, 0, 100)
	f.length(path+".value", c.Value, 0, 4000)
	least, most := 0, 4000
	if c.MinLength != nil {
		least = *c.MinLength
	}
	if c.MaxLength != nil {
		most = *c.MaxLength
	}
	if least < 0 || least > 4000 {
		f.add(path+".min_length", "NUMBER_TYPE_MAX", "int value should be between 0 and 4000.")
	}
	if most < 1 || most > 4000 || most < least {
		f.add(path+".max_length", "NUMBER_TYPE_MAX", "int value should be between max(1, min_length) and 4000.")
	}
}

// refuses says why the client would not let these values through; "" when it would.
func (c *Component) refuses(values []string) string {
	required := c.Required == nil || *c.Required
	if c.Type == TypeTextInput {
		text := ""
		if len(values) > 0 {
			text = values[0]
		}
		n := len([]rune(text))
		switch {
		case n == 0 && required:
			return "required"
		case n == 0:
			return ""
		case c.MinLength != nil && n < *c.MinLength:
			return "too short"
		case c.MaxLength != nil && n > *c.MaxLength || n > 4000:
			return "too long"
		}
		return ""
	}
	least, most := c.bounds()
	if len(values) == 0 && !required {
		return ""
	}
	if len(values) < least || len(values) > most {
		return "wrong number of choices"
	}
	if c.Type != TypeStringSelect {
		return ""
	}
	seen := map[string]bool{}
	for _, v := range values {
		if seen[v] {
			return "choice picked twice"
		}
		seen[v] = true
		found := false
		for _, o := range c.Options {
			found = found || o.Value == v
		}
		if !found {
			return "no such choice"
		}
	}
	return ""
}
