package storyrepost

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/jobs"
	"crier/platform/secrets"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// bench are the configurations and records of a real database, with one account
// that has credentials.
type bench struct {
	t       *testing.T
	configs *configs
	records *records
	clock   *clock.Fake
	db      *database.DB
	account wireid.ID
	meter   *uptime.Meter
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, clock: clock.NewFake(start), db: databasetest.New(t), account: wireid.New()}
	if err := b.db.CheckModels(t.Context(), []database.Model{(*StoryRepostConfig)(nil), (*RepostRecord)(nil)}); err != nil {
		t.Fatal(err)
	}
	box, err := secrets.NewBox(secrets.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	accounts := auth.NewService(b.db, b.clock, box, config.Sandbox, []auth.DemoAccount{{ID: b.account, SNUserID: "1", Username: "ann", AccountType: "BUSINESS", LoginMethod: auth.Primary}})
	if err := accounts.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.exec("INSERT INTO native_credentials VALUES (?, 'ann', x'00', x'00', 0, 0, 0, NULL)", b.account)
	natives := settings.NewNatives(settings.NativeDeps{DB: b.db, Clock: b.clock, Box: box, Accounts: accounts, Log: slog.New(slog.DiscardHandler)})
	b.meter = uptime.New(b.db, b.clock, config.Sandbox)
	clocks := newClocks(b.clock, b.meter)
	b.configs = newConfigs(b.db, clocks, slog.New(slog.DiscardHandler), jobs.NewQueue(b.clock), accounts, natives, newChance(), time.UTC)
	b.records = newRecords(b.db, clocks, nil)
	return b
}

func (b *bench) exec(query string, args ...any) {
	b.t.Helper()
	if _, err := b.db.ExecContext(b.t.Context(), query, args...); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) config() *StoryRepostConfig {
	b.t.Helper()
	config, err := b.configs.Config(b.t.Context(), b.account)
	if err != nil || config == nil {
		b.t.Fatalf("got %v, %v", config, err)
	}
	return config
}

// TestEnable_AfterFailuresHadSwitchedItOff: the count of failures begins again, and nothing else
// does.
func TestEnable_AfterFailuresHadSwitchedItOff(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := b.configs.Configure(t.Context(), b.account, 48, true); err != nil {
		t.Fatal(err)
	}
	b.exec(`UPDATE story_repost_configs SET consecutive_failures = 5, auto_disabled_at = 1, auto_disable_reason = 'no', last_poll_status = 'FAILED',
		last_poll_error = 'no', challenges = '[1795253400000, 1795253400001]', reposts_today = 3, signature_overlay = '{}'`)
	if c := b.config(); c.AutoDisabledAt == nil || c.LastPollStatus == nil || *c.LastPollStatus != PollFailed || c.ChallengeCount30d != 2 {
		t.Fatalf("got %+v", c)
	}
	if err := b.configs.Enable(t.Context(), b.account); err != nil {
		t.Fatal(err)
	}
	c := b.config()
	if !c.IsEnabled || c.ConsecutiveFailures != 0 || c.AutoDisabledAt != nil || c.AutoDisableReason != nil {
		t.Errorf("the breaker: %+v", c)
	}
	if c.PollIntervalHours != 48 || c.LastPollError == nil || c.ChallengeCount30d != 2 || c.RepostsToday != 3 || c.SignatureOverlay == nil {
		t.Errorf("the rest: %+v", c)
	}
}

func TestDisable_LeavesWhatIsOff(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if err := b.configs.Enable(t.Context(), b.account); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(time.Hour)
	if err := b.configs.Disable(t.Context(), b.account); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(time.Hour)
	if err := b.configs.Disable(t.Context(), b.account); err != nil {
		t.Fatal(err)
	}
	if c := b.config(); c.IsEnabled || c.UpdatedAt != wiretime.Of(start.Add(time.Hour)) {
		t.Errorf("got %+v", c)
	}
}

func TestEnable_WithoutCredentials(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.exec("DELETE FROM native_credentials")
	if err := b.configs.Enable(t.Context(), b.account); apperror.CodeOf(err) != apperror.CredentialsNotConfigured {
		t.Errorf("got %v", err)
	}
	if config, err := b.configs.Config(t.Context(), b.account); err != nil || config != nil {
		t.Errorf("got %+v, %v", config, err)
	}
	if err := b.configs.Disable(t.Context(), b.account); err != nil {
		t.Error(err)
	}
}

// TestPlanAll_AfterAClockThatWasAhead: the start plans a poll again that a clock planned that was
// far ahead, because no job runs before that poll and could do so.
func TestPlanAll_AfterAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	for name, ahead := range map[string]time.Duration{"a year": 366 * 24 * time.Hour, "twelve days": 12 * 24 * time.Hour, "four days": 4 * 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.clock.Jump(ahead)
			if err := b.configs.Enable(t.Context(), b.account); err != nil {
				t.Fatal(err)
			}
			b.exec("UPDATE story_repost_configs SET next_poll_at = ?", wiretime.Of(b.clock.Now().Add(12*time.Hour)))
			b.clock.Jump(-ahead)
			if err := b.configs.planAll(t.Context()); err != nil {
				t.Fatal(err)
			}
			if in := b.runsIn(); in > 2*firstPoll {
				t.Errorf("the next poll comes in %s", in)
			}
			if next := b.config().NextPollAt; next == nil || next.Time().Sub(start) > 2*firstPoll {
				t.Errorf("it says that the next poll comes at %s", next)
			}
		})
	}
}

// runsIn returns how long the account's job has to wait.
func (b *bench) runsIn() time.Duration {
	b.t.Helper()
	at, err := database.Value[wiretime.Time](b.t.Context(), b.db, "SELECT run_at FROM scheduled_jobs WHERE type = ? AND status = ?", checkJob, jobs.Pending)
	if err != nil {
		b.t.Fatal(err)
	}
	return at.Time().Sub(b.clock.Now())
}

// TestChange_AfterAClockThatWasAhead: a change of an account that is switched off, and so has no
// job, stores what is left of its plans.
func TestChange_AfterAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := b.configs.Configure(t.Context(), b.account, 12, true); err != nil {
		t.Fatal(err)
	}
	year := wiretime.Of(start.Add(366 * 24 * time.Hour))
	b.exec(`UPDATE story_repost_configs SET daily_repost_limit = 1, reposts_today = 1, reposts_today_reset_at = ?0, challenge_pause_until = ?0, next_poll_at = ?0`, year)
	if c := b.config(); c.RepostsToday != 0 || c.RepostsTodayResetAt != nil || c.ChallengePauseUntil != nil {
		t.Errorf("it is shown as %+v", c)
	}
	if _, err := b.configs.Configure(t.Context(), b.account, 24, true); err != nil {
		t.Fatal(err)
	}
	c, err := selectConfig(t.Context(), b.db, b.account)
	if err != nil || c.RepostsToday != 0 || c.RepostsTodayResetAt != nil || c.ChallengePauseUntil != nil || c.NextPollAt != nil {
		t.Errorf("it is stored as %+v, %v", c, err)
	}
}

// TestPlan_AfterASmallStepBack: a reading that was begun minutes ahead of now puts off the next one
// as it keeps that from beginning. A job for now would find nothing to do, and plan itself for now.
func TestPlan_AfterASmallStepBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if err := b.configs.Enable(t.Context(), b.account); err != nil {
		t.Fatal(err)
	}
	now := wiretime.Of(start)
	for ahead := -2 * readGap; ahead <= 2*readGap; ahead += time.Minute {
		read := wiretime.Of(start.Add(ahead))
		b.exec("UPDATE story_repost_configs SET next_poll_at = ?, last_poll_at = ?", wiretime.Of(start.Add(-time.Hour)), read)
		if err := b.configs.planAgain(t.Context(), b.db, b.account); err != nil {
			t.Fatal(err)
		}
		in := b.runsIn()
		begun, err := beginPoll(t.Context(), b.db, b.account, now, wiretime.Of(start.Add(-readGap)))
		if err != nil {
			t.Fatal(err)
		}
		if begun != (in == 0) || !begun && in != ahead+readGap {
			t.Errorf("read %s ahead: the job runs in %s, and a reading may begin: %t", ahead, in, begun)
		}
	}
}

// TestPlan_NoRepostsADay: when the day's limit is none, a mention that waits for its turn keeps no
// job going. A job that is due at once would find nothing to do, and plan itself for now.
func TestPlan_NoRepostsADay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.automatic()
	b.waiting(Pending)
	for limit, want := range map[int]bool{0: false, 1: true} {
		for _, reset := range []any{nil, wiretime.Of(start.Add(-time.Hour)), wiretime.Of(start.Add(time.Hour))} {
			b.exec("UPDATE story_repost_configs SET daily_repost_limit = ?, reposts_today_reset_at = ?", limit, reset)
			if err := b.configs.planAgain(t.Context(), b.db, b.account); err != nil {
				t.Fatal(err)
			}
			if in := b.runsIn(); (in == 0) != want {
				t.Errorf("with %d a day, and a new day at %v, the job runs in %s", limit, reset, in)
			}
		}
	}
	b.exec("UPDATE story_repost_configs SET daily_repost_limit = 0")
	if err := b.config().checkLimit(start, false); err == nil || strings.Contains(err.Error(), "from") || !strings.Contains(err.Error(), "dailyRepostLimit") {
		t.Errorf("a repost by hand is told: %v", err)
	}
}
