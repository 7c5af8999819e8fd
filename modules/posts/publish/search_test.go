package publish

import (
	"context"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/platform/graph"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// failed stores a FAILED post whose attempt is open and was sent so long after the start.
func (b *bundle) failed(t *testing.T, post posts.Post, after time.Duration) posts.Post {
	t.Helper()
	post.CompletedAt, post.ErrorCode, post.ErrorMessage = at(start.Add(time.Hour)), new("UNKNOWN_ERROR"), new("it may be live; "+posts.LookFirst)
	post.Doubt, post.SettledMessage = posts.MayBeLive, new("it failed")
	if last, err := posts.NextCompletion(t.Context(), b.db, *post.CompletedAt); err == nil {
		post.CompletedAt = &last
	}
	post = b.insert(t, post)
	b.send(t, post, attempt.Attempt{SentAt: *at(start.Add(after))})
	return post
}

// search runs the chore so often.
func (b *bundle) search(t *testing.T, times int) {
	t.Helper()
	for range times {
		if err := b.engine.searcher.search(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSearch: which FAILED posts the background check moves to PUBLISHED, and as what.
func TestSearch(t *testing.T) {
	t.Parallel()
	one := live(1, 12*time.Second)
	for name, c := range map[string]struct {
		status graph.StatusCode
		live   []graph.Media
		want   posts.Status
		media  string
		// published is when the post counts as published.
		published time.Time
		verdict   attempt.Verdict
	}{
		"proof and one media":          {graph.Published, []graph.Media{one}, posts.Published, one.ID, one.Timestamp, attempt.Live},
		"proof and two alike":          {graph.Published, []graph.Media{live(2, 13*time.Second), one}, posts.Published, "", start.Add(10 * time.Second), attempt.Live},
		"proof and no media":           {graph.Published, nil, posts.Published, "", start.Add(10 * time.Second), attempt.Live},
		"one alike, but not ours":      {graph.Finished, []graph.Media{one}, posts.Failed, "", time.Time{}, attempt.Absent},
		"expired":                      {graph.Expired, []graph.Media{one}, posts.Failed, "", time.Time{}, attempt.Absent},
		"in error":                     {graph.Failed, []graph.Media{one}, posts.Failed, "", time.Time{}, attempt.Absent},
		"still at work":                {graph.InProgress, []graph.Media{one}, posts.Failed, "", time.Time{}, attempt.Open},
		"in a state that is not known": {"ARCHIVED", []graph.Media{one}, posts.Failed, "", time.Time{}, attempt.Open},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.clock.Advance(time.Hour)
			post := b.failed(t, sought(posts.Image, new("Bread")), 10*time.Second)
			b.clock.Advance(time.Hour)
			b.network.show(b.bakery, "media", c.live...)
			b.network.contain(container, c.status)
			b.search(t, 1)
			b.clock.Advance(proofPause)
			b.search(t, 1)
			got, last := b.read(t, post.ID), b.last(t, post)
			if got.Status != c.want || value(got.SNMediaID) != c.media || last.Verdict != c.verdict || value(last.MediaID) != c.media {
				t.Fatalf("got %s as %q, the attempt is %+v", got.Status, value(got.SNMediaID), last)
			}
			if c.want == posts.Failed {
				if (got.Doubt == posts.NoDoubt) != (c.verdict == attempt.Absent) || got.ErrorCode == nil || *got.CompletedAt != *post.CompletedAt {
					t.Errorf("the row is %+v", got)
				}
				return
			}
			if got.ErrorCode != nil || got.ErrorMessage != nil || !got.PublishedAt.Time().Equal(c.published) || !got.CompletedAt.Time().Equal(start.Add(2*time.Hour)) {
				t.Errorf("the row is %+v", got)
			}
			if (got.SNPermalink != nil) != (c.media != "") {
				t.Errorf("the address is %q", value(got.SNPermalink))
			}
		})
	}
}

// TestSearch_WhichAttempts: those of ended posts that nobody has settled, for a day of asking.
// Nothing is ever sent.
func TestSearch_WhichAttempts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.show(b.bakery, "media")
	add := func(n int, status posts.Status, a attempt.Attempt, change func(*posts.Post)) wireid.ID {
		post := sought(posts.Image, new("Bread"))
		post.Status, post.SNContainerID = status, new(container[:len(container)-2]+string([]byte{'1', '0' + byte(n)}))
		post.CompletedAt = at(start.Add(time.Duration(n) * time.Minute))
		change(&post)
		b.network.contain(*post.SNContainerID, graph.Published)
		post = b.insert(t, post)
		if a.Verdict != "" {
			b.send(t, post, a)
		}
		return post.ID
	}
	nothing := func(*posts.Post) {}
	proven := map[wireid.ID]bool{
		add(1, posts.Failed, attempt.Attempt{Verdict: attempt.Open}, nothing):                                                  true,
		add(2, posts.Failed, attempt.Attempt{Verdict: attempt.Absent}, nothing):                                                false,
		add(3, posts.Failed, attempt.Attempt{Verdict: attempt.GivenUp}, nothing):                                               false,
		add(4, posts.Failed, attempt.Attempt{}, nothing):                                                                       false,
		add(5, posts.Failed, attempt.Attempt{Verdict: attempt.Open}, func(p *posts.Post) { p.SocialAccountID = wireid.New() }): false,
		add(6, posts.Queued, attempt.Attempt{Verdict: attempt.Open}, nothing):                                                  false,
	}
	b.search(t, 2)
	completions := map[wiretime.Time]bool{}
	for id, want := range proven {
		got := b.read(t, id)
		if (got.Status == posts.Published) != want {
			t.Errorf("%s is %s", value(got.SNContainerID), got.Status)
		}
		if completions[*got.CompletedAt] {
			t.Errorf("two posts completed at %s", got.CompletedAt)
		}
		completions[*got.CompletedAt] = true
	}
	for _, call := range b.network.heard() {
		if !strings.HasPrefix(call, "GET ") {
			t.Errorf("the check made the call %s", call)
		}
	}
}

// TestSearch_Ends: an attempt is given up when it was asked for in vain for a day in which the
// network could be reached, and not sooner, however much time has passed.
func TestSearch_Ends(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.failed(t, sought(posts.Image, new("Bread")), 0)
	b.network.show(b.bakery, "media")
	b.network.contain(container, graph.InProgress)
	b.clock.Advance(72 * time.Hour)
	b.network.cut()
	b.search(t, 300)
	if got := b.last(t, post); !got.IsOpen() || got.AskedMs != 0 {
		t.Fatalf("offline: %+v", got)
	}
	b.network.mend()
	rounds := int(searchTimeout / searchRound)
	b.search(t, rounds)
	if got := b.last(t, post); !got.IsOpen() {
		t.Fatalf("after %d rounds: %+v", rounds, got)
	}
	b.search(t, 2)
	got := b.read(t, post.ID)
	if last := b.last(t, post); last.Verdict != attempt.GivenUp || got.Status != posts.Failed {
		t.Errorf("got %+v", last)
	}
	// Who retries it must know that nobody else can tell.
	if says := value(got.ErrorMessage); !strings.HasPrefix(says, "it may be live; ") || strings.Count(says, posts.LookFirst) != 1 {
		t.Errorf("the post says %q", says)
	}
}

// TestSearch_AccountShut: time in which the account cannot be asked is no time of asking. An answer
// that marks the account has it asked rarely until it lives again.
func TestSearch_AccountShut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refusal string
		// most is how often the network is asked at most.
		most int
	}{
		"its token is dead":        {`{"error":{"message":"Error validating access token","code":190}}`, 1},
		"at a checkpoint":          {`{"error":{"message":"checkpoint","code":25,"error_subcode":2207050}}`, 1},
		"without the permission":   {`{"error":{"message":"no permission","code":10}}`, 200},
		"its calls are used up":    {`{"error":{"message":"too many calls","code":4}}`, 200},
		"it has been disconnected": {"", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := b.failed(t, sought(posts.Image, new("Bread")), 0)
			b.clock.Advance(72 * time.Hour)
			b.network.refuse(c.refusal)
			if c.refusal == "" {
				if err := b.accounts.Remove(t.Context(), b.bakery.ID, nil); err != nil {
					t.Fatal(err)
				}
			}
			b.search(t, 200)
			if got := b.last(t, post); !got.IsOpen() || got.AskedMs != 0 {
				t.Fatalf("%s after %d ms", got.Verdict, got.AskedMs)
			}
			if heard := len(b.network.heard()); heard > c.most {
				t.Errorf("the network was asked %d times", heard)
			}
			if c.refusal == "" {
				return
			}
			b.network.refuse("")
			b.network.contain(container, graph.Published)
			b.network.show(b.bakery, "media", live(1, time.Second))
			if err := b.accounts.MarkTokenAlive(t.Context(), b.bakery.ID); err != nil {
				t.Fatal(err)
			}
			b.search(t, 1)
			if got := b.read(t, post.ID); got.Status != posts.Published || value(got.SNMediaID) != live(1, 0).ID {
				t.Errorf("once it can be asked, the post is %s as %q", got.Status, value(got.SNMediaID))
			}
		})
	}
}

// TestSearch_NetworkAway: nothing is concluded, and there is no error to be logged.
func TestSearch_NetworkAway(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.failed(t, sought(posts.Image, nil), 0)
	b.network.refuse(`{"error":{"message":"down","code":2}}`)
	b.search(t, 1)
	if got := b.read(t, post.ID).Status; got != posts.Failed {
		t.Errorf("the post is %s", got)
	}
}

// TestSearch_Retried: a retry that was quicker keeps the post.
func TestSearch_Retried(t *testing.T) {
	t.Parallel()
	b := setup(t)
	stored := sought(posts.Image, nil)
	stored.Status = posts.Queued
	post := b.insert(t, stored)
	a := b.send(t, post, attempt.Attempt{})
	was := post
	was.Status = posts.Failed
	run, ch := &channel.Run{Post: was, Last: a}, b.engine.channels.forPost(was)
	found := channel.Item{ID: live(1, 0).ID, At: start}
	if err := b.engine.searcher.settleLive(t.Context(), b.engine.journals.newJournal(run, ch, ch.At(run)), finding{verdict: verdictLive, item: &found, how: attempt.Found}); err != nil {
		t.Fatal(err)
	}
	if got := b.read(t, post.ID); got.Status != posts.Queued || got.SNMediaID != nil || got.CompletedAt != nil || !b.last(t, post).IsOpen() {
		t.Errorf("the row is %+v", got)
	}
}

// TestSearch_SharedToAPage: a post that turns out to be live is shared from then on, if it was to
// be.
func TestSearch_SharedToAPage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := sought(posts.Image, nil)
	post.CrossPostToPartner = true
	post = b.failed(t, post, 0)
	b.network.contain(container, graph.Published)
	b.network.show(b.bakery, "media")
	b.search(t, 1)
	if got := b.read(t, post.ID); got.Status != posts.Published || got.ErrorCode != nil || got.ShareState == nil || *got.ShareState != posts.SharePending || got.SNMediaID != nil {
		t.Errorf("the row is %+v", got)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Waiting != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
}

// TestSearch_WhichMedia: a post that is known to be live gets its media when the account shows it
// after all, and no other post's.
func TestSearch_WhichMedia(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.contain(container, graph.Published)
	post := in(posts.Published)
	post.Caption, post.PublishedAt = new("Bread"), at(start)
	post = b.insert(t, post)
	b.send(t, post, attempt.Attempt{Verdict: attempt.Live})
	b.clock.Advance(time.Hour)
	look := func(want string) {
		t.Helper()
		b.search(t, 1)
		if got := b.read(t, post.ID); value(got.SNMediaID) != want || got.Status != posts.Published {
			t.Errorf("the post is %s as %q, not %q", got.Status, value(got.SNMediaID), want)
		}
	}
	b.network.show(b.bakery, "media", live(2, 2*time.Second), live(1, time.Second))
	look("")
	owner := in(posts.Published)
	owner.SNMediaID, owner.Caption = new(live(2, 0).ID), new("Bread")
	b.insert(t, owner)
	look(live(1, 0).ID)
	if got := b.read(t, post.ID); value(got.SNPermalink) != live(1, 0).Permalink || !got.PublishedAt.Time().Equal(start.Add(time.Second)) {
		t.Errorf("the post is %+v", got)
	}
	if last := b.last(t, post); value(last.MediaID) != live(1, 0).ID || *last.How != attempt.Found {
		t.Errorf("the attempt is %+v", last)
	}
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		return checkUnowned(ctx, tx, b.engine.channels.byName(attempt.Feed), live(1, 0).ID)
	})
	if err == nil {
		t.Error("its media is free")
	}
}

// TestCapReached: the hint is drawn from the account's own posts of the last day.
func TestCapReached(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(48 * time.Hour)
	now := b.clock.Now()
	work := b.feed(t, posts.Post{SocialAccountID: b.bakery.ID})
	says := func(part string) {
		t.Helper()
		if r, ok := work.Refused(t.Context(), &graph.Error{Code: 9, Class: graph.CapReached}); !ok || !strings.HasSuffix(r.Message, "; a place frees "+part+": retry it then") {
			t.Errorf("got %q, want %q", r.Message, part)
		}
	}
	add := func(account wireid.ID, ago time.Duration) {
		post := in(posts.Published)
		post.SocialAccountID, post.PublishedAt = account, at(now.Add(-ago))
		b.insert(t, post)
	}
	add(b.potter.ID, time.Hour)
	add(b.bakery.ID, posts.CapWindow+time.Millisecond)
	says("within 24 hours")
	add(b.bakery.ID, time.Hour)
	says("at " + wiretime.Of(now.Add(23*time.Hour)).String() + " at the latest")
	add(b.bakery.ID, posts.CapWindow)
	add(b.bakery.ID, 2*time.Hour)
	says("at " + wiretime.Of(now).String() + " at the latest")
}
