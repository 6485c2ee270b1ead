package bot

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
	"kumpas/store"
)

// history tells the story of the running game, or of the last ones played on this server.
func (b *Bot) history(ctx context.Context, rep *reply) {
	if ids := b.here(rep.i); len(ids) == 1 {
		if h, _ := b.tables.header(ids[0]); h.Stage == stagePlaying && (h.Channel == rep.i.Channel || h.Parent == rep.i.Channel) {
			b.at(rep, ids[0], func(t *table, _ context.Context) { t.story(rep, 0) })
			return
		}
	}
	var last []store.Result
	for result, err := range b.store.Results(ctx, rep.i.Guild) {
		if err != nil {
			b.hiccup(rep, err)
			return
		}
		if e, err := readEnded(result.Data); err != nil || !e.has(rep.i) {
			continue
		}
		if last = append(last, result); len(last) == historyLength {
			break
		}
	}
	msg := historyOf(last, rep.words())
	if len(last) > 0 { // the file of the newest; those of the others hang on their stories
		file, err := b.export(ctx, last[0].Table)
		if err == nil {
			msg = present.WithFile(msg, file)
		} else if !errors.Is(err, store.ErrNotFound) { // results outlive their tables
			b.log.Error("export", "table", last[0].Table, "err", err)
		}
	}
	b.tell(rep, msg)
}

// audience is who may know of a game: those who play it, and everybody where it is played. Others may not see that channel.
type audience struct {
	Users   []string `json:"users"` // by seat, then those who sat there before
	Channel string   `json:"channel"`
	Parent  string   `json:"parent,omitempty"`
}

// has reports whether an interaction comes from somebody in the audience.
func (a audience) has(i discord.Interaction) bool {
	return a.Channel == i.Channel || a.Parent != "" && (a.Parent == i.Channel || a.Parent == i.Parent) || slices.Contains(a.Users, i.User.ID)
}

// historyLength is how many games /table history lists at most, historyText how many characters of them.
const (
	historyLength = 10
	historyText   = 3500
)

// historyOf lists results, the newest first, with a button for the story of each.
func historyOf(results []store.Result, w *locales.Words) discord.Message {
	text := "### 📖 " + w.Say("history.title")
	var buttons []discord.Component
	for _, result := range results {
		e, err := readEnded(result.Data)
		if err != nil {
			continue // of a newer program
		}
		line := "\n" + e.line(len(buttons)+1, result, w)
		if utf8.RuneCountInString(text+line) > historyText || len(buttons) == historyLength {
			break
		}
		text += line
		buttons = append(buttons, present.StoryButton(string(result.Table), len(buttons)+1))
	}
	if len(buttons) == 0 {
		text += "\n" + w.Say("history.none", "Command", commandName(w, "play"))
	}
	return present.NoteWith(text, buttons...)
}

// line says a result.
func (e ended) line(n int, r store.Result, w *locales.Words) string {
	var won, others []string
	for i, name := range e.Names {
		if e.Won[i] {
			won = append(won, "🏆 **"+present.Escape(name)+"**")
		} else {
			others = append(others, present.Escape(name))
		}
	}
	return present.ResultLine(n, w.Say("game."+r.Game+".name"), r.At, append(won, others...))
}

// ended is the result of a game, for the server's history.
type ended struct {
	audience
	Number int              `json:"number"`
	Names  []string         `json:"names"` // by seat
	Won    []bool           `json:"won"`
	Why    string           `json:"why"`
	Seats  []games.Standing `json:"seats"`
}

func (r *record) result(id store.TableID, now time.Time) *store.Result {
	o := r.state.Outcome()
	e := ended{Number: r.Number, Why: o.Why, Seats: o.Seats, audience: audience{Channel: r.Channel, Parent: r.Parent}}
	var users []string
	for seat := range r.Seating {
		p := r.at(games.Seat(seat))
		e.Names = append(e.Names, p.Name)
		e.Users = append(e.Users, p.User)
		e.Won = append(e.Won, o.Winners.Has(games.Seat(seat)))
		if p.User != "" {
			users = append(users, p.User)
		}
	}
	for _, p := range r.People { // whose seats were taken over
		if p.User != "" && !slices.Contains(users, p.User) {
			e.Users, users = append(e.Users, p.User), append(users, p.User)
		}
	}
	data, err := json.Marshal(e)
	if err != nil {
		return nil
	}
	return &store.Result{Guild: r.Guild, Table: id, Game: r.Game, Users: users, At: now, Data: data}
}

func readEnded(data []byte) (ended, error) {
	var e ended
	if err := unmarshal(data, &e); err != nil {
		return e, err
	}
	if len(e.Won) != len(e.Names) {
		return e, errors.New("bot: a result that does not add up")
	}
	return e, nil
}

// audience is where the game is played and who plays it.
func (r *record) audience() audience {
	a := audience{Channel: r.Channel, Parent: r.Parent}
	for _, p := range r.People {
		a.Users = append(a.Users, p.User)
	}
	return a
}
