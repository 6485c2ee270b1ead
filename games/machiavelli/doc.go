// Package machiavelli plays Machiavelli; RULES.md beside it is its authority, and the numbers R1.1 to
// R9.9 and M1 to M50 in comments, events and refusals are that file's.
//
// A turn is one prompt: play, draw or pass. What is played is an open field with an editor (sketch.go, editor.go), whose
// draft is a whole table in the making; the rules for cards, melds and plays are package card, the search for
// rearrangements is package solve. The answer to a prompt carries the table itself, never a question to the solver.
package machiavelli
