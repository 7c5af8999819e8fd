package cloud

import (
	"context"
	"slices"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/wiretime"
)

// logs opens Cloudflare's logs of the worker, and listens to them for those who read.
type logs struct {
	stack *stack

	// opening is locked while the logs are opened.
	opening sync.Mutex
	mu      sync.Mutex
	heard   heard
	// base is the context of what listens. end stops it.
	base    context.Context
	end     context.CancelFunc
	running sync.WaitGroup
}

// heard is what was heard of the worker.
type heard struct {
	// isOpen says that something listens, readAt when somebody last read.
	isOpen bool
	readAt time.Time
	leave  context.CancelFunc
	events []LogEvent
	next   int64
	// problem says why nothing listens any more.
	problem string
}

const (
	// mostHeard events are kept; notRead is how long nobody needs to read until nothing listens.
	mostHeard = 200
	notRead   = time.Minute
	// goodbye is how long Cloudflare gets to close the logs.
	goodbye = 5 * time.Second
)

// LogSocket is the address at which Cloudflare sends the logs of the worker.
type LogSocket struct {
	ID        string        `json:"id"        doc:"Id of the socket, by which it is closed." example:"03f4c1a2b5d64e7f8091a2b3c4d5e6f7"`
	URL       string        `json:"url"       doc:"Address of a WebSocket of the protocol trace-v1; anybody who has it can listen." example:"wss://tail.developers.workers.dev/03f4c1a2b5d64e7f8091a2b3c4d5e6f7"`
	ExpiresAt wiretime.Time `json:"expiresAt" doc:"When Cloudflare closes it." example:"2026-03-14T15:26:53.589Z"`
}

// LogPage is what was heard of the worker since the last time.
type LogPage struct {
	Events []LogEvent `json:"events" doc:"What the worker did, the earliest first: 200 at most, of which those that were read already are left out."`
	Next   int64      `json:"next"   doc:"The number to read from the next time." example:"12"`
	Ended  *string    `json:"ended"  doc:"Why Cloudflare told no more; null while it does. Reading from the beginning listens again."`
}

// Read returns what was heard from a number on. It has Cloudflare tell what the worker does when
// nobody listens, which ends when nobody has read for a minute or two.
func (l *logs) Read(ctx context.Context, from int64) (LogPage, error) {
	l.opening.Lock()
	defer l.opening.Unlock()
	l.mu.Lock()
	l.heard.readAt = l.stack.clock.Now()
	isOpen := l.heard.isOpen
	l.mu.Unlock()
	if !isOpen && (from == 0 || l.page(from).Ended == nil) {
		at, err := l.open(ctx)
		if err != nil {
			return LogPage{}, err
		}
		l.begin(at) //nolint:contextcheck // It goes on when the request ends.
	}
	return l.page(from), nil
}

func (l *logs) page(from int64) LogPage {
	l.mu.Lock()
	defer l.mu.Unlock()
	events := []LogEvent{}
	for _, one := range l.heard.events {
		if one.Number >= from {
			events = append(events, one)
		}
	}
	return LogPage{Events: events, Next: l.heard.next, Ended: optional(l.heard.problem)}
}

// begin listens in the background.
func (l *logs) begin(at LogSocket) {
	listening, leave := context.WithCancel(l.base)
	l.mu.Lock()
	l.heard.isOpen, l.heard.leave, l.heard.problem, l.heard.next = true, leave, "", max(l.heard.next, 1)
	l.mu.Unlock()
	l.running.Go(func() {
		defer leave()
		l.listen(listening, at)
	})
}

// listen hears what the worker does until nobody reads it any more.
func (l *logs) listen(ctx context.Context, at LogSocket) {
	err := FollowLogs(ctx, at.URL, l.take)
	problem := ""
	if ctx.Err() == nil {
		problem = "Cloudflare has closed the log, as it does after some hours."
		if err != nil {
			problem = "The log could not be followed any more."
			l.stack.log.Warn("cloud: the log of the worker could not be followed", "error", err)
		}
	}
	l.mu.Lock()
	l.heard.isOpen, l.heard.problem = false, problem
	l.mu.Unlock()
	if l.base.Err() != nil {
		return // The program stops, and waits for nobody at Cloudflare.
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	if err := l.close(ending, at.ID); err != nil {
		l.stack.log.Debug("cloud: the log of the worker could not be closed; Cloudflare closes it after some hours", "error", err)
	}
}

// endUnread ends what listens when nobody has read for a while.
func (l *logs) endUnread() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.heard.isOpen && !waits(l.stack.clock.Now(), l.heard.readAt.Add(notRead), notRead) {
		l.heard.leave()
	}
}

func (l *logs) take(text []byte) error {
	event, isEvent := ReadLogEvent(text)
	if !isEvent {
		return nil // What cannot be read says nothing about the worker.
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	event.Number = l.heard.next
	l.heard.next++
	l.heard.events = slices.Clone(append(l.heard.events, event)[max(0, len(l.heard.events)+1-mostHeard):])
	return nil
}

// stop ends what listens.
func (l *logs) stop() {
	l.end()
	l.running.Wait()
}

// open has Cloudflare send the logs of the worker from now on.
func (l *logs) open(ctx context.Context) (LogSocket, error) {
	workers, script, err := l.worker()
	if err != nil {
		return LogSocket{}, err
	}
	tail, err := workers.StartTail(ctx, script)
	if cloudflare.Is(err, cloudflare.PermissionMissing) {
		return LogSocket{}, apperror.Wrap(apperror.CloudError, err, "the Cloudflare API token may not read logs: add the permission %q to it, in Cloudflare's dashboard under API tokens", cloudflare.PermissionTail)
	}
	if err != nil {
		return LogSocket{}, cloudError(err, apperror.CloudError)
	}
	return LogSocket{ID: tail.ID, URL: tail.URL, ExpiresAt: wiretime.Of(tail.ExpiresAt)}, nil
}

// close closes what open has begun. It returns nil for logs that have ended already.
func (l *logs) close(ctx context.Context, id string) error {
	workers, script, err := l.worker()
	if err != nil {
		return err
	}
	return explained(workers.EndTail(ctx, script, id))
}

func (l *logs) worker() (cloudflare.Workers, string, error) {
	st := l.stack.get()
	if st.row.ClaimedAt == nil {
		return cloudflare.Workers{}, "", errNotSetUp(l.stack.refusal)
	}
	account, err := l.stack.account(st)
	if err != nil {
		return cloudflare.Workers{}, "", err
	}
	return account.Workers(), st.row.WorkerName, nil
}
