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
