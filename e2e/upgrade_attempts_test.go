package e2e_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/database"
)

// Instants of TestUpgrade_AttemptsOfPosts, in Unix milliseconds: the latest change of all posts,
// and ones before.
const (
	latestChange = int64(1_800_000_000_000)
	hourAgo      = latestChange - 3_600_000
	daysAgo      = latestChange - 3*86_400_000
)

// row is what an earlier program stored, by columns.
type row map[string]any

// TestUpgrade_AttemptsOfPosts has the migration make the attempts of a post of each kind, as
// "channel ref sent net answered verdict media how asked".
func TestUpgrade_AttemptsOfPosts(t *testing.T) {
	t.Parallel()
	at := func(ms int64) string { return fmt.Sprintf("%d", ms-latestChange) }
	sentHourAgo := "feed c " + at(hourAgo) + " " + at(hourAgo)
	const names = `[{"username":"ada"}]`
	cases := map[string]struct {
		row     row
		archive bool
		want    []string
	}{
		"a draft":                     {row{"status": "DRAFT"}, false, nil},
		"a container and no call":     {row{"status": "PROCESSING", "sn_container_id": "c"}, false, nil},
		"sent":                        {row{"status": "PUBLISHING", "sn_container_id": "c", "publish_intent_at": hourAgo}, false, []string{sentHourAgo + " - open - -"}},
		"sent and answered":           {row{"status": "PUBLISHING", "sn_container_id": "c", "publish_intent_at": hourAgo, "call_answered": 1}, false, []string{sentHourAgo + " " + at(latestChange-1000) + " open - -"}},
		"sent by a clock ahead":       {row{"status": "PUBLISHING", "sn_container_id": "c", "publish_intent_at": hourAgo, "clock_ahead_ms": 600_000}, false, []string{"feed c " + at(hourAgo) + " " + at(hourAgo-600_000) + " - open - -"}},
		"to be sent again later":      {row{"status": "PUBLISHING", "sn_container_id": "c", "publish_intent_at": latestChange + 3_600_000, "call_answered": 1}, false, []string{"feed c -1000 -1000 -1000 open - -"}},
		"answered with its item":      {row{"status": "PUBLISHING", "sn_container_id": "c", "publish_intent_at": hourAgo, "sn_media_id": "m1", "published_at": hourAgo + 17}, false, []string{sentHourAgo + " - live m1 told"}},
		"found by the list":           {row{"status": "PUBLISHING", "sn_container_id": "c", "publish_intent_at": hourAgo, "sn_media_id": "m2", "published_at": hourAgo}, false, []string{sentHourAgo + " - live m2 found"}},
		"live, and nobody knows as":   {row{"status": "PUBLISHED", "sn_container_id": "c", "publish_intent_at": hourAgo, "published_at": hourAgo, "completed_at": hourAgo + 1}, false, []string{sentHourAgo + " - live - -"}},
		"live by the cloud's word":    {row{"status": "PUBLISHED", "published_at": hourAgo, "completed_at": hourAgo + 2}, false, []string{"feed  " + at(hourAgo) + " " + at(hourAgo) + " - live - -"}},
		"tried again":                 {row{"status": "QUEUED", "sn_container_id": "c", "publish_intent_at": hourAgo}, false, []string{sentHourAgo + " - open - -"}},
		"failed lately":               {row{"status": "FAILED", "sn_container_id": "c", "publish_intent_at": hourAgo, "completed_at": hourAgo + 3}, false, []string{sentHourAgo + " - open - -"}},
		"failed long ago":             {row{"status": "FAILED", "sn_container_id": "c", "publish_intent_at": daysAgo, "completed_at": daysAgo + 4}, false, []string{"feed c " + at(daysAgo) + " " + at(daysAgo) + " - given up - -"}},
		"failed before it was sent":   {row{"status": "FAILED", "sn_container_id": "c", "completed_at": hourAgo + 5}, false, nil},
		"failed, and refused":         {row{"status": "FAILED", "sn_container_id": "c", "call_answered": 1, "completed_at": hourAgo + 6}, false, nil},
		"a story that was sent":       {row{"status": "PUBLISHING", "sn_container_id": "c", "publish_intent_at": hourAgo, "story_mentions": names}, false, []string{"story c " + at(hourAgo) + " " + at(hourAgo) + " - open - -"}},
		"a story that was refused":    {row{"status": "FAILED", "sn_container_id": "c", "call_answered": 1, "last_attempt_at": hourAgo, "story_mentions": names, "completed_at": hourAgo + 7}, false, []string{"story c " + at(hourAgo) + " " + at(hourAgo) + " " + at(latestChange-1000) + " open - -"}},
		"deleted while nobody knew":   {row{"status": "FAILED", "sn_container_id": "c", "publish_intent_at": hourAgo, "completed_at": hourAgo + 8}, true, []string{sentHourAgo + " - open - -"}},
		"deleted while it was live":   {row{"status": "PUBLISHED", "sn_container_id": "c", "publish_intent_at": hourAgo, "sn_media_id": "m3", "published_at": hourAgo + 1, "completed_at": hourAgo + 9}, true, []string{sentHourAgo + " - live m3 told"}},
		"shared, nobody knows if":     {row{"status": "PUBLISHED", "sn_container_id": "c", "publish_intent_at": hourAgo, "sn_media_id": "m4", "published_at": hourAgo + 1, "completed_at": hourAgo + 10, "share_state": "PENDING", "share_intent_at": hourAgo + 2, "share_object_id": "o"}, false, []string{sentHourAgo + " - live m4 told", "page o " + at(hourAgo+2) + " " + at(hourAgo+2) + " - open - -"}},
		"shared, and processed there": {row{"status": "PUBLISHED", "sn_container_id": "c", "publish_intent_at": hourAgo, "sn_media_id": "m5", "published_at": hourAgo + 1, "completed_at": hourAgo + 11, "share_state": "SHARED", "share_intent_at": hourAgo + 2, "partner_post_id": "p1"}, false, []string{sentHourAgo + " - live m5 told", "page  " + at(hourAgo+2) + " " + at(hourAgo+2) + " - live p1 told"}},
		"shared, and given up":        {row{"status": "PUBLISHED", "sn_container_id": "c", "publish_intent_at": hourAgo, "sn_media_id": "m6", "published_at": hourAgo + 1, "completed_at": hourAgo + 12, "share_intent_at": hourAgo + 2}, false, []string{sentHourAgo + " - live m6 told", "page  " + at(hourAgo+2) + " " + at(hourAgo+2) + " - given up - -"}},
		"not shared yet":              {row{"status": "PUBLISHED", "sn_container_id": "c", "publish_intent_at": hourAgo, "sn_media_id": "m7", "published_at": hourAgo + 1, "completed_at": hourAgo + 13, "share_state": "PENDING"}, false, []string{sentHourAgo + " - live m7 told"}},
	}
	db := e2e.OpenDB(t, t.TempDir())
	migrateUpTo(t, db, beforeAttempts)
	for id, c := range cases {
		values := row{
			"id": id, "user_id": "u", "social_account_id": "a", "media_type": "IMAGE", "source_type": "MANUAL", "timezone": "UTC",
			"created_at": daysAgo, "updated_at": latestChange - 1000,
		}
		if id == "a draft" {
			values["updated_at"] = latestChange
		}
		maps.Copy(values, c.row)
		insertRow(t, db, "posts", values)
		if c.archive {
			execute(t, db, "INSERT INTO posts_archive SELECT ?, '[]', * FROM posts WHERE id = ?", latestChange, id)
			execute(t, db, "DELETE FROM posts WHERE id = ?", id)
		}
	}
	if err := db.Migrate(t.Context(), t.TempDir(), time.UnixMilli(latestChange)); err != nil {
		t.Fatal(err)
	}
	for id, c := range cases {
		var got []string
		err := db.NewRaw(`SELECT concat_ws(' ', channel, ref, sent_at - ?0, net_sent_at - ?0, coalesce(answered_at - ?0, '-'), verdict, coalesce(media_id, '-'), coalesce(how, '-'))
			FROM attempts WHERE post_id = ?1 AND look = '' AND seen_before = '[]' AND asked_ms = 0 ORDER BY seq`, latestChange, id).Scan(t.Context(), &got)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q, %v", id, got, c.want, err)
		}
	}
}

// insertRow stores a row as an earlier program did.
func insertRow(t *testing.T, db *database.DB, table string, values row) {
	t.Helper()
	columns := slices.Sorted(maps.Keys(values))
	var args []any
	for _, column := range columns {
		args = append(args, values[column])
	}
	execute(t, db, fmt.Sprintf("INSERT INTO %s (%s) VALUES (?%s)", table, strings.Join(columns, ", "), strings.Repeat(", ?", len(columns)-1)), args...)
}
