package posts

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

type (
	rangeInput struct {
		From      string                   `query:"from"     required:"true" format:"date" doc:"The first day." example:"2026-12-01"`
		To        string                   `query:"to"       required:"true" format:"date" doc:"The last day; a range has at most 62." example:"2026-12-31"`
		Timezone  string                   `query:"timezone" required:"true" maxLength:"64" doc:"IANA name of the time zone whose days these are." example:"Europe/Berlin"`
		PerDay    int                      `query:"perDay"   minimum:"0" maximum:"50" default:"5" doc:"How many posts of a day are told at most; all are counted."`
		AccountID httpapi.Param[wireid.ID] `query:"accountId" doc:"Only posts of this account."`
		Status    []Status                 `query:"status"   maxItems:"7" enum:"DRAFT,SCHEDULED,QUEUED,PROCESSING,PUBLISHING,PUBLISHED,FAILED" doc:"Only posts in these statuses, with commas between them." example:"[\"DRAFT\",\"SCHEDULED\"]"`
		MediaType MediaType                `query:"mediaType" enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Only posts of this kind." example:"CAROUSEL"`
	}
	unplannedInput struct {
		AccountID httpapi.Param[wireid.ID] `query:"accountId" doc:"Only drafts for this account."`
		MediaType MediaType                `query:"mediaType" enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Only drafts of this kind." example:"CAROUSEL"`
	}
	summariesInput struct {
		IDs      []string `query:"ids"      required:"true" minItems:"1" maxItems:"100" doc:"The posts, with commas between their ids." example:"[\"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e\"]"`
		Timezone string   `query:"timezone" maxLength:"64" default:"UTC" doc:"IANA name of the time zone for localTime." example:"Europe/Berlin"`
	}
	// PostSummaries is the answer of GET /posts/summaries.
	PostSummaries struct {
		Posts []PostSummary `json:"posts" doc:"Those of the posts that there are, in no order."`
	}
)

// register registers on the internal surface, because v1 has no ranges.
func (c *calendar) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getPostRange", Method: http.MethodGet, Path: "/posts/range", Tags: []string{tag},
		Summary: "Which posts do these days have?",
		Description: "The posts of each day, by what calendars and clocks of a time zone show: drafts at the time that they are planned for, what waits at the time that it is scheduled for, " +
			"published posts when they were published, failed ones at their time or their last attempt. Of a day with many posts those that failed and the first others are told, and all are counted.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.WithAnswers(httpapi.Errors(apperror.InvalidParam), rangeAnswer()),
	}, c.getRange)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getUnplannedDrafts", Method: http.MethodGet, Path: "/posts/unplanned", Tags: []string{tag},
		Summary:     "Which drafts are planned for no day?",
		Description: "The drafts that no calendar shows, those that changed last first. At most 50 are told, and all are counted.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.WithAnswers(httpapi.Errors(apperror.InvalidParam), unplannedAnswer()),
	}, c.getUnplanned)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getPostSummaries", Method: http.MethodGet, Path: "/posts/summaries", Tags: []string{tag},
		Summary:     "How do lists show these posts?",
		Description: "The posts as calendars show them, which v1's lists do not: with what each would fail for as it is. What there is no post for is left out.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.WithAnswers(httpapi.Errors(apperror.InvalidParam), summariesAnswer()),
	}, c.getSummaries)
}

func summariesAnswer() httpapi.Example {
	return httpapi.Example{Name: "unfit", Summary: "A scheduled post whose picture was cropped meanwhile", Changes: `{"posts":[{"heldCode":null,"errorCode":null,"errorMessage":null,"permalink":null,"warnings":[]}]}`}
}

func (c *calendar) getSummaries(ctx context.Context, in *summariesInput) (*httpapi.Output[PostSummaries], error) {
	zone, err := Zone(in.Timezone)
	if err != nil {
		return nil, err
	}
	ids := make([]wireid.ID, len(in.IDs))
	for i, text := range in.IDs {
		if ids[i], err = wireid.Parse(text); err != nil {
			return nil, apperror.New(apperror.InvalidParam, "query.ids: expected ids of posts with commas between them")
		}
	}
	list, err := selectByID(ctx, c.db, ids)
	if err != nil {
		return nil, fmt.Errorf("read posts: %w", err)
	}
	shown, err := c.summaries.summarise(ctx, list, zone)
	return httpapi.Answer(PostSummaries{Posts: shown}, err)
}

func unplannedAnswer() httpapi.Example {
	return httpapi.Example{Name: "draft", Summary: "One draft without a day", Changes: `{"posts":[{"status":"DRAFT","at":null,"localTime":null,"scheduledFor":null,
		"heldCode":null,"errorCode":null,"errorMessage":null,"permalink":null,"warnings":[]}]}`}
}

func (c *calendar) getUnplanned(ctx context.Context, in *unplannedInput) (*httpapi.Output[UnplannedDrafts], error) {
	return httpapi.Answer(c.Unplanned(ctx, calendarFilter{account: in.AccountID.Pointer(), mediaType: in.MediaType}))
}

func rangeAnswer() httpapi.Example {
	return httpapi.Example{Name: "day", Summary: "A day with one scheduled post", Changes: `{"days":[{"byStatus":{"DRAFT":0,"SCHEDULED":1,"QUEUED":0,"PROCESSING":0,"PUBLISHING":0,"PUBLISHED":0,"FAILED":0},
		"posts":[{"heldCode":null,"errorCode":null,"errorMessage":null,"permalink":null,"warnings":[]}]}]}`}
}

func (c *calendar) getRange(ctx context.Context, in *rangeInput) (*httpapi.Output[PostRange], error) {
	q := rangeQuery{perDay: in.PerDay, filter: calendarFilter{account: in.AccountID.Pointer(), statuses: in.Status, mediaType: in.MediaType}}
	var err error
	if q.zone, err = Zone(in.Timezone); err != nil {
		return nil, err
	}
	if q.from, err = dateOf("from", in.From); err != nil {
		return nil, err
	}
	if q.to, err = dateOf("to", in.To); err != nil {
		return nil, err
	}
	return httpapi.Answer(c.Range(ctx, q))
}

// dateOf parses a day as its midnight in UTC.
func dateOf(name, text string) (time.Time, error) {
	day, err := time.Parse(dateLayout, text)
	if err != nil || day.Year() == 0 {
		return day, apperror.New(apperror.InvalidParam, "query.%s: expected a day such as 2026-12-24", name)
	}
	return day, nil
}
