package e2e_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/wiretime"
)

// completions reads a page of the posts that ended since.
func (j *journey) completions(since string, limit int) posts.RecentCompletions {
	j.t.Helper()
	var page posts.RecentCompletions
	j.client.Get("/api/v1/posts/recent-completions?" + url.Values{"since": {since}, "limit": {strconv.Itoa(limit)}}.Encode()).Want(http.StatusOK).JSON(&page)
	return page
}

// follow reads all pages, and returns the ids and the last cursor.
func (j *journey) follow(since string, limit int) (ids []string, next string) {
	j.t.Helper()
	for {
		page := j.completions(since, limit)
		for _, p := range page.Posts {
			ids = append(ids, p.ID.String())
		}
		since = page.NextSince.String()
		if !page.HasMore {
			return ids, since
		}
	}
}

// TestCompletions_EachComesOnce: posts come in the order in which they ended, with every page size,
// also many of one instant.
func TestCompletions_EachComesOnce(t *testing.T) {
	t.Parallel()
	j := begin(t)
	var want []string
	for range 5 {
		id := j.publish(j.imagePost("x"))
		j.ended(id)
		want = append(want, id)
	}
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Code: 352})
	failed := j.publish(j.imagePost("bad"))
	j.hasFailed(j.ended(failed), "MEDIA_INVALID")
	want = append(want, failed)
	for limit := 1; limit <= 7; limit++ {
		got, next := j.follow("2020-01-01T00:00:00Z", limit)
		if !slices.Equal(got, want) {
			t.Errorf("limit %d: got %v, want %v", limit, got, want)
		}
		if page := j.completions(next, limit); len(page.Posts) != 0 || page.HasMore || page.NextSince.String() != next {
			t.Errorf("after the last one: %+v", page)
		}
	}
	page := j.completions("2020-01-01T00:00:00Z", 2)
	if first := page.Posts[0]; len(first.MediaFiles) != 1 || first.Status != posts.Published {
		t.Errorf("the first is %s", show(first))
	}
	seen := map[string]bool{}
	for since := "2020-01-01T00:00:00Z"; len(seen) < len(want); {
		p := j.completions(since, 1)
		since = p.NextSince.String()
		if seen[since] {
			t.Fatalf("two posts completed at %s", since)
		}
		seen[since] = true
	}
}

// TestCompletions_NewOnes: a post that ends later comes after the cursor, also when the clock was
// set back.
func TestCompletions_NewOnes(t *testing.T) {
	t.Parallel()
	j := begin(t)
	first := j.publish(j.imagePost("x"))
	j.ended(first)
	_, next := j.follow("2020-01-01T00:00:00+02:00", 20)
	j.Rest(t)
	j.Clock.Jump(-time.Hour)
	second := j.publish(j.imagePost("y"))
	j.ended(second)
	if got, _ := j.follow(next, 20); !slices.Equal(got, []string{second}) {
		t.Errorf("got %v, want %s", got, second)
	}
	// The latest post is deleted, and the next one still comes after it.
	_, next = j.follow(next, 20)
	j.client.Delete("/api/v1/posts/" + second).Want(http.StatusOK)
	third := j.publish(j.imagePost("z"))
	j.ended(third)
	if got, _ := j.follow(next, 20); !slices.Equal(got, []string{third}) {
		t.Errorf("got %v, want %s", got, third)
	}
	if got, _ := j.follow("2020-01-01T00:00:00Z", 20); !slices.Equal(got, []string{first, third}) {
		t.Errorf("after a deletion: %v", got)
	}
}

// TestCompletions_ComesAgainWhenLive: a FAILED post that turns out to be live is a completion of
// its own.
func TestCompletions_ComesAgainWhenLive(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.unknown(e2e.Fault{DropAfterCommit: true})
	page := j.completions("2020-01-01T00:00:00Z", 20)
	if len(page.Posts) != 1 || page.Posts[0].Status != posts.Failed {
		t.Fatalf("got %+v", page)
	}
	j.network.ClearFaults()
	if err := j.Scheduler.RunNow(t.Context(), "posts.verify"); err != nil {
		t.Fatal(err)
	}
	page = j.completions(page.NextSince.String(), 20)
	if len(page.Posts) != 1 || page.Posts[0].Status != posts.Published || page.Posts[0].ID.String() != id {
		t.Errorf("got %+v", page)
	}
}

// TestCompletions_RetryTakesItOut: a post that is being retried has not ended.
func TestCompletions_RetryTakesItOut(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Code: 352})
	id := j.publish(j.imagePost("x"))
	j.hasFailed(j.ended(id), "MEDIA_INVALID")
	j.Stop()
	j = begin(t, e2e.In(j.Dir), e2e.At(j.Clock))
	before := j.completions("2020-01-01T00:00:00Z", 20)
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, DelayMs: (10 * time.Minute).Milliseconds()})
	j.retry(id)
	j.Rest(t)
	if page := j.completions("2020-01-01T00:00:00Z", 20); len(page.Posts) != 0 || !page.NextSince.Time().Equal(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("got %+v", page)
	}
	j.network.ClearFaults()
	j.ended(id)
	if page := j.completions(before.NextSince.String(), 20); len(page.Posts) != 1 {
		t.Errorf("got %+v", page)
	}
}

// TestCompletions_RetryKeepsTheCursor: the cursor of a post that is being retried is still before
// every later end, also when the clock was set back.
func TestCompletions_RetryKeepsTheCursor(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Code: 352})
	tried := j.publish(j.imagePost("x"))
	j.hasFailed(j.ended(tried), "MEDIA_INVALID")
	_, next := j.follow("2020-01-01T00:00:00Z", 20)
	j.Rest(t)
	j.Clock.Jump(-time.Hour)
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, DelayMs: (10 * time.Minute).Milliseconds()})
	j.retry(tried)
	j.Rest(t)
	other := j.publish(j.imagePost("y").with("accountId", j.potter.ID))
	j.ended(other)
	if got, _ := j.follow(next, 20); !slices.Equal(got, []string{other}) {
		t.Errorf("got %v, want %s", got, other)
	}
	j.network.ClearFaults()
	j.ended(tried)
	if got, _ := j.follow(next, 20); !slices.Equal(got, []string{other, tried}) {
		t.Errorf("at the end: %v, want %s and %s", got, other, tried)
	}
}

// TestCompletions_Parameters: since is required, and every parameter must be valid.
func TestCompletions_Parameters(t *testing.T) {
	t.Parallel()
	j := begin(t)
	path := "/api/v1/posts/recent-completions"
	since := "since=" + url.QueryEscape(wiretime.Of(e2e.Start).String())
	for query, code := range map[string]string{
		"": "MISSING_PARAM", "?limit=5": "MISSING_PARAM", "?since=": "INVALID_PARAM", "?since=yesterday": "INVALID_PARAM", "?since=2026-11-21": "INVALID_PARAM",
		"?since=2026-11-21T09:30:00": "INVALID_PARAM", "?since=1700000000": "INVALID_PARAM", "?" + since + "&limit=0": "VALIDATION_ERROR", "?" + since + "&limit=101": "VALIDATION_ERROR",
		"?" + since + "&limit=x": "INVALID_PARAM", "?" + since + "&" + since: "INVALID_PARAM",
	} {
		j.client.Get(path+query).WantError(http.StatusBadRequest, code)
	}
	j.client.Get(path + "?" + since + "&limit=1").Want(http.StatusOK)
	j.client.Get(path + "?" + since + "&limit=100").Want(http.StatusOK)
}
