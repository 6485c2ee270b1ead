package discord

// rawEvent is what matters of every gateway event but interactions.
type rawEvent struct {
	ID          string   `json:"id"`
	Guild       string   `json:"guild_id"`
	User        rawUser  `json:"user"`
	Unavailable bool     `json:"unavailable"` // a server that is down, not left
	Guilds      []withID `json:"guilds"`      // of READY
	Application withID   `json:"application"`
}

// dispatch hands one gateway event over.
func (g *Gateway) dispatch(kind string, data []byte) {
	if kind == "INTERACTION_CREATE" {
		i, err := Decode(data, g.cfg.Now())
		if err != nil {
			g.log.Warn("an interaction is not understood", "err", err)
			return
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		g.guarded(func() { g.cfg.OnInteraction(i) })
		return
	}
	var raw rawEvent
	if !known[kind] || lenient(data, &raw) != nil {
		return
	}
	for _, e := range g.events(kind, raw) {
		g.emit(e)
	}
}

// known are the gateway events that mean something to the bot.
var known = map[string]bool{
	"READY": true, "RESUMED": true, "GUILD_CREATE": true, "GUILD_DELETE": true,
	"CHANNEL_DELETE": true, "THREAD_DELETE": true, "GUILD_BAN_ADD": true,
}

func (g *Gateway) events(kind string, raw rawEvent) []Event {
	switch kind {
	case "READY":
		return append(g.ready(raw), Event{Kind: Connected})
	case "RESUMED":
		return []Event{{Kind: Connected}}
	case "GUILD_CREATE":
		// Every server comes once after READY, and again after an outage: only new ones are news.
		if g.join(raw.ID) {
			return []Event{{Kind: GuildJoined, Guild: raw.ID}}
		}
	case "GUILD_DELETE":
		if !raw.Unavailable && g.leave(raw.ID) {
			return []Event{{Kind: GuildGone, Guild: raw.ID}}
		}
	case "CHANNEL_DELETE", "THREAD_DELETE":
		return []Event{{Kind: ChannelGone, Guild: raw.Guild, Channel: raw.ID}}
	case "GUILD_BAN_ADD":
		return []Event{{Kind: Banned, Guild: raw.Guild, User: raw.User.ID}}
	}
	return nil
}

// ready compares the servers of a READY with those known before: what changed
// while the bot was away is news, at the very first READY nothing is.
func (g *Gateway) ready(raw rawEvent) []Event {
	g.mu.Lock()
	defer g.mu.Unlock()
	if raw.Application.ID != "" {
		g.client.knowApp(raw.Application.ID)
	}
	var news []Event
	now := make(map[string]bool, len(raw.Guilds))
	for _, guild := range raw.Guilds {
		now[guild.ID] = true
		if g.guilds != nil && !g.guilds[guild.ID] {
			news = append(news, Event{Kind: GuildJoined, Guild: guild.ID})
		}
	}
	for id := range g.guilds {
		if !now[id] {
			news = append(news, Event{Kind: GuildGone, Guild: id})
		}
	}
	g.guilds = now
	return news
}

func (g *Gateway) join(id string) (news bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	news = !g.guilds[id]
	if g.guilds == nil {
		g.guilds = map[string]bool{}
	}
	g.guilds[id] = true
	return news
}

func (g *Gateway) leave(id string) (news bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	news = g.guilds[id]
	delete(g.guilds, id)
	return news
}
