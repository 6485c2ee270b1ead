package main

import (
	"errors"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/kelseyhightower/envconfig"

	"kumpas/locales"
	"kumpas/store"
)

// config is what the environment says.
type config struct {
	Token    string     `envconfig:"DISCORD_TOKEN" desc:"the bot's token, for serve"`
	APIURL   string     `envconfig:"DISCORD_API_URL" default:"https://discord.com/api/v10" desc:"base of Discord's REST API"`
	DataDir  string     `envconfig:"KUMPAS_DATA_DIR" default:"data" desc:"folder of the store"`
	Locale   string     `envconfig:"KUMPAS_LOCALE" default:"tr" desc:"language of last resort: tr or en"`
	LogLevel slog.Level `envconfig:"KUMPAS_LOG_LEVEL" default:"info" desc:"debug, info, warn or error"`
	HTTPAddr string     `envconfig:"KUMPAS_HTTP_ADDR" desc:"where to serve /healthz, /readyz and /metrics, such as 127.0.0.1:8080; empty: nowhere"`
}

// settingsUsage lists the settings with their defaults.
func settingsUsage() string {
	const lines = "settings (environment variables):\n{{range .}}  {{usage_key .}}\t{{usage_description .}}{{with usage_default .}} (default {{.}}){{end}}\n{{end}}"
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	if err := envconfig.Usagef("", &config{}, w, lines); err != nil {
		panic("kumpas: the list of settings: " + err.Error()) // a fixed template
	}
	w.Flush()
	return b.String()
}

// readConfig reads and checks the environment.
func readConfig() (config, error) {
	var c config
	for _, set := range os.Environ() { // what is set to nothing counts as not set, as people expect of compose files
		if name, value, _ := strings.Cut(set, "="); value == "" && (strings.HasPrefix(name, "KUMPAS_") || strings.HasPrefix(name, "DISCORD_")) {
			os.Unsetenv(name)
		}
	}
	if err := envconfig.Process("", &c); err != nil {
		var bad *envconfig.ParseError
		if errors.As(err, &bad) {
			return c, misconfigured("%s=%s is not understood; it is debug, info, warn or error.", bad.KeyName, bad.Value) // the others are texts
		}
		return c, misconfigured("the settings cannot be read: %v", err)
	}
	words, err := locales.Load(nil)
	if err != nil {
		return c, err
	}
	if !words.Speaks(c.Locale) {
		return c, misconfigured("KUMPAS_LOCALE=%s is not a language of Kumpas; it is %s.", c.Locale, strings.Join(words.Langs(), " or "))
	}
	return c, nil
}

// checkDiscord checks what the connection to Discord needs. No message shows a value: a token may be in any of them.
func (c config) checkDiscord() error {
	if c.Token == "" {
		return misconfigured("DISCORD_TOKEN is not set. The README tells how to make a bot and where its token is; `kumpas demo` needs none.")
	}
	if strings.ContainsFunc(c.Token, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }) {
		return misconfigured("DISCORD_TOKEN holds a space or a line break; it is the token alone, without \"Bot \" before it.")
	}
	u, err := url.Parse(c.APIURL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return misconfigured("DISCORD_API_URL is not the address of an API; it looks like https://discord.com/api/v10, and Discord's own is used when it is not set.")
	}
	return nil
}

// checkHTTP checks the address of the health server.
func (c config) checkHTTP() error {
	if c.HTTPAddr == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(c.HTTPAddr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return misconfigured("KUMPAS_HTTP_ADDR=%s is not an address to listen on; it looks like 127.0.0.1:8080 or :8080.", c.HTTPAddr)
	}
	return nil
}

// makeDataDir makes the data folder if it is missing and checks that files can be made in it.
func (c config) makeDataDir() error {
	err := os.MkdirAll(c.DataDir, 0o700)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(c.DataDir, ".kumpas-*"); err == nil {
			err = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	if err != nil {
		return misconfigured("the data folder %s cannot be written to (%v). Give it to the user who runs Kumpas (user id %d), or set KUMPAS_DATA_DIR to another one.", c.DataDir, cause(err), os.Getuid())
	}
	return nil
}

// cause is the reason of a file system's error, without the operation and the path.
func cause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func (c config) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel}))
}

// storePath is the store's file in the data folder.
func (c config) storePath() string { return filepath.Join(c.DataDir, "kumpas.db") }

// openStore opens the store, or says in a clear sentence why it cannot.
func openStore(path string, opts ...store.Option) (*store.Bolt, error) {
	s, err := store.OpenBolt(path, opts...)
	if err != nil {
		return nil, storeError(path, err)
	}
	return s, nil
}
