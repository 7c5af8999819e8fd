package publish

import (
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
)

// TestComment_Cases: what becomes of first comments, by what becomes of their calls. The judge of
// the histories looks at each too.
func TestComment_Cases(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		history history
		// calls are how many were sent, state and says what the posts say in the end.
		calls int
		state posts.CommentState
		says  string
	}{
		"answered":                       {history: ofOne(byFeed, fate{Kind: isAnswered}), calls: 1, state: posts.CommentMade},
		"the answer is lost":             {history: ofOne(byFeed, fate{Kind: isUnanswered}), calls: 1, state: posts.CommentMade},
		"it takes effect late":           {history: ofOne(byFeed, fate{Kind: isLate, After: 40 * time.Second}), calls: 1, state: posts.CommentMade},
		"the answer is lost, and hidden": {history: hidden(ofOne(byFeed, fate{Kind: isUnanswered})), calls: 1, state: posts.CommentNotSeen, says: posts.CommentUnseen},
		"answered, and hidden":           {history: hidden(ofOne(byFeed, fate{Kind: isAnswered})), calls: 1, state: posts.CommentMade},
		"lost on the way":                {history: ofOne(byFeed, fate{Kind: isDropped}), calls: 1, state: posts.CommentNotSeen, says: posts.CommentHidden},
		"refused for good":               {history: ofOne(byFeed, fate{Kind: isRefused, Answer: 3}), calls: 1, state: posts.CommentNotMade, says: "(code 100)"},
		"refused for good, and made":     {history: ofOne(byFeed, fate{Kind: isRefusedLive, Answer: 3}), calls: 1, state: posts.CommentMade},
		"refused for a while":            {history: ofOne(byFeed, fate{Kind: isRefused, Answer: 2}), calls: 2, state: posts.CommentMade},
		"refused for a while, and made":  {history: ofOne(byFeed, fate{Kind: isRefusedLive, Answer: 2}), calls: 1, state: posts.CommentMade},
		"a server that fails":            {history: ofOne(byFeed, fate{Kind: isRefused, Answer: 1}), calls: 1, state: posts.CommentNotSeen, says: posts.CommentUnseen},
		"the login of the partner":       {history: ofOne(byPotter, fate{Kind: isUnanswered}), calls: 1, state: posts.CommentMade},
		"beside a share":                 {history: ofOne(byPage, fate{Kind: isUnanswered}), calls: 1, state: posts.CommentMade},
		"beside a share that is refused": {
			history: with(ofOne(byPage, fate{Kind: isRefused, Answer: 3}), func(h *history) { h.Calls[byPage] = []fate{{Kind: isRefused, Answer: 3}} }),
			calls:   1, state: posts.CommentNotMade, says: notShared,
		},
		"two posts of the same text": {
			history: with(ofOne(byFeed, fate{Kind: isUnanswered}, fate{Kind: isUnanswered}), func(h *history) { h.Posts = append(h.Posts, h.Posts[0]) }),
			calls:   2, state: posts.CommentMade,
		},
		"retried": {
			history: with(ofOne(byFeed, fate{Kind: isUnanswered}), func(h *history) {
				h.Calls[byFeed] = []fate{{Kind: isRefused, Answer: 3}}
				h.Events = []pastEvent{{At: time.Minute, Kind: isRetried}, {At: 2 * time.Minute, Kind: isRetried}}
			}),
			calls: 1, state: posts.CommentMade,
		},
		"somebody says the same": {
			history: with(ofOne(byFeed, fate{Kind: isDropped}), func(h *history) {
				h.Events = []pastEvent{{At: 20 * time.Second, Kind: isRemark, Text: drawnComment, Way: byFeed}}
			}),
			calls: 1, state: posts.CommentNotSeen,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := c.history
			h.after = func(p *past) {
				for _, id := range p.ids {
					got, err := posts.SelectPost(p.t.Context(), p.db, id)
					if err != nil {
						p.t.Fatal(err)
					}
					if got.Status != posts.Published || *got.FirstCommentState != c.state || !strings.Contains(value(got.ErrorMessage), c.says) || (got.ErrorMessage == nil) != (c.state == posts.CommentMade) {
						p.t.Errorf("%s, %s: %s", got.Status, *got.FirstCommentState, value(got.ErrorMessage))
					}
				}
				if sent := p.commentCalls(); sent != c.calls {
					p.t.Errorf("%d calls were sent", sent)
				}
				if all := p.ledger(); len(all[attempt.Page]) > 0 && !all[attempt.Comment][0].at.Before(all[attempt.Page][0].at) {
					p.t.Errorf("the share is before the comment: %+v", all)
				}
			}
			if wrong, said := h.live(t, newOrigin(t)); len(wrong) > 0 {
				t.Errorf("%v\n%s", wrong, strings.Join(said, "\n"))
			}
		})
	}
}

// commentCalls returns how many calls for comments were sent.
func (p *past) commentCalls() (n int) {
	for _, line := range p.wire.said {
		if strings.Contains(line, string(byComment)+": ") && !strings.HasSuffix(line, "arrives") {
			n++
		}
	}
	return n
}

// ofOne returns the history of one post with a first comment, whose calls have the fates.
func ofOne(by way, fates ...fate) history {
	return history{Posts: []pastPost{{Way: by, Text: "ann", Comment: drawnComment}}, Calls: map[way][]fate{byComment: fates}}
}

func hidden(h history) history { return with(h, func(h *history) { h.HiddenComments = 1 }) }

func with(h history, change func(*history)) history {
	change(&h)
	return h
}

// TestComment_Killed: a death of the process at any call, before it takes effect or after it,
// leaves no post commented twice, and none that waits for its comment.
func TestComment_Killed(t *testing.T) {
	t.Parallel()
	o := newOrigin(t)
	const calls = 16
	for call := range calls {
		for _, delivered := range []bool{false, true} {
			h := ofOne(byFeed)
			h.Events = []pastEvent{{Kind: isKilledAt, Call: call, Delivered: delivered}}
			if wrong, said := h.live(t, o); len(wrong) > 0 {
				t.Errorf("call %d, delivered %t: %v\n%s", call, delivered, wrong, strings.Join(said, "\n"))
			}
		}
	}
}

// TestComment_DeletedMeanwhile: the deletion of a post while its comment is looked for ends that,
// and nothing more is sent.
func TestComment_DeletedMeanwhile(t *testing.T) {
	t.Parallel()
	for _, kind := range []fateKind{isDropped, isUnanswered, isRefused} {
		h := ofOne(byFeed, fate{Kind: kind, Answer: 2})
		h.Events = []pastEvent{{At: 30 * time.Second, Kind: isDeleted}}
		h.after = func(p *past) {
			if sent := p.commentCalls(); sent != 1 || !p.deleted[p.ids[0]] {
				p.t.Errorf("%s: %d calls, deleted %t", kind, sent, p.deleted[p.ids[0]])
			}
		}
		if wrong, said := h.live(t, newOrigin(t)); len(wrong) > 0 {
			t.Errorf("%s: %v\n%s", kind, wrong, strings.Join(said, "\n"))
		}
	}
}
