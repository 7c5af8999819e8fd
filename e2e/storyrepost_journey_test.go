package e2e_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/storyrepost"
	"crier/platform/clock"
	"crier/platform/config"
)

const internalRepostPath = "/api/story-repost/"

// reposts is a Crier whose first demo account has native credentials, in a world without mentions
// other than the test's.
type reposts struct {
	*natives
	browser *e2e.Client
	options []e2e.Option
}

// bootReposts boots an App that publishes reposts as ordinary stories.
func bootReposts(t *testing.T, options ...e2e.Option) *reposts {
	t.Helper()
	n := bootNatives(t, append([]e2e.Option{e2e.Configured(func(c *config.Config) { c.RateLimitRPM, c.RateLimitRPH = 1_000_000, 1_000_000 })}, options...)...)
	r := &reposts{natives: n, browser: n.Browser(t), options: options}
	if !r.state().Configured {
		r.save(login()).Want(http.StatusOK)
	}
	return r
}

// again stops Crier and boots it with the same options on the same folder and clock.
func (r *reposts) again() *reposts {
	r.t.Helper()
	r.Stop()
	return bootReposts(r.t, append(slices.Clone(r.options), e2e.In(r.Dir), e2e.At(r.Clock))...)
}

// firstRun are the mentions that the world of a first run has.
const firstRun = 3

// clear has the mentions of the first run skipped or expired, so that only the test's own are left.
func (r *reposts) clear() {
	r.t.Helper()
	if found := r.scan(); found.Detected != firstRun {
		r.t.Fatalf("the first run has %+v", found)
	}
	for _, record := range r.records() {
		if record.Status == storyrepost.Detected {
			r.browser.Post(internalRepostPath+record.ID.String()+"/skip", nil).Want(http.StatusOK)
		}
	}
	r.Clock.Advance(5 * time.Minute)
}

// configure changes the settings of the first demo account.
func (r *reposts) configure(b body) (s storyrepost.RepostSettings) {
	r.t.Helper()
	r.browser.Put(internalRepostPath+"config/"+demoAccount, b).Want(http.StatusOK).JSON(&s)
	return s
}

func (r *reposts) enable() {
	r.t.Helper()
	r.client.Post(repostPath+"enable", body{"accountId": demoAccount}).Want(http.StatusOK)
}

func (r *reposts) config() *storyrepost.StoryRepostConfig {
	r.t.Helper()
	s := r.repost("?accountId=" + demoAccount)
	if s.Config == nil {
		r.t.Fatal("there is no configuration")
	}
	return s.Config
}

func (r *reposts) records() []storyrepost.RepostRecord {
	r.t.Helper()
	var list storyrepost.RepostList
	r.browser.Internal(internalRepostPath + "reposts").Want(http.StatusOK).JSON(&list)
	return list.Reposts
}

// recordOf returns the one record of a mention.
func (r *reposts) recordOf(m e2e.Mentioned) storyrepost.RepostRecord {
	r.t.Helper()
	var of []storyrepost.RepostRecord
	for _, record := range r.records() {
		if record.ItemID == m.ItemID || record.SourceMediaID != nil && *record.SourceMediaID == m.MediaID {
			of = append(of, record)
		}
	}
	if len(of) != 1 {
		r.t.Fatalf("the mention %s has %d records", m.ItemID, len(of))
	}
	return of[0]
}

// wantRecord holds the mention's record against a status and what its reason says.
func (r *reposts) wantRecord(m e2e.Mentioned, status storyrepost.Status, reason string) storyrepost.RepostRecord {
	r.t.Helper()
	record := r.recordOf(m)
	if record.Status != status || !strings.Contains(text(record.Reason), reason) {
		r.t.Errorf("the record is %s: %s; want %s: %s", record.Status, text(record.Reason), status, reason)
	}
	return record
}

// during runs what sleeps on the clock, and moves that whenever it sleeps.
func (r *reposts) during(do func()) {
	r.t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); do() }()
	drive(r.t, r.Clock, done)
}

// drive moves the clock until done is closed, whenever somebody sleeps beside the runner.
func drive(t *testing.T, clk *clock.Fake, done <-chan struct{}) {
	t.Helper()
	for blockedUntil(t, clk, 2, done) {
		if wait, ok := clk.Next(); ok {
			clk.Advance(wait)
		}
	}
}

type scanned struct {
	Detected, Pending int64
	Items             []map[string]any
}

func (r *reposts) tryScan() (answer e2e.Response) {
	r.t.Helper()
	r.during(func() { answer = r.client.Post(repostPath+"scan", nil) })
	return answer
}

func (r *reposts) scan() (found scanned) {
	r.t.Helper()
	r.tryScan().Want(http.StatusOK).JSON(&found)
	return found
}

func (r *reposts) tryRepost(id string) (answer e2e.Response) {
	r.t.Helper()
	r.during(func() { answer = r.browser.Post(internalRepostPath+id+"/repost", nil) })
	return answer
}

// nativeCalls returns the calls of the native API whose path ends so.
func (r *reposts) nativeCalls(suffixes ...string) []e2e.LoggedCall {
	r.t.Helper()
	return slices.DeleteFunc(r.network.Calls(), func(c e2e.LoggedCall) bool {
		return !strings.Contains(c.Path, "/native/") ||
			!slices.ContainsFunc(suffixes, func(s string) bool { return strings.Contains(c.Path, s) })
	})
}

// polls returns when the inbox was begun to be read.
func (r *reposts) polls() (at []time.Time) {
	r.t.Helper()
	for _, c := range r.nativeCalls("/direct_v2/inbox/") {
		if c.Params["cursor"] == "" {
			at = append(at, c.At)
		}
	}
	return at
}

// stories returns how many stories the account has published in all.
func (r *reposts) stories() int {
	r.t.Helper()
	ledger := r.network.Ledger()
	return len(ledger.Publications) + len(ledger.NativeStories)
}

func hasEnded(s storyrepost.Status) bool {
	return slices.Contains([]storyrepost.Status{storyrepost.Published, storyrepost.Failed, storyrepost.Skipped, storyrepost.Expired}, s)
}

// awaitRecord moves the clock until the mention's record has ended, at most for an hour.
func (r *reposts) awaitRecord(m e2e.Mentioned) storyrepost.RepostRecord {
	r.t.Helper()
	r.AdvanceUntil(r.t, time.Hour, func() bool { return hasEnded(r.recordOf(m).Status) })
	return r.recordOf(m)
}

func (r *reposts) postOf(record storyrepost.RepostRecord) (p posts.Post) {
	r.t.Helper()
	if record.PostID == nil {
		r.t.Fatalf("the record has no post: %+v", record)
	}
	r.client.Get("/api/v1/posts/" + record.PostID.String()).Want(http.StatusOK).JSON(&p)
	return p
}

func (r *reposts) exec(query string, args ...any) {
	r.t.Helper()
	if _, err := r.DB.ExecContext(r.t.Context(), query, args...); err != nil {
		r.t.Fatal(err)
	}
}

// resume waits for the chore that goes on with what was interrupted, which runs on the system's
// clock.
func (r *reposts) resume() {
	r.t.Helper()
	if err := r.Scheduler.RunNow(r.t.Context(), "storyrepost.resume"); err != nil {
		r.t.Fatal(err)
	}
}

// pass lets time go by, with all that falls due in it.
func (r *reposts) pass(d time.Duration) {
	r.t.Helper()
	end := r.Clock.Now().Add(d)
	r.AdvanceUntil(r.t, d, func() bool { return !r.Clock.Now().Before(end) })
}

// idle lets time go by in which nothing should fall due.
func (r *reposts) idle(d time.Duration) {
	r.t.Helper()
	r.Rest(r.t)
	r.Clock.Advance(d)
	r.Rest(r.t)
}

// reposted returns when stories were made by themselves.
func (r *reposts) reposted() (at []time.Time) {
	r.t.Helper()
	for _, record := range r.records() {
		if record.IsAutomatic && record.PostID != nil {
			at = append(at, r.postOf(record).CreatedAt.Time())
		}
	}
	return at
}

// blockedUntil waits until n timers wait on the clock, and returns false once done is closed.
func blockedUntil(t *testing.T, clk *clock.Fake, n int, done <-chan struct{}) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	go func() {
		select {
		case <-done:
			cancel()
		case <-ctx.Done():
		}
	}()
	err := clk.BlockUntil(ctx, n)
	select {
	case <-done:
		return false
	default:
	}
	if err != nil {
		t.Fatal(err)
	}
	return true
}
