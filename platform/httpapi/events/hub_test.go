package events_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi/events"
	_ "crier/platform/needtest/raced"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// source is a database that tells of what a test makes up.
type source struct {
	tell func(...database.Change)
	err  error
	n    int
}

func (s *source) open(_ context.Context, tell func([]database.Change)) error {
	s.n++
	s.tell = func(changes ...database.Change) { tell(changes) }
	return s.err
}

func hub(t *testing.T) (*events.Hub, *source) {
	t.Helper()
	s := &source{}
	h := events.NewHub(s.open, clock.NewFake(start))
	subscribe(t, h, "").Close()
	return h, s
}

func subscribe(t *testing.T, h *events.Hub, after string) *events.Stream {
	t.Helper()
	s, err := h.Subscribe(t.Context(), "session", after)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func changed(id string) database.Change {
	return database.Change{Kind: events.Post, ID: id, Updated: start.UnixMilli()}
}

// read returns what a stream has to read in short, and the id of the last event of it.
func read(s *events.Stream) (told, last string) {
	b := s.Read()
	var all []string
	if b.Missed {
		all = append(all, "reset")
	}
	for _, e := range b.Events {
		all = append(all, e.Kind+" "+e.ID)
	}
	return strings.Join(all, ", "), b.ID(len(b.Events) - 1)
}

func wants(t *testing.T, s *events.Stream, want string) (last string) {
	t.Helper()
	told, last := read(s)
	if told != want {
		t.Errorf("read %q, want %q", told, want)
	}
	return last
}

// TestHub_GoesOn: a reader that comes again reads on after the last event that it had, or is told
// that it has missed some.
func TestHub_GoesOn(t *testing.T) {
	t.Parallel()
	h, s := hub(t)
	first := subscribe(t, h, "")
	nothing := wants(t, first, "")
	s.tell(changed("a"), changed("b"))
	wants(t, subscribe(t, h, ""), "")
	wants(t, subscribe(t, h, nothing), "post a, post b")
	last := wants(t, first, "post a, post b")
	wants(t, first, "")
	wants(t, subscribe(t, h, last), "")
	s.tell(changed("c"), database.Change{Kind: events.Status, ID: "cloud"})
	wants(t, first, "post c, status cloud")
	wants(t, subscribe(t, h, last), "post c, status cloud")
	process, _, _ := strings.Cut(last, "-")
	for _, after := range []string{"x", "x-1", process, process + "-", process + "--1", process + "-99", process + "-18446744073709551615", last + "0000"} {
		missed := subscribe(t, h, after)
		on := wants(t, missed, "reset")
		s.tell(changed("d"))
		wants(t, missed, "post d")
		wants(t, subscribe(t, h, on), "post d")
	}
}

// TestHub_KeepsTheLatest: who is further behind than what is kept has missed something, in the
// stream as well as when it comes again.
func TestHub_KeepsTheLatest(t *testing.T) {
	t.Parallel()
	h, s := hub(t)
	slow := subscribe(t, h, "")
	begin := wants(t, slow, "")
	for i := range 2048 {
		s.tell(changed(fmt.Sprint(i)))
	}
	n, again := 0, subscribe(t, h, begin)
	for b := again.Read(); len(b.Events) > 0; b = again.Read() {
		for _, e := range b.Events {
			if e.ID != fmt.Sprint(n) {
				t.Fatalf("event %d is %s", n, e.ID)
			}
			n++
		}
	}
	if n != 2048 {
		t.Errorf("read %d events", n)
	}
	s.tell(changed("one more"))
	wants(t, slow, "reset")
	wants(t, subscribe(t, h, begin), "reset")
	s.tell(changed("after"))
	wants(t, slow, "post after")
	s.tell(database.Change{})
	wants(t, slow, "reset")
	wants(t, again, "reset")
	s.tell(changed("later"))
	wants(t, slow, "post later")
}

// TestHub_Ends: a stream ends with its session, and all end with the service.
func TestHub_Ends(t *testing.T) {
	t.Parallel()
	h, s := hub(t)
	mine := subscribe(t, h, "")
	other, err := h.Subscribe(t.Context(), "other", "")
	if err != nil {
		t.Fatal(err)
	}
	s.tell(database.Change{Kind: events.SessionEnd, ID: "session"})
	if !hasEnded(mine) || hasEnded(other) {
		t.Error("the stream of the session goes on, or another one has ended")
	}
	wants(t, other, "")
	mine.Close()
	h.Close()
	if late := subscribe(t, h, ""); !hasEnded(other) || !hasEnded(late) {
		t.Error("a stream goes on")
	}
	h.Close()
	s.tell(changed("a"))
}

func hasEnded(s *events.Stream) bool {
	select {
	case <-s.Ended():
		return true
	default:
		return false
	}
}

func TestHub_Bound(t *testing.T) {
	t.Parallel()
	h, _ := hub(t)
	open := subscribe(t, h, "")
	for range 31 {
		subscribe(t, h, "")
	}
	_, err := h.Subscribe(t.Context(), "session", "")
	if e := apperror.From(err); e == nil || e.Code != apperror.RateLimited || e.RetryAfter == 0 {
		t.Errorf("one too many: %v", err)
	}
	open.Close()
	subscribe(t, h, "")
}

// TestHub_OpensTheSourceOnce, and again when that failed.
func TestHub_OpensTheSourceOnce(t *testing.T) {
	t.Parallel()
	s := &source{err: errors.New("no database")}
	h := events.NewHub(s.open, clock.NewFake(start))
	if _, err := h.Subscribe(t.Context(), "session", ""); !errors.Is(err, s.err) {
		t.Errorf("got %v", err)
	}
	s.err = nil
	subscribe(t, h, "")
	subscribe(t, h, "")
	if s.n != 2 {
		t.Errorf("opened %d times", s.n)
	}
}

// TestHub_UpdatedAt is what the row says, or the instant of the event.
func TestHub_UpdatedAt(t *testing.T) {
	t.Parallel()
	h, s := hub(t)
	reader := subscribe(t, h, "")
	s.tell(database.Change{Kind: events.Post, ID: "a", Updated: start.Add(-time.Minute).UnixMilli()}, database.Change{Kind: events.Media, ID: "b"})
	got := reader.Read().Events
	if got[0].UpdatedAt.Time() != start.Add(-time.Minute) || got[1].UpdatedAt.Time() != start {
		t.Errorf("got %v", got)
	}
}
