//go:build !race

package gametest

// defaultPlayouts is what a test takes seconds for.
const defaultPlayouts = 24
