package noir

import "kumpas/games"

// The countdown (R9).

// startCountdown starts it once and for good (R9.1).
func (st *step) startCountdown(why cause) {
	c := &st.Countdown
	if c.Cause != noCause {
		return
	}
	c.Cause, c.Turn = why, st.Turn
	if !st.Rules.ByTurn {
		c.Marker = st.Active
	}
	st.note(EvCountdown, "R9.1", c.Marker, games.Nobody, int(c.Tokens), causeNames[why], "")
}

// watchPurses starts the countdown when a purse has come to a third of all money (R9.1c).
func (st *step) watchPurses() {
	for seat := range st.Alive.All() {
		if 3*st.Seats[seat].Purse >= st.total() {
			st.startCountdown(causeThird)
		}
	}
}

// token removes a token at the end of the turn if one is due (R9.3); it reports whether the game is over.
func (st *step) token() bool {
	c := &st.Countdown
	if c.Cause != noCause && st.Turn > c.Turn && (st.Rules.ByTurn || c.Marker == st.Active) {
		c.Tokens--
		st.note(EvToken, "R9.3", games.Nobody, games.Nobody, int(c.Tokens), "", "")
		if c.Tokens == 0 {
			st.score()
			return true
		}
	}
	st.passMarker()
	return false
}

// passMarker hands the marker of an eliminated player to the living one before him (R9.3). That of a player who leaves in his own
// turn is handed on when the turn is closed, by token; whoever else leaves until then changes nothing in that.
func (st *step) passMarker() {
	c := &st.Countdown
	if c.Marker == games.Nobody || st.Alive.Has(c.Marker) {
		return
	}
	was := c.Marker
	for !st.Alive.Has(c.Marker) {
		c.Marker = (c.Marker + games.Seat(st.Count) - 1) % games.Seat(st.Count)
	}
	st.note(EvMarker, "R9.3", c.Marker, was, 0, "", "")
}
