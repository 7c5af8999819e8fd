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
	groups, shown, err := failureGroups(ctx, f.db, wiretime.Of(f.clock.Now().AddDate(0, 0, -in.Days)))
	if err != nil {
		return nil, err
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
	for i := range list {
		// It may have changed between the two statements.
		if n, isGrouped := of[cause{list[i].SocialAccountID, value(list[i].ErrorCode), list[i].Status != Failed}]; isGrouped {
			groups[n].Posts = append(groups[n].Posts, summarised[i])
		}
	}
	return httpapi.Answer(PostFailures{Groups: groups}, nil)
}

// Failing returns the groups of GET /posts/failures, without their posts: what has failed since
// then, and what is held, whenever that began.
func Failing(ctx context.Context, db *database.DB, since wiretime.Time) ([]FailureGroup, error) {
	groups, _, err := failureGroups(ctx, db, since)
	return groups, err
}

// selectHeld reads no post that merely waits, of which there may be very many.
const selectHeld = `SELECT p.rowid, p.social_account_id, p.error_code, 1, p.updated_at, p.error_message FROM posts AS p INDEXED BY posts_calendar_needing
	WHERE ` + needsSomebody + ` AND p.status IN ('SCHEDULED', 'QUEUED') AND p.error_code IS NOT NULL`

// failureGroups returns the groups without their posts, and the rows of the latest posts of each.
func failureGroups(ctx context.Context, db *database.DB, since wiretime.Time) ([]FailureGroup, []int64, error) {
	rows, err := database.Query(ctx, db, `SELECT * FROM (
		SELECT rowid, social_account_id, coalesce(error_code, ''), 0, completed_at AS at, error_message FROM posts WHERE status = 'FAILED' AND completed_at >= ?
		UNION ALL `+selectHeld+`
		) ORDER BY at DESC LIMIT ?`, since, failuresLookedAt)
	if err != nil {
		return nil, nil, fmt.Errorf("group the posts that failed: %w", err)
	}
	defer func() { _ = rows.Close() }()
	groups, shown, of := []FailureGroup{}, []int64{}, map[cause]int{}
	for rows.Next() {
		var c cause
		var row int64
		var at wiretime.Time
		var message *string
		if err := rows.Scan(&row, &c.account, &c.code, &c.isHeld, &at, &message); err != nil {
			return nil, nil, err
		}
		n, isThere := of[c]
		if !isThere {
			if len(groups) == maxGroups {
				continue
			}
			n = len(groups)
			of[c] = n
			groups = append(groups, FailureGroup{AccountID: c.account, Code: c.code, IsHeld: c.isHeld, Message: message, LastAt: at, Posts: []PostSummary{}})
		}
		g := &groups[n]
		g.Count, g.FirstAt = g.Count+1, at
		if g.Count <= shownOfGroup {
			shown = append(shown, row)
		}
	}
	return groups, shown, rows.Err()
}
