package card

// Read validates cards as one meld (R3) and fixes the joker's reading by R3.6:
// in a run the inner gap, else the upper end, else the lower; in a set the
// first missing suit. The order of the cards does not matter. Errors are *Error
// with one of the codes MeldTooShort to AceWraps.
func Read(cards []Card) (Meld, error) {
	var seen FaceSet
	var first, twice Card = Joker, Joker
	jokers, sameRank, sameSuit := 0, true, true
	suits := 0
	for _, c := range cards {
		if c >= Joker {
			jokers++
			continue
		}
		if first == Joker {
			first = c
		}
		if seen.Has(c) && twice == Joker {
			twice = c
		}
		seen |= 1 << c
		suits |= 1 << c.Suit()
		sameRank = sameRank && c.Rank() == first.Rank()
		sameSuit = sameSuit && c.Suit() == first.Suit()
	}
	switch {
	case len(cards) < 3:
		return Meld{}, refuse(MeldTooShort, Joker)
	case jokers > 1:
		return Meld{}, refuse(TooManyJokers, Joker)
	case sameRank && len(cards) > Suits:
		return Meld{}, refuse(SetTooLong, Joker)
	case sameRank && twice != Joker:
		return Meld{}, refuse(SetSameSuit, twice)
	case sameRank:
		return readSet(seen, first.Rank(), jokers), nil
	case !sameSuit:
		return Meld{}, refuse(RunMixedSuits, Joker)
	case twice != Joker:
		return Meld{}, refuse(RunDuplicate, twice)
	}
	return readRun(seen, first.Suit(), jokers)
}

func readSet(seen FaceSet, r Rank, jokers int) Meld {
	as := Joker
	for s := Suit(0); jokers == 1 && as == Joker; s++ {
		if c := Of(s, r); !seen.Has(c) {
			as = c
		}
	}
	return layset(seen, r, as)
}

// readRun tries the ace low and high, as R3.7 says: low first, which decides how A and 3 to Q with a joker read (R3.6).
func readRun(seen FaceSet, s Suit, jokers int) (Meld, error) {
	ranks := uint16(seen>>(Ranks*s)&(1<<Ranks-1)) << 1 // bit r is rank r
	if m, ok := spanRun(ranks, s, jokers); ok {
		return m, nil
	}
	if ranks>>Ace&1 == 1 {
		if m, ok := spanRun(ranks&^(1<<Ace)|1<<HighAce, s, jokers); ok {
			return m, nil
		}
	}
	// Unbroken on the circle of ranks, and yet no run: it goes round the ace.
	if holes(ranks) <= jokers {
		return Meld{}, refuse(AceWraps, Of(s, Ace))
	}
	return Meld{}, refuse(RunGap, Joker)
}

// spanRun lays the ranks of the mask as a run, if they are one.
func spanRun(ranks uint16, s Suit, jokers int) (Meld, bool) {
	low, high := Rank(0), Rank(0)
	n := 0
	for r := Ace; r <= HighAce; r++ {
		if ranks>>r&1 == 1 {
			if n == 0 {
				low = r
			}
			high = r
			n++
		}
	}
	gaps := int(high-low) + 1 - n
	switch {
	case jokers == 0 && gaps == 0:
		return layrun(s, low, high, Joker), true
	case jokers == 1 && gaps == 1:
		hole := low
		for ranks>>hole&1 == 1 {
			hole++
		}
		return layrun(s, low, high, Of(s, hole)), true
	case jokers == 1 && gaps == 0 && upperFits(low, high):
		return layrun(s, low, high+1, Of(s, high+1)), true
	case jokers == 1 && gaps == 0 && lowerFits(low, high):
		return layrun(s, low-1, high, Of(s, low-1)), true
	}
	return Meld{}, false
}

// upperFits and lowerFits say whether a joker can stand above or below the run
// low..high: inside 1..14 and not so that the run has both ends (R3.5, R3.7).
func upperFits(low, high Rank) bool { return high+1 < HighAce || high+1 == HighAce && low > Ace }
func lowerFits(low, high Rank) bool { return low > Ace+1 || low == Ace+1 && high < HighAce }

// holes counts the missing ranks outside the widest hole of the circle A..K.
func holes(ranks uint16) int {
	total, widest, width := 0, 0, 0
	for i := range 2 * Ranks {
		if ranks>>(i%Ranks+1)&1 == 1 {
			width = 0
			continue
		}
		width++
		widest = max(widest, width)
		if i < Ranks {
			total++
		}
	}
	return total - widest
}

// layset puts a set in the order of the suits, the joker at its suit.
func layset(naturals FaceSet, r Rank, as Card) Meld {
	m := Meld{as: as, set: true, low: r}
	for s := range Suit(Suits) {
		c := Of(s, r)
		if c == as {
			c = Joker
		} else if !naturals.Has(c) {
			continue
		}
		m.cards[m.n] = c
		m.n++
	}
	return m
}

// layrun puts a run in ascending order, the joker at its rank.
func layrun(s Suit, low, high Rank, as Card) Meld {
	m := Meld{as: as, low: low}
	for r := low; r <= high; r++ {
		c := Of(s, r)
		if c == as {
			c = Joker
		}
		m.cards[m.n] = c
		m.n++
	}
	return m
}
