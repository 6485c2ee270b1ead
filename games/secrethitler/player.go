package secrethitler

import (
	"slices"

	"kumpas/games"
)

// mind is a computer player at one decision: what he sees and what he makes of it. He speaks of nobody's role but by
// the claims that everyone may make.
type mind struct {
	v       *View
	me      games.Seat
	rng     games.Rand
	choices []games.Choice // those that can be picked
	temper  *temper
	// own is what he thinks, public what one would think who knows only what everybody knows.
	own, public belief
}

// Choose is the computer player. It answers open prompts too.
func (g *game) Choose(_ string, view games.View, p games.Prompt, ask games.Ask, rng games.Rand) games.Answer {
	v := view.(View)
	f, _, _ := ask(nil)
	m := &mind{v: &v, me: v.Viewer, rng: rng, choices: make([]games.Choice, 0, maxSeats), temper: temperOf(&v)}
	for _, c := range f.Choices {
		if c.Not == "" {
			m.choices = append(m.choices, c)
		}
	}
	if len(m.choices) == 1 {
		return games.Answer{m.choices[0].ID}
	}
	return games.Answer{decisions[p.Kind](m)}
}

var decisions = map[string]func(*mind) string{
	PromptNominate: (*mind).nominate, PromptVote: (*mind).vote,
	PromptDiscard: (*mind).discard, PromptEnact: (*mind).enact, PromptVeto: (*mind).veto,
	PromptInvestigate: (*mind).investigate, PromptSpecial: (*mind).special, PromptExecute: (*mind).execute,
	PromptClaimDrawn: (*mind).claimDrawn, PromptClaimGot: (*mind).claimGot, PromptClaimParty: (*mind).claimParty,
}

// temper is how a role plays its cards: chances in a hundred.
type temper struct {
	throw    int // throw a liberal policy away where he could throw a fascist one
	enact    int // enact a fascist policy where he could enact a liberal one
	blame    int // of a fascist policy: claim that the other had a choice, or accuse a Liberal whom he has investigated
	support  int // vote for a government that has his own in it
	sabotage int // vote against one that has not: chaos is on his side
}

// A Hitler keeps his hands clean until a policy decides the game, and all the more if he does not know his friends.
var (
	tempers = map[string]*temper{
		Liberal: {},
		Fascist: {throw: 80, enact: 55, blame: 10, support: 55, sabotage: 25},
		Hitler:  {throw: 50, enact: 10, support: 90, sabotage: 70},
	}
	lonely = &temper{throw: 20, enact: 10}
)

func temperOf(v *View) *temper {
	if v.Knows == WhyHitlerAlone {
		return lonely
	}
	return tempers[v.Role]
}

func (m *mind) chance(percent int) bool { return m.rng.IntN(100) < percent }

// think forms both beliefs; decisions about cards do without.
func (m *mind) think() {
	m.own = believe(m.v, m.me)
	m.public = m.own
	if m.v.Party == PartyFascist {
		m.public = believe(m.v, games.Nobody)
	}
}

// evil reports whether he takes the fascist side now: Hitler does so only when he knows his friends.
func (m *mind) evil() bool { return m.v.Role == Fascist }

// ally reports whether a seat is known to be on the fascist side with him.
func (m *mind) ally(seat games.Seat) bool {
	return m.v.Party == PartyFascist && seat >= 0 && m.v.Seats[seat].Role != "" && m.v.Seats[seat].Party == PartyFascist
}

// zone reports whether a Hitler elected Chancellor wins (R3.11).
func (m *mind) zone() bool { return m.v.Fascist >= 3 }

// best picks the choice with the highest worth; among equals chance decides.
func (m *mind) best(worth func(games.Seat) float64) string {
	pick, most := "", 0.0
	for _, c := range m.choices {
		w := worth(c.Seat) + 0.15*m.rng.Float64()
		if pick == "" || w > most {
			pick, most = c.ID, w
		}
	}
	return pick
}

// nominate: a Liberal whom he trusts most; a Fascist his Hitler when that wins, else one of his own whom the others trust.
func (m *mind) nominate() string {
	m.think()
	return m.best(func(seat games.Seat) float64 {
		trust := -m.public.fascist[seat]
		switch {
		case !m.evil():
			trust = -m.own.fascist[seat]
			if m.zone() && m.v.Party == PartyLiberal {
				trust -= 3 * m.own.hitler[seat]
			}
		case m.zone() && m.v.Seats[seat].Role == Hitler:
			trust += 1.5 - 2*m.public.hitler[seat]
		case m.zone() && m.ally(seat):
			trust -= 0.3 // to be announced as not Hitler helps the others
		case m.ally(seat):
			trust += 0.25
		}
		return trust
	})
}

// vote for a government that is not worse than most others would be. A Fascist votes as a Liberal would unless it has his own in it.
func (m *mind) vote() string {
	m.think()
	v := m.v
	ours := m.ally(v.President) || m.ally(v.Chancellor)
	switch {
	case v.Party == PartyFascist && m.zone() && v.Seats[v.Chancellor].Role == Hitler,
		v.President == m.me, v.Chancellor == m.me,
		m.evil() && ours && m.chance(m.temper.support):
		return Ja
	case m.v.Party == PartyFascist && !ours && m.chance(m.temper.sabotage):
		return Nein
	case m.acceptable():
		return Ja
	}
	return Nein
}

// acceptable weighs the pair against what the table has to offer.
func (m *mind) acceptable() bool {
	v, b := m.v, &m.own
	if m.evil() {
		b = &m.public
	}
	fascist, n := 0.0, 0.0
	for i, w := range v.Seats {
		if w.Alive && games.Seat(i) != m.me {
			fascist += b.fascist[i]
			n++
		}
	}
	fascist /= n
	patience := 0.1 * float64(v.Tracker)
	if m.zone() && b.risk(v.President, v.Chancellor, n) > 0.3+patience {
		return false
	}
	// After three failures chance enacts a policy, and most are fascist.
	return b.fascist[v.President]+b.fascist[v.Chancellor] < 2*fascist+0.1+2*patience
}

// holds returns the choice of a card of the given kind, "" if there is none.
func (m *mind) holds(kind string) string {
	for _, c := range m.choices {
		if c.What == kind {
			return c.ID
		}
	}
	return ""
}

// decisive reports whether the cards of now may decide the game, so that no Fascist hides any longer.
func (m *mind) decisive() bool { return m.v.Liberal == 4 || m.v.Fascist == 5 }

// discard: what a Liberal throws away is fascist.
func (m *mind) discard() string {
	l, f := m.holds(PolicyLiberal), m.holds(PolicyFascist)
	switch {
	case l == "":
		return f
	case f == "":
		return l
	}
	throw := m.temper.throw
	if throw > 0 && m.decisive() {
		throw = 100
	}
	if m.chance(throw) {
		return l
	}
	return f
}

// enact: what a Liberal enacts is liberal; with two fascist ones he asks for a veto.
func (m *mind) enact() string {
	l, f, veto := m.holds(PolicyLiberal), m.holds(PolicyFascist), m.holds(Veto)
	liberal := m.v.Party == PartyLiberal
	switch {
	case l == "" && liberal && veto != "":
		return veto
	case f == "" && !liberal && veto != "" && m.v.Liberal == 4:
		return veto
	case l == "":
		return f
	case f == "":
		return l
	}
	enact := m.temper.enact
	if enact > 0 && m.decisive() {
		enact = 100
	}
	if m.chance(enact) {
		return f
	}
	return l
}

// veto: agree if the policies are the other side's.
func (m *mind) veto() string {
	passed := m.v.Governments[len(m.v.Governments)-1].Passed
	mine := map[string]string{PartyLiberal: PolicyLiberal, PartyFascist: PolicyFascist}[m.v.Party]
	if slices.Contains(passed, mine) {
		return Refuse
	}
	return Agree
}

// investigate whom he is most unsure of; a Fascist looks at Liberals, of whom he may say what he likes.
func (m *mind) investigate() string {
	m.think()
	return m.best(func(seat games.Seat) float64 {
		if m.evil() {
			return -m.public.fascist[seat] - boolean(m.ally(seat))
		}
		p := m.own.fascist[seat]
		return p * (1 - p)
	})
}

// special: the one whom a Liberal trusts most, or a Fascist whom the others trust.
func (m *mind) special() string {
	m.think()
	return m.best(func(seat games.Seat) float64 {
		if m.evil() {
			return 0.4*boolean(m.ally(seat)) - m.public.fascist[seat]
		}
		return -m.own.fascist[seat]
	})
}

// execute: a Liberal looks for Hitler; a Fascist kills a Liberal who is suspected, as if he did the same.
func (m *mind) execute() string {
	m.think()
	return m.best(func(seat games.Seat) float64 {
		switch {
		case m.evil():
			return m.public.hitler[seat] - 2*boolean(m.ally(seat))
		case m.v.Party == PartyFascist: // a Hitler spares whom he takes for a friend
			return -m.own.fascist[seat]
		}
		return m.own.hitler[seat] + 0.3*m.own.fascist[seat]
	})
}

func boolean(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// session is the government that claims are about.
func (m *mind) session() *GovernmentView {
	for i := len(m.v.Governments) - 1; ; i-- {
		if g := &m.v.Governments[i]; g.Passed != nil {
			return g
		}
	}
}

func liberals(cards []string) (n int) {
	for _, c := range cards {
		if c == PolicyLiberal {
			n++
		}
	}
	return n
}

// claimDrawn: a Fascist claims what would have forced him to pass what he passed, or blames the Chancellor.
func (m *mind) claimDrawn() string {
	g := m.session()
	n := liberals(g.Drawn)
	if m.v.Party == PartyFascist {
		n = liberals(g.Passed)
		if n == 0 && m.chance(m.temper.blame) {
			n = 1
		}
	}
	return claimWords[claimDrawn][n]
}

// claimGot: who has enacted a fascist policy had no choice.
func (m *mind) claimGot() string {
	g := m.session()
	n := liberals(g.Passed)
	if g.Policy == PolicyFascist {
		n = 0
	}
	return claimWords[claimGot][n]
}

// claimParty: a Fascist covers his own and accuses a Liberal now and then.
func (m *mind) claimParty() string {
	g := m.session()
	switch {
	case m.v.Party == PartyLiberal:
		return g.Seen
	case g.Seen == PartyLiberal && m.chance(2*m.temper.blame):
		return PartyFascist
	}
	return PartyLiberal
}
