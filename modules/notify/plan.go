package notify

import (
	"context"
	"fmt"
	"slices"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

const (
	// planCause is the cause under which it is noted when the plan was last looked at, once a day.
	planCause = "plan"
	// planned is how far ahead is looked.
	planned = 7 * day
)

// Plan foretells what will go wrong with the posts of the days to come.
type Plan interface {
	Forecast(ctx context.Context, ahead time.Duration, zone *time.Location) (posts.Forecast, error)
}

// foretold returns what keeps posts of the next week from going out, each cause of an account once.
// The whole is left out: Health has its parts. So is the access of an account, which is told for
// itself.
func (f finder) foretold(ctx context.Context) (found []trouble, err error) {
	plan, err := f.Plan.Forecast(ctx, planned, time.Local)
	if err != nil {
		return nil, fmt.Errorf("look at the plan: %w", err)
	}
	names := map[wireid.ID]string{}
	for _, a := range plan.Accounts {
		names[a.AccountID] = a.Username
	}
	for _, post := range plan.Posts {
		i := slices.IndexFunc(post.Findings, func(of posts.Foretold) bool { return of.Fails })
		if i < 0 || post.Findings[i].Code == posts.ForecastToken {
			continue
		}
		of, account := post.Findings[i], post.AccountID
		cause := fmt.Sprintf("plan/%s/%s", account, of.Code)
		at := slices.IndexFunc(found, func(t trouble) bool { return t.Cause == cause })
		if at < 0 {
			at = len(found)
			found = append(found, trouble{Event: Event{
				Event: planCause, Cause: cause, Text: apperror.Sentence(of.Says) + " " + apperror.Sentence(of.Fix), AccountID: &account, Account: names[account], Code: string(of.Code), Page: of.To,
			}})
		}
		found[at].Count++
	}
	for i := range found {
		t := &found[i]
		if t.Count > 1 {
			t.Text = "The first: " + t.Text
		}
		if t.Title = counted(t.Count, "post of "+t.Account+" will", "posts of "+t.Account+" will") + " not go out at the time planned"; t.Count > 1 || t.Page == "" {
			t.Page = "/calendar"
		}
	}
	return found, nil
}
