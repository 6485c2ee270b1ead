package gametest

import "testing"

func TestCorrectGamePasses(t *testing.T) {
	Run(t, toy{})
}
