package secrets

import (
	"fmt"
	"log/slog"
)

const redacted = "[redacted]"

// Text is a secret string. Every way of printing, logging or encoding it gives a placeholder;
// Reveal alone gives the secret. The zero value is the empty secret.
type Text struct{ s string }

var (
	_ fmt.Formatter  = Text{}
	_ slog.LogValuer = Text{}
)

// NewText returns s as a secret.
func NewText(s string) Text { return Text{s} }

// Reveal returns the secret itself.
func (t Text) Reveal() string { return t.s }

// IsEmpty reports whether there is no secret.
func (t Text) IsEmpty() bool { return t.s == "" }

// Format prints the placeholder, whatever the verb.
func (Text) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(redacted)) }

// String returns the placeholder.
func (Text) String() string { return redacted }

// LogValue returns the placeholder.
func (Text) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText returns the placeholder.
func (Text) MarshalText() ([]byte, error) { return []byte(redacted), nil }
