package publish

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
)

// portal is a network in whose place something else answers for three hours: to all calls, or to
// those alone whose path ends so, from the first of these on.
type portal struct {
	*past

	at     string
	isAll  bool
	mu     sync.Mutex
	from   time.Time
	placed int
}

func (p *portal) RoundTrip(req *http.Request) (*http.Response, error) {
	isCall := req.Method == http.MethodPost && strings.HasSuffix(req.URL.Path, p.at)
	p.mu.Lock()
	now := p.wire.right.Now()
	if p.from.IsZero() && isCall {
		p.from = now
	}
	if isCall {
		p.placed++
	}
	isForeign := !p.from.IsZero() && now.Sub(p.from) < 3*time.Hour && (p.isAll || isCall)
	p.mu.Unlock()
	p.setForeign(isForeign)
	return p.wire.RoundTrip(req)
}

// TestFound_ForeignAnswers: a post, its story or its share waits while something else answers in
// the network's place, whichever call meets that first and whether or not other calls pass. It uses
// no attempt, goes out once when the network answers again, and no account is marked. A call that
// makes a share visible is not made again: nobody knows what became of it, as of any that is lost.
func TestFound_ForeignAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		at     string
		isAll  bool
		post   pastPost
		placed int
	}{
		{"/media", true, pastPost{Way: byFeed, Form: isPicture, Text: "ann"}, 2},
		{"/media_publish", true, pastPost{Way: byFeed, Form: isReel, Text: "ann"}, 2},
		{"/media_publish", false, pastPost{Way: byFeed, Form: isPicture, Text: "ann"}, 40},
		{"/configure_to_story/", false, pastPost{Way: byStory, Form: isPictureStory, Text: "ann"}, 40},
		{"/photos", true, pastPost{Way: byPage, Form: isPicture, Text: "ann"}, 250},
		{"/feed", false, pastPost{Way: byPage, Form: isPicture, Text: "ann"}, 1},
	} {
		t.Run(c.at, func(t *testing.T) {
			t.Parallel()
			h := history{Posts: []pastPost{c.post}}
			var p *portal
			var got posts.Post
			var attempts int
			var marked bool
			h.before = func(of *past) {
				p = &portal{past: of, at: c.at, isAll: c.isAll}
				of.transport = p
			}
			h.spoil = func(of *past) {
				got = of.first()
				if err := of.db.NewSelect().Table("scheduled_jobs").ColumnExpr("max(attempts)").Where("subject_id = ?", of.ids[0]).Scan(of.t.Context(), &attempts); err != nil {
					of.t.Fatal(err)
				}
				accounts, err := of.accounts.Accounts(of.t.Context())
				if err != nil {
					of.t.Fatal(err)
				}
				marked = slices.ContainsFunc(accounts, auth.SocialAccount.IsMarked)
			}
			wrong, said := h.live(t, newOrigin(t))
			isLost := c.at == "/feed"
			isDone := got.ErrorCode == nil && (c.post.Way != byPage || got.PartnerPostID != nil)
			if isLost {
				isDone = strings.Contains(value(got.ErrorMessage), mayBeOnPage)
			}
			if len(wrong) > 0 || got.Status != posts.Published || !isDone || got.RetryCount != 0 || attempts > 1 || marked || p.placed > c.placed {
				t.Errorf("%v; after %d calls, %d attempts and %d retries the post is %s, %q, on the Page as %q; marked %t\n%s",
					wrong, p.placed, attempts, got.RetryCount, got.Status, value(got.ErrorMessage), value(got.PartnerPostID), marked, strings.Join(said, "\n"))
			}
		})
	}
}

// TestFound_ForeignAnswerSaysSo: the post says since when something else answers, and that the
// network or what lies in between is out of order; after a day of it the post fails and says so.
func TestFound_ForeignAnswerSaysSo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.uptime.Agree(0)
	b.network.refuse("<html><head><title>Blocked by policy</title></head></html>")
	post := b.waiting(t, attempted())
	const want = "the network cannot be reached since 2026-11-21T09:30:00.000Z: something else answers in the network's place (HTTP 400): " +
		"a proxy, a filter or the sign-in page of a Wi-Fi, or the network is out of order; a browser on this machine shows which"
	for b.clock.Now().Sub(start) <= lateness.Grace {
		job := b.turn(t)
		got := b.read(t, post.ID)
		if got.Status != posts.Queued || got.RetryCount != 1 || job.Attempts != 0 || value(got.ErrorMessage) != want {
			t.Fatalf("after %s, %d attempts and %d retries the post is %s, %q", b.clock.Now().Sub(start), job.Attempts, got.RetryCount, got.Status, value(got.ErrorMessage))
		}
		b.clock.Advance(time.Hour)
	}
	b.turn(t)
	if got := b.read(t, post.ID); got.Status != posts.Failed || !strings.HasPrefix(value(got.ErrorMessage), want+"; the post is ") {
		t.Errorf("the post is %s, %q", got.Status, value(got.ErrorMessage))
	}
}
