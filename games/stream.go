package games

import (
	"encoding/base64"
	"math/rand/v2"
)

// Stream is the randomness of a game, held in its state. It is a plain value: a copy goes on by itself.
//
// Anyone can reproduce it. The numbers are the 64-bit outputs of ChaCha8 as C2SP's chacha8rand
// specifies it, keyed with the 32 bytes of the game's seed. A draw below n takes outputs x
// until x < 2^64 - (2^64 mod n), and is x mod n. A shuffle of k things runs i from k-1 down to 1 and swaps
// i with a draw below i+1.
type Stream struct{ src rand.ChaCha8 }

// NewStream starts the stream of a seed.
func NewStream(seed [32]byte) Stream { return Stream{*rand.NewChaCha8(seed)} }

// N draws a number from 0 to n-1; n must be positive.
func (s *Stream) N(n int) int {
	m := uint64(n)
	tail := -m % m // 2^64 mod n
	for {
		if x := s.src.Uint64(); x <= ^uint64(0)-tail {
			return int(x % m)
		}
	}
}

// Shuffle puts things into a random order.
func Shuffle[T any](s *Stream, things []T) {
	for i := len(things) - 1; i > 0; i-- {
		j := s.N(i + 1)
		things[i], things[j] = things[j], things[i]
	}
}

// MarshalText writes where the stream stands.
func (s Stream) MarshalText() ([]byte, error) {
	raw, err := s.src.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return base64.RawStdEncoding.AppendEncode(nil, raw), nil
}

// UnmarshalText reads what MarshalText wrote.
func (s *Stream) UnmarshalText(text []byte) error {
	raw, err := base64.RawStdEncoding.AppendDecode(nil, text)
	if err != nil || s.src.UnmarshalBinary(raw) != nil {
		return Damage("a broken stream")
	}
	return nil
}
