package posts

import (
	"context"
	"net/http"

	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// AccountUsages is the answer of GET /api/accounts/usage.
type AccountUsages struct {
	Accounts []AccountUsage `json:"accounts" doc:"The connected accounts, in the order in which they were connected."`
}

// AccountUsage is what an account has used of its cap, and what waits for it.
type AccountUsage struct {
	AccountID wireid.ID `json:"accountId" doc:"The account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	Used      int       `json:"used" doc:"How many posts Crier has published for it in the last 24 hours; stories with mentions do not count." example:"5"`
	Cap       int       `json:"cap" doc:"How many the network publishes in 24 hours." example:"100"`
	IsTold    bool      `json:"isTold" doc:"Whether the network has said so; otherwise cap is what it usually is." example:"true"`
	Waiting   int64     `json:"waiting" doc:"How many posts wait for their time or are being published: these fail when the account is disconnected." example:"3"`
}

func (f *Forecasts) registerUsage(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getAccountUsage", Method: http.MethodGet, Path: "/accounts/usage", Tags: []string{tag},
		Summary: "What have the accounts used of their caps?", Description: "Counts the posts of the last 24 hours, and those that wait. What other programs publish is not known here.",
		Security: httpapi.CookieOnly(),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[AccountUsages], error) {
		return httpapi.Answer(f.usages(ctx))
	})
}

func (f *Forecasts) usages(ctx context.Context) (AccountUsages, error) {
	all := AccountUsages{Accounts: []AccountUsage{}}
	known, err := f.Accounts.Accounts(ctx)
	for _, account := range known {
		u, err := f.usage(ctx, account.ID)
		if err != nil {
			return all, err
		}
		all.Accounts = append(all.Accounts, u)
	}
	return all, err
}

func (f *Forecasts) usage(ctx context.Context, id wireid.ID) (AccountUsage, error) {
	u := AccountUsage{AccountID: id}
	since := wiretime.Of(f.Clock.Now().Add(-CapWindow))
	published, err := selectPublished(ctx, f.DB, id, since)
	if err != nil {
		return u, err
	}
	u.Used = len(published)
	if u.Cap, err = totalOf(ctx, f.DB, id); err != nil {
		return u, err
	}
	if _, err = storedTotal(ctx, f.DB, id); err != nil && !isNotFound(err) {
		return u, err
	}
	u.IsTold = err == nil
	u.Waiting, err = countWaiting(ctx, f.DB, id)
	return u, err
}

// countWaiting returns how many posts of the account have a time that is to come, or are on their
// way.
func countWaiting(ctx context.Context, db bun.IDB, account wireid.ID) (int64, error) {
	return database.Value[int64](ctx, db,
		"SELECT count(*) FROM posts WHERE social_account_id = ? AND status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING')", account)
}
