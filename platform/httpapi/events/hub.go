// Package events tells its readers that a post, a file or an account has changed, and not what it
// is now. A reader then asks for the resource.
//
// The source of events is the database (database.Watch). Each module names the tables whose rows a
// kind of event is about. So no code that changes something has to remember to announce it, and
// nothing is announced that was not committed.
//
// The latest events are kept for a reader that reconnects and names its last event. A reader must
// ask for everything again on its first connection, when its last event is of another process or is
// not kept any more, and when it is too far behind. No writer ever waits for a reader.
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
	// Queue is a job of the queue or of the cloud worker, by the id of the post, or of the account
	// whose inbox is due.
	Queue = "queue"
	// Mention is a mention in a story, by its id.
	Mention = "mention"
	// Status is a part of the service: "cloud" or "bucket".
	Status = "status"

	// SessionEnd is not sent to readers: it ends the streams of the session that it names, and has
	// all others look whether their session is still good.
	SessionEnd = "session-end"
)

// Event says that something has changed.
type Event struct {
	Kind      string        `json:"kind"      enum:"post,media,account,queue,mention,status" doc:"What has changed. queue is what the queue or the cloud worker has to do; status is a part of the service." example:"post"`
	ID        string        `json:"id"        doc:"Which one: the id of the post, file, account or mention; of queue the id of the post, or of the account whose inbox is read; of status \"cloud\", \"bucket\" or \"preferences\". What was deleted is not there any more." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	UpdatedAt wiretime.Time `json:"updatedAt" doc:"When: what a post says as its updatedAt, where that changed; otherwise the instant of the event." example:"2026-03-14T09:26:53.120Z"`
}

const (
	// kept is how many events a reader may be behind.
	kept = 2048
	// maxStreams is how many streams there may be. Each open window needs one at most.
	maxStreams = 32
	// retryAfter is how long a reader beyond the limit must wait.
	retryAfter = 10 * time.Second
)

// Source begins to report changes, as database.Watch does.
type Source func(ctx context.Context, tell func([]database.Change)) error

// Hub keeps the latest events, and has the streams of their readers. It is safe for concurrent use.
type Hub struct {
	source Source
	clock  clock.Clock
	// process distinguishes the numbers of this process from those of others.
	process string

	// opening is locked while the source is opened, once.
	opening sync.Mutex
	isOpen  bool

	mu sync.Mutex
	// ring has the events from oldest to next-1, each at its number modulo kept.
	ring         []Event
	oldest, next uint64
	// more is closed when there is more to read.
	more    chan struct{}
	streams map[*Stream]struct{}
	// ends counts the sessions that have ended.
	ends   int
	closed bool
}

// NewHub returns a hub that does not use its source before the first stream.
func NewHub(source Source, clk clock.Clock) *Hub {
	return &Hub{
		source: source, clock: clk, process: rand.Text()[:8], oldest: 1, next: 1,
		more: make(chan struct{}), streams: make(map[*Stream]struct{}),
	}
}

// Stream is the position of one reader.
type Stream struct {
	hub     *Hub
	session string
	// at is the number of the next event to read.
	at uint64
	// isReset says that the reader has missed events.
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

// resume returns the number of the event after the one with the id, and whether events in between
// were missed.
func (h *Hub) resume(after string) (at uint64, missed bool) {
	process, number, _ := strings.Cut(after, "-")
	had, err := strconv.ParseUint(number, 10, 64)
	if err != nil || process != h.process || had >= h.next || had+1 < h.oldest {
		return h.next, true
	}
	return had + 1, false
}

// tell stores changes as events, and wakes the readers.
func (h *Hub) tell(changes []database.Change) {
	now := h.clock.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	before, ends := h.next, h.ends
	for _, c := range changes {
		switch c.Kind {
		case "":
			h.next++
			h.oldest = h.next // Nobody has read all of it.
		case SessionEnd:
			h.ends++
			h.end(c.ID)
		default:
			h.add(Event{c.Kind, c.ID, instant(c.Updated, now)})
		}
	}
	if h.next > before || h.ends > ends {
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

// Batch is the result of a read.
type Batch struct {
	// Missed says that the reader must ask for everything again, because it has missed events.
	Missed bool
	Events []Event
	// Ends is how many sessions had ended before.
	Ends int
	// More is closed when there are more events, or when another session has ended.
	More <-chan struct{}

	process string
	first   uint64
}

// ID returns the id of the event at an index of Events. At -1 it is the id of the last missed
// event.
func (b Batch) ID(place int) string {
	return b.process + "-" + strconv.FormatUint(b.first+uint64(place+1)-1, 10)
}

// maxBatch is how many events one read returns at most.
const maxBatch = 256

// Read returns the events since the last call. It never blocks.
func (s *Stream) Read() Batch {
	h := s.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	b := Batch{Missed: s.isReset, Ends: h.ends, More: h.more, process: h.process}
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
