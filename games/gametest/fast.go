//go:build !race

package gametest

// defaultPlayouts is what a test takes seconds for.
const defaultPlayouts = 24

// sampleSetups is how many setups the default takes at most: no fewer than it takes to play every value of every option.
const sampleSetups = 1 << 20
