package attempt_test

import (
	"fmt"
	"testing"

	"crier/modules/posts/publish/attempt"
	"crier/platform/wireid"
)

// BenchmarkLedger is what a publication asks of the ledger, among none and among 100,000 settled
// attempts of the account.
func BenchmarkLedger(b *testing.B) {
	for _, rows := range []int{0, 100_000} {
		s := setup(b)
		_, err := s.db.ExecContext(b.Context(), `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			INSERT INTO attempts (post_id, account_id, channel, ref, look, seen_before, sent_at, ran_ms, verdict, media_id, how, asked_ms)
			SELECT 'p' || i, ?, 'feed', i, 'look', '[]', i, i, 'live', 'm' || i, 'told', 0 FROM n WHERE ?`, max(rows, 1), s.account, rows > 0)
		if err != nil {
			b.Fatal(err)
		}
		for name, ask := range map[string]func() error{
			"Alike":     func() error { _, err := attempt.Alike(b.Context(), s.db, s.account, attempt.Feed, "look"); return err },
			"Unsettled": func() error { _, err := attempt.Unsettled(b.Context(), s.db, 0, 20); return err },
			"Last":      func() error { _, _, err := attempt.Last(b.Context(), s.db, wireid.New(), attempt.Feed); return err },
			"Unreadable": func() error {
				_, err := attempt.Unreadable(b.Context(), s.db, s.account, attempt.Feed)
				return err
			},
			// The account has none on these channels, and all of its attempts on another.
			"Recent": func() error { _, err := attempt.Recent(b.Context(), s.db, s.account, attempt.Story); return err },
			"Latest": func() error { _, _, err := attempt.Latest(b.Context(), s.db, s.account); return err },
			"Owned":  func() error { _, err := attempt.Owned(b.Context(), s.db, []string{"none"}); return err },
		} {
			b.Run(fmt.Sprintf("%s among %d", name, rows), func(b *testing.B) {
				for b.Loop() {
					if err := ask(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
