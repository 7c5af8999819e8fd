package database

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"crier/platform/wireid"
)

// Cursor is the position of a row in a list in the order of creation: by the instant of the row,
// and at the same instant by its id. It stays where it is whatever is added and deleted, also the
// row itself. SQL compares it as (created_at, id).
type Cursor struct {
	// CreatedAt is in Unix milliseconds.
	CreatedAt int64
	ID        string
}

// BeforeAll returns the position before the oldest row that there can be.
func BeforeAll() Cursor { return Cursor{CreatedAt: math.MinInt64} }

// AfterAll returns the position after the newest row that there can be.
func AfterAll() Cursor { return Cursor{CreatedAt: math.MaxInt64} }

// ParseCursor parses what String returns, and reports false for any other text.
func ParseCursor(text string) (Cursor, bool) {
	first, second, _ := strings.Cut(text, ".")
	at, err := strconv.ParseInt(first, 10, 64)
	id, errID := wireid.Parse(second)
	return Cursor{at, id.String()}, err == nil && errID == nil
}

// String returns the cursor as clients get it and send it back.
func (c Cursor) String() string { return strconv.FormatInt(c.CreatedAt, 10) + "." + c.ID }

// Compare orders cursors as their rows were created.
func (c Cursor) Compare(other Cursor) int {
	return cmp.Or(cmp.Compare(c.CreatedAt, other.CreatedAt), cmp.Compare(c.ID, other.ID))
}
