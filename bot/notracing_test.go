//go:build !race

package bot

// Racing says that the race detector is on: everything takes several times as long, and a smaller sample finds what it finds.
const Racing = false
