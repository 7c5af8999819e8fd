package crash_test

import (
	"net/http"
	"slices"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
)

// commentOf is the first comment of the post with a caption, whatever becomes of that.
func commentOf(caption string) string { return caption + " Said below." }

// hasCommented reports whether it is known what became of the first comment of a post, if that is
// PUBLISHED.
func hasCommented(p *cloudPost) bool {
	return p.now.Status != posts.Published || p.now.FirstCommentState != nil && *p.now.FirstCommentState != posts.CommentPending
}

// settleComments waits for what becomes of the first comments. The worker looks for one whose call
// was cut off for a quarter of a minute, at its pace; this program does for many minutes, so that
// such a one is not waited for.
func (r *cloudRun) settleComments() {
	for limit := clock.System().Now().Add(40 * time.Second); clock.System().Now().Before(limit); e2e.SleepUnless(nil, 200*time.Millisecond) {
		r.try(http.MethodPost, "/api/schedule/sync", nil, nil)
		if !slices.ContainsFunc(r.posts, func(p *cloudPost) bool { return !r.hasSettled(p) || !hasCommented(p) }) {
			return
		}
	}
}

// judgeComments holds what the service says of the first comments against the ledger: none is made
// twice, or below another post, and what it says is so.
func (r *cloudRun) judgeComments() {
	all := e2e.NewSandboxControl(r.t, r.Network.URL()).Ledger().Comments
	for _, p := range r.posts {
		var made []e2e.Comment
		for _, c := range all {
			if c.Text == commentOf(p.caption) {
				made = append(made, c)
			}
		}
		r.matrix.comments.Add(int64(len(made)))
		if len(made) > 1 {
			r.matrix.duplicates.Add(1)
			r.t.Errorf("%q was commented on %d times", p.caption, len(made))
		}
		if p.isGone || p.now.Status != posts.Published {
			if len(made) > 0 {
				r.t.Errorf("%q is %s, and was commented on", p.caption, e2e.Describe(p.now))
			}
			continue
		}
		if len(made) > 0 && made[0].MediaID != e2e.Text(p.now.SNMediaID) {
			r.t.Errorf("%q has its comment below %s", p.caption, made[0].MediaID)
		}
		if p.now.FirstCommentState == nil {
			r.t.Errorf("%q says nothing of its comment: %s", p.caption, e2e.Describe(p.now))
			continue
		}
		isMade := len(made) == 1 && made[0].CommentID == e2e.Text(p.now.FirstCommentID)
		if state := *p.now.FirstCommentState; state == posts.CommentMade && !isMade || state == posts.CommentNotMade {
			r.matrix.lost.Add(1)
			r.t.Errorf("the comment of %q is %s; there is %+v; it is %s", p.caption, state, made, e2e.Describe(p.now))
		}
	}
}
