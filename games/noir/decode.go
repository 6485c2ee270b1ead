package noir

import (
	"fmt"

	"kumpas/games"
)

// Decode reads a state and checks all that the engine relies on, so that no bytes can make it fail later.
func (g *game) Decode(data []byte) (games.State, error) {
	s := new(state)
	if err := games.Decode(version, data, s, nil); err != nil {
		return nil, err
	}
	parts := []func() error{s.checkFrame, s.checkSeats, s.checkPrompts, s.checkTable, s.checkCards, s.checkMoney, s.checkTurn, s.checkWindows, s.checkEnd}
	for _, part := range parts {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// must is a list of conditions by what is wrong if they do not hold.
type must []struct {
	holds bool
	wrong string
}

func (m must) check() error {
	for _, c := range m {
		if !c.holds {
			return fmt.Errorf("noir: state: %s", c.wrong)
		}
	}
	return nil
}

// most bounds the numbers that only ever grow.
const most = 1 << 30

// checkFrame checks what the other checks rely on.
func (s *state) checkFrame() error {
	if s.Count < 3 || s.Count > maxSeats {
		return fmt.Errorf("noir: state: number of seats")
	}
	r := s.Rules
	return must{
		{r.Tokens == 4 || r.Tokens == 2, "rules"},
		{r.Teams == 0 || r.Teams == 2 || r.Teams == 3, "rules"},
		{r.Casino >= 0 && int(r.Casino) < len(casinoRules) && r.DriveBy >= 0 && int(r.DriveBy) < len(driveByTables), "rules"},
		{r.check(int(s.Count)) == nil, "rules"},
		{s.Phase < phaseKinds && s.Step < stages, "phase"},
		{s.Turn >= 0 && s.Turn < most && s.Round >= 0 && s.Round <= s.Turn && s.Serial >= 0 && s.Serial < most, "counters"},
		{s.is(s.Active, true) && (s.Active == games.Nobody) == (s.Turn == 0), "turn"},
		{s.is(s.ClosedBy, true) && s.is(s.Police, true) && s.is(s.Shot.By, true) && s.is(s.Table.Host, true) && s.is(s.Countdown.Marker, true), "a seat"},
	}.check()
}

// is reports whether a seat is at the table, or is Nobody where that is allowed.
func (s *state) is(seat games.Seat, orNobody bool) bool {
	return s.seats().Has(seat) || orNobody && seat == games.Nobody
}

func (s *state) checkSeats() error {
	var players games.Seats
	for i, p := range s.Players {
		if i < int(s.Count) && p >= 0 && p < s.Count {
			players = players.With(games.Seat(p))
		} else if i < int(s.Count) || p != 0 {
			return fmt.Errorf("noir: state: seating")
		}
	}
	bossy := true
	var chosen [bossKinds]bool
	for i := range s.Seats {
		p, seat := &s.Seats[i], games.Seat(i)
		if p.Boss >= bossKinds || p.Boss != noBoss && (chosen[p.Boss] || !s.Rules.Bosses) {
			return fmt.Errorf("noir: state: bosses")
		}
		chosen[p.Boss] = true
		bossy = bossy && (p.Boss != noBoss || s.Turn == 0 || !s.Rules.Bosses || !s.Alive.Has(seat))
		if !s.Alive.Has(seat) && *p != (player{Boss: p.Boss}) {
			return fmt.Errorf("noir: state: what an eliminated player has")
		}
		if p.Trophies < 0 || p.Trophies >= maxSeats {
			return fmt.Errorf("noir: state: trophies")
		}
	}
	return must{
		{players == s.seats(), "seating"},
		{bossy, "bosses"},
		{s.Alive&^s.seats() == 0 && s.Alive != 0 && s.Gone&^s.seats() == 0 && s.Left&^s.Gone == 0 && s.Alive&s.Gone == 0, "who is alive"},
	}.check()
}

func (s *state) checkPrompts() error {
	over := s.Phase == phaseOver
	window := s.Phase != phaseTurn && !over
	ids := []games.PromptID{s.TurnID, s.ReactID, s.WindowID}
	given := must{{s.LastID < most, "prompts"}}
	for i, id := range ids {
		given = append(given, must{{id <= s.LastID && (id == 0 || id != ids[(i+1)%3]), "prompts"}}...)
	}
	for _, id := range s.Closed {
		given = append(given, must{{id <= s.LastID && (id == 0 || id != s.TurnID && id != s.ReactID && id != s.WindowID), "prompts"}}...)
	}
	given = append(given, must{
		{(s.WindowID != 0) == window, "prompts"},
		{(s.TurnID != 0) == (!over && s.Phase != phaseBoss), "prompts"},
		{s.ReactID != 0 || s.Phase != phaseTurn, "prompts"},
		{s.ReactID == 0 || s.TurnID != 0, "prompts"},
		{s.Awaited&^s.Alive == 0 && (s.Awaited == 0) == over, "who is awaited"},
		{s.Phase != phaseBoss || s.Turn == 0 && s.Rules.Bosses && s.Awaited.Count() == 1 && s.Seats[max(s.onlyAwaited(), 0)].Boss == noBoss, "the draft"},
		{s.Phase == phaseBoss || over || s.Turn > 0, "the draft"},
		{s.Phase != phaseTurn || s.Awaited == games.SeatsOf(s.Active), "who is awaited"},
	}...)
	for i, what := range s.Said {
		seat := games.Seat(i)
		fits := what == saidNothing || window && s.Phase != phaseBoss && s.Alive.Has(seat) && !s.Awaited.Has(seat) &&
			(what == saidPass || what == saidPlayPass) != (s.Phase == phasePoker) && what < saidKinds
		given = append(given, must{{fits, "answers"}}...)
	}
	return given.check()
}

// checkTable checks what lies on the table.
func (s *state) checkTable() error {
	wrong := fmt.Errorf("noir: state: the table")
	for i := range s.Businesses {
		b := &s.Businesses[i]
		if b.Kind == noCard && *b != (business{}) ||
			b.Kind != noCard && (!b.Kind.isBusiness() || !s.Alive.Has(b.Owner) || b.Since < 1 || b.Since > s.Serial) {
			return wrong
		}
	}
	for seat := range games.Seat(s.Count) {
		f := s.Seats[seat].Front
		if f < 0 || f > businessSlots || f > 0 && s.owner(place(f-1)) != seat {
			return wrong
		}
	}
	for i := range s.Gangsters {
		g := &s.Gangsters[i]
		if g.Power == 0 {
			if *g != (gangster{}) {
				return wrong
			}
			continue
		}
		if g.Power < 0 || g.Power > 4 || !s.Alive.Has(g.Owner) || g.Since < 1 || g.Since > s.Serial ||
			g.Host != away && (!g.Host.isStructure() || s.owner(g.Host) != g.Owner) {
			return wrong
		}
	}
	for seat := range s.Alive.All() {
		for _, p := range s.structures(seat) {
			if s.room(p) < 0 {
				return wrong
			}
		}
	}
	return must{{s.NextG >= 0 && s.NextG < gangsterSlots && s.NextB >= 0 && s.NextB < businessSlots, "the table"}}.check()
}

// checkCards counts the cards (R1.6).
func (s *state) checkCards() error {
	wrong := fmt.Errorf("noir: state: cards")
	var count [cardKinds]int
	if s.DeckN < 0 || int(s.DeckN) > len(s.Deck) || s.Removed != (stack{}) && !s.Rules.Remove {
		return wrong
	}
	for i, c := range s.Deck {
		if c >= cardKinds || (c != noCard) != (i < int(s.DeckN)) {
			return wrong
		}
		count[c]++
	}
	tally := func(k *stack, most int) bool {
		n := 0
		for c, of := range k {
			if of < 0 || of > deckSize || c == int(noCard) && of != 0 {
				return false
			}
			count[c] += int(of)
			n += int(of)
		}
		return n <= most
	}
	ok := tally(&s.Pile, deckSize) && tally(&s.Removed, deckSize)
	for i := range s.Seats {
		ok = ok && tally(&s.Seats[i].Hand, handSize)
	}
	for _, g := range s.Gangsters {
		if g.Power > 0 {
			count[gangsterCard(g.Power)]++
		}
	}
	for _, b := range s.Businesses {
		count[b.Kind]++
	}
	for c := gangster1; c < cardKinds; c++ {
		ok = ok && count[c] == int(cards[c].copies)
	}
	if !ok {
		return wrong
	}
	return nil
}

// checkMoney counts the coins (R1.6).
func (s *state) checkMoney() error {
	sum := int32(s.Bank) + int32(s.RemovedMoney)
	ok := s.Bank >= 0 && s.RemovedMoney >= 0 && (s.RemovedMoney == 0 || s.Rules.Remove)
	for i := range s.Seats {
		sum += int32(s.Seats[i].Purse)
		ok = ok && s.Seats[i].Purse >= 0
	}
	return must{{ok && sum == int32(s.total()), "money"}}.check()
}

func (s *state) checkTurn() error {
	c := s.Countdown
	running := c.Cause != noCause
	return must{
		{(s.Turn > 0) == (s.Step != noStage), "phase"},
		{s.Turn == 0 || s.Round > 0, "counters"},
		{s.Turn == 0 || !s.firstRound() || s.Step >= stageOpen, "phase"},
		{!s.Relocated || s.Step >= stageRelocate, "relocation"},
		{c.Cause < causeKinds && c.Tokens >= 0 && c.Tokens <= s.Rules.Tokens && (running || c.Tokens == s.Rules.Tokens), "countdown"},
		{c.Tokens > 0 || s.End.Why == byCountdown, "countdown"},
		{c.Turn >= 0 && c.Turn <= s.Turn && (running || c.Turn == 0), "countdown"},
		{(c.Marker != games.Nobody) == (running && !s.Rules.ByTurn), "countdown"},
		{c.Marker == games.Nobody || s.Alive.Has(c.Marker) || c.Marker == s.Active || s.Phase == phaseOver, "countdown"},
	}.check()
}

// checkWindows checks what the windows are about.
func (s *state) checkWindows() error {
	fighting, shooting := s.Fight.Attackers != 0, s.Shot.By != games.Nobody
	conditions := must{
		{!fighting && s.Fight == (fight{}) || s.Phase == phaseAttack || s.Phase == phasePolice, "attack"},
		{fighting || s.Phase != phaseAttack, "attack"},
		{!shooting && s.Shot.Target == 0 || s.Phase == phaseDriveBy || s.Phase == phasePolice, "Drive-By"},
		{shooting || s.Phase != phaseDriveBy, "Drive-By"},
		{s.Phase != phasePolice || fighting != shooting && s.Police != games.Nobody, "Police"},
		{s.Phase == phasePolice || s.Police == games.Nobody, "Police"},
		{(s.Table.Host != games.Nobody) == (s.Phase == phasePoker) && (s.Table.Host != games.Nobody || s.Table.Stake == 0), "Poker Night"},
		{s.Phase != phasePoker || s.checkPoker(), "Poker Night"},
		{!fighting || s.checkFight(), "attack"},
		{!shooting || s.Alive.Has(s.Shot.By) && s.checkAim(s.Shot.By, s.Shot.Target) && s.Shot.Target.isBusiness(), "Drive-By"},
	}
	if fighting || s.Phase == phaseTurn {
		conditions = append(conditions, must{{s.Alive.Has(s.Active), "turn"}}...)
	}
	return conditions.check()
}

func (s *state) checkPoker() bool {
	t := s.Table
	return s.Rules.Voluntary && s.Alive.Has(t.Host) && t.Stake >= 1 && t.Stake <= maxStake && t.Stake <= s.Seats[t.Host].Purse &&
		!s.Awaited.Has(t.Host) && s.Said[t.Host] == saidNothing && s.Awaited&^s.guests(t.Host) == 0
}

func (s *state) checkFight() bool {
	for i := range 64 {
		if !s.Fight.Attackers.has(i) && !s.Fight.Out.has(i) {
			continue
		}
		if i >= gangsterSlots || s.Gangsters[i].Power == 0 {
			return false
		}
		if g := &s.Gangsters[i]; s.Fight.Attackers.has(i) && (g.Owner != s.Active || s.unfit(i) != "" || s.Fight.Out.has(i)) {
			return false
		}
	}
	t := s.Fight.Target
	return s.checkAim(s.Active, t) && s.Step == stageAttack && !s.firstRound()
}

// checkAim reports whether something of a rival is aimed at.
func (s *state) checkAim(seat games.Seat, at place) bool {
	return at >= 0 && at < places && s.is(s.owner(at), false) && s.rivals(seat, s.owner(at))
}

func (s *state) checkEnd() error {
	alone := s.Alive&^s.crew(s.next(0)) == 0
	return must{
		{s.End.Why < whyKinds && (s.End.Why != notOver) == (s.Phase == phaseOver), "the end"},
		{s.End.Winners&^s.seats() == 0 && (s.End.Winners != 0) == (s.End.Why != notOver && s.End.Why != byVoid), "the end"},
		{s.End.Winners&s.Left == 0, "the end"},
		{!alone || s.Phase == phaseOver, "the end"},
	}.check()
}
