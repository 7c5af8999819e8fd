package schedule

import (
	"context"
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
	BulkShift    BulkAction = "shift"
	BulkTime     BulkAction = "time"
	BulkAccount  BulkAction = "account"
	BulkSchedule BulkAction = "schedule"
	BulkCancel   BulkAction = "cancel"
	BulkDelete   BulkAction = "delete"
	BulkRetry    BulkAction = "retry"
	BulkUndo     BulkAction = "undo"
)

// BulkRequest is the body of POST /posts/bulk.
type BulkRequest struct {
	Action    BulkAction  `json:"action"              enum:"shift,time,account,schedule,cancel,delete,retry,undo" doc:"shift moves scheduled posts, and drafts with a plan; time gives them another time on their days; account gives drafts and scheduled posts to another account; schedule schedules drafts for the time that they are planned for; cancel takes scheduled posts back to DRAFT; delete takes posts out of the history; retry has failed posts published again, those of an account a minute apart; undo puts posts back to where they were before an earlier request."`
	PostIDs   []wireid.ID `json:"postIds,omitempty"   maxItems:"500" doc:"The posts, each once, in the order in which it is done; none for undo."`
	Days      int         `json:"days,omitempty"      minimum:"-3660" maximum:"3660" doc:"For shift: by how many days; clocks show the same time on the new day, in the time zone of each post." example:"7"`
	Minutes   int         `json:"minutes,omitempty"   minimum:"-1440" maximum:"1440" doc:"For shift: by how many minutes more." example:"0"`
	Local     string      `json:"local,omitempty"     maxLength:"32" doc:"For shift: the wall-clock time that drafts without a plan get; without it they stay as they are." example:"2026-12-17T09:00:00"`
	Timezone  string      `json:"timezone,omitempty"  maxLength:"64" doc:"For shift: IANA name of the time zone of local, which is stored beside the plan." example:"Europe/Berlin"`
	Time      string      `json:"time,omitempty"      pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" doc:"For time: what clocks show then, in the time zone of each post." example:"18:00"`
	AccountID *wireid.ID  `json:"accountId,omitempty" doc:"For account: the account to publish for." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	KeepsDay  bool        `json:"keepsDay,omitempty"  doc:"For cancel: whether the draft is planned for the time at which the post would have gone out. Without it drafts lose their plan too." example:"true"`
	Undo      []BulkStep  `json:"undo,omitempty"      maxItems:"500" doc:"For undo: what the results of the earlier request say."`
}

// BulkState is how a post stands, as far as such a request changes it.
type BulkState struct {
	Status    posts.Status   `json:"status"    enum:"DRAFT,SCHEDULED,QUEUED,PROCESSING,PUBLISHING,PUBLISHED,FAILED" doc:"Where the post stands." example:"SCHEDULED"`
	At        *wiretime.Time `json:"at"        doc:"The time that it is scheduled or planned for; null without one." example:"2026-12-24T08:00:00.000Z"`
	Timezone  string         `json:"timezone"  maxLength:"64" doc:"IANA name of the time zone that it was planned in." example:"Europe/Berlin"`
	AccountID wireid.ID      `json:"accountId" doc:"The account that it belongs to." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
}

// BulkStep is what a request made of a post.
type BulkStep struct {
	PostID wireid.ID  `json:"postId" doc:"The post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	Before BulkState  `json:"before" doc:"How it stood before."`
	After  *BulkState `json:"after,omitempty" doc:"How it stood afterwards; absent once it is deleted."`
}

// BulkResult is the answer of POST /posts/bulk.
type BulkResult struct {
	Results []BulkOutcome `json:"results" doc:"What came of each post, in the order of the request."`
}

// BulkOutcome is the result of one of the posts.
type BulkOutcome struct {
	PostID wireid.ID      `json:"postId" doc:"The post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	IsDone bool           `json:"isDone" doc:"Whether it was done. One that could not be done keeps no other from being done." example:"true"`
	At     *wiretime.Time `json:"at"     doc:"For shift and time the new time; for schedule when it goes out; for retry when the network is asked; null otherwise, and when it was not done." example:"2026-12-31T08:00:00.000Z"`
	Undo   *BulkStep      `json:"undo,omitempty" doc:"What undo takes to put the post back; absent when nothing was changed, or it cannot be put back."`
	Status *posts.Status  `json:"status" enum:"DRAFT,SCHEDULED,QUEUED,PROCESSING,PUBLISHING,PUBLISHED,FAILED" doc:"Where a post stands to which it was not done; null when it was done, or there is no such post." example:"PUBLISHING"`
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
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"255" doc:"The client's own name for this request, new for each. For 24 hours the same request under the same name does to no post twice what it does, and moves each to the time that it was to have the first time." example:"8d0c6a52-a-week-later"`
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
		Summary: "Do one thing to many posts", Description: "Moves, gives away, schedules, cancels, deletes or retries up to 500 posts, one after the other, each as the operation for one post does, and tells what came of each. " +
			"When one of them would go out at a time that has passed, nothing is done to any.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.WithAnswers(httpapi.WithRequests(httpapi.Errors(apperror.InvalidSchedule), bulkRequest()), bulkAnswer())),
	}, b.handle)
}

func bulkRequest() httpapi.Example {
	return httpapi.Example{Name: "week", Summary: "A week later", Body: `{"action":"shift","postIds":["3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"],"days":7}`}
}

func bulkAnswer() httpapi.Example {
	return httpapi.Example{Name: "moved", Summary: "The post was moved", Changes: `{"results":[{"status":null,"code":null,"error":null}]}`}
}

func (b *bulk) handle(ctx context.Context, in *bulkInput) (*httpapi.Output[BulkResult], error) {
	r := in.Body
	if r.Action == BulkUndo {
		for _, step := range r.Undo {
			r.PostIDs = append(r.PostIDs, step.PostID)
		}
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	work := &bulkWork{request: r, turns: posts.NewRetryTurns(b.clock.Now()), steps: make(map[wireid.ID]bulkStep, len(r.PostIDs))}
	if r.Action == BulkUndo {
		for _, step := range r.Undo {
			work.steps[step.PostID] = bulkStep{BulkStep: step}
		}
	} else if err := b.plan(ctx, in.IdempotencyKey, work); err != nil {
		return nil, err
	}
	results, err := b.each(ctx, r.PostIDs, func(ctx context.Context, id wireid.ID) (BulkOutcome, error) { return b.one(ctx, work, id) })
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(BulkResult{Results: results}, nil)
}

// check returns what is wrong with the request whatever the posts are.
func (r *BulkRequest) check() error {
	invalid := func(format string, args ...any) error { return apperror.New(apperror.ValidationError, format, args...) }
	seen := make(map[wireid.ID]bool, len(r.PostIDs))
	for _, id := range r.PostIDs {
		if seen[id] {
			return invalid("body.postIds: the post %s stands more than once; name each post once", id)
		}
		seen[id] = true
	}
	switch {
	case len(r.PostIDs) == 0:
		return invalid("body.postIds: name at least one post")
	case r.Action == BulkShift && r.Days == 0 && r.Minutes == 0 && r.Local == "":
		return invalid("a shift needs days or minutes")
	case r.Action == BulkTime && r.Time == "":
		return invalid("body.time: name the time, such as 18:00")
	case r.Action == BulkAccount && r.AccountID == nil:
		return invalid("body.accountId: name the account")
	case r.Local != "":
		if _, err := wiretime.ParseLocal(r.Local); err != nil {
			return invalid("body.local: name a wall-clock time such as 2027-03-28T02:30")
		}
		_, err := posts.Zone(r.Timezone)
		return err
	}
	return nil
}

// each calls do for one post after the other. After a failure it still returns the outcomes of the
// posts before, because a client that repeats the request for all of them would move those twice.
func (b *bulk) each(ctx context.Context, ids []wireid.ID, do func(ctx context.Context, id wireid.ID) (BulkOutcome, error)) ([]BulkOutcome, error) {
	results, begun, hasFailed := make([]BulkOutcome, len(ids)), b.clock.Now(), false
	for i, id := range ids {
		var outcome BulkOutcome
		err := errNotBegun()
		if !hasFailed && b.clock.Now().Sub(begun) < bulkPatience {
			outcome, err = do(ctx, id)
		}
		outcome.PostID, outcome.IsDone = id, err == nil
		results[i] = outcome
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
		results[i] = BulkOutcome{PostID: id, Status: outcome.Status, Code: new(string(known.Code)), Error: &known.Message}
	}
	return results, nil
}
