package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"kumpas/games"
	"kumpas/store"
)

// stage is where a table is in its life.
type stage string

const (
	stageLobby   stage = "lobby"
	stagePlaying stage = "playing"
	stageOver    stage = "over"
)

// record is everything about one table that must survive. It is never changed: each step makes a new one, which
// the table adopts when it is on disk, so that screens may be drawn from it at leisure.
type record struct {
	Guild   string `json:"guild"`
	Channel string `json:"channel"`          // where the board stands
	Parent  string `json:"parent,omitempty"` // the channel of the thread that the table lives in
	Game    string `json:"game"`
	Lang    string `json:"lang"`
	Pace    pace   `json:"pace"`
	Thread  bool   `json:"thread"` // a thread is to be opened at the start
	Fill    fill   `json:"fill,omitempty"`

	Stage   stage         `json:"stage"`
	Host    string        `json:"host"` // user id
	People  []person      `json:"people"`
	Options games.Options `json:"options,omitempty"`
	Number  int           `json:"number"`            // of the game in a series of rematches, from 1
	Champ   string        `json:"champ,omitempty"`   // user id of the previous winner
	Next    store.TableID `json:"next,omitempty"`    // the table of the rematch
	Secret  []byte        `json:"secret"`            // fair shuffles: published as a hash at once, itself at the end
	Start   string        `json:"start,omitempty"`   // the interaction that started the game
	Joined  []string      `json:"joined,omitempty"`  // what the seed was made of: ids in order of joining; "" once forgotten
	Seating []int         `json:"seating,omitempty"` // seat -> index in People of who sits there now
	Ended   string        `json:"ended,omitempty"`   // why a table closed without an outcome
	Closed  time.Time     `json:"closed,omitzero"`   // when the table closed

	Feed    []games.Event            `json:"feed,omitempty"` // the last happenings, private ones included
	Segment int                      `json:"segment"`        // how many events the frozen boards before this one told
	Told    int                      `json:"told"`           // how many events there were in all
	Clocks  map[games.PromptID]clock `json:"clocks,omitempty"`
	Acted   games.Seat               `json:"acted"`          // who acted last
	Gone    games.Seats              `json:"gone,omitempty"` // who left the running game
	Passing map[games.Seat]passing   `json:"passing,omitempty"`
	Vote    *vote                    `json:"vote,omitempty"`
	Votes   int                      `json:"votes,omitempty"` // how many there have been
	Paused  *pause                   `json:"paused,omitempty"`
	Board   int                      `json:"board"`           // number of the board: a new number is a new message
	Calls   games.Seats              `json:"calls,omitempty"` // who is mentioned by this board
	// Offered holds the open prompts that computer players have been asked about, Heard how many events there were then.
	Offered map[games.Seat]games.PromptID `json:"offered,omitempty"`
	Heard   int                           `json:"heard,omitempty"`
	Due     map[string]time.Time          `json:"due,omitempty"` // deadlines of the table itself, by key
	Slips   map[games.Seat]slips          `json:"slips,omitempty"`

	state games.State // nil in the lobby
}

// person is somebody at the table.
type person struct {
	User   string `json:"user,omitempty"` // "" for a computer
	Name   string `json:"name"`
	Level  string `json:"level,omitempty"` // of a computer
	Locale string `json:"locale,omitempty"`
	Quiet  bool   `json:"quiet,omitempty"` // does not want to be mentioned
	// Away is why a computer plays this person's seat for the time being, "" if it does not.
	Away away `json:"away,omitempty"`
}

// computer reports whether a computer plays this person's seat.
func (p person) computer() bool { return p.User == "" || p.Away != "" }

// pause is why the clocks stand still.
type pause struct {
	By string `json:"by"` // user id; "" if the table went to sleep, and then anyone of it may wake it up
}

// asleep reports whether the table is paused until one of its people is there again.
func (r *record) asleep() bool { return r.Paused != nil && r.Paused.By == "" }

// clone returns a copy to make the next record from.
func (r *record) clone() *record {
	c := *r
	c.People = slices.Clone(r.People)
	c.Options = maps.Clone(r.Options)
	c.Feed = slices.Clip(r.Feed)
	c.Clocks = maps.Clone(r.Clocks)
	c.Passing = maps.Clone(r.Passing)
	c.Due = maps.Clone(r.Due)
	c.Offered = maps.Clone(r.Offered)
	c.Slips = maps.Clone(r.Slips)
	if r.Vote != nil {
		v := *r.Vote
		v.Ballots = maps.Clone(v.Ballots)
		c.Vote = &v
	}
	return &c
}

// recordFormat is the format in which records are written. Raise it when you add a field that an older program
// must not drop: that program then refuses the table. Records without a number are of format 1.
const recordFormat = 1

// written is a record as it is written.
type written struct {
	Format int `json:"v,omitempty"`
	*record
}

// encode writes the record as a line of JSON, followed by the game's state in its own encoding.
func (r *record) encode() []byte {
	data, err := json.Marshal(written{recordFormat, r})
	if err != nil {
		panic("bot: a record that cannot be written: " + err.Error()) // records are plain data
	}
	data = append(data, '\n')
	if r.state != nil {
		data = append(data, r.state.Encode()...)
	}
	return data
}

// decodeRecord reads what encode wrote.
func decodeRecord(data []byte, list Games) (*record, error) {
	head, tail, ok := bytes.Cut(data, []byte{'\n'})
	if !ok {
		return nil, fmt.Errorf("bot: a table's record is cut short")
	}
	var r record
	w := written{record: &r}
	if err := unmarshal(head, &w); err != nil {
		return nil, fmt.Errorf("bot: a table's record: %w", err)
	}
	if w.Format > recordFormat {
		return nil, fmt.Errorf("bot: a table's record of format %d, which a newer program wrote; this one knows %d", w.Format, recordFormat)
	}
	if len(tail) > 0 {
		g, ok := list.Find(r.Game)
		if !ok {
			return nil, fmt.Errorf("bot: a table of an unknown game")
		}
		state, err := g.Engine.Decode(tail)
		if err != nil {
			return nil, err
		}
		r.state = state
	}
	return &r, nil
}

// unmarshal reads what was kept as JSON. Its errors quote nothing of it: they are logged.
func unmarshal(data []byte, v any) error {
	if err := json.Unmarshal(data, v); err != nil {
		return games.DamageOf(err)
	}
	return nil
}

// header is what the index of tables holds, without reading the record.
type header struct {
	Guild   string   `json:"guild"`
	Channel string   `json:"channel"`
	Parent  string   `json:"parent,omitempty"`
	Game    string   `json:"game"`
	Stage   stage    `json:"stage"`
	Users   []string `json:"users"`            // who sits there; of a closed table, who sat there
	Gone    []string `json:"gone,omitempty"`   // who left the running game, be it for a time
	Asleep  bool     `json:"asleep,omitempty"` // until one of its people is there again
	// Closed is when the table closed.
	Closed time.Time `json:"closed,omitzero"`
}

func readHeader(data []byte) (header, error) {
	var h header
	err := unmarshal(data, &h)
	return h, err
}

func (h header) equal(o header) bool {
	return h.Guild == o.Guild && h.Channel == o.Channel && h.Parent == o.Parent && h.Game == o.Game && h.Stage == o.Stage && h.Asleep == o.Asleep &&
		slices.Equal(h.Users, o.Users) && slices.Equal(h.Gone, o.Gone) && h.Closed.Equal(o.Closed)
}

func (r *record) header() header {
	h := header{Guild: r.Guild, Channel: r.Channel, Parent: r.Parent, Game: r.Game, Stage: r.Stage, Closed: r.Closed, Asleep: r.asleep()}
	for _, p := range r.People {
		switch {
		case p.User == "":
		case r.Stage == stagePlaying && r.seatOf(p.User) == games.Nobody:
			h.Gone = append(h.Gone, p.User)
		default:
			h.Users = append(h.Users, p.User)
		}
	}
	return h
}

// owns returns the seat that is a user's in the running game, Nobody if he has none or has left it for good. A
// computer may be playing it meanwhile.
func (r *record) owns(user string) games.Seat {
	for seat, player := range r.Seating {
		if p := r.People[player]; p.User == user && user != "" && !r.Gone.Has(games.Seat(seat)) {
			return games.Seat(seat)
		}
	}
	return games.Nobody
}

// seatOf returns the seat that a user plays in the running game, Nobody if he plays none.
func (r *record) seatOf(user string) games.Seat {
	if seat := r.owns(user); seat != games.Nobody && !r.at(seat).computer() {
		return seat
	}
	return games.Nobody
}

// at returns who sits at a seat.
func (r *record) at(seat games.Seat) person { return r.People[r.Seating[seat]] }

// index returns the position of a user among the people, -1 if he is not there.
func (r *record) index(user string) int {
	return slices.IndexFunc(r.People, func(p person) bool { return user != "" && p.User == user })
}

// who is a user's place among the people for the log.
func (r *record) who(user string) int { return r.index(user) + 1 }

// humans returns the seats played by people.
func (r *record) humans() games.Seats {
	var s games.Seats
	for seat := range r.Seating {
		if !r.at(games.Seat(seat)).computer() && !r.Gone.Has(games.Seat(seat)) {
			s = s.With(games.Seat(seat))
		}
	}
	return s
}
