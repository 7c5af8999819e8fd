package graph

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"crier/platform/intent"
)

const commentFields = "id,text,timestamp,username"

// Comment is a comment on a published media, and no reply to another one. What the network left out
// is zero.
type Comment struct {
	ID, Text, Username string
	// Time is in whole seconds, UTC.
	Time time.Time
}

// PublishComment comments on a published media in the account's name, and returns the comment's id.
// The call spends the Intent, makes the comment visible and is not idempotent: after an error whose
// OutcomeUnknown is true only Comments can tell. Even a comment that the network took may be hidden
// by its filters.
func (c *PostComments) PublishComment(ctx context.Context, i intent.Intent, a Account, mediaID, text string) (commentID string, err error) {
	switch {
	case !isID(mediaID):
		return "", refuse(OpPublishComment, Permanent, "the media's id is no id of the network")
	case strings.TrimSpace(text) == "":
		return "", refuse(OpPublishComment, Permanent, "a comment needs a text")
	}
	if err := spend(OpPublishComment, i); err != nil {
		return "", err
	}
	got, err := call[createdAnswer](ctx, c.caller, request{
		op: OpPublishComment, method: http.MethodPost, account: a, path: []string{mediaID, "comments"}, params: url.Values{"message": {text}},
	})
	return string(got.ID), err
}

// Comments returns the comments on a media that the network shows, newest first; one that its
// filters have hidden is not among them. It reads at most 10 pages of 50: if there was more, it
// returns what it read together with an error that wraps ErrTruncated. Any other error comes
// without comments.
func (c *PostComments) Comments(ctx context.Context, a Account, mediaID string) ([]Comment, error) {
	if !isID(mediaID) {
		return nil, refuse(OpComments, Permanent, "the media's id is no id of the network")
	}
	got, err := readAll[commentAnswer](ctx, c.caller, request{
		op: OpComments, method: http.MethodGet, account: a, path: []string{mediaID, "comments"}, params: listOf(commentFields),
	})
	if err != nil && !errors.Is(err, ErrTruncated) {
		return nil, err
	}
	all := make([]Comment, len(got))
	for i, one := range got {
		all[i] = Comment{ID: string(one.ID), Text: one.Text, Username: one.Username, Time: one.Timestamp.Time}
	}
	slices.SortStableFunc(all, func(a, b Comment) int { return b.Time.Compare(a.Time) })
	return all, err
}

type commentAnswer struct {
	nodeAnswer

	Text      string  `json:"text"`
	Username  string  `json:"username"`
	Timestamp instant `json:"timestamp"`
}

func (a commentAnswer) flaw(x *exchange) string {
	if flaw := a.nodeAnswer.flaw(x); flaw != "" {
		return flaw
	}
	return timeFlaw(a.Timestamp.Time, x.date)
}
