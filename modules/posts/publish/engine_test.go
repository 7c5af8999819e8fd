package publish

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/timing"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"
)

// running stores a post with a job that was interrupted so often, and runs that.
func (b *bundle) running(t *testing.T, post posts.Post, interruptions int) (posts.Post, jobs.ScheduledJob) {
	t.Helper()
	post = b.insert(t, post, b.photo(t))
	job := b.job(t, post.ID, interruptions)
	return b.read(t, post.ID), job
}

// job runs a job for the post with the id and returns what became of the job.
func (b *bundle) job(t *testing.T, post wireid.ID, interruptions int) jobs.ScheduledJob {
	t.Helper()
	id := b.enqueue(t, post, "bakery", b.clock.Now())
	if _, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).Set("interruptions = ?", interruptions).Where("id = ?", id).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b.work(t, func(ctx context.Context, claim *jobs.Claim) error { return b.engine.Run(ctx, claim) })
}

// TestRun_WhereToGoOn: what is found in a post says what is done, and one that takes the process
// down is put aside.
func TestRun_WhereToGoOn(t *testing.T) {
	t.Parallel()
	queued, processing, publishing := posts.Post{Status: posts.Queued}, attempted(), in(posts.Publishing)
	processing.Caption, publishing.Caption = new("Bread"), new("Bread")
	known := publishing
	known.SNMediaID, known.PublishedAt = new("18000000000000009"), at(start.Add(-time.Hour))
	orphan := queued
	orphan.SocialAccountID = wireid.New()
	for name, c := range map[string]struct {
		post          posts.Post
		interruptions int
		status        posts.Status
		code, says    string
		// asks says that the network is asked.
		asks bool
	}{
		"queued":                   {queued, 0, posts.Failed, "MEDIA_INVALID", "not in the data folder", false},
		"queued, one crash":        {queued, 1, posts.Failed, "MEDIA_INVALID", "not in the data folder", false},
		"queued, two crashes":      {queued, 2, posts.Failed, "UNKNOWN_ERROR", "Crier ended twice", false},
		"at work, one crash":       {processing, 1, posts.Published, "", "", true},
		"at work, two crashes":     {processing, 2, posts.Failed, "UNKNOWN_ERROR", "Crier ended twice", false},
		"sent":                     {publishing, 0, posts.Published, "", "", true},
		"sent, nine crashes":       {publishing, 9, posts.Published, "", "", true},
		"sent, ten crashes":        {publishing, 10, posts.Failed, "UNKNOWN_ERROR", "check before retrying", false},
		"known to be live":         {known, 0, posts.Published, "", "", true},
		"known, a hundred crashes": {known, 100, posts.Published, "", "", true},
		"ended before":             {in(posts.Published), 0, posts.Published, "", "", false},
		"failed before":            {in(posts.Failed), 0, posts.Failed, "", "", false},
		"a draft":                  {in(posts.Draft), 0, posts.Draft, "", "", false},
		"the account is gone":      {orphan, 0, posts.Failed, "NOT_FOUND", "account disconnected", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.network.contain(container, graph.Published)
			b.network.show(b.bakery, "media", live(1, time.Second))
			b.clock.Advance(settledAfter + time.Second)
			got, job := b.running(t, c.post, c.interruptions)
			if got.Status != c.status || value(got.ErrorCode) != c.code || !strings.Contains(value(got.ErrorMessage), c.says) {
				t.Errorf("the post is %s, %q %q", got.Status, value(got.ErrorCode), value(got.ErrorMessage))
			}
			if asked := b.network.heard(); (len(asked) > 0) != c.asks {
				t.Errorf("the network was asked %v", asked)
			}
			if open := job.Status == jobs.Pending || job.Status == jobs.Processing; open {
				t.Errorf("the job is %s", job.Status)
			}
		})
	}
}

// TestRun_DeletedPost: the job of a post that there is not ends.
func TestRun_DeletedPost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if job := b.job(t, wireid.New(), 0); job.Status != jobs.Failed || *job.LastError != "the post has been deleted" {
		t.Errorf("the job is %+v", job)
	}
}

// TestRun_SendingAgainIsNoProgress: a post whose repeated publish call takes the process down
// cannot do so for ever.
func TestRun_SendingAgainIsNoProgress(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.contain(container, graph.Finished)
	sent := in(posts.Publishing)
	b.clock.Advance(timing.InFlight)
	go func() {
		// The runner waits, and the job in a pause and for its lease. The pause between two reads
		// need not be its only one: a busy machine may lose it a request.
		for b.clock.BlockUntil(t.Context(), 3) == nil {
			b.clock.Advance(proofPause)
		}
	}()
	_, job := b.running(t, sent, 9)
	if asked := b.network.heard(); !strings.HasSuffix(asked[len(asked)-1], "/media_publish") {
		t.Errorf("the network was asked %v", asked)
	}
	if job.Interruptions != 9 {
		t.Errorf("the job has %d interruptions", job.Interruptions)
	}
}

// TestRun_LiveThoughItKeepsDying: a post that the network calls published does not fail because
// Crier dies again and again in the pauses in which its item is looked for.
func TestRun_LiveThoughItKeepsDying(t *testing.T) {
	t.Parallel()
	for interruptions, pauses := range map[int]bool{hurriedAfter - 1: true, hurriedAfter: false} {
		b := setup(t)
		b.network.contain(container, graph.Published)
		b.network.show(b.bakery, "media", live(1, time.Second))
		go func() {
			for b.clock.BlockUntil(t.Context(), 3) == nil {
				b.clock.Advance(agreePause)
			}
		}()
		sent := in(posts.Publishing)
		sent.Caption = new("Bread")
		post, _ := b.running(t, sent, interruptions)
		reads := 0
		for _, asked := range b.network.heard() {
			if strings.HasSuffix(asked, "/media") {
				reads++
			}
		}
		if post.Status != posts.Published || (post.SNMediaID != nil) != pauses || (reads > 1) != pauses {
			t.Errorf("%d interruptions: %s, media %q, the list was read %d times", interruptions, post.Status, value(post.SNMediaID), reads)
		}
	}
}

// TestRun_AllowanceUsedUp: nothing is begun for five minutes when the network says no more than
// that.
func TestRun_AllowanceUsedUp(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.usage = `{"call_count":100,"total_time":3,"total_cputime":3}`
	post := attempted()
	post.SNContainerID, post.ContainerCreatedAt = new(container), at(start)
	got, job := b.running(t, post, 0)
	if got.Status != posts.Queued || job.Status != jobs.Pending || !job.RunAt.Time().Equal(start.Add(5*time.Minute)) || job.Attempts != 0 || !strings.Contains(value(job.LastError), "used up") {
		t.Errorf("the post is %s, the job %s at %s after %d attempts: %s", got.Status, job.Status, job.RunAt, job.Attempts, value(job.LastError))
	}
	if asked := b.network.heard(); slices.ContainsFunc(asked, func(s string) bool { return !strings.HasSuffix(s, "content_publishing_limit") }) {
		t.Errorf("the network was asked %v", asked)
	}
}

// TestChannels_HaveTheirNameInTheLedger: the table of attempts lists the names of channels, so that
// a further one needs a migration. Without it no call of the channel could be written down, and so
// none be made.
func TestChannels_HaveTheirNameInTheLedger(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, ch := range b.engine.channels {
		post := b.insert(t, sought("", nil))
		b.send(t, post, attempt.Attempt{Channel: ch.Name()})
		if b.engine.channels.byName(ch.Name()) != ch {
			t.Errorf("two channels are called %s", ch.Name())
		}
	}
}

// TestRun_AnUnreadableRow: a post whose attempt cannot be read is put aside without a call, and no
// other post is. Any item of the account may be what the damaged one became, so that none is taken
// for another post's until the damaged one is given up. Tier race, one database.
func TestRun_AnUnreadableRow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	damaged := b.waiting(t, posts.Post{Status: posts.Queued, Caption: new("Bread")})
	b.damage(t, damaged, attempt.Feed)
	b.turn(t)
	if asked := b.network.heard(); len(asked) > 0 {
		t.Errorf("the network was asked %q", asked)
	}
	b.network.contain(container, graph.Published)
	b.network.show(b.bakery, "media", live(1, time.Second))
	other := in(posts.Publishing)
	other.Caption = new("Bread")
	other = b.waiting(t, other)
	b.clock.Advance(settledAfter + time.Second)
	b.turn(t)
	if got := b.read(t, damaged.ID); got.Status != posts.Failed || value(got.ErrorCode) != string(apperror.UnknownError) || !strings.Contains(value(got.ErrorMessage), "cannot be read") {
		t.Errorf("the damaged one is %s: %s", got.Status, value(got.ErrorMessage))
	}
	if got := b.read(t, other.ID); got.Status != posts.Published || got.SNMediaID != nil {
		t.Errorf("the other one is %s as %q: %s", got.Status, value(got.SNMediaID), value(got.ErrorMessage))
	}
	b.search(t, int(searchTimeout/searchRound)+2)
	if got := b.read(t, other.ID); value(got.SNMediaID) != live(1, 0).ID {
		t.Errorf("once the damaged one is given up, the other one is %q", value(got.SNMediaID))
	}
}

// damage writes an open attempt of a post down that cannot be read, and whose look is no post's.
func (b *bundle) damage(t *testing.T, post posts.Post, channel attempt.Channel) {
	t.Helper()
	_, err := b.db.ExecContext(t.Context(), `INSERT INTO attempts (post_id, account_id, channel, ref, look, seen_before, sent_at, ran_ms, verdict, asked_ms)
		VALUES (?, ?, ?, '5', 'damaged', 'no list', ?, 0, 'open', 0)`, post.ID, post.SocialAccountID, channel, start.UnixMilli())
	if err != nil {
		t.Fatal(err)
	}
}

// TestRun_AnUnreadableRowOfWhatIsLive: what the post itself says does not need the row.
func TestRun_AnUnreadableRowOfWhatIsLive(t *testing.T) {
	t.Parallel()
	b := setup(t)
	known := posts.Post{Status: posts.Queued, Caption: new("Bread"), SNContainerID: new(container), SNMediaID: new(live(1, 0).ID), PublishedAt: at(start)}
	known = b.waiting(t, known)
	b.damage(t, known, attempt.Feed)
	if _, err := b.db.ExecContext(t.Context(), "UPDATE posts SET status = 'PROCESSING' WHERE id = ?", known.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := b.db.ExecContext(t.Context(), "UPDATE posts SET status = 'PUBLISHING' WHERE id = ?", known.ID); err != nil {
		t.Fatal(err)
	}
	b.turn(t)
	if got := b.read(t, known.ID); got.Status != posts.Published || value(got.SNMediaID) != live(1, 0).ID {
		t.Errorf("the post is %s as %q: %s", got.Status, value(got.SNMediaID), value(got.ErrorMessage))
	}
}

// TestRun_AnUnreadableRowOfAShare: a share that is on the Page ends well, whatever its row says.
func TestRun_AnUnreadableRowOfAShare(t *testing.T) {
	t.Parallel()
	b := setup(t)
	shared := in(posts.Published)
	shared.SocialAccountID, shared.SNMediaID = b.potter.ID, new(live(1, 0).ID)
	shared.ShareKind, shared.ShareState, shared.PartnerPostID = new(posts.SharePhoto), new(posts.ShareMade), new("1_2")
	shared = b.waiting(t, shared)
	b.damage(t, shared, attempt.Page)
	b.turn(t)
	if got := b.read(t, shared.ID); got.ShareState != nil || got.ErrorCode != nil || got.PartnerPermalink == nil {
		t.Errorf("the share is %v at %q: %s", got.ShareState, value(got.PartnerPermalink), value(got.ErrorMessage))
	}
}
