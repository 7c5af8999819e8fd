package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/storyrepost"
	"crier/platform/clock"
)

// TestFinding13_AScanUnderAWrongClock: what has expired the network's clock says. One that is a day
// ahead here ends no mention for good.
func TestFinding13_AScanUnderAWrongClock(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]time.Duration{"right": 0, "a day ahead": 25 * time.Hour, "a year ahead": 366 * 24 * time.Hour, "a day behind": -25 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			right := clock.NewFake(e2e.Start)
			r := bootReposts(t, e2e.At(clock.NewFake(e2e.Start.Add(wrong))), lay(t, right).option())
			r.clear()
			right.Advance(5 * time.Minute)
			r.configure(body{"autoTagOriginalPoster": false})
			fresh, other, old := r.network.Mention(e2e.Mention{Author: "ann", AgeHours: 1}), r.network.Mention(e2e.Mention{Author: "bob", AgeHours: 2}), r.network.Mention(e2e.Mention{Author: "cid", AgeHours: 25})
			r.scan()
			r.wantRecord(fresh, storyrepost.Detected, "")
			r.wantRecord(other, storyrepost.Detected, "")
			r.wantRecord(old, storyrepost.Expired, "stories last for 24 hours")
			id := r.recordOf(fresh).ID.String()
			r.tryRepost(id)
			r.AdvanceUntil(t, time.Hour, func() bool { return hasEnded(r.recordOf(fresh).Status) })
			r.wantRecord(fresh, storyrepost.Published, "")
			right.Advance(23 * time.Hour)
			r.Clock.Advance(23 * time.Hour)
			r.wantRecord(other, storyrepost.Expired, "stories last for 24 hours")
		})
	}
}

// TestFinding13_AClockThatJumpsAhead: a mention that waits does not expire by a clock that was set,
// nor after a restart of the machine that leaves nobody to say by how much.
func TestFinding13_AClockThatJumpsAhead(t *testing.T) {
	t.Parallel()
	for name, reboot := range map[string]bool{"while it runs": false, "and the machine is started again": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			right := clock.NewFake(e2e.Start)
			l := lay(t, right)
			r := bootReposts(t, e2e.At(clock.NewFake(e2e.Start)), l.option())
			r.clear()
			right.Advance(5 * time.Minute)
			m := r.network.Mention(e2e.Mention{Author: "ann", AgeHours: 1})
			r.scan()
			r.Clock.Jump(25 * time.Hour)
			if reboot {
				r.Stop()
				r.Clock.Reboot()
				r = bootReposts(t, e2e.In(r.Dir), e2e.At(r.Clock), l.option())
			}
			r.wantRecord(m, storyrepost.Detected, "")
			r.scan()
			r.wantRecord(m, storyrepost.Detected, "")
			r.Clock.Jump(-25 * time.Hour)
			r.wantRecord(m, storyrepost.Detected, "")
		})
	}
}

// TestStoryRepost_PollsAfterAClockAhead: polls that were planned by a clock that was far ahead go
// on at once when that is corrected while Crier is stopped.
func TestStoryRepost_PollsAfterAClockAhead(t *testing.T) {
	t.Parallel()
	for name, ahead := range map[string]time.Duration{"a year": 366 * 24 * time.Hour, "twelve days": 12 * 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bootReposts(t)
			r.clear()
			r.configure(body{"sleepWindowStart": 0, "sleepWindowEnd": 0, "jitterMinutes": 0, "pollIntervalHours": 6})
			r.Clock.Jump(ahead)
			r.enable()
			r.pass(13 * time.Hour)
			before := len(r.polls())
			r.Stop()
			r.Clock.Jump(-ahead)
			r = bootReposts(t, e2e.In(r.Dir), e2e.At(r.Clock))
			r.pass(time.Hour)
			if n := len(r.polls()); n != before+1 {
				t.Errorf("the first hour has %d polls", n-before)
			}
		})
	}
}

// TestStoryRepost_ByHandAfterAClockAhead: a pause and a day's count from a clock that was a year
// ahead refuse no scan and no repost of an account that is used by hand alone.
func TestStoryRepost_ByHandAfterAClockAhead(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	r.configure(body{"autoTagOriginalPoster": false, "dailyRepostLimit": 1})
	year := r.Clock.Now().Add(366 * 24 * time.Hour).UnixMilli()
	spoil := func() {
		t.Helper()
		r.exec("UPDATE story_repost_configs SET reposts_today = 1, reposts_today_reset_at = ?0, challenge_pause_until = ?0", year)
	}
	spoil()
	m := r.network.Mention(e2e.Mention{Author: "ann"})
	r.scan()
	spoil()
	r.tryRepost(r.recordOf(m).ID.String()).Want(http.StatusAccepted)
	if record := r.awaitRecord(m); record.Status != storyrepost.Published || r.config().RepostsToday != 1 {
		t.Errorf("the record is %s: %s; the day has %d", record.Status, text(record.Reason), r.config().RepostsToday)
	}
}

// TestStoryRepost_ByItselfUnderAWrongClock: a mention is reposted by itself while its story lives
// at the network, also on a machine whose clock is ahead.
func TestStoryRepost_ByItselfUnderAWrongClock(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]time.Duration{"right": 0, "a day ahead": 25 * time.Hour, "a day behind": -25 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			right := clock.NewFake(e2e.Start)
			r := bootReposts(t, e2e.At(clock.NewFake(e2e.Start.Add(wrong))), lay(t, right).option())
			r.clear()
			right.Advance(5 * time.Minute)
			r.configure(body{"autoTagOriginalPoster": false, "autoRepostEnabled": true, "sleepWindowStart": 0, "sleepWindowEnd": 0})
			r.enable()
			m := r.network.Mention(e2e.Mention{Author: "ann", AgeHours: 1})
			r.scan()
			r.awaitRecord(m)
			if record := r.wantRecord(m, storyrepost.Published, ""); !record.IsAutomatic {
				t.Errorf("the record is %+v", record)
			}
		})
	}
}
