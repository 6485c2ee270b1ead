package secrethitler

import "kumpas/games"

// View is all that one viewer may know (section 8). Codes are those of codes.go.
type View struct {
	Viewer games.Seat // Nobody for a spectator
	Phase  string     // the kind of the awaited prompt, or PhaseOver
	Round  int        // of elections, counted from 1; 0 during the night
	// President is the presidential candidate of the round, and the President once Elected; Nobody during the night.
	// Chancellor is his Chancellor candidate, Nobody before the nomination.
	President, Chancellor games.Seat
	Elected               bool
	Special               bool // he was called by a special election
	// Next is the candidate of the next round as far as the order alone says it (R3.1, R3.2); during the night the first one.
	Next games.Seat
	// LastPresident and LastChancellor are the last elected pair (R3.4), Nobody before the first and after chaos.
	LastPresident, LastChancellor games.Seat

	Liberal, Fascist int // policies in force
	// Powers holds for each fascist policy, the first one first, the power that it brings at this size, "" if none (R6.1).
	Powers    [6]string
	Tracker   int
	Deck      int // cards in it
	Discarded int // cards in the discard pile
	VetoPower bool
	VetoAsked bool // in this session

	Seats       []SeatView
	Governments []GovernmentView // of all rounds, the present one last
	Rules       RulesView

	// What the viewer alone knows; "" and nil for a spectator.
	Role  string
	Party string
	Knows string // why he does or does not know others: WhyLiberalAlone, WhyHitlerAlone, WhySmallTable or WhyFascists
	// Hand holds the policies that he decides about now; the i-th is the choice "ci" of PromptDiscard or PromptEnact.
	Hand []string
	// Peek holds the three policies that he saw by Policy Peek, the topmost first, nil if he did not; PeekLeft
	// says how many of them, counted from the last one, still lie on the deck in this order.
	Peek     []string
	PeekLeft int

	// Outcome is nil while the game lasts; then every role and every session is filled in.
	Outcome *games.Outcome
}

// RulesView says which rules are in force.
type RulesView struct {
	Liberals, Fascists int // players with these roles; one more is Hitler
	Living5            bool
	ResetOnElection    bool
	VoteWaits          bool
	Claims             bool
}

// SeatView is what the viewer may know of a seat.
type SeatView struct {
	Alive bool // not executed and still there
	Left  bool // left the game while alive (R10.5)
	// Limited says why he cannot be nominated now beside being the candidate or dead: WhyLastPresident, WhyLastChancellor or "".
	Limited string
	// NotHitler says that everybody knows it: he was Chancellor with three fascist policies in force, was executed or has left.
	NotHitler bool
	// InvestigatedBy is who looked at his party, Nobody if nobody did.
	InvestigatedBy games.Seat
	// Role is filled for the viewer himself, those named to him, and everyone when the game is over.
	Role string
	// Party is filled where the viewer was told it, by the role or by an investigation of his own.
	Party string
}

// GovernmentView is one round of elections and what came of it.
type GovernmentView struct {
	Round                 int
	President, Chancellor games.Seat // Chancellor is Nobody if nobody was nominated
	Special               bool
	// Voters and Ja are empty until the votes are opened.
	Voters, Ja games.Seats
	Elected    bool
	Result     string // "" while it lasts
	NotHitler  bool   // the Chancellor was announced not to be Hitler
	VetoAsked  bool
	Policy     string // enacted, "" if none
	Chaos      string // the policy that came from the top of the deck after it, "" if none
	// Power is the power that its President used, "" if none; Target whom it hit, Nobody if nobody.
	Power  string
	Target games.Seat
	// The public claims, "" if not made: what was drawn, what was got, the party seen.
	ClaimDrawn, ClaimGot, ClaimParty string
	// Conflicts lists what cannot be true among them: ConflictPair, ConflictPresident, ConflictChancellor.
	Conflicts []string
	// What the viewer knows for certain: as its President all, as its Chancellor Passed alone, everything when the game
	// is over. Drawn is in the order of the deck, Thrown what the President discarded, Passed in the order of the
	// Chancellor's choices; to the President, who does not know that order, in the order of the deck.
	Drawn  []string
	Thrown string
	Passed []string
	Seen   string   // the party that the President saw by the power Investigate
	Peek   []string // the policies that the President saw by the power Peek, the topmost first
}

// View is all that viewer may know; everything when the game is over.
func (s *state) View(viewer games.Seat) games.View {
	if !s.seats().Has(viewer) {
		viewer = games.Nobody
	}
	v := View{
		Viewer: viewer, Phase: PhaseOver, Round: len(s.Rounds), President: games.Nobody, Chancellor: games.Nobody, Next: s.next(s.Regular),
		LastPresident: s.LastPresident, LastChancellor: s.LastChancellor,
		Liberal: int(s.InForce[liberalPolicy]), Fascist: int(s.InForce[fascistPolicy]), Tracker: int(s.Tracker),
		Deck: int(s.DeckN), VetoPower: s.vetoPower(), Seats: make([]SeatView, s.Count), Rules: s.rulesView(), Outcome: s.Outcome(),
	}
	if s.Phase != phaseOver {
		v.Phase = phases[s.Phase].kind
	}
	for i, p := range track(s.Count) {
		v.Powers[i] = p.String()
	}
	for _, n := range s.discards() {
		v.Discarded += int(n)
	}
	for i := range s.Rounds {
		v.Governments = append(v.Governments, s.governmentView(i, viewer))
	}
	if n := len(v.Governments); n > 0 {
		g := &v.Governments[n-1]
		v.President, v.Chancellor, v.Elected, v.Special, v.VetoAsked = g.President, g.Chancellor, g.Elected, g.Special, g.VetoAsked
	}
	s.viewSeats(&v)
	if viewer != games.Nobody {
		v.Role, v.Party, v.Knows = v.Seats[viewer].Role, v.Seats[viewer].Party, s.knows(viewer)
		v.Hand = s.hand(viewer)
		if viewer == s.Peek.Seat {
			v.Peek, v.PeekLeft = names(s.Peek.Cards[:]...), int(s.Peek.Left)
		}
	}
	return v
}

func (s *state) rulesView() RulesView {
	t, r := teams[s.Count], s.Rules
	return RulesView{
		Liberals: int(t.liberals), Fascists: int(t.fascists),
		Living5: r.Living5, ResetOnElection: !r.EnactOnly, VoteWaits: r.VoteWait, Claims: r.Claims,
	}
}

// hand holds the policies that viewer decides about now.
func (s *state) hand(viewer games.Seat) []string {
	switch {
	case s.Phase == phaseDiscard && viewer == s.now().President:
		return names(s.now().Drawn[:]...)
	case s.Phase == phaseEnact && viewer == s.now().Chancellor:
		two := s.now().passed()
		return names(two[:]...)
	}
	return nil
}

func (s *state) viewSeats(v *View) {
	free := s.Phase == phaseNominate && s.nobodyEligible()
	var named games.Seats
	if v.Viewer != games.Nobody {
		named = s.allies(v.Viewer).With(v.Viewer)
	}
	for i := range v.Seats {
		seat := games.Seat(i)
		w := SeatView{Alive: s.Alive.Has(seat), Left: s.Left.Has(seat), NotHitler: s.Cleared.Has(seat), InvestigatedBy: games.Nobody}
		if !free {
			w.Limited = s.limited(seat)
		}
		if named.Has(seat) || s.Phase == phaseOver {
			w.Role, w.Party = s.Roles[i].String(), s.Roles[i].party()
		}
		v.Seats[i] = w
	}
	for i := range v.Governments {
		if g := &v.Governments[i]; g.Power == Investigate {
			w := &v.Seats[g.Target]
			w.InvestigatedBy = g.President
			if g.Seen != "" {
				w.Party = g.Seen
			}
		}
	}
}

func (s *state) governmentView(i int, viewer games.Seat) GovernmentView {
	g := &s.Rounds[i]
	v := GovernmentView{
		Round: i + 1, President: g.President, Chancellor: g.Chancellor, Special: g.Special, Voters: g.Voters, Ja: g.Ja,
		Elected: g.elected(), Result: resultNames[g.Result], NotHitler: g.Cleared, VetoAsked: g.Veto != noVeto,
		Policy: g.card(g.Enacted).String(), Chaos: g.Chaos.String(), Power: g.Power.String(), Target: g.Target,
		ClaimDrawn: g.Claims[claimDrawn].word(claimDrawn), ClaimGot: g.Claims[claimGot].word(claimGot),
		ClaimParty: g.Claims[claimParty].word(claimParty), Conflicts: g.conflicts(),
	}
	over := s.Phase == phaseOver
	if viewer == g.President || over {
		s.presidentView(g, &v)
	}
	if g.Thrown != 0 && (viewer == g.Chancellor || over) {
		two := g.passed()
		v.Passed = names(two[:]...)
	}
	return v
}

// presidentView fills in what the President of a session knows.
func (s *state) presidentView(g *government, v *GovernmentView) {
	if g.Drawn[0] != noPolicy {
		v.Drawn, v.Thrown = names(g.Drawn[:]...), g.card(g.Thrown).String()
	}
	if g.Thrown != 0 {
		for i, c := range g.Drawn {
			if place(i+1) != g.Thrown {
				v.Passed = append(v.Passed, c.String())
			}
		}
	}
	switch g.Power {
	case investigate:
		v.Seen = s.Roles[g.Target].party()
	case peek:
		v.Peek = names(s.Peek.Cards[:]...)
	}
}
