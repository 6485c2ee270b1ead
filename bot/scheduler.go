package bot

import (
	"container/heap"
	"sync"
	"time"

	"kumpas/store"
)

// scheduler wakes tables when something is due. It keeps one time for each table, the earliest, and one timer
// for all of them.
type scheduler struct {
	clock Clock
	wake  func(store.TableID)

	mu     sync.Mutex
	due    dueHeap
	byID   map[store.TableID]*dueItem
	stop   func() // the running timer
	at     time.Time
	last   time.Time // when the clock was last looked at
	closed bool
}

func newScheduler(clock Clock, wake func(store.TableID)) *scheduler {
	return &scheduler{clock: clock, wake: wake, byID: map[store.TableID]*dueItem{}}
}

// set schedules the table's wake-up; the zero time means never.
func (s *scheduler) set(id store.TableID, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	item := s.byID[id]
	switch {
	case at.IsZero() && item == nil:
		return
	case at.IsZero():
		heap.Remove(&s.due, item.index)
		delete(s.byID, id)
	case item == nil:
		item = &dueItem{id: id, at: at}
		s.byID[id] = item
		heap.Push(&s.due, item)
	default:
		item.at = at
		heap.Fix(&s.due, item.index)
	}
	s.arm()
}

// close stops the timer for good.
func (s *scheduler) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
}

// glance is how soon the scheduler notices that the clock was set, or that the machine has slept: timers know of neither.
const glance = time.Minute

// arm sets the timer to the earliest time; s.mu is held.
func (s *scheduler) arm() {
	if s.closed {
		return
	}
	now := s.clock.Now()
	if now.Before(s.last) { // it was set back: what was written down as soon is far away now, so let everybody look
		for _, item := range s.due {
			item.at = now
		}
	}
	s.last = now
	if s.stop != nil && (len(s.due) == 0 || !s.due[0].at.Equal(s.at)) {
		s.stop()
		s.stop = nil
	}
	if s.stop == nil && len(s.due) > 0 {
		s.at = s.due[0].at
		s.stop = s.clock.AfterFunc(min(max(0, s.at.Sub(now)), glance), s.fire)
	}
}

func (s *scheduler) fire() {
	s.mu.Lock()
	s.stop = nil
	now := s.clock.Now()
	var ready []store.TableID
	for len(s.due) > 0 && !s.due[0].at.After(now) {
		item := heap.Pop(&s.due).(*dueItem)
		delete(s.byID, item.id)
		ready = append(ready, item.id)
	}
	s.arm()
	s.mu.Unlock()
	for _, id := range ready {
		s.wake(id)
	}
}

type dueItem struct {
	id    store.TableID
	at    time.Time
	index int
}

// dueHeap is a heap of the earliest times first.
type dueHeap []*dueItem

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].at.Before(h[j].at) }
func (h dueHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}
func (h *dueHeap) Push(x any) {
	item := x.(*dueItem)
	item.index = len(*h)
	*h = append(*h, item)
}
func (h *dueHeap) Pop() any {
	old := *h
	item := old[len(old)-1]
	*h = old[:len(old)-1]
	return item
}
