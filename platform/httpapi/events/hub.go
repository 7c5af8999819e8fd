// Package events tells its readers that something has changed: which post, file or account, and not
// what it is now. A reader then asks for the resource.
//
// The source of events is the database (database.Watch). Each module names the tables whose rows a
// kind of event is about. So no code that changes something has to remember to announce it, and
// nothing is announced that was not committed.
//
// The latest events are kept for a reader that comes again after a break and names its last event.
// A reader has to ask for everything again when it comes for the first time, when its last event is
// of another process or is not kept any more, and when it is further behind than what is kept. No
// writer ever waits for a reader.
package events

import (
	"context"
	"crypto/rand"
	"strconv"
	"strings"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/wiretime"
)

// The kinds of events, and what the id of each names.
const (
	// Post is a draft or a post, by its id.
	Post = "post"
	// Media is a file of the library, by its id.
	Media = "media"
	// Account is a connected account with what is set for it, by its id.
	Account = "account"
	// Queue is a task of the queue or of the cloud worker, by the id of the post, or of the account
	// whose inbox is due.
	Queue = "queue"
	// Mention is a mention in a story, by its id.
	Mention = "mention"
	// Status is a part of the service: "cloud" or "bucket".
	Status = "status"

	// SessionEnd is no event for readers: it ends the streams of the session that it names.
	SessionEnd = "session-end"
)

// Event says that something has changed.
type Event struct {
	Kind      string        `json:"kind"      enum:"post,media,account,queue,mention,status" doc:"What has changed. queue is what the queue or the cloud worker has to do; status is a part of the service." example:"post"`
	ID        string        `json:"id"        doc:"Which one: the id of the post, file, account or mention; of queue the id of the post, or of the account whose inbox is read; of status \"cloud\" or \"bucket\". What was deleted is not there any more." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	UpdatedAt wiretime.Time `json:"updatedAt" doc:"When: what a post says as its updatedAt, where that changed; otherwise the instant of the event." example:"2026-03-14T09:26:53.120Z"`
}

const (
	// kept is how many events a reader may be behind.
	kept = 2048
	// maxStreams bounds the streams; each open window needs one at most.
	maxStreams = 32
	// retryAfter is the pause that a reader beyond the limit is asked to make.
	retryAfter = 10 * time.Second
)

// Source begins to report changes, as database.Watch does.
type Source func(ctx context.Context, tell func([]database.Change)) error

// Hub has the latest events, and the streams of their readers. It is safe for concurrent use.
type Hub struct {
	source Source
	clock  clock.Clock
	// process tells the numbers of this process from those of others.
	process string

	// opening is held while the source is opened, once.
	opening sync.Mutex
	isOpen  bool

	mu sync.Mutex
	// ring has the events from oldest to next-1, each at its number modulo kept.
	ring         []Event
	oldest, next uint64
	// more is closed when there is more to read.
	more    chan struct{}
	streams map[*Stream]struct{}
	closed  bool
}

// NewHub returns a hub that does not use its source before the first stream.
func NewHub(source Source, clk clock.Clock) *Hub {
	return &Hub{
		source: source, clock: clk, process: rand.Text()[:8], oldest: 1, next: 1,
		more: make(chan struct{}), streams: make(map[*Stream]struct{}),
	}
}

// Stream is what one reader has read.
type Stream struct {
	hub     *Hub
	session string
	// at is the number of the next event to read.
	at uint64
	// isReset says that the reader has missed something.
	isReset bool
	ended   chan struct{}
}

// Subscribe begins a stream for a session. after is the id of the last event that the reader had,
// empty when it had none. The stream has every change that is committed after Subscribe returns.
// Subscribe returns RATE_LIMITED when there are too many streams.
func (h *Hub) Subscribe(ctx context.Context, session, after string) (*Stream, error) {
	if err := h.open(ctx); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.streams) >= maxStreams {
		err := apperror.New(apperror.RateLimited, "%d windows listen for events already; close one, or ask without events", maxStreams)
		err.RetryAfter = retryAfter
		return nil, err
	}
	s := &Stream{hub: h, session: session, at: h.next, ended: make(chan struct{})}
	if after != "" {
		s.at, s.isReset = h.resume(after)
	}
	if h.closed {
		close(s.ended)
		return s, nil
	}
	h.streams[s] = struct{}{}
	return s, nil
}

func (h *Hub) open(ctx context.Context) error {
	h.opening.Lock()
	defer h.opening.Unlock()
	if h.isOpen || h.source == nil {
		return nil
	}
	err := h.source(ctx, h.tell)
	h.isOpen = err == nil
	return err
}

// resume returns the number of the event after the one with the id, and whether something was
// missed in between.
func (h *Hub) resume(after string) (at uint64, missed bool) {
	process, number, _ := strings.Cut(after, "-")
	had, err := strconv.ParseUint(number, 10, 64)
	if err != nil || process != h.process || had >= h.next || had+1 < h.oldest {
		return h.next, true
	}
	return had + 1, false
}

// tell notes changes, and wakes the readers.
func (h *Hub) tell(changes []database.Change) {
	now := h.clock.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.next
	for _, c := range changes {
		switch c.Kind {
		case "":
			h.next++
			h.oldest = h.next // Nobody has read all of it.
		case SessionEnd:
			h.end(c.ID)
		default:
			h.add(Event{c.Kind, c.ID, instant(c.Updated, now)})
		}
	}
	if h.next > before {
		close(h.more)
		h.more = make(chan struct{})
	}
}

func instant(updated int64, now time.Time) wiretime.Time {
	if updated == 0 {
		return wiretime.Of(now)
	}
	return wiretime.Of(time.UnixMilli(updated))
}

func (h *Hub) add(e Event) {
	if at := int(h.next % kept); at < len(h.ring) {
		h.ring[at] = e
	} else {
		for len(h.ring) < at {
			h.ring = append(h.ring, Event{})
		}
		h.ring = append(h.ring, e)
	}
	h.next++
	if h.next-h.oldest > kept {
		h.oldest = h.next - kept
	}
}

// end ends the streams of a session.
func (h *Hub) end(session string) {
	for s := range h.streams {
		if s.session == session {
			h.drop(s)
		}
	}
}

func (h *Hub) drop(s *Stream) {
	if _, isThere := h.streams[s]; isThere {
		delete(h.streams, s)
		close(s.ended)
	}
}

// Close ends all streams, and every stream that begins later.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for s := range h.streams {
		h.drop(s)
	}
}

// Batch is what a reader can read at once.
type Batch struct {
	// Missed says that the reader must ask for everything again, because events that it has not
	// read are gone.
	Missed bool
	Events []Event
	// More is closed when there are more events.
	More <-chan struct{}

	process string
	first   uint64
}

// ID returns the id of the event at an index of Events. At -1 it is the id of the last missed
// event.
func (b Batch) ID(place int) string {
	return b.process + "-" + strconv.FormatUint(b.first+uint64(place+1)-1, 10)
}

// maxBatch bounds what is read at once.
const maxBatch = 256

// Read returns the events since the last call, and never waits.
func (s *Stream) Read() Batch {
	h := s.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	b := Batch{Missed: s.isReset, More: h.more, process: h.process}
	if s.isReset = false; s.at < h.oldest {
		b.Missed, s.at = true, h.next
	}
	b.first = s.at
	for ; s.at < h.next && len(b.Events) < maxBatch; s.at++ {
		b.Events = append(b.Events, h.ring[s.at%kept])
	}
	return b
}

// Ended is closed when the stream must end.
func (s *Stream) Ended() <-chan struct{} { return s.ended }

// Close ends the stream.
func (s *Stream) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.drop(s)
}
