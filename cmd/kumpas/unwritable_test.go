//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A data folder that belongs to somebody else.
func TestUnwritableFolder(t *testing.T) {
	t.Parallel()
	p := newProgram(t, "DISCORD_TOKEN="+anyToken)
	if err := os.MkdirAll(p.dir, 0o500); err != nil {
		t.Fatal(err)
	}
	cmd := p.command("serve")
	if os.Getuid() == 0 { // nothing is unwritable to root
		const nobody = 65534
		exe := filepath.Join(t.TempDir(), "kumpas")
		data, err := os.ReadFile(os.Args[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(exe, data, 0o755); err != nil {
			t.Fatal(err)
		}
		for dir := filepath.Dir(exe); dir != filepath.Dir(os.TempDir()) && len(dir) > len(os.TempDir()); dir = filepath.Dir(dir) {
			os.Chmod(dir, 0o755)
		}
		os.Chmod(filepath.Dir(p.dir), 0o755)
		os.Chmod(p.dir, 0o555)
		cmd.Path, cmd.Dir = exe, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	text, err := cmd.CombinedOutput()
	ended{code: p.code(err), err: string(text)}.says(t, exitConfig, "the data folder "+p.dir+" cannot be written to (permission denied)", "user id", "KUMPAS_DATA_DIR")
}
