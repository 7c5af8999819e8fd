package posts

import (
	"slices"
	"testing"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func (b *bundle) weeks() *weeks { return newWeeks(b.db, b.clock, b.accounts, b.calendar()) }

// lookAtWeek looks at the week.
func (b *bundle) lookAtWeek(t *testing.T, start string) Week {
	t.Helper()
	in := &weekInput{}
	in.Body.Timezone, in.Body.WeekStart = "Europe/Berlin", start
	out, err := b.weeks().look(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return out.Body
}

func (b *bundle) moveTo(t *testing.T, at string) {
	t.Helper()
	to, err := time.Parse(time.RFC3339, at)
	if err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(to.Sub(b.clock.Now()))
}

// TestWeek_MidnightSkipped: where the clocks skip the midnight at which the week begins, its days
// are the same ones.
func TestWeek_MidnightSkipped(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.moveTo(t, "2027-09-05T15:00:00Z") // The Sunday on which summer time begins in Chile.
	in := &weekInput{}
	in.Body.Timezone, in.Body.WeekStart = "America/Santiago", "sunday"
	out, err := b.weeks().look(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.Body; got.Since != "2027-08-29" || got.To != "2027-09-11" || got.Next != "2027-09-12" {
		t.Errorf("from %s to %s, the next from %s", got.Since, got.To, got.Next)
	}
}

// TestWeek_WhenDue: the week is shown on its first day, by the days of the zone, and on any day to
// those who come back after more than three, until it is put away, which lasts until the next.
func TestWeek_WhenDue(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.moveTo(t, "2026-12-07T22:30:00Z") // Monday night in Berlin.
	if b.lookAtWeek(t, "monday").IsDue {
		t.Error("a week without anything is shown")
	}
	b.insert(t, Post{Status: Published, PublishedAt: wiretime.Ptr(b.clock.Now()), CompletedAt: wiretime.Ptr(b.clock.Now())})
	if !b.lookAtWeek(t, "monday").IsDue {
		t.Error("the first day does not show it")
	}
	b.clock.Advance(time.Hour) // Tuesday.
	if b.lookAtWeek(t, "monday").IsDue {
		t.Error("the second day shows it")
	}
	b.clock.Advance(71 * time.Hour)
	if b.lookAtWeek(t, "monday").IsDue {
		t.Error("it is shown after less than three days")
	}
	b.clock.Advance(73 * time.Hour) // The Monday after that.
	if got := b.lookAtWeek(t, "monday"); !got.IsDue || got.Published != 1 || got.Since != "2026-12-07" || got.To != "2026-12-20" {
		t.Errorf("after three days: %+v", got)
	}
	b.clock.Advance(24 * time.Hour)
	if !b.lookAtWeek(t, "monday").IsDue {
		t.Error("who came back sees it only once")
	}
	away := &weekAwayInput{}
	away.Body.Until = "2026-12-21"
	if _, err := b.weeks().putAway(t.Context(), away); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(4 * 24 * time.Hour)
	if b.lookAtWeek(t, "monday").IsDue {
		t.Error("it is shown in the week of which it was put away")
	}
	b.insert(t, Post{Status: Published, PublishedAt: wiretime.Ptr(b.clock.Now()), CompletedAt: wiretime.Ptr(b.clock.Now())})
	b.moveTo(t, "2026-12-20T23:30:00Z")
	if !b.lookAtWeek(t, "monday").IsDue {
		t.Error("the next week does not show it")
	}
	b.clock.Advance(5*24*time.Hour + time.Hour) // Saturday.
	if b.lookAtWeek(t, "sunday").Since != "2026-12-13" || !b.lookAtWeek(t, "saturday").IsDue {
		t.Error("a week begins on another day than was chosen")
	}
}

// TestWeek_Missing: a day is missing of an account that published on it in three of four weeks and
// has nothing then; drafts and pictures without a description are counted.
func TestWeek_Missing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.moveTo(t, "2026-12-14T08:00:00Z")
	published := func(account wireid.ID, dates ...string) {
		t.Helper()
		for _, date := range dates {
			at, err := time.Parse(time.RFC3339, date+"T17:00:00Z")
			if err != nil {
				t.Fatal(err)
			}
			b.insert(t, Post{Status: Published, SocialAccountID: account, PublishedAt: wiretime.Ptr(at), CompletedAt: wiretime.Ptr(at)})
		}
	}
	// Thursdays, Fridays and two Saturdays.
	published(b.bakery.ID, "2026-11-19", "2026-11-26", "2026-12-10", "2026-11-20", "2026-11-27", "2026-12-04", "2026-11-21", "2026-12-12")
	in := func(days int) time.Duration {
		return b.clock.Now().Add(time.Duration(days) * 24 * time.Hour).Sub(start)
	}
	b.due(t, b.bakery.ID, in(4), func(p *Post) { p.AltText = new("A loaf") })
	bare := b.due(t, b.potter.ID, in(2))
	b.due(t, b.potter.ID, in(3), func(p *Post) { p.MediaType, p.AltTexts = Carousel, Texts{"A cup", "A mug"} })
	b.due(t, b.potter.ID, in(3), func(p *Post) { p.MediaType, p.AltTexts = Carousel, Texts{"A cup", ""} })
	b.due(t, b.potter.ID, in(9))
	planned := b.insert(t, Post{Status: Draft, PlannedFor: wiretime.Ptr(b.clock.Now().Add(time.Hour))})
	b.insert(t, Post{Status: Draft, Caption: new("Without a picture")})
	got := b.lookAtWeek(t, "monday")
	if !got.IsDue || got.Published != 2 || len(got.WentOut) != 2 {
		t.Errorf("went out: %d, %d told", got.Published, len(got.WentOut))
	}
	if len(got.Planned) != 2 || got.Planned[0].Count != 1 || !slices.Equal(got.Planned[0].Quiet, []string{"2026-12-17"}) || got.Planned[1].Count != 3 || len(got.Planned[1].Quiet) != 0 {
		t.Errorf("planned: %+v", got.Planned)
	}
	if got.NoAltText == nil || *got.NoAltText != (WeekPosts{Count: 2, PostID: bare.ID}) || got.Drafts == nil || *got.Drafts != (WeekPosts{Count: 1, PostID: planned.ID}) || got.WithoutDay != nil {
		t.Errorf("missing: %+v, %+v, %+v", got.NoAltText, got.Drafts, got.WithoutDay)
	}
}
