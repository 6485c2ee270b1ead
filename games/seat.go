package games

import (
	"iter"
	"math/bits"
)

// Seat is a place at the table, counted from 0 in playing order.
type Seat int8

// Nobody stands for no seat; as a viewer it is a spectator, who knows what everyone may know.
const Nobody Seat = -1

// MaxSeats is the most seats that any game has.
const MaxSeats = 10

// Seats is a set of seats.
type Seats uint16

// SeatsOf returns the set of the given seats.
func SeatsOf(seats ...Seat) Seats {
	var s Seats
	for _, seat := range seats {
		s = s.With(seat)
	}
	return s
}

// FirstSeats returns the set of the seats 0 to n-1.
func FirstSeats(n int) Seats { return 1<<n - 1 }

// Has reports whether seat is in s; Nobody never is.
func (s Seats) Has(seat Seat) bool { return seat >= 0 && s>>seat&1 == 1 }

// With returns s and seat; Nobody adds nothing.
func (s Seats) With(seat Seat) Seats {
	if seat < 0 {
		return s
	}
	return s | 1<<seat
}

// Without returns s less seat.
func (s Seats) Without(seat Seat) Seats {
	if seat < 0 {
		return s
	}
	return s &^ (1 << seat)
}

// Count returns the number of seats in s.
func (s Seats) Count() int { return bits.OnesCount16(uint16(s)) }

// All yields the seats of s in ascending order.
func (s Seats) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for rest := s; rest != 0; rest &= rest - 1 {
			if !yield(Seat(bits.TrailingZeros16(uint16(rest)))) {
				return
			}
		}
	}
}
