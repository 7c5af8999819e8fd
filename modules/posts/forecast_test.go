package posts

import (
	"testing"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func (b *bundle) forecast(t testing.TB, days int, timezone string) Forecast {
	t.Helper()
	out, err := newForecasts(b.db, b.clock, b.accounts).get(t.Context(), &forecastInput{Days: days, Timezone: timezone})
	if err != nil {
		t.Fatal(err)
	}
	return out.Body
}

// due schedules a post of an account for a time after the start.
func (b *bundle) due(t testing.TB, account wireid.ID, after time.Duration, change ...func(*Post)) Post {
	t.Helper()
	post := Post{Status: Scheduled, IsScheduled: true, SocialAccountID: account, ScheduledFor: wiretime.Ptr(start.Add(after))}
	for _, c := range change {
		c(&post)
	}
	return b.insert(t, post)
}

// TestForecast_Count: what is due within the days is counted, late posts among it, and nothing
// else.
func TestForecast_Count(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if got := b.forecast(t, 7, "UTC"); got.Count != 0 || len(got.Accounts) != 0 || got.Until != wiretime.Of(start.AddDate(0, 0, 7)) {
		t.Errorf("without a post: %+v", got)
	}
	b.due(t, b.bakery.ID, -time.Minute)
	b.due(t, b.potter.ID, time.Hour)
	b.due(t, b.bakery.ID, 7*24*time.Hour-time.Second)
	b.due(t, b.bakery.ID, 7*24*time.Hour)
	b.insert(t, Post{Status: Draft, PlannedFor: wiretime.Ptr(start.Add(time.Hour))})
	b.insert(t, Post{Status: Failed, IsScheduled: true, ScheduledFor: wiretime.Ptr(start.Add(-time.Hour)), CompletedAt: wiretime.Ptr(start)})
	got := b.forecast(t, 7, "UTC")
	if got.Count != 3 || got.LookedAt != 3 || len(got.Accounts) != 2 {
		t.Fatalf("got %+v", got)
	}
	for i, want := range []AccountForecast{{AccountID: b.bakery.ID, Count: 2, Cap: usual()}, {AccountID: b.potter.ID, Count: 1, Cap: usual()}} {
		if a := got.Accounts[i]; a.AccountID != want.AccountID || a.Count != want.Count || a.Cap != want.Cap || len(a.AboveCap) != 0 || a.NoAccess != nil || a.LostMedia != nil {
			t.Errorf("account %d is %+v", i, a)
		}
	}
	if got := b.forecast(t, 8, "UTC"); got.Count != 4 {
		t.Errorf("of a day more: %+v", got)
	}
}

// TestForecast_Cap: a post is above the cap when the 24 hours before it are full of what was
// published and of what goes out before it; one that has no room takes none from the next.
func TestForecast_Cap(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if err := (AccountCap{AccountID: b.bakery.ID, Total: 3}).Store(t.Context(), b.db); err != nil {
		t.Fatal(err)
	}
	published := func(ago time.Duration) {
		b.insert(t, Post{Status: Published, PublishedAt: wiretime.Ptr(start.Add(-ago)), CompletedAt: wiretime.Ptr(start.Add(-ago))})
	}
	published(25 * time.Hour)
	published(23 * time.Hour)
	native := func(p *Post) { p.MediaType, p.StoryMentions = Stories, new(`[{"username":"a","x":0.5,"y":0.5}]`) }
	b.due(t, b.bakery.ID, 10*time.Minute)
	b.due(t, b.bakery.ID, 20*time.Minute)
	b.due(t, b.bakery.ID, 25*time.Minute, native)
	first := b.due(t, b.bakery.ID, 30*time.Minute)
	b.due(t, b.bakery.ID, 59*time.Minute)
	b.due(t, b.bakery.ID, time.Hour) // What was published 23 hours ago has left the window.
	b.due(t, b.potter.ID, time.Hour)
	// 24 hours after the first the window has room again, for one.
	b.due(t, b.bakery.ID, 24*time.Hour+10*time.Minute)
	second := b.due(t, b.bakery.ID, 24*time.Hour+15*time.Minute)
	got := b.forecast(t, 7, "Europe/Berlin").Accounts[0]
	if got.Cap != 3 || got.Count != 8 || len(got.AboveCap) != 2 {
		t.Fatalf("got %+v", got)
	}
	for i, want := range []CrowdedDay{
		{"2026-11-21", Threatened{Count: 2, PostID: first.ID, At: *first.ScheduledFor}},
		{"2026-11-22", Threatened{Count: 1, PostID: second.ID, At: *second.ScheduledFor}},
	} {
		if got.AboveCap[i] != want {
			t.Errorf("day %d is %+v, want %+v", i, got.AboveCap[i], want)
		}
	}
	// In another zone they are all on one day, the next one.
	if got, want := b.forecast(t, 7, "Pacific/Kiritimati").Accounts[0].AboveCap, (CrowdedDay{"2026-11-22", Threatened{Count: 3, PostID: first.ID, At: *first.ScheduledFor}}); len(got) != 1 || got[0] != want {
		t.Errorf("far east %+v", got)
	}
}

// TestForecast_AccessAndFiles: posts after the end of the access, and posts with a deleted file,
// are reported with the first of them. A post without access does not count against the cap.
func TestForecast_AccessAndFiles(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if _, err := b.db.NewUpdate().Table("social_accounts").Set("token_expires_at = ?", wiretime.Of(start.Add(48*time.Hour))).Where("id = ?", b.bakery.ID).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.due(t, b.bakery.ID, 47*time.Hour)
	first := b.due(t, b.bakery.ID, 49*time.Hour)
	for range usual() + 1 {
		b.due(t, b.bakery.ID, 50*time.Hour)
	}
	lost := b.due(t, b.potter.ID, time.Hour)
	if err := insertLinks(t.Context(), b.db, lost.ID, []wireid.ID{b.photo(t)}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.db.NewDelete().Table("media_files").Where("1").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := b.forecast(t, 7, "UTC")
	if len(got.Accounts) != 2 {
		t.Fatalf("got %+v", got)
	}
	potter, bakery := got.Accounts[0], got.Accounts[1]
	if want := (Threatened{Count: int64(usual()) + 2, PostID: first.ID, At: *first.ScheduledFor}); bakery.NoAccess == nil || *bakery.NoAccess != want || len(bakery.AboveCap) != 0 || bakery.LostMedia != nil {
		t.Errorf("the bakery's is %+v", bakery)
	}
	if want := (Threatened{Count: 1, PostID: lost.ID, At: *lost.ScheduledFor}); potter.LostMedia == nil || *potter.LostMedia != want || potter.NoAccess != nil {
		t.Errorf("the potter's is %+v", potter)
	}
}

// TestForecast_IsBounded: of more posts than are looked at, all are counted.
func TestForecast_IsBounded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i := range 5 {
		b.due(t, b.bakery.ID, time.Duration(i)*time.Hour)
	}
	until := wiretime.Of(start.AddDate(0, 0, 1))
	due, err := selectDue(t.Context(), b.db, until, 3)
	if err != nil || len(due) != 3 || due[2].at != wiretime.Of(start.Add(2*time.Hour)) {
		t.Errorf("%+v, %v", due, err)
	}
	if n, err := countDue(t.Context(), b.db, until); err != nil || n != 5 {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := newForecasts(b.db, b.clock, b.accounts).get(t.Context(), &forecastInput{Days: 7, Timezone: "Nowhere"}); err == nil {
		t.Error("a zone that there is not is taken")
	}
}
