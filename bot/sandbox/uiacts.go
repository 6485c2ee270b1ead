package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// What people do on the page.

func begun(in *Interaction, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return object{"interaction": in.id}, nil
}

func (sb *Sandbox) pagePress(r *http.Request, u *User) (any, error) {
	if err := somebody(u); err != nil {
		return nil, err
	}
	b, err := body[struct {
		Message string   `json:"message_id"`
		Custom  string   `json:"custom_id"`
		Values  []string `json:"values"`
	}](r)
	if err != nil {
		return nil, err
	}
	m := sb.Message(b.Message)
	if m == nil {
		return nil, ErrGone
	}
	if c := m.Component(b.Custom); c != nil && c.isSelect() {
		return begun(u.Select(m, b.Custom, b.Values...))
	}
	return begun(u.Press(m, b.Custom))
}

type pageCommand struct {
	Channel string   `json:"channel_id"`
	Name    string   `json:"name"`
	Options []Option `json:"options"`
}

func (sb *Sandbox) pageCommand(r *http.Request, u *User) (any, error) {
	if err := somebody(u); err != nil {
		return nil, err
	}
	b, err := body[pageCommand](r)
	if err != nil {
		return nil, err
	}
	ch := sb.Channel(b.Channel)
	if ch == nil {
		return nil, ErrGone
	}
	return begun(u.Command(ch, b.Name, b.Options...))
}

func (sb *Sandbox) pageAutocomplete(r *http.Request, u *User) (any, error) {
	if err := somebody(u); err != nil {
		return nil, err
	}
	b, err := body[pageCommand](r)
	if err != nil {
		return nil, err
	}
	ch := sb.Channel(b.Channel)
	if ch == nil {
		return nil, ErrGone
	}
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	choices, err := u.Autocomplete(ctx, ch, b.Name, b.Options...)
	if err != nil {
		return nil, err
	}
	if choices == nil {
		choices = []CommandChoice{}
	}
	return object{"choices": choices}, nil
}

func (sb *Sandbox) pageModal(r *http.Request, u *User) (any, error) {
	if err := somebody(u); err != nil {
		return nil, err
	}
	b, err := body[struct {
		Interaction string                     `json:"interaction"`
		Values      map[string]json.RawMessage `json:"values"`
	}](r)
	if err != nil {
		return nil, err
	}
	sb.mu.Lock()
	opener := sb.interactions[b.Interaction]
	var modal *Modal
	if opener != nil {
		modal = opener.modal
	}
	sb.mu.Unlock()
	if modal == nil {
		return nil, ErrGone
	}
	values := map[string][]string{}
	for id, raw := range b.Values {
		var one string
		var many []string
		if json.Unmarshal(raw, &one) == nil {
			many = []string{one}
		} else if json.Unmarshal(raw, &many) != nil {
			return nil, fmt.Errorf("%w: value of %s", errPage, id)
		}
		values[id] = many
	}
	return begun(u.Submit(modal, values))
}

func (sb *Sandbox) pageSay(r *http.Request, u *User) (any, error) {
	if err := somebody(u); err != nil {
		return nil, err
	}
	b, err := body[struct {
		Channel string `json:"channel_id"`
		Content string `json:"content"`
	}](r)
	if err != nil {
		return nil, err
	}
	ch := sb.Channel(b.Channel)
	if ch == nil {
		return nil, ErrGone
	}
	m, err := u.Say(ch, b.Content)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// pageTarget names a message or a channel.
type pageTarget struct {
	Message string `json:"message_id"`
	Channel string `json:"channel_id"`
}

func (sb *Sandbox) pageDismiss(r *http.Request, u *User) (any, error) {
	b, err := body[pageTarget](r)
	if err == nil {
		err = somebody(u)
	}
	if err != nil {
		return nil, err
	}
	u.Dismiss(sb.Message(b.Message))
	return nil, nil
}

func (sb *Sandbox) pageRead(r *http.Request, u *User) (any, error) {
	b, err := body[pageTarget](r)
	if err == nil {
		err = somebody(u)
	}
	if err != nil {
		return nil, err
	}
	if !isSnowflake(b.Message) || sb.Channel(b.Channel) == nil {
		return nil, fmt.Errorf("%w: no such message", errPage)
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if compareIDs(b.Message, u.read[b.Channel]) > 0 {
		u.read[b.Channel] = b.Message
	}
	return nil, nil
}

func (sb *Sandbox) pageDelete(r *http.Request, _ *User) (any, error) {
	b, err := body[pageTarget](r)
	if err != nil {
		return nil, err
	}
	if b.Message != "" {
		sb.DeleteMessage(b.Message)
		return nil, nil
	}
	ch := sb.Channel(b.Channel)
	if ch == nil {
		return nil, ErrGone
	}
	ch.Delete()
	return nil, nil
}

func (sb *Sandbox) pageLocale(r *http.Request, u *User) (any, error) {
	b, err := body[struct {
		Locale string `json:"locale"`
	}](r)
	if err == nil {
		err = somebody(u)
	}
	if err != nil {
		return nil, err
	}
	if !knownLocale[b.Locale] {
		return nil, fmt.Errorf("%w: unknown locale %q", errPage, b.Locale)
	}
	u.SetLocale(b.Locale)
	return nil, nil
}

func (sb *Sandbox) pageUser(r *http.Request, _ *User) (any, error) {
	b, err := body[struct {
		Name   string `json:"name"`
		Locale string `json:"locale"`
	}](r)
	if err != nil {
		return nil, err
	}
	if n := len([]rune(b.Name)); n < 1 || n > 32 {
		return nil, fmt.Errorf("%w: a name has 1 to 32 letters", errPage)
	}
	if !knownLocale[b.Locale] {
		b.Locale = "en-US"
	}
	u := sb.Guild().NewUser(b.Name, b.Locale)
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return u.page(), nil
}

func (sb *Sandbox) pageLeave(_ *http.Request, u *User) (any, error) {
	if err := somebody(u); err != nil {
		return nil, err
	}
	u.Leave()
	return nil, nil
}

func (sb *Sandbox) pageFault(r *http.Request, _ *User) (any, error) {
	b, err := body[struct {
		ID string `json:"id"`
		On bool   `json:"on"`
	}](r)
	if err != nil {
		return nil, err
	}
	if !b.On {
		sb.EndFault(b.ID)
		return nil, nil
	}
	return nil, sb.Fault(b.ID)
}
