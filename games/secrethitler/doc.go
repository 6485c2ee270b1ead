// Package secrethitler plays Secret Hitler; RULES.md beside it is its authority, and the numbers
// R1.1 to R10.6 and S1 to S49 in comments, events and refusals are that file's.
//
// There is exactly one awaited prompt at any moment: a phase, the seats it waits for, and an id that counts up.
// Beside it stand the open prompts of the last session: the claims that its members may make. What a phase asks,
// takes and does when its time is over stands in one table (phase.go). All that a government did is kept in
// one record (government.go), and the discard pile is what the records say.
package secrethitler
