package storyrepost

import (
	"testing"
	"time"

	"crier/platform/wiretime"
)

// TestPause: a pause of a day stops polls and automatic reposts, is told, and ends by itself or
// when somebody says so. A challenge's pause is another.
func TestPause(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if err := b.configs.Enable(t.Context(), b.account); err != nil {
		t.Fatal(err)
	}
	before := b.runsIn()
	pause := func(on bool) RepostSettings {
		t.Helper()
		got, err := b.configs.ChangeSettings(t.Context(), b.account, RepostSettingsRequest{IsPaused: &on, AutoRepostEnabled: new(true), SleepWindowStart: new(0), SleepWindowEnd: new(0)})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	until := wiretime.Of(b.clock.Now().Add(24 * time.Hour))
	got := pause(true)
	if got.PausedUntil == nil || *got.PausedUntil != until || got.Config.ChallengePauseUntil != nil || b.runsIn() != 24*time.Hour {
		t.Errorf("paused: %+v, the job runs in %s", got.PausedUntil, b.runsIn())
	}
	told, err := Paused(t.Context(), b.db, b.clock.Now())
	if err != nil || told[b.account] != until {
		t.Errorf("told %v, %v", told, err)
	}
	if c := b.config(); c.mayRepost(b.clock.Now(), time.UTC) || c.checkPause(b.clock.Now()) != nil {
		t.Error("a pause lets Crier repost by itself, or keeps somebody from doing so")
	}
	if got := pause(false); got.PausedUntil != nil || b.runsIn() > before {
		t.Errorf("it goes on: %v, in %s", got.PausedUntil, b.runsIn())
	}
	pause(true)
	b.clock.Advance(24 * time.Hour)
	if c := b.config(); c.isOnHold(b.clock.Now()) || !c.mayRepost(b.clock.Now(), time.UTC) || c.pollAt(b.clock.Now()).After(b.clock.Now()) {
		t.Error("it does not end")
	}
}
