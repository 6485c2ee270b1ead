package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// resolver gathers the users, members, roles and channels that an interaction names.
type resolver struct {
	g *Guild
	o object
}

func (r *resolver) put(kind, id string, v any) {
	m, ok := r.o[kind].(object)
	if !ok {
		m = object{}
		r.o[kind] = m
	}
	m[id] = v
}

func (r *resolver) user(id string) bool {
	u := r.g.sb.users[id]
	if u == nil {
		return false
	}
	r.put("users", id, u.object())
	if r.g.members[id] != nil {
		m := r.g.memberObject(id, object{"permissions": r.g.permissions(id, nil).String()})
		delete(m, "user")
		r.put("members", id, m)
	}
	return true
}

func (r *resolver) role(id string) bool {
	role := r.g.roles[id]
	if role != nil {
		r.put("roles", id, role.object())
	}
	return role != nil
}

func (r *resolver) channel(id string) bool {
	ch := r.g.sb.channels[id]
	if ch == nil || ch.guild != r.g {
		return false
	}
	r.put("channels", id, ch.partial(r.g.sb.bot.id))
	return true
}

// values resolves the ids of a select.
func (r *resolver) values(typ int, ids []string) error {
	find := map[int]func(string) bool{
		TypeUserSelect: r.user, TypeRoleSelect: r.role, TypeChannelSelect: r.channel,
		TypeMentionableSelect: func(id string) bool { return r.user(id) || r.role(id) },
	}[typ]
	for _, id := range ids {
		if find != nil && !find(id) {
			return fmt.Errorf("%w: %q", ErrValues, id)
		}
	}
	return nil
}

// options fits what a person gave to what a command takes. While he is still typing, required ones may be missing.
func (r *resolver) options(defs []CommandOption, given []Option, typing bool) ([]object, error) {
	var list []object
	used := map[string]bool{}
	for _, o := range given {
		i := slices.IndexFunc(defs, func(d CommandOption) bool { return d.Name == o.Name })
		if i < 0 || used[o.Name] {
			return nil, fmt.Errorf("%w: option %q", ErrNoCommand, o.Name)
		}
		used[o.Name] = true
		d := &defs[i]
		out := object{"name": d.Name, "type": d.Type}
		if d.Type == optSubCommand || d.Type == optGroup {
			sub, err := r.options(d.Options, o.Options, typing)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", d.Name, err)
			}
			out["options"] = sub
			if sub == nil {
				out["options"] = []object{}
			}
			if len(given) > 1 {
				return nil, fmt.Errorf("%w: more than one sub-command", ErrNoCommand)
			}
		} else {
			v, err := r.value(d, o.Value, o.Focused)
			if err != nil {
				return nil, fmt.Errorf("option %s: %w", d.Name, err)
			}
			out["value"] = v
			if o.Focused {
				out["focused"] = true
			}
		}
		list = append(list, out)
	}
	for _, d := range defs {
		if sub := d.Type == optSubCommand || d.Type == optGroup; sub && len(given) == 0 {
			return nil, fmt.Errorf("%w: a sub-command is needed", ErrNoCommand)
		}
		if d.Required && !used[d.Name] && !typing {
			return nil, fmt.Errorf("%w: option %q is required", ErrValues, d.Name)
		}
	}
	return list, nil
}

// value is an option's value as the gateway sends it.
func (r *resolver) value(d *CommandOption, v any, typing bool) (any, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var plain any
	if err := json.Unmarshal(b, &plain); err != nil {
		return nil, err
	}
	s, text := plain.(string)
	n, number := plain.(float64)
	_, yes := plain.(bool)
	if typing {
		return s, nil
	}
	bad := fmt.Errorf("%w: %v", ErrValues, v)
	switch d.Type {
	case optString:
		l := len([]rune(s))
		if !text || d.MinLength != nil && l < *d.MinLength || d.MaxLength != nil && l > *d.MaxLength || l > 6000 {
			return nil, bad
		}
	case optInteger, optNumber:
		if !number || d.Type == optInteger && n != float64(int64(n)) || d.MinValue != nil && n < *d.MinValue || d.MaxValue != nil && n > *d.MaxValue {
			return nil, bad
		}
	case optBoolean:
		if !yes {
			return nil, bad
		}
	default:
		kinds := map[int]int{optUser: TypeUserSelect, optChannel: TypeChannelSelect, optRole: TypeRoleSelect, 9: TypeMentionableSelect}
		if !text {
			return nil, bad
		}
		if err := r.values(kinds[d.Type], []string{s}); err != nil {
			return nil, err
		}
	}
	if len(d.Choices) > 0 && !slices.ContainsFunc(d.Choices, func(c CommandChoice) bool { return c.Value == plain }) {
		return nil, bad
	}
	return plain, nil
}

// form is a submitted modal's components with their values.
func (r *resolver) form(list []Component, values map[string][]string) []object {
	out := []object{}
	for i := range list {
		c := &list[i]
		o := object{"type": c.Type, "id": c.ID}
		switch {
		case c.Type == TypeActionRow:
			o["components"] = r.form(c.Components, values)
		case c.Type == TypeLabel && c.Component != nil:
			o["component"] = r.form([]Component{*c.Component}, values)[0]
		case c.Type == TypeTextInput:
			o["custom_id"], o["value"] = c.CustomID, ""
			if v := values[c.CustomID]; len(v) > 0 {
				o["value"] = v[0]
			}
		case c.isSelect():
			o["custom_id"], o["values"] = c.CustomID, append([]string{}, values[c.CustomID]...)
			if c.Type != TypeStringSelect {
				for _, id := range values[c.CustomID] {
					if r.values(c.Type, []string{id}) != nil {
						continue // somebody who has gone meanwhile
					}
				}
			}
		}
		out = append(out, o)
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
