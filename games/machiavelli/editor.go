package machiavelli

import (
	"slices"
	"strconv"
	"strings"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// editor is a player's private draft of a table (R9.1), an immutable games.Editor: each operation gives another one.
//
// A draft is the sketches that undo goes back to and the present one, joined by ";". In front of them, with "#" behind it, stands
// what the solver has answered, if it was asked: "12:cards:yes:1:S5 S6" in turn 12.
type editor struct {
	s      *state
	seat   games.Seat
	past   []string // sketches, the last one first to come back
	now    sketch
	read   []reading // of the groups of now
	gaveUp bool
	asked  *asked
}

// asked is an answer of the solver.
type asked struct {
	what, verdict string
	proved        bool
	cards         hand
}

const (
	maxPast  = 16
	maxDraft = 1 << 15 // bytes
)

func newEditor(s *state, seat games.Seat) *editor {
	e := &editor{s: s, seat: seat}
	e.lay(e.blank())
	return e
}

// to is the editor with another sketch, the present one being kept for undo.
func (e *editor) to(sk sketch, gaveUp bool) *editor {
	next := &editor{s: e.s, seat: e.seat, gaveUp: gaveUp, past: slices.Clone(e.past)}
	next.lay(sk)
	if was := e.write(); was != next.write() {
		next.past = append(next.past, was)
		next.past = next.past[max(0, len(next.past)-maxPast):]
	}
	return next
}

// noting is the editor with an answer of the solver.
func (e *editor) noting(a asked) *editor {
	next := *e
	next.asked = &a
	return &next
}

// Draft is the draft as text.
func (e *editor) Draft() string {
	var b strings.Builder
	if a := e.asked; a != nil {
		proved := "0"
		if a.proved {
			proved = "1"
		}
		b.WriteString(strings.Join([]string{strconv.Itoa(int(e.s.Turn)), a.what, a.verdict, proved, written(a.cards.list())}, ":") + "#")
	}
	for _, was := range e.past {
		b.WriteString(was + ";")
	}
	b.WriteString(e.write())
	return b.String()
}

// Final is the present sketch alone.
func (e *editor) Final() string { return e.write() }

// Load keeps what a draft has that still makes sense.
func (e *editor) Load(draft string) (games.Editor, error) {
	next, lost := e.load(draft)
	if next == nil {
		return nil, lost
	}
	return next, nil
}

// load reads a draft. lost says what of its present sketch makes no sense any more, nil if all does; without an editor it
// says that the text is no draft.
func (e *editor) load(draft string) (next *editor, lost *games.Refusal) {
	no := games.Refuse(games.BadChoice, "R9.1")
	note, rest, noted := strings.Cut(draft, "#")
	if !noted {
		note, rest = "", draft
	}
	texts := strings.Split(rest, ";")
	if len(draft) > maxDraft || len(texts) > maxPast+1 {
		return nil, no
	}
	at := &editor{s: e.s, seat: e.seat}
	for i, text := range texts {
		gaveUp := text == gaveUpText
		if gaveUp {
			text = ""
		}
		sk, missing, bad := at.sketched(text)
		if bad {
			return nil, no
		}
		if i == 0 {
			at.lay(sk)
			at.gaveUp = gaveUp
		} else {
			at = at.to(sk, gaveUp)
		}
		lost = missing
	}
	if noted {
		a, turn, ok := readAsked(note)
		if !ok {
			return nil, no
		}
		if turn == e.s.Turn && e.s.Rules.Assist != assistOff {
			at.asked = &a
		}
	}
	return at, lost
}

func readAsked(note string) (a asked, turn int32, ok bool) {
	parts := strings.Split(note, ":")
	if len(parts) != 5 {
		return a, 0, false
	}
	n, err := strconv.ParseInt(parts[0], 10, 32)
	a = asked{what: parts[1], verdict: parts[2], proved: parts[3] == "1"}
	ok = err == nil && strconv.FormatInt(n, 10) == parts[0] && (a.proved || parts[3] == "0") &&
		slices.Contains([]string{AskArrange, AskExists, AskCards, AskWhole}, a.what) &&
		slices.Contains([]string{Yes, No, Unknown}, a.verdict) && a.cards.UnmarshalText([]byte(parts[4])) == nil
	return a, int32(n), ok
}

// Check says why the draft could not be submitted now, nil if it can.
func (e *editor) Check() error {
	if r := e.wrong(); r != nil {
		return r
	}
	return nil
}

// Parse replaces the draft by a table, or by new melds, that a person wrote (R9.2).
func (e *editor) Parse(text string) (games.Editor, error) {
	groups, refused := parseMelds(text)
	if refused != nil {
		return nil, refused
	}
	sk, refused := e.fit(groups)
	if refused != nil {
		return nil, refused
	}
	return e.to(sk, false), nil
}

// View is the draft as plain data.
func (e *editor) View() games.View {
	used, over := e.tally()
	byRank := e.s.ByRank.Has(e.seat)
	left := e.left()
	v := DraftView{
		Loose: names(over.sorted(byRank)), Hand: names(left.sorted(byRank)), Used: names(used.sorted(byRank)),
		Changed: e.changed(), GaveUp: e.gaveUp, Wrong: e.wrongs(), Melds: make([]DraftMeld, len(e.now)),
	}
	groups, was := make([][]card.Card, len(e.now)), make([]*card.Meld, len(e.now))
	for i, g := range e.now {
		groups[i], was[i] = g.cards, e.was(i)
	}
	for i, played := range marks(groups, was, used) {
		v.Melds[i] = e.viewMeld(i)
		v.Melds[i].Played = played
	}
	if a := e.asked; a != nil {
		v.Asked = &AskedView{What: a.what, Cards: names(a.cards.sorted(byRank)), Verdict: a.verdict, Proved: a.proved}
	}
	return v
}

func (e *editor) viewMeld(i int) DraftMeld {
	g := &e.now[i]
	v := DraftMeld{Cards: names(g.cards), Stated: g.as != card.Joker}
	r := &e.read[i]
	v.Changed = r.changed
	switch {
	case len(g.cards) == 0:
	case r.err != nil:
		v.Wrong = meldCodes[r.err.Code].code
	default:
		v.Set = r.meld.IsSet()
		if as, ok := r.meld.Reading(); ok {
			v.Reading = as.String()
		}
	}
	return v
}

// left is what the sketch leaves in the hand.
func (e *editor) left() hand {
	used, h := e.played(), e.s.Hands[e.seat]
	for c := range h {
		h[c] -= used[c]
	}
	return h
}
