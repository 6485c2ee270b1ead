package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
)

// lobbyLife is how long a lobby waits for its start.
const lobbyLife = time.Hour

// lobby is what the lobby's screens are drawn from, in the table's words.
func (m moment) lobby() *present.Lobby { return m.lobbyIn(m.words()) }

func (m moment) lobbyIn(w *locales.Words) *present.Lobby {
	r := m.rec
	l := &present.Lobby{
		Table: string(m.id), Info: m.game.Engine.Info(), Game: m.game.Screen, Words: w,
		Options: r.Options, Pace: string(r.Pace), Lang: r.Lang, Thread: r.Thread, Until: r.Due[dueLobby],
		Commitment: fair.Commitment(r.Secret), Number: r.Number, Host: r.index(r.Host), Missing: m.missing(w),
	}
	l.Fill = r.Fill.id()
	for _, f := range fills {
		l.Fills = append(l.Fills, f.id())
	}
	people := r.People
	if r.state != nil { // substitutes came later
		people = people[:len(r.Seating)]
	}
	for _, p := range people {
		l.Seats = append(l.Seats, seatOf(p))
	}
	if r.Ended != "" {
		l.Ended = w.Say("lobby."+r.Ended, "Name", m.named(r.Host), "Command", commandName(w, "play"))
	}
	return l
}

// missing says why the game cannot start, "" if it can.
func (m moment) missing(w *locales.Words) string {
	err := m.game.Engine.Check(len(m.rec.People), m.rec.Options)
	var refusal *games.Refusal
	if errors.As(err, &refusal) {
		return present.Refusal(w, m.game.Screen, nil, refusal)
	}
	return ""
}

// lobbyDeed is one thing that can be done in a lobby: it changes next, or returns the key of what to say instead.
type lobbyDeed struct {
	host bool // for the host alone
	do   func(t *table, next *record, rep *reply, args []string) (refused string)
}

var lobbyDeeds = map[string]lobbyDeed{
	present.LobbyJoin:     {do: (*table).lobbyJoin},
	present.LobbyLeave:    {do: (*table).lobbyLeave},
	present.LobbyAdd:      {host: true, do: (*table).lobbyAdd},
	present.LobbyDrop:     {host: true, do: (*table).lobbyDrop},
	present.LobbyKick:     {host: true, do: (*table).lobbyKick},
	present.LobbyValue:    {host: true, do: (*table).lobbyValue},
	present.LobbyVariant:  {host: true, do: (*table).lobbyVariant},
	present.LobbyPace:     {host: true, do: (*table).lobbyPace},
	present.LobbyLanguage: {host: true, do: (*table).lobbyLanguage},
	present.LobbyFill:     {host: true, do: (*table).lobbyFill},
	present.LobbyCancel:   {host: true, do: (*table).lobbyCancel},
}

// pressLobby handles all that is pressed in a lobby.
func (t *table) pressLobby(ctx context.Context, rep *reply, id present.ParsedID) {
	w := t.words(rep)
	what := id.Arg(1)
	if t.rec.Stage != stageLobby {
		t.say(rep, w.Say("lobby.over"))
		return
	}
	deed, known := lobbyDeeds[what]
	host := t.rec.Host == rep.i.User.ID
	switch {
	case (deed.host || what == present.LobbyStart || what == present.LobbyOptions || what == present.LobbyOption) && !host:
		t.say(rep, w.Say("lobby.host.only", "Name", t.hostName()))
	case what == present.LobbyStart:
		t.start(ctx, rep)
	case what == present.LobbyOptions:
		t.options(rep, "")
	case what == present.LobbyOption:
		t.options(rep, value(rep))
	case !known:
		t.refuse(rep, games.Refuse(games.StalePrompt, ""))
	default:
		t.lobbyDo(ctx, rep, what, id.Args(2))
	}
}

func (t *table) hostName() string {
	if i := t.rec.index(t.rec.Host); i >= 0 {
		return "**" + present.Escape(t.rec.People[i].Name) + "**"
	}
	return ""
}

// value is what was picked in a select, "" if nothing.
func value(rep *reply) string {
	if len(rep.i.Values) == 0 {
		return ""
	}
	return rep.i.Values[0]
}

// lobbyDo carries out a deed that changes the lobby, pressed there, on the host's panel of options, or given as a command.
func (t *table) lobbyDo(ctx context.Context, rep *reply, what string, args []string) {
	next := t.rec.clone()
	if refused := lobbyDeeds[what].do(t, next, rep, args); refused != "" {
		t.say(rep, t.words(rep).Say(refused))
		return
	}
	next.setDue(dueLobby, t.bot.clock.Now().Add(lobbyLife))
	if next.Stage == stageOver {
		next.Due = nil
	}
	if err := t.commit(ctx, next, step{interaction: rep.i.ID, entry: &logged{Do: what, Who: t.rec.who(rep.i.User.ID)}}); err != nil {
		t.failed(rep, err)
		return
	}
	switch {
	case rep.i.Message.Private:
		picked := ""
		if len(args) > 0 {
			picked = args[0]
		}
		t.options(rep, picked)
		t.screen.show(t.moment(), nil)
	case rep.onMessage():
		t.screen.show(t.moment(), rep)
	default:
		t.screen.show(t.moment(), nil)
		t.say(rep, t.words(rep).Say("table.done"))
	}
}

// options shows the host's panel of options, in place of the pressed one if it is that.
func (t *table) options(rep *reply, picked string) {
	paceIDs := make([]string, len(paces))
	for i, p := range paces {
		paceIDs[i] = string(p)
	}
	msg := t.moment().lobbyIn(t.words(rep)).OptionsPanel(picked, t.bot.Words.Langs(), paceIDs)
	t.bot.turn(rep, msg)
}

func (t *table) lobbyJoin(next *record, rep *reply, _ []string) string {
	game, _ := t.bot.Games.Find(next.Game)
	switch {
	case next.index(rep.i.User.ID) >= 0:
		return "lobby.already"
	case len(next.People) >= game.Engine.Info().Max && !next.dropComputer():
		return "lobby.full"
	}
	next.People = append(next.People, t.bot.person(rep.i))
	if next.Host == "" {
		next.Host = rep.i.User.ID
	}
	return ""
}

func (t *table) lobbyLeave(next *record, rep *reply, _ []string) string {
	at := next.index(rep.i.User.ID)
	if at < 0 {
		return "lobby.absent"
	}
	next.takeOut(at)
	return ""
}

// takeOut removes a person; the next one becomes host, and a lobby without people is over.
func (r *record) takeOut(at int) {
	gone := r.People[at]
	r.People = slices.Delete(r.People, at, at+1)
	if gone.User != r.Host || gone.computer() {
		return
	}
	r.Host = ""
	for _, p := range r.People {
		if !p.computer() {
			r.Host = p.User
			return
		}
	}
	r.Stage, r.Ended = stageOver, "empty"
}

func (t *table) lobbyAdd(next *record, _ *reply, _ []string) string {
	info := t.info(next)
	if len(next.People) >= info.Max {
		return "lobby.full"
	}
	level := ""
	if len(info.Levels) > 0 {
		level = info.Levels[0]
	}
	next.People = append(next.People, person{Name: next.computerName(t.bot.Words.For(next.Lang)), Level: level})
	return ""
}

func (t *table) info(r *record) games.Info {
	game, _ := t.bot.Games.Find(r.Game)
	return game.Engine.Info()
}

// computerNames is how many names for computer players the words hold.
const computerNames = 10

// computerName returns a name that nobody at the table has yet.
func (r *record) computerName(w *locales.Words) string {
	for i := range computerNames {
		name := w.Say("lobby.computer.name." + strconv.Itoa(i+1))
		if !slices.ContainsFunc(r.People, func(p person) bool { return p.Name == name }) {
			return name
		}
	}
	return strconv.Itoa(len(r.People))
}

func (t *table) lobbyDrop(next *record, _ *reply, _ []string) string {
	if !next.dropComputer() {
		return "lobby.computer.none"
	}
	return ""
}

// dropComputer removes the computer player that came last.
func (r *record) dropComputer() bool {
	for i := len(r.People) - 1; i >= 0; i-- {
		if r.People[i].computer() {
			r.People = slices.Delete(r.People, i, i+1)
			return true
		}
	}
	return false
}

func (t *table) lobbyKick(next *record, rep *reply, args []string) string {
	who := value(rep)
	if len(args) > 0 { // a command
		who = args[0]
	}
	at := slices.IndexFunc(next.People, func(p person) bool { return seatOf(p).Key() == who })
	if at < 0 {
		return "refusal.bad_choice"
	}
	next.takeOut(at)
	return ""
}

func (t *table) lobbyValue(next *record, rep *reply, args []string) string {
	if len(args) == 0 {
		return "refusal.bad_choice"
	}
	if next.Options == nil {
		next.Options = games.Options{}
	}
	next.Options[args[0]] = value(rep)
	if _, err := t.info(next).Resolve(next.Options); err != nil {
		return "refusal.bad_choice"
	}
	return ""
}

func (t *table) lobbyVariant(next *record, rep *reply, _ []string) string {
	for _, v := range t.info(next).Variants {
		if v.ID == value(rep) {
			next.Options = games.Options{}
			for id, val := range v.Options {
				next.Options[id] = val
			}
			return ""
		}
	}
	return "refusal.bad_choice"
}

func (t *table) lobbyPace(next *record, rep *reply, _ []string) string {
	if p := pace(value(rep)); slices.Contains(paces, p) {
		next.Pace = p
		return ""
	}
	return "refusal.bad_choice"
}

func (t *table) lobbyFill(next *record, rep *reply, _ []string) string {
	for _, f := range fills {
		if f.id() == value(rep) {
			next.Fill = f
			return ""
		}
	}
	return "refusal.bad_choice"
}

func (t *table) lobbyLanguage(next *record, rep *reply, _ []string) string {
	if lang := value(rep); t.bot.Words.Speaks(lang) {
		next.Lang = lang
		return ""
	}
	return "refusal.bad_choice"
}

func (t *table) lobbyCancel(next *record, rep *reply, _ []string) string {
	next.Stage, next.Ended = stageOver, "cancelled"
	if rep.i.User.ID != next.Host {
		next.Ended = "managed"
	}
	return ""
}

// person makes a person of whoever sent the interaction.
func (b *Bot) person(i discord.Interaction) person {
	return person{User: i.User.ID, Name: i.User.Name, Locale: i.Locale, Quiet: b.quiet(i.User.ID)}
}
