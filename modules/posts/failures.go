package posts

import (
	"context"
	"fmt"
	"net/http"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

const (
	// failuresLookedAt is how many posts that need somebody are grouped, the latest.
	failuresLookedAt = 10_000
	// maxGroups is how many groups are returned.
	maxGroups = 100
	// shownOfGroup is how many posts of a group are returned.
	shownOfGroup = 5
)

// PostFailures is the answer of GET /posts/failures.
type PostFailures struct {
	Groups []FailureGroup `json:"groups" doc:"The groups, that with the latest post first; at most 100."`
}

// FailureGroup is the posts of an account that failed, or are held, for one cause.
type FailureGroup struct {
	AccountID wireid.ID     `json:"accountId" doc:"The account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	Code      string        `json:"code"      doc:"The errorCode of the posts; with FAILED ones, the cause for POST /posts/retries. Empty for posts without one." example:"TOKEN_EXPIRED"`
	IsHeld    bool          `json:"isHeld"    doc:"Whether the posts still wait, and are held; otherwise they have failed." example:"false"`
	Message   *string       `json:"message"   doc:"What the latest of the posts says, for people." example:"the access token of sandbox.bakery expired; connect the account again"`
	Count     int64         `json:"count"     doc:"How many posts there are." example:"3"`
	FirstAt   wiretime.Time `json:"firstAt"   doc:"When the first of them failed, or was last changed." example:"2026-03-14T09:26:53.589Z"`
	LastAt    wiretime.Time `json:"lastAt"    doc:"When the latest did." example:"2026-03-14T11:26:53.589Z"`
	Posts     []PostSummary `json:"posts"     doc:"The latest of the posts, at most 5."`
}

type failuresInput struct {
	Days     int    `query:"days"     minimum:"1" maximum:"365" default:"30" doc:"How many days back failures are told; what is held is told whenever that began."`
	Timezone string `query:"timezone" maxLength:"64" default:"UTC" doc:"IANA name of the time zone for localTime." example:"Europe/Berlin"`
}

// failures groups the posts that need a person.
type failures struct {
	db        *database.DB
	clock     clock.Clock
	summaries *summaries
}

func newFailures(db *database.DB, clk clock.Clock, s *summaries) *failures {
	return &failures{db: db, clock: clk, summaries: s}
}

func (f *failures) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getPostFailures", Method: http.MethodGet, Path: "/posts/failures", Tags: []string{tag},
		Summary: "Which posts need somebody, and why?", Description: "Posts that have failed, and posts that wait and are held, by account and cause: one thing to do mends all of a group. Grouped are the latest 10,000.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.WithAnswers(nil, httpapi.Example{
			Name: "token", Summary: "A token that ended", Changes: `{"groups":[{"posts":[{"status":"FAILED","heldCode":null,"permalink":null,"warnings":[]}]}]}`,
		}),
	}, f.get)
}

// cause is what the posts of a group have in common.
type cause struct {
	account wireid.ID
	code    string
	isHeld  bool
}

func (f *failures) get(ctx context.Context, in *failuresInput) (*httpapi.Output[PostFailures], error) {
	zone, err := Zone(in.Timezone)
	if err != nil {
		return nil, err
	}
	groups, shown, err := f.groups(ctx, wiretime.Of(f.clock.Now().AddDate(0, 0, -in.Days)))
	if err != nil {
		return nil, fmt.Errorf("group the posts that failed: %w", err)
	}
	list, err := inCalendarOrder(ctx, f.db, shown)
	if err != nil {
		return nil, fmt.Errorf("read the posts that failed: %w", err)
	}
	summarised, err := f.summaries.summarise(ctx, list, zone)
	if err != nil {
		return nil, err
	}
	of := make(map[cause]int, len(groups))
	for i, g := range groups {
		of[cause{g.AccountID, g.Code, g.IsHeld}] = i
	}
	latest := make([]wiretime.Time, len(groups))
	for i := range list {
		n, isGrouped := of[cause{list[i].SocialAccountID, value(list[i].ErrorCode), list[i].Status != Failed}]
		if !isGrouped {
			continue // It has changed between the two statements.
		}
		groups[n].Posts = append(groups[n].Posts, summarised[i])
		if at := endOf(&list[i]); !at.Time().Before(latest[n].Time()) {
			latest[n], groups[n].Message = at, list[i].ErrorMessage
		}
	}
	return httpapi.Answer(PostFailures{Groups: groups}, nil)
}

// endOf returns when a post failed, or was last changed.
func endOf(post *Post) wiretime.Time {
	if post.Status == Failed && post.CompletedAt != nil {
		return *post.CompletedAt
	}
	return post.UpdatedAt
}

// groups returns the groups without their posts, and the rows of the latest posts of each.
func (f *failures) groups(ctx context.Context, since wiretime.Time) ([]FailureGroup, []int64, error) {
	rows, err := database.Query(ctx, f.db, `SELECT * FROM (
		SELECT rowid, social_account_id, coalesce(error_code, ''), 0, completed_at AS at FROM posts WHERE status = 'FAILED' AND completed_at >= ?
		UNION ALL SELECT rowid, social_account_id, error_code, 1, updated_at FROM posts WHERE status IN ('SCHEDULED', 'QUEUED') AND error_code IS NOT NULL
		) ORDER BY at DESC LIMIT ?`, since, failuresLookedAt)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }()
	groups, shown, of := []FailureGroup{}, []int64{}, map[cause]int{}
	for rows.Next() {
		var c cause
		var row int64
		var at wiretime.Time
		if err := rows.Scan(&row, &c.account, &c.code, &c.isHeld, &at); err != nil {
			return nil, nil, err
		}
		n, isThere := of[c]
		if !isThere {
			if len(groups) == maxGroups {
				continue
			}
			n = len(groups)
			of[c] = n
			groups = append(groups, FailureGroup{AccountID: c.account, Code: c.code, IsHeld: c.isHeld, LastAt: at, Posts: []PostSummary{}})
		}
		g := &groups[n]
		g.Count, g.FirstAt = g.Count+1, at
		if g.Count <= shownOfGroup {
			shown = append(shown, row)
		}
	}
	return groups, shown, rows.Err()
}
