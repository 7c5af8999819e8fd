package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// publishing is what a running service reports about its accounts and posts.
type publishing struct {
	Accounts []accountStatus `json:"accounts"`
	// Next are the posts that go out next, or that are going out.
	Next      []nextPost `json:"next"`
	Scheduled *int64     `json:"scheduled"`
}

type accountStatus struct {
	ID       wireid.ID `json:"id"`
	Username string    `json:"username"`
	// Token is the state of the account's token: ok, expiring, expired, dead or checkpoint.
	Token              string         `json:"token"`
	TokenExpiresAt     *wiretime.Time `json:"tokenExpiresAt"`
	TokenExpiryAssumed bool           `json:"tokenExpiryAssumed"`
}

type nextPost struct {
	PostID wireid.ID `json:"postId"`
	// Account is null when it was disconnected.
	Account      *string         `json:"account"`
	MediaType    posts.MediaType `json:"mediaType"`
	Status       posts.Status    `json:"status"`
	ScheduledFor *wiretime.Time  `json:"scheduledFor"`
	IsCloud      bool            `json:"isCloud"`
}

const (
	// shownNext is how many of the next posts are shown.
	shownNext = 5
	// lateAfter is how late a post that has not begun is reported. Posts due together go out one by
	// one.
	lateAfter = 10 * time.Minute
	// failedWithin is how long a failed post needs attention, unless somebody retries or deletes
	// it.
	failedWithin = 7 * 24 * time.Hour
	// expiresSoon is how long before its expiry a token should have been refreshed already.
	expiresSoon = 7 * 24 * time.Hour
)

func (r *statusReport) ask(ctx context.Context, service *serviceClient, now time.Time) error {
	var accounts auth.AccountOverviews
	if err := service.get(ctx, accountsPath, &accounts); err != nil {
		return err
	}
	r.takeAccounts(accounts.Accounts, now)
	var schedule posts.PostList
	if err := service.get(ctx, "/api/v1/schedule?limit="+strconv.Itoa(shownNext), &schedule); err != nil {
		return err
	}
	r.takeSchedule(schedule, now)
	var failed posts.PostList
	if err := service.get(ctx, "/api/v1/posts?status=FAILED&limit=100", &failed); err != nil {
		return err
	}
	r.takeFailed(failed, now)
	return r.askCloud(ctx, service)
}

func (r *statusReport) takeAccounts(list []auth.AccountOverview, now time.Time) {
	r.Accounts = []accountStatus{}
	for _, o := range list {
		a := o.Account
		if o.Warning != nil {
			r.Attention = append(r.Attention, onOneLine(*o.Warning))
		}
		r.Accounts = append(r.Accounts, accountStatus{a.ID, a.Username, o.Health, a.TokenExpiresAt, o.TokenExpiryAssumed})
		switch {
		case o.Remedy != nil:
			r.Attention = append(r.Attention, onOneLine(*o.Remedy))
		case a.TokenExpiresAt == nil:
		case !a.TokenExpiresAt.Time().After(now):
			r.Attention = append(r.Attention, fmt.Sprintf("the token of %s has expired; connect the account again with crier accounts connect", onOneLine(a.Username)))
		case a.TokenExpiresAt.Time().Sub(now) < expiresSoon:
			r.Attention = append(r.Attention, fmt.Sprintf("the token of %s expires %s; crier accounts refresh tries to renew it, and crier accounts connect connects the account again",
				onOneLine(a.Username), away(a.TokenExpiresAt.Time(), now)))
		}
	}
}

func (r *statusReport) takeSchedule(list posts.PostList, now time.Time) {
	names := map[wireid.ID]*string{}
	for _, a := range r.Accounts {
		names[a.ID] = &a.Username
	}
	r.Next, r.Scheduled = []nextPost{}, &list.Total
	for i := range list.Posts {
		p := &list.Posts[i]
		r.Next = append(r.Next, nextPost{p.ID, names[p.SocialAccountID], p.MediaType, p.Status, p.ScheduledFor, p.InCloud()})
		if p.Status == posts.Scheduled && p.ScheduledFor != nil && now.Sub(p.ScheduledFor.Time()) > lateAfter {
			r.Attention = append(r.Attention, fmt.Sprintf("post %s was due %s and has not begun; crier posts show %s tells why", short(p.ID), away(p.ScheduledFor.Time(), now), short(p.ID)))
		}
	}
}

func (r *statusReport) takeFailed(list posts.PostList, now time.Time) {
	var retried, changed []*posts.Post
	for i := range list.Posts {
		switch p := &list.Posts[i]; {
		case now.Sub(p.UpdatedAt.Time()) >= failedWithin:
		case p.ErrorCode != nil && isOfTheContent(apperror.Code(*p.ErrorCode)):
			changed = append(changed, p)
		default:
			retried = append(retried, p)
		}
	}
	r.addFailed(retried, "%s in the last 7 days, such as %s (%s); crier posts list --status failed lists them, crier posts show %[2]s tells why, and crier posts retry or delete "+
		"settles it")
	r.addFailed(changed, "%s in the last 7 days because of the content, such as %s (%s), and a retry would fail too; crier posts show %[2]s tells what is wrong: publish it "+
		"again with another caption or file, and settle this one with crier posts delete %[2]s")
}

func (r *statusReport) addFailed(failed []*posts.Post, form string) {
	if len(failed) > 0 {
		r.Attention = append(r.Attention, fmt.Sprintf(form, count(len(failed), "post has failed", "posts have failed"), short(failed[0].ID), onOneLine(shownOr(failed[0].ErrorCode, ""))))
	}
}

// isOfTheContent reports whether a post that failed with the code would fail again unchanged. A
// post that missed its time would go out at once, and one that the network could not process may
// pass later.
func isOfTheContent(code apperror.Code) bool {
	return code == apperror.MediaInvalid || code != apperror.InvalidSchedule && isOfTheCall(code)
}

// askCloud finds out whether the cloud worker and the bucket work.
func (r *statusReport) askCloud(ctx context.Context, service *serviceClient) error {
	var bucket cloud.BucketStatus
	if err := service.get(ctx, bucketPath, &bucket); err != nil {
		return err
	}
	switch {
	case bucket.Problem != nil:
		r.Attention = append(r.Attention, "the bucket is not used: "+onOneLine(*bucket.Problem))
	case !bucket.Configured && r.Service.Mode != nil && *r.Service.Mode == string(config.Live):
		r.Attention = append(r.Attention, "there is no bucket, from which the network fetches pictures and videos; set one with crier bucket set or crier cloud setup")
	}
	var status cloud.SetupStatus
	if err := service.get(ctx, cloudSetupPath, &status); err != nil {
		return err
	}
	r.takeCloud(status)
	return nil
}

func (r *statusReport) takeCloud(status cloud.SetupStatus) {
	if status.TokenWarning != nil {
		r.Attention = append(r.Attention, onOneLine(*status.TokenWarning))
	}
	switch {
	case status.IsClosing:
		r.Attention = append(r.Attention, "the cloud is being torn down; finish that with crier cloud teardown")
	case status.Problem != nil:
		r.Attention = append(r.Attention, "the cloud does not work: "+onOneLine(*status.Problem))
	case status.IsCronDead:
		r.Attention = append(r.Attention, "the cloud worker's cron does not run; crier cloud status tells more, and crier cloud deploy deploys it again")
	}
}

// rows returns the rows of the report, none while it is not known.
func (p *publishing) rows(now time.Time) (rows [][]string) {
	for _, a := range p.Accounts {
		token := a.Token
		switch {
		case a.TokenExpiresAt == nil:
		case a.TokenExpiryAssumed:
			token += ", expires about " + away(a.TokenExpiresAt.Time(), now)
		case a.TokenExpiresAt.Time().After(now):
			token += ", expires " + away(a.TokenExpiresAt.Time(), now)
		}
		rows = append(rows, []string{"Account", a.Username + ", token " + token})
	}
	if p.Accounts != nil && len(p.Accounts) == 0 {
		rows = append(rows, []string{"Account", "none; crier accounts connect connects one"})
	}
	for i := range p.Next {
		rows = append(rows, []string{"Next", p.Next[i].text(now)})
	}
	switch {
	case p.Scheduled == nil:
	case *p.Scheduled == 0:
		rows = append(rows, []string{"Next", "no post is scheduled"})
	case *p.Scheduled > int64(len(p.Next)):
		rows = append(rows, []string{"Next", fmt.Sprintf("and %d more; crier schedule list lists them", *p.Scheduled-int64(len(p.Next)))})
	}
	return rows
}

func (p *nextPost) text(now time.Time) string {
	var line string
	if p.ScheduledFor != nil {
		line = localTime(p.ScheduledFor.Time()) + " (" + away(p.ScheduledFor.Time(), now) + "), "
	}
	line += string(p.MediaType)
	if p.Account != nil {
		line += " of " + *p.Account
	}
	if line += ", " + short(p.PostID); p.Status != posts.Scheduled {
		line += ", " + string(p.Status)
	}
	if p.IsCloud {
		line += ", by the cloud worker"
	}
	return line
}

// localTime writes an instant in this machine's local time.
func localTime(at time.Time) string { return inWords(inLocalZone(at)) }

// away says roughly how far an instant is from now.
func away(at, now time.Time) string {
	const day = 24 * time.Hour
	d := at.Sub(now)
	n, unit := int64(0), ""
	switch long := max(d, -d); {
	case long < time.Minute:
		return map[bool]string{true: "in less than a minute", false: "just now"}[d > 0]
	case long < 90*time.Minute:
		n, unit = int64(long.Round(time.Minute)/time.Minute), "minute"
	case long < 2*day:
		n, unit = int64(long.Round(time.Hour)/time.Hour), "hour"
	default:
		n, unit = int64(long.Round(day)/day), "day"
	}
	if amount := count(n, unit, unit+"s"); d < 0 {
		return amount + " ago"
	} else {
		return "in " + amount
	}
}
