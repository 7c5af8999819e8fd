package e2e_test

import (
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// TestFirstComment: a post is published, commented once and then shared; a lost answer is looked
// for, what a filter hides is not seen and not made again, and a refusal is said beside what is
// said of the share.
func TestFirstComment(t *testing.T) {
	t.Parallel()
	const first = "Which one next?"
	for name, c := range map[string]struct {
		fault    *e2e.Fault
		isHidden bool
		isShared bool
		state    posts.CommentState
		// made is how many comments there are, says what the post says.
		made int
		says []string
	}{
		"made":                           {state: posts.CommentMade, isShared: true, made: 1},
		"the answer is lost":             {fault: &e2e.Fault{DropAfterCommit: true}, state: posts.CommentMade, isShared: true, made: 1},
		"a proxy's page":                 {fault: &e2e.Fault{HTTP: 502, Body: html, AfterCommit: true}, state: posts.CommentMade, made: 1},
		"hidden, and the answer is lost": {fault: &e2e.Fault{DropAfterCommit: true}, isHidden: true, state: posts.CommentNotSeen, made: 1, says: []string{"its first comment is not seen"}},
		"refused":                        {fault: &e2e.Fault{HTTP: 400, Code: 100}, state: posts.CommentNotMade, isShared: true, says: []string{"without its first comment"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			if c.fault != nil {
				c.fault.Match = e2e.CommentCalls
				j.network.Fault(*c.fault)
			}
			if c.isHidden {
				j.network.HideComments(1)
			}
			id := j.publish(body{
				"accountId": j.potter.ID, "mediaType": "IMAGE", "mediaFileId": j.photo(), "caption": "to both", "crossPostToPartner": c.isShared, "firstComment": first,
			})
			var p posts.Post
			j.AdvanceUntil(t, 2*time.Hour, func() bool {
				p = j.post(id)
				return p.FirstCommentState != nil && !p.IsCommenting() && (!c.isShared || p.PartnerPermalink != nil)
			})
			made := j.network.Ledger().Comments
			if *p.FirstCommentState != c.state || len(made) != c.made || (p.ErrorMessage == nil) != (c.says == nil) {
				t.Fatalf("the comment is %s: %s; below the post is %+v", *p.FirstCommentState, text(p.ErrorMessage), made)
			}
			if c.state == posts.CommentMade && (text(p.FirstCommentID) != made[0].CommentID || made[0].MediaID != text(p.SNMediaID) || made[0].Text != first) {
				t.Errorf("it is %s below %s; there is %+v", text(p.FirstCommentID), text(p.SNMediaID), made)
			}
			for _, words := range c.says {
				if !strings.Contains(text(p.ErrorMessage), words) {
					t.Errorf("it says %q, and not %q", text(p.ErrorMessage), words)
				}
			}
			shares := j.network.Ledger().PartnerPublications
			if c.isShared != (len(shares) == 1) || c.isShared && c.made == 1 && shares[0].PublishedAt.Before(made[0].PublishedAt) {
				t.Errorf("on the Page is %+v, below the post %+v", shares, made)
			}
		})
	}
}
