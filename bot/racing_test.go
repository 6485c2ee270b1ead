//go:build race

package bot

const Racing = true
