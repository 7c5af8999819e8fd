package golive

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

var atNoon = wiretime.Of(time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC))

// working returns facts of which every look has found that all is well.
func working(change ...func(*facts)) facts {
	business, scopes := "BUSINESS", "instagram_business_basic instagram_business_content_publish"
	f := facts{now: atNoon, base: "https://media.example.com/", best: &standing{
		SocialAccount: auth.SocialAccount{ID: wireid.New(), Username: "bakery", AccountType: &business, LoginMethod: auth.Primary, Scopes: &scopes},
		token:         secrets.NewText("a token"),
	}}
	for _, one := range change {
		one(&f)
	}
	for _, id := range looked() {
		f.looks = append(f.looks, lookOf(f, id, found("It was found to work.")))
	}
	return f
}

// lookOf returns a look at a step as it is stored.
func lookOf(f facts, id ID, r result) storedLook {
	account, about := f.about(id)
	return storedLook{
		Step: id, AccountID: account, About: about, State: r.state, Evidence: r.evidence, Said: r.said, Fix: strings.Join(r.cure, "\n"),
		CheckedAt: atNoon, NextAt: wiretime.Of(atNoon.Time().Add(r.counts)),
	}
}

func stepsOf(f facts, isLooking bool) []GoLiveStep {
	return []GoLiveStep{f.account(), f.token(), f.media(isLooking), f.rehearsal(isLooking), f.limit(isLooking), f.page()}
}

func stateOf(steps []GoLiveStep) string {
	var states []string
	for _, s := range steps {
		states = append(states, string(s.State))
	}
	return strings.Join(states, " ")
}

// TestSteps_FollowFromFacts: the states of the steps, which nobody can tick, follow from what is
// known.
func TestSteps_FollowFromFacts(t *testing.T) {
	t.Parallel()
	page := "42"
	for _, c := range []struct {
		name      string
		facts     facts
		isLooking bool
		want      string
	}{
		{"all is well", working(), false, "done done done done done done"},
		{"nothing is there", facts{now: atNoon, noPlace: apperror.New(apperror.BucketNotConfigured, "run crier bucket set")}, false, "todo todo todo waiting waiting waiting"},
		{"the profile says nothing", working(func(f *facts) { f.best.AccountType = nil }), false, "todo done done waiting waiting done"},
		{"access is refused", working(func(f *facts) { f.best.refused = errors.New("it ended") }), false, "done failing done waiting waiting done"},
		{"the token is another", func() facts { f := working(); f.best.token = secrets.NewText("a new one"); return f }(), false, "done done done todo todo done"},
		{"and is being looked at", func() facts { f := working(); f.best.token = secrets.NewText("a new one"); return f }(), true, "done done done waiting waiting done"},
		{"the address is another", func() facts { f := working(); f.base = "https://other.example.com/"; return f }(), false, "done done todo waiting done done"},
		{"there is a Page", working(func(f *facts) { f.best.PartnerPageID = &page }), false, "done done done done done done"},
	} {
		steps := stepsOf(c.facts, c.isLooking)
		if got := stateOf(steps); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
		for _, s := range steps {
			isOpen := s.State == Todo || s.State == Failing
			if (len(s.Cure) > 0) != isOpen || (s.Fix != nil) != isOpen || (s.Command != nil) != isOpen || s.Evidence == "" || s.Proof == "" {
				t.Errorf("%s: %s is %s with %q, %v, %v", c.name, s.ID, s.State, s.Evidence, s.Cure, s.Command)
			}
			if isNeeded := s.ID != Page || c.facts.best == nil || c.facts.best.PartnerPageID != nil; s.Needed != isNeeded {
				t.Errorf("%s: %s is needed: %v", c.name, s.ID, s.Needed)
			}
			// The command stands apart, so that nothing sends a browser's user to a terminal.
			if text := s.Title + s.Proof + s.Evidence + strings.Join(s.Cure, " "); strings.Contains(text, "crier ") {
				t.Errorf("%s: %s names a command: %s", c.name, s.ID, text)
			}
		}
	}
}

// TestSteps_Failing: a look that failed says why in our words, what the network said in its own,
// and what to do line by line.
func TestSteps_Failing(t *testing.T) {
	t.Parallel()
	f := working()
	r := failed("Instagram did not take the picture.", "Look whether the address can be reached.", again)
	r.said = "code 9004"
	i := slices.IndexFunc(f.looks, func(l storedLook) bool { return l.Step == Rehearsal })
	f.looks[i] = lookOf(f, Rehearsal, r)
	s := f.rehearsal(false)
	if s.State != Failing || s.Evidence != r.evidence || *s.Said != r.said || !slices.Equal(s.Cure, r.cure) || *s.Fix != strings.Join(r.cure, " ") || !s.CheckedAt.Time().Equal(atNoon.Time()) {
		t.Errorf("%+v", s)
	}
	f.looks[i] = lookOf(f, Rehearsal, failed("It was refused."))
	if s = f.rehearsal(false); !slices.Equal(s.Cure, guide(Rehearsal).cure) || s.Said != nil {
		t.Errorf("without a cure of its own: %+v", s)
	}
	said := "The session was ended."
	f.best.TokenDeadAt, f.best.TokenDeadReason = &f.now, &said
	if s = f.token(); s.State != Failing || *s.Said != said || strings.Contains(s.Evidence, said) || s.Cure[0] != reconnect {
		t.Errorf("a dead token: %+v", s)
	}
	f.best.TokenDeadAt, f.best.CheckpointAt, f.best.CheckpointReason = nil, &f.now, &said
	if s = f.token(); s.State != Failing || *s.Said != said || !strings.Contains(s.Cure[0], "do what it asks") {
		t.Errorf("a checkpoint: %+v", s)
	}
	f.best.CheckpointAt = nil
	scopes := "instagram_business_basic"
	f.best.Scopes = &scopes
	f.best.refused = f.best.CheckPermissions()
	if s = f.token(); s.State != Failing || len(s.Cure) != 3 || !strings.HasPrefix(s.Cure[0], "Add it to your app") || !strings.Contains(*s.Said, scopes) || *s.Link != auth.AppDashboard {
		t.Errorf("without the permission: %+v", s)
	}
}

// TestLooks_Due: a look is made when its time has come, when the clock was set back, and of what
// was not looked at; never before what it needs.
func TestLooks_Due(t *testing.T) {
	t.Parallel()
	due := func(f facts) (ids []ID) {
		for _, id := range looked() {
			if f.isDue(id) {
				ids = append(ids, id)
			}
		}
		return ids
	}
	f := working()
	if got := due(f); len(got) != 0 {
		t.Errorf("at once: %v", got)
	}
	for _, apart := range []time.Duration{lookEvery, -time.Second} {
		f.now = wiretime.Of(atNoon.Time().Add(apart))
		if got := due(f); !slices.Equal(got, looked()) {
			t.Errorf("%s later: %v", apart, got)
		}
	}
	f = working(func(f *facts) { f.best.refused = errors.New("it ended") })
	f.looks = nil
	if got := due(f); !slices.Equal(got, []ID{Token, Media}) {
		t.Errorf("without access: %v", got)
	}
	if got := due(facts{now: atNoon, noPlace: errors.New("none")}); len(got) != 0 {
		t.Errorf("without anything: %v", got)
	}
}
