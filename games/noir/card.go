package noir

// card is a kind of card (R1.1). The numbers are part of the encoded state.
type card uint8

const (
	noCard card = iota
	gangster1
	gangster2
	gangster3
	gangster4
	still
	bootlegger
	speakeasy
	casino
	poker
	police
	bribe
	driveBy
	turncoat
	cardKinds
)

// boss is a boss, noBoss without one (R12.4). The numbers are part of the encoded state.
type boss uint8

const (
	noBoss boss = iota
	accountant
	architect
	recruiter
	fox
	triggerman
	gambler
	warden
	plunderer
	inspector
	bossKinds
)

func (c card) String() string   { return cards[c].name }
func (c card) value() int8      { return cards[c].value }
func (c card) isGangster() bool { return c >= gangster1 && c <= gangster4 }
func (c card) isBusiness() bool { return c >= still && c <= casino }
func (c card) isReaction() bool { return c >= poker && c <= turncoat }

func (b boss) String() string { return bosses[b].name }

// gangsterCard is the card of a gangster by his power.
func gangsterCard(power int8) card { return gangster1 + card(power) - 1 }

// cardOf finds a card by its code, noCard if there is none.
func cardOf(code string) card {
	for c := gangster1; c < cardKinds; c++ {
		if cards[c].name == code {
			return c
		}
	}
	return noCard
}

func bossOf(code string) boss {
	for b := accountant; b < bossKinds; b++ {
		if bosses[b].name == code {
			return b
		}
	}
	return noBoss
}

// stack counts cards by kind.
type stack [cardKinds]int8

// total is how many cards there are.
func (k *stack) total() (n int8) {
	for _, of := range k {
		n += of
	}
	return n
}

// list are the cards in the order of the rules.
func (k *stack) list() []card {
	all := make([]card, 0, k.total())
	for c, n := range k {
		for range n {
			all = append(all, card(c))
		}
	}
	return all
}

// names are the codes of the cards, in the order of the rules.
func (k *stack) names() []string {
	n := k.total()
	if n == 0 {
		return nil
	}
	all := make([]string, 0, n)
	for c, n := range k {
		for range n {
			all = append(all, card(c).String())
		}
	}
	return all
}

// counts are the kinds that there are.
func (k *stack) counts() []CardCount {
	if k.total() == 0 {
		return nil
	}
	all := make([]CardCount, 0, cardKinds)
	for c, n := range k {
		if n > 0 {
			all = append(all, CardCount{card(c).String(), int(n)})
		}
	}
	return all
}
