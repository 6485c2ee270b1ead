//go:build race

package gametest

// The race detector makes a playout many times slower and finds what it finds in a few.
const defaultPlayouts = 10
