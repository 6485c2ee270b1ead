package bot

import (
	"context"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
)

// The deeds of a table about itself: those that need a vote (or the right to manage channels), and leaving.
const (
	deedLeave  = "leave"
	deedRemove = "remove"
	deedEnd    = "end"
	deedPause  = "pause"
	deedResume = "resume"
	deedHand   = "computer" // a computer plays somebody's seat
)

// pauseLife is how long a paused table is kept.
const pauseLife = 30 * 24 * time.Hour

func (m moment) named(user string) string {
	if i := m.rec.index(user); user != "" && i >= 0 {
		return present.Escape(m.rec.People[i].Name)
	}
	return ""
}

// manages reports whether somebody manages the table's channel. Discord reports permissions only for the interaction's own channel.
func (t *table) manages(rep *reply) bool {
	here := rep.i.Channel == t.rec.Channel || rep.i.Channel == t.rec.Parent || rep.i.Parent != "" && rep.i.Parent == t.rec.Channel
	return here && rep.i.User.Permissions.Has(discord.ManageChannels)
}

// confirm asks in private whether somebody means it.
func (t *table) confirm(rep *reply, deed, about string) {
	w := t.words(rep)
	m := t.moment()
	name := "**" + m.named(about) + "**"
	question := w.Say("table."+deed+".ask", "Name", name)
	own := map[string]string{deedLeave: m.game.Screen.Prefix() + ".leave.ask", deedRemove: m.game.Screen.Prefix() + ".remove.ask"}[deed]
	switch leaving := deed == deedLeave; {
	case leaving && !t.rec.state.Living().Has(t.rec.seatOf(about)):
		question = w.Say("table.leave.out")
	case leaving && t.rec.Fill.computer():
		question = w.Say("table.leave.filled")
	case w.Has(own): // what becomes of what one holds differs from game to game
		question = w.Say(own, "Name", name)
	}
	t.bot.tell(rep, present.NoteWith(question,
		present.Confirm(w.Say("table."+deed+".button"), present.ID(present.VerbAct, string(t.id), deed, about))))
}

// ask begins one of the deeds, from a command: whoever may not do it is told, everybody else confirms it first.
func (t *table) ask(ctx context.Context, rep *reply, deed, about string) {
	switch t.rec.Stage {
	case stageOver:
		t.say(rep, t.words(rep).Say("refusal.game_over"))
	case stageLobby:
		t.askLobby(ctx, rep, deed, about)
	default:
		if t.allows(rep, deed, about) != denied {
			t.confirm(rep, deed, about)
		}
	}
}

// ruling is what becomes of a deed that somebody wants.
type ruling int

const (
	denied ruling = iota // he has been told why
	atOnce
	byVote
)

// allows says whether somebody may do a deed while the game is on, and how; whoever may not is told why.
func (t *table) allows(rep *reply, deed, about string) ruling {
	w := t.words(rep)
	user := rep.i.User.ID
	seated := t.rec.seatOf(user) != games.Nobody
	manager := t.manages(rep)
	host := seated && t.rec.Host == user
	halts := deed == deedPause || deed == deedResume
	switch {
	case deed == deedLeave && seated:
		return atOnce
	case deed == deedLeave:
		t.say(rep, w.Say("table.watching"))
	case !seated && !manager && t.rec.owns(user) != games.Nobody:
		t.bot.tell(rep, present.NoteWith(w.Say("seat.computer"), present.BackButton(string(t.id), w)))
	case !seated && !manager, !halts && deed != deedRemove && deed != deedEnd:
		t.say(rep, w.Say("table.not_allowed"))
	case deed == deedRemove && t.rec.owns(about) == games.Nobody:
		t.say(rep, w.Say("error.player.unknown"))
	case deed == deedPause && t.rec.Paused != nil:
		t.say(rep, w.Say("table.paused"))
	case deed == deedResume && t.rec.Paused == nil:
		t.say(rep, w.Say("table.not_paused"))
	case deed == deedRemove && !manager && len(t.rec.voters(deed, about)) < 2: // one alone is no vote
		t.say(rep, w.Say("error.your.permission", "Items", "**"+w.Say("perm.manage_channels")+"**"))
	case manager, host && halts, seated && deed == deedResume && t.rec.asleep(), t.rec.alone(user, deed, about):
		return atOnce
	case deed == deedEnd && t.rec.lonely():
		t.sayLonely(rep)
	case t.rec.Vote != nil:
		t.say(rep, w.Say("vote.running"))
	default:
		return byVote
	}
	return denied
}

// askLobby does in a lobby what the deed means there.
func (t *table) askLobby(ctx context.Context, rep *reply, deed, about string) {
	w := t.words(rep)
	what := map[string]string{deedLeave: present.LobbyLeave, deedEnd: present.LobbyCancel, deedRemove: present.LobbyKick}[deed]
	host := t.rec.Host == rep.i.User.ID || t.manages(rep)
	at := t.rec.index(about)
	switch {
	case what == "":
		t.say(rep, w.Say("table.not_started"))
		return
	case lobbyDeeds[what].host && !host:
		t.say(rep, w.Say("lobby.host.only", "Name", t.hostName()))
		return
	case deed == deedRemove && at < 0:
		t.say(rep, w.Say("error.player.unknown"))
		return
	}
	var args []string
	if deed == deedRemove {
		args = []string{seatOf(t.rec.People[at]).Key()}
	}
	t.lobbyDo(ctx, rep, what, args)
}

// pressAct is the confirmation of a deed.
func (t *table) pressAct(ctx context.Context, rep *reply, id present.ParsedID) {
	if t.rec.Stage != stagePlaying {
		t.say(rep, t.words(rep).Say("refusal.game_over"))
		return
	}
	deed, about := id.Arg(1), id.Arg(2)
	if deed == deedLeave {
		about = rep.i.User.ID
	}
	switch t.allows(rep, deed, about) {
	case atOnce:
		t.carry(ctx, rep, deed, about, false)
	case byVote:
		t.putVote(ctx, rep, deed, about)
	}
}

// sayLonely says why somebody cannot end the game alone, and what he can do. Discord is asked whether those whom he waits for are still on
// the server; if not, he need not wait.
func (t *table) sayLonely(rep *reply) {
	w := t.words(rep)
	var names []string
	away := t.rec.returning(games.Nobody)
	t.miss(games.SeatsOf(away...))
	for _, seat := range away {
		names = append(names, "**"+t.moment().seats()[seat].Name+"**")
	}
	t.say(rep, w.Say("table.end.away", "Names", w.List(names), "Leave", commandName(w, "table", "leave"), "Pause", commandName(w, "table", "pause")))
}

// done acknowledges a confirmed deed where it was confirmed.
func (t *table) done(rep *reply, key string) { t.bot.turn(rep, present.Note(t.words(rep).Say(key))) }

// enact does a deed that somebody may do, or that the table has voted for. by is the user behind it, "" if it was the clock.
func (t *table) enact(ctx context.Context, deed, about, by string, voted bool, interaction string) error {
	line := &logged{Do: deed, Who: t.rec.who(by)}
	switch deed {
	case deedLeave:
		return t.depart(ctx, about, awayLeft, line, interaction)
	case deedHand:
		return t.handOver(ctx, about, awayAbsent, line, interaction)
	case deedRemove:
		return t.takeOut(ctx, about, line, interaction)
	case deedEnd:
		why := "ended"
		if !voted && !t.rec.alone(by, deed, about) {
			why = "managed"
		}
		return t.end(ctx, why, by, interaction)
	}
	next := t.rec.clone()
	if voted {
		e := tableEvent(evPassed+deed, games.Nobody)
		line.Event = &e
		next.tell([]games.Event{e})
	}
	next.pause(deed == deedPause, by, t.moved())
	return t.commit(ctx, next, step{interaction: interaction, entry: line})
}

// carry enacts what somebody has pressed for.
func (t *table) carry(ctx context.Context, rep *reply, deed, about string, voted bool) {
	if err := t.enact(ctx, deed, about, rep.i.User.ID, voted, rep.i.ID); err != nil {
		t.failed(rep, err)
		return
	}
	if err := t.settle(ctx); t.rec == nil {
		t.hiccup(rep, err)
		return
	}
	if rep.i.Message.Private || rep.i.Kind == discord.Command {
		t.show(nil)
		t.done(rep, "table.done")
		return
	}
	t.show(rep)
}

// pause stops all clocks, or lets them run again.
func (r *record) pause(stop bool, user string, m moved) {
	r.endVote()
	if stop {
		if r.Paused == nil { // a pause that becomes sleep began earlier
			r.setDue(duePause, m.now.Add(pauseLife))
		}
		r.Paused = &pause{By: user}
	} else {
		r.Paused = nil
		r.setDue(duePause, time.Time{})
	}
	r.clockwork(m)
}
