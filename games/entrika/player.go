package entrika

import (
	"slices"

	"kumpas/games"
)

// levels are the strengths of the computer player.
var levels = []string{"normal"}

// brain is a computer player at one decision. It knows what its view tells and nothing else.
type brain struct {
	v   View
	me  games.Seat
	rng games.Rand
}

// Choose is the computer player: mostly honest, bluffing where it fits what it has claimed before and where people
// do not challenge much, and challenging by counting cards.
func (g *game) Choose(_ string, view games.View, p games.Prompt, ask games.Ask, rng games.Rand) games.Answer {
	v := view.(View)
	b := brain{v: v, me: v.Viewer, rng: rng}
	switch p.Kind {
	case PromptTurn:
		return b.turn(ask)
	case PromptClaimWindow, PromptBlockWindow:
		return b.react(p.Kind == PromptClaimWindow)
	case PromptBlockClaim:
		if b.doubt(v.Action.Blocker, v.Action.Block, v.Action.Seat == b.me) {
			return games.Answer{Challenge}
		}
		return games.Answer{Pass}
	case PromptProof:
		if b.holds(v.Claim.What) {
			return games.Answer{Show}
		}
		return games.Answer{Concede}
	case PromptLose, PromptManipOwn, PromptManipPick:
		return games.Answer{cardIDs[b.worst(v.Hand)]}
	case PromptExchange:
		return b.keepBest()
	case PromptManipulate:
		return b.place()
	case PromptKayyum:
		if b.holds(Avukat) || v.Estate.Gold > 2 && b.daresToClaim(Avukat, 0.5) {
			return games.Answer{Kayyum}
		}
		return games.Answer{Pass}
	case PromptKayyumChallenge:
		return b.doubtClaims(ask)
	case PromptDraft:
		if i := b.rng.IntN(len(v.Cards)); b.chance(0.5) { // a draft that is always the same would be an open one
			return games.Answer{cardIDs[i]}
		}
		return games.Answer{cardIDs[b.best(v.Cards)]}
	}
	answer, _ := games.Random(ask, rng) // who starts, and on which side, is all the same
	return answer
}

// seat is what the view tells of a seat.
func (b *brain) seat(s games.Seat) SeatView { return b.v.Seats[s] }

// holds reports whether the claim would be true.
func (b *brain) holds(claim string) bool {
	if claim == NoIsAdami {
		return !slices.Contains(b.v.Hand, IsAdami)
	}
	return slices.Contains(b.v.Hand, claim)
}

// chance is a yes with the given probability.
func (b *brain) chance(p float64) bool { return b.rng.Float64() < p }

// count counts the claims of a seat: made, proved and caught.
func count(seat SeatView) (n ClaimCount) {
	for _, c := range seat.Claims {
		n.Made, n.Proved, n.Caught = n.Made+c.Made, n.Proved+c.Proved, n.Caught+c.Caught
	}
	return n
}

// suspicion is how often claims are challenged at this table, from 0 to 1.
func (b *brain) suspicion() float64 {
	made, challenged := 5.0, 1.0
	for _, seat := range b.v.Seats {
		n := count(seat)
		made, challenged = made+float64(n.Made), challenged+float64(n.Proved+n.Caught)
	}
	return challenged / made
}

// unseen are the copies of a character that the player has not got before his eyes, and all such cards.
func (b *brain) unseen(c string) (copies, all int) {
	copies, all = b.v.Rules.Copies, b.v.Rules.Copies*len(b.v.Rules.Characters)
	see := func(cards []string) {
		all -= len(cards)
		for _, card := range cards {
			if card == c {
				copies--
			}
		}
	}
	for _, seat := range b.v.Seats {
		see(seat.Up)
		see(seat.Known)
	}
	see(b.v.Hand)
	return copies, all
}

// likely is the probability that a seat's claim is true: what the cards that are left allow, weighed
// against how honest he has been.
func (b *brain) likely(s games.Seat, claim string) float64 {
	seat := b.seat(s)
	c := claim
	if claim == NoIsAdami {
		c = IsAdami
	}
	has := 1.0
	if !slices.Contains(seat.Known, c) {
		left, all := b.unseen(c)
		none := 1.0
		for i := range seat.Down - len(seat.Known) {
			none *= float64(max(all-left-i, 0)) / float64(max(all-i, 1))
		}
		has = 1 - none
	}
	if claim == NoIsAdami {
		has = 1 - has
	}
	n := count(seat)
	lies := (0.5 + float64(n.Caught)) / (1.6 + float64(n.Caught+n.Proved))
	return has / (has + (1-has)*lies + 1e-9)
}

// doubt decides whether to challenge; mine says that the claim is aimed at the player or crosses him.
func (b *brain) doubt(s games.Seat, claim string, mine bool) bool {
	need := 0.62
	if b.alive() == 2 || mine {
		need = 0.52
	}
	if len(b.v.Hand) == 1 && !mine {
		need += 0.1
	}
	return 1-b.likely(s, claim) > need+0.2*(b.rng.Float64()-0.5)
}

func (b *brain) alive() (n int) {
	for _, seat := range b.v.Seats {
		if seat.Alive {
			n++
		}
	}
	return n
}

// daresToClaim decides whether to bluff. The claim must be possible by the face-up cards, must not have been caught
// before, and must fit what he has claimed so far.
func (b *brain) daresToClaim(claim string, eager float64) bool {
	c, others := ClaimCount{}, 0
	for _, made := range b.seat(b.me).Claims {
		switch made.What {
		case claim:
			c = made
		case NoIsAdami:
		default:
			others++
		}
	}
	switch {
	case !b.possible(claim) || c.Caught > 0:
		return false
	case c.Made > 0:
		eager *= 1.5
	case others >= len(b.v.Hand):
		eager *= 0.3
	}
	return b.chance(eager * max(0, 1-2*b.suspicion()))
}

// possible reports whether the face-up cards leave a claim possible.
func (b *brain) possible(claim string) bool {
	up := 0
	for _, seat := range b.v.Seats {
		for _, card := range seat.Up {
			if card == claim {
				up++
			}
		}
	}
	return up < b.v.Rules.Copies
}

// react answers a claim or block window.
func (b *brain) react(challenges bool) games.Answer {
	a := b.v.Action
	target := a.Target == b.me
	block, with := b.block(a)
	honest, bluff := block != nil && b.holds(with), block != nil && !b.holds(with)
	if honest && (target || b.chance(0.85)) {
		return block
	}
	if challenges && a.Claim != "" && b.doubt(a.Seat, a.Claim, target) {
		return games.Answer{Challenge}
	}
	switch {
	case target && a.What == Assassinate && len(b.v.Hand) == 1: // there is nothing to lose
		if bluff && (!challenges || b.chance(0.6)) {
			return block
		}
		if challenges {
			return games.Answer{Challenge}
		}
	case bluff && target && b.daresToClaim(with, 0.5), bluff && !target && b.daresToClaim(with, 0.15):
		return block
	}
	return games.Answer{Pass}
}

// blockers are the characters in play that block an action.
func (b *brain) blockers(what string) (with []string) {
	for _, c := range actions[actionOf(what)].blockers {
		if c != noCharacter && slices.Contains(b.v.Rules.Characters, c.String()) {
			with = append(with, c.String())
		}
	}
	return with
}

// block is a block and the character that it names, one in hand if there is one; nil if he cannot block or nobody would believe it.
func (b *brain) block(a *ActionView) (block games.Answer, with string) {
	can := b.blockers(a.What)
	if len(can) == 0 || a.What != ForeignAid && a.Target != b.me || b.v.Phase == PromptClaimWindow && !b.v.Rules.Combined {
		return nil, ""
	}
	with = can[b.rng.IntN(len(can))]
	for _, c := range can {
		if b.holds(c) {
			with = c
		}
	}
	switch {
	case !b.holds(with) && !b.possible(with):
		return nil, ""
	case len(can) == 1:
		return games.Answer{Block}, with
	}
	return games.Answer{Block, with}, with
}
