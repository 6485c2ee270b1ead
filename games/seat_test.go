package games_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kumpas/games"
)

func TestSeats(t *testing.T) {
	s := games.SeatsOf(3, 1, games.Nobody)
	if got := slices.Collect(s.All()); !slices.Equal(got, []games.Seat{1, 3}) {
		t.Errorf("seats %v, want 1 and 3", got)
	}
	if s.Has(games.Nobody) || s.Has(0) || !s.Has(3) || s.Without(3).Has(3) || s.Count() != 2 {
		t.Errorf("membership of %b is wrong", s)
	}
	if games.FirstSeats(4) != games.SeatsOf(0, 1, 2, 3) {
		t.Error("FirstSeats(4) is not seats 0 to 3")
	}
}

// The documented algorithm, followed here by hand on Go's own implementation of chacha8rand.
func TestStreamIsReproducible(t *testing.T) {
	seed := [32]byte{1, 2, 3}
	s := games.NewStream(seed)
	src := rand.NewChaCha8(seed)
	for _, n := range []int{1, 2, 3, 7, 52, 108, 1 << 40} {
		if got, want := s.N(n), int(src.Uint64()%uint64(n)); got != want {
			t.Errorf("a draw below %d is %d, want %d", n, got, want)
		}
	}
	saved := s
	text, err := s.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var back games.Stream
	if err := back.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		a, b, c := s.N(1000), saved.N(1000), back.N(1000)
		if a != b || a != c {
			t.Fatalf("a copy and a restored stream go on differently: %d %d %d", a, b, c)
		}
	}
}

func TestDecodeRefusesOtherVersions(t *testing.T) {
	type state struct{ Cards int }
	data := games.Encode(2, state{Cards: 7})
	var s state
	if err := games.Decode(2, data, &s, nil); err != nil || s.Cards != 7 {
		t.Fatalf("decoded %+v, %v", s, err)
	}
	if err := games.Decode(1, data, &s, nil); err == nil {
		t.Error("a newer version was read")
	} else if v, ok := err.(*games.VersionError); !ok || v.Have != 2 || v.Want != 1 {
		t.Errorf("a newer version gives %v", err)
	}
	double := map[int]func([]byte) ([]byte, error){2: func(b []byte) ([]byte, error) { return []byte(`{"Cards":14}`), nil }}
	if err := games.Decode(3, data, &s, double); err != nil || s.Cards != 14 {
		t.Errorf("migrated to %+v, %v", s, err)
	}
	for _, bad := range []string{"", "2", "x {}", "2 {", `2 {"Other":1}`, `2 {} {}`, "-1 {}"} {
		if err := games.Decode(2, []byte(bad), &s, nil); err == nil {
			t.Errorf("%q was read as a state", bad)
		}
	}
}

// An error of Decode may be logged: it says where the bytes are damaged, not what stands there.
func TestDecodeErrorsQuoteNothing(t *testing.T) {
	type state struct {
		Cards  int8
		Stream games.Stream
	}
	for _, c := range []struct{ name, data, want string }{
		{"a number too large", `1 {"Cards":4711}`, "games: state: Cards"},
		{"another type", `1 {"Cards":"4711"}`, "games: state: Cards"},
		{"an unknown field", `1 {"4711":1}`, "games: state:"},
		{"no JSON", `1 {"Cards":4x711}`, "games: state: broken JSON at byte"},
		{"cut short", `1 {"Cards":4711`, "games: state:"},
		{"no stream", `1 {"Stream":"4711"}`, "games: state: a broken stream"},
		{"no base64", `1 {"Stream":"4711 4711"}`, "games: state: a broken stream"},
	} {
		var s state
		err := games.Decode(1, []byte(c.data), &s, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "4711") || strings.Contains(err.Error(), "x") {
			t.Errorf("%s: %v, want %q and nothing of the bytes", c.name, err, c.want)
		}
	}
	quoting := map[int]func([]byte) ([]byte, error){1: func(b []byte) ([]byte, error) { return nil, json.Unmarshal(b, new(state)) }}
	if err := games.Decode(2, []byte(`1 {"Cards":4711}`), new(state), quoting); err == nil || strings.Contains(err.Error(), "4711") {
		t.Errorf("a migration that fails: %v", err)
	}
}
