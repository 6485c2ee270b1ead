package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// schemas are the request bodies of Discord's OpenAPI description, compiled when
// first used. Objects are closed: a key that Discord does not know is an error here,
// though Discord would pass over it, because it is always somebody's mistake.
type schemas struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

// described keeps each description that was loaded: it is the same for all sandboxes of a process.
var described struct {
	sync.Mutex
	by map[string]*schemas
}

const openAPIFile = "shared/discord/openapi.json"

// loadSchemas reads the description at path; "" looks for it, "-" goes without. It returns nil when there is none.
func loadSchemas(path string) (*schemas, error) {
	switch path {
	case "-":
		return nil, nil
	case "":
		if path = findOpenAPI(); path == "" {
			return nil, nil
		}
	}
	described.Lock()
	defer described.Unlock()
	if s := described.by[path]; s != nil {
		return s, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("sandbox: OpenAPI description: %w", err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("sandbox: OpenAPI description: %w", err)
	}
	root, _ := doc.(map[string]any)
	components, _ := root["components"].(map[string]any)
	if named, ok := components["schemas"].(map[string]any); ok {
		wordTypes(doc, named)
		dispatch(doc, named)
	}
	closeObjects(doc)
	s := &schemas{compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	s.compiler.RegisterVocabulary(typeVocabulary())
	s.compiler.AssertVocabs()
	if err := s.compiler.AddResource("openapi.json", doc); err != nil {
		return nil, fmt.Errorf("sandbox: OpenAPI description: %w", err)
	}
	if described.by == nil {
		described.by = map[string]*schemas{}
	}
	described.by[path] = s
	return s, nil
}

// findOpenAPI looks for the description in the folders above the working directory.
func findOpenAPI() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		path := filepath.Join(dir, openAPIFile)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// body returns the schema of an operation's JSON body, or nil when it has none.
func (s *schemas) body(method, path string) (*jsonschema.Schema, error) {
	escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(path)
	at := "openapi.json#/paths/" + escaped + "/" + strings.ToLower(method) + "/requestBody/content/application~1json/schema"
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.compiled[at]; ok {
		return c, nil
	}
	c, err := s.compiler.Compile(at)
	if err != nil {
		return nil, err
	}
	s.compiled[at] = c
	return c, nil
}

// checkSchema checks the body against the description.
func (rq *request) checkSchema() *apiError {
	s := rq.sb.schema
	if s == nil {
		if !json.Valid(rq.body) {
			return fail(50109)
		}
		return nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(rq.body))
	if err != nil {
		return fail(50109)
	}
	schema, err := s.body(rq.r.Method, rq.route.spec)
	if err != nil {
		return &apiError{status: 500, text: err.Error()}
	}
	v = forgiving(v)
	err = schema.Validate(v)
	var wrong *jsonschema.ValidationError
	if !errors.As(err, &wrong) {
		return nil
	}
	return describe(wrong)
}

// harmless are keys that discordgo sends with nothing in them, or that Discord is known to pass over.
var harmless = map[string]bool{"tts": true, "content": true, "required": true, "autocomplete": true, "animated": true,
	"ID": true, "Channel": true, "embeds": true, "components": true, "disabled": true, "spoiler": true, "value": true}

// forgiving leaves out nulls and what harmless names, and writes types as words.
func forgiving(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, sub := range v {
			if sub == nil || k == "ID" || k == "Channel" || harmless[k] && (sub == false || sub == "") {
				continue
			}
			if n, ok := sub.(json.Number); ok && k == "id" && v["type"] == nil {
				sub = n.String() // ids of attachments may be numbers
			}
			if text, ok := sub.(string); ok && k == "default_member_permissions" {
				sub = json.Number(text) // the documents say string, the description integer
			}
			if n, ok := sub.(json.Number); ok && k == "type" {
				sub = n.String() // see wordTypes
			}
			out[k] = forgiving(sub)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, sub := range v {
			out[i] = forgiving(sub)
		}
		return out
	}
	return v
}

var english = message.NewPrinter(language.English)

// describe turns the most telling of a validator's complaints into Discord's tree: those that lie deepest.
func describe(wrong *jsonschema.ValidationError) *apiError {
	var leaves []*jsonschema.ValidationError
	var gather func(*jsonschema.ValidationError)
	gather = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			leaves = append(leaves, e)
		}
		for _, c := range e.Causes {
			gather(c)
		}
	}
	gather(wrong)
	deepest := 0
	for _, l := range leaves {
		deepest = max(deepest, len(l.InstanceLocation))
	}
	var f formErrors
	var seen []string
	for _, l := range leaves {
		text := english.Sprintf("%v", l.ErrorKind.LocalizedString(english))
		key := strings.Join(l.InstanceLocation, ".") + text
		if len(l.InstanceLocation) < deepest || slices.Contains(seen, key) || len(seen) == 8 {
			continue
		}
		seen = append(seen, key)
		f.add(strings.Join(l.InstanceLocation, "."), "SCHEMA", "%s", text)
	}
	return f.err()
}
