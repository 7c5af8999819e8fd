package database_test

import (
	"math"
	"testing"

	"crier/platform/database"
	"crier/platform/wireid"
)

// TestCursor: a text that String returned is read back, any other is refused, and the order is that
// of the creation.
func TestCursor(t *testing.T) {
	t.Parallel()
	low, high := wireid.MustParse("00000000-0000-4000-8000-000000000000").String(), wireid.MustParse("ffffffff-ffff-4fff-8fff-ffffffffffff").String()
	ordered := []database.Cursor{database.BeforeAll(), {CreatedAt: -5, ID: low}, {CreatedAt: 7, ID: low}, {CreatedAt: 7, ID: high}, {CreatedAt: math.MaxInt64 - 1, ID: high}, database.AfterAll()}
	for i, c := range ordered {
		for k, other := range ordered {
			if got := c.Compare(other); (got < 0) != (i < k) || (got > 0) != (i > k) {
				t.Errorf("%s against %s: %d", c, other, got)
			}
		}
		if got, isCursor := database.ParseCursor(c.String()); c.ID != "" && (got != c || !isCursor) {
			t.Errorf("%s is read back as %s, %t", c, got, isCursor)
		}
	}
	for _, text := range []string{"", ".", "x", "7", "7.x", "." + low, "7." + low + "0", "7.5." + low, "0x7." + low, "99999999999999999999." + low} {
		if got, isCursor := database.ParseCursor(text); isCursor {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}
