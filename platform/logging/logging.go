// Package logging makes the service's log: structured records on standard error, as text or JSON,
// and a copy of them in a file of bounded size.
//
// Secrets do not reach it. They live in secrets.Text, which prints a placeholder, and every line is
// searched for those that foreign text contains.
package logging

import (
	"fmt"
	"io"
	"log/slog"
	"sync"

	"crier/platform/config"
	"crier/platform/secrets"
)

// New returns a logger that writes records of cfg's level and above to w in cfg's format. No secret
// that this process knows, and nothing that looks like one, gets into it, from any package: see
// secrets.HideKeys.
func New(w io.Writer, cfg config.Config) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	opts := &slog.HandlerOptions{Level: level, ReplaceAttr: hideSecrets}
	if cfg.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, opts))
	}
	return slog.New(slog.NewTextHandler(w, opts))
}

// hideSecrets is the last wall: what comes from outside has passed secrets.HideKeys where it came
// in. Numbers, times and durations have no secrets in them.
func hideSecrets(_ []string, a slog.Attr) slog.Attr {
	switch v := a.Value; v.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(secrets.HideKeys(v.String()))
	case slog.KindAny:
		switch x := v.Any().(type) {
		case error, fmt.Stringer, []string:
			// Sprint survives a nil pointer and a method that panics.
			a.Value = slog.StringValue(secrets.HideKeys(fmt.Sprint(x)))
		}
	default:
	}
	return a
}

// maxEarly bounds what is kept for a copy that is not known yet.
const maxEarly = 256 << 10

// Copier writes each record to one place, and to a second one from when that is known. What came
// before, it gets then.
type Copier struct {
	first io.Writer

	mu     sync.Mutex
	second io.Writer
	early  []byte
}

// NewCopier returns a Copier that writes to first.
func NewCopier(first io.Writer) *Copier { return &Copier{first: first} }

// Write writes the record to both. The error is that of the first.
func (c *Copier) Write(record []byte) (int, error) {
	n, err := c.first.Write(record)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.second != nil:
		_, _ = c.second.Write(record)
	case len(c.early)+len(record) <= maxEarly:
		c.early = append(c.early, record...)
	}
	return n, err
}

// Copy has every record written to second too.
func (c *Copier) Copy(second io.Writer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.early) > 0 {
		_, _ = second.Write(c.early)
	}
	c.second, c.early = second, nil
}
