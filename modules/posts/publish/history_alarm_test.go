package publish

import (
	"context"
	"log/slog"
	"strings"
	"sync"
)

// alarm is the log of a process, of which it keeps each error. A test that throws the log away
// does not notice a handler that panics: the runner recovers it, and runs the job again. No answer
// of the network, and nothing else that a history does, is an error of the log.
type alarm struct {
	mu sync.Mutex
	// isDying says that the process dies: its database is closed under all that it does. Only a
	// panic is an alarm then.
	isDying bool
	raised  []string
}

var _ slog.Handler = (*alarm)(nil)

// Enabled reports whether a record is an error.
func (*alarm) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelError }

// Handle keeps the record.
func (a *alarm) Handle(_ context.Context, r slog.Record) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.isDying && !strings.Contains(r.Message, "panicked") {
		return nil
	}
	text := r.Message
	r.Attrs(func(one slog.Attr) bool {
		text += ", " + one.String()
		return true
	})
	a.raised = append(a.raised, text)
	return nil
}

// WithAttrs returns the same log.
func (a *alarm) WithAttrs([]slog.Attr) slog.Handler { return a }

// WithGroup returns the same log.
func (a *alarm) WithGroup(string) slog.Handler { return a }

func (a *alarm) dies(isDying bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.isDying = isDying
}

// all returns the alarms so far.
func (a *alarm) all() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.raised
}
