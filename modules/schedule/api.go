package schedule

import (
	"context"
	"net/http"
	"strings"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

type (
	scheduleInput struct {
		posts.IdempotencyHeader
		Body ScheduleRequest
	}
	scheduleOutput struct {
		posts.ReplayedHeader
		Body ScheduledPost
	}
	patchInput struct {
		ID   wireid.ID `path:"id" doc:"Id of the post."`
		Body SchedulePatch
	}
	listInput struct {
		Status posts.Status `query:"status" enum:"SCHEDULED,QUEUED,PROCESSING,PUBLISHING" doc:"Only posts in this status."`
		Page   int          `query:"page" minimum:"1" default:"1" doc:"Which page, from 1."`
		Limit  int          `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"How many posts a page has, 1 to 100."`
	}
	postInput struct {
		ID wireid.ID `path:"id" doc:"Id of the post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	}
)

// ScheduleRequest is the body of POST /schedule (contract 4).
type ScheduleRequest struct {
	posts.PublishablePost

	ScheduledFor wiretime.Time `json:"scheduledFor" doc:"When to publish, strictly in the future, with any offset." example:"2026-12-24T09:00:00+01:00"`
	Timezone     *string       `json:"timezone,omitempty" nullable:"true" doc:"IANA name of the time zone, stored beside the time; UTC without one." example:"Europe/Lisbon"`
	DraftID      *wireid.ID    `json:"draftId,omitempty" nullable:"true" doc:"A draft that becomes this post, with the content of this request." example:"6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918"`
}

// ScheduledPost is the answer of POST /schedule (contract 4).
type ScheduledPost struct {
	PostID       wireid.ID     `json:"postId"               doc:"Id of the post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	JobID        string        `json:"jobId"                doc:"Id of the job that publishes it; in the cloud, cloudJobId." example:"e4d3c2b1-a09f-4e8d-b7c6-5a4f3e2d1c0b"`
	CloudJobID   *string       `json:"cloudJobId,omitempty" doc:"Id in the cloud worker: the post's. Only when isCloud." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	Status       posts.Status  `json:"status"               enum:"SCHEDULED" doc:"The post waits for its time."`
	ScheduledFor wiretime.Time `json:"scheduledFor"         doc:"When it is published." example:"2026-12-24T08:00:00.000Z"`
	Timezone     string        `json:"timezone"             doc:"The time zone that it was planned in." example:"Europe/Lisbon"`
	IsCloud      bool          `json:"isCloud"              doc:"Whether the cloud worker publishes it, or this program."`
	// Warnings is an addition to the contract.
	Warnings []posts.Warning `json:"warnings" doc:"What the author may not expect; the post is published all the same. Empty as a rule."`
}

// SchedulePatch is the body of PUT /schedule/{id} (contract 4).
type SchedulePatch struct {
	posts.ContentPatch

	ScheduledFor httpapi.Replacement[wiretime.Time] `json:"scheduledFor,omitzero" doc:"The new time, strictly in the future, with any offset." example:"2026-12-24T10:00:00+01:00"`
	Timezone     httpapi.Replacement[string]        `json:"timezone,omitzero" doc:"IANA name of the time zone, stored beside the time." example:"Europe/Lisbon"`

	// A scheduled post keeps these for good. The contract says to ignore them, so nothing documents
	// or validates them, whatever their types are; the answer warns about them.
	AccountID    unread `json:"accountId,omitzero"    hidden:"true" doc:"Ignored, with a warning: a scheduled post keeps it."`
	MediaType    unread `json:"mediaType,omitzero"    hidden:"true" doc:"Ignored, with a warning: a scheduled post keeps it."`
	MediaFileID  unread `json:"mediaFileId,omitzero"  hidden:"true" doc:"Ignored, with a warning: a scheduled post keeps it."`
	MediaFileIDs unread `json:"mediaFileIds,omitzero" hidden:"true" doc:"Ignored, with a warning: a scheduled post keeps it."`
}

// QueueStatus is the answer of GET /schedule/queue/status (contract 4).
type QueueStatus struct {
	Queue  string      `json:"queue"  doc:"Always local." example:"local"`
	Counts jobs.Counts `json:"counts" doc:"The open jobs of the local queue."`
}

const tag = "Schedule"

func (s *service) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "schedulePost", Method: http.MethodPost, Path: "/schedule", Tags: []string{tag},
		Summary: "Schedule a post",
		Description: "Accepts the post and publishes it at its time. isCloud true means that the cloud worker publishes it, also while this machine is off: so it is when the cloud is set up " +
			"and verified, but for stories with mentions. A post that the worker does not have at once is kept and handed over as soon as that works; a warning says so. " +
			"isCloud false means from this program's own queue: Crier must be running then. Nothing is sent to the network before. With draftId that draft becomes the post. Follow it with GET /schedule/{id}, stop it with DELETE /schedule/{id}.",
		Security: httpapi.Any(), DefaultStatus: http.StatusCreated,
		Metadata: httpapi.WithAnswers(httpapi.WithRequests(httpapi.Errors(posts.ValidationCodes(
			apperror.InvalidSchedule, apperror.NotFound, apperror.InvalidStatus, apperror.PrivateAPIRequired)...),
			requestExamples()...), scheduleAnswers()...),
	}, s.schedule)
	httpapi.Register(surface, huma.Operation{
		OperationID: "listScheduled", Method: http.MethodGet, Path: "/schedule", Tags: []string{tag},
		Summary: "List the scheduled posts", Description: "Posts that wait for their time, or are being published after it, next first. What is done stands in GET /posts. Ask for the next page while hasMore is true.",
		Security: httpapi.Any(), Metadata: httpapi.WithAnswers(nil, scheduledPage()),
	}, s.listScheduled)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getScheduled", Method: http.MethodGet, Path: "/schedule/{id}", Tags: []string{tag},
		Summary: "Get a scheduled post", Description: "Returns a post that was scheduled, whatever has become of it since: its status says.",
		Security: httpapi.Any(), Metadata: httpapi.WithAnswers(httpapi.Errors(apperror.NotFound), posts.ScheduledAnswer()),
	}, s.getScheduled)
	httpapi.Register(surface, huma.Operation{
		OperationID: "updateScheduled", Method: http.MethodPut, Path: "/schedule/{id}", Tags: []string{tag},
		Summary: "Change a scheduled post",
		Description: "Changes time or content of a post that waits for its time: what the request names; null clears a property. Once a worker has claimed " +
			"the post, it is too late. A post that is in the cloud worker is changed there first; when the worker does not confirm the change, the post is as it was.",
		Security: httpapi.Any(),
		Metadata: httpapi.WithAnswers(httpapi.WithRequests(httpapi.Errors(posts.CloudCodes(posts.ValidationCodes(
			apperror.NotFound, apperror.InvalidSchedule, apperror.InvalidStatus, apperror.PrivateAPIRequired, apperror.TokenExpired,
			apperror.BucketNotConfigured)...)...),
			rescheduleRequests()...), posts.ScheduledAnswer()),
	}, s.reschedule)
	httpapi.Register(surface, huma.Operation{
		OperationID: "cancelScheduled", Method: http.MethodDelete, Path: "/schedule/{id}", Tags: []string{tag},
		Summary: "Cancel a scheduled post",
		Description: "Takes the post back to DRAFT with its content. Success means that it will never fire. Once a worker has claimed it, it is too late: " +
			"the answer is INVALID_STATUS, and the post is published or fails. A post that is in the cloud worker is taken back once the worker has confirmed; WORKER_UNREACHABLE leaves it scheduled.",
		Security: httpapi.Any(), Metadata: httpapi.Errors(posts.CloudCodes(apperror.NotFound, apperror.InvalidStatus)...),
	}, s.cancel)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getQueueStatus", Method: http.MethodGet, Path: "/schedule/queue/status", Tags: []string{tag},
		Summary: "How is the local queue?", Description: "Counts the open jobs of the local queue. Posts in the cloud worker are not among them; for those ask GET /cloud/diagnostics. " +
			"Jobs that wait although they are due mean that the queue is behind.",
		Security: httpapi.Any(),
	}, s.queueStatus)
}

func (s *service) schedule(ctx context.Context, in *scheduleInput) (*scheduleOutput, error) {
	timezone := "UTC"
	if in.Body.Timezone != nil {
		timezone = *in.Body.Timezone
	}
	accepted, err := s.Schedule(ctx, Request{
		Post: in.Body.PublishablePost, DraftID: in.Body.DraftID, At: in.Body.ScheduledFor, Timezone: timezone, IdempotencyKey: in.IdempotencyKey,
	})
	if err != nil {
		return nil, err
	}
	return &scheduleOutput{ReplayedHeader: posts.ReplayedIf(accepted.Replayed), Body: ScheduledPost{
		PostID: accepted.PostID, JobID: accepted.JobID.String(), CloudJobID: accepted.CloudJobID, Status: accepted.Status,
		ScheduledFor: in.Body.ScheduledFor, Timezone: timezone, IsCloud: accepted.CloudJobID != nil, Warnings: accepted.Warnings,
	}}, nil
}

func (s *service) reschedule(ctx context.Context, in *patchInput) (*httpapi.Output[posts.Post], error) {
	post, err := s.Reschedule(ctx, in.ID, posts.Reschedule{
		DraftPatch: posts.DraftPatch{ContentPatch: in.Body.ContentPatch}, At: in.Body.ScheduledFor.Value, Timezone: in.Body.Timezone.Value,
	})
	if err != nil {
		return nil, err
	}
	warnings, err := posts.Foreseen(post)
	if err != nil {
		return nil, err
	}
	post.Warnings = append(ignored(in.Body, post), warnings...)
	return httpapi.Answer(post, nil)
}

func (s *service) listScheduled(ctx context.Context, in *listInput) (*httpapi.Output[posts.PostList], error) {
	list, err := s.posts.Waiting(ctx, in.Status, in.Page, in.Limit)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(posts.NewPostList(list, in.Page, in.Limit), nil)
}

func (s *service) getScheduled(ctx context.Context, in *postInput) (*httpapi.Output[posts.Post], error) {
	return httpapi.Answer(s.posts.Post(ctx, in.ID))
}

func (s *service) cancel(ctx context.Context, in *postInput) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(s.posts.Unschedule(ctx, in.ID))
}

func (s *service) queueStatus(ctx context.Context, _ *struct{}) (*httpapi.Output[QueueStatus], error) {
	counts, err := s.Counts(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(QueueStatus{Queue: "local", Counts: counts}, nil)
}

func requestExamples() []httpapi.Example {
	return posts.RequestExamples(`,"scheduledFor":"2026-12-24T09:00:00+01:00","timezone":"Europe/Lisbon"`)
}

func scheduleAnswers() []httpapi.Example {
	const members = `{"postId":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","status":"SCHEDULED","scheduledFor":"2026-12-24T08:00:00.000Z","timezone":"Europe/Lisbon",`
	return []httpapi.Example{
		{Name: "local", Summary: "This program publishes it, and must be running then", Body: members + `
			"jobId":"e4d3c2b1-a09f-4e8d-b7c6-5a4f3e2d1c0b","isCloud":false,"warnings":[]}`},
		{Name: "cloud", Summary: "The cloud worker publishes it, also while this machine is off", Body: members + `
			"jobId":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","cloudJobId":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","isCloud":true,"warnings":[]}`},
		{Name: "cloudSilent", Summary: "The cloud worker did not answer; the post is kept here and handed over as soon as it does", Body: members + `
			"jobId":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","cloudJobId":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","isCloud":true,
			"warnings":[{"code":"WORKER_UNREACHABLE","message":"the cloud worker cannot be reached; the post is kept here and handed over as soon as that works"}]}`},
	}
}

func scheduledPage() httpapi.Example {
	return httpapi.Example{
		Name: "page", Summary: "One post that waits for its time", Changes: `{"posts":[` + posts.ScheduledAnswer().Changes + `]}`,
	}
}

func rescheduleRequests() []httpapi.Example {
	return []httpapi.Example{
		{Name: "time", Summary: "An hour later", Body: `{"scheduledFor":"2026-12-24T10:00:00+01:00"}`},
		{Name: "caption", Summary: "Another caption, and no place any more", Body: `{"caption":"Open on Christmas Eve","locationId":null,"locationName":null}`},
	}
}

func changeRequests() []httpapi.Example {
	return []httpapi.Example{
		{Name: "plan", Summary: "A draft is planned for another day", Body: `{"plannedFor":"2026-12-18T09:00:00+01:00","timezone":"Europe/Berlin"}`},
		{Name: "time", Summary: "A scheduled post is moved", Body: `{"scheduledFor":"2026-12-24T10:00:00+01:00"}`},
		{Name: "files", Summary: "Two pictures in place of one", Body: `{"mediaType":"CAROUSEL","mediaFileId":null,
			"mediaFileIds":["1b4e28ba-2fa1-4d2e-883f-0016d3cca427","9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e"]}`},
	}
}

func changeAnswers() []httpapi.Example {
	scheduled := posts.ScheduledAnswer()
	scheduled.Changes = strings.TrimSuffix(scheduled.Changes, "}") + `,"plannedFor":null,"warnings":[]}`
	return []httpapi.Example{scheduled}
}
