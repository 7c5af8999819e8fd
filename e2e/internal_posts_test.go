package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// days asks for the days of a range in Berlin.
func (j *journey) days(browser *e2e.Client, from, to, more string) (told posts.PostRange) {
	j.t.Helper()
	browser.Internal("/api/posts/range?timezone=Europe/Berlin&from=" + from + "&to=" + to + more).Want(http.StatusOK).JSON(&told)
	return told
}

// TestRange_Journey: a calendar shows a post on the day that clocks show at its time, and where it stands by now.
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
	j.client.Get("/api/posts/range?from=2026-12-01&to=2026-12-01&timezone=UTC").WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
}
