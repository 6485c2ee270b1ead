package sandbox

// demoPeople play in the demo's server.
var demoPeople = []struct{ name, locale string }{
	{"Ayşe", "tr"}, {"Mehmet", "tr"}, {"Zeynep", "tr"}, {"Can", "tr"},
	{"Elif", "en-US"}, {"Emre", "tr"}, {"Deniz", "en-US"}, {"Jonas", "en-US"},
}

// DemoAddr is where the demo listens unless Config.Addr says otherwise.
const DemoAddr = "127.0.0.1:4000"

// Demo is a sandbox to play in with a browser: the server "Kumpas" with the channels
// genel, oyun-masasi and table-talk, and eight people with Turkish and English clients.
func Demo(cfg Config) (*Sandbox, error) {
	if cfg.Addr == "" {
		cfg.Addr = DemoAddr
	}
	sb, err := New(cfg)
	if err != nil {
		return nil, err
	}
	g := sb.Guild()
	g.NewChannel("oyun-masasi")
	g.NewChannel("table-talk")
	for i, p := range demoPeople {
		u := g.NewUser(p.name, p.locale)
		if i == 0 { // somebody must be able to try /settings
			g.Promote(u, "Yönetici", DefaultPermissions|ManageGuild|ManageChannels|ManageMessages|ManageThreads)
		}
	}
	return sb, nil
}
