package e2e_test

import (
	"fmt"
	"testing"
	"time"

	"crier/e2e"
)

// beforeColumns is the last migration of the program that decided by the text of messages.
const beforeColumns = "20261211000100_posts_attempts_limited"

// earlierPost is a post as that program stored it.
func earlierPost(status string, more row) row {
	r := row{
		"user_id": "u", "social_account_id": "a", "media_type": "IMAGE", "source_type": "MANUAL", "timezone": "UTC",
		"created_at": daysAgo, "updated_at": hourAgo, "status": status,
	}
	if status == "PUBLISHING" || status == "PUBLISHED" {
		r["sn_container_id"] = "c"
	}
	if status == "PUBLISHED" || status == "FAILED" {
		r["completed_at"] = hourAgo
	}
	for column, value := range more {
		r[column] = value
	}
	return r
}

// TestFound_WaitOfAnEarlierProgram: what jobs wait for is known after the migration, whatever a
// later program calls it, and so is which of them wait for an instant that a user named.
func TestFound_WaitOfAnEarlierProgram(t *testing.T) {
	t.Parallel()
	const soon = latestChange + 60_000
	cases := map[string]struct {
		job, post row
		want      string
	}{
		"due at once":            {row{"run_at": daysAgo}, earlierPost("QUEUED", nil), " 0"},
		"for a user's time":      {row{"run_at": soon}, earlierPost("SCHEDULED", row{"is_scheduled": 1, "scheduled_for": soon}), " 1"},
		"in work at its time":    {row{"run_at": hourAgo, "status": "PROCESSING", "lease_token": "l", "lease_until": soon}, earlierPost("QUEUED", nil), " 1"},
		"again and again":        {row{"run_at": soon, "repeat_key": "k", "type": "STORY_REPOST_CHECK"}, nil, " 0"},
		"quiet hours":            {row{"run_at": soon, "repeat_key": "q", "type": "STORY_REPOST_CHECK", "last_error": "quiet hours"}, nil, "QUIET_HOURS 0"},
		"a dead token":           {row{"run_at": soon, "last_error": "the account must be connected again; its posts are held until then"}, earlierPost("QUEUED", nil), "ACCOUNT 0"},
		"a checkpoint":           {row{"run_at": soon, "last_error": "the account is at a checkpoint of the network; its posts are held until that is confirmed in the network's app"}, earlierPost("QUEUED", nil), "CHECKPOINT 0"},
		"offline":                {row{"run_at": soon, "last_error": "the network cannot be reached"}, earlierPost("QUEUED", nil), "OFFLINE 0"},
		"media":                  {row{"run_at": soon, "last_error": "the network processes the media"}, earlierPost("PROCESSING", nil), "MEDIA 0"},
		"media of a late post":   {row{"run_at": soon, "last_error": "the network processes the media of a post that was late"}, earlierPost("PROCESSING", nil), "SPACED_MEDIA 0"},
		"the network's clock":    {row{"run_at": soon, "last_error": "the network's clock must be compared with this machine's, and the network cannot be asked"}, earlierPost("QUEUED", nil), "CLOCK 0"},
		"its own time":           {row{"run_at": soon, "last_error": "this machine's clock was set back; the post is due in 3 days"}, earlierPost("QUEUED", nil), "TIME 0"},
		"a lookalike":            {row{"run_at": soon, "last_error": "another post that looks the same has been sent, and it is not known yet whether it is live"}, earlierPost("QUEUED", nil), "LOOKALIKE 0"},
		"the cloud":              {row{"run_at": soon, "last_error": "the cloud worker has the post"}, earlierPost("QUEUED", nil), "CLOUD 0"},
		"a limit":                {row{"run_at": soon, "last_error": "(#4) Application request limit reached"}, earlierPost("QUEUED", row{"error_code": "RATE_LIMITED"}), "LIMIT 0"},
		"what became of it":      {row{"run_at": soon, "last_error": "the account does not show it yet"}, earlierPost("PUBLISHING", nil), "OUTCOME 0"},
		"what became of a share": {row{"run_at": soon, "last_error": "the account does not show it yet"}, earlierPost("PUBLISHED", row{"share_state": "PENDING"}), "OUTCOME 0"},
		"another attempt":        {row{"run_at": soon, "attempts": 1, "last_error": "the network is out of order"}, earlierPost("QUEUED", nil), "BACK_OFF 0"},
		"an end":                 {row{"run_at": hourAgo, "status": "FAILED", "completed_at": hourAgo, "last_error": "the network cannot be reached"}, earlierPost("FAILED", nil), " 0"},
	}
	db := e2e.OpenDB(t, t.TempDir())
	migrateUpTo(t, db, beforeColumns)
	completed := hourAgo
	for name, c := range cases {
		job := row{
			"id": name, "type": "PUBLISH", "status": "PENDING", "max_attempts": 4, "subject_id": name, "lane": "a",
			"created_at": daysAgo, "updated_at": hourAgo,
		}
		for column, value := range c.job {
			job[column] = value
		}
		if c.post != nil {
			c.post["id"] = name
			if c.post["completed_at"] != nil {
				completed++
				c.post["completed_at"] = completed
			}
			insertRow(t, db, "posts", c.post)
		}
		insertRow(t, db, "scheduled_jobs", job)
	}
	if err := db.Migrate(t.Context(), t.TempDir(), time.UnixMilli(latestChange)); err != nil {
		t.Fatal(err)
	}
	for name, c := range cases {
		var wait string
		var named int
		if err := db.NewRaw("SELECT wait, named_instant FROM scheduled_jobs WHERE id = ?", name).Scan(t.Context(), &wait, &named); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%s %d", wait, named); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
