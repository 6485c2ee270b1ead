package card

// CheckPlay judges a play by R4.2: the table after it must hold exactly the
// cards before it and at least one card of the hand. It returns what was
// played. Errors are *Error with one of the codes TableCardMissing to
// NoCardAdded. That every meld is valid (R4.2.1) the type Meld guarantees,
// except for the zero Meld, which is refused as too short.
func CheckPlay(before, after []Meld, hand *Counts) (played Counts, err error) {
	for i := range after {
		if after[i].n == 0 {
			return Counts{}, refuse(MeldTooShort, Joker)
		}
	}
	was, is := CountTable(before), CountTable(after)
	total := 0
	for c := range Card(Kinds) {
		if is[c] < was[c] {
			return Counts{}, refuse(TableCardMissing, c)
		}
	}
	for c := range Card(Kinds) {
		played[c] = is[c] - was[c]
		total += int(played[c])
		switch {
		case played[c] <= hand[c]:
		case c < Joker && is[c] > Copies:
			return Counts{}, refuse(CardTooMany, c)
		default:
			return Counts{}, refuse(CardNotInHand, c)
		}
	}
	if total == 0 {
		return Counts{}, refuse(NoCardAdded, Joker)
	}
	return played, nil
}

// Released judges option joker_release=swap_only (R5.3): each joker of the
// table before must be paired with a joker after that shares a reading, or with
// a card of its reading played from the hand, no card and no joker serving
// twice. It is false with a face of a joker that could not.
func Released(before, after []Meld, played *Counts) (Card, bool) {
	var old, now [Jokers]FaceSet
	o, n := jokerReadings(before, &old), jokerReadings(after, &now)
	left := *played
	return release(old[:o], now[:n], &left)
}

// jokerReadings lists the faces each joker of the table counts as.
func jokerReadings(table []Meld, into *[Jokers]FaceSet) (n int) {
	for i := range table {
		if faces := table[i].Stands(); faces != 0 && n < Jokers {
			into[n] = faces
			n++
		}
	}
	return n
}

// Stands is the faces that the meld's joker counts as for option swap_only
// (R5.3): its fixed reading in a run, every missing suit in a set; none without
// a joker.
func (m *Meld) Stands() FaceSet {
	switch {
	case m.as == Joker:
		return 0
	case m.set:
		return m.Readings()
	default:
		return 1 << m.as
	}
}

// release pairs the first old joker in every possible way and the rest likewise.
func release(old, now []FaceSet, played *Counts) (Card, bool) {
	if len(old) == 0 {
		return Joker, true
	}
	blame := Joker
	for i := range now {
		if faces := now[i]; old[0]&faces != 0 {
			now[i] = 0
			c, ok := release(old[1:], now, played)
			now[i] = faces
			if ok {
				return Joker, true
			}
			blame = c
		}
	}
	for c := range Card(Faces) {
		if old[0].Has(c) && played[c] > 0 {
			played[c]--
			b, ok := release(old[1:], now, played)
			played[c]++
			if ok {
				return Joker, true
			}
			blame = b
		}
	}
	if blame == Joker {
		for blame = 0; !old[0].Has(blame); blame++ {
		}
	}
	return blame, false
}
