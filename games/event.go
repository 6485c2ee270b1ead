package games

// Event is one thing that happened in a step, in codes. Kind and the game's id
// select the sentence in locales; the other fields fill it.
type Event struct {
	Kind string `json:"kind"`
	// Rule is the number of the rule behind the event, such as "R5.6".
	Rule string `json:"rule,omitempty"`
	// To holds the seats that may know of it; empty means everyone.
	To Seats `json:"to,omitempty"`
	// AtEnd events are for nobody until the game has an outcome, and for everyone then:
	// the hidden half of the story (was the claim a bluff).
	AtEnd bool `json:"at_end,omitempty"`
	// Seat is whom it is about and Other whom he did it to or owes it to; Nobody if there is none.
	Seat  Seat `json:"seat"`
	Other Seat `json:"other"`
	// N is a number (gold, cards), What the code of a term (an action, a character), Items further codes.
	N     int      `json:"n,omitempty"`
	What  string   `json:"what,omitempty"`
	Items []string `json:"items,omitempty"`
	// Why is the code of half a sentence that explains what would surprise a newcomer.
	Why string `json:"why,omitempty"`
}

// For reports whether viewer may know of the event while the game lasts.
func (e Event) For(viewer Seat) bool {
	return !e.AtEnd && (e.To == 0 || e.To.Has(viewer))
}
