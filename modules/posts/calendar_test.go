package posts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func (b *bundle) calendar() *calendar {
	return newCalendar(b.db, newSummaries(b.db, b.clock, b.accounts, b.files))
}

// days asks for a range in a zone.
func (b *bundle) days(t testing.TB, from, to, zone string, perDay int, f calendarFilter) PostRange {
	t.Helper()
	first, err := dateOf("from", from)
	if err != nil {
		t.Fatal(err)
	}
	last, err := dateOf("to", to)
	if err != nil {
		t.Fatal(err)
	}
	where, err := Zone(zone)
	if err != nil {
		t.Fatal(err)
	}
	told, err := b.calendar().Range(t.Context(), rangeQuery{from: first, to: last, zone: where, perDay: perDay, filter: f})
	if err != nil {
		t.Fatal(err)
	}
	return told
}

// somePosts stores posts in every status at random instants around a week.
func (b *bundle) somePosts(t testing.TB, n int) []Post {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	instant := func() *wiretime.Time {
		if random.IntN(4) == 0 {
			return nil
		}
		return at(start.Add(time.Duration(random.IntN(14*24*60)-7*24*60) * time.Minute))
	}
	stored := make([]Post, n)
	for i := range stored {
		post := in(everyStatus[i%len(everyStatus)])
		if post.ScheduledFor = instant(); post.Status == Scheduled && post.ScheduledFor == nil {
			post.ScheduledFor = at(start)
		}
		post.PublishedAt, post.LastAttemptAt, post.PlannedFor = instant(), instant(), instant()
		post.CompletedAt = at(start.Add(time.Duration(i) * time.Second))
		if i%3 == 0 {
			post.SocialAccountID = b.potter.ID
		}
		if i%5 == 0 {
			post.MediaType = Carousel
		}
		stored[i] = b.insert(t, post)
	}
	return stored
}

// TestRange_HasWhatTheRulesSay compares every day of a range with a plain count of all posts.
func TestRange_HasWhatTheRulesSay(t *testing.T) {
	t.Parallel()
	b := setup(t)
	all := b.somePosts(t, 300)
	for _, zone := range []string{"UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/St_Johns"} {
		for name, f := range map[string]calendarFilter{
			"all": {}, "an account": {account: &b.potter.ID}, "two statuses": {statuses: []Status{Draft, Failed}},
			"both": {account: &b.bakery.ID, statuses: []Status{Published}}, "a kind": {mediaType: Carousel},
		} {
			where, err := Zone(zone)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string][]Post{}
			for _, post := range all {
				at := calendarInstant(&post)
				if at == nil || f.account != nil && *f.account != post.SocialAccountID || len(f.statuses) > 0 && !slices.Contains(f.statuses, post.Status) ||
					f.mediaType != "" && f.mediaType != post.MediaType {
					continue
				}
				date := at.Time().In(where).Format(dateLayout)
				want[date] = append(want[date], post)
			}
			got := b.days(t, "2026-11-14", "2026-11-28", zone, 3, f)
			if len(got.Days) != 15 || got.Timezone != zone {
				t.Fatalf("got %d days in %s", len(got.Days), got.Timezone)
			}
			for _, day := range got.Days {
				checkDay(t, zone+", "+name, day, want[day.Date], where)
			}
		}
	}
}

// toldOf returns which posts of a day are told: the first three, of those that are published the
// last, and all that need somebody.
func toldOf(all []Post) []Post {
	rank := func(p Post) int {
		if p.Status == Published {
			return 1
		}
		return 0
	}
	first := slices.Clone(all)
	slices.SortStableFunc(first, func(a, b Post) int { return rank(a) - rank(b) })
	first = first[:min(3, len(first))]
	return slices.DeleteFunc(slices.Clone(all), func(p Post) bool {
		needs := p.Status == Failed || p.ErrorCode != nil && p.Status != Draft && p.Status != Published
		return !needs && !slices.ContainsFunc(first, func(f Post) bool { return f.ID == p.ID })
	})
}

func checkDay(t *testing.T, what string, day CalendarDay, want []Post, zone *time.Location) {
	t.Helper()
	slices.SortFunc(want, func(a, b Post) int {
		if c := calendarInstant(&a).Time().Compare(calendarInstant(&b).Time()); c != 0 {
			return c
		}
		return strings.Compare(a.ID.String(), b.ID.String())
	})
	var counts StatusCounts
	for _, post := range want {
		*counts.count(post.Status)++
	}
	told := toldOf(want)
	if day.Count != int64(len(want)) || day.ByStatus != counts || len(day.Posts) != len(told) {
		t.Errorf("%s: %s has %d posts, %+v, %d of them told; want %d, %+v, %d", what, day.Date, day.Count, day.ByStatus, len(day.Posts), len(want), counts, len(told))
		return
	}
	want = told
	for i, post := range day.Posts {
		if post.ID != want[i].ID || *post.LocalTime != wiretime.FormatLocal(*calendarInstant(&want[i]), zone) || !strings.HasPrefix(*post.LocalTime, day.Date) {
			t.Errorf("%s: post %d of %s is %s at %s, want %s", what, i, day.Date, post.ID, *post.LocalTime, want[i].ID)
		}
	}
}

// TestUnplanned_HasWhatNoDayHas: all drafts without a plan are counted, and those that changed last
// are told first.
func TestUnplanned_HasWhatNoDayHas(t *testing.T) {
	t.Parallel()
	b := setup(t)
	counts := map[MediaType]int64{}
	for _, post := range b.somePosts(t, 600) {
		if calendarInstant(&post) == nil {
			counts[post.MediaType]++
			counts[""]++
		}
	}
	last := in(Draft)
	last.PlannedFor = nil
	last = b.insert(t, last)
	if _, err := database.Exec(t.Context(), b.db, "UPDATE posts SET updated_at = updated_at + 1 WHERE id = ?", last.ID); err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[MediaType]int64{"": counts[""] + 1, Carousel: counts[Carousel]} {
		told, err := b.calendar().Unplanned(t.Context(), calendarFilter{mediaType: kind})
		if err != nil || told.Count != want || len(told.Posts) != int(min(want, maxUnplanned)) {
			t.Fatalf("%q: got %d, %d told, %v; want %d", kind, told.Count, len(told.Posts), err, want)
		}
		if kind == "" && told.Posts[0].ID != last.ID {
			t.Errorf("the first is %+v", told.Posts[0])
		}
	}
}

// TestRange_DaysThatClocksChange: a day has 23 hours or 25 where clocks are set, also at midnight,
// and a day that a calendar leaves out is empty. No post is on two days, or on none.
func TestRange_DaysThatClocksChange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone, date string
		hours      time.Duration
	}{
		{"Europe/Berlin", "2027-03-28", 23},
		{"Europe/Berlin", "2027-10-31", 25},
		{"Europe/Berlin", "2027-06-01", 24},
		{"America/Havana", "2027-03-14", 23},
		{"America/Havana", "2027-11-07", 25}, // From midnight to one, and back from one to midnight.
		{"America/Santiago", "2027-09-05", 23},
		{"America/Santiago", "2027-04-03", 25}, // Back from midnight.
		{"Pacific/Apia", "2011-12-30", 0},
	} {
		zone, err := Zone(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		day, err := dateOf("from", c.date)
		if err != nil {
			t.Fatal(err)
		}
		d, err := daysOf(day, day, zone)
		if err != nil || time.Duration(d.bounds[1]-d.bounds[0])*time.Millisecond != c.hours*time.Hour {
			t.Errorf("%s in %s: %v, %v", c.date, c.zone, d, err)
			continue
		}
		for _, at := range []int64{d.bounds[0], d.bounds[1] - 1} {
			if got := time.UnixMilli(at).In(zone).Format(dateLayout); c.hours > 0 && got != c.date {
				t.Errorf("%s in %s has an instant of %s", c.date, c.zone, got)
			}
		}
	}
}

func TestRange_Refusals(t *testing.T) {
	t.Parallel()
	b := setup(t)
	input := func(change func(in *rangeInput)) *rangeInput {
		in := &rangeInput{From: "2026-12-01", To: "2026-12-31", Timezone: "UTC", PerDay: 5}
		change(in)
		return in
	}
	for name, c := range map[string]struct {
		change func(in *rangeInput)
		code   apperror.Code
	}{
		"backwards":    {func(in *rangeInput) { in.To = "2026-11-30" }, apperror.InvalidParam},
		"63 days":      {func(in *rangeInput) { in.To = "2027-02-01" }, apperror.InvalidParam},
		"10,000 years": {func(in *rangeInput) { in.From, in.To = "0001-01-01", "9999-12-31" }, apperror.InvalidParam},
		"no day":       {func(in *rangeInput) { in.From = "2026-02-30" }, apperror.InvalidParam},
		"the year 0":   {func(in *rangeInput) { in.From = "0000-12-31" }, apperror.InvalidParam},
		"no zone":      {func(in *rangeInput) { in.Timezone = "Mars/Olympus" }, apperror.ValidationError},
	} {
		if _, err := b.calendar().getRange(t.Context(), input(c.change)); apperror.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(in *rangeInput){
		"62 days": func(in *rangeInput) { in.To = "2027-01-31" }, "one day": func(in *rangeInput) { in.To = in.From },
		"the first day": func(in *rangeInput) { in.From, in.To = "0001-01-01", "0001-01-01" }, "the last one": func(in *rangeInput) { in.From, in.To = "9999-12-31", "9999-12-31" },
		"counts only": func(in *rangeInput) { in.PerDay = 0 },
	} {
		if got, err := b.calendar().getRange(t.Context(), input(change)); err != nil || len(got.Body.Days) == 0 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// TestFound_RangeTellsOfFailures: of a day with more posts than are told, those that failed or are
// kept back are among them, however late their time is, and so is the next one to go out.
func TestFound_RangeTellsOfFailures(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i, status := range []Status{Published, Published, Published, Scheduled, Scheduled, Scheduled, Scheduled, Failed, Failed} {
		post := in(status)
		post.ScheduledFor = at(start.Add(time.Duration(i) * time.Minute))
		if status == Published {
			post.PublishedAt = post.ScheduledFor
		}
		if i == 6 {
			post.ErrorCode = new(string(apperror.WorkerUnreachable))
		}
		post.Caption = new(strconv.Itoa(i))
		b.insert(t, post)
	}
	day := start.Truncate(24 * time.Hour)
	got, err := b.calendar().Range(t.Context(), rangeQuery{from: day, to: day, zone: time.UTC, perDay: 2})
	if err != nil {
		t.Fatal(err)
	}
	if all := captions(got.Days[0].Posts); !slices.Equal(all, []string{"3", "4", "6", "7", "8"}) || got.Days[0].Count != 9 {
		t.Errorf("the day tells of %v", all)
	}
}

// plan returns how SQLite runs a statement that has no parameter.
func (b *bundle) plan(t *testing.T, statement string) string {
	t.Helper()
	rows, err := b.db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var plan []string
	for rows.Next() {
		var id, parent, unused int
		var text string
		if err := rows.Scan(&id, &parent, &unused, &text); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "\n")
}

// TestRange_ReadsTheIndex: a range of an account and of statuses finds its posts in the index
// alone, which decides how long it takes. So it finds the drafts without a plan, and need not sort
// them; nor does a search of everything.
func TestRange_ReadsTheIndex(t *testing.T) {
	t.Parallel()
	b := setup(t)
	f := calendarFilter{account: &b.bakery.ID, statuses: []Status{Draft}}
	condition, args, err := f.condition()
	if err != nil {
		t.Fatal(err)
	}
	condition = strings.NewReplacer("json_each(?)", "json_each('[]')", "= ?", "= '"+args[0].(wireid.ID).String()+"'").Replace(condition)
	plan := b.plan(t, "SELECT d.key, p.status, count(*) FROM json_each('[[1,2]]') AS d CROSS JOIN posts AS p INDEXED BY posts_calendar WHERE "+within+" AND "+condition+" GROUP BY d.key, p.status")
	if !strings.Contains(plan, "SEARCH p USING COVERING INDEX posts_calendar (<expr>>? AND <expr><?)") {
		t.Errorf("the plan is %s", plan)
	}
	plan = b.plan(t, "SELECT p.rowid FROM json_each('[[1,2]]') AS d CROSS JOIN posts AS p INDEXED BY posts_calendar_needing WHERE "+needsSomebody+" AND "+within)
	if !strings.Contains(plan, "SEARCH p USING INDEX posts_calendar_needing (<expr>>? AND <expr><?)") {
		t.Errorf("the plan is %s", plan)
	}
	if plan = b.plan(t, selectHeld); !strings.Contains(plan, "p USING INDEX posts_calendar_needing") {
		t.Errorf("the plan is %s", plan)
	}
	plan = b.plan(t, "SELECT p.rowid "+unplanned+condition+strings.Replace(unplannedOrder, "?", "5", 1))
	if !strings.Contains(plan, "SCAN p USING COVERING INDEX posts_unplanned") || strings.Contains(plan, "ORDER BY") {
		t.Errorf("the plan is %s", plan)
	}
	scanned, _ := searchQuery{}.scanned(database.AfterAll())
	plan = b.plan(t, strings.ReplaceAll(scanned, "?", "5")+" LIMIT 5")
	if !strings.Contains(plan, "INDEX posts_calendar (<expr>") || !strings.Contains(plan, "INDEX posts_by_status (status=") || strings.Contains(plan, "TEMP B-TREE") {
		t.Errorf("a search has the plan %s", plan)
	}
}

// TestList_IsNotSorted: the lists find the page that they show in an index that has its order.
func TestList_IsNotSorted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for condition, index := range map[string]string{"1": "posts_newest", "status = 'DRAFT'": "posts_by_status"} {
		for _, order := range newestFirst {
			plan := b.plan(t, "SELECT rowid FROM posts WHERE "+condition+" ORDER BY "+order+" LIMIT 5")
			if !strings.Contains(plan, "COVERING INDEX "+index) || strings.Contains(plan, "ORDER BY") {
				t.Errorf("%s in the order of %s: the plan is %s", condition, order, plan)
			}
		}
	}
}

// TestSummary: the summary says of a post what the post says of itself.
func TestSummary(t *testing.T) {
	t.Parallel()
	b := setup(t)
	late := in(Published)
	late.Caption, late.IsScheduled, late.ScheduledFor, late.PublishedAt = new(strings.Repeat("é", 121)), true, at(start), at(start.Add(90*time.Second))
	late = b.insert(t, late)
	held := in(Scheduled)
	held.IsScheduled, held.ScheduledFor, held.ErrorCode, held.CloudJobID = true, at(start.Add(-time.Minute)), new("WORKER_UNREACHABLE"), new("x")
	held.MediaType, held.Caption = Stories, new("unseen")
	gone := b.photo(t)
	held = b.insert(t, held, gone, b.photo(t))
	if _, err := database.Exec(t.Context(), b.db, "DELETE FROM media_files WHERE id = ?", gone); err != nil {
		t.Fatal(err)
	}
	draft := b.insert(t, Post{Status: Draft, SocialAccountID: wireid.New()})
	got, err := b.calendar().summaries.summarise(t.Context(), []Post{late, held, draft}, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	if p := got[0]; p.LateSeconds != 90 || !p.IsCaptionCut || p.Caption != strings.Repeat("é", 120) || *p.LocalTime != "2026-11-21T09:31:30" || p.Owner != OwnedHere || len(p.Warnings) != 0 {
		t.Errorf("got %+v", p)
	}
	if p := got[1]; p.LateSeconds != 60 || value(p.HeldCode) != "WORKER_UNREACHABLE" || p.ErrorCode != nil || p.Owner != OwnedCloud ||
		p.MediaCount != 1 || p.LostMedia != 1 || !slices.Equal(p.Warnings, []string{"MEDIA_INVALID", "CAPTION_UNSEEN"}) {
		t.Errorf("got %+v", p)
	}
	if p := got[2]; p.At != nil || p.LocalTime != nil || !slices.Equal(p.Warnings, []string{"NOT_FOUND"}) {
		t.Errorf("got %+v", p)
	}
}

// TestSummary_Problem: a draft or a scheduled post that would fail as it is says so.
func TestSummary_Problem(t *testing.T) {
	t.Parallel()
	b := setup(t)
	tall, gone := b.sized(t, 1080, 1920), b.photo(t)
	post := func(status Status, kind MediaType, files ...wireid.ID) Post {
		return b.insert(t, Post{Status: status, MediaType: kind, ScheduledFor: at(start)}, files...)
	}
	list := []Post{
		post(Scheduled, Image, b.photo(t)), post(Scheduled, Image, tall), post(Draft, Image), post(Scheduled, Carousel, b.photo(t), tall),
		post(Scheduled, Image, gone), post(Published, Image, tall), post(Draft, Reels, tall),
	}
	if _, err := database.Exec(t.Context(), b.db, "DELETE FROM media_files WHERE id = ?", gone); err != nil {
		t.Fatal(err)
	}
	got, err := b.calendar().summaries.summarise(t.Context(), list, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	const tooTall = "The picture is 1080 by 1920 pixels, a ratio of 0.56; "
	for i, want := range []string{
		"", tooTall + "feed pictures take", "a picture or a video is missing; add one", "item 2 of 2: " + tooTall + "carousels take",
		"a file of the post was deleted: add it again, or leave it out", "", "the file is a picture, and the post a reel",
	} {
		if says := value(got[i].Problem); !strings.HasPrefix(says, want) || (want == "") != (got[i].Problem == nil) {
			t.Errorf("post %d says %q, want %q", i, says, want)
		}
	}
	told, err := newTimelines(b.db, b.history, newSummaries(b.db, b.clock, b.accounts, b.files)).find(t.Context(), list[1].ID)
	if err != nil || !strings.HasPrefix(value(told.Problem), tooTall) {
		t.Errorf("the timeline says %q, %v", value(told.Problem), err)
	}
	asked, err := b.calendar().getSummaries(t.Context(), &summariesInput{IDs: []string{list[1].ID.String(), wireid.New().String()}, Timezone: "UTC"})
	if err != nil || len(asked.Body.Posts) != 1 || asked.Body.Posts[0].ID != list[1].ID || asked.Body.Posts[0].Problem == nil {
		t.Errorf("got %+v, %v", asked, err)
	}
}

// fillMonth stores posts that are scheduled in December, evenly, each with a picture.
func (b *bundle) fillMonth(tb testing.TB, n int) {
	tb.Helper()
	photo := b.photo(tb)
	rows := make([]Post, n)
	first := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for i := range rows {
		rows[i] = Post{
			ID: wireid.New(), UserID: b.accounts.UserID(), SocialAccountID: b.bakery.ID, MediaType: Image, SourceType: FromSchedule, Status: Scheduled,
			Timezone: "Europe/Berlin", IsScheduled: true, ScheduledFor: at(first.Add(time.Duration(i) * 31 * 24 * time.Hour / time.Duration(n))),
			Caption: new(fmt.Sprintf("Post %d. %s", i, strings.Repeat("A caption is seldom much longer than this. ", 6))), CreatedAt: wiretime.Of(start), UpdatedAt: wiretime.Of(start),
		}
	}
	for chunk := range slices.Chunk(rows, 500) {
		if _, err := b.db.NewInsert().Model(&chunk).Exec(tb.Context()); err != nil {
			tb.Fatal(err)
		}
	}
	if _, err := database.Exec(tb.Context(), b.db, "INSERT INTO post_media (post_id, position, media_file_id) SELECT id, 0, ? FROM posts", photo); err != nil {
		tb.Fatal(err)
	}
}

// BenchmarkRange reads the month of 10,000 scheduled posts, as a calendar shows it.
func BenchmarkRange(tb *testing.B) {
	b := setup(tb)
	b.fillMonth(tb, 10_000)
	for name, f := range map[string]calendarFilter{"all": {}, "filtered": {account: &b.bakery.ID, statuses: []Status{Scheduled, Draft}}} {
		tb.Run(name, func(tb *testing.B) {
			for tb.Loop() {
				if got := b.days(tb, "2026-11-30", "2027-01-03", "Europe/Berlin", 5, f); got.Days[5].Count < 300 {
					tb.Fatalf("got %+v", got.Days[5])
				}
			}
		})
	}
}
