package publish

import (
	"math/rand/v2"
	"net/http"

	"crier/modules/posts"
	"crier/platform/wireid"
)

const (
	drawnComment = "Which one next?"
	byPasserBy   = "a.passer.by"
)

// drawComments draws first comments, what becomes of their calls, and remarks of others below the
// posts. What a filter hides nobody can tell from what was never made, so that the network does not
// refuse then what it has made. It draws last, as drawRemovals does.
func (h *history) drawComments(r *rand.Rand) {
	if r.IntN(2) == 0 {
		return
	}
	if r.IntN(4) == 0 {
		h.HiddenComments = 1 + r.IntN(3)
	}
	for i := range h.Posts {
		p := &h.Posts[i]
		if p.Way == byStory || p.Form == isPictureStory || p.Form == isMovieStory || r.IntN(4) == 0 {
			continue
		}
		p.Comment = pick(r, drawnComment, drawnComment, "")
		if p.Comment == "" {
			continue
		}
		for range 1 + r.IntN(2) {
			f := drawFate(r, byComment)
			if f.Kind == isRefusedLive && h.HiddenComments > 0 {
				f.Kind = isUnanswered
			}
			h.Calls[byComment] = append(h.Calls[byComment], f)
		}
		for range r.IntN(2) {
			e := pastEvent{At: p.At + p.DueIn + seconds(r, pick(r, 15, 60, 600)), Kind: isRemark, Way: p.Way, Text: drawnComment, Post: i}
			if r.IntN(2) == 0 {
				e.Text = "Lovely!"
			}
			h.Events = append(h.Events, e)
		}
	}
}

// remark has somebody comment by hand below a post: a passer-by with any text, the account itself
// with another one than the post's. Nothing tells one of its own by hand from the post's.
func (p *past) remark(e pastEvent, id wireid.ID) {
	p.t.Helper()
	if id.IsZero() {
		return
	}
	post, err := posts.SelectPost(p.t.Context(), p.db, id)
	if err != nil || post.SNMediaID == nil || p.removed[*post.SNMediaID] || p.isTakenDown(*post.SNMediaID) {
		return
	}
	who := byPasserBy
	if e.Text != drawnComment && e.Post%2 == 0 {
		who = p.origin.bakery.Username
		if e.Way != byFeed {
			who = p.origin.potter.Username
		}
	}
	p.control(http.MethodPost, "comments", map[string]any{"mediaId": *post.SNMediaID, "username": who, "text": e.Text}, nil)
}

// isTakenDown reports whether Crier has deleted the item.
func (p *past) isTakenDown(id string) bool {
	p.wire.mu.Lock()
	defer p.wire.mu.Unlock()
	return p.wire.takenDown[id]
}

// judgeComment compares what a post says of its first comment with what is below it. One that a
// filter hides is there, and nobody sees it; one below what the user has deleted is gone.
func (p *past) judgeComment(post posts.Post, i int, live map[wireid.ID]made, add func(flawKind, string, ...any)) {
	p.t.Helper()
	item, isLive := live[post.ID]
	if post.Status != posts.Published {
		if isLive {
			add(isMisattributed, "post %d, %s, is %s and is commented as %s", i, post.ID, post.Status, item.id)
		}
		return
	}
	state := posts.CommentState("none")
	if post.FirstCommentState != nil {
		state = *post.FirstCommentState
	}
	isGone := p.removed[value(post.SNMediaID)]
	isHidden := p.history.HiddenComments > 0
	switch {
	case post.FirstComment == nil && (isLive || state != "none"):
		add(isMisattributed, "post %d, %s, has no first comment, is %s and commented: %t", i, post.ID, state, isLive)
	case post.FirstComment == nil:
	case state == posts.CommentPending, state == "none":
		add(isStuckPost, "the comment of post %d, %s, is %s", i, post.ID, state)
	case state == posts.CommentMade && (!isLive || value(post.FirstCommentID) != item.id):
		add(isMisattributed, "post %d, %s, is commented as %q and is as %q", i, post.ID, value(post.FirstCommentID), item.id)
	case state == posts.CommentMade:
	case isLive && isGone, isLive && isHidden && state == posts.CommentNotSeen:
	case isLive:
		add(isLostPost, "the comment of post %d, %s, is %s, and %s is below it: %s", i, post.ID, state, item.id, value(post.CommentMessage))
	default:
		post.ErrorCode, post.ErrorMessage = post.CommentCode, post.CommentMessage
		p.explain(post, byComment, add, byComment)
	}
}
