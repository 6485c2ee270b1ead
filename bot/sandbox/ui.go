package sandbox

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"time"
)

//go:embed page
var pageFiles embed.FS

// pageHandler is one operation of the page's API. u acts; nil when nobody is named.
type pageHandler func(r *http.Request, u *User) (any, error)

// errPage is a page request that cannot be met.
var errPage = errors.New("sandbox: bad request")

func (sb *Sandbox) pageRoutes(mux *http.ServeMux) {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	mux.Handle("GET /page/", fresh(http.StripPrefix("/page/", http.FileServerFS(files))))
	mux.Handle("GET /{$}", fresh(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, files, "index.html") })))
	mux.HandleFunc("GET /ui/events", sb.pageEvents)
	mux.HandleFunc("GET /ui/attachment/{id}/{name}", sb.pageAttachment)
	for pattern, handle := range map[string]pageHandler{
		"GET /ui/world":         sb.pageWorld,
		"GET /ui/messages":      sb.pageMessages,
		"POST /ui/press":        sb.pagePress,
		"POST /ui/command":      sb.pageCommand,
		"POST /ui/autocomplete": sb.pageAutocomplete,
		"POST /ui/modal":        sb.pageModal,
		"POST /ui/say":          sb.pageSay,
		"POST /ui/dismiss":      sb.pageDismiss,
		"POST /ui/locale":       sb.pageLocale,
		"POST /ui/user":         sb.pageUser,
		"POST /ui/leave":        sb.pageLeave,
		"POST /ui/fault":        sb.pageFault,
		"POST /ui/delete":       sb.pageDelete,
		"POST /ui/read":         sb.pageRead,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { sb.servePage(w, r, handle) })
	}
}

// fresh keeps browsers from holding on to an older page.
func fresh(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

func (sb *Sandbox) servePage(w http.ResponseWriter, r *http.Request, handle pageHandler) {
	u := sb.User(r.URL.Query().Get("as"))
	if u != nil && u.bot {
		u = nil
	}
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	v, err := handle(r, u)
	if err != nil {
		writeJSON(w, http.StatusBadRequest, object{"message": err.Error()})
		return
	}
	if v == nil {
		v = object{}
	}
	b, err := json.Marshal(v)
	if err != nil {
		writeJSON(w, http.StatusInternalServerError, object{"message": err.Error()})
		return
	}
	if u != nil {
		sb.keepPage(u.id, r.URL.Path, b)
	}
	writeJSON(w, http.StatusOK, json.RawMessage(b))
}

// PageSent is something that the page was sent for one person.
type PageSent struct {
	Path string // /ui/events for an event
	Body json.RawMessage
}

func (sb *Sandbox) keepPage(userID, path string, body []byte) {
	if !sb.cfg.Keep {
		return
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.pageSent[userID] = append(sb.pageSent[userID], PageSent{path, slices.Clone(body)})
}

// PageFeed returns everything that the page was sent for this person, with Config.Keep.
func (u *User) PageFeed() []PageSent {
	u.sb.mu.Lock()
	defer u.sb.mu.Unlock()
	return slices.Clone(u.sb.pageSent[u.id])
}

func body[T any](r *http.Request) (T, error) {
	var v T
	err := json.NewDecoder(r.Body).Decode(&v)
	if err != nil {
		err = fmt.Errorf("%w: %v", errPage, err)
	}
	return v, err
}

// somebody refuses requests that name no person.
func somebody(u *User) error {
	if u == nil {
		return fmt.Errorf("%w: there is no such person", errPage)
	}
	return nil
}

type pagePerson struct {
	UserObject
	Locale string `json:"locale"`
	Color  string `json:"color"`
}

func (u *User) page() pagePerson { return pagePerson{u.object(), u.locale, u.color} }

// home is the server that the page shows to a person: the first that he is in, else the first.
func (sb *Sandbox) home(u *User) *Guild {
	for _, id := range sb.guildOrder {
		if u != nil && sb.guilds[id].members[u.id] != nil {
			return sb.guilds[id]
		}
	}
	return sb.guilds[sb.guildOrder[0]]
}

func (sb *Sandbox) pageWorld(r *http.Request, u *User) (any, error) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	g := sb.home(u)
	if u == nil { // a page that has not chosen anybody yet
		for _, id := range sb.userOrder {
			if x := sb.users[id]; !x.bot && g.members[id] != nil {
				u = x
				break
			}
		}
	}
	if err := somebody(u); err != nil {
		return nil, err
	}
	if g.members[u.id] == nil {
		return nil, fmt.Errorf("%w: this person has left the server", errPage)
	}
	channels := []object{}
	for _, id := range g.channels {
		if ch := sb.channels[id]; ch.canSee(u.id) {
			channels = append(channels, ch.object())
		}
	}
	for _, t := range g.threadList(func(t *Channel) bool { return t.canSee(u.id) }) {
		channels = append(channels, t.object())
	}
	people := []pagePerson{}
	for _, id := range sb.userOrder {
		if x := sb.users[id]; !x.bot && g.members[id] != nil {
			people = append(people, x.page())
		}
	}
	me := struct {
		pagePerson
		Permissions string   `json:"permissions"`
		Roles       []string `json:"roles"`
	}{u.page(), g.permissions(u.id, nil).String(), append([]string{}, g.members[u.id].roles...)}
	commands := g.commands()
	perms := g.permissions(u.id, nil)
	commands = slices.DeleteFunc(commands, func(c Command) bool { return !c.allowed(perms) })
	return object{"guild": object{"id": g.id, "name": g.name, "roles": g.roleObjects()}, "channels": channels, "users": people,
		"me": me, "commands": commands, "faults": sb.Faults(), "bots": []UserObject{sb.bot.object()},
		"now": sb.now().UTC().Format(time.RFC3339Nano), "last_read": cloneMap(u.read)}, nil
}

func cloneMap(m map[string]string) map[string]string {
	out := make(map[string]string, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

const pageSize = 50

func (sb *Sandbox) pageMessages(r *http.Request, u *User) (any, error) {
	if err := somebody(u); err != nil {
		return nil, err
	}
	q := r.URL.Query()
	sb.mu.Lock()
	defer sb.mu.Unlock()
	ch := sb.channels[q.Get("channel")]
	if ch == nil || !ch.canSee(u.id) {
		return nil, ErrNotSeen
	}
	list := sb.visible(ch, u.id)
	if before := q.Get("before"); before != "" {
		i, _ := slices.BinarySearchFunc(list, before, func(m *Message, id string) int { return compareIDs(m.ID, id) })
		list = list[:i]
	}
	list = list[max(0, len(list)-pageSize):]
	out := []pageMessage{}
	for _, m := range list {
		out = append(out, pageMessage{m, m.For})
	}
	return out, nil
}

func (sb *Sandbox) pageAttachment(w http.ResponseWriter, r *http.Request) {
	sb.mu.Lock()
	f := sb.files[r.PathValue("id")]
	sb.mu.Unlock()
	if f == nil {
		http.NotFound(w, r)
		return
	}
	kind := f.kind
	if kind == "" {
		kind = http.DetectContentType(f.data)
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", "sandbox")
	w.Write(f.data)
}
