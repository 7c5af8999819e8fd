package quarantine

import (
	"fmt"
	"slices"
	"testing"

	"crier/modules/posts"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/wireid"
)

// TestUndecided: each look has the posts that wait for a verdict, however many FAILED ones have
// theirs; those that were looked at the longest ago come next. A post never comes without all that
// look like it, FAILED ones too, because one of them may own what the account shows.
func TestUndecided(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	exec := func(text string, args ...any) {
		t.Helper()
		if _, err := database.Exec(t.Context(), db, text, args...); err != nil {
			t.Fatal(err)
		}
	}
	// The ids of the accounts are in their order.
	account := func(n int) string { return fmt.Sprintf("%08d-1111-4111-8111-111111111111", n) }
	exec("INSERT INTO users (id, created_at) VALUES (?, 0)", account(0))
	for n := range 2 {
		exec("INSERT INTO social_accounts (id, user_id, network, sn_user_id, username, login_method, created_at) VALUES (?, ?, 'sandbox', ?, ?, 'primary', 0)",
			account(n), account(0), n, fmt.Sprint("baker", n))
	}
	names := map[wireid.ID]string{}
	add := func(name string, account string, status posts.Status, caption string, verdict, looked any) {
		t.Helper()
		id := wireid.New()
		names[id] = name
		exec(`INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, caption, scheduled_for, created_at, updated_at)
			VALUES (?1, ?1, ?2, 'IMAGE', 'MANUAL', 'UTC', ?3, ?4, ?5, 0, 0)`, id, account, status, caption, len(names))
		exec("INSERT INTO quarantined_posts (post_id, verdict, looked_at) VALUES (?, ?, ?)", id, verdict, looked)
	}
	const most = 5
	for n := range 2 * most {
		add("failed", account(0), posts.Failed, fmt.Sprint("failed ", n), "UNSURE", 1)
	}
	add("rival", account(0), posts.Failed, "rye\r\n", "UNSURE", 1)
	add("late", account(0), posts.Scheduled, "late", "UNSURE", 9)
	add("early", account(0), posts.Scheduled, "early", "ABSENT", 8)
	add("alike", account(0), posts.Scheduled, "rye", "UNSURE", 9)
	add("failed without", account(0), posts.Failed, "new", nil, nil)
	add("without", account(1), posts.Scheduled, "rye", nil, nil)
	add("too early", account(0), posts.Scheduled, "rye", nil, 7)
	all, err := undecided(t.Context(), db, most)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range all {
		got = append(got, names[p.ID])
	}
	want := []string{"without", "failed without", "too early", "early", "late", "alike", "rival"}
	if !slices.Equal(got, want) {
		t.Errorf("it looks at %q, not at %q", got, want)
	}
}
