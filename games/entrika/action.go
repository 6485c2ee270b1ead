package entrika

// action is what a player does with his turn (R4). The numbers are part of the encoded state.
type action uint8

const (
	noAction action = iota
	income
	foreignAid
	coup
	convertSelf
	convertOther
	embezzle
	tax
	assassinate
	steal
	exchange
	manipulate
	actionKinds
)

// actionRow is one row of R3.7 and R4.
type actionRow struct {
	name     string
	rule     string
	price    int32
	toPool   bool // the price goes into the Kara Para pool
	ideology bool // only with ideology
	claim    character
	target   bool
	guarded  bool         // R7.2 protects the target
	blockers [2]character // who can block, as far as they are in play
	byAll    bool         // every rival may block, not the target alone
}

var actions = [actionKinds]actionRow{
	income:       {name: Income, rule: "R4.1"},
	foreignAid:   {name: ForeignAid, rule: "R4.2", blockers: [2]character{isAdami}, byAll: true},
	coup:         {name: Coup, rule: "R4.3", price: 7, target: true, guarded: true},
	convertSelf:  {name: ConvertSelf, rule: "R4.4", price: 1, toPool: true, ideology: true},
	convertOther: {name: ConvertOther, rule: "R4.5", price: 2, toPool: true, ideology: true, target: true},
	embezzle:     {name: Embezzle, rule: "R4.6", ideology: true, claim: noIsAdami},
	tax:          {name: Tax, rule: "R4.7", claim: isAdami},
	assassinate:  {name: Assassinate, rule: "R4.8", price: 3, claim: subay, target: true, guarded: true, blockers: [2]character{aktivist, avukat}},
	steal:        {name: Steal, rule: "R4.9", claim: burokrat, target: true, guarded: true, blockers: [2]character{burokrat, politikaci}},
	exchange:     {name: Exchange, rule: "R4.10", claim: politikaci},
	manipulate:   {name: Manipulate, rule: "R4.11", claim: gazeteci, target: true, guarded: true, blockers: [2]character{gazeteci}},
}

// actionOf finds an action by its code.
func actionOf(code string) action {
	for a := income; a < actionKinds; a++ {
		if actions[a].name == code {
			return a
		}
	}
	return noAction
}

// blockable reports whether anybody at all can block the action.
func (a action) blockable() bool { return actions[a].blockers[0] != noCharacter }

// blockers lists who can block the action in this game.
func (r rules) blockers(a action) (with [2]character, n int) {
	for _, c := range actions[a].blockers {
		if r.inPlay(c) {
			with[n] = c
			n++
		}
	}
	return with, n
}

// actions is how many actions exist under these rules.
func (r rules) actions() int {
	if r.Ideology {
		return 10
	}
	return 7
}

// exists reports whether the action can be declared under these rules at all.
func (r rules) exists(a action) bool {
	row := &actions[a]
	return (r.Ideology || !row.ideology) && (!row.claim.isCard() || r.inPlay(row.claim))
}
