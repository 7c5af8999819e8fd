package database_test

import (
	"path/filepath"
	"testing"

	"crier/platform/database"
)

// TestContaining asks SQLite.
func TestContaining(t *testing.T) {
	t.Parallel()
	db := open(t, filepath.Join(t.TempDir(), "crier.db"))
	for _, c := range []struct {
		text, part string
		matches    bool
	}{
		{"Loaves.jpg", "LOAV", true},
		{"Loaves.jpg", "", true},
		{"Loaves.jpg", "loaf", false},
		{"ÄPFEL", "äpf", true},
		{"äpfel", "ÄPF", true},
		{"Äpfel", "ÄPF", true},
		{"Äpfel", "äPFEL", true},
		{"100%", "0%", true},
		{"1000", "0%", false},
		{"a_b", "a_b", true},
		{"aXb", "a_b", false},
		{`a\b`, `\`, true},
		{"ab", `\`, false},
		{"日本", "本", true},
		{"a\xffb", "\xff", true},
		{"Teig", "Teig\x00", false},
		{"Teig", "\x00", false},
	} {
		patterns := database.Containing(c.part)
		if len(patterns) > database.MostPatterns {
			t.Errorf("%q has %d patterns", c.part, len(patterns))
		}
		found := false
		for _, pattern := range patterns {
			isFound, err := database.Value[bool](t.Context(), db, `SELECT ? LIKE ? ESCAPE '\'`, c.text, pattern)
			if err != nil {
				t.Fatal(err)
			}
			found = found || isFound
		}
		if found != c.matches {
			t.Errorf("%q in %q: %t, by %q", c.part, c.text, found, patterns)
		}
	}
}
