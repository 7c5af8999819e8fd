package storyrepost

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/database/databasetest"
	"crier/platform/native"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func everyStatus() []Status {
	return []Status{Detected, Pending, Processing, Published, Failed, Skipped, Expired}
}

// TestLifeCycle: every legal change can be stored and no other, and only from
// the status that is expected.
func TestLifeCycle(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	now := wiretime.Of(instant(t, "2026-11-21T09:30:00Z"))
	put := func(status Status) wireid.ID {
		reason, post := "why", wireid.New()
		r := &RepostRecord{ID: wireid.New(), SocialAccountID: wireid.New(), Status: status, Reason: &reason, ItemID: "1", PostID: &post, MentionedAt: now, ExpiresAt: now, CreatedAt: now, UpdatedAt: now}
		if _, err := db.NewInsert().Model(r).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		return r.ID
	}
	for _, is := range everyStatus() {
		for _, to := range everyStatus() {
			id := put(is)
			moved, err := moveRepost(t.Context(), db, id, is, to, now, nil)
			if legal := is.CanBecome(to); moved != legal || (err == nil) != legal {
				t.Errorf("%s to %s: %t, %v", is, to, moved, err)
			}
			r, err := selectRepost(t.Context(), db, id)
			if err != nil || r.Status != is && !is.CanBecome(to) {
				t.Errorf("%s to %s left %+v, %v", is, to, r, err)
			}
		}
	}
	if moved, err := moveRepost(t.Context(), db, put(Published), Pending, Processing, now, nil); moved || err != nil {
		t.Errorf("a record in another status: %t, %v", moved, err)
	}
	for _, tr := range lifeCycle {
		if tr.Trigger == "" {
			t.Errorf("%+v has no trigger", tr)
		}
	}
}

// TestInsertRepost_Once: a second record of the same message, or of the same story, is not stored;
// one of another account is.
func TestInsertRepost_Once(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	now := wiretime.Of(instant(t, "2026-11-21T09:30:00Z"))
	ann, bob := wireid.New(), wireid.New()
	put := func(account wireid.ID, item, media string) bool {
		r := &RepostRecord{ID: wireid.New(), SocialAccountID: account, Status: Detected, ItemID: item, SourceMediaID: &media, MentionedAt: now, ExpiresAt: now, CreatedAt: now, UpdatedAt: now}
		if media == "" {
			r.SourceMediaID = nil
		}
		fresh, err := insertRepost(t.Context(), db, r)
		if err != nil {
			t.Fatal(err)
		}
		return fresh
	}
	for _, c := range []struct {
		account     wireid.ID
		item, media string
		want        bool
	}{
		{ann, "1", "31", true},
		{ann, "1", "31", false},
		{ann, "2", "31", false},
		{ann, "1", "32", false},
		{ann, "1", "", false},
		{ann, "3", "", true},
		{ann, "4", "", true},
		{bob, "1", "31", true},
	} {
		if got := put(c.account, c.item, c.media); got != c.want {
			t.Errorf("%s of %q: %t", c.item, c.media, got)
		}
	}
}

func callFailed(op string, class native.Class, status int) error {
	return callError{fmt.Errorf("some way: %w", &native.Error{Op: op, Class: class, HTTPStatus: status, Message: "said"})}
}

func TestOutcomeOf(t *testing.T) {
	t.Parallel()
	now := wiretime.Of(instant(t, "2026-11-21T09:30:00Z"))
	hour := wiretime.Of(now.Time().Add(time.Hour))
	byHand, automatic := &RepostRecord{ExpiresAt: hour, Attempts: 1}, &RepostRecord{ExpiresAt: hour, IsAutomatic: true, Attempts: 1}
	lastTry, late := &RepostRecord{ExpiresAt: hour, IsAutomatic: true, Attempts: maxAttempts}, &RepostRecord{ExpiresAt: now, Attempts: 1}
	for name, c := range map[string]struct {
		err    error
		record *RepostRecord
		want   Status
		known  bool
	}{
		"refused":             {refuse(Expired, "x"), byHand, Expired, true},
		"gone":                {callFailed(native.OpMedia, native.NotFound, 404), automatic, Skipped, true},
		"gone at its end":     {callFailed(native.OpMedia, native.NotFound, 404), late, Expired, true},
		"unsafe":              {callFailed(native.OpDownload, native.Unsafe, 0), automatic, Skipped, true},
		"too large":           {apperror.Wrap(apperror.UploadError, callFailed(native.OpDownload, native.TooLarge, 200), "x"), automatic, Skipped, true},
		"silence":             {callFailed(native.OpMedia, native.Transport, 0), automatic, Pending, true},
		"silence, by hand":    {callFailed(native.OpMedia, native.Transport, 0), byHand, Failed, true},
		"silence again":       {callFailed(native.OpMedia, native.Transport, 0), lastTry, Failed, true},
		"a challenge":         {callFailed(native.OpMedia, native.ChallengeRequired, 400), automatic, Pending, true},
		"does not fit":        {apperror.New(apperror.MediaInvalid, "x"), automatic, Failed, true},
		"a dead token":        {apperror.New(apperror.TokenExpired, "x"), automatic, Pending, true},
		"our own trouble":     {errors.New("x"), byHand, Failed, false},
		"our own, by itself":  {errors.New("x"), automatic, Pending, false},
		"cannot be signed in": {callError{apperror.New(apperror.LoginFailed, "x")}, byHand, Failed, true},
	} {
		v, known := outcomeOf(c.err, c.record, now)
		if v.to != c.want || known != c.known || v.reason == "" || strings.Contains(v.reason, "%!") || !Processing.CanBecome(v.to) {
			t.Errorf("%s: %+v, %t", name, v, known)
		}
	}
}

// TestOutcomeOf_AProxysPage: the page of a proxy does not end a mention for good, because the
// network has said nothing of it.
func TestOutcomeOf_AProxysPage(t *testing.T) {
	t.Parallel()
	page := fmt.Errorf("%w: %w", &native.Error{Op: native.OpMedia, Class: native.Transport, HTTPStatus: 502}, native.ErrMalformed)
	if v, known := outcomeOf(callError{page}, &RepostRecord{IsAutomatic: true}, wiretime.Time{}); v.to != Pending || !known {
		t.Errorf("%+v, %t", v, known)
	}
}

func TestFailureOf(t *testing.T) {
	t.Parallel()
	malformed := callError{fmt.Errorf("%w: %w", &native.Error{Op: native.OpInbox, Class: native.Transport, HTTPStatus: 200}, native.ErrMalformed)}
	for name, c := range map[string]struct {
		err  error
		want *failure
	}{
		"none":               {nil, nil},
		"our own":            {errors.New("x"), nil},
		"a refusal":          {refuse(Skipped, "x"), nil},
		"one story":          {callFailed(native.OpMedia, native.NotFound, 404), nil},
		"one file":           {callFailed(native.OpDownload, native.Transport, 0), nil},
		"no inbox":           {callFailed(native.OpInbox, native.NotFound, 404), &failure{}},
		"offline":            {callFailed(native.OpInbox, native.Transport, 0), &failure{isOffline: true}},
		"a page":             {malformed, &failure{}},
		"an error of theirs": {callFailed(native.OpInbox, native.Transport, 500), &failure{}},
		"rate limit":         {callFailed(native.OpPending, native.RateLimited, 429), &failure{}},
		"files, rate limit":  {callFailed(native.OpDownload, native.RateLimited, 429), &failure{}},
		"blocked":            {callFailed(native.OpMedia, native.ActionBlocked, 400), &failure{}},
		"a challenge":        {callFailed(native.OpMedia, native.ChallengeRequired, 400), &failure{isChallenge: true}},
		"confirm in the app": {callFailed(native.OpInbox, native.Manual, 400), &failure{isChallenge: true}},
		"another password":   {callFailed(native.OpLogin, native.BadCredentials, 400), &failure{isFatal: true}},
		"two-factor":         {callFailed(native.OpLogin, native.TwoFactor, 400), &failure{isFatal: true}},
		"refused before":     {callError{apperror.New(apperror.TwoFactorRequired, "x")}, &failure{isFatal: true}},
		"no credentials":     {callError{apperror.New(apperror.CredentialsNotConfigured, "x")}, &failure{isFatal: true}},
		"brake":              {callError{apperror.New(apperror.LoginRateLimited, "x")}, &failure{}},
	} {
		got := failureOf(c.err)
		if got != nil {
			if got.reason == "" {
				t.Errorf("%s: without a reason", name)
			}
			got.reason = ""
		}
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestFailureOf_ASessionComesFirst: when another sign-in is needed, the text names the import of a
// session before a password.
func TestFailureOf_ASessionComesFirst(t *testing.T) {
	t.Parallel()
	for _, class := range []native.Class{native.ChallengeRequired, native.Manual, native.LoggedOut} {
		f := failureOf(callFailed(native.OpInbox, class, 400))
		session, password := strings.Index(f.reason, "crier accounts session"), strings.Index(f.reason, "save the native-story credentials")
		if session < 0 || password < session {
			t.Errorf("%s: %s", class, f.reason)
		}
	}
}

func TestFail(t *testing.T) {
	t.Parallel()
	now := instant(t, "2026-11-21T09:30:00Z")
	c := settled(t, "UTC")
	c.IsEnabled = true
	c.fail(&failure{reason: "offline", isOffline: true}, now, 0, time.UTC)
	if c.ConsecutiveFailures != 0 || *c.LastPollStatus != PollFailed || c.NextPollAt.Time() != now.Add(offlinePoll) {
		t.Errorf("offline: %+v", c)
	}
	for n := 1; n <= 3; n++ {
		now = now.Add(8 * 24 * time.Hour)
		c.fail(&failure{reason: "who is there?", isChallenge: true}, now, 0, time.UTC)
		if c.ConsecutiveFailures != n || c.ChallengeCount30d != n || !c.ChallengePauseUntil.Time().Equal(now.Add(pauseAfter(n))) || c.NextPollAt.Time().Before(now.Add(pauseAfter(n))) || !c.IsEnabled {
			t.Errorf("challenge %d: %+v", n, c)
		}
	}
	c.refresh("ann", wiretime.Of(now.Add(30*24*time.Hour-9*24*time.Hour)))
	if c.ChallengeCount30d != 2 || c.ChallengePauseUntil != nil {
		t.Errorf("later: %+v", c)
	}
	c.ConsecutiveFailures = breaker - 1
	c.fail(&failure{reason: "enough"}, now, 0, time.UTC)
	if c.IsEnabled || c.AutoDisabledAt == nil || !strings.Contains(*c.AutoDisableReason, "enough") {
		t.Errorf("the fifth: %+v", c)
	}
	off := settled(t, "UTC")
	off.fail(&failure{reason: "no", isFatal: true}, now, 0, time.UTC)
	if off.AutoDisabledAt != nil || off.LastPollError == nil {
		t.Errorf("what was off: %+v", off)
	}
}

func TestDropFarPlans(t *testing.T) {
	t.Parallel()
	now := instant(t, "2026-11-21T09:30:00Z")
	c := settled(t, "UTC")
	c.NextPollAt, c.ChallengePauseUntil = wiretime.Ptr(now.Add(longestPoll)), wiretime.Ptr(now.Add(longestPause))
	if c.dropFarPlans(now) || c.NextPollAt == nil || c.ChallengePauseUntil == nil {
		t.Errorf("got %+v", c)
	}
	year := wiretime.Ptr(now.Add(365 * 24 * time.Hour))
	c.NextPollAt, c.ChallengePauseUntil, c.RepostsTodayResetAt, c.LastPollAt = year, year, year, year
	if !c.dropFarPlans(now) || c.NextPollAt != nil || c.ChallengePauseUntil != nil || c.RepostsTodayResetAt != nil || c.pollAt(now).After(now) {
		t.Errorf("got %+v", c)
	}
	for name, ahead := range map[string]struct {
		of  **wiretime.Time
		far time.Duration
	}{
		"a poll":  {&c.NextPollAt, 4 * 24 * time.Hour},
		"a pause": {&c.ChallengePauseUntil, 9 * 24 * time.Hour},
		"a day":   {&c.RepostsTodayResetAt, 3 * 24 * time.Hour},
	} {
		if *ahead.of = wiretime.Ptr(now.Add(ahead.far)); !c.dropFarPlans(now) || *ahead.of != nil {
			t.Errorf("%s that is %s ahead stays", name, ahead.far)
		}
	}
}

// TestDropFarPlans_KeepsWhatWasPlanned: a plan that Crier made is not dropped, whatever the
// settings, the zone and the day. Nor is a pause or the count of a day when the clock is then
// corrected by half a day.
func TestDropFarPlans_KeepsWhatWasPlanned(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	zones := []string{"Europe/Berlin", "America/New_York", "Africa/Cairo", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Havana", "Pacific/Apia", "Antarctica/Troll"}
	from := instant(t, "2026-03-01T00:00:00Z")
	for range 20_000 {
		c := settled(t, zones[r.IntN(len(zones))])
		c.SleepWindowStart, c.SleepWindowEnd, c.JitterMinutes, c.PollIntervalHours = r.IntN(24), r.IntN(24), r.IntN(181), 6+r.IntN(43)
		now := from.Add(time.Duration(r.IntN(300*24*60)) * time.Minute)
		chance := 2*r.Float64() - 1
		c.spend(now, time.UTC)
		c.succeed(0, now, chance, time.UTC)
		for range r.IntN(breaker) {
			c.fail(&failure{isChallenge: r.IntN(2) == 0}, now, chance, time.UTC)
		}
		next, pause, reset := c.NextPollAt, c.ChallengePauseUntil, c.RepostsTodayResetAt
		if c.dropFarPlans(now) {
			t.Fatalf("at %s it dropped of %s, %s and %s", now, next, pause, reset)
		}
		c.dropFarPlans(now.Add(-12 * time.Hour))
		if c.ChallengePauseUntil != pause || c.RepostsTodayResetAt != reset || c.RepostsToday != 1 {
			t.Fatalf("half a day before %s it dropped of %s and %s", now, pause, reset)
		}
	}
}
