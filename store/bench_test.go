//go:build linux

package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"kumpas/store"
)

// BenchmarkCommit measures durable actions per second, each a 1 KB snapshot, a
// 150-byte log entry with an interaction id and a deadline, as a game commits
// them, against what the disk does: 4 KiB overwritten in place and synced, per
// second. Both take turns, for five ratios; the median is shown. Run it where the
// store will lie: TMPDIR=/data go test -run - -bench Commit ./store
func BenchmarkCommit(b *testing.B) {
	for _, tables := range []int{1, 64} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) { benchmarkCommit(b, tables, 0, false) })
	}
	b.Run("tables=64,screens", func(b *testing.B) { benchmarkCommit(b, 64, 0, true) }) // with SetShown and SetToken
	b.Run("tables=64,idle=10000", func(b *testing.B) { benchmarkCommit(b, 64, 10_000, false) })
}

func benchmarkCommit(b *testing.B, tables, idle int, screens bool) {
	for b.Loop() {
		var commits atomic.Int64
		s := open(b, filepath.Join(b.TempDir(), "store.db"), store.CommitBy(func(tx *bolt.Tx) error {
			commits.Add(1)
			return tx.Commit()
		}))
		fillIdle(b, s, idle, 1)
		commits.Store(0)
		d := newDisk(b)
		players := make([]*player, tables)
		for i := range players {
			players[i] = &player{id: store.TableID(fmt.Sprintf("t%08x", rand.Uint32())), screens: screens}
		}
		play(b, s, players, 200*time.Millisecond) // grow to a usual size
		var rates, diskRates, ratios []float64
		for range 5 {
			var disk, rate float64
			const turns = 8 // short ones, so that whatever else the machine does meets both
			for range turns {
				disk += d.rate(25*time.Millisecond) / turns
				rate += play(b, s, players, 50*time.Millisecond) / turns
			}
			rates, diskRates, ratios = append(rates, rate), append(diskRates, disk), append(ratios, rate/disk)
		}
		var actions store.Revision
		for _, p := range players {
			actions += p.rev
		}
		b.ReportMetric(float64(actions)/float64(commits.Load()), "actions/commit")
		b.ReportMetric(median(rates), "actions/s")
		b.ReportMetric(median(diskRates), "disk/s")
		b.ReportMetric(median(ratios), "ratio")
	}
	b.ReportMetric(0, "ns/op")
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

type player struct {
	id      store.TableID
	rev     store.Revision
	screens bool
}

var interaction = struct {
	sync.Mutex
	id uint64
}{id: 1_400_000_000_000_000_000}

func nextInteraction() string {
	interaction.Lock()
	defer interaction.Unlock()
	interaction.id += rand.Uint64N(1 << 22)
	return fmt.Sprint(interaction.id)
}

// play lets the players commit as fast as they can for a time and returns commits per second.
func play(b *testing.B, s store.Store, players []*player, d time.Duration) float64 {
	start := time.Now()
	counts := make([]int, len(players))
	var group sync.WaitGroup
	for i, p := range players {
		group.Go(func() {
			snapshot, entry := make([]byte, 1024), make([]byte, 150)
			for time.Since(start) < d {
				for j := range 16 {
					snapshot[j*64], entry[j] = byte(rand.Uint32()), byte(rand.Uint32())
				}
				r, err := s.Commit(context.Background(), store.Change{
					ID: p.id, From: p.rev, Header: entry[:60], Snapshot: snapshot,
					Entry:     &store.Entry{Interaction: nextInteraction(), At: start, Data: entry},
					Deadlines: []store.Deadline{{Key: "turn", At: start}},
				})
				if err != nil {
					b.Error(err)
					return
				}
				p.rev = r
				if p.screens {
					s.SetShown(p.id, entry[:60])
					s.SetToken(p.id, "300000000000000001", store.Token{Data: entry, Expires: start})
				}
				counts[i]++
			}
		})
	}
	group.Wait()
	n := 0
	for _, c := range counts {
		n += c
	}
	return float64(n) / time.Since(start).Seconds()
}

// disk overwrites 4 KiB in place in a preallocated file.
type disk struct {
	file *os.File
	page []byte
	n    int64
}

func newDisk(b *testing.B) *disk {
	f, err := os.Create(filepath.Join(b.TempDir(), "disk"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	d := &disk{file: f, page: make([]byte, 4096)}
	for i := range int64(256) {
		if _, err := f.WriteAt(d.page, i*4096); err != nil {
			b.Fatal(err)
		}
	}
	if err := f.Sync(); err != nil {
		b.Fatal(err)
	}
	return d
}

func (d *disk) rate(t time.Duration) float64 {
	start, n := time.Now(), 0
	for time.Since(start) < t {
		d.page[0]++
		if _, err := d.file.WriteAt(d.page, d.n%256*4096); err != nil {
			panic(err)
		}
		if err := syscall.Fdatasync(int(d.file.Fd())); err != nil {
			panic(err)
		}
		d.n++
		n++
	}
	return float64(n) / time.Since(start).Seconds()
}

// BenchmarkStart opens a store with 10,000 tables, five steps each, and lists
// them, as a start does.
func BenchmarkStart(b *testing.B) {
	const tables, steps = 10_000, 5
	path := filepath.Join(b.TempDir(), "store.db")
	s := open(b, path, store.NoSync)
	fillIdle(b, s, tables, steps)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	var opening, listing time.Duration
	n := 0
	for b.Loop() {
		start := time.Now()
		s := open(b, path)
		opened := time.Now()
		rows := 0
		for _, err := range s.Tables(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
			rows++
		}
		opening, listing, n = opening+opened.Sub(start), listing+time.Since(opened), n+1
		if rows != tables {
			b.Fatal(rows, "rows")
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(opening.Milliseconds())/float64(n), "ms/open")
	b.ReportMetric(float64(listing.Milliseconds())/float64(n), "ms/list")
	b.ReportMetric(0, "ns/op")
}

// fillIdle makes tables of some steps each.
func fillIdle(b *testing.B, s store.Store, tables, steps int) {
	var group sync.WaitGroup
	for w := range 64 {
		group.Go(func() {
			for i := w; i < tables; i += 64 {
				id := store.TableID(fmt.Sprintf("t%08x", rand.Uint32()))
				for rev := range store.Revision(steps) {
					if _, err := s.Commit(context.Background(), store.Change{
						ID: id, From: rev, Header: make([]byte, 60), Snapshot: make([]byte, 1024),
						Entry:     &store.Entry{Interaction: nextInteraction(), Data: make([]byte, 150)},
						Deadlines: []store.Deadline{{Key: "turn", At: time.Now()}},
					}); err != nil {
						b.Error(err)
					}
				}
			}
		})
	}
	group.Wait()
}
