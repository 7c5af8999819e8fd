package golive

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/wiretime"
)

// steps works the steps out.
func (d Deps) steps(ctx context.Context, f facts, isLooking bool) ([]GoLiveStep, error) {
	first, err := d.first(ctx)
	if err != nil {
		return nil, err
	}
	off, err := d.off(ctx)
	if err != nil {
		return nil, err
	}
	proved := []GoLiveStep{f.account(), f.token(), f.media(isLooking), f.rehearsal(isLooking), f.limit(isLooking), f.page()}
	return append(proved, d.mode(), first, off), nil
}

func (f facts) account() GoLiveStep {
	s := step(Account)
	switch best := f.best; {
	case best == nil:
		return s.left(Todo, "No account is connected.")
	case !best.isProfessional():
		return s.left(Todo, "The network has not said yet that "+best.Username+" is a professional account.",
			"If it is a personal account, switch it in its app ("+auth.SwitchMenu+").", again)
	default:
		kind := map[string]string{"BUSINESS": "business", "CREATOR": "creator"}[*best.AccountType]
		also := ""
		if len(f.others) > 0 {
			also = " Also connected: " + strings.Join(f.others, ", ") + "."
		}
		s = s.done(fmt.Sprintf("%s is a %s account, its profile says.%s", best.Username, kind, also))
		s.CheckedAt = best.LastSyncedAt
		return s
	}
}

func (f facts) token() GoLiveStep {
	s := step(Token)
	best := f.best
	if best == nil {
		return s.left(Todo, "Crier has no token.")
	}
	look := f.of(Token)
	if look != nil {
		s.CheckedAt = &look.CheckedAt
	}
	switch {
	case best.TokenDeadAt != nil:
		s = s.left(Failing, best.Username+" must be connected again. The network does not take its token any more.", reconnect)
		s.Said = best.TokenDeadReason
		return s
	case best.CheckpointAt != nil:
		s = s.left(Failing, "The network wants something done in its own app before it takes posts of "+best.Username+".", "Sign in there, and do what it asks.", again)
		s.Said = best.CheckpointReason
		return s
	case best.refused != nil:
		return s.refused(best.refused)
	case look != nil && look.State == Failing:
		return look.onto(s)
	}
	login := map[auth.LoginMethod]string{auth.Primary: "the Instagram login", auth.Partner: "the Facebook login"}[best.LoginMethod]
	until := "Its end is not known"
	if best.TokenExpiresAt != nil {
		until = "It ends on " + best.TokenExpiresAt.Time().Format("2 January 2006")
	}
	may := "the network has not listed its permissions"
	if best.Scopes != nil {
		may = "it may " + strings.Join(strings.Fields(*best.Scopes), ", ")
	}
	return s.done(fmt.Sprintf("A token of %s by %s. %s; %s.", best.Username, login, until, may))
}

// refused returns the step with why the account's access does not suffice.
func (s GoLiveStep) refused(err error) GoLiveStep {
	c, isKnown := auth.CureOf(err)
	if !isKnown {
		return s.left(Failing, apperror.Sentence(messageOf(err)), reconnect)
	}
	var cure []string
	for _, one := range c.Steps {
		cure = append(cure, apperror.Sentence(one))
	}
	s = s.left(Failing, apperror.Sentence(c.What), cure...)
	s.Link, s.LinkWalkedAt, s.Said = filled(c.Link), nil, filled(c.Said)
	return s
}

func (f facts) media(isLooking bool) GoLiveStep {
	if f.noPlace != nil {
		evidence := apperror.Sentence(messageOf(f.noPlace))
		if apperror.CodeOf(f.noPlace) == apperror.BucketNotConfigured {
			evidence = "The network fetches pictures from a public address, and there is none yet."
		}
		return step(Media).left(Todo, evidence)
	}
	return f.looked(Media, isLooking)
}

func (f facts) rehearsal(isLooking bool) GoLiveStep {
	var missing []string
	if !f.best.canPublish() {
		missing = append(missing, "an account with access")
	}
	if f.noPlace != nil || !f.isDone(Media) {
		missing = append(missing, "a public address that works")
	}
	if len(missing) > 0 {
		return step(Rehearsal).waiting("Crier hands one picture over and never publishes it. That takes " + strings.Join(missing, " and ") + " first.")
	}
	return f.looked(Rehearsal, isLooking)
}

func (f facts) limit(isLooking bool) GoLiveStep {
	if !f.best.canPublish() {
		return step(Limit).waiting("The network is asked once there is an account with access.")
	}
	return f.looked(Limit, isLooking)
}

// looked returns a step as the last look has found it.
func (f facts) looked(id ID, isLooking bool) GoLiveStep {
	look := f.of(id)
	if look == nil {
		if isLooking {
			return step(id).waiting("Crier is finding out.")
		}
		return step(id).left(Todo, "Crier has not found out yet.", "Look now.")
	}
	return look.onto(step(id))
}

// onto returns the step as the look has found it.
func (l *storedLook) onto(s GoLiveStep) GoLiveStep {
	s.CheckedAt = &l.CheckedAt
	if l.State == Done {
		s = s.done(l.Evidence)
	} else {
		s = s.left(l.State, l.Evidence, linesOf(l.Fix)...)
	}
	s.Said = filled(l.Said)
	return s
}

// linesOf returns the lines of a text, none of an empty one.
func linesOf(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

func (f facts) page() GoLiveStep {
	s := step(Page)
	switch best := f.best; {
	case best == nil:
		return s.waiting("Which login the account has decides about that.")
	case best.PartnerPageID == nil:
		s.Needed = false
		return s.done("Not needed: " + best.Username + " is connected without a Page.")
	default:
		name := *best.PartnerPageID
		if best.PartnerPageName != nil {
			name = *best.PartnerPageName
		}
		link, walked := s.Link, s.LinkWalkedAt
		s = s.done("Posts can be copied to the Page " + name + ". " + auth.DevelopmentMode)
		s.Link, s.LinkWalkedAt = link, walked
		return s
	}
}

func (d Deps) mode() GoLiveStep {
	s, mode := step(Mode), settings.ModeOf(d.Config)
	switch {
	case d.Config.Network == config.Live:
		return s.done("Posts go to the real network. " + mode.Says)
	case mode.Changeable:
		return s.left(Todo, "Posts go to the sandbox. "+mode.Says)
	}
	return s.left(Todo, "Posts go to the sandbox.", mode.Says)
}

// first looks at the accounts of live mode alone, of which sandbox mode has none.
func (d Deps) first(ctx context.Context) (GoLiveStep, error) {
	s := step(First)
	if d.Config.Network != config.Live {
		return s.waiting("It waits for live mode. A post of the sandbox is none that anybody sees."), nil
	}
	accounts, err := d.Accounts.Accounts(ctx)
	if err != nil {
		return s, err
	}
	var first *posts.FirstPost
	var of string
	for _, account := range accounts {
		post, err := posts.FirstPublished(ctx, d.DB, account.ID)
		if err != nil {
			return s, fmt.Errorf("find the first post: %w", err)
		}
		if post != nil && (first == nil || post.PublishedAt.Time().Before(first.PublishedAt.Time())) {
			first, of = post, account.Username
		}
	}
	if first == nil {
		return s.left(Todo, "Nothing was published in live mode yet."), nil
	}
	s = s.done(fmt.Sprintf("The first post of %s was published on %s.", of, first.PublishedAt.Time().Format("2 January 2006")))
	s.Link, s.CheckedAt, s.PostID = first.Permalink, wiretime.Ptr(first.PublishedAt.Time()), &first.ID
	s.Command = filled("crier posts show " + first.ID.String())
	return s, nil
}

func (d Deps) off(ctx context.Context) (GoLiveStep, error) {
	s, status := step(Off), d.Cloud.Status()
	s.CheckedAt = status.LastVerifiedAt
	if status.IsVerified {
		return s.done("Your worker publishes scheduled posts; it was found to work."), nil
	}
	setup, err := d.Cloud.SetupStatus(ctx)
	switch {
	case err != nil:
		return s, err
	case setup.Refusal != nil:
		return s.waiting("It waits for live mode. No worker at Cloudflare reaches the sandbox of this computer."), nil
	case slices.ContainsFunc(setup.Steps, isLeft):
		return s.left(Todo, "The set-up of the worker is not finished.", "Go on with it: what is done is not done again."), nil
	case status.WorkerConfigured && setup.Problem != nil:
		return s.left(Failing, apperror.Sentence(*setup.Problem), "Have the worker tried again; its settings say more."), nil
	case status.WorkerConfigured:
		return s.left(Todo, "The worker is set up and was not found to work yet.", "Have it tried."), nil
	}
	return s.left(Todo, "Scheduled posts wait while this computer is off. Nobody needs more than that."), nil
}

// isLeft reports whether a step of the set-up is still to come.
func isLeft(s cloud.SetupStep) bool {
	return s.State == string(cloud.StepPending) || s.State == string(cloud.StepFailed)
}

// messageOf returns an error's text for people.
func messageOf(err error) string {
	if e := apperror.From(err); e != nil {
		return e.Message
	}
	return err.Error()
}
