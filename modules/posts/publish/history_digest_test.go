package publish

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/cryptotest"

	"crier/platform/needtest"
)

// TestHistoryDigests compares engines: each writes a line for each history into the file that
// CRIER_HISTORY_DIGESTS names, with the seed and a digest of what the history leaves behind. The
// first seed is CRIER_HISTORY_SEED, and CRIER_TEST_HISTORIES says how many there are; of a single
// one the whole text is written. Chance comes from the seed, so that two runs of one engine with
// GOMAXPROCS=1 are the same. Without a file the test has one history happen twice; what else runs
// then would draw from the same chance, so that it runs by night, or with a file.
//
//nolint:paralleltest // Chance is set for the whole process.
func TestHistoryDigests(t *testing.T) {
	path := os.Getenv("CRIER_HISTORY_DIGESTS")
	if path == "" {
		needtest.Night(t)
	}
	cryptotest.SetGlobalRandom(t, 1)
	o := newOrigin(t)
	if path == "" {
		if first, second := o.leftBy(t, 3), o.leftBy(t, 3); first != second || !strings.Contains(first, "attempts.seq") {
			t.Errorf("one history leaves behind\n%s\nand\n%s", first, second)
		}
		return
	}
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	first, many := fromEnvironment(t, "CRIER_HISTORY_SEED", 0), fromEnvironment(t, "CRIER_TEST_HISTORIES", 1)
	for seed := first; seed < first+many && err == nil; seed++ {
		left := o.leftBy(t, seed)
		if many > 1 {
			left = fmt.Sprintf("%d %x\n", seed, sha256.Sum256([]byte(left)))
		}
		_, err = out.WriteString(left)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// leftBy returns what the history of a seed leaves behind: the ledger, the posts and their jobs,
// and what the network has made visible.
func (o *origin) leftBy(t *testing.T, seed uint64) string {
	t.Helper()
	cryptotest.SetGlobalRandom(t, seed)
	var left strings.Builder
	h := drawHistory(seed)
	h.after = func(p *past) {
		for _, table := range []string{"attempts", "posts", "posts_archive", "scheduled_jobs"} {
			p.write(&left, table)
		}
		var all any
		p.control(http.MethodGet, "ledger", nil, &all)
		fmt.Fprintln(&left, all)
	}
	h.live(t, o)
	// Goroutines draw ids in no certain order: what counts is where the same one stands.
	numbers := map[string]int{}
	return anID.ReplaceAllStringFunc(left.String(), func(id string) string {
		if numbers[id] == 0 {
			numbers[id] = len(numbers) + 1
		}
		return fmt.Sprint("id ", numbers[id])
	})
}

var anID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// write writes the rows of a table, a value in each line.
func (p *past) write(to io.Writer, table string) {
	p.t.Helper()
	rows, err := p.db.Reader().QueryContext(p.t.Context(), "SELECT * FROM "+table+" ORDER BY rowid")
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		p.t.Fatal(err)
	}
	for rows.Next() {
		values, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			p.t.Fatal(err)
		}
		for i, v := range values {
			if v.Valid {
				_, _ = fmt.Fprintf(to, "%s.%s=%q\n", table, columns[i], v.String)
			}
		}
	}
	if err := rows.Err(); err != nil {
		p.t.Fatal(err)
	}
}
