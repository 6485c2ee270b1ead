//go:build race

package gametest

// The race detector makes a playout many times slower and finds what it finds in a few.
const defaultPlayouts = 4

// sampleSetups is how many setups the default takes at most: that every value of every option plays is for the others to see.
const sampleSetups = 4
