package locales

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kumpas/games"
	engine "kumpas/games/entrika"
	cards "kumpas/games/machiavelli"
	gangs "kumpas/games/noir"
	hitler "kumpas/games/secrethitler"
)

// sections are the games' sections. A further game adds its name here and its families below.
var sections = []string{"entrika", "secrethitler", "noir", "machiavelli"}

// notYetUsed lists keys, or the beginnings of keys, that nothing says yet though somebody will soon. An empty list is the goal.
var notYetUsed = []string{}

// commands are the commands, sub-commands and options.
var commands = strings.Fields(`
	play play.game play.language play.thread
	hand
	table table.show table.leave table.remove table.remove.player table.pause table.resume table.end table.history
	rules rules.game rules.topic
	me me.mentions me.mentions.state me.privacy me.delete
	settings settings.show settings.language settings.language.language settings.pace settings.pace.pace
	settings.channels settings.channels.channel settings.threads settings.threads.state settings.tables settings.tables.count`)

// topics are the chapters of Entrika's rules.
var topics = strings.Fields(`brief plus turn actions characters challenge block ideology kayyum manipulation two options mistakes terms credits`)

// hitlerTopics are those of Secret Hitler.
var hitlerTopics = strings.Fields(`brief roles election limits session chaos powers veto end talk options mistakes terms credits`)

// noirTopics are those of Noir.
var noirTopics = strings.Fields(`brief turn open attack hideout reactions windows poker countdown score teams bosses options mistakes terms credits`)

// cardTopics are those of Machiavelli.
var cardTopics = strings.Fields(`brief melds turn rearrange jokers bench writing end options mistakes terms credits`)

// family is what keys with one literal beginning may end in.
type family struct {
	must, may []string
}

// families is the table of the composed keys.
func families(t *testing.T) map[string]family {
	t.Helper()
	deeds := []string{"leave", "remove", "end", "pause", "resume"}
	orders := []string{"once", "kind", "turn", "off"}
	all := map[string]family{
		"cmd.":                 {must: cross(commands, "name", "desc")},
		"lobby.computer.name.": {must: strings.Fields("1 2 3 4 5 6 7 8 9 10")},
		"game.":                {must: cross([]string{engine.Base.Info().ID, engine.Plus.Info().ID, hitler.Game.Info().ID, gangs.Game.Info().ID, cards.Game.Info().ID}, "name", "tagline")},
		"lang.":                {must: loaded(t).Langs()},
		"over.ended.":          {must: []string{"ended", "managed", "paused_out", "channel_gone", "thread_gone", "server_gone", "abandoned"}},
		"lobby.":               {must: []string{"expired", "cancelled", "managed", "empty", "channel_gone", "server_gone"}},
		"pace.":                {must: cross([]string{"blitz", "normal", "relaxed", "day"}, "name", "help")},
		"rules.":               {must: append(cross(slices.Concat(prefixed("entrika.", topics), prefixed("secrethitler.", hitlerTopics), prefixed("noir.", noirTopics), prefixed("machiavelli.", cardTopics)), "title", "text"), "pick")},
		"refusal.":             {must: codesOf(t, "games/refusal.go")},
		"replay.check.":        {must: append(cross(constants(t, "bot/fair/check.go").values("Check"), "agrees", "differs"), "shuffle.unknown")},
		"replay.kind.":         {must: []string{string(games.ActReply), string(games.ActTimeout), string(games.ActLeave), string(games.ActVoid)}},
		"table.default.":       {must: []string{"random", "wait"}},
		"table.pass.":          {must: orders},
		"table.pass.set.":      {must: orders},
		"table.":               {must: cross(deeds, "ask", "button")},
		"vote.":                {must: slices.Concat(deeds[1:], []string{"absent", "yes", "no", "wait", "computer", "out"})},
		"happened.": {must: slices.Concat([]string{"back", "substitute", "asleep", "deserted", "vote.absent", "passed.pause", "passed.resume"},
			prefixed("vote.", deeds[1:]), prefixed("away.", []string{"absent", "left", "server"}))},
		"fill.": {must: cross([]string{"open", "computer", "rules"}, "name", "help")},
	}
	entrika(t, all)
	secretHitler(t, all)
	noir(t, all)
	machiavelli(t, all)
	return all
}

// entrika adds what Entrika's section holds, by the constants of its engine.
func entrika(t *testing.T, all map[string]family) {
	t.Helper()
	c := constants(t, "games/entrika/codes.go")
	terms := c.rest("Prompt", "Field", "Ev", "Why", "Opt", "Phase")
	for _, notTerm := range []string{"Pass", "Show", "Concede", "Auto", "Keep", "On", "Off", "RandomThenWin", "RandomStarter",
		"HostPick", "OneEach", "OneAndTwo", "LiberalFirst", "StarterChooses", "PickRandom", "PickTarget"} {
		delete(terms, notTerm)
	}
	prompts := c.values("Prompt")
	pick := []string{"reaction.pass", "reaction.challenge", "reaction.block", "reaction.kayyum", "proof.show", "proof.concede", "claimant.pass"}
	actions := []string{"income", "foreign_aid", "coup", "convert_self", "convert_other", "embezzle", "tax", "assassinate", "steal", "exchange", "manipulate"}
	base, plus := engine.Base.Info(), engine.Plus.Info()
	for name, f := range map[string]family{
		"term.":    {must: slices.Concat(terms.all(), prompts, []string{c["OptDefenceType"], c["OptExchangeType"]})},
		"card.":    {must: []string{"is_adami", "subay", "burokrat", "politikaci", "aktivist", "avukat", "gazeteci"}},
		"event.":   {must: c.values("Ev")},
		"why.":     {must: without(c.values("Why"), c["WhyLastAlive"], c["WhyVoid"])},
		"outcome.": {must: []string{c["WhyLastAlive"], c["WhyVoid"]}},
		"prompt.":  {must: slices.Concat(prompts, cross(prompts, "private"))},
		"hint.":    {must: prompts},
		"field.":   {must: c.values("Field")},
		"refusal.": {must: codesOf(t, "games/entrika/codes.go"), may: []string{"bad_option"}},
		"default.": {must: []string{"pass", "income", "coup", "liberal", "auto", "keep"}},
		"choice.":  {must: pick, may: prefixed("action.", actions)},
		"help.":    {may: slices.Concat(prefixed("action.", actions), pick)},
		"not.":     {must: []string{"not_enough_gold", "must_coup", "target_same_ideology", "target_has_no_gold", "pool_empty", "card_not_available", "too_late"}},
		"option.":  {must: optionsOf(plus)},
		"variant.": {must: cross(slices.Concat(variantsOf(base), variantsOf(plus)), "name", "help")},
	} {
		all["entrika."+name] = f
	}
}

// secretHitler adds what Secret Hitler's section holds, by the constants of its engine.
func secretHitler(t *testing.T, all map[string]family) {
	t.Helper()
	c := constants(t, "games/secrethitler/codes.go")
	terms := c.rest("Prompt", "Field", "Ev", "Why", "Opt", "Phase", "Night", "Result", "Conflict", "Started", "Living", "Elect", "Enact", "Vote")
	for _, notTerm := range []string{"Ready", "Agree", "Refuse", "Look", "NextSeat", "On", "Off"} {
		delete(terms, notTerm)
	}
	claims := c.values("PromptClaim")
	asked := without(c.values("Prompt"), claims...)
	roles := []string{c["Liberal"], c["Fascist"], c["Hitler"]}
	knows := []string{c["WhyLiberalAlone"], c["WhyHitlerAlone"], c["WhySmallTable"], c["WhyFascists"]}
	limits := []string{c["WhyLastPresident"], c["WhyLastChancellor"]}
	outcomes := []string{c["WhyLiberalPolicies"], c["WhyHitlerExecuted"], c["WhyFascistPolicies"], c["WhyHitlerElected"], c["WhyVoid"]}
	shown := []string{c["EvNight"], c["EvRole"], c["EvAlly"], c["EvDrew"], c["EvGot"], c["EvParty"], c["EvPeekSeen"], c["EvOver"]}
	private := slices.Concat(claims, asked) // the panel asks its owner
	for name, f := range map[string]family{
		"term.":     {must: slices.Concat(terms.all(), asked, limits, []string{"president", "president_candidate", "chancellor", "chancellor_candidate"})},
		"night.":    {must: cross(c.values("Night"), "1", "2", "3", "4")},
		"event.":    {must: without(c.values("Ev"), shown...)}, // the others stand on the board or in the panel
		"why.":      {must: without(c.values("Why"), slices.Concat(knows, limits, outcomes)...)},
		"outcome.":  {must: outcomes},
		"prompt.":   {must: append(cross(private, "private"), asked...)},
		"hint.":     {must: asked},
		"refusal.":  {must: codesOf(t, "games/secrethitler/codes.go")},
		"default.":  {must: []string{c["Ready"], c["NextSeat"], c["Nein"], c["Refuse"], c["Look"]}},
		"choice.":   {must: strings.Fields("ready.ready vote.ja vote.nein discard.c0 discard.c1 discard.c2 enact.c0 enact.c1 enact.veto veto.agree veto.refuse peek.look")},
		"option.":   {must: optionsOf(hitler.Game.Info())},
		"goal.":     {must: roles},
		"knows.":    {must: knows},
		"conflict.": {must: c.values("Conflict")},
		"result.":   {must: []string{c["ResultRejected"], c["ResultNoRound"], c["ResultHitler"]}},
	} {
		all["secrethitler."+name] = f
	}
}

// noir adds what Noir's section holds, by the constants of its engine.
func noir(t *testing.T, all map[string]family) {
	t.Helper()
	c := constants(t, "games/noir/codes.go")
	bosses := strings.Fields("accountant architect recruiter fox triggerman gambler warden plunderer inspector")
	cards := strings.Fields("gangster1 gangster2 gangster3 gangster4 still bootlegger speakeasy casino poker police bribe drive_by turncoat")
	words := strings.Fields("hideout guards away move attack open relocate discard end falls stands beaten join out jackpot pair total caught")
	outcomes := []string{c["WhyConquest"], c["WhyMoney"], c["WhyCountdown"], c["WhyLast"], c["WhyVoid"]}
	asked := without(c.values("Prompt"), c["PromptReact"])
	actions := prefixed("action.", []string{"move", "attack", "open", "relocate", "discard", "end"})
	picks := strings.Fields(`attackers.all attackers.confirm front.out draw.k0 draw.k1 draw.k2 draw.k3 draw.k4 draw.k5 draw.k6 window.pass window.play
		reaction.nothing reaction.pass stake.s1 stake.s2 stake.s3 join.join join.out move.undo move.reset open.undo open.reset open.place place.dismiss place.away`)
	for name, f := range map[string]family{
		"term.":    {must: slices.Concat(cards, words, bosses, c.values("Cause"), asked)},
		"card.":    {must: cards},
		"boss.":    {must: bosses},
		"event.":   {must: without(c.values("Ev"), c["EvTurn"], c["EvHand"], c["EvScore"], c["EvOver"])}, // those stand on the board or in the panel
		"why.":     {must: without(c.values("Why"), outcomes...)},
		"outcome.": {must: outcomes},
		"prompt.":  {must: slices.Concat(asked, cross(c.values("Prompt"), "private"))},
		"hint.":    {must: asked},
		"field.":   {must: c.values("Field")},
		"refusal.": {must: codesOf(t, "games/noir/codes.go"), may: []string{"bad_option"}},
		"default.": {must: []string{c["Skip"], c["Pass"], c["Out"]}},
		"choice.":  {must: append(picks, actions...)},
		"not.":     {must: without(codesOf(t, "games/noir/codes.go"), "window_open", "too_many_discards", "eliminated")},
		"help.":    {must: []string{"need", "beat", "room", "free"}},
		"confirm.": {must: []string{"moves_done", "moves_skip", "open_done", "open_skip"}},
		"score.":   {must: []string{"trophies", "gangsters", "businesses", "purse", "total"}},
		"summary.": {must: []string{"trophy", "destroyed", "killed", "police", "bribe", "drive_by", "turncoat", "poker"}},
		"option.":  {must: optionsOf(gangs.Game.Info())},
		"variant.": {must: cross(variantsOf(gangs.Game.Info()), "name", "help")},
	} {
		all["noir."+name] = f
	}
}

// machiavelli adds what Machiavelli's section holds, by the constants of its engine.
func machiavelli(t *testing.T, all map[string]family) {
	t.Helper()
	c := constants(t, "games/machiavelli/codes.go")
	deeds := []string{c["Play"], c["Draw"], c["Pass"]}
	asks := []string{c["AskExists"], c["AskCards"], c["AskWhole"]}
	helps := c.values("Assist")
	info := cards.Game.Info()
	for name, f := range map[string]family{
		"term.":        {must: slices.Concat(deeds, asks, c.values("Op"), c.values("Term"), []string{c["PromptTurn"], c["OrderSuit"], c["OrderRank"], c["FieldAfter"]})},
		"event.":       {must: without(c.values("Ev"), c["EvHand"], c["EvTurn"], c["EvOver"])}, // the others stand on the screens
		"why.":         {must: []string{c["WhyAbsent"], c["WhyPenalty"], c["WhyOpening"]}},
		"outcome.":     {must: []string{c["WhyOut"], c["WhyCount"], c["WhyTied"], c["WhyLast"], c["WhyVoid"]}},
		"prompt.":      {must: []string{c["PromptTurn"], c["PromptTurn"] + ".private"}},
		"hint.":        {must: []string{c["PromptTurn"]}},
		"field.":       {must: without(c.values("Field"), c["FieldAction"], c["FieldTable"], c["FieldOrder"], c["FieldOp"], c["FieldHint"], c["FieldReading"])}, // those are buttons
		"refusal.":     {must: codesOf(t, "games/machiavelli/codes.go")},
		"default.":     {must: []string{c["Draw"], c["Pass"]}},
		"choice.":      {must: append(prefixed("action.", deeds), "order.suit", "order.rank", "to.loose", "from.loose")},
		"option.":      {must: optionsOf(info)},
		"variant.":     {must: cross(variantsOf(info), "name", "help")},
		"record.":      {must: append(deeds, "left")},
		"record.help.": {must: helps},
		"seat.":        {must: strings.Fields("cards left passed opened closed last")},
		"draft.begin.": {must: helps},
		"asked.":       {must: cross(append(asks, c["AskArrange"]), c["Yes"], c["No"], c["Unknown"])},
		"dropped.":     {must: []string{"no_card_added", "table_card_missing", "table_changed", "opening_too_low", "opening_touches", "joker_not_released", "bad_meld"}},
	} {
		all["machiavelli."+name] = f
	}
}

// codes are string constants by the name of the constant.
type codes map[string]string

// values lists the values of the constants whose names begin with prefix and go on with a capital.
func (c codes) values(prefix string) []string {
	found := codes{}
	for name, value := range c {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" && rest[0] < 'a' {
			found[name] = value
		}
	}
	return found.all()
}

// rest is the constants that begin with none of the prefixes.
func (c codes) rest(prefixes ...string) codes {
	found := codes{}
	for name, value := range c {
		if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) }) {
			found[name] = value
		}
	}
	return found
}

func (c codes) all() []string {
	var out []string
	for _, value := range c {
		out = append(out, value)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// constants reads the untyped string constants of a file below the root.
func constants(t *testing.T, path string) codes { return declared(t, path, false) }

// codesOf reads the constants of type games.Code of a file below the root.
func codesOf(t *testing.T, path string) []string { return declared(t, path, true).all() }

func declared(t *testing.T, path string, typed bool) codes {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root(t), path), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := codes{}
	for _, d := range file.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, spec := range gen.Specs {
			v := spec.(*ast.ValueSpec)
			if (v.Type != nil) != typed || len(v.Values) != 1 {
				continue
			}
			if s, ok := literal(v.Values[0]); ok {
				found[v.Names[0].Name] = s
			}
		}
	}
	if len(found) == 0 {
		t.Fatalf("%s has no constants", path)
	}
	return found
}

// optionsOf lists the keys of a game's options.
func optionsOf(i games.Info) []string {
	var out []string
	for _, o := range i.Options {
		out = append(out, cross([]string{o.ID}, append(prefixed("value.", o.Values), "name", "help")...)...)
	}
	return out
}

func variantsOf(i games.Info) []string {
	var out []string
	for _, v := range i.Variants {
		out = append(out, v.ID)
	}
	return out
}

func prefixed(prefix string, values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = prefix + v
	}
	return out
}

// cross joins every name with every ending by a dot.
func cross(names []string, endings ...string) []string {
	var out []string
	for _, n := range names {
		for _, e := range endings {
			out = append(out, n+"."+e)
		}
	}
	return out
}

func without(values []string, drop ...string) []string {
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return slices.Contains(drop, v) })
}
