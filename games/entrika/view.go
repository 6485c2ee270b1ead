package entrika

import (
	"slices"

	"kumpas/games"
)

// View is all that one viewer may know (section 10). Codes are those of codes.go.
type View struct {
	Viewer games.Seat // Nobody for a spectator
	Phase  string     // the kind of the prompt, or PhaseOver
	Turn   int        // counted from 1; 0 during the set-up
	Active games.Seat // whose turn it is; Nobody during the set-up
	// Starter is the first player, Nobody while the host has not picked him.
	Starter games.Seat
	// MustCoup says that the active player began his turn with 10 or more gold (R3.2).
	MustCoup bool
	Seats    []SeatView
	Deck     int // cards in it
	Pool     int // Kara Para, gold
	Rules    RulesView
	// Action is the action of the turn from its declaration until the turn ends, nil before.
	Action *ActionView
	// Claim is the challenged claim that waits for its proof, nil if there is none.
	Claim *ClaimView
	// Loss says who is turning a supporter up, nil if nobody is.
	Loss *LossView
	// Estate is the estate that Kayyum is about, nil if there is none.
	Estate *EstateView
	// Proof is the last proof of the game, nil before the first.
	Proof *ProofView
	// Hand holds the viewer's face-down cards; the i-th is the choice "ci" of PromptLose and PromptManipOwn.
	Hand []string
	// Cards are the cards that the viewer alone decides about now: his set in a draft, own and drawn cards in an
	// exchange, the three of a manipulation; the i-th is the choice "ci".
	Cards []string
	// Outcome is nil while the game lasts; then every SeatView.Hand is filled.
	Outcome *games.Outcome
}

// RulesView says which rules are in force.
type RulesView struct {
	Characters  []string // in play, in the order of the rules
	Copies      int      // of each character (R1.4); in a game of two 3, of which 8 cards are out of play
	Ideology    bool
	EmptySteal  bool
	AutoProve   bool
	Combined    bool // challenge and block are offered together (R11.3)
	TargetPicks bool // manip_pick=target
	OutOfPlay   int  // cards that left the game (R2.5.4)
}

// SeatView is what the viewer may know of a seat.
type SeatView struct {
	Alive bool
	Left  bool     // left the game alive (R11.7)
	Down  int      // face-down cards
	Up    []string // face-up cards, in the order in which they were turned up
	Gold  int
	Side  string // "" without ideology
	// Claims are the claims that he made in this game, in the order of the rules.
	Claims []ClaimCount
	// Known are face-down cards of his that the viewer knows from a manipulation.
	Known []string
	// Hand holds his face-down cards: the viewer's own, and everyone's when the game is over.
	Hand []string
}

// ClaimCount counts the claims of one kind that a seat has made.
type ClaimCount struct {
	What   string // a character or NoIsAdami
	Made   int
	Proved int
	Caught int // conceded, which needs not have been a bluff
}

// ActionView is the action of the turn.
type ActionView struct {
	Seat   games.Seat
	Target games.Seat // Nobody if it has none
	What   string
	Price  int
	Claim  string // a character or NoIsAdami; "" if it claims nothing
	// Settled says that it has taken effect or been undone.
	Settled bool
	// Tested says that its claim has survived a challenge.
	Tested  bool
	Blocker games.Seat // Nobody if nobody has blocked
	Block   string     // the character that the blocker claims
}

// ClaimView is a challenged claim.
type ClaimView struct {
	Seat       games.Seat // who claims
	Challenger games.Seat
	What       string // a character or NoIsAdami
	Matter     string // the action, Block or Kayyum
}

// LossView is a loss that is being settled.
type LossView struct {
	Seat  games.Seat
	Cause string // as Items[0] of EvLost
}

// EstateView is an estate while Kayyum is about it.
type EstateView struct {
	Seat games.Seat // who left it
	Gold int
	// Claims are the shown claims that still hold; empty while the answers are sealed.
	Claims games.Seats
	// Challengers gives for each seat who challenged its claim, Nobody if nobody did.
	Challengers []games.Seat
}

// ProofView is a proof that was given.
type ProofView struct {
	Turn  int
	Seat  games.Seat
	Claim string   // a character or NoIsAdami
	Cards []string // shown
}

// View is all that viewer may know; everything when the game is over.
func (s *state) View(viewer games.Seat) games.View {
	if !s.seats().Has(viewer) {
		viewer = games.Nobody
	}
	v := View{
		Viewer: viewer, Phase: PhaseOver, Turn: int(s.Turn), Active: s.Active, Starter: s.Starter, MustCoup: s.MustCoup,
		Seats: make([]SeatView, s.Count), Deck: int(s.DeckN), Pool: int(s.Pool), Rules: s.rulesView(), Outcome: s.Outcome(),
	}
	if s.Phase != phaseOver {
		v.Phase = phases[s.Phase].kind
	}
	for i := range v.Seats {
		v.Seats[i] = s.seatView(games.Seat(i), viewer)
	}
	if viewer != games.Nobody {
		v.Hand = v.Seats[viewer].Hand
	}
	s.viewTurn(&v)
	v.Cards = s.viewCards(viewer)
	return v
}

func (s *state) rulesView() RulesView {
	types, r := s.Rules.types(), s.Rules
	v := RulesView{
		Characters: names(types[:]...), Copies: copies(int(s.Count)),
		Ideology: r.Ideology, EmptySteal: r.EmptySteal, AutoProve: r.AutoProve, Combined: r.Combined, TargetPicks: r.TargetPicks,
	}
	if s.Count == 2 && s.Seats[0].Cards[1] != noCharacter { // the draft is over
		v.OutOfPlay = 8
	}
	return v
}

func (s *state) seatView(seat, viewer games.Seat) SeatView {
	p := &s.Seats[seat]
	v := SeatView{Alive: s.Alive.Has(seat), Left: s.Left.Has(seat), Down: int(p.Down), Gold: int(p.Gold), Side: p.Side.String()}
	for i := len(p.Cards) - 1; i >= int(p.Down); i-- {
		if p.Cards[i] != noCharacter {
			v.Up = append(v.Up, p.Cards[i].String())
		}
	}
	for c, n := range p.Claims {
		if n[made] > 0 {
			v.Claims = append(v.Claims, ClaimCount{character(c).String(), int(n[made]), int(n[proved]), int(n[caught])})
		}
	}
	if seat == viewer || s.Phase == phaseOver {
		v.Hand = names(p.Cards[:p.Down]...)
		return v
	}
	for i := range p.Down {
		if p.Seen[i].Has(viewer) {
			v.Known = append(v.Known, p.Cards[i].String())
		}
	}
	slices.Sort(v.Known) // their places are the owner's
	return v
}

// viewTurn fills in what is going on in the turn.
func (s *state) viewTurn(v *View) {
	if row := &actions[s.Act.Kind]; s.Act.Kind != noAction {
		v.Action = &ActionView{
			Seat: s.Active, Target: s.Act.Target, What: row.name, Price: int(row.price), Claim: row.claim.String(),
			Settled: s.Act.Done, Tested: s.Act.Tested, Blocker: s.Act.Blocker, Block: s.Act.Block.String(),
		}
	}
	if d := s.Dispute; d.Matter != noMatter {
		v.Claim = &ClaimView{Seat: d.Claimant, Challenger: d.Challenger, What: s.disputed().String(), Matter: s.matterItems(d.Matter)[0]}
	}
	if s.Loss.Seat != games.Nobody {
		v.Loss = &LossView{Seat: s.Loss.Seat, Cause: causeNames[s.Loss.Cause]}
	}
	if s.Phase != phaseOver && s.estateOpen() {
		e := &EstateView{Seat: s.heirless(), Gold: int(s.Seats[s.heirless()].Gold), Claims: s.Estate.Claims}
		e.Challengers = append(e.Challengers, s.Estate.Challengers[:s.Count]...)
		v.Estate = e
	}
	if p := s.Proof; p.Turn > 0 {
		v.Proof = &ProofView{Turn: int(p.Turn), Seat: p.Seat, Claim: p.Claim.String()}
		for _, c := range p.Cards {
			if c != noCharacter {
				v.Proof.Cards = append(v.Proof.Cards, c.String())
			}
		}
	}
}

// estateOpen reports whether the prompt belongs to a Kayyum.
func (s *state) estateOpen() bool {
	return s.Phase == phaseKayyum || s.Phase == phaseKayyumChallenge ||
		s.Phase == phaseProof && s.Dispute.Matter == matterKayyum || s.Phase == phaseLose && s.Loss.Then == thenNextClaim
}

// viewCards are the cards that viewer decides about now, beside his hand.
func (s *state) viewCards(viewer games.Seat) []string {
	switch {
	case s.Phase == phaseDraft && viewer != games.Nobody:
		return names(s.Sets[viewer][:]...)
	case viewer != s.Active || viewer == games.Nobody:
	case s.Phase == phaseExchange:
		cards, n := s.offered(viewer)
		return names(cards[:n]...)
	case s.Phase == phaseManipulate:
		three := s.three()
		return names(three[:]...)
	}
	return nil
}
