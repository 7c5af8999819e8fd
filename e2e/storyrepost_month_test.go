package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/storyrepost"
	"crier/platform/needtest"

	"go.uber.org/fx"
)

// month is a month of polling, hour by hour, in which everything happens.
type month struct {
	*reposts
	zone     *time.Location
	rand     *rand.Rand
	mentions []e2e.Mentioned
	// challenges is how often the network has challenged.
	challenges int
}

const (
	monthDays  = 33
	monthLimit = 2
	// monthSeed is what the pauses of the month are drawn from, and belongs together with its
	// result: this one makes 40 reposts, and other seeds as few as judgeReposts wants.
	monthSeed = 2
)

// The answers of the network that make a poll stop, or a repost.
const (
	challengeBody = `{"message":"challenge_required","challenge":{"url":"https://i.instagram.com/challenge/","api_path":"/challenge/1/x/","lock":true},"status":"fail"}`
	blockedBody   = `{"message":"feedback_required","spam":true,"feedback_title":"Try again later","status":"fail"}`
	goneBody      = `{"message":"Media not found or unavailable","status":"fail"}`
)

// TestStoryRepost_Month: in a month with mentions of all kinds, challenges, refusals, silence and
// restarts every mention ends in one record and at most one story, and neither the limits, the
// quiet hours nor the pace are ever broken.
func TestStoryRepost_Month(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	// One source for the whole month: a restart goes on with it.
	chance := seededChance(monthSeed)
	r := bootReposts(t, e2e.Decorated(fx.Decorate(func() storyrepost.Chance { return chance })))
	m := &month{reposts: r, zone: zone, rand: rand.New(rand.NewPCG(7, 11))}
	m.clear()
	m.configure(body{
		"autoTagOriginalPoster": false, "sleepWindowStart": 22, "sleepWindowEnd": 6, "timezone": zone.String(), "pollIntervalHours": 6,
		"jitterMinutes": 45, "dailyRepostLimit": monthLimit, "autoRepostEnabled": true,
	})
	m.enable()
	for hour := range monthDays * 24 {
		m.happen(hour)
		m.pass(time.Hour)
		if hour%(5*24) == 77 {
			m.reposts = m.again()
		}
	}
	m.network.ClearFaults()
	// Whatever is left expires, unless story repost still gets round to it.
	m.pass(8 * 24 * time.Hour)
	m.judge()
}

// seededChance returns a chance that draws the same numbers in every run.
func seededChance(seed uint64) storyrepost.Chance {
	var mu sync.Mutex
	source := rand.New(rand.NewPCG(seed, seed))
	return func() float64 {
		mu.Lock()
		defer mu.Unlock()
		return source.Float64()
	}
}

// happen has the world do what it may do within an hour.
func (m *month) happen(hour int) {
	m.t.Helper()
	if m.rand.IntN(5) == 0 {
		m.mentions = append(m.mentions, m.network.Mention(e2e.Mention{
			Author: fmt.Sprintf("author%d", len(m.mentions)), Pending: m.rand.IntN(3) == 0, Expired: m.rand.IntN(9) == 0,
			AgeHours: float64(m.rand.IntN(26)), Variant: []string{"xma", "generic_xma", "reel_share"}[m.rand.IntN(3)],
		}))
	}
	fault := func(match e2e.FaultMatch, status int, body string) {
		m.network.Fault(e2e.Fault{Match: match, HTTP: status, Body: body})
	}
	switch {
	case hour == 14*24 || hour == 22*24:
		fault(e2e.InboxReads, http.StatusBadRequest, challengeBody)
		m.challenges++
	case hour%(6*24) == 100:
		fault(e2e.InboxReads, http.StatusTooManyRequests, `{"message":"Please wait a few minutes before you try again.","status":"fail"}`)
	case hour%(7*24) == 50:
		fault(e2e.StoryReads, http.StatusBadRequest, blockedBody)
	case hour%(4*24) == 31:
		fault(e2e.StoryReads, http.StatusNotFound, goneBody)
	case hour%(5*24) == 60:
		m.network.Fault(e2e.Fault{Match: e2e.InboxReads, DropBefore: true})
	case hour%(5*24) == 90:
		m.network.Fault(e2e.Fault{Match: e2e.StoryReads, DropBefore: true})
	case hour%(6*24) == 20:
		m.network.NextContainerFails(2207026)
	case hour%(6*24) == 40:
		m.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	}
}

func (m *month) judge() {
	m.t.Helper()
	m.judgeRecords()
	m.judgeReposts()
	m.judgeCalls()
	if c := m.config(); !c.IsEnabled || c.ChallengeCount30d != m.challenges || c.ChallengePauseUntil != nil || !c.WarmUpComplete {
		m.t.Errorf("the configuration is %+v", c)
	}
}

// judgeRecords: one record a mention, which has ended, with a reason or a story.
func (m *month) judgeRecords() {
	m.t.Helper()
	records := m.records()
	byStatus := map[storyrepost.Status]int{}
	for _, r := range records {
		byStatus[r.Status]++
		if !hasEnded(r.Status) || r.Status != storyrepost.Published && (r.Reason == nil || *r.Reason == "") {
			m.t.Errorf("a record has not come to its end: %+v", r)
		}
	}
	if len(records) != len(m.mentions)+firstRun {
		m.t.Errorf("%d mentions have %d records", len(m.mentions), len(records)-firstRun)
	}
	for _, mention := range m.mentions {
		if n := len(slices.DeleteFunc(slices.Clone(records), func(r storyrepost.RepostRecord) bool { return r.ItemID != mention.ItemID })); n != 1 {
			m.t.Errorf("the mention %s has %d records", mention.ItemID, n)
		}
	}
	if n := m.stories(); n != byStatus[storyrepost.Published] {
		m.t.Errorf("%d stories for %v", n, byStatus)
	}
	for _, status := range []storyrepost.Status{storyrepost.Published, storyrepost.Expired, storyrepost.Skipped, storyrepost.Failed} {
		if byStatus[status] == 0 {
			m.t.Errorf("nothing is %s: %v", status, byStatus)
		}
	}
	m.t.Logf("%d mentions: %v", len(m.mentions), byStatus)
}

// judgeReposts: at most so many a local day, fewer in the first week, apart from each other, none
// in the quiet hours.
func (m *month) judgeReposts() {
	m.t.Helper()
	made := m.reposted()
	slices.SortFunc(made, time.Time.Compare)
	perDay := map[string]int{}
	for i, at := range made {
		date := at.In(m.zone).Format(time.DateOnly)
		perDay[date]++
		limit := monthLimit
		if at.Sub(e2e.Start) < 7*24*time.Hour {
			limit = 1
		}
		if perDay[date] > limit {
			m.t.Errorf("%s has %d reposts", date, perDay[date])
		}
		if i > 0 && at.Sub(made[i-1]) < 20*time.Minute {
			m.t.Errorf("a repost came %s after the one before", at.Sub(made[i-1]))
		}
		m.wantAwake("a repost", at)
	}
	if len(made) < monthDays {
		m.t.Errorf("there were only %d reposts", len(made))
	}
}

func (m *month) wantAwake(what string, at time.Time) {
	m.t.Helper()
	if hour := at.In(m.zone).Hour(); hour >= 22 || hour < 6 {
		m.t.Errorf("%s was made at %s", what, at.In(m.zone))
	}
}

// judgeCalls: never two within two seconds, none in the quiet hours, no two readings within five
// minutes, and silence after a challenge.
func (m *month) judgeCalls() {
	m.t.Helper()
	calls := m.nativeCalls("/direct_v2/", "/media/")
	var until time.Time
	var poll time.Time
	pause := 24 * time.Hour
	for i, c := range calls[firstScanCalls:] {
		before := calls[firstScanCalls+i-1]
		// What the transport sends again at once over a new connection is one call: nobody has
		// heard of the first.
		isSame := before.Status == 0
		if gap := c.At.Sub(before.At); gap < 2*time.Second && !isSame {
			m.t.Errorf("%s came %s after %s", c.Path, gap, before.Path)
		}
		m.wantAwake(c.Path, c.At)
		if c.At.Before(until) {
			m.t.Errorf("%s was called at %s, in the pause until %s", c.Path, c.At, until)
		}
		if c.Path == calls[0].Path && c.Params["cursor"] == "" {
			if gap := c.At.Sub(poll); gap < 5*time.Minute && !isSame {
				m.t.Errorf("the inbox was read %s after the last time", gap)
			}
			poll = c.At
		}
		if c.Status == http.StatusBadRequest && strings.Contains(c.Path, "inbox/") {
			until, pause = c.At.Add(pause), 2*pause
		}
	}
	polls := len(m.polls())
	if most := (monthDays + 9) * 4; polls < monthDays || polls > most {
		m.t.Errorf("%d polls", polls)
	}
}

// firstScanCalls are those of the scan before the month.
const firstScanCalls = 2
