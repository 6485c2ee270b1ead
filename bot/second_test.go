package bot

import (
	"strings"
	"testing"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/store"
)

// A command that comes once more after a restart is answered in private: it opens no second table, and nobody "thinks" for ever.
func TestSecondDelivery(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	defer d.close()
	i := d.interaction(1, discord.Command)
	i.Guild = "1482468360192000003" // where no tables stand yet
	i.Command, i.Options = "play", map[string]string{"game": "entrika", "thread": "false"}
	if first := d.do(i); first.private() {
		t.Fatalf("the lobby is private: %+v", first)
	}
	before := len(d.bot.tables.where(func(header) bool { return true }))
	d.bot.recent.mu.Lock()
	delete(d.bot.recent.ids, i.ID)
	d.bot.recent.mu.Unlock()
	second := d.do(i)
	if !second.private() || !strings.Contains(second.Data.Components[0].Content, "<#"+deskChannel+">") {
		t.Errorf("the second delivery is answered by %+v", second)
	}
	if n := len(d.bot.tables.where(func(header) bool { return true })); n != before {
		t.Errorf("%d tables were opened", n-before+1)
	}
}

// Whoever makes up tables gets his answer and costs the program nothing that stays.
func TestMadeUpTables(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	defer d.close()
	for _, id := range []string{"aaaaaaaa", "abcdefgh", "22222222"} {
		if said := d.do(d.press(watcher, present.ID(present.VerbPanel, id))); !said.private() {
			t.Errorf("%s is answered by %+v", id, said)
		}
		d.bot.tables.mu.Lock()
		_, kept := d.bot.tables.actors[store.TableID(id)]
		d.bot.tables.mu.Unlock()
		if kept {
			t.Errorf("the actor of %s has stayed", id)
		}
	}
}
