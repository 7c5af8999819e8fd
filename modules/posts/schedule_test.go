package posts

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/platform/apperror"
	"crier/platform/jobs"
	"crier/platform/wireid"
)

// TestWaiting: the list has the posts that were scheduled and have not ended, the next one first.
func TestWaiting(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := byte(0)
	add := func(status Status, isScheduled bool, after time.Duration) {
		post := in(status)
		post.ID, post.IsScheduled, post.ScheduledFor = numbered(n), isScheduled, at(start.Add(after))
		b.insert(t, post)
		n++
	}
	add(Scheduled, true, 3*time.Hour)  // 0
	add(Queued, true, 2*time.Hour)     // 1
	add(Processing, true, time.Hour)   // 2
	add(Publishing, true, time.Minute) // 3
	add(Scheduled, true, time.Minute)  // 4
	add(Published, true, 0)
	add(Failed, true, 0)
	add(Draft, true, 0)
	add(Queued, false, 0)
	for status, want := range map[Status][]byte{"": {3, 4, 2, 1, 0}, Scheduled: {4, 0}, Queued: {1}, Failed: {}} {
		list, err := b.schedule.Waiting(t.Context(), status, 1, 10)
		wanted := []wireid.ID{}
		for _, n := range want {
			wanted = append(wanted, numbered(n))
		}
		if err != nil || !slices.Equal(ids(list.Posts), wanted) || list.Total != int64(len(want)) || list.HasMore {
			t.Errorf("%q: got %v of %d, %v", status, ids(list.Posts), list.Total, err)
		}
	}
	if list, err := b.schedule.Waiting(t.Context(), "", 2, 2); err != nil || list.Total != 5 || !list.HasMore || !slices.Equal(ids(list.Posts), []wireid.ID{numbered(2), numbered(1)}) {
		t.Errorf("the second page is %+v, %v", list, err)
	}
}

// TestSchedule_Post: a post that was never scheduled is not found.
func TestSchedule_Post(t *testing.T) {
	t.Parallel()
	b := setup(t)
	plain, ended := b.insert(t, in(Queued)), in(Published)
	ended.IsScheduled = true
	ended = b.insert(t, ended)
	if got, err := b.schedule.Post(t.Context(), ended.ID); err != nil || got.ID != ended.ID {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, id := range []wireid.ID{plain.ID, wireid.New()} {
		if got, err := b.schedule.Post(t.Context(), id); err == nil || !got.ID.IsZero() {
			t.Errorf("got %+v, %v", got, err)
		}
	}
}

// TestUnschedule: of SCHEDULED and QUEUED posts, those whose job nobody has claimed go back to
// DRAFT.
func TestUnschedule(t *testing.T) {
	t.Parallel()
	b := setup(t)
	scheduled := func(status Status, isScheduled, hasJob, sent bool) wireid.ID {
		post := in(status)
		post.IsScheduled, post.RetryCount, post.LastAttemptAt = isScheduled, 2, at(start)
		post.UploadURI = new("https://rupload.example/1")
		id := b.insert(t, post).ID
		if sent {
			attempttest.Insert(t, b.db, attempt.Attempt{PostID: id, AccountID: b.bakery.ID})
		}
		if hasJob {
			if _, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{Type: PublishJob, SubjectID: id, Lane: "a", RunAt: start}); err != nil {
				t.Fatal(err)
			}
		}
		return id
	}
	for _, c := range []struct {
		name string
		id   wireid.ID
		want apperror.Code
	}{
		{"waiting", scheduled(Scheduled, true, true, false), ""},
		{"due, not claimed", scheduled(Queued, true, true, false), ""},
		{"claimed", scheduled(Queued, true, false, false), apperror.InvalidStatus},
		{"may be live", scheduled(Queued, true, true, true), apperror.InvalidStatus},
		{"a draft", scheduled(Draft, true, false, false), apperror.InvalidStatus},
		{"at work", scheduled(Processing, true, true, false), apperror.InvalidStatus},
		{"failed", scheduled(Failed, true, true, false), apperror.InvalidStatus},
		{"published", scheduled(Published, true, false, true), apperror.InvalidStatus},
		{"never scheduled", scheduled(Queued, false, true, false), apperror.NotFound},
		{"no such post", wireid.New(), apperror.NotFound},
	} {
		before, _ := SelectPost(t.Context(), b.db, c.id)
		err := b.schedule.Unschedule(t.Context(), c.id)
		if apperror.CodeOf(err) != c.want {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		got, _ := SelectPost(t.Context(), b.db, c.id)
		if c.want != "" && got.Status != before.Status {
			t.Errorf("%s: was %s and is %s", c.name, before.Status, got.Status)
		}
		if c.want == "" && (got.Status != Draft || got.IsScheduled || got.ScheduledFor != nil || got.SNContainerID != nil ||
			got.UploadURI != nil || got.RetryCount != 0 || got.LastAttemptAt != nil) {
			t.Errorf("%s: the row is %+v", c.name, got)
		}
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 4 {
		t.Errorf("%+v, %v", counts, err)
	}
}

// TestReschedule_Queued: who may not change a post that is QUEUED is told how to get there where
// there is a way: it was scheduled, and waits, for example since the clock was wrong for a moment.
func TestReschedule_Queued(t *testing.T) {
	t.Parallel()
	b := setup(t)
	later := at(start.Add(time.Hour))
	for _, isScheduled := range []bool{true, false} {
		post := in(Queued)
		post.IsScheduled, post.ScheduledFor = isScheduled, later
		id := b.insert(t, post).ID
		err := notChangeable(b.read(t, id), Scheduled)
		for _, text := range []string{apperror.From(err).Message, apperror.From(err).Plain} {
			if strings.Contains(text, "cancel it") != isScheduled {
				t.Errorf("scheduled %t: it says %q", isScheduled, text)
			}
		}
	}
}

// TestZone: a name that is no zone is refused in a text of bounded length.
func TestZone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"UTC", "Europe/Berlin", "Asia/Kolkata", "America/Argentina/ComodRivadavia", "Etc/GMT+5"} {
		if _, err := Zone(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{
		"", "Local", "localtime", "posixrules", "posix/Europe/Berlin", "right/UTC", "Factory", "Mars/Olympus", "Europe", "Europe/", "/Europe/Berlin", "../zoneinfo/UTC", "Europe/../UTC", "Europe//Berlin", "Europe/./Berlin", "Europe\\Berlin", "UTC ", "UTC+1", "+01:00", "\x00",
		"Europe/" + strings.Repeat("x", 57), "Europe/" + strings.Repeat("x", 58), strings.Repeat("é", 500), strings.Repeat("x", 1<<20),
	} {
		_, err := Zone(name)
		if apperror.CodeOf(err) != apperror.ValidationError {
			t.Fatalf("%.80q: %v", name, err)
		}
		if said := apperror.From(err).Message; len(said) > 250 || !utf8.ValidString(said) || !strings.Contains(said, "is not an IANA time zone") {
			t.Errorf("%.80q: it says %q", name, said)
		}
	}
}
