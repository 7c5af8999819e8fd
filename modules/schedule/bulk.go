package schedule

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// BulkAction is an action on many posts.
type BulkAction string

const (
	BulkShift  BulkAction = "shift"
	BulkCancel BulkAction = "cancel"
	BulkDelete BulkAction = "delete"
	BulkRetry  BulkAction = "retry"
)

// BulkRequest is the body of POST /posts/bulk.
type BulkRequest struct {
	Action  BulkAction  `json:"action"            enum:"shift,cancel,delete,retry" doc:"shift moves scheduled posts, and drafts with a plan; cancel takes scheduled posts back to DRAFT; delete takes posts out of the history; retry has failed posts published again, those of an account a minute apart."`
	PostIDs []wireid.ID `json:"postIds"           minItems:"1" maxItems:"200" doc:"The posts, each once, in the order in which it is done."`
	Days    int         `json:"days,omitempty"    minimum:"-3660" maximum:"3660" doc:"For shift: by how many days; clocks show the same time on the new day, in the time zone of each post." example:"7"`
	Minutes int         `json:"minutes,omitempty" minimum:"-1440" maximum:"1440" doc:"For shift: by how many minutes more." example:"0"`
}

// BulkResult is the answer of POST /posts/bulk.
type BulkResult struct {
	Results []BulkOutcome `json:"results" doc:"What came of each post, in the order of the request."`
}

// BulkOutcome is the result of one of the posts.
type BulkOutcome struct {
	PostID wireid.ID      `json:"postId" doc:"The post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	IsDone bool           `json:"isDone" doc:"Whether it was done. One that could not be done keeps no other from being done." example:"true"`
	At     *wiretime.Time `json:"at"     doc:"For shift the new time; for retry when the network is asked; null otherwise, and when it was not done." example:"2026-12-31T08:00:00.000Z"`
	Code   *string        `json:"code"   format:"error-code" doc:"Code of why it was not done; null when it was." example:"INVALID_STATUS"`
	Error  *string        `json:"error"  doc:"Why it was not done, for people; null when it was." example:"the post can no longer be cancelled: it is PUBLISHING"`
}

// bulkPatience is how long a request starts work on further posts: a cloud worker that does not
// answer takes ten seconds for each.
const bulkPatience = 30 * time.Second

// errNotBegun is the outcome of the posts that were not started: bulkPatience had passed, or an
// earlier post had failed.
func errNotBegun() error {
	return apperror.New(apperror.WorkerUnreachable, "this post was left as it is, since those before it took too long, or one went wrong; try again with the posts that are left")
}

type bulkInput struct {
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"255" doc:"The client's own name for this request, new for each. For 24 hours the same shift under the same name moves each post to the time that it was to have the first time, and so no post twice. The other actions do the same thing twice anyway." example:"8d0c6a52-a-week-later"`
	Body           BulkRequest
}

// bulk applies one action to many posts, one after the other, as it is applied to a single post.
type bulk struct {
	clock   clock.Clock
	log     *slog.Logger
	service *service
	drafts  *posts.Drafts
	history *posts.History
	retrier *posts.Retrier
	deleter *posts.Deleter
	answers *posts.Answers
}

func newBulk(
	clk clock.Clock, log *slog.Logger, s *service, drafts *posts.Drafts, history *posts.History, retrier *posts.Retrier, deleter *posts.Deleter,
	answers *posts.Answers,
) *bulk {
	return &bulk{clock: clk, log: log, service: s, drafts: drafts, history: history, retrier: retrier, deleter: deleter, answers: answers}
}

func (b *bulk) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "changePosts", Method: http.MethodPost, Path: "/posts/bulk", Tags: []string{"Posts"},
		Summary: "Do one thing to many posts", Description: "Moves, cancels, deletes or retries up to 200 posts, one after the other, each as the operation for one post does, and tells what came of each.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.WithAnswers(httpapi.WithRequests(nil, bulkRequest()), bulkAnswer())),
	}, b.handle)
}

func bulkRequest() httpapi.Example {
	return httpapi.Example{Name: "week", Summary: "A week later", Body: `{"action":"shift","postIds":["3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"],"days":7}`}
}

func bulkAnswer() httpapi.Example {
	return httpapi.Example{Name: "moved", Summary: "The post was moved", Changes: `{"results":[{"code":null,"error":null}]}`}
}

func (b *bulk) handle(ctx context.Context, in *bulkInput) (*httpapi.Output[BulkResult], error) {
	r := in.Body
	if r.Action == BulkShift && r.Days == 0 && r.Minutes == 0 {
		return nil, apperror.New(apperror.ValidationError, "a shift needs days or minutes")
	}
	seen := make(map[wireid.ID]bool, len(r.PostIDs))
	for _, id := range r.PostIDs {
		if seen[id] {
			return nil, apperror.New(apperror.ValidationError, "body.postIds: the post %s stands more than once; name each post once", id)
		}
		seen[id] = true
	}
	work := &bulkWork{request: r, turns: posts.NewRetryTurns(b.clock.Now())}
	if r.Action == BulkShift && in.IdempotencyKey != "" {
		var err error
		if work.moves, err = b.plan(ctx, in.IdempotencyKey, r); err != nil {
			return nil, err
		}
	}
	results, err := b.each(ctx, r.PostIDs, func(ctx context.Context, id wireid.ID) (*wiretime.Time, error) { return b.one(ctx, work, id) })
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(BulkResult{Results: results}, nil)
}

// each calls do for one post after the other. After a failure it still returns the outcomes of the
// posts before, because a client that repeats the request for all of them would move those twice.
func (b *bulk) each(ctx context.Context, ids []wireid.ID, do func(ctx context.Context, id wireid.ID) (*wiretime.Time, error)) ([]BulkOutcome, error) {
	results, begun, hasFailed := make([]BulkOutcome, len(ids)), b.clock.Now(), false
	for i, id := range ids {
		var at *wiretime.Time
		err := errNotBegun()
		if !hasFailed && b.clock.Now().Sub(begun) < bulkPatience {
			at, err = do(ctx, id)
		}
		results[i] = BulkOutcome{PostID: id, IsDone: err == nil, At: at}
		if err == nil {
			continue
		}
		known := apperror.From(apperror.ForPeople(err))
		if known == nil {
			if i == 0 || ctx.Err() != nil {
				return nil, err // There is nothing to report, or nobody is there.
			}
			b.log.Error("schedule: one of many posts could not be changed", "post", id, "error", err)
			hasFailed, known = true, apperror.New(apperror.InternalError, "something went wrong in Crier; look at the post before you try again")
		}
		results[i].At, results[i].Code, results[i].Error = nil, new(string(known.Code)), &known.Message
	}
	return results, nil
}

// bulkWork is one request that is being worked on.
type bulkWork struct {
	request BulkRequest
	// turns is when each post is retried.
	turns *posts.RetryTurns
	// moves are the times of a named request, by post.
	moves map[wireid.ID]bulkMove
}

// bulkMove is the time to which a shift moves a post, and the post as it was read.
type bulkMove struct {
	PostID wireid.ID     `json:"postId"`
	Seen   wiretime.Time `json:"seen"`
	To     wiretime.Time `json:"to"`
}

// plan returns the new times of the posts, as computed when the request first came. They are stored
// before the first post moves, so that the request can be repeated whatever became of it.
func (b *bulk) plan(ctx context.Context, key string, r BulkRequest) (map[wireid.ID]bulkMove, error) {
	type moves struct {
		Moves []bulkMove `json:"moves"`
	}
	var now moves
	for _, id := range r.PostIDs {
		post, err := b.history.Post(ctx, id)
		if apperror.From(err) != nil {
			continue // What is wrong with it is told when its turn comes.
		}
		if err != nil {
			return nil, err
		}
		if to, err := shiftedTime(post, r); err == nil {
			now.Moves = append(now.Moves, bulkMove{PostID: id, Seen: post.UpdatedAt, To: to})
		}
	}
	planned, err := posts.First(ctx, b.answers, "shift", key, r, now)
	byPost := make(map[wireid.ID]bulkMove, len(planned.Moves))
	for _, m := range planned.Moves {
		byPost[m.PostID] = m
	}
	return byPost, err
}

// one applies the action to one post.
func (b *bulk) one(ctx context.Context, w *bulkWork, id wireid.ID) (*wiretime.Time, error) {
	switch w.request.Action {
	case BulkCancel:
		return nil, b.service.posts.Unschedule(ctx, id)
	case BulkDelete:
		return nil, b.deleter.Delete(ctx, id)
	case BulkRetry:
		return b.retry(ctx, id, w.turns)
	case BulkShift:
	}
	return b.shift(ctx, w, id)
}

func (b *bulk) retry(ctx context.Context, id wireid.ID, turns *posts.RetryTurns) (*wiretime.Time, error) {
	post, err := b.history.Post(ctx, id)
	if err != nil {
		return nil, err
	}
	at := turns.Of(post)
	if err := b.retrier.RetryAt(ctx, id, at); err != nil {
		return nil, err
	}
	turns.Taken(post, at)
	return wiretime.Ptr(at), nil
}

func (b *bulk) shift(ctx context.Context, w *bulkWork, id wireid.ID) (*wiretime.Time, error) {
	post, err := b.history.Post(ctx, id)
	if err != nil {
		return nil, err
	}
	to, err := shiftedTime(post, w.request)
	// A person who changes the post meanwhile has another time in mind.
	seen := post.UpdatedAt
	if planned, isPlanned := w.moves[id]; isPlanned {
		if at := timeOf(post); at != nil && *at == planned.To {
			return at, nil // It is there since the request came before.
		}
		to, seen, err = planned.To, planned.Seen, nil
	}
	if err != nil {
		return nil, err
	}
	if post.Status == posts.Draft {
		_, err = b.drafts.Update(ctx, id, posts.DraftChange{PlannedFor: httpapi.Patch[wiretime.Time]{IsSet: true, Value: &to}, Seen: &seen})
	} else {
		_, err = b.service.Reschedule(ctx, id, posts.Reschedule{At: &to, Seen: &seen})
	}
	return &to, asChanged(err)
}

// timeOf returns the time for which a post is planned or scheduled, or nil.
func timeOf(post posts.Post) *wiretime.Time {
	if post.Status == posts.Draft {
		return post.PlannedFor
	}
	return post.ScheduledFor
}

func shiftedTime(post posts.Post, r BulkRequest) (wiretime.Time, error) {
	at := timeOf(post)
	switch {
	case at != nil:
		return shifted(*at, post.Timezone, r)
	case post.Status == posts.Draft:
		return wiretime.Time{}, apperror.New(apperror.InvalidStatus, "the draft has no plan that could be moved")
	}
	return wiretime.Time{}, apperror.New(apperror.InvalidStatus, "the post has no time that could be moved: it is %s", post.Status)
}

// asChanged returns the error of the API for a post that has changed meanwhile.
func asChanged(err error) error {
	if _, isStale := errors.AsType[*posts.StaleError](err); isStale {
		return apperror.New(apperror.InvalidStatus, "the post was changed meanwhile; look at it again")
	}
	return err
}

// shifted moves an instant by wall-clock time of a zone: nine in the morning stays nine on another
// day. Where clocks skip that time, the result is later by the length of the gap; where they show
// it twice, it is the first.
func shifted(at wiretime.Time, timezone string, r BulkRequest) (wiretime.Time, error) {
	zone, err := posts.Zone(timezone)
	if err != nil {
		return wiretime.Time{}, err
	}
	if r.Days == 0 {
		return withinYears(at.Time().Add(time.Duration(r.Minutes) * time.Minute))
	}
	local := at.Time().In(zone)
	wall := time.Date(local.Year(), local.Month(), local.Day()+r.Days, local.Hour(), local.Minute(), local.Second(), 0, time.UTC)
	_, moved := wiretime.Resolve(wall.Add(time.Duration(r.Minutes)*time.Minute), zone)
	return withinYears(moved.Time().Add(at.Time().Sub(at.Time().Truncate(time.Second))))
}

// withinYears returns an instant that a request could name, and INVALID_SCHEDULE for an instant in
// any other year.
func withinYears(at time.Time) (wiretime.Time, error) {
	moved := wiretime.Of(at)
	if !moved.HasWireForm() {
		return wiretime.Time{}, apperror.New(apperror.InvalidSchedule, "the post would be moved out of the years 0 to 9999, beyond which there are no dates; move it by less")
	}
	return moved, nil
}
