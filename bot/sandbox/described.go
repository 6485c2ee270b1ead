package sandbox

import (
	"encoding/json"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/message"
)

// What is done to the description before it is compiled. The validator compares numbers as
// fractions and tries every alternative of a union, which made one large message cost 10 ms; so the types
// become words, and unions lead to their one alternative by the type.

// closeObjects lets no object have keys that it does not describe. Parts of an allOf
// describe one object together and are left open.
func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		_, described := v["properties"].(map[string]any)
		_, open := v["additionalProperties"]
		if _, partial := v["allOf"]; described && !open && !partial {
			v["additionalProperties"] = false
		}
		for k, sub := range v {
			if k != "allOf" {
				closeObjects(sub)
			}
		}
	case []any:
		for _, sub := range v {
			closeObjects(sub)
		}
	}
}

// wordTypes turns the numbers of every "type" into words: comparing these is cheap.
func wordTypes(v any, named map[string]any) {
	switch v := v.(type) {
	case map[string]any:
		if properties, ok := v["properties"].(map[string]any); ok && properties["type"] != nil {
			properties["type"] = wordType(properties["type"], named)
		}
		for _, sub := range v {
			wordTypes(sub, named)
		}
	case []any:
		for _, sub := range v {
			wordTypes(sub, named)
		}
	}
}

// wordType is a schema for the word of what a schema takes as number.
func wordType(v any, named map[string]any) any {
	s, ok := v.(map[string]any)
	if !ok {
		return v
	}
	if enum, ok := s["enum"].([]any); ok {
		words := make([]any, len(enum))
		for i, value := range enum {
			words[i] = value
			if n, ok := value.(json.Number); ok {
				words[i] = n.String()
			}
		}
		return map[string]any{"enum": words}
	}
	if n, ok := s["const"].(json.Number); ok {
		return map[string]any{"const": n.String()}
	}
	if ref, ok := s["$ref"].(string); ok {
		return wordType(named[strings.TrimPrefix(ref, refPrefix)], named)
	}
	out := map[string]any{}
	for k, sub := range s {
		switch list, _ := sub.([]any); {
		case k == "oneOf" || k == "anyOf":
			words := make([]any, len(list))
			for i := range list {
				words[i] = wordType(list[i], named)
			}
			out[k] = words
		case k == "type" && sub == "integer":
			out[k] = "string"
		case k == "type" && list != nil:
			words := append([]any{}, list...)
			for i := range words {
				if words[i] == "integer" {
					words[i] = "string"
				}
			}
			out[k] = words
		case k == "type":
			out[k] = sub
		}
	}
	return out
}

const refPrefix = "#/components/schemas/"

// byType is a keyword of our own: a schema for each word that "type" may be.
const byType = "x-by-type"

// dispatch rewrites unions of objects that are told apart by their type.
func dispatch(v any, named map[string]any) {
	switch v := v.(type) {
	case map[string]any:
		for _, union := range []string{"oneOf", "anyOf"} {
			list, ok := v[union].([]any)
			if !ok || len(list) < 2 {
				continue
			}
			if cases := casesOf(list, named); cases != nil {
				delete(v, union)
				v["type"] = "object"
				v["required"] = []any{"type"}
				v[byType] = cases
			}
		}
		for _, sub := range v {
			dispatch(sub, named)
		}
	case []any:
		for _, sub := range v {
			dispatch(sub, named)
		}
	}
}

// casesOf returns the alternative for each type; nil when the type does not tell them apart.
func casesOf(list []any, named map[string]any) map[string]any {
	cases := map[string]any{}
	for _, alternative := range list {
		ref, _ := alternative.(map[string]any)["$ref"].(string)
		target, _ := named[strings.TrimPrefix(ref, refPrefix)].(map[string]any)
		properties, _ := target["properties"].(map[string]any)
		typ, _ := properties["type"].(map[string]any)
		enum, _ := typ["enum"].([]any)
		if len(enum) == 0 {
			return nil
		}
		for _, value := range enum {
			word, ok := value.(string)
			if _, taken := cases[word]; taken || !ok {
				return nil
			}
			cases[word] = map[string]any{"$ref": ref}
		}
	}
	return cases
}

// typeVocabulary teaches the validator the keyword.
func typeVocabulary() *jsonschema.Vocabulary {
	return &jsonschema.Vocabulary{
		URL:        "urn:kumpas:by-type",
		Subschemas: []jsonschema.SchemaPath{{jsonschema.Prop(byType), jsonschema.AllProp{}}},
		Compile: func(ctx *jsonschema.CompilerContext, obj map[string]any) (jsonschema.SchemaExt, error) {
			cases, ok := obj[byType].(map[string]any)
			if !ok {
				return nil, nil
			}
			compiled := typeCases{}
			for word := range cases {
				compiled[word] = ctx.Enqueue([]string{byType, word})
			}
			return compiled, nil
		},
	}
}

type typeCases map[string]*jsonschema.Schema

// Validate holds an object against the one schema of its type.
func (cases typeCases) Validate(ctx *jsonschema.ValidatorContext, v any) {
	o, ok := v.(map[string]any)
	if !ok {
		return
	}
	word, _ := o["type"].(string)
	schema := cases[word]
	if schema == nil {
		ctx.AddError(unknownType{word})
		return
	}
	if err := ctx.Validate(schema, v, nil); err != nil {
		ctx.AddErr(err)
	}
}

// unknownType is the complaint about a type that does not belong there.
type unknownType struct{ word string }

func (unknownType) KeywordPath() []string { return []string{byType} }

func (e unknownType) LocalizedString(p *message.Printer) string {
	return p.Sprintf("type %q does not belong here", e.word)
}
