// Package games is the contract that every game of Kumpas fulfils.
//
// A game is a deterministic state machine. New makes the first State of a game
// from its players, options and seed; Apply turns a state and one Action into
// the next state and the Events of that step, and never touches the old state.
// What a seat may do is told by Prompts, what it may know by View, and nothing
// else leads from a state to a screen.
//
// The package and the games below it are pure: no clock, no input or output,
// no logger, no goroutine, no randomness but the Stream held in the state.
// They know seats and codes; names, words and Discord belong to others.
package games
