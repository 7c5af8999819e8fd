package notify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/modules/health"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

const (
	day = 24 * time.Hour
	// remembered is how far back failures are looked for, and how long it is known what was told.
	remembered = 7 * day
	// endsSoon is how long before its end the end of an access is told. Crier renews it much
	// earlier by itself.
	endsSoon = 7 * day
)

// toldSoon are the parts of Health that are told before they are to be mended.
var toldSoon = []string{"disk", "backup", "cloud-token"}

// Health says how the parts are.
type Health interface {
	Known(ctx context.Context) (health.HealthReport, error)
}

// finder finds what needs a person.
type finder struct {
	Deps

	now      time.Time
	told     map[string]told
	accounts map[wireid.ID]auth.SocialAccount
}

// troubles returns everything that is worth a notification, told or not.
func (f finder) troubles(ctx context.Context) ([]trouble, error) {
	known, err := f.Accounts.Accounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the accounts: %w", err)
	}
	f.accounts = make(map[wireid.ID]auth.SocialAccount, len(known))
	for _, a := range known {
		f.accounts[a.ID] = a
	}
	report, err := f.Health.Known(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask how the parts are: %w", err)
	}
	groups, err := posts.Failing(ctx, f.DB, wiretime.Of(f.now.Add(-remembered)))
	if err != nil {
		return nil, err
	}
	// One trouble of an account explains all of its posts that do not go out.
	var found []trouble
	explained := map[wireid.ID]int{}
	for _, part := range report.Parts {
		if !f.isTold(part) {
			continue
		}
		if part.AccountID != nil && part.Verdict == health.Mend {
			explained[*part.AccountID] = len(found)
		}
		found = append(found, f.ofPart(part))
	}
	for _, g := range groups {
		account, isKnown := f.accounts[g.AccountID]
		if !isKnown {
			continue // What is left of an account that is gone needs nobody.
		}
		t := ofGroup(g, account.Username)
		since := f.upTo(t.Cause, g.LastAt.Time())
		if !g.IsHeld && !g.FirstAt.Time().After(since) && g.LastAt.Time().After(since) {
			if t, err = f.recounted(ctx, t, g, since); err != nil {
				return nil, err
			}
		}
		switch i, isExplained := explained[g.AccountID]; {
		case !isExplained:
			found = append(found, t)
		case g.LastAt.Time().After(since):
			found[i].Count += t.Count
			found[i].explains = append(found[i].explains, t)
		}
	}
	for _, i := range explained {
		if n := found[i].Count; n > 0 {
			found[i].Text += " " + apperror.Sentence(counted(n, "post did not go out", "posts did not go out"))
		}
	}
	return found, nil
}

func (f finder) isTold(p health.HealthPart) bool {
	switch p.Verdict {
	case health.Mend:
		return true
	case health.Soon:
		if p.AccountID == nil {
			return slices.Contains(toldSoon, kindOf(p.ID))
		}
		ends := f.accounts[*p.AccountID].TokenExpiresAt
		return kindOf(p.ID) == "account" && ends != nil && ends.Time().Sub(f.now) < endsSoon
	case health.Well:
	}
	return false
}

// kindOf returns the part of an id before its colon.
func kindOf(id string) string {
	kind, _, _ := strings.Cut(id, ":")
	return kind
}

func (f finder) ofPart(p health.HealthPart) trouble {
	t := trouble{Event: Event{Event: kindOf(p.ID), Cause: p.ID, Title: p.Name, Text: apperror.Sentence(p.Says), AccountID: p.AccountID, Page: p.Fix.To}}
	if t.Page == "" || strings.HasPrefix(t.Page, "/docs/") {
		t.Page = "/health"
	}
	if p.AccountID != nil {
		t.Account = f.accounts[*p.AccountID].Username
	}
	return t
}

func ofGroup(g posts.FailureGroup, name string) trouble {
	t := trouble{last: &g.LastAt, Event: Event{
		Event: "post.failed", Cause: fmt.Sprintf("post.failed/%s/%s", g.AccountID, g.Code), Title: counted(g.Count, "post", "posts") + " of " + name + " failed",
		AccountID: &g.AccountID, Account: name, Code: g.Code, Count: g.Count, Page: fmt.Sprintf("/posts?status=FAILED&code=%s&account=%s", g.Code, g.AccountID),
	}}
	if g.IsHeld {
		t.Event.Event, t.Cause, t.Page = "post.held", fmt.Sprintf("post.held/%s/%s", g.AccountID, g.Code), "/queue"
		t.Title = counted(g.Count, "post of "+name+" is held", "posts of "+name+" are held")
	}
	if g.Message != nil {
		t.Text = apperror.Sentence(*g.Message)
	}
	return t
}

// upTo returns up to when what happened for a cause is told, of which the last was then. What else
// lies ahead was noted by a clock that was ahead, and says nothing.
func (f finder) upTo(cause string, last time.Time) (latest time.Time) {
	for _, row := range []told{f.told[cause], f.told[""]} {
		if at := row.UpTo.Time(); at.After(latest) && (!at.After(f.now) || at.Equal(last)) {
			latest = at
		}
	}
	return latest
}

// recounted counts only what is not told yet.
func (f finder) recounted(ctx context.Context, t trouble, of posts.FailureGroup, since time.Time) (trouble, error) {
	groups, err := posts.Failing(ctx, f.DB, wiretime.Of(since.Add(time.Millisecond)))
	for _, g := range groups {
		if g.AccountID == of.AccountID && g.Code == of.Code && !g.IsHeld {
			t = ofGroup(g, t.Account)
		}
	}
	return t, err
}

func counted(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}
