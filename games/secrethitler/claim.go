package secrethitler

import "kumpas/games"

// claimKind is what a claim is about.
type claimKind uint8

const (
	claimDrawn claimKind = iota // what the President drew
	claimGot                    // what the Chancellor got
	claimParty                  // what the President saw by an investigation
	claimKinds
)

// claim is what was claimed: 0 for nothing, or 1 and the number of the choice. For policies the n-th choice
// names n liberal ones.
type claim int8

// claimRow is the open prompt of a kind of claim.
var claimRows = [claimKinds]row{
	claimDrawn: claimRow(PromptClaimDrawn, claimDrawn),
	claimGot:   claimRow(PromptClaimGot, claimGot),
	claimParty: claimRow(PromptClaimParty, claimParty),
}

var claimWords = [claimKinds][]string{
	claimDrawn: {ClaimFFF, ClaimFFL, ClaimFLL, ClaimLLL},
	claimGot:   {ClaimFF, ClaimFL, ClaimLL},
	claimParty: {PartyLiberal, PartyFascist},
}

func claimRow(kind string, k claimKind) row {
	return row{kind: kind, field: FieldClaim, rule: "R5.3", choices: words(claimWords[k]...),
		do: func(st *step, seat games.Seat, c games.Choice) { st.claim(k, seat, c.ID) }}
}

// word is the code of a claim of kind k.
func (c claim) word(k claimKind) string {
	if c == 0 {
		return ""
	}
	return claimWords[k][c-1]
}

// claimant is whose claim a kind is in the round that claims are about.
func (s *state) claimant(k claimKind) games.Seat {
	if k == claimGot {
		return s.Rounds[s.ClaimsOf].Chancellor
	}
	return s.Rounds[s.ClaimsOf].President
}

// openClaims opens prompts about the present round (option show_claims); the dead claim nothing.
func (st *step) openClaims(kinds ...claimKind) {
	if !st.Rules.Claims {
		return
	}
	st.ClaimsOf = int16(len(st.Rounds) - 1)
	for _, k := range kinds {
		if st.Alive.Has(st.claimant(k)) {
			st.Claims[k] = st.issue()
		}
	}
}

// closeClaims: a new government has been elected, or the game is over.
func (st *step) closeClaims() { st.Claims = [claimKinds]games.PromptID{} }

// silenceClaims closes the prompts of one who is dead or has left.
func (st *step) silenceClaims(seat games.Seat) {
	for k := range st.Claims {
		if st.Claims[k] != 0 && st.claimant(claimKind(k)) == seat {
			st.Claims[k] = 0
		}
	}
}

var claimEvents = [claimKinds]string{EvClaimDrawn, EvClaimGot, EvClaimParty}

// claim makes a public claim, true or not.
func (st *step) claim(k claimKind, seat games.Seat, word string) {
	st.Claims[k] = 0
	g := st.round(int(st.ClaimsOf))
	before := len(g.conflicts())
	for i, w := range claimWords[k] {
		if w == word {
			g.Claims[k] = claim(i + 1)
		}
	}
	e := happened(claimEvents[k], "R5.3", seat, games.Nobody)
	e.What, e.N = word, int(st.ClaimsOf)+1
	if k == claimParty {
		e.Other = g.Target
	}
	if len(g.conflicts()) > before {
		e.Why = WhyConflict
	}
	st.tell(e)
	told := happened(EvClaimTold, "R5.3", seat, games.Nobody)
	told.AtEnd, told.What, told.N, told.Items, told.Why = true, word, e.N, []string{st.truth(k)}, WhyLie
	if word == told.Items[0] {
		told.Why = WhyTrue
	}
	st.tell(told)
}

// truth is what the claimant would claim if he told the truth.
func (st *step) truth(k claimKind) string {
	g := &st.Rounds[st.ClaimsOf]
	if k == claimParty {
		return st.Roles[g.Target].party()
	}
	seen := g.Drawn[:]
	if k == claimGot {
		two := g.passed()
		seen = two[:]
	}
	n := 0
	for _, c := range seen {
		if c == liberalPolicy {
			n++
		}
	}
	return claimWords[k][n]
}

// conflicts lists the claims that cannot be true together, or not with the policy that was enacted (tutarsızlık).
// Who is lying they do not say.
func (g *government) conflicts() (all []string) {
	drawn, got := int(g.Claims[claimDrawn])-1, int(g.Claims[claimGot])-1 // liberal ones, -1 if nothing was claimed
	if drawn >= 0 && got >= 0 && got != drawn && got != drawn-1 {
		all = append(all, ConflictPair)
	}
	c := g.card(g.Enacted)
	if drawn >= 0 && (c == liberalPolicy && drawn == 0 || c == fascistPolicy && drawn == 3) {
		all = append(all, ConflictPresident)
	}
	if got >= 0 && (c == liberalPolicy && got == 0 || c == fascistPolicy && got == 2) {
		all = append(all, ConflictChancellor)
	}
	return all
}
