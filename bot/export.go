package bot

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"kumpas/bot/discord"
	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/store"
)

// errUnfinished is a table whose game is not over: what would be exported is secret.
var errUnfinished = errors.New("bot: the game is not over")

// joined are the ids that the seed is made of, in order of joining.
func (r *record) joined() []string {
	ids := make([]string, len(r.People))
	for i, p := range r.People {
		if ids[i] = p.User; p.computer() {
			ids[i] = fair.Computer(i)
		}
	}
	return ids
}

// export makes the file by which others can check a finished game. Errors: errUnfinished, store.ErrNotFound, or the store's.
func (b *Bot) export(ctx context.Context, id store.TableID) (discord.File, error) {
	stored, err := b.store.Table(ctx, id)
	if err != nil {
		return discord.File{}, err
	}
	rec, err := decodeRecord(stored.Snapshot, b.Games)
	if err != nil {
		return discord.File{}, err
	}
	// Looked at in what is on disk, and before anything secret is touched.
	if rec.Stage != stageOver || rec.state == nil || rec.state.Outcome() == nil {
		return discord.File{}, errUnfinished
	}
	game := fair.Record{
		Table: string(id), Game: rec.Game, Players: make([]fair.Player, len(rec.Joined)), Start: rec.Start,
		Commitment: fair.Commitment(rec.Secret), Secret: hex.EncodeToString(rec.Secret),
		Seating: rec.state.Seating(), Actions: []fair.Action{}, Result: fair.ResultOf(rec.state.Outcome()),
	}
	for i, user := range rec.Joined {
		game.Players[i] = fair.Player{ID: user, Name: rec.People[i].Name}
	}
	for _, p := range rec.People[len(rec.Joined):] {
		game.Guests = append(game.Guests, fair.Player{ID: p.User, Name: p.Name})
	}
	if err := b.actions(ctx, id, &game); err != nil {
		return discord.File{}, err
	}
	return discord.File{Name: fmt.Sprintf("%s-%s.json", rec.Game, id), Data: game.Encode()}, nil
}

// actions fills in what the table's log tells of its game.
func (b *Bot) actions(ctx context.Context, id store.TableID, game *fair.Record) error {
	for entry, err := range b.store.Log(ctx, id) {
		if err != nil {
			return err
		}
		var line logged
		if err := unmarshal(entry.Data, &line); err != nil {
			return fmt.Errorf("log of %s: %w", id, err)
		}
		switch {
		case game.Opened == "":
			game.Opened = entry.Interaction
		case line.Setup != nil:
			game.Started, game.Seed = entry.At, hex.EncodeToString(line.Setup.Seed[:])
			game.Options, game.Host, game.Winner = line.Setup.Options, line.Setup.Host, line.Setup.Winner
		case line.Action != nil:
			game.Actions = append(game.Actions, fair.ActionOf(*line.Action, entry.At, line.Computer))
		}
		if line.Event != nil {
			game.Changes = append(game.Changes, fair.Change{After: len(game.Actions), At: entry.At, Event: *line.Event})
		}
	}
	return nil
}

// pressExport hands out the file of a finished game.
func (t *table) pressExport(_ context.Context, rep *reply, _ present.ParsedID) {
	w := t.words(rep)
	if t.rec.Stage != stageOver || t.rec.state == nil {
		t.say(rep, w.Say("table.still_on"))
		return
	}
	t.bot.serve(rep, func(ctx context.Context) {
		file, err := t.bot.export(ctx, t.id)
		switch {
		case errors.Is(err, store.ErrNotFound): // it has been deleted meanwhile
			t.bot.expired(rep)
			return
		case err != nil:
			t.hiccup(rep, err)
			return
		}
		_, err = rep.say(ctx, present.WithFile(present.Note(w.Say("story.check", "Command", "`kumpas replay "+file.Name+"`")), file))
		t.bot.note(err, "export")
	})
}
