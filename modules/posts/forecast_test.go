package posts

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func (b *bundle) forecasts() *Forecasts {
	return NewForecasts(ForecastDeps{
		DB: b.db, Clock: b.clock, Uptime: uptime.New(b.db, b.clock, config.Sandbox), Accounts: b.accounts, Natives: b.natives, Media: b.files, Cloud: NoCloud{},
	})
}

func (b *bundle) forecast(t testing.TB, days int, timezone string) Forecast {
	t.Helper()
	out, err := b.forecasts().get(t.Context(), &forecastInput{Days: days, Timezone: timezone})
	if err != nil {
		t.Fatal(err)
	}
	return out.Body
}

// BenchmarkForecast: a forecast of 10,000 posts of two accounts, each with a file of its own, where
// nothing goes wrong, and where each post has lost its file and most are above the cap.
func BenchmarkForecast(b *testing.B) {
	for name, failing := range map[string]int{"fine": 0, "failing": 10_000} {
		b.Run(name, func(b *testing.B) {
			w := setup(b)
			w.fill(b, 10_000, failing == 0)
			f := w.forecasts()
			for b.Loop() {
				if told, err := f.Forecast(b.Context(), 7*24*time.Hour, time.UTC); err != nil || told.LookedAt != 10_000 || told.Failing != failing {
					b.Fatal(told.LookedAt, told.Failing, err)
				}
			}
		})
	}
}

// fill schedules n posts of both accounts, spread over a week, each with a file and a caption. With
// room, their accounts may publish them and their files are on the disk.
func (b *bundle) fill(t testing.TB, n int, hasRoom bool) {
	t.Helper()
	if hasRoom {
		folder := filepath.Join(b.dir.Uploads(), "images")
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if err := os.WriteFile(filepath.Join(folder, strconv.Itoa(i)+".jpg"), []byte{0}, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, account := range []wireid.ID{b.bakery.ID, b.potter.ID} {
			if err := (AccountCap{AccountID: account, Total: n}).Store(t.Context(), b.db); err != nil {
				t.Fatal(err)
			}
		}
	}
	caption := strings.Repeat("Fresh from the oven: our spring rye. #bakery ", 10)
	for _, statement := range []string{
		`INSERT INTO media_files (id, original_filename, storage_path, mime_type, file_size, width, height, is_valid, created_at)
			SELECT printf('1b4e28ba-2fa1-4d2e-883f-%012d', value), 'photo.jpg', printf('images/%d.jpg', value), 'image/jpeg', 1, 1080, 1080, 1, ?2 FROM generate_series(0, ?1 - 1)`,
		`INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, caption, status, is_scheduled, timezone, scheduled_for, created_at, updated_at)
			SELECT printf('3f2b8c1e-6d4a-4f7b-9c0d-%012d', value), ?5, iif(value % 2, ?3, ?4), 'IMAGE', 'MANUAL', ?6, 'SCHEDULED', 1, 'UTC', ?2 + value * 604800000 / (?1 + 1), ?2, ?2 FROM generate_series(0, ?1 - 1)`,
		`INSERT INTO post_media (post_id, position, media_file_id)
			SELECT printf('3f2b8c1e-6d4a-4f7b-9c0d-%012d', value), 0, printf('1b4e28ba-2fa1-4d2e-883f-%012d', value) FROM generate_series(0, ?1 - 1)`,
	} {
		if _, err := database.Exec(t.Context(), b.db, strings.ReplaceAll(statement, "generate_series(0, ?1 - 1)", "(WITH RECURSIVE n(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value + 1 < ?1) SELECT value FROM n)"),
			n, wiretime.Of(start), b.bakery.ID, b.potter.ID, b.accounts.UserID(), caption); err != nil {
			t.Fatal(err)
		}
	}
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

// foretold returns the codes of what is foretold of each post, those that fail it in capitals.
func (f Forecast) foretold() map[wireid.ID]string {
	all := map[wireid.ID]string{}
	for _, post := range f.Posts {
		var codes []string
		for _, of := range post.Findings {
			code := string(of.Code)
			if !of.Fails {
				code = strings.ToLower(code)
			}
			codes = append(codes, code)
		}
		all[post.PostID] = strings.Join(codes, " ")
	}
	return all
}

// saysOf returns the finding of a post with a code.
func (f Forecast) saysOf(t testing.TB, id wireid.ID, code ForecastCode) Foretold {
	t.Helper()
	for _, post := range f.Posts {
		for _, of := range post.Findings {
			if post.PostID == id && of.Code == code {
				return of
			}
		}
	}
	t.Fatalf("nothing of %s is foretold of %s", code, id)
	return Foretold{}
}

func (f Forecast) want(t testing.TB, want map[wireid.ID]string) {
	t.Helper()
	got := f.foretold()
	for id, codes := range want {
		if got[id] != codes {
			t.Errorf("of %s is foretold %q, want %q", id, got[id], codes)
		}
		delete(got, id)
	}
	for id, codes := range got {
		t.Errorf("of %s is foretold %q, want nothing", id, codes)
	}
}

// TestForecast_Count: what is due within the days is counted, late posts among it, and nothing
// else.
func TestForecast_Count(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if got := b.forecast(t, 7, "UTC"); got.Count != 0 || len(got.Accounts) != 0 || got.Until != wiretime.Of(start.AddDate(0, 0, 7)) || got.Fails() {
		t.Errorf("without a post: %+v", got)
	}
	b.due(t, b.bakery.ID, -time.Minute)
	b.due(t, b.potter.ID, time.Hour)
	b.due(t, b.bakery.ID, 7*24*time.Hour-time.Second)
	b.due(t, b.bakery.ID, 7*24*time.Hour)
	b.insert(t, Post{Status: Draft, PlannedFor: wiretime.Ptr(start.Add(time.Hour))})
	b.insert(t, Post{Status: Failed, IsScheduled: true, ScheduledFor: wiretime.Ptr(start.Add(-time.Hour)), CompletedAt: wiretime.Ptr(start)})
	got := b.forecast(t, 7, "UTC")
	if got.Count != 3 || got.LookedAt != 3 || len(got.Accounts) != 2 || got.Failing != 0 {
		t.Fatalf("got %+v", got)
	}
	for i, want := range []ForecastAccount{{b.bakery.ID, b.bakery.Username, 2, usual()}, {b.potter.ID, b.potter.Username, 1, usual()}} {
		if got.Accounts[i] != want {
			t.Errorf("account %d is %+v, want %+v", i, got.Accounts[i], want)
		}
	}
	if want := []ForecastDay{{"2026-11-21", 2, 0}, {"2026-11-28", 1, 0}}; !slices.Equal(got.Days, want) {
		t.Errorf("days %+v, want %+v", got.Days, want)
	}
	if got := b.forecast(t, 8, "UTC"); got.Count != 4 {
		t.Errorf("of a day more: %+v", got)
	}
	if _, err := b.forecasts().get(t.Context(), &forecastInput{Days: 7, Timezone: "Nowhere"}); err == nil {
		t.Error("a zone that there is not is taken")
	}
}

// TestForecast_Cap: a post is above the cap when the 24 hours before it are full of what was
// published and of what goes out before it; one that has no room takes none from the next. Each is
// told another time that has room, and once all have moved there, nothing is foretold any more.
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
	published(22 * time.Hour)
	b.due(t, b.bakery.ID, 20*time.Minute)
	b.due(t, b.bakery.ID, 40*time.Minute)
	first := b.due(t, b.bakery.ID, 60*time.Minute)
	b.due(t, b.potter.ID, 60*time.Minute)
	second := b.due(t, b.bakery.ID, 90*time.Minute)
	b.due(t, b.bakery.ID, 2*time.Hour) // What was published 22 hours ago has left the window.
	b.due(t, b.bakery.ID, 24*time.Hour+20*time.Minute)
	third := b.due(t, b.bakery.ID, 24*time.Hour+39*time.Minute)
	told := b.forecast(t, 7, "Europe/Berlin")
	told.want(t, map[wireid.ID]string{first.ID: "CAP", second.ID: "CAP", third.ID: "CAP close"})
	if told.Accounts[0].Cap != 3 || told.Failing != 3 || !told.Fails() {
		t.Errorf("%+v", told.Accounts[0])
	}
	for id, want := range map[wireid.ID]time.Duration{first.ID: 24*time.Hour + 40*time.Minute, second.ID: 26 * time.Hour, third.ID: 48*time.Hour + 20*time.Minute} {
		of := told.saysOf(t, id, ForecastCap)
		if of.FreeAt == nil || of.FreeAt.Time() != start.Add(want) {
			t.Errorf("%s has room at %s, want %s", id, of.FreeAt, start.Add(want))
		}
		if _, err := database.Exec(t.Context(), b.db, "UPDATE posts SET scheduled_for = ? WHERE id = ?", of.FreeAt, id); err != nil {
			t.Fatal(err)
		}
	}
	if of := told.saysOf(t, first.ID, ForecastCap); of.Says != "It is one post more than the network takes of "+b.bakery.Username+" within 24 hours, which is 3." ||
		of.Fix != "Move it to Sun 22 Nov, 11:10, or others away." || of.Command != "crier schedule move "+first.ID.String()+" 2026-11-22T11:10:00+01:00" {
		t.Errorf("%+v", of)
	}
	b.forecast(t, 7, "Europe/Berlin").want(t, map[wireid.ID]string{})
}

// TestForecast_NoRoom: for an account that may publish nothing there is no time to move to.
func TestForecast_NoRoom(t *testing.T) {
	t.Parallel()
	r := roll{}
	if _, ok := r.free(0); ok || r.take(0) {
		t.Error("there is room in no room")
	}
}

// TestForecast_Token: posts after the end of the access fail, and do not count against the cap. A
// primary access is assumed to be renewed, unless that is overdue.
func TestForecast_Token(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const day = 24 * time.Hour
	set := func(column string, value any) {
		if _, err := database.Exec(t.Context(), b.db, "UPDATE social_accounts SET "+column+" = ?", value); err != nil {
			t.Fatal(err)
		}
	}
	before, after := b.due(t, b.bakery.ID, 8*day), b.due(t, b.bakery.ID, 10*day)
	partner := b.due(t, b.potter.ID, 10*day)
	for range usual() + 1 {
		b.due(t, b.potter.ID, 10*day+time.Hour)
	}
	for _, c := range []struct {
		name     string
		change   func()
		bakery   string
		says     string
		isBefore bool
	}{
		{"ends later", func() { set("token_expires_at", wiretime.Of(start.Add(40*day))) }, "", "", false},
		{"ends before, renewal to come", func() { set("token_expires_at", wiretime.Of(start.Add(9*day+time.Hour))) }, "token", "ends on Mon 30 Nov, 10:30, before this post. It is assumed", false},
		{"ends before, renewal overdue", func() { set("token_expires_at", wiretime.Of(start.Add(7*day))) }, "TOKEN", "could not be renewed so far.", true},
		{"has ended", func() { set("token_expires_at", wiretime.Of(start.Add(-day))) }, "TOKEN", "ended on Fri 20 Nov, 09:30.", true},
		{"at a checkpoint", func() { set("token_expires_at", nil); set("checkpoint_at", wiretime.Of(start)) }, "TOKEN", "wants bakery to sign in", true},
		{"refused", func() { set("checkpoint_at", nil); set("token_dead_at", wiretime.Of(start)) }, "TOKEN", "refuses the access of bakery", true},
	} {
		c.change()
		told := b.forecast(t, 31, "UTC")
		got := told.foretold()
		first := ""
		if c.isBefore {
			first = c.bakery
		}
		if got[after.ID] != c.bakery || got[before.ID] != first {
			t.Errorf("%s: %q before, %q after", c.name, got[before.ID], got[after.ID])
		}
		if wantPartner := strings.ToUpper(c.bakery); got[partner.ID] != wantPartner {
			t.Errorf("%s: %q of the partner's", c.name, got[partner.ID])
		}
		if of := (Foretold{}); c.bakery != "" {
			if of = told.saysOf(t, after.ID, ForecastToken); !strings.Contains(of.Says, c.says) || of.Fix == "" || of.IsAssumed != !of.Fails {
				t.Errorf("%s: %+v", c.name, of)
			}
		}
		for _, codes := range got {
			if c.bakery != "" && strings.Contains(codes, "CAP") {
				t.Errorf("%s: a post without access counts against the cap: %s", c.name, codes)
			}
		}
	}
}

// TestForecast_Media: a file that was deleted, is not on the disk any more, was changed there, or
// is not valid any more fails its post; what the cloud publishes has its files there.
func TestForecast_Media(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := 1
	with := func(id wireid.ID, change ...func(*Post)) Post {
		post := b.due(t, b.bakery.ID, time.Duration(n)*time.Hour, change...)
		n++
		if err := insertLinks(t.Context(), b.db, post.ID, []wireid.ID{id}); err != nil {
			t.Fatal(err)
		}
		return post
	}
	stored := func(size int) wireid.ID {
		id := b.photo(t)
		path := filepath.Join(b.dir.Uploads(), "images", id.String()+".jpg")
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, make([]byte, size), 0o600)); err != nil {
			t.Fatal(err)
		}
		return id
	}
	deleted := b.photo(t)
	invalid := stored(1)
	cloudy := func(p *Post) { p.CloudJobID = new("there") }
	fine, gone, changed := with(stored(1)), with(b.photo(t)), with(stored(2))
	lost, bad, reel, away := with(deleted), with(invalid), with(stored(1), func(p *Post) { p.MediaType = Reels }), with(b.photo(t), cloudy)
	for _, statement := range []string{"DELETE FROM media_files WHERE id = '" + deleted.String() + "'", "UPDATE media_files SET is_valid = 0, validation_errors = '[\"It has no pixels.\"]' WHERE id = '" + invalid.String() + "'"} {
		if _, err := database.Exec(t.Context(), b.db, statement); err != nil {
			t.Fatal(err)
		}
	}
	told := b.forecast(t, 7, "UTC")
	told.want(t, map[wireid.ID]string{gone.ID: "MEDIA", changed.ID: "MEDIA", lost.ID: "MEDIA", bad.ID: "MEDIA", reel.ID: "MEDIA"})
	_, _ = fine, away
	for id, says := range map[wireid.ID]string{
		gone.ID: "Its file photo.jpg is not on the disk any more.", changed.ID: "Its file photo.jpg was changed outside of Crier: it has 2 bytes in place of 1.",
		lost.ID: "A file of it was deleted.", bad.ID: "Its file photo.jpg cannot be published: It has no pixels.",
		reel.ID: "Its file photo.jpg cannot be published: The file is a picture, and the post a reel: make it a picture or a story, or choose a video.",
	} {
		if of := told.saysOf(t, id, ForecastMedia); of.Says != says {
			t.Errorf("%q, want %q", of.Says, says)
		}
	}
}

// TestForecast_Content: what the network refuses fails; posts that are close or alike are warned
// of.
func TestForecast_Content(t *testing.T) {
	t.Parallel()
	b := setup(t)
	file, other := b.photo(t), b.photo(t)
	caption := func(text string) func(*Post) { return func(p *Post) { p.Caption = &text } }
	post := func(after time.Duration, text string, id wireid.ID) Post {
		post := b.due(t, b.bakery.ID, after, caption(text), func(p *Post) { p.CloudJobID = new(text) })
		if err := insertLinks(t.Context(), b.db, post.ID, []wireid.ID{id}); err != nil {
			t.Fatal(err)
		}
		return post
	}
	post(time.Hour, "one", file)
	near := post(time.Hour+19*time.Minute, "two", file)
	twin := post(3*time.Hour, "one", file)
	post(5*time.Hour, "one", other)
	post(30*time.Hour, "one", file) // A day later it is no mistake.
	many := post(40*time.Hour, strings.Repeat("#bread ", 31), file)
	post(50*time.Hour, strings.Repeat("#bread ", 30), file)
	place := b.due(t, b.potter.ID, time.Hour, func(p *Post) { p.LocationID = new("12ab") })
	told := b.forecast(t, 7, "UTC")
	told.want(t, map[wireid.ID]string{near.ID: "close", twin.ID: "near_duplicate", many.ID: "REFUSED", place.ID: "REFUSED"})
	if of := told.saysOf(t, near.ID, ForecastClose); of.Says != "Another post of bakery is due at 10:30; the network prefers 20 minutes between two." || of.OtherID == nil {
		t.Errorf("%+v", of)
	}
	if of := told.saysOf(t, many.ID, ForecastRefused); of.Says != "The caption has 31 hashtags and the network takes 30: the post fails unless you take 1 out." {
		t.Errorf("%+v", of)
	}
}

// TestForecast_Asleep: a post that nothing but this computer publishes fails where that was off at
// its hour on two of the last seven days.
func TestForecast_Asleep(t *testing.T) {
	t.Parallel()
	b := setup(t)
	f := b.forecasts()
	const day = 24 * time.Hour
	for range 2 { // Off from 17:30 to 09:30.
		b.clock.Advance(8 * time.Hour)
		b.clock.Sleep(16 * time.Hour)
		f.Uptime.Ran()
	}
	b.clock.Advance(2 * day)
	now := 4 * day
	by := b.due(t, b.bakery.ID, now+time.Hour)
	night := b.due(t, b.bakery.ID, now+12*time.Hour)
	b.due(t, b.bakery.ID, now+13*time.Hour, func(p *Post) { p.CloudJobID = new("there") })
	late := b.due(t, b.bakery.ID, now-time.Hour)
	told, err := f.Forecast(t.Context(), 7*day, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	told.want(t, map[wireid.ID]string{night.ID: "ASLEEP"})
	_, _ = by, late
	if of := told.saysOf(t, night.ID, ForecastAsleep); !strings.HasPrefix(of.Says, "This computer was off at that hour on 2 of the last 7 days") || of.Command != "crier cloud setup" || !of.IsAssumed {
		t.Errorf("%+v", of)
	}
	b.clock.Advance(5 * day) // One of the two nights is longer ago.
	again := b.due(t, b.bakery.ID, 9*day+12*time.Hour)
	if told, err = f.Forecast(t.Context(), 7*day, time.UTC); err != nil || told.foretold()[again.ID] != "" {
		t.Errorf("%q, %v", told.foretold()[again.ID], err)
	}
}

// TestForecast_Session: a story with mentions of an account without the sign-in for them fails.
func TestForecast_Session(t *testing.T) {
	t.Parallel()
	b := setup(t)
	story := b.due(t, b.bakery.ID, time.Hour, func(p *Post) { p.MediaType, p.StoryMentions = Stories, new(`[{"username":"a","x":0.5,"y":0.5}]`) })
	b.forecast(t, 7, "UTC").want(t, map[wireid.ID]string{story.ID: "SESSION"})
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
}
