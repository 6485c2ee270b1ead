//go:build !race

package soak

// racing says that the race detector is on: everything takes several times as long, and a smaller sample finds what it finds.
const racing = false
