package crash_test

import (
	"net/http"
	"testing"

	"crier/e2e"
)

// aCommented has a first comment.
var aCommented = content{kind: "IMAGE", commented: true}

// comment is the first comment of the post, which no other has.
func (p *matrixPost) comment() string { return p.key + " Which one next?" }

// commentFaults befall the call that makes a first comment, and the list that tells of it.
func commentFaults() []matrixFault {
	on, lost := e2e.CommentCalls, []string{"comment: answer lost"}
	all := []matrixFault{
		{name: "comment: answer lost", plan: faulty(e2e.Fault{Match: on, DropAfterCommit: true})},
		{name: "comment: slow, answer lost", plan: faulty(e2e.Fault{Match: on, DelayMs: late, DropAfterCommit: true})},
		{name: "comment: 502 after", plan: faulty(e2e.Fault{Match: on, HTTP: http.StatusBadGateway, Body: page, AfterCommit: true})},
		{name: "comment: a page for an answer", plan: faulty(e2e.Fault{Match: on, Body: page, AfterCommit: true})},
		{name: "comment: malformed", plan: faulty(e2e.Fault{Match: on, Malformed: true})},
		{name: "comment: lost on the way", plan: faulty(e2e.Fault{Match: on, DropBefore: true}), uncommented: true},
		{name: "comment: 502 before", plan: faulty(e2e.Fault{Match: on, HTTP: http.StatusBadGateway, Body: page}), uncommented: true},
		{name: "comment: refused", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 100}), uncommented: true},
		{name: "comment: too many calls", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 32})},
		{name: "comment: server error", plan: faulty(e2e.Fault{Match: on, HTTP: 500, Code: 2, Times: 2}), uncommented: true},
		{name: "comment list: server error", plan: faulty(e2e.Fault{Match: e2e.CommentLists, HTTP: 500, Code: 2, Times: 2}), beside: lost},
		{name: "comment list: malformed", plan: faulty(e2e.Fault{Match: e2e.CommentLists, Malformed: true}), beside: lost},
	}
	for i := range all {
		all[i].content = aCommented
	}
	return all
}

// hasEndedBeside reports whether nothing more comes of what is made beside a PUBLISHED post by
// itself.
func (p *matrixPost) hasEndedBeside() bool {
	isCommented := !p.commented || p.now.Status != "PUBLISHED" || e2e.Text(p.now.FirstCommentState) != "PENDING"
	return isCommented && p.hasShared()
}

// judgeComments holds what the posts say of their first comments against what is below them: each
// is there once, or says that it is not, or not seen.
func (r *run) judgeComments(t *testing.T, ledger e2e.Ledger) {
	t.Helper()
	below := map[string][]e2e.Comment{}
	for _, c := range ledger.Comments {
		below[c.Text] = append(below[c.Text], c)
	}
	for _, p := range r.posts {
		made := below[p.comment()]
		if len(made) > 1 {
			r.duplicate(t, "%q is commented %d times: %+v", p.key, len(made), made)
		}
		if !p.commented || p.now.Status != "PUBLISHED" {
			continue
		}
		id, state := e2e.Text(p.now.FirstCommentID), e2e.Text(p.now.FirstCommentState)
		switch {
		case state == "MADE" && (len(made) != 1 || made[0].CommentID != id || made[0].MediaID != e2e.Text(p.now.SNMediaID)):
			r.lose(t, "%q is commented as %s below %s; there is %+v", p.key, id, e2e.Text(p.now.SNMediaID), made)
		case state == "MADE", state == "NOT_SEEN":
		case state == "NOT_MADE" && len(made) > 0:
			r.lose(t, "%q says %q, and is commented: %+v", p.key, e2e.Text(p.now.ErrorMessage), made)
		case state == "NOT_MADE" && !r.uncommented && r.kills < 2:
			r.lose(t, "%q is not commented for no reason: %s", p.key, e2e.Text(p.now.ErrorMessage))
		case state != "NOT_MADE":
			r.lose(t, "the comment of %q is %q", p.key, state)
		}
	}
}
