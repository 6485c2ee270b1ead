package noir

import (
	"slices"
	"strings"

	"kumpas/games"
)

// A plan is the private draft of the moves (R4.4) or of the openings (R4.6) of a turn. It is an immutable games.Editor: each
// operation gives another plan, and now is the state as it would be. A draft is its steps joined by ".", each a gangster's
// id or a card with "-" and where it goes: "g3-b2.g4-away.g5-dismiss", "casino.gangster2-p0.gangster1", where p0 is the business
// of the first step, and a gangster without a place gets one by R14.6.
type plan struct {
	base    *state
	seat    games.Seat
	opening bool
	steps   []planned
	now     state
	where   []place // by step of an opening: the place of the gangster, or the business
	cost    int16
}

// planned is one step.
type planned struct {
	slot int  // of the gangster that moves
	card card // that is opened
	to   string
}

// planner is an editor whose draft can be submitted.
type planner interface {
	games.Editor
	submit(draft string) *games.Refusal
}

// maxSteps is how long a plan can become.
const maxSteps = 40

func newPlan(s *state, seat games.Seat, opening bool) *plan {
	return &plan{base: s, seat: seat, opening: opening, now: *s}
}

// blank is the plan without its steps.
func (p *plan) blank() *plan { return newPlan(p.base, p.seat, p.opening) }

// add carries out one more step.
func (p *plan) add(step planned) *games.Refusal {
	if len(p.steps) == maxSteps {
		return games.Refuse(PlanFull, "R14.5")
	}
	at := noPlace
	var refused *games.Refusal
	if p.opening {
		if at, refused = p.open(step); refused == nil && step.card.isGangster() {
			step.to = p.name(at)
		}
	} else {
		refused = p.move(step)
	}
	if refused != nil {
		return refused
	}
	p.steps, p.where = append(p.steps, step), append(p.where, at)
	return nil
}

// build is the plan with these steps, as far as each can be made; refused says why the first one cannot.
func (p *plan) build(steps []planned) (next *plan, refused *games.Refusal) {
	next = p.blank()
	for _, step := range steps {
		if r := next.add(step); r != nil && refused == nil {
			refused = r
		}
	}
	return next, refused
}

// Draft is the plan as text.
func (p *plan) Draft() string {
	words := make([]string, len(p.steps))
	for i, step := range p.steps {
		words[i] = step.card.String()
		if !p.opening {
			words[i] = gangsterIDs[step.slot]
		}
		if step.to != "" {
			words[i] += "-" + step.to
		}
	}
	return strings.Join(words, ".")
}

// Final is the same: a plan holds nothing of the steps that were taken back.
func (p *plan) Final() string { return p.Draft() }

// read takes a draft apart.
func (p *plan) read(draft string) (steps []planned, refused *games.Refusal) {
	if draft == "" {
		return nil, nil
	}
	if strings.Count(draft, ".") >= maxSteps {
		return nil, games.Refuse(PlanFull, "R14.5")
	}
	for word := range strings.SplitSeq(draft, ".") {
		head, to, _ := strings.Cut(word, "-")
		step := planned{slot: gangsterOf(head), card: cardOf(head), to: to}
		if p.opening && step.card == noCard || !p.opening && step.slot < 0 || len(to) > len(Dismiss) || strings.HasSuffix(word, "-") {
			return nil, games.Refuse(games.BadChoice, "R14.5")
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// submit says why a draft cannot be confirmed exactly as it is, nil if it can.
func (p *plan) submit(draft string) *games.Refusal {
	steps, refused := p.read(draft)
	if refused != nil {
		return refused
	}
	_, refused = p.build(steps)
	return refused
}

// Load keeps what a draft has that still makes sense.
func (p *plan) Load(draft string) (games.Editor, error) {
	steps, refused := p.read(draft)
	if refused != nil {
		return nil, refused
	}
	next := p.blank()
	now := map[string]string{} // planned businesses by their old names
	for i, step := range steps {
		if n, known := now[step.to]; known {
			step.to = n
		}
		refused := next.add(step)
		if refused != nil && p.opening && step.to != "" { // its place is gone
			step.to = ""
			refused = next.add(step)
		}
		if refused == nil {
			now[planIDs[i]] = planIDs[len(next.steps)-1]
		} else {
			now[planIDs[i]] = Dismiss // nobody can go there
		}
	}
	return next, nil
}

// planIDs name the steps of a plan.
var planIDs = func() (ids [maxSteps]string) {
	for i := range ids {
		ids[i] = "p" + number(i)
	}
	return ids
}()

// Parse reads a draft that a person wrote, with blanks or dots between the steps.
func (p *plan) Parse(text string) (games.Editor, error) {
	draft := strings.Join(strings.Fields(strings.ReplaceAll(text, ".", " ")), ".")
	steps, refused := p.read(draft)
	if refused != nil {
		return nil, refused
	}
	next, refused := p.build(steps)
	if refused != nil {
		return nil, refused
	}
	return next, nil
}

// Check has nothing to object: a plan has no steps that cannot be made.
func (p *plan) Check() error { return nil }

// Ask asks for the next operation.
func (p *plan) Ask(sofar games.Answer) (games.Field, bool, error) {
	for i := range sofar {
		f, ok := p.field(sofar[:i])
		if !ok {
			return games.Field{}, false, games.Refuse(games.BadChoice, "R14.5")
		}
		if refused := p.base.accept(f, sofar[i]); refused != nil {
			return games.Field{}, false, refused
		}
	}
	f, ok := p.field(sofar)
	return f, ok, nil
}

func (p *plan) field(sofar games.Answer) (games.Field, bool) {
	switch {
	case p.opening:
		return p.fieldOpen(sofar)
	case len(sofar) == 0:
		return p.fieldMove(), true
	case len(sofar) == 1 && sofar[0] != Undo && sofar[0] != Reset:
		return p.fieldMoveTo(gangsterOf(sofar[0])), true
	}
	return games.Field{}, false
}

// common are the operations that both kinds of plans have.
func (p *plan) common() []games.Choice {
	not := games.Code("")
	if len(p.steps) == 0 {
		not = NothingPlanned
	}
	return []games.Choice{choice(Undo, "", 0, not), choice(Reset, "", 0, "")}
}

// Do carries out one operation.
func (p *plan) Do(op games.Answer) (games.Editor, error) {
	_, more, err := p.Ask(op)
	if err != nil {
		return nil, err
	}
	if more {
		return nil, games.Refuse(games.BadChoice, "R14.5")
	}
	steps := slices.Clone(p.steps)
	switch {
	case op[0] == Reset:
		steps = nil
	case op[0] == Undo:
		steps = steps[:len(steps)-1]
	case op[0] == Place:
		steps = p.replaced(slices.Index(planIDs[:], op[1]), op[2])
	case p.opening:
		steps = append(steps, planned{slot: -1, card: cardOf(op[0])})
	default:
		steps = append(steps, planned{slot: gangsterOf(op[0]), to: op[1]})
	}
	next, refused := p.build(steps)
	if refused != nil {
		return nil, refused
	}
	return next, nil
}

// Samples are the empty plan and some random ones.
func (p *plan) Samples(rng games.Rand) []string {
	samples := []string{""}
	for range 4 {
		next := games.Editor(p.blank())
		for range 1 + rng.IntN(4) {
			op, err := games.Random(next.Ask, rng)
			if err != nil || op[0] == Undo || op[0] == Reset {
				break
			}
			if next, err = next.Do(op); err != nil {
				return samples
			}
		}
		samples = append(samples, next.Draft())
	}
	return samples
}

// View shows the plan and what it leads to.
func (p *plan) View() games.View {
	v := PlanView{Cost: int(p.cost), Purse: int(p.now.Seats[p.seat].Purse), After: p.now.seatView(p.seat, p.seat)}
	before := *p.base
	for i, step := range p.steps {
		if p.opening {
			v.Steps = append(v.Steps, p.viewOpening(i))
			continue
		}
		g := &before.Gangsters[step.slot]
		s := PlanStep{Card: gangsterCard(g.Power).String(), From: g.Host.id(), To: step.to, Where: Away, Dismiss: step.to == Dismiss}
		if to := placeOf(step.to); to != noPlace {
			s.Where = before.kind(to)
			g.Host = to
		}
		v.Steps = append(v.Steps, s)
	}
	return v
}
