package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/schedule"
	"crier/platform/wireid"
)

// days requests the days of a range in Berlin.
func (j *journey) days(browser *e2e.Client, from, to, more string) (told posts.PostRange) {
	j.t.Helper()
	browser.Internal("/api/posts/range?timezone=Europe/Berlin&from=" + from + "&to=" + to + more).Want(http.StatusOK).JSON(&told)
	return told
}

// TestRange_Journey: a calendar shows a post on the day of its local time, with its present status.
func TestRange_Journey(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	// Half past eleven in the night of the 21st, which is the 22nd in Berlin.
	id := j.schedule(j.imagePost("late"), time.Date(2026, 11, 21, 23, 30, 0, 0, time.UTC))
	j.publish(j.imagePost("now"))
	j.pass(0)
	told := j.days(browser, "2026-11-20", "2026-11-22", "")
	if len(told.Days) != 3 || told.Days[0].Count != 0 || told.Days[1].Count != 1 || told.Days[2].ByStatus.Scheduled != 1 {
		t.Fatalf("got %+v", told)
	}
	var same posts.PostSummaries
	browser.Internal("/api/posts/summaries?timezone=Europe/Berlin&ids=" + id + "," + wireid.New().String()).Want(http.StatusOK).JSON(&same)
	if len(same.Posts) != 1 || same.Posts[0].ID != told.Days[2].Posts[0].ID || *same.Posts[0].LocalTime != *told.Days[2].Posts[0].LocalTime || same.Posts[0].Problem != nil {
		t.Errorf("as lists show it, it is %+v", same)
	}
	browser.Internal("/api/posts/summaries?ids=tomorrow").WantError(http.StatusBadRequest, "INVALID_PARAM")
	if card := told.Days[2].Posts[0]; card.ID.String() != id || *card.LocalTime != "2026-11-22T00:30:00" || card.Owner != posts.OwnedHere || card.MediaCount != 1 {
		t.Errorf("got %+v", card)
	}
	j.pass(14 * time.Hour)
	j.ended(id)
	told = j.days(browser, "2026-11-21", "2026-11-22", "&status=PUBLISHED,FAILED&accountId="+j.bakery.ID.String())
	if told.Days[1].ByStatus.Published != 1 || told.Days[1].Posts[0].Permalink == nil {
		t.Errorf("got %+v", told.Days[1])
	}
	for query, code := range map[string]string{
		"from=2026-12-01&timezone=UTC": "MISSING_PARAM", "from=2026-12-01&to=2027-12-01&timezone=UTC": "INVALID_PARAM",
		"from=tomorrow&to=2026-12-01&timezone=UTC": "INVALID_PARAM", "from=2026-12-01&to=2026-12-01&timezone=Mars/Olympus": "VALIDATION_ERROR",
		"from=2026-12-01&to=2026-12-01&timezone=UTC&perDay=51": "VALIDATION_ERROR", "from=2026-12-01&to=2026-12-01&timezone=UTC&status=GONE": "INVALID_PARAM",
	} {
		browser.Internal("/api/posts/range?"+query).WantError(http.StatusBadRequest, code)
	}
	if told = j.days(browser, "2026-11-21", "2026-11-22", "&mediaType=CAROUSEL"); told.Days[0].Count+told.Days[1].Count != 0 {
		t.Errorf("pictures are counted as carousels: %+v", told)
	}
	j.client.Get("/api/posts/range?from=2026-12-01&to=2026-12-01&timezone=UTC").WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
}

// TestPlans_Journey: a draft that is planned for a day is shown on that day, is moved, and gets its
// picture. Of two tabs, the later one gets the change of the other.
func TestPlans_Journey(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	draft := j.imagePost("advent").with("plannedFor", "2026-12-17T09:00:00+01:00").with("timezone", "Europe/Berlin")
	var made, read, changed posts.EditablePost
	browser.InternalDo(http.MethodPost, "/api/posts/drafts", draft).Want(http.StatusCreated).JSON(&made)
	path := "/api/posts/" + made.ID.String()
	browser.Internal(path).Want(http.StatusOK).JSON(&read)
	if read.Status != posts.Draft || read.PlannedFor.String() != "2026-12-17T08:00:00.000Z" || read.Timezone != "Europe/Berlin" || len(read.Warnings) != 0 {
		t.Errorf("got %+v", read)
	}
	if day := j.days(browser, "2026-12-17", "2026-12-17", "").Days[0]; day.ByStatus.Draft != 1 || *day.Posts[0].LocalTime != "2026-12-17T09:00:00" || day.Posts[0].UpdatedAt != read.UpdatedAt {
		t.Errorf("got %+v", day)
	}
	tab := browser.With("If-Match", `"`+read.UpdatedAt.String()+`"`)
	tab.InternalDo(http.MethodPut, path, body{"plannedFor": "2026-12-18T09:00:00+01:00", "mediaFileId": j.photo()}).Want(http.StatusOK).JSON(&changed)
	if changed.PlannedFor.String() != "2026-12-18T08:00:00.000Z" || *changed.Caption != "advent" || changed.MediaFiles[0].ID == read.MediaFiles[0].ID {
		t.Errorf("got %+v", changed)
	}
	refused := tab.InternalDo(http.MethodPut, path, body{"caption": "lost"}).WantError(http.StatusPreconditionFailed, "CHANGED_MEANWHILE")
	var now struct{ Post posts.EditablePost }
	if refused.JSON(&now); now.Post.UpdatedAt != changed.UpdatedAt || *now.Post.PlannedFor != *changed.PlannedFor {
		t.Errorf("got %s", refused.Body)
	}
	whatever := browser.With("If-Match", "*")
	whatever.InternalDo(http.MethodPut, path, body{"plannedFor": nil, "caption": "some day"}).Want(http.StatusOK).JSON(&changed)
	if changed.PlannedFor != nil || *changed.Caption != "some day" {
		t.Errorf("got %+v", changed)
	}
	var tray posts.UnplannedDrafts
	browser.Internal("/api/posts/unplanned?mediaType=IMAGE&accountId=" + j.bakery.ID.String()).Want(http.StatusOK).JSON(&tray)
	if tray.Count != 1 || tray.Posts[0].ID != made.ID || tray.Posts[0].At != nil {
		t.Errorf("got %+v", tray)
	}
	for what, c := range map[string]struct {
		with *e2e.Client
		sent body
		code string
	}{
		"a time":          {whatever, body{"scheduledFor": "2026-12-18T09:00:00Z"}, "VALIDATION_ERROR"},
		"no zone":         {whatever, body{"timezone": "Mars/Olympus"}, "VALIDATION_ERROR"},
		"no such file":    {whatever, body{"mediaFileId": made.ID}, "MEDIA_INVALID"},
		"no If-Match":     {browser, body{"caption": "x"}, "VALIDATION_ERROR"},
		"a wrong one":     {browser.With("If-Match", "yesterday"), body{"caption": "x"}, "VALIDATION_ERROR"},
		"a long caption":  {whatever, body{"caption": strings.Repeat("x", 2201)}, "VALIDATION_ERROR"},
		"no plan's time":  {whatever, body{"plannedFor": "tomorrow"}, "VALIDATION_ERROR"},
		"the year 0":      {whatever, body{"plannedFor": "0000-12-18T09:00:00Z"}, "VALIDATION_ERROR"},
		"a year too far":  {whatever, body{"plannedFor": "2101-01-01T00:00:00Z"}, "VALIDATION_ERROR"},
		"no zone at all":  {whatever, body{"timezone": nil}, "VALIDATION_ERROR"},
		"tags on a story": {whatever, body{"mediaType": "STORIES", "userTags": []body{{"username": "ann", "x": 0, "y": 0}}}, "INVALID_TAGS"},
	} {
		if got := c.with.InternalDo(http.MethodPut, path, c.sent); got.Status != http.StatusBadRequest || got.String("code") != c.code {
			t.Errorf("%s: %d %s", what, got.Status, got.Body)
		}
	}
	whatever.InternalDo(http.MethodPut, "/api/posts/"+wireid.New().String(), body{}).WantError(http.StatusNotFound, "NOT_FOUND")
	// v1 does not show plans, and answers as before.
	if answer := j.client.Get("/api/v1/posts/" + made.ID.String()).Want(http.StatusOK); strings.Contains(string(answer.Body), "planned") {
		t.Errorf("v1 answers %s", answer.Body)
	}
}

// TestChange_OfAScheduledPost: a scheduled post is moved and gets another picture without leaving
// the queue, and is published so. After that it is too late.
func TestChange_OfAScheduledPost(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.schedule(j.imagePost("one"), e2e.Start.Add(time.Hour))
	path := "/api/posts/" + id
	whatever := j.Browser(t).With("If-Match", "*")
	var changed posts.EditablePost
	whatever.InternalDo(http.MethodPut, path, body{"scheduledFor": e2e.Start.Add(2 * time.Hour), "mediaType": "CAROUSEL", "mediaFileIds": []string{j.photo(), j.photo()}, "caption": "two"}).
		Want(http.StatusOK).JSON(&changed)
	if changed.Status != posts.Scheduled || changed.MediaType != posts.Carousel || len(changed.MediaFiles) != 2 || len(changed.Warnings) != 0 {
		t.Errorf("got %+v", changed)
	}
	whatever.InternalDo(http.MethodPut, path, body{"plannedFor": "2026-12-18T09:00:00Z"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	whatever.InternalDo(http.MethodPut, path, body{"scheduledFor": e2e.Start}).WantError(http.StatusBadRequest, "INVALID_SCHEDULE")
	j.pass(time.Hour)
	if p := j.post(id); p.Status != posts.Scheduled {
		t.Errorf("at its old time it is %s", p.Status)
	}
	j.pass(time.Hour)
	j.isLive(j.ended(id), 0)
	if live := j.network.Ledger().Publications[0]; live.Caption != "two" {
		t.Errorf("live with the caption %q", live.Caption)
	}
	whatever.InternalDo(http.MethodPut, path, body{"caption": "late"}).WantError(http.StatusBadRequest, "INVALID_STATUS")
}

// TestChange_StaleStatus: an editor that has not seen that a post was scheduled or published is
// told that the post has changed, not that its change is wrong. So the composer can save what is
// written while a post is being scheduled.
func TestChange_StaleStatus(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	id := j.client.Post("/api/v1/posts/draft", j.imagePost("ten per cent off")).Want(http.StatusCreated).String("id")
	stale := func(what string, then func(), change body) {
		t.Helper()
		var seen posts.EditablePost
		browser.Internal("/api/posts/" + id).Want(http.StatusOK).JSON(&seen)
		j.pass(time.Minute) // The next change has another instant.
		then()
		refused := browser.With("If-Match", seen.UpdatedAt.String()).InternalDo(http.MethodPut, "/api/posts/"+id, change)
		if refused.Status != http.StatusPreconditionFailed || refused.String("code") != "CHANGED_MEANWHILE" {
			t.Errorf("%s: %d %s", what, refused.Status, refused.Body)
		}
	}
	at := e2e.Start.Add(time.Hour)
	stale("scheduled", func() { j.schedule(j.imagePost("twenty per cent off").with("draftId", id), at) }, body{"plannedFor": nil, "timezone": "UTC"})
	stale("published", func() { j.pass(time.Hour); j.ended(id) }, body{"caption": "too late"})
}

// TestPreflight_Journey: all problems of a post are reported at once, and nothing is stored.
func TestPreflight_Journey(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	look := func(sent body) (told posts.Preflight) {
		t.Helper()
		browser.InternalDo(http.MethodPost, "/api/posts/preflight", sent).Want(http.StatusOK).JSON(&told)
		return told
	}
	fine := j.imagePost("rye")
	if told := look(fine); len(told.Problems) != 0 || len(told.Warnings) != 0 {
		t.Errorf("got %+v", told)
	}
	told := look(fine.with("caption", strings.Repeat("\U0001F600", 2201)).with("altText", strings.Repeat("x", 1001)).with("mediaType", "STORIES").with("scheduledFor", e2e.Start))
	codes := []string{}
	for _, f := range append(told.Problems, told.Warnings...) {
		codes = append(codes, f.Code+" "+f.Field)
	}
	if got := strings.Join(codes, ", "); got != "VALIDATION_ERROR caption, VALIDATION_ERROR altText, INVALID_SCHEDULE scheduledFor, VALIDATION_ERROR altText, CAPTION_UNSEEN caption" {
		t.Errorf("got %s", got)
	}
	if told.Problems[0].Figure != "2201 characters" || told.Problems[0].Limit != "2200 characters" || told.Problems[3].Fixes[0].Action != posts.LeaveOut {
		t.Errorf("got %+v", told.Problems)
	}
	if list := j.client.Get("/api/v1/posts").Want(http.StatusOK); !strings.Contains(string(list.Body), `"total":0`) {
		t.Errorf("something was stored: %s", list.Body)
	}
	for what, sent := range map[string]any{
		"no account": body{"mediaType": "IMAGE"}, "no type": body{"accountId": j.bakery.ID}, "another type": fine.with("mediaType", "POEM"),
		"a book": fine.with("caption", strings.Repeat("x", 100_001)), "no JSON": "{", "a crowd": fine.with("collaborators", make([]string, 101)),
	} {
		if got := browser.InternalDo(http.MethodPost, "/api/posts/preflight", sent); got.Status != http.StatusBadRequest || got.String("code") != "VALIDATION_ERROR" {
			t.Errorf("%s: %d %s", what, got.Status, got.Body)
		}
	}
}

// TestSearch_Journey: the history is searched page by page, a failed post is in its group, and a
// similar post is found.
func TestSearch_Journey(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	for _, caption := range []string{"rye one", "spelt", "rye two"} {
		j.draft(j.imagePost(caption))
		j.Clock.Advance(time.Minute)
	}
	var page posts.FoundPosts
	browser.Internal("/api/posts/search?q=RYE&status=DRAFT&mediaType=IMAGE&limit=1").Want(http.StatusOK).JSON(&page)
	if len(page.Posts) != 1 || page.Posts[0].Caption != "rye two" || page.Next == nil {
		t.Fatalf("got %+v", page)
	}
	browser.Internal("/api/posts/search?q=RYE&status=DRAFT&mediaType=IMAGE&limit=1&cursor=" + *page.Next).Want(http.StatusOK).JSON(&page)
	if len(page.Posts) != 1 || page.Posts[0].Caption != "rye one" || page.Next != nil {
		t.Errorf("got %+v", page)
	}
	for query, code := range map[string]string{
		"cursor=x": "INVALID_PARAM", "limit=0": "VALIDATION_ERROR", "limit=101": "VALIDATION_ERROR", "status=GONE": "INVALID_PARAM", "accountId=x": "INVALID_PARAM",
		"q=" + strings.Repeat("x", 201): "VALIDATION_ERROR", "timezone=Mars/Olympus": "VALIDATION_ERROR", "mediaType=POEM": "INVALID_PARAM",
	} {
		browser.Internal("/api/posts/search?"+query).WantError(http.StatusBadRequest, code)
	}
	failed := j.publish(body{"accountId": j.bakery.ID, "mediaType": "IMAGE", "mediaFileId": j.photo(), "caption": strings.Repeat("#a ", 31)})
	j.pass(0)
	if p := j.ended(failed); p.Status != posts.Failed {
		t.Fatalf("the post is %s", p.Status)
	}
	var told posts.PostFailures
	browser.Internal("/api/posts/failures?days=7").Want(http.StatusOK).JSON(&told)
	if len(told.Groups) != 1 || told.Groups[0].Count != 1 || told.Groups[0].AccountID != j.bakery.ID || told.Groups[0].Posts[0].ID.String() != failed {
		t.Errorf("got %+v", told)
	}
	browser.Internal("/api/posts/failures?days=366").WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	var alike posts.Duplicates
	browser.InternalDo(http.MethodPost, "/api/posts/duplicates", body{"accountId": j.bakery.ID, "caption": "spelt"}).Want(http.StatusOK).JSON(&alike)
	if len(alike.Duplicates) != 1 || !alike.Duplicates[0].SameCaption || alike.Duplicates[0].Post.Caption != "spelt" {
		t.Errorf("got %+v", alike)
	}
	browser.InternalDo(http.MethodPost, "/api/posts/duplicates", body{"accountId": j.bakery.ID, "days": 366}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
}

// TestBulk_Journey: posts are moved, cancelled, retried and deleted in bulk, each with its result.
func TestBulk_Journey(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	do := func(action string, more body, ids ...string) []schedule.BulkOutcome {
		t.Helper()
		var told schedule.BulkResult
		browser.InternalDo(http.MethodPost, "/api/posts/bulk", more.with("action", action).with("postIds", ids)).Want(http.StatusOK).JSON(&told)
		if len(told.Results) != len(ids) {
			t.Fatalf("got %+v", told)
		}
		return told.Results
	}
	waiting, plain, gone := j.schedule(j.imagePost("one"), e2e.Start.Add(time.Hour)), j.draft(j.imagePost("two")), wireid.New().String()
	var planned posts.EditablePost
	browser.InternalDo(http.MethodPost, "/api/posts/drafts", j.imagePost("three").with("plannedFor", e2e.Start)).Want(http.StatusCreated).JSON(&planned)
	got := do("shift", body{"days": 1, "minutes": 30}, waiting, plain, gone, planned.ID.String())
	if !got[0].IsDone || !got[0].At.Time().Equal(e2e.Start.Add(25*time.Hour+30*time.Minute)) || *j.post(waiting).ScheduledFor != *got[0].At {
		t.Errorf("got %+v", got[0])
	}
	if got[1].IsDone || *got[1].Code != "INVALID_STATUS" || *got[2].Code != "NOT_FOUND" || !got[3].IsDone || !got[3].At.Time().Equal(e2e.Start.Add(24*time.Hour+30*time.Minute)) {
		t.Errorf("got %+v", got[1:])
	}
	if got := do("cancel", body{}, plain, waiting); got[0].IsDone || !got[1].IsDone || j.post(waiting).Status != posts.Draft {
		t.Errorf("cancelled: %+v", got)
	}
	hashtags := strings.Repeat("#a ", 31)
	first, second := j.publish(j.imagePost(hashtags)), j.publish(j.imagePost(hashtags+"b"))
	j.ended(first)
	j.ended(second)
	if got := do("retry", body{}, waiting, first, second); got[0].IsDone || !got[1].IsDone || !got[2].IsDone || got[2].At.Time().Sub(got[1].At.Time()) != time.Minute {
		t.Errorf("retried: %+v", got)
	}
	if got := do("delete", body{}, waiting, plain); !got[0].IsDone || !got[1].IsDone {
		t.Errorf("deleted: %+v", got)
	}
	bulkAgain(t, j)
	for what, sent := range map[string]body{
		"no action": {"postIds": []string{first}}, "another action": {"action": "boil", "postIds": []string{first}}, "no posts": {"action": "delete", "postIds": []string{}},
		"too many": {"action": "delete", "postIds": slices.Repeat([]string{gone}, 501)}, "no shift": {"action": "shift", "postIds": []string{first}},
		"too far": {"action": "shift", "postIds": []string{first}, "days": 3661},
	} {
		if got := browser.InternalDo(http.MethodPost, "/api/posts/bulk", sent); got.Status != http.StatusBadRequest || got.String("code") != "VALIDATION_ERROR" {
			t.Errorf("%s: %d %s", what, got.Status, got.Body)
		}
	}
}

// bulkAgain repeats a shift whose answer was lost, under its name: each post is moved to where it
// was to go the first time.
func bulkAgain(t *testing.T, j *journey) {
	t.Helper()
	tab := j.Browser(t)
	at := e2e.Start.AddDate(0, 0, 30)
	first, second := j.schedule(j.imagePost("four"), at), j.schedule(j.imagePost("five"), at)
	week := body{"action": "shift", "postIds": []string{first, second}, "days": 7}
	send := func(sent body) schedule.BulkResult {
		t.Helper()
		var told schedule.BulkResult
		tab.With("Idempotency-Key", "a-week-later").InternalDo(http.MethodPost, "/api/posts/bulk", sent).Want(http.StatusOK).JSON(&told)
		return told
	}
	want := at.AddDate(0, 0, 7)
	once := send(week)
	// It is unknown whether the second post was moved: it is as it was.
	tab.With("If-Match", "*").InternalDo(http.MethodPut, "/api/posts/"+second, body{"scheduledFor": at}).Want(http.StatusOK)
	again := send(week)
	if !once.Results[0].IsDone || !again.Results[0].IsDone || !j.post(first).ScheduledFor.Time().Equal(want) || !again.Results[0].At.Time().Equal(want) {
		t.Errorf("the first is at %s: %+v, %+v", j.post(first).ScheduledFor, once, again)
	}
	// Somebody has moved it since, so it stays.
	if o := again.Results[1]; o.IsDone || *o.Code != "INVALID_STATUS" || !j.post(second).ScheduledFor.Time().Equal(at) {
		t.Errorf("the second is at %s: %+v", j.post(second).ScheduledFor, o)
	}
	tab.With("Idempotency-Key", "a-week-later").InternalDo(http.MethodPost, "/api/posts/bulk", week.with("days", 8)).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	// The message for people names no operation.
	var told schedule.BulkResult
	draft := j.draft(j.imagePost("six"))
	tab.InternalDo(http.MethodPost, "/api/posts/bulk", body{"action": "cancel", "postIds": []string{draft}}).Want(http.StatusOK).JSON(&told)
	if o := told.Results[0]; o.IsDone || strings.Contains(*o.Error, "/") {
		t.Errorf("cancelled a draft: %+v", o)
	}
	tab.With("If-Match", "*").InternalDo(http.MethodPut, "/api/posts/"+second, body{"scheduledFor": e2e.Start.AddDate(0, 0, -1)}).WantError(http.StatusBadRequest, "INVALID_SCHEDULE")
	if got := tab.With("If-Match", "*").InternalDo(http.MethodPut, "/api/posts/"+draft, body{"scheduledFor": at}); strings.Contains(string(got.Body), "/api/") {
		t.Errorf("scheduled a draft: %s", got.Body)
	}
}

// TestForecast_Journey: due posts are counted, and a deleted file of a post is reported with the
// post.
func TestForecast_Journey(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	look := func(query string) (told posts.Forecast) {
		t.Helper()
		browser.Internal("/api/forecast" + query).Want(http.StatusOK).JSON(&told)
		return told
	}
	if told := look(""); told.Count != 0 || len(told.Accounts) != 0 {
		t.Errorf("of nothing: %+v", told)
	}
	j.schedule(j.imagePost("first"), j.Clock.Now().Add(48*time.Hour))
	j.schedule(j.imagePost("later"), j.Clock.Now().Add(8*24*time.Hour))
	told := look("?days=7&timezone=Europe/Berlin")
	if told.Count != 1 || len(told.Accounts) != 1 || told.Accounts[0].AccountID != j.bakery.ID || told.Accounts[0].Cap < 25 || len(told.Posts) != 0 || told.Failing != 0 {
		t.Errorf("got %+v", told)
	}
	if told := look("?days=31"); told.Count != 2 {
		t.Errorf("of a month: %+v", told)
	}
	for _, query := range []string{"?days=0", "?days=32", "?timezone=Mars/Olympus"} {
		browser.Internal("/api/forecast"+query).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	}
	j.client.Get("/api/forecast").WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
}
