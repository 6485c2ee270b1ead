package entrika

// character is a type of card; as a claim it may also be the inverse one of Kara Para.
// The numbers are part of the encoded state.
type character uint8

const (
	noCharacter character = iota
	isAdami
	subay
	burokrat
	politikaci
	aktivist
	avukat
	gazeteci
	noIsAdami // only ever claimed
	claimKinds
)

var characterNames = [claimKinds]string{
	"", IsAdami, Subay, Burokrat, Politikaci, Aktivist, Avukat, Gazeteci, NoIsAdami,
}

func (c character) String() string { return characterNames[c] }

// isCard reports whether there are cards of c.
func (c character) isCard() bool { return c >= isAdami && c <= gazeteci }

// characterOf finds a card's character by its code.
func characterOf(code string) character {
	for c := isAdami; c <= gazeteci; c++ {
		if characterNames[c] == code {
			return c
		}
	}
	return noCharacter
}

// side is an ideology (R1.6).
type side uint8

const (
	noSide side = iota
	liberal
	ulusalci
)

var sideNames = [...]string{"", Liberal, Ulusalci}

func (s side) String() string { return sideNames[s] }

func (s side) other() side { return liberal + ulusalci - s }

// names lists the codes of cards.
func names(cards ...character) []string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = characterNames[c]
	}
	return out
}
