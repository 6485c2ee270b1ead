package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strconv"
	"strings"
)

const (
	flagPrivate = 1 << 6  // ephemeral
	flagV2      = 1 << 15 // components of the second generation
)

// messageBody is a Message as Discord wants it. Content and embeds are never
// sent: they are not allowed beside the second generation of components.
type messageBody struct {
	Components      []Component     `json:"components"`
	AllowedMentions allowedMentions `json:"allowed_mentions"`
	Flags           int             `json:"flags"`
	Nonce           string          `json:"nonce,omitempty"`
	EnforceNonce    bool            `json:"enforce_nonce,omitempty"`
	Attachments     []attachment    `json:"attachments,omitempty"`
}

type allowedMentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users"`
}

type attachment struct {
	ID       int    `json:"id"`
	Filename string `json:"filename"`
}

// body returns m for Discord. Whether a message is private is settled when it is made, so edits do not say it.
func (m Message) body(creating bool) messageBody {
	b := messageBody{
		Components:      m.Components,
		AllowedMentions: allowedMentions{Parse: []string{}, Users: m.Mentions},
		Flags:           flagV2,
	}
	if b.Components == nil {
		b.Components = []Component{}
	}
	if b.AllowedMentions.Users == nil {
		b.AllowedMentions.Users = []string{}
	}
	if creating && m.Private {
		b.Flags |= flagPrivate
	}
	for i, f := range m.Files {
		b.Attachments = append(b.Attachments, attachment{i, f.Name})
	}
	return b
}

// encode makes JSON of body, or a multipart form of it and the files.
func encode(body any, files []File) (payload []byte, contentType string, err error) {
	if body == nil {
		return nil, "", nil
	}
	payload, err = json.Marshal(body)
	if err != nil {
		return nil, "", fmt.Errorf("encode: %w", err)
	}
	if len(files) == 0 {
		return payload, "application/json", nil
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part := func(disposition, contentType string, data []byte) error {
		h := textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {contentType}}
		p, err := w.CreatePart(h)
		if err == nil {
			_, err = p.Write(data)
		}
		return err
	}
	err = part(`form-data; name="payload_json"`, "application/json", payload)
	for i, f := range files {
		if err == nil {
			err = part(`form-data; name="files[`+strconv.Itoa(i)+`]"; filename="`+quoted(f.Name)+`"`, contentTypeOf(f.Name), f.Data)
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, "", fmt.Errorf("encode: %w", err)
	}
	return form.Bytes(), w.FormDataContentType(), nil
}

func quoted(name string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "").Replace(name)
}

func contentTypeOf(name string) string {
	switch {
	case strings.HasSuffix(name, ".png"):
		return "image/png"
	case strings.HasSuffix(name, ".json"):
		return "application/json"
	case strings.HasSuffix(name, ".txt"):
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}
