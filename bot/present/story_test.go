package present_test

import (
	"strings"
	"testing"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/locales"
)

// A page of a story ends between turns, and the last one tells what the shuffle can be checked by.
func TestStoryPages(t *testing.T) {
	words, err := locales.Load(func(p locales.Problem) { t.Errorf("words: %+v", p) })
	if err != nil {
		t.Fatal(err)
	}
	w := words.For("en")
	state, _, err := entrika.Plus.New(games.Setup{Players: 5, Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	s := scene(w, state, games.Nobody, nil)
	s.Commitment, s.Secret = "c0ffee", "5ec7e7"
	const turns, each = 60, 3
	var all []games.Event
	for n := range turns {
		all = append(all, games.Event{Kind: entrika.EvTurn, N: n + 1, Seat: 0, Other: games.Nobody})
		for range each {
			all = append(all, games.Event{Kind: entrika.EvExchanged, N: 2, Seat: 1, Other: games.Nobody})
		}
	}
	told := 0
	for page := 0; ; page++ {
		msg := present.Story(s, all, page)
		body := msg.Components[0].Components[1]
		if body.Type != discord.Text || !strings.HasPrefix(body.Content, "**Turn ") {
			t.Fatalf("page %d does not begin with a turn:\n%s", page+1, body.Content)
		}
		if n := strings.Count(body.Content, "\n") + 1; n%(each+1) != 0 {
			t.Errorf("page %d ends within a turn:\n%s", page+1, body.Content)
		}
		told += strings.Count(body.Content, "**Turn ")
		text := dump(msg.Components, "")
		last := !strings.Contains(text, w.Say("story.next"))
		if secret := strings.Contains(text, "`5ec7e7`"); secret != last || last != strings.Contains(text, "`c0ffee`") {
			t.Errorf("page %d, the last: %v, tells the secret: %v", page+1, last, secret)
		}
		if last {
			break
		}
	}
	if told != turns {
		t.Errorf("%d turns are told, of %d", told, turns)
	}
}
