//go:build unix

package main

import "syscall"

// freeSpace is how many bytes may still be written to a folder; ok is false if nobody knows.
func freeSpace(dir string) (bytes uint64, ok bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}
