package e2e_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// keyed returns a client whose requests carry the key.
func (j *journey) keyed(key string) *e2e.Client { return j.client.With("Idempotency-Key", key) }

// replayed reports whether an answer is a repeated one.
func replayed(r e2e.Response) bool { return r.Header.Get("Idempotent-Replayed") == "true" }

// creation is one of the three creating operations with a body for it.
type creation struct {
	path   string
	body   body
	status int
}

// creations returns a request for each of the three operations.
func (j *journey) creations() []creation {
	b := j.imagePost("once")
	return []creation{
		{"/api/v1/posts/draft", b, http.StatusCreated},
		{"/api/v1/posts/publish", b, http.StatusAccepted},
		{"/api/v1/schedule", b.with("scheduledFor", e2e.Start.Add(time.Hour)).with("timezone", "Europe/Berlin"), http.StatusCreated},
	}
}

// TestIdempotency_SameRequest: the repeated request gets the first answer, byte for byte, and
// creates nothing.
func TestIdempotency_SameRequest(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for i, c := range j.creations() {
		client := j.keyed(fmt.Sprint("key ", i))
		before := j.stored()
		first := client.Post(c.path, c.body).Want(c.status)
		if replayed(first) {
			t.Errorf("%s: the first answer is marked", c.path)
		}
		after := j.stored()
		// With another spelling it is the same request: members that the contract does not have do
		// not count.
		for _, b := range []body{c.body, c.body.with("unknown", 5)} {
			again := client.Post(c.path, b).Want(c.status)
			if !replayed(again) || !bytes.Equal(again.Body, first.Body) {
				t.Errorf("%s: again %s, first %s, marked %t", c.path, again.Body, first.Body, replayed(again))
			}
		}
		if now := j.stored(); now.posts != after.posts || after.posts != before.posts+1 {
			t.Errorf("%s: before %+v, after %+v, in the end %+v", c.path, before, after, now)
		}
	}
	if c := j.counts(); c.Total > 2 {
		t.Errorf("%+v", c)
	}
}

// TestIdempotency_OtherRequest: another request under a used key is refused, for every operation.
func TestIdempotency_OtherRequest(t *testing.T) {
	t.Parallel()
	j := begin(t)
	all := j.creations()
	for i, c := range all {
		client := j.keyed(fmt.Sprint("key ", i))
		client.Post(c.path, c.body).Want(c.status)
		before := j.stored()
		client.Post(c.path, c.body.with("caption", "other")).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
		client.Post(all[(i+1)%3].path, all[(i+1)%3].body).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
		if after := j.stored(); after.posts != before.posts {
			t.Errorf("%s: %+v, then %+v", c.path, before, after)
		}
	}
}

// TestIdempotency_RefusedRequest: a refused request leaves the key free, so that it can be
// corrected and sent again.
func TestIdempotency_RefusedRequest(t *testing.T) {
	t.Parallel()
	j := begin(t)
	client := j.keyed("key")
	b := j.imagePost("x")
	client.Post("/api/v1/posts/publish", b.with("userTags", []body{{"username": ""}})).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	client.Post("/api/v1/posts/publish", b.with("mediaFileId", j.bakery.ID)).WantError(http.StatusBadRequest, "MEDIA_INVALID")
	if r := client.Post("/api/v1/posts/publish", b).Want(http.StatusAccepted); replayed(r) {
		t.Error("the first success is marked as a replay")
	}
}

// TestIdempotency_ManyAtOnce: of concurrent requests with one key, one creates, and all get its
// answer.
func TestIdempotency_ManyAtOnce(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for i, c := range j.creations() {
		client := j.keyed(fmt.Sprint("key ", i))
		before := j.stored()
		answers := make([]e2e.Response, 20)
		var all sync.WaitGroup
		for n := range answers {
			all.Go(func() { answers[n] = client.Post(c.path, c.body) })
		}
		all.Wait()
		first := 0
		for _, r := range answers {
			if !replayed(r.Want(c.status)) {
				first++
			}
			if !bytes.Equal(r.Body, answers[0].Body) {
				t.Errorf("%s: %s and %s", c.path, r.Body, answers[0].Body)
			}
		}
		if after := j.stored(); first != 1 || after.posts != before.posts+1 {
			t.Errorf("%s: %d first answers, %+v, then %+v", c.path, first, before, after)
		}
	}
}

// TestIdempotency_OutlivesARestart, whatever the post has become by then, and although its time has
// passed.
func TestIdempotency_OutlivesARestart(t *testing.T) {
	t.Parallel()
	j := begin(t)
	all := j.creations()
	first := make([]e2e.Response, len(all))
	for i, c := range all {
		first[i] = j.keyed(fmt.Sprint("key ", i)).Post(c.path, c.body).Want(c.status)
	}
	j.ended(first[1].String("postId"))
	j = j.again(23 * time.Hour)
	j.Rest(t)
	j.client.Delete(postsPath + first[1].String("postId")).Want(http.StatusOK)
	for i, c := range all {
		again := j.keyed(fmt.Sprint("key ", i)).Post(c.path, c.body).Want(c.status)
		if !replayed(again) || !bytes.Equal(again.Body, first[i].Body) {
			t.Errorf("%s: again %s, first %s", c.path, again.Body, first[i].Body)
		}
	}
	j.wantCalls("published", "published")
	// After a day the key is free again.
	j.Clock.Advance(time.Hour)
	if err := j.Scheduler.RunNow(t.Context(), "posts.forget-keys"); err != nil {
		t.Fatal(err)
	}
	r := j.keyed("key 1").Post("/api/v1/posts/draft", all[0].body).Want(http.StatusCreated)
	if replayed(r) {
		t.Error("a key is kept for more than a day")
	}
	var kept int
	if err := j.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM idempotent_answers").Scan(&kept); err != nil || kept != 1 {
		t.Errorf("%d answers are kept, %v", kept, err)
	}
}

// TestIdempotency_ExpiresByItself, before the answers are deleted.
func TestIdempotency_ExpiresByItself(t *testing.T) {
	t.Parallel()
	j := begin(t)
	c := j.creations()[0]
	first := j.keyed("key").Post(c.path, c.body).Want(c.status).String("id")
	j.Clock.Advance(24*time.Hour - time.Millisecond)
	if r := j.keyed("key").Post(c.path, c.body).Want(c.status); !replayed(r) || r.String("id") != first {
		t.Errorf("a millisecond before its end: %s", r.Body)
	}
	j.Clock.Advance(time.Millisecond)
	if r := j.keyed("key").Post(c.path, c.body).Want(c.status); replayed(r) || r.String("id") == first {
		t.Errorf("at its end: %s", r.Body)
	}
	if r := j.keyed("key").Post(c.path, c.body).Want(c.status); !replayed(r) || r.String("id") == first {
		t.Errorf("the new one again: %s", r.Body)
	}
}

// TestFinding13_AKeyUnderAClockThatJumps: a request that is repeated after the clock has jumped
// ahead and back, or before it is corrected, gets its first answer, whatever was deleted in
// between. The time that really passed frees a key, even under a clock that was set back.
func TestFinding13_AKeyUnderAClockThatJumps(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		by     time.Duration
		reboot bool
	}{
		"a day ahead":                      {25 * time.Hour, false},
		"a year ahead":                     {366 * 24 * time.Hour, false},
		"and the machine is started again": {25 * time.Hour, true},
		"a day behind":                     {-25 * time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			all := j.creations()
			first := make([]e2e.Response, len(all))
			for i, c := range all {
				first[i] = j.keyed(fmt.Sprint("key ", i)).Post(c.path, c.body).Want(c.status)
			}
			same := func() {
				t.Helper()
				j.chore("posts.forget-keys")
				for i, c := range all {
					if again := j.keyed(fmt.Sprint("key ", i)).Post(c.path, c.body).Want(c.status); !replayed(again) || !bytes.Equal(again.Body, first[i].Body) {
						t.Errorf("%s: again %s, first %s", c.path, again.Body, first[i].Body)
					}
				}
			}
			// A post that has not ended would ask the network after the start, whose clock has
			// jumped with this one.
			j.Rest(t)
			j.Clock.Jump(c.by)
			if c.reboot {
				j.Stop()
				j.Clock.Reboot()
				j = begin(t, e2e.In(j.Dir), e2e.At(j.Clock))
			}
			same()
			j.Clock.Jump(-c.by)
			same()
			j.Clock.Jump(c.by)
			j.Clock.Advance(24 * time.Hour)
			j.chore("posts.forget-keys")
			if r := j.keyed("key 0").Post(all[0].path, all[0].body).Want(all[0].status); replayed(r) {
				t.Error("a key is kept for more than a day")
			}
		})
	}
}

// TestIdempotency_Keys are any text of 1 to 255 characters; without one, two requests make two
// posts.
func TestIdempotency_Keys(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := j.imagePost("x")
	post := func(key string) e2e.Response { return j.keyed(key).Post("/api/v1/posts/draft", b) }
	long := strings.Repeat("k", 255)
	for _, key := range []string{"k", long, `"quoted, with: all sorts'`, "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"} {
		first := post(key).Want(http.StatusCreated).String("id")
		if again := post(key).Want(http.StatusCreated); again.String("id") != first {
			t.Errorf("the key %s makes two drafts", key)
		}
	}
	post(long+"k").WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	post("").WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	for range 2 {
		if r := j.client.Post("/api/v1/posts/draft", b).Want(http.StatusCreated); replayed(r) {
			t.Error("without a key there is no replay")
		}
	}
	if total := j.stored().posts; total != 6 {
		t.Errorf("%d posts", total)
	}
}

// TestWarnings_OnWhatIsAccepted: an accepted post gets exactly the warnings that its author needs.
func TestWarnings_OnWhatIsAccepted(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := j.imagePost("x")
	at := e2e.Start.Add(time.Hour)
	wants := func(r e2e.Response, codes ...string) {
		t.Helper()
		if got := warningsOf(r); fmt.Sprint(got) != fmt.Sprint(codes) {
			t.Errorf("%s: the warnings are %v, not %v", r.Body, got, codes)
		}
	}
	schedule := func(b body, at time.Time) e2e.Response {
		return j.client.Post("/api/v1/schedule", b.with("scheduledFor", at)).Want(http.StatusCreated)
	}
	wants(j.client.Post("/api/v1/posts/publish", b).Want(http.StatusAccepted))
	wants(j.client.Post("/api/v1/posts/publish", b).Want(http.StatusAccepted), "NEAR_DUPLICATE")
	wants(j.client.Post("/api/v1/posts/publish", b.with("caption", "y")).Want(http.StatusAccepted))
	wants(schedule(b, at), "NEAR_DUPLICATE")
	wants(schedule(j.imagePost("z"), at.Add(20*time.Minute)))
	wants(schedule(j.imagePost("z"), at.Add(10*time.Minute)), "CLOSE_TO_ANOTHER")
	wants(schedule(j.imagePost("z").with("accountId", j.potter.ID), at))
	wants(schedule(j.imagePost("z"), e2e.Start.Add(59*24*time.Hour)))
	wants(schedule(j.imagePost("z"), e2e.Start.Add(61*24*time.Hour)), "TOKEN_EXPIRES")
	shared := j.imagePost("w").with("accountId", j.potter.ID).with("crossPostToPartner", true)
	wants(j.client.Post("/api/v1/posts/publish", shared).Want(http.StatusAccepted))
	wants(j.client.Post("/api/v1/posts/publish", j.imagePost("w").with("crossPostToPartner", false)).Want(http.StatusAccepted))
	// A duplicate has the same account and kind, and has not failed.
	wants(j.client.Post("/api/v1/posts/publish", b.with("accountId", j.potter.ID)).Want(http.StatusAccepted))
	wants(j.client.Post("/api/v1/posts/publish", b.with("mediaType", "STORIES")).Want(http.StatusAccepted), "CAPTION_UNSEEN")
	j.Rest(t)
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Code: 352})
	failing := j.imagePost("bad")
	j.hasFailed(j.ended(j.publish(failing)), "MEDIA_INVALID")
	wants(j.client.Post("/api/v1/posts/publish", failing).Want(http.StatusAccepted))
	j.Clock.Advance(25 * time.Hour)
	wants(j.client.Post("/api/v1/posts/publish", b.with("caption", "y")).Want(http.StatusAccepted))
	var list struct{ Posts []posts.Post }
	j.client.Get("/api/v1/posts").Want(http.StatusOK).JSON(&list)
	if len(list.Posts) != 16 {
		t.Errorf("%d posts", len(list.Posts))
	}
	j.Rest(t)
	j.Clock.Advance(60 * 24 * time.Hour)
	late := schedule(j.imagePost("late"), e2e.Start.Add(90*24*time.Hour))
	wants(late, "TOKEN_EXPIRES")
	if !strings.Contains(string(late.Body), " expired at ") {
		t.Errorf("of a token that is dead by now it says\n%s", late.Body)
	}
}
