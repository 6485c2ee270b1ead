package bot

import (
	"maps"

	"kumpas/games"
)

// Orders are the standing orders to pass at a table, for tests from outside that must know beforehand what comes of them.
type Orders struct{ rec record }

// Clone returns a copy to try something with.
func (o Orders) Clone() Orders {
	o.rec.Passing = maps.Clone(o.rec.Passing)
	return o
}

// Give gives an order of PassMenu; false if it means nothing in this state.
func (o *Orders) Give(s games.State, seat games.Seat, what string) bool {
	o.rec.state = s
	given, ok := o.rec.order(seat, what)
	if o.rec.Passing == nil {
		o.rec.Passing = map[games.Seat]passing{}
	}
	o.rec.Passing[seat] = given
	return ok
}

// Forget takes a seat's order away.
func (o *Orders) Forget(seat games.Seat) { delete(o.rec.Passing, seat) }

// After ends what is over in the state that an action has led to.
func (o *Orders) After(s games.State) {
	o.rec.state = s
	o.rec.endOrders()
}

// Next is the pass that an order asks for in a state.
func (o *Orders) Next(s games.State) (games.Action, bool) {
	o.rec.state = s
	return o.rec.standing()
}
