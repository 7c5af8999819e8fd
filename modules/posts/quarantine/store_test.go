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

func exec(t *testing.T, db *database.DB, text string, args ...any) {
	t.Helper()
	if _, err := database.Exec(t.Context(), db, text, args...); err != nil {
		t.Fatal(err)
	}
}

// bakers returns a database with two accounts, whose ids are in their order.
func bakers(t *testing.T) (db *database.DB, accounts [2]string) {
	t.Helper()
	db = databasetest.New(t)
	for n := range accounts {
		accounts[n] = fmt.Sprintf("%08d-1111-4111-8111-111111111111", n)
	}
	exec(t, db, "INSERT INTO users (id, created_at) VALUES (?, 0)", accounts[0])
	for n, id := range accounts {
		exec(t, db, "INSERT INTO social_accounts (id, user_id, network, sn_user_id, username, login_method, created_at) VALUES (?, ?, 'sandbox', ?, ?, 'primary', 0)",
			id, accounts[0], n, fmt.Sprint("baker", n))
	}
	return db, accounts
}

// TestUndecided: each look has the posts that wait for a verdict, however many FAILED ones have
// theirs; those that were looked at the longest ago come next. A post never comes without all that
// look like it, FAILED ones too, because one of them may own what the account shows.
func TestUndecided(t *testing.T) {
	t.Parallel()
	db, account := bakers(t)
	names := map[wireid.ID]string{}
	add := func(name string, account string, status posts.Status, caption string, verdict, looked any) {
		t.Helper()
		id := wireid.New()
		names[id] = name
		exec(t, db, `INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, caption, scheduled_for, created_at, updated_at)
			VALUES (?1, ?1, ?2, 'IMAGE', 'MANUAL', 'UTC', ?3, ?4, ?5, 0, 0)`, id, account, status, caption, len(names))
		exec(t, db, "INSERT INTO quarantined_posts (post_id, verdict, looked_at) VALUES (?, ?, ?)", id, verdict, looked)
	}
	const most = 5
	for n := range 2 * most {
		add("failed", account[0], posts.Failed, fmt.Sprint("failed ", n), "UNSURE", 1)
	}
	add("rival", account[0], posts.Failed, "rye\r\n", "UNSURE", 1)
	add("late", account[0], posts.Scheduled, "late", "UNSURE", 9)
	add("early", account[0], posts.Scheduled, "early", "ABSENT", 8)
	add("alike", account[0], posts.Scheduled, "rye", "UNSURE", 9)
	add("failed without", account[0], posts.Failed, "new", nil, nil)
	add("without", account[1], posts.Scheduled, "rye", nil, nil)
	add("too early", account[0], posts.Scheduled, "rye", nil, 7)
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

// TestRivalLooks: an item may belong to a post that was decided about without anybody knowing its
// item, and to one that was deleted since the folder's last sign of life.
func TestRivalLooks(t *testing.T) {
	t.Parallel()
	db, account := bakers(t)
	ids := map[string]wireid.ID{}
	add := func(caption string, account string, status posts.Status, decision, media any) {
		t.Helper()
		id := wireid.New()
		ids[caption] = id
		exec(t, db, `INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, caption, sn_media_id, scheduled_for, created_at, updated_at)
			VALUES (?1, ?1, ?2, 'IMAGE', 'MANUAL', 'UTC', ?3, ?4, ?5, 9, 0, 0)`, id, account, status, caption, media)
		exec(t, db, "INSERT INTO quarantined_posts (post_id, verdict, decision, decided_at) VALUES (?1, 'UNSURE', ?2, iif(?2 IS NULL, NULL, 1))", id, decision)
	}
	add("live", account[0], posts.Published, "live", nil)
	add("dropped", account[0], posts.Draft, "dropped", nil)
	add("given up", account[0], posts.Failed, "dropped", nil)
	add("released", account[0], posts.Queued, "released", nil)
	add("known", account[0], posts.Published, "live", "1")
	add("undecided", account[0], posts.Scheduled, nil, nil)
	add("another's", account[1], posts.Draft, "dropped", nil)
	exec(t, db, `INSERT INTO instance (one, id, machine, sequence, nonce, version, taken_at) VALUES (1, '', '', 0, '', '', 5)`)
	for caption, archivedAt := range map[string]int{"deleted before": 4, "deleted": 5} {
		add(caption, account[0], posts.Failed, nil, nil)
		exec(t, db, "INSERT INTO posts_archive SELECT ?, '[]', posts.* FROM posts WHERE id = ?", archivedAt, ids[caption])
		exec(t, db, "DELETE FROM posts WHERE id = ?", ids[caption])
	}
	looks, err := rivalLooks(t.Context(), db, wireid.MustParse(account[0]))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for caption := range ids {
		if look, _ := posts.FeedLook(posts.Post{MediaType: posts.Image, Caption: &caption}); looks[look] {
			got = append(got, caption)
		}
	}
	slices.Sort(got)
	if want := []string{"deleted", "dropped", "given up", "live", "released"}; !slices.Equal(got, want) || len(looks) != len(want) {
		t.Errorf("%d looks, of %q, not of %q", len(looks), got, want)
	}
}

// TestRivalLooks_Changed: an item may belong to a post that had its look, or was on the account,
// when it was held, whatever somebody has made of the post since.
func TestRivalLooks_Changed(t *testing.T) {
	t.Parallel()
	db, account := bakers(t)
	for _, post := range []struct {
		now, was          string
		account, formerly string
		media             any
	}{
		{"rye", "rye", account[0], account[0], nil},
		{"spelt", "changed", account[0], account[0], nil},
		{"moved", "moved", account[1], account[0], nil},
		{"arrived", "arrived", account[0], account[1], nil},
		{"spelt", "found", account[0], account[0], "1"},
	} {
		id := wireid.New()
		exec(t, db, `INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, caption, sn_media_id, scheduled_for, created_at, updated_at)
			VALUES (?1, ?1, ?2, 'IMAGE', 'MANUAL', 'UTC', 'SCHEDULED', ?3, ?4, 9, 0, 0)`, id, post.account, post.now, post.media)
		exec(t, db, "INSERT INTO quarantined_posts (post_id, social_account_id, media_type, caption) VALUES (?, ?, 'IMAGE', ?)", id, post.formerly, post.was)
	}
	looks, err := rivalLooks(t.Context(), db, wireid.MustParse(account[0]))
	if err != nil {
		t.Fatal(err)
	}
	for _, caption := range []string{"changed", "moved"} {
		if look, _ := posts.FeedLook(posts.Post{MediaType: posts.Image, Caption: &caption}); !looks[look] {
			t.Errorf("%q is no rival", caption)
		}
	}
	if len(looks) != 2 {
		t.Errorf("%d looks", len(looks))
	}
}
