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

// TestFound_DoubtOfAnEarlierProgram: which of the posts that have ended may be live is known after
// the migration: those that said so, and those whose outcome is open although they did not. Each
// knows what it says once it turns out not to be.
func TestFound_DoubtOfAnEarlierProgram(t *testing.T) {
	t.Parallel()
	failed := func(says string) row {
		return earlierPost("FAILED", row{"sn_container_id": "c", "error_code": "UNKNOWN_ERROR", "error_message": says})
	}
	published := func(says any) row {
		return earlierPost("PUBLISHED", row{"published_at": hourAgo, "error_code": "UNKNOWN_ERROR", "error_message": says})
	}
	const notShared = "published, but not shared to the Page: "
	cases := map[string]struct {
		post             row
		channel, verdict string
		doubt            string
		says, settled    string
	}{
		"it said so": {
			failed("it is not known whether the post was published; it may be live, check before retrying (no answer)"), "feed", "open", "may_be_live",
			"it is not known whether the post was published; it may be live, check before retrying (no answer)", "the post was not published",
		},
		"from an earlier attempt": {
			failed("the file is gone; the post may be live from an earlier attempt, and a retry asks the network first"), "feed", "open", "may_be_live",
			"the file is gone; the post may be live from an earlier attempt, and a retry asks the network first", "the file is gone; the post is not live",
		},
		"it could not be read": {
			failed("connect the account again; whether the post is live could not be read: check before retrying"), "feed", "open", "may_be_live",
			"connect the account again; whether the post is live could not be read: check before retrying", "connect the account again; the post is not live",
		},
		"looked for in vain": {
			failed("the network refused: no; the post may be live, and Crier could not find out: check before retrying"), "feed", "given up", "may_be_live",
			"the network refused: no; the post may be live, and Crier could not find out: check before retrying", "the network refused: no; the post is not live",
		},
		"refused, and open": {
			failed("the network refused: Action is blocked"), "feed", "open", "may_be_live",
			"the network refused: Action is blocked; the post may be live all the same, check before retrying", "the network refused: Action is blocked; the post is not live",
		},
		"refused, and absent":   {failed("the network refused: no"), "feed", "absent", "none", "the network refused: no", ""},
		"never sent":            {failed("the file is gone"), "", "", "none", "the file is gone", ""},
		"by the cloud, perhaps": {failed("it is not known whether the cloud worker has published the post; it may be live, check before retrying (two)"), "", "", "may_be_live", "it is not known whether the cloud worker has published the post; it may be live, check before retrying (two)", "it is not known whether the cloud worker has published the post; it may be live, check before retrying (two); the post is not live"},
		"a share that said so": {
			published(notShared + "nobody answered; it may be on the Page: look there before you share it by hand"), "page", "open", "may_be_on_page",
			notShared + "nobody answered; it may be on the Page: look there before you share it by hand", notShared + "nobody answered; it is not on the Page",
		},
		"a share that was refused, and is open": {
			published(notShared + "no"), "page", "open", "may_be_on_page",
			notShared + "no; it may be on the Page: look there before you share it by hand", notShared + "no; it is not on the Page",
		},
		"a share that is known not to be there": {published(notShared + "no"), "page", "absent", "none", notShared + "no", ""},
	}
	db := e2e.OpenDB(t, t.TempDir())
	migrateUpTo(t, db, beforeColumns)
	completed := hourAgo
	for name, c := range cases {
		completed++
		c.post["id"], c.post["completed_at"] = name, completed
		insertRow(t, db, "posts", c.post)
		if c.verdict != "" {
			insertRow(t, db, "attempts", row{
				"post_id": name, "account_id": "a", "channel": c.channel, "ref": "c", "look": "l", "seen_before": "[]", "sent_at": hourAgo, "ran_ms": 0, "asked_ms": 0, "verdict": c.verdict,
			})
		}
	}
	if err := db.Migrate(t.Context(), t.TempDir(), time.UnixMilli(latestChange)); err != nil {
		t.Fatal(err)
	}
	for name, c := range cases {
		var doubt, says, settled string
		err := db.NewRaw("SELECT doubt, error_message, coalesce(settled_message, '') FROM posts WHERE id = ?", name).Scan(t.Context(), &doubt, &says, &settled)
		if err != nil || doubt != c.doubt || says != c.says || settled != c.settled {
			t.Errorf("%s:\ngot  %s, %q, %q\nwant %s, %q, %q, %v", name, doubt, says, settled, c.doubt, c.says, c.settled, err)
		}
	}
}

// TestFound_StepOfAnEarlierProgram: what a step tells of is known after the migration.
func TestFound_StepOfAnEarlierProgram(t *testing.T) {
	t.Parallel()
	cases := []struct {
		step row
		want string
	}{
		{row{"kind": "NOTE", "text": "PUT /schedule/{id}: the content was changed"}, "CHANGED"},
		{row{"kind": "NOTE", "text": "PUT /schedule/{id}: the post was moved to 2026-12-11T09:00:00.000Z"}, "MOVED"},
		{row{"kind": "NOTE", "text": "one of 3 media of the account matches the post: 1"}, "MATCHED"},
		{row{"kind": "NOTE", "text": "the post is live since 2026-12-11T09:00:00.000Z as media 1"}, "LIVE"},
		{row{"kind": "NOTE", "text": "the post is not live (why): the publish call is sent again"}, "SENT_AGAIN"},
		{row{"kind": "NOTE", "text": "Crier ended in the middle of the work, without being told to, while the post was PUBLISHING; it goes on from there"}, "INTERRUPTED"},
		{row{"kind": "NOTE", "text": "unknown to this version of Crier: a member (publish)"}, "UNKNOWN_ANSWER"},
		{row{"kind": "NOTE", "text": "the account's posts could not be read before the call"}, ""},
		{row{"kind": "CALL", "op": "publish", "class": "retry", "text": "the answer is not as the network documents it: no id"}, "MALFORMED_ANSWER"},
		{row{"kind": "CALL", "op": "container status", "text": "ERROR: the media could not be read"}, "MEDIA_REFUSED"},
		{row{"kind": "CALL", "op": "container status", "text": "FINISHED"}, ""},
		{row{"kind": "STATUS", "to_status": "FAILED", "text": "it is not known whether the post was published; it may be live, check before retrying"}, "MAY_BE_LIVE"},
		{row{"kind": "STATUS", "to_status": "FAILED", "text": "the file is gone"}, ""},
	}
	db := e2e.OpenDB(t, t.TempDir())
	migrateUpTo(t, db, beforeColumns)
	post := earlierPost("FAILED", row{"id": "p"})
	insertRow(t, db, "posts", post)
	for i, c := range cases {
		step := row{
			"post_id": "p", "seq": i + 1, "at": hourAgo, "last_at": hourAgo, "times": 1, "repeatable": 0, "duration_ms": 0, "op": "", "method": "", "host": "", "path": "",
			"http_status": 0, "code": 0, "subcode": 0, "class": "", "trace_id": "", "usage_percent": 0, "from_status": "", "to_status": "", "error_code": "", "late_ms": 0,
		}
		for column, value := range c.step {
			step[column] = value
		}
		insertRow(t, db, "post_steps", step)
	}
	if err := db.Migrate(t.Context(), t.TempDir(), time.UnixMilli(latestChange)); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		var what string
		if err := db.NewRaw("SELECT what FROM post_steps WHERE seq = ?", i+1).Scan(t.Context(), &what); err != nil || what != c.want {
			t.Errorf("%v: %q, want %q, %v", c.step, what, c.want, err)
		}
	}
}
