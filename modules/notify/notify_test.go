package notify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/auth/authtest"
	"crier/modules/health"
	"crier/modules/notify/teller"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/httpapi/events"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

func TestMain(m *testing.M) {
	if isTeller, code := teller.Main(); isTeller {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

var start = time.Date(2026, 12, 10, 12, 0, 0, 0, time.UTC)

// fixture is a Notifier of a database with two accounts, and a server as ntfy.
type fixture struct {
	*Notifier

	t              *testing.T
	clock          *clock.Fake
	parts          []health.HealthPart
	bakery, potter auth.SocialAccount
	ntfy           *httptest.Server
	refuses        atomic.Bool
	got            []string
	posts          int64
	plans          int
	came           chan struct{}
}

// Known returns the parts that the test has set.
func (f *fixture) Known(context.Context) (health.HealthReport, error) {
	return health.Sorted(f.parts, f.clock.Now()), nil
}

func setup(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t: t, clock: clock.NewFake(start), came: make(chan struct{}, 100)}
	db := databasetest.New(t)
	accounts, list := authtest.Start(t, db, f.clock, authtest.Bakery(), authtest.Potter())
	f.bakery, f.potter = list[0], list[1]
	box, err := secrets.NewBox(secrets.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	dir, err := datadir.Open(filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	f.Notifier = New(Deps{DB: db, Dir: dir, Clock: f.clock, Log: slog.New(slog.DiscardHandler), Box: box, Accounts: accounts, Health: f, Network: liveNetwork})
	f.ntfy = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f.refuses.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		b, _ := io.ReadAll(r.Body)
		f.got = append(f.got, r.Header.Get("Title")+": "+string(b))
		_, _ = io.WriteString(w, `{}`)
		f.came <- struct{}{}
	}))
	t.Cleanup(f.ntfy.Close)
	return f
}

// add has the server told.
func (f *fixture) add() {
	f.t.Helper()
	if _, err := f.Add(f.t.Context(), NotifyAddress{Address: "ntfy://" + f.ntfy.Listener.Addr().String() + "/topic?scheme=http"}); err != nil {
		f.t.Fatal(err)
	}
}

// fail has posts of an account fail, or be held, now.
func (f *fixture) fail(account auth.SocialAccount, status, code string, count int) {
	f.t.Helper()
	for range count {
		f.posts++ // No two posts end at the same millisecond.
		now := f.clock.Now().UnixMilli() + f.posts
		_, err := database.Exec(f.t.Context(), f.DB, `INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, scheduled_for, is_scheduled, error_code, error_message, completed_at, created_at, updated_at)
			SELECT ?5, user_id, id, 'IMAGE', 'MANUAL', 'UTC', ?1, 1, 1, ?2, 'the file is gone', iif(?1 = 'FAILED', ?3, NULL), ?3, ?3 FROM social_accounts WHERE id = ?4`,
			status, code, now, account.ID, wireid.New())
		if err != nil {
			f.t.Fatal(err)
		}
	}
}

// arrives waits until the server was told something.
func (f *fixture) arrives() {
	f.t.Helper()
	// Only what does not come uses it up.
	limit := clock.System().NewTimer(2 * time.Minute)
	defer limit.Stop()
	select {
	case <-f.came:
	case <-limit.C:
		f.t.Fatal("the server is told nothing")
	}
}

// told looks, delivers, and returns what has come since the last call.
func (f *fixture) told() []string {
	f.t.Helper()
	if err := f.Look(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	f.tellAll()
	got := f.got
	f.got = nil
	return got
}

// tellAll tells all that is due, and returns when the next of it is.
func (f *fixture) tellAll() time.Time {
	f.t.Helper()
	for {
		next, err := f.tellDue()
		if err != nil {
			f.t.Fatal(err)
		}
		f.running.Wait()
		select {
		case <-f.due:
		default:
			return next
		}
	}
}

func (f *fixture) want(when string, want ...string) {
	f.t.Helper()
	if got := f.told(); !slices.Equal(got, want) {
		f.t.Errorf("%s: told %q, want %q", when, got, want)
	}
}

// TestLook_OnceADay: ten posts of one cause are one notification, each cause and account is told
// once a day at most, what has happened once, and a restart tells nothing again.
func TestLook_OnceADay(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.fail(f.bakery, "FAILED", "MEDIA_INVALID", 3)
	f.clock.Advance(time.Minute)
	f.want("without a place")
	f.add()
	f.want("what failed before")
	f.clock.Advance(time.Minute)
	f.fail(f.bakery, "FAILED", "MEDIA_INVALID", 10)
	f.fail(f.bakery, "FAILED", "NETWORK_ERROR", 1)
	f.fail(f.potter, "SCHEDULED", "WORKER_UNREACHABLE", 2)
	got := f.told()
	slices.Sort(got)
	if want := []string{"1 post of bakery failed: The file is gone.", "10 posts of bakery failed: The file is gone.", "2 posts of potter are held: The file is gone."}; !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
	f.want("again")
	f.clock.Advance(time.Hour)
	f.fail(f.bakery, "FAILED", "MEDIA_INVALID", 4)
	f.want("within a day")
	f.Notifier = New(f.Deps)
	f.want("after a restart")
	f.clock.Advance(day)
	f.want("a day later", "4 posts of bakery failed: The file is gone.")
	f.clock.Advance(2 * day)
	f.want("nothing new")
}

// TestLook_Parts: what Health wants mended is told once a day for as long as it is so, of what is
// to be looked after soon that alone which grows into something, and the trouble of an account
// explains its posts.
func TestLook_Parts(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.add()
	f.clock.Advance(time.Minute)
	f.fail(f.bakery, "FAILED", "TOKEN_EXPIRED", 2)
	f.fail(f.bakery, "SCHEDULED", "TOKEN_EXPIRED", 1)
	f.parts = []health.HealthPart{
		{ID: "account:" + f.bakery.ID.String(), Name: "Access of bakery", Verdict: health.Mend, Says: "connect it again", AccountID: &f.bakery.ID},
		{ID: "account:" + f.potter.ID.String(), Name: "Access of potter", Verdict: health.Soon, Says: "It ends.", AccountID: &f.potter.ID},
		{ID: "disk", Name: "Room on the disk", Verdict: health.Soon, Says: "It is getting full."},
		{ID: "worker", Name: "Worker", Verdict: health.Mend, Says: "Its clock does not turn."},
		{ID: "orphans", Name: "Files put aside", Verdict: health.Soon, Says: "There are some."},
		{ID: "notify:ntfy", Name: "Notifications by ntfy", Verdict: health.Soon, Says: "They are not delivered."},
		{ID: "backup", Name: "Last backup", Verdict: health.Well, Says: "It is whole."},
	}
	all := []string{"Access of bakery: Connect it again. 3 posts did not go out.", "Worker: Its clock does not turn.", "Room on the disk: It is getting full."}
	f.want("at first", all...)
	f.clock.Advance(day - time.Minute)
	f.want("within a day")
	if _, err := database.Exec(t.Context(), f.DB, "UPDATE social_accounts SET token_expires_at = ? WHERE id = ?", f.clock.Now().Add(8*day).UnixMilli(), f.potter.ID); err != nil {
		t.Fatal(err)
	}
	f.clock.Advance(time.Minute)
	all[0] = "Access of bakery: Connect it again."
	f.want("a day later", all...)
	f.parts = f.parts[1:2]
	f.clock.Advance(day)
	f.want("in the last week", "Access of potter: It ends.")
}

// Forecast foretells of two posts that the account has no room for them, of one that its file is
// gone, and of one that another is close.
func (f *fixture) Forecast(context.Context, time.Duration, *time.Location) (posts.Forecast, error) {
	f.plans++
	of := func(code posts.ForecastCode, fails bool, says string) posts.ForecastPost {
		return posts.ForecastPost{AccountID: f.bakery.ID, Findings: []posts.Foretold{{Code: code, Fails: fails, Says: says, Fix: "Move it."}}}
	}
	return posts.Forecast{
		Accounts: []posts.ForecastAccount{{AccountID: f.bakery.ID, Username: "bakery"}},
		Posts: []posts.ForecastPost{
			of(posts.ForecastCap, true, "There is no room."), of(posts.ForecastMedia, true, "Its file is gone."), of(posts.ForecastCap, true, "There is no room."),
			of(posts.ForecastClose, false, "Another is close."), of(posts.ForecastToken, true, "The access ends."),
		},
	}, nil
}

// planless is a Plan that cannot be made.
type planless struct{}

func (planless) Forecast(context.Context, time.Duration, *time.Location) (posts.Forecast, error) {
	return posts.Forecast{}, errors.New("the plan cannot be made")
}

// TestLook_WithoutPlan: what has happened is told though nothing can be foretold.
func TestLook_WithoutPlan(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.Plan = planless{}
	f.add()
	f.clock.Advance(time.Minute)
	f.fail(f.bakery, "FAILED", "MEDIA_INVALID", 1)
	f.want("without a plan", "1 post of bakery failed: The file is gone.")
}

// TestLook_Plan: what the plan foretells is told once a day, each cause with its number.
func TestLook_Plan(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.Plan = f
	f.add()
	want := []string{"2 posts of bakery will not go out at the time planned: The first: There is no room. Move it.", "1 post of bakery will not go out at the time planned: Its file is gone. Move it."}
	f.want("at first", want...)
	f.clock.Advance(day - time.Minute)
	f.want("within a day")
	f.clock.Advance(time.Minute)
	f.want("a day later", want...)
	if f.plans != 2 {
		t.Errorf("the plan was made %d times", f.plans)
	}
}

// TestDeliver_Fails: what a place does not take is told later, also after a restart; when it never
// takes it, Health says so, until it takes something.
func TestDeliver_Fails(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.add()
	f.refuses.Store(true)
	f.clock.Advance(time.Minute)
	f.fail(f.bakery, "FAILED", "MEDIA_INVALID", 1)
	f.want("while it refuses")
	f.refuses.Store(false)
	f.want("before its pause is over")
	f.Notifier = New(f.Deps)
	f.clock.Advance(pauses[0])
	f.want("after its pause", "1 post of bakery failed: The file is gone.")
	f.refuses.Store(true)
	f.fail(f.bakery, "FAILED", "NETWORK_ERROR", 1)
	for _, pause := range append([]time.Duration{0}, pauses...) {
		f.clock.Advance(pause)
		f.want("in vain")
	}
	found, err := parts(f.DB)(t.Context())
	if err != nil || len(found) != 1 || found[0].ID != "notify:ntfy" || found[0].Verdict != health.Soon || !strings.Contains(found[0].Says, "HTTP 503") {
		t.Errorf("Health has %+v, %v", found, err)
	}
	f.refuses.Store(false)
	f.clock.Advance(pauses[3])
	f.want("what was dropped")
	if tests, err := f.Test(t.Context(), "ntfy"); err != nil || len(tests.Tried) != 1 || tests.Tried[0].Problem != "" {
		t.Errorf("a test: %+v, %v", tests, err)
	}
	if found, err = parts(f.DB)(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("Health still has %+v, %v", found, err)
	}
}

// TestDeliver_ClockSetBack: what was noted by a clock that was ahead neither keeps a place from
// being told, nor is told again and again without a pause.
func TestDeliver_ClockSetBack(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.add()
	f.refuses.Store(true)
	f.clock.Advance(48 * time.Hour)
	f.fail(f.bakery, "FAILED", "MEDIA_INVALID", 1)
	f.want("while it refuses")
	f.clock.Jump(-24 * time.Hour)
	f.refuses.Store(false)
	f.want("a day before its pause is over", "1 post of bakery failed: The file is gone.")
	f.refuses.Store(true)
	f.fail(f.bakery, "FAILED", "NETWORK_ERROR", 1)
	f.want("refused again")
	f.clock.Jump(-6 * time.Hour)
	for _, pause := range append([]time.Duration{0}, pauses...) {
		f.clock.Advance(pause)
		f.want("in vain")
	}
	if next := f.tellAll(); !next.IsZero() {
		t.Errorf("it is told again at %s", next)
	}
}

// TestLook_ClockSetBack: what was noted by a clock that was ahead keeps nothing from being told.
func TestLook_ClockSetBack(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.add()
	f.clock.Jump(-48 * time.Hour)
	f.fail(f.bakery, "FAILED", "MEDIA_INVALID", 1)
	f.want("two days before the place was chosen", "1 post of bakery failed: The file is gone.")
	f.clock.Advance(day)
	f.want("a day later")
}

// TestPlaces: addresses are sealed and shown without their secrets, each has a name, and one that
// cannot be used is refused without a word of it.
func TestPlaces(t *testing.T) {
	t.Parallel()
	f := setup(t)
	ctx := t.Context()
	for _, address := range []string{"ntfy://mara:planted@ntfy.sh/planted", "ntfy://ntfy.sh/other", "pushover://shoutrrr:planted@planted/"} {
		if added, err := f.Add(ctx, NotifyAddress{Address: address}); err != nil || strings.Contains(fmt.Sprint(added), "planted") {
			t.Fatalf("%+v, %v", added, err)
		}
	}
	for _, bad := range []NotifyAddress{
		{Address: "smtp://planted:planted@mail.example.com"},
		{Address: "nothing://planted"},
		{Address: "planted"},
		{Address: "logger://"},
		{Address: "ntfy://ntfy.sh/planted%20topic"},
		{Address: "ntfy://ntfy.sh/planted.topic"},
		{Address: "ntfy://ntfy.sh/planted/"},
		{Address: "ntfy://ntfy.sh/planted" + strings.Repeat("a", 58)},
		{Address: "ntfy://ntfy.sh/planted", Name: "desktop"},
		{Address: "ntfy://ntfy.sh/planted", Name: "A b"},
		{Address: "ntfy://ntfy.sh/planted", Name: "ntfy"},
	} {
		_, err := f.Add(ctx, bad)
		if code := apperror.CodeOf(err); code != apperror.ValidationError && code != apperror.InvalidState || strings.Contains(err.Error(), "planted") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if _, err := f.ChooseDesktop(ctx, true); err != nil {
		t.Fatal(err)
	}
	shown := func() (names []string) {
		all, err := f.Places(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all.Places {
			names = append(names, fmt.Sprint(p.Name, " ", p.Shows, " ", p.IsOn))
		}
		return names
	}
	if got, want := shown(), []string{"desktop this computer true", "ntfy ntfy://ntfy.sh/… true", "ntfy-2 ntfy://ntfy.sh/… true", "pushover pushover://… true"}; !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
	sealed, err := Keeper(f.DB)(ctx)
	if err != nil || len(sealed) != 3 || strings.Contains(fmt.Sprintf("%s", sealed), "planted") || !f.Box.Fits(sealed) {
		t.Errorf("sealed are %q, %v", sealed, err)
	}
	if err := f.Remove(ctx, "ntfy"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ntfy", "desktop", "program"} {
		if err := f.Remove(ctx, name); apperror.CodeOf(err) != apperror.NotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := f.ChooseDesktop(ctx, false); err != nil {
		t.Fatal(err)
	}
	if got, want := shown(), []string{"desktop this computer false", "ntfy-2 ntfy://ntfy.sh/… true", "pushover pushover://… true"}; !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
}

// TestWatch: when somebody begins to be told, and after a change of a post, troubles are looked for
// a moment later, without a chore. What waits at a stop is told after the next start.
func TestWatch(t *testing.T) {
	t.Parallel()
	f := setup(t)
	tell := make(chan func([]database.Change), 1)
	f.Events = events.NewHub(func(_ context.Context, to func([]database.Change)) error {
		tell <- to
		return nil
	}, f.clock)
	if err := f.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	pass := func(d time.Duration) {
		t.Helper()
		if err := f.clock.BlockUntil(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		f.clock.Advance(d)
	}
	f.fail(f.bakery, "FAILED", "NETWORK_ERROR", 1)
	f.add() // Only now are changes followed.
	pass(settle)
	f.arrives()
	pass(gap)
	changed := <-tell
	f.fail(f.bakery, "FAILED", "MEDIA_INVALID", 3)
	changed([]database.Change{{Kind: events.Post, ID: "a"}})
	pass(settle)
	f.arrives()
	f.Stop()
	if want := []string{"1 post of bakery failed: The file is gone.", "3 posts of bakery failed: The file is gone."}; !slices.Equal(f.got, want) {
		t.Errorf("told %q, want %q", f.got, want)
	}
	f.fail(f.potter, "FAILED", "NETWORK_ERROR", 1)
	if err := f.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.Notifier = New(f.Deps)
	if err := f.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.arrives()
	f.Stop()
}
