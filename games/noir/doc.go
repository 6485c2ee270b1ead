// Package noir plays Noir; RULES.md beside it is its authority, and the numbers R1.1 to R14.7 and N1 to N68 in comments,
// events and refusals are that file's. The values of the rules stand in data.go.
//
// A turn is one held or awaited prompt. Windows hold it up; reactions are open prompts beside it. What a prompt asks and
// does stands in one table (prompt.go). Moves and openings are plans: editors whose draft is confirmed as one
// action (plan.go). How an attack goes is worked out in one place for the engine and for what people see (battle.go).
package noir
