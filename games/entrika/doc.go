// Package entrika plays Entrika and Entrika Plus; RULES.md beside it is its authority, and the
// numbers R1.1 to R11.11 and E1 to E63 in comments, events and refusals are that file's.
//
// One engine serves both presets. There is exactly one prompt at any moment: a phase, the seats
// it waits for, and an id that counts up. What a phase asks, takes and does when its time is over
// stands in one table (phase.go), what an action costs, claims and does in another (action.go).
package entrika
