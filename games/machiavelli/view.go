package machiavelli

import (
	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// View is all that one viewer may know (section 7). Codes are those of codes.go.
type View struct {
	Viewer games.Seat // Nobody for a spectator
	Phase  string     // PromptTurn or PhaseOver
	Turn   int        // counted from 1
	Active games.Seat // whose turn it is
	First  games.Seat // who began the game
	Seats  []SeatView
	Stock  int
	// Table holds the melds in a fixed order: runs by suit and rank, then sets by rank; a meld's number is its index + 1.
	Table []MeldView
	// Hand is the viewer's hand, sorted as Order says; nil for a spectator.
	Hand []string
	// Order is OrderSuit or OrderRank: the viewer's own choice, at first the table's option.
	Order string
	// Last is the turn before, or the last one when the game is over; nil during the first one.
	Last *LastView
	// Passed are the seats that have passed in succession (R6.2).
	Passed games.Seats
	Rules  RulesView
	// Outcome is nil while the game lasts; then every SeatView.Hand is filled.
	Outcome *games.Outcome
}

// RulesView says which options are in force.
type RulesView struct {
	HandSize int
	Jokers   int
	SwapOnly bool   // joker_release
	Penalty  int    // invalid_penalty
	Opening  int    // opening_points
	Assist   string // AssistArrange, AssistHints, AssistOff
}

// SeatView is what the viewer may know of a seat.
type SeatView struct {
	Left   bool // left the game (R9.6); his cards are set aside
	Cards  int  // in his hand
	Opened bool // has played at least once
	// Hand is his hand: the viewer's own, and everyone's when the game is over.
	Hand []string
	// Points is what Hand counts (R6.3).
	Points int
}

// MeldView is a meld on the table.
type MeldView struct {
	Cards   []string // in reading order, the joker at its place
	Set     bool
	Reading string // the card that its joker stands for, "" without a joker
	// New says that the last turn made the meld or changed it.
	New bool
	// Played are the indices of the cards that came from the hand in the last turn.
	Played []int
}

// LastView is what happened in the turn before.
type LastView struct {
	Turn   int
	Seat   games.Seat
	What   string     // Play, Draw or Pass; "" if the player left
	Cards  []string   // played from the hand
	Broken [][]string // the melds that are no more
	Drawn  int        // how many cards were drawn
	Absent bool       // his time was over
}

// DraftView is the view of the editor of FieldTable, for its author alone.
type DraftView struct {
	// Melds are the melds of the table in its order, and behind them the new ones. A meld of the table of which nothing is left is
	// there without cards.
	Melds []DraftMeld
	// Loose are cards of the table that lie in no meld.
	Loose []string
	// Hand is what is left of the hand, Used what is not, both sorted as View.Order says.
	Hand, Used []string
	// Changed says that something differs from the table as it is.
	Changed bool
	// GaveUp says that OpGiveUp was chosen: submitted, the draft draws or passes.
	GaveUp bool
	// Wrong is all that is wrong, the first being what Check says; empty if the draft can be submitted.
	Wrong []games.Refusal
	// Asked is what the solver said last, nil if it was not asked since the last change.
	Asked *AskedView
}

// DraftMeld is a meld in the making.
type DraftMeld struct {
	Cards   []string // in reading order if it is valid, else as they were put
	Set     bool
	Reading string     // the card that its joker stands for, "" if there is none or it is not valid
	Stated  bool       // the player has stated the reading
	Wrong   games.Code // why it is no meld, "" if it is one
	Changed bool       // not on the table like this
	// Played are the indices of the cards that come from the hand.
	Played []int
}

// AskedView is an answer of the solver.
type AskedView struct {
	What    string   // AskArrange, AskExists, AskCards or AskWhole
	Cards   []string // AskArrange: the cards asked for; AskCards and AskWhole: those of the best play found
	Verdict string   // Yes, No, Unknown
	Proved  bool     // AskCards and AskWhole: no play has more cards
}

// View is all that viewer may know; everything when the game is over.
func (s *state) View(viewer games.Seat) games.View {
	if !s.seats().Has(viewer) {
		viewer = games.Nobody
	}
	v := View{
		Viewer: viewer, Phase: PromptTurn, Turn: int(s.Turn), Active: s.Active, First: s.First, Seats: make([]SeatView, s.Count),
		Stock: int(s.Stock.n), Order: s.order(viewer), Passed: s.Passed, Rules: s.Rules.view(), Outcome: s.Outcome(),
	}
	if s.End != playing {
		v.Phase = PhaseOver
	}
	for i := range v.Seats {
		seat := games.Seat(i)
		h := &s.Hands[i]
		v.Seats[i] = SeatView{Left: s.Left.Has(seat), Cards: h.total(), Opened: s.Opened.Has(seat)}
		if seat == viewer || s.End != playing {
			v.Seats[i].Hand, v.Seats[i].Points = names(h.sorted(s.ByRank.Has(seat))), h.points()
		}
	}
	if viewer != games.Nobody {
		v.Hand = v.Seats[viewer].Hand
	}
	v.Table = s.viewTable()
	v.Last = s.viewLast()
	return v
}

func (r rules) view() RulesView {
	return RulesView{
		HandSize: int(r.HandSize), Jokers: int(r.Jokers), SwapOnly: r.SwapOnly, Penalty: int(r.Penalty), Opening: int(r.Opening),
		Assist: assistNames[r.Assist],
	}
}

func (s *state) viewTable() []MeldView {
	melds := s.Table.all()
	views := make([]MeldView, len(melds))
	groups, was := make([][]card.Card, len(melds)), make([]*card.Meld, len(melds))
	from := origins(s.Last.Broken.all(), groupsOf(melds))
	for i := range melds {
		m := &melds[i]
		views[i] = MeldView{Cards: names(m.Cards()), Set: m.IsSet(), New: s.Last.New>>i&1 == 1}
		if as, ok := m.Reading(); ok {
			views[i].Reading = as.String()
		}
		if groups[i] = m.Cards(); !views[i].New {
			groups[i] = nil // nothing of it has been played
		} else if from[i] >= 0 {
			was[i] = &s.Last.Broken.melds[from[i]]
		}
	}
	for i, played := range marks(groups, was, s.Last.Played) {
		views[i].Played = played
	}
	return views
}

func (s *state) viewLast() *LastView {
	if s.Last.Turn == 0 {
		return nil
	}
	l := &s.Last
	v := &LastView{
		Turn: int(l.Turn), Seat: l.Seat, What: deedNames[l.What], Cards: names(l.Played.list()), Drawn: int(l.Drawn), Absent: l.Absent,
	}
	for _, m := range l.Broken.all() {
		v.Broken = append(v.Broken, names(m.Cards()))
	}
	return v
}
