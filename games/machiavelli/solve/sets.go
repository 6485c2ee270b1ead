package solve

// A vector says how many cards (0, 1, 2) of one rank each suit gives to some
// use. Vectors are numbered 0..80 in base 3, spades first.
const vectors = 81

func vector(n [4]uint8) uint8 { return n[0] + 3*n[1] + 9*n[2] + 27*n[3] }

func digits(v uint8) [4]uint8 { return [4]uint8{v % 3, v / 3 % 3, v / 9 % 3, v / 27} }

// cover is a way to lay the cards of a vector as sets: jokers that complete
// pairs, and the most jokers it has room for, one in each set of two or three.
type cover struct {
	jokers, room uint8
	sets         []uint8 // each a mask of suits
}

// newCovers lists for every vector the covers that no other replaces, fewest
// jokers first. The empty vector has the empty cover; many vectors have none.
func newCovers() (out [vectors][]cover) {
	for v := range uint8(vectors) {
		var sets []uint8
		var lay func(left [4]uint8, least uint8, c cover)
		lay = func(left [4]uint8, least uint8, c cover) {
			if left == [4]uint8{} {
				c.sets = append([]uint8(nil), sets...)
				out[v] = addCover(out[v], c)
				return
			}
			for mask := least; mask < 16; mask++ {
				next, size, ok := left, uint8(0), true
				for s := range next {
					if mask>>s&1 == 1 {
						ok = ok && next[s] > 0
						next[s]--
						size++
					}
				}
				if !ok || size < 2 {
					continue
				}
				d := c
				switch size {
				case 2:
					d.jokers++
					d.room++
				case 3:
					d.room++
				}
				sets = append(sets, mask)
				lay(next, mask, d)
				sets = sets[:len(sets)-1]
			}
		}
		lay(digits(v), 1, cover{})
	}
	return out
}

func addCover(list []cover, c cover) []cover {
	kept := list[:0:0]
	for _, o := range list {
		if o.jokers <= c.jokers && o.room >= c.room {
			return list
		}
		if o.jokers < c.jokers || o.room > c.room {
			kept = append(kept, o)
		}
	}
	at := 0
	for at < len(kept) && kept[at].jokers < c.jokers {
		at++
	}
	kept = append(kept, c)
	copy(kept[at+1:], kept[at:])
	kept[at] = c
	return kept
}
