package bot

import (
	"bytes"
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// fields are the JSON fields of Go types, "person.quiet"; false are those that no text has had so far.
type fields map[string]bool

// read reads a text into v, refuses fields that v does not know, and notes those that there are.
func (f fields) read(t testing.TB, data []byte, v any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		t.Errorf("%v in %.300s", err, data)
	}
	f.expect(reflect.TypeOf(v))
	f.note(reflect.TypeOf(v), data)
}

// missing are the fields that no text has had, but those.
func (f fields) missing(but ...string) (names []string) {
	for name, had := range f {
		if !had && !slices.Contains(but, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// expect adds the fields of a type and of all that it holds.
func (f fields) expect(t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		f.expect(t.Elem())
	case reflect.Struct:
		for name, of := range named(t) {
			if _, known := f[t.Name()+"."+name]; !known {
				f[t.Name()+"."+name] = false
				f.expect(of)
			}
		}
	}
}

// note notes the fields that a text of a type has.
func (f fields) note(t reflect.Type, data []byte) {
	switch t.Kind() {
	case reflect.Pointer:
		f.note(t.Elem(), data)
	case reflect.Slice, reflect.Array:
		var all []json.RawMessage
		if json.Unmarshal(data, &all) == nil {
			for _, one := range all {
				f.note(t.Elem(), one)
			}
		}
	case reflect.Map, reflect.Struct:
		var all map[string]json.RawMessage
		if json.Unmarshal(data, &all) != nil {
			return
		}
		if t.Kind() == reflect.Map {
			for _, one := range all {
				f.note(t.Elem(), one)
			}
			return
		}
		for name, of := range named(t) {
			if one := all[name]; one != nil {
				f[t.Name()+"."+name] = true
				f.note(of, one)
			}
		}
	}
}

// named are the fields of a struct by their names in JSON; none if it has an encoding of its own, such as a time.
func named(t reflect.Type) map[string]reflect.Type {
	out := map[string]reflect.Type{}
	for _, own := range []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()} {
		if t.Implements(own) || reflect.PointerTo(t).Implements(own) {
			return out
		}
	}
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && name == "":
			inner := field.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			for name, of := range named(inner) {
				out[name] = of
			}
		case !field.IsExported() || name == "-":
		case name == "":
			out[field.Name] = field.Type
		default:
			out[name] = field.Type
		}
	}
	return out
}
