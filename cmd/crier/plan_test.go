package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestPlan_Prints: the plan says how many posts are due, and of each day which will fail, why, and
// what to do, with times in the zone; control characters do not reach the terminal.
func TestPlan_Prints(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	bakery, first, second := wireid.MustParse("7c9e6679-7425-40de-944b-e07fc1f90ae7"), wireid.MustParse("3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"), wireid.MustParse("9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e")
	at := time.Date(2026, 12, 24, 8, 0, 0, 0, time.UTC)
	none := posts.Forecast{Until: wiretime.Of(at.AddDate(0, 0, 7))}
	fine := none
	fine.Count, fine.LookedAt = 1, 1
	held := fine
	held.Whole = []posts.Foretold{{Code: posts.ForecastHeld, Fails: true, Says: "Nothing goes out.", Fix: "Decide."}}
	bad := none
	bad.Count, bad.LookedAt, bad.Failing, bad.LeftOut = 12_000, 10_000, 2, 1
	bad.Accounts = []posts.ForecastAccount{{AccountID: bakery, Username: "the.bakery\x1b[31m"}}
	bad.Days = []posts.ForecastDay{{Date: "2026-12-23", Count: 9}, {Date: "2026-12-24", Count: 2, Failing: 1}, {Date: "2026-12-25", Count: 1, Failing: 1}}
	bad.Whole = []posts.Foretold{{Code: posts.ForecastDisk, Says: "The disk is getting full.", Fix: "Look at the files."}}
	bad.Posts = []posts.ForecastPost{
		{PostID: first, AccountID: bakery, At: wiretime.Of(at), Date: "2026-12-24", Fails: true, Findings: []posts.Foretold{
			{Code: posts.ForecastMedia, Fails: true, Says: "A file of it was deleted.", Fix: "Give it another file."},
			{Code: posts.ForecastClose, Says: "Another post is close.", Fix: "Move one of them."},
		}},
		{PostID: second, AccountID: bakery, At: wiretime.Of(at.Add(23 * time.Hour)), Date: "2026-12-25", Fails: true, Findings: []posts.Foretold{
			{Code: posts.ForecastCap, Fails: true, Says: "It is one more.", Fix: "Move it.", Command: "crier schedule move 9a1d 18:00"},
		}},
	}
	for _, c := range []struct {
		told posts.Forecast
		want string
	}{
		{none, "No posts are due until Thu 31 Dec, 09:00 (Europe/Berlin).\n"},
		{fine, "1 post is due until Thu 31 Dec, 09:00 (Europe/Berlin). Nothing keeps a post from going out at its time.\n"},
		{held, `1 post is due until Thu 31 Dec, 09:00 (Europe/Berlin), and will not go out at the time that is set, as things are.

All posts
  Will fail (HELD): Nothing goes out.
    Decide.
`},
		{bad, `12000 posts are due until Thu 31 Dec, 09:00 (Europe/Berlin), and 2 will not go out at the time that is set, as things are.
The first 10000 were looked at.

All posts
  Warning (DISK): The disk is getting full.
    Look at the files.

Thursday 24 December, 2 posts
  09:00  3f2b8c1e  the.bakery�[31m
    Will fail (MEDIA): A file of it was deleted.
      Give it another file.
    Warning (CLOSE): Another post is close.
      Move one of them.

Friday 25 December, 1 post
  08:00  9a1d3c5e  the.bakery�[31m
    Will fail (CAP): It is one more.
      Move it.
      crier schedule move 9a1d 18:00

Something is foretold of 1 more post too.
`},
	} {
		var out bytes.Buffer
		if err := printPlan(&out, c.told, zone); err != nil || out.String() != c.want {
			t.Errorf("%v, got\n%s\nwant\n%s", err, out.String(), c.want)
		}
		if c.told.Fails() != strings.Contains(c.want, "will not go out") {
			t.Errorf("it fails: %t", c.told.Fails())
		}
	}
}
