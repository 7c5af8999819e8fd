package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/schedule"

	"github.com/go-json-experiment/json"
)

// bulkOf does one thing to many posts, in the browser.
type bulkOf struct {
	*journey

	browser *e2e.Client
}

func (b bulkOf) do(sent body) []schedule.BulkOutcome {
	b.t.Helper()
	var told schedule.BulkResult
	b.browser.InternalDo(http.MethodPost, "/api/posts/bulk", sent).Want(http.StatusOK).JSON(&told)
	return told.Results
}

// all is do for what has to be done to every post. It returns what undoes it.
func (b bulkOf) all(sent body) (undo []schedule.BulkStep) {
	b.t.Helper()
	for i, o := range b.do(sent) {
		if !o.IsDone || o.Undo == nil {
			b.t.Fatalf("%v, number %d: %+v", sent, i, o)
		}
		undo = append(undo, *o.Undo)
	}
	return undo
}

// stands is a post in short: its status, the time at which a calendar shows it, and its account.
func (b bulkOf) stands(id string) string {
	b.t.Helper()
	var post posts.EditablePost
	b.browser.Internal("/api/posts/" + id).Want(http.StatusOK).JSON(&post)
	at, account := post.ScheduledFor, "bakery"
	if post.Status == posts.Draft {
		at = post.PlannedFor
	}
	if post.SocialAccountID == b.potter.ID {
		account = "potter"
	}
	when := "no day"
	if at != nil {
		when = at.Time().Format("01-02 15:04")
	}
	return string(post.Status) + " " + when + " " + account
}

func (b bulkOf) want(what string, ids, stand []string) {
	b.t.Helper()
	for i, id := range ids {
		if got := b.stands(id); got != stand[i] {
			b.t.Errorf("%s, number %d: %s, want %s", what, i, got, stand[i])
		}
	}
}

// TestBulk_EachIsUndone: each action is done to a scheduled post, to a draft with a day and to one
// without, as far as it fits them, and undone. The time on the clock stays across the change of
// the clocks.
func TestBulk_EachIsUndone(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := bulkOf{j, j.Browser(t)}
	// At nine in Berlin, which is at eight by UTC, and at seven from the 28th of March on.
	at := time.Date(2027, 3, 26, 8, 0, 0, 0, time.UTC)
	draft := func(caption string, plan any) string {
		var made posts.EditablePost
		b.browser.InternalDo(http.MethodPost, "/api/posts/drafts", j.imagePost(caption).with("plannedFor", plan).with("timezone", "Europe/Berlin")).Want(http.StatusCreated).JSON(&made)
		return made.ID.String()
	}
	waiting := j.client.Do(http.MethodPost, "/api/v1/schedule", j.imagePost("waiting").with("scheduledFor", at).with("timezone", "Europe/Berlin")).Want(http.StatusCreated).String("postId")
	ids := []string{waiting, draft("planned", at), draft("undated", nil)}
	before := []string{"SCHEDULED 03-26 08:00 bakery", "DRAFT 03-26 08:00 bakery", "DRAFT no day bakery"}
	b.want("before", ids, before)
	for _, c := range []struct {
		what  string
		sent  body
		of    []string
		stand []string
	}{
		{
			"a week later", body{"action": "shift", "days": 7, "local": "2027-04-02T09:00", "timezone": "Europe/Berlin"}, ids, []string{"SCHEDULED 04-02 07:00 bakery", "DRAFT 04-02 07:00 bakery", "DRAFT 04-02 07:00 bakery"},
		},
		{"another time", body{"action": "time", "time": "18:30"}, ids[:2], []string{"SCHEDULED 03-26 17:30 bakery", "DRAFT 03-26 17:30 bakery", before[2]}},
		{"another account", body{"action": "account", "accountId": j.potter.ID}, ids, []string{"SCHEDULED 03-26 08:00 potter", "DRAFT 03-26 08:00 potter", "DRAFT no day potter"}},
		{"scheduled", body{"action": "schedule"}, ids[1:2], []string{before[0], "SCHEDULED 03-26 08:00 bakery", before[2]}},
		{"drafts of the day", body{"action": "cancel", "keepsDay": true}, ids[:1], []string{"DRAFT 03-26 08:00 bakery", before[1], before[2]}},
		{"drafts without a day", body{"action": "cancel"}, ids[:2], []string{"DRAFT no day bakery", "DRAFT no day bakery", before[2]}},
	} {
		undo := b.all(c.sent.with("postIds", c.of))
		b.want(c.what, ids, c.stand)
		// Undone once, and once more by a client that has not heard of it.
		for range 2 {
			for _, o := range b.do(body{"action": "undo", "undo": undo}) {
				if !o.IsDone {
					t.Errorf("%s, undone: %+v", c.what, o)
				}
			}
		}
		b.want(c.what+", undone", ids, before)
	}
	undo := b.all(body{"action": "delete", "postIds": ids})
	for _, id := range ids {
		b.browser.Internal("/api/posts/"+id).WantError(http.StatusNotFound, "NOT_FOUND")
	}
	for _, o := range b.do(body{"action": "undo", "undo": undo}) {
		if !o.IsDone {
			t.Errorf("the deletion is undone: %+v", o)
		}
	}
	b.want("the deletion is undone", ids, before)
	if p := j.post(waiting); len(p.MediaFiles) != 1 || *p.Caption != "waiting" {
		t.Errorf("it came back as %+v", p)
	}
	// A request that comes once more, late, deletes nothing that was put back, nor does an undo
	// schedule what somebody has taken back since.
	late := bulkOf{j, b.browser.With("Idempotency-Key", "late")}
	undo = late.all(body{"action": "delete", "postIds": ids})
	j.Clock.Advance(time.Minute)
	b.do(body{"action": "undo", "undo": undo})
	for _, o := range late.do(body{"action": "delete", "postIds": ids}) {
		if o.IsDone || *o.Code != "INVALID_STATUS" {
			t.Errorf("deleted once more: %+v", o)
		}
	}
	b.want("deleted once more", ids, before)
	b.all(body{"action": "cancel", "postIds": ids[:1]})
	if o := b.do(body{"action": "undo", "undo": undo[:1]})[0]; o.IsDone || *o.Code != "INVALID_STATUS" {
		t.Errorf("the deletion is undone once more: %+v", o)
	}
	waiting = j.client.Do(http.MethodPost, "/api/v1/schedule", j.imagePost("waiting").with("scheduledFor", at).with("timezone", "Europe/Berlin")).Want(http.StatusCreated).String("postId")
	ids[0] = waiting
	// What somebody has changed since stays as it is.
	undo = b.all(body{"action": "shift", "postIds": ids[:2], "days": 1})
	b.all(body{"action": "cancel", "postIds": ids[:1]})
	got := b.do(body{"action": "undo", "undo": undo})
	if got[0].IsDone || *got[0].Code != "INVALID_STATUS" || *got[0].Status != posts.Draft || !got[1].IsDone {
		t.Errorf("undone after a change: %+v", got)
	}
}

// TestBulk_WhatStays: nothing is moved when one of the posts would go out at a time that has
// passed, and a post that is going out stays, with where it stands; so do those to which the action
// does not fit.
func TestBulk_WhatStays(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := bulkOf{j, j.Browser(t)}
	soon, later := j.schedule(j.imagePost("soon"), e2e.Start.Add(time.Hour)), j.schedule(j.imagePost("later"), e2e.Start.AddDate(0, 0, 9))
	stand := []string{b.stands(soon), b.stands(later)}
	refused := b.browser.InternalDo(http.MethodPost, "/api/posts/bulk", body{"action": "shift", "postIds": []string{later, soon}, "days": -1}).WantError(http.StatusBadRequest, "INVALID_SCHEDULE")
	if says := refused.String("error"); !strings.HasPrefix(says, "1 of 2 posts would go out") {
		t.Errorf("it says %q", says)
	}
	b.browser.InternalDo(http.MethodPost, "/api/posts/bulk", body{"action": "time", "postIds": []string{later, soon}, "time": "00:01"}).WantError(http.StatusBadRequest, "INVALID_SCHEDULE")
	b.want("refused", []string{soon, later}, stand)
	draft, going := j.draft(j.imagePost("draft")), j.publish(j.imagePost("going"))
	for _, action := range []body{{"action": "shift", "days": 1}, {"action": "time", "time": "12:00"}, {"action": "account", "accountId": j.potter.ID}, {"action": "schedule"}, {"action": "cancel"}} {
		got := b.do(action.with("postIds", []string{going}))
		if o := got[0]; o.IsDone || o.Undo != nil || *o.Code != "INVALID_STATUS" || *o.Status == posts.Draft || *o.Status == posts.Scheduled {
			t.Errorf("%v: %+v", action, o)
		}
	}
	for _, action := range []body{{"action": "shift", "days": 1}, {"action": "time", "time": "12:00"}, {"action": "schedule"}, {"action": "cancel"}} {
		if o := b.do(action.with("postIds", []string{draft}))[0]; o.IsDone || *o.Code != "INVALID_STATUS" || *o.Status != posts.Draft {
			t.Errorf("%v of a draft without a day: %+v", action, o)
		}
	}
	for what, sent := range map[string]body{
		"no time": {"action": "time"}, "no such time": {"action": "time", "time": "25:00"}, "no account": {"action": "account"}, "no wall-clock time": {"action": "shift", "local": "noon", "timezone": "UTC"},
		"no zone": {"action": "shift", "local": "2027-04-02T09:00"}, "nothing to undo": {"action": "undo", "postIds": []string{}},
	} {
		if _, isNamed := sent["postIds"]; !isNamed {
			sent["postIds"] = []string{later}
		}
		if got := b.browser.InternalDo(http.MethodPost, "/api/posts/bulk", sent); got.Status != http.StatusBadRequest || got.String("code") != "VALIDATION_ERROR" {
			t.Errorf("%s: %d %s", what, got.Status, got.Body)
		}
	}
	// Repeated under its name, each is done once, and says the same.
	for _, sent := range []body{
		{"action": "time", "time": "23:00"}, {"action": "account", "accountId": j.potter.ID}, {"action": "cancel", "keepsDay": true}, {"action": "schedule"}, {"action": "delete"},
	} {
		tab := bulkOf{j, b.browser.With("Idempotency-Key", "once-"+sent["action"].(string))}
		sent = sent.with("postIds", []string{soon, later})
		once, again := tab.all(sent), tab.all(sent)
		first, err := json.Marshal(once, json.Deterministic(true))
		second, problem := json.Marshal(again, json.Deterministic(true))
		if err != nil || problem != nil || string(first) != string(second) {
			t.Errorf("%v: first %s, then %s", sent, first, second)
		}
	}
}

// TestBulk_SchedulesNothingWithAHole: a draft one of whose files was deleted does not go out with
// the others alone.
func TestBulk_SchedulesNothingWithAHole(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := bulkOf{j, j.Browser(t)}
	var made posts.EditablePost
	files := []string{j.photo(), j.photo(), j.photo()}
	b.browser.InternalDo(http.MethodPost, "/api/posts/drafts", body{
		"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": files, "plannedFor": e2e.Start.Add(48 * time.Hour), "timezone": "UTC",
	}).Want(http.StatusCreated).JSON(&made)
	j.client.Do(http.MethodDelete, "/api/v1/media/"+files[1], nil)
	if o := b.do(body{"action": "schedule", "postIds": []string{made.ID.String()}})[0]; o.IsDone || *o.Code != "MEDIA_INVALID" {
		t.Errorf("got %+v", o)
	}
	b.want("scheduled", []string{made.ID.String()}, []string{"DRAFT " + e2e.Start.Add(48*time.Hour).Format("01-02 15:04") + " bakery"})
}

// BenchmarkBulk is 400 scheduled posts that are moved by a week and back, each time in one request.
func BenchmarkBulk(b *testing.B) {
	j := begin(b)
	bulk := bulkOf{j, j.Browser(b)}
	post := j.imagePost("one of 400")
	ids := make([]string, 400)
	for i := range ids {
		ids[i] = j.schedule(post, e2e.Start.Add(time.Duration(i+1)*time.Hour))
	}
	for b.Loop() {
		undo := bulk.all(body{"action": "shift", "postIds": ids, "days": 7})
		bulk.do(body{"action": "undo", "undo": undo})
	}
}
