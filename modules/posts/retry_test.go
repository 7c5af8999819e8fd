package posts

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// TestRetry_OneOfMany: of many at once one succeeds, and there is one job (contract 3: FAILED ->
// QUEUED).
func TestRetry_OneOfMany(t *testing.T) {
	t.Parallel()
	b := setup(t)
	failed := in(Failed)
	failed.ErrorCode, failed.ErrorMessage, failed.RetryCount, failed.CompletedAt = new("UNKNOWN_ERROR"), new("why"), 3, at(start)
	post := b.insert(t, failed, b.photo(t))
	var taken atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			switch err := b.retrier.Retry(context.WithoutCancel(t.Context()), post.ID); {
			case err == nil:
				taken.Add(1)
			case apperror.CodeOf(err) != apperror.InvalidStatus || !strings.Contains(err.Error(), "is QUEUED"):
				t.Errorf("got %v", err)
			}
		})
	}
	all.Wait()
	got := b.read(t, post.ID)
	if taken.Load() != 1 || got.Status != Queued || got.RetryCount != 3 || got.ErrorCode != nil || got.ErrorMessage != nil || got.CompletedAt == nil {
		t.Errorf("%d succeeded; the row is %+v", taken.Load(), got)
	}
	if got.SNContainerID == nil {
		t.Errorf("what a retry looks at first is gone: %+v", got)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
}

// TestRetry_Refused: a refused retry changes nothing.
func TestRetry_Refused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	orphan := in(Failed)
	orphan.SocialAccountID = wireid.New()
	halved := b.insert(t, in(Failed), b.photo(t), b.photo(t))
	if _, err := b.db.NewUpdate().Model((*Link)(nil)).Set("media_file_id = NULL").Where("post_id = ? AND position = 1", halved.ID).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	cases := map[wireid.ID]apperror.Code{
		b.insert(t, in(Failed)).ID: apperror.MediaInvalid, halved.ID: apperror.MediaInvalid, b.insert(t, orphan, b.photo(t)).ID: apperror.NotFound, wireid.New(): apperror.NotFound,
	}
	for _, status := range everyStatus {
		if status != Failed {
			cases[b.insert(t, in(status), b.photo(t)).ID] = apperror.InvalidStatus
		}
	}
	for id, want := range cases {
		if err := b.retrier.Retry(t.Context(), id); apperror.CodeOf(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 0 || b.read(t, halved.ID).Status != Failed {
		t.Errorf("%+v, %v", counts, err)
	}
}

// TestRetries_OfOneCause: the posts of an account are retried a minute apart, the first to fail
// first. A post that cannot be retried takes no minute and does not stop the others.
func TestRetries_OfOneCause(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := newRetries(b.db, b.clock, b.retrier)
	fail := func(account wireid.ID, code string, after time.Duration, files ...wireid.ID) wireid.ID {
		post := in(Failed)
		post.SocialAccountID, post.ErrorCode, post.ErrorMessage, post.CompletedAt = account, &code, new("why"), at(start.Add(after))
		return b.insert(t, post, files...).ID
	}
	third := fail(b.bakery.ID, "TOKEN_EXPIRED", 3*time.Second, b.photo(t))
	first := fail(b.bakery.ID, "TOKEN_EXPIRED", time.Second, b.photo(t))
	second := fail(b.bakery.ID, "TOKEN_EXPIRED", 2*time.Second)
	other := fail(b.potter.ID, "TOKEN_EXPIRED", 4*time.Second, b.photo(t))
	fail(b.bakery.ID, "RATE_LIMITED", 0, b.photo(t))
	var in retriesInput
	in.Body.Cause = "TOKEN_EXPIRED"
	for _, isDry := range []bool{true, false} {
		in.Body.DryRun = isDry
		out, err := r.retry(t.Context(), &in)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, p := range out.Body.Posts {
			when := "refused"
			if p.RunAt != nil {
				when = p.RunAt.Time().Sub(b.clock.Now()).String()
			} else if *p.Code != string(apperror.MediaInvalid) || *p.Error == "" {
				t.Errorf("refused for %s, %s", *p.Code, *p.Error)
			}
			told = append(told, map[wireid.ID]string{first: "first", second: "second", third: "third", other: "other"}[p.PostID]+" "+when)
		}
		if got := strings.Join(told, ", "); got != "first 0s, second refused, third 1m0s, other 0s" {
			t.Errorf("dry %t: %s", isDry, got)
		}
		if isFailed := b.read(t, first).Status == Failed; isFailed != isDry {
			t.Errorf("dry %t: the first is FAILED: %t", isDry, isFailed)
		}
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 3 || counts.Delayed != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
	in.Body.Cause, in.Body.AccountID = "RATE_LIMITED", &b.potter.ID
	if out, err := r.retry(t.Context(), &in); err != nil || len(out.Body.Posts) != 0 {
		t.Errorf("of another account: %+v, %v", out, err)
	}
}

// TestRetries_OwnTime: a post whose own time is still to come, as after its account was
// disconnected, is retried at that time, and takes no minute of the others.
func TestRetries_OwnTime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := newRetries(b.db, b.clock, b.retrier)
	var input retriesInput
	input.Body.Cause = "NOT_FOUND"
	names := map[wireid.ID]string{}
	for i, c := range []struct {
		name string
		due  time.Duration
	}{{"past", -time.Hour}, {"soon", 30 * time.Second}, {"long past", -9 * time.Hour}, {"tomorrow", 24 * time.Hour}} {
		post := in(Failed)
		post.IsScheduled, post.ScheduledFor = true, at(start.Add(c.due))
		post.ErrorCode, post.ErrorMessage, post.CompletedAt = new("NOT_FOUND"), new("why"), at(start.Add(time.Duration(i)*time.Millisecond))
		names[b.insert(t, post, b.photo(t)).ID] = c.name
	}
	for _, isDry := range []bool{true, false} {
		input.Body.DryRun = isDry
		out, err := r.retry(t.Context(), &input)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, p := range out.Body.Posts {
			told = append(told, names[p.PostID]+" "+p.RunAt.Time().Sub(start).String())
		}
		if got := strings.Join(told, ", "); got != "past 0s, soon 30s, long past 1m0s, tomorrow 24h0m0s" {
			t.Errorf("dry %t: %s", isDry, got)
		}
	}
	jobs, err := database.Values[wiretime.Time](t.Context(), b.db, "SELECT run_at FROM scheduled_jobs WHERE status = 'PENDING' ORDER BY run_at")
	if err != nil || len(jobs) != 4 || !jobs[1].Time().Equal(start.Add(30*time.Second)) || !jobs[3].Time().Equal(start.Add(24*time.Hour)) {
		t.Errorf("the jobs are due at %v, %v", jobs, err)
	}
}

// TestRetries_NobodyHasLooked: a post that Crier has looked for in vain is not sent again with
// others. Somebody who has looked retries it by itself.
func TestRetries_NobodyHasLooked(t *testing.T) {
	t.Parallel()
	sent := func(verdict attempt.Verdict) func(*testing.T, *bundle, wireid.ID) {
		return func(t *testing.T, b *bundle, id wireid.ID) {
			attempttest.Insert(t, b.db, attempt.Attempt{PostID: id, AccountID: b.bakery.ID, Verdict: verdict})
		}
	}
	quarantined := func(verdict, decision, closedAt any) func(*testing.T, *bundle, wireid.ID) {
		return func(t *testing.T, b *bundle, id wireid.ID) {
			b.exec(t, "INSERT INTO instance (one, id, machine, sequence, nonce, version, quarantined_at, closed_at) VALUES (1, '', '', 0, '', '', 1, ?)", closedAt)
			b.exec(t, "INSERT INTO quarantined_posts (post_id, verdict, decision, decided_at) VALUES (?1, ?2, ?3, iif(?3 IS NULL, NULL, 2))", id, verdict, decision)
		}
	}
	inCloud := func(isTold bool) func(*testing.T, *bundle, wireid.ID) {
		return func(t *testing.T, b *bundle, id wireid.ID) {
			if err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				err := b.cloud.Expose(ctx, tx, id, *at(start.Add(-time.Hour)))
				if isTold {
					err = errors.Join(err, RecordUserWarned(ctx, tx, id))
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, test := range map[string]struct {
		note      func(*testing.T, *bundle, wireid.ID)
		isRefused bool
		// isStillRefused says that it is refused also after a retry by itself that ended early.
		isStillRefused bool
	}{
		"it was sent and looked for in vain": {note: sent(attempt.GivenUp), isRefused: true, isStillRefused: true},
		"it was sent and is looked for":      {note: sent(attempt.Open)},
		"it was sent and is not there":       {note: sent(attempt.Absent)},
		"the cloud may have published it":    {note: inCloud(true), isRefused: true, isStillRefused: true},
		"the cloud had it":                   {note: inCloud(false)}, // It is looked for before it is sent.
		"a quarantine could not tell":        {note: quarantined("UNSURE", nil, 3), isRefused: true},
		"it was dropped from a quarantine":   {note: quarantined("UNSURE", "dropped", 3), isRefused: true},
		"a quarantine goes on":               {note: quarantined(nil, nil, nil), isRefused: true, isStillRefused: true},
		"a quarantine proved its absence":    {note: quarantined("ABSENT", nil, 3)},
		"it was released from a quarantine":  {note: quarantined("UNSURE", "released", 3)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := in(Failed)
			post.SocialAccountID, post.ErrorCode, post.ErrorMessage, post.CompletedAt = b.bakery.ID, new("TOKEN_EXPIRED"), new("why"), at(start)
			post = b.insert(t, post, b.photo(t))
			test.note(t, b, post.ID)
			b.wantRetries(t, post.ID, test.isRefused)
			if !test.isRefused {
				return
			}
			if err := b.retrier.Retry(t.Context(), post.ID); err != nil {
				t.Errorf("by itself: %v", err)
			}
			b.exec(t, "DELETE FROM scheduled_jobs")
			b.exec(t, "UPDATE posts SET status = 'FAILED', error_code = 'TOKEN_EXPIRED' WHERE id = ?", post.ID)
			b.wantRetries(t, post.ID, test.isStillRefused)
		})
	}
}

func (b *bundle) exec(t *testing.T, text string, args ...any) {
	t.Helper()
	if _, err := database.Exec(t.Context(), b.db, text, args...); err != nil {
		t.Fatal(err)
	}
}

// wantRetries checks whether the post, which failed with TOKEN_EXPIRED, is refused when such posts
// are retried, and when they would be.
func (b *bundle) wantRetries(t *testing.T, id wireid.ID, isRefused bool) {
	t.Helper()
	var in retriesInput
	in.Body.Cause = "TOKEN_EXPIRED"
	for _, isDry := range []bool{true, false} {
		in.Body.DryRun = isDry
		out, err := newRetries(b.db, b.clock, b.retrier).retry(t.Context(), &in)
		if err != nil || len(out.Body.Posts) != 1 {
			t.Fatalf("%+v, %v", out, err)
		}
		one := out.Body.Posts[0]
		if (one.RunAt == nil) != isRefused || isRefused && value(one.Code) != string(apperror.InvalidStatus) {
			t.Errorf("dry %t: run at %v, %q %q", isDry, one.RunAt, value(one.Code), value(one.Error))
		}
	}
	if isFailed := b.read(t, id).Status == Failed; isFailed != isRefused {
		t.Errorf("it is FAILED: %t", isFailed)
	}
}

// TestRetries_OneByOne: a client that retries post by post gets the times of the plan.
func TestRetries_OneByOne(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := newRetries(b.db, b.clock, b.retrier)
	code := "TOKEN_EXPIRED"
	var ids []wireid.ID
	for i := range 3 {
		post := in(Failed)
		post.SocialAccountID, post.ErrorCode, post.ErrorMessage, post.CompletedAt = b.bakery.ID, &code, new("why"), at(start.Add(time.Duration(i)*time.Second))
		ids = append(ids, b.insert(t, post, b.photo(t)).ID)
	}
	plan := retriesInput{}
	plan.Body.Cause, plan.Body.DryRun = code, true
	planned, err := r.retry(t.Context(), &plan)
	if err != nil || len(planned.Body.Posts) != 3 {
		t.Fatalf("%+v, %v", planned, err)
	}
	for i, p := range planned.Body.Posts {
		var in retriesInput
		in.Body.Cause, in.Body.PostID, in.Body.RunAt = code, &p.PostID, p.RunAt
		if i == 2 {
			in.Body.RunAt = at(start.Add(-time.Hour))
		}
		want := []time.Duration{0, time.Minute, 0}[i]
		for try := range 2 {
			out, err := r.retry(t.Context(), &in)
			if err != nil || len(out.Body.Posts) != 1-try {
				t.Fatalf("post %d, time %d: %+v, %v", i, try, out, err)
			}
			if try == 0 && (out.Body.Posts[0].PostID != ids[i] || out.Body.Posts[0].RunAt.Time().Sub(b.clock.Now()) != want) {
				t.Errorf("post %d: %+v", i, out.Body.Posts[0])
			}
		}
		for j, id := range ids {
			if isFailed := b.read(t, id).Status == Failed; isFailed != (j > i) {
				t.Errorf("after post %d, post %d is FAILED: %t", i, j, isFailed)
			}
		}
	}
}
