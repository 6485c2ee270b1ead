package gametest

import (
	"cmp"
	"maps"
	"slices"

	"kumpas/games"
)

// hiddenFrom names one item of the rules' hidden information, and one who may not know it.
type hiddenFrom struct {
	viewer games.Seat
	name   string
}

// item counts what Redeal did with it.
type item struct {
	redeals int
	changed bool
}

// A redeal that leaves an item as it was proves nothing; so many in a row do.
const enoughRedeals = 24

// renew deals a pair's twin anew if it has none.
func (w *walk) renew(p *pair) {
	if p.twin != nil {
		return
	}
	rng := seeded(w.rng.Uint64())
	twin := w.redeal(p.viewer, rng)
	if twin == nil {
		return
	}
	// What never changed so far gets some more chances.
	for range 4 {
		stuck := false
		for name := range w.g.Hidden(w.state(), p.viewer) {
			stuck = stuck || !w.items[hiddenFrom{p.viewer, name}].changed
		}
		if !stuck {
			break
		}
		w.redeal(p.viewer, rng)
	}
	w.rep.Twins.Pairs++
	p.twin, p.steps = twin, 0
	w.try("twin_state", func() { w.sameState(p) })
}

// redeal makes a twin and looks at what changed.
func (w *walk) redeal(viewer games.Seat, rng games.Rand) games.State {
	w.did("redeal")
	s := w.state()
	twin := w.g.Redeal(s, viewer, seeded(rng.Uint64()))
	if twin == nil {
		w.fail("redeal", "Redeal for viewer %d gives no state", viewer)
		return nil
	}
	if twin.Outcome() != nil || !slices.Equal(twin.Seating(), s.Seating()) {
		w.fail("redeal", "Redeal for viewer %d gives a state that is over or seated in another way", viewer)
		return nil
	}
	if la, lb := w.g.Ledger(s), w.g.Ledger(twin); !maps.Equal(la, lb) {
		w.fail("redeal", "Redeal for viewer %d changes the ledger: %v and %v", viewer, la, lb)
	}
	if rng.IntN(4) > 0 {
		return w.changed(viewer, twin)
	}
	data := twin.Encode()
	if back, err := w.g.Decode(data); err != nil {
		w.fail("redeal", "the twin of viewer %d cannot be decoded: %v", viewer, err)
	} else if text := differentBytes(data, back.Encode()); text != "" {
		w.fail("redeal", "the twin of viewer %d, decoded and encoded: %s", viewer, text)
	}
	return w.changed(viewer, twin)
}

// changed notes which of the hidden items are others in the twin, and returns it.
func (w *walk) changed(viewer games.Seat, twin games.State) games.State {
	ours, theirs := w.g.Hidden(w.state(), viewer), w.g.Hidden(twin, viewer)
	for name, value := range ours {
		w.did("hidden")
		key := hiddenFrom{viewer, name}
		if w.items[key] == nil {
			w.items[key] = &item{}
		}
		w.items[key].redeals++
		other, there := theirs[name]
		if !there {
			w.fail("hidden", "the item %q of viewer %d is not in the twin", name, viewer)
		}
		w.items[key].changed = w.items[key].changed || other != value
	}
	if len(theirs) != len(ours) {
		w.fail("hidden", "viewer %d has %d hidden items, in the twin %d", viewer, len(ours), len(theirs))
	}
	return twin
}

// concludeItems finds items that Redeal never changes.
func (s *suite) concludeItems(w *walk) {
	if len(s.items) == 0 {
		w.fail("hidden", "Hidden never names an item")
	}
	order := func(a, b hiddenFrom) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.viewer, b.viewer)) }
	for _, key := range slices.SortedFunc(maps.Keys(s.items), order) {
		switch i := s.items[key]; {
		case i.changed:
		case i.redeals >= enoughRedeals:
			w.fail("hidden", "%q, hidden from viewer %d, stayed the same in all %d redeals", key.name, key.viewer, i.redeals)
		default:
			s.rep.note("%q, hidden from viewer %d, stayed the same in %d redeals, too few to say anything", key.name, key.viewer, i.redeals)
		}
	}
}
