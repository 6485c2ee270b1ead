package sandbox

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// Config says how a sandbox behaves; the zero value is a strict one on a free port.
type Config struct {
	Addr  string // listens here; default "127.0.0.1:0". Only loopback addresses are taken.
	Clock Clock  // default RealClock
	// OpenAPI is the path of Discord's description; default ../shared/discord/openapi.json in a
	// folder above the working directory. "-" goes without.
	OpenAPI string
	Limits  *Limits // default DiscordLimits()
	// Keep keeps everything that was ever sent to anybody, for Feed; otherwise the newest part.
	Keep bool
	// HeartbeatInterval of the gateway; default 41.25 s.
	HeartbeatInterval time.Duration
	// Privileged intents that the application may ask for; others are refused with 4014.
	Privileged int
	// Bounds of what is remembered: messages in a channel (default 10000), ephemeral ones of a person in
	// a channel unless Keep (20), archived threads of a server (5000).
	MaxMessages, MaxEphemeral, MaxThreads int
}

// Sandbox is a running stand-in for Discord, with one application and its bot.
type Sandbox struct {
	cfg      Config
	clock    Clock
	ln       net.Listener
	server   *http.Server
	closed   chan struct{}
	once     sync.Once
	running  sync.WaitGroup
	spawning sync.Mutex // keeps running.Add from overlapping running.Wait
	token    string
	schema   *schemas

	mu         sync.Mutex
	ids        snowflakes
	bot        *User
	appID      string
	guilds     map[string]*Guild
	guildOrder []string
	channels   map[string]*Channel
	users      map[string]*User
	userOrder  []string
	permEpoch  int

	messages map[string]*Message
	files    map[string]*file
	gone     goneList
	nonces   map[string]nonce

	seq             int64
	log             []Change
	lost            map[sight]int64
	watchers        map[*watcher]bool
	listeners       map[*listener]bool
	pageSent        map[string][]PageSent
	channelWatchers map[string]map[*watcher]bool
	news            bell

	commands     commandBook
	interactions map[string]*Interaction // by id
	byToken      map[string]*Interaction
	aging        []*Interaction // oldest first, for purging
	heldEvents   []func()       // of the disorder fault

	sessions   map[string]*gatewaySession
	identifies int
	conns      map[*gatewayConn]bool
	lastEnd    string // the fault that ended the last connection, "" if none did
	buckets    map[string]*bucket
	swept      time.Time
	faults     faultTable
	offences   offenceBook
	stats      Stats
}

func (cfg *Config) fillIn() {
	cfg.Addr = cmp.Or(cfg.Addr, "127.0.0.1:0")
	cfg.HeartbeatInterval = cmp.Or(cfg.HeartbeatInterval, 41250*time.Millisecond)
	cfg.MaxMessages = cmp.Or(cfg.MaxMessages, 10000)
	cfg.MaxEphemeral = cmp.Or(cfg.MaxEphemeral, 20)
	cfg.MaxThreads = cmp.Or(cfg.MaxThreads, 5000)
	if cfg.Clock == nil {
		cfg.Clock = RealClock{}
	}
	if cfg.Limits == nil {
		l := DiscordLimits()
		cfg.Limits = &l
	}
}

// New starts a sandbox with one server, "Kumpas", and its channel "genel".
func New(cfg Config) (*Sandbox, error) {
	cfg.fillIn()
	ln, err := listenLoopback(cfg.Addr)
	if err != nil {
		return nil, err
	}
	schema, err := loadSchemas(cfg.OpenAPI)
	if err != nil {
		ln.Close()
		return nil, err
	}
	sb := &Sandbox{cfg: cfg, clock: cfg.Clock, ln: ln, closed: make(chan struct{}), schema: schema,
		guilds: map[string]*Guild{}, channels: map[string]*Channel{}, users: map[string]*User{},
		messages: map[string]*Message{}, files: map[string]*file{}, nonces: map[string]nonce{}, lost: map[sight]int64{},
		watchers: map[*watcher]bool{}, listeners: map[*listener]bool{}, pageSent: map[string][]PageSent{}, channelWatchers: map[string]map[*watcher]bool{}, news: newBell(),
		interactions: map[string]*Interaction{}, byToken: map[string]*Interaction{},
		sessions: map[string]*gatewaySession{}, conns: map[*gatewayConn]bool{}, buckets: map[string]*bucket{},
		stats: newStats()}
	sb.gone.who = map[string]string{}
	sb.faults.init()
	sb.token = secret(18) + "." + secret(4) + "." + secret(28)
	sb.mu.Lock()
	sb.bot = sb.newUser("Kumpas", "en-US", true)
	sb.appID = sb.bot.id
	sb.newGuild("Kumpas")
	sb.mu.Unlock()
	sb.Guild().NewChannel("genel")
	sb.server = &http.Server{Handler: sb.handler()}
	sb.spawn(func() { sb.server.Serve(ln) })
	return sb, nil
}

// TB is what Start needs of a *testing.T.
type TB interface {
	Helper()
	Cleanup(func())
	Log(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

// Start is New for a test: it ends with the test, which fails if an offence was recorded.
func Start(t TB, cfg Config) *Sandbox {
	t.Helper()
	sb, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if sb.schema == nil && cfg.OpenAPI != "-" {
		t.Log("sandbox: Discord's OpenAPI description is not there; bodies are checked against the documented limits only")
	}
	t.Cleanup(func() {
		sb.Close()
		for _, o := range sb.Offences() {
			t.Errorf("sandbox: offence: %s", o)
		}
	})
	return sb
}

func listenLoopback(addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("sandbox: address %q: %w", addr, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("sandbox: %q is no loopback address, and the sandbox listens nowhere else", addr)
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	return ln, nil
}

// Close ends all connections and waits for the sandbox's goroutines.
func (sb *Sandbox) Close() error {
	var err error
	sb.once.Do(func() {
		sb.mu.Lock()
		sb.spawning.Lock()
		close(sb.closed)
		sb.spawning.Unlock()
		for c := range sb.conns {
			c.cut()
		}
		for _, in := range sb.interactions {
			in.stop()
		}
		for _, ch := range sb.channels {
			ch.stopArchiving()
		}
		sb.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if err = sb.server.Shutdown(ctx); err != nil {
			err = sb.server.Close()
		}
		sb.running.Wait()
	})
	return err
}

// spawn runs f on a goroutine that Close waits for.
func (sb *Sandbox) spawn(f func()) {
	sb.spawning.Lock()
	defer sb.spawning.Unlock()
	select {
	case <-sb.closed:
	default:
		sb.running.Go(f)
	}
}

func (sb *Sandbox) now() time.Time { return sb.clock.Now() }

func (sb *Sandbox) newID() string { return sb.ids.next(sb.clock.Now()) }

// URL is the sandbox's own address, where the page is.
func (sb *Sandbox) URL() string { return "http://" + sb.ln.Addr().String() }

// APIURL is the base of the REST API (v10).
func (sb *Sandbox) APIURL() string { return sb.URL() + "/api/v10" }

// Token is the bot's token, without "Bot ".
func (sb *Sandbox) Token() string { return sb.token }

// AppID is the application's id, which is also the bot's user id.
func (sb *Sandbox) AppID() string { return sb.appID }

// Bot is the bot's user.
func (sb *Sandbox) Bot() *User { return sb.bot }

// Guild is the first server.
func (sb *Sandbox) Guild() *Guild {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return sb.guilds[sb.guildOrder[0]]
}

// User returns the person of the id, or nil.
func (sb *Sandbox) User(id string) *User {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return sb.users[id]
}

// Channel returns the channel or thread of the id, or nil.
func (sb *Sandbox) Channel(id string) *Channel {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return sb.channels[id]
}

// Message returns the message as it is now, or nil when it is gone.
func (sb *Sandbox) Message(id string) *Message {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return sb.messages[id]
}

// Strict reports whether bodies are checked against the OpenAPI description too.
func (sb *Sandbox) Strict() bool { return sb.schema != nil }
