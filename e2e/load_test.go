package e2e_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// TestLoad_DuePostsDrain makes many posts of several accounts due at one instant: each is published
// once, without a warning in the log. CRIER_TEST_LOAD sets how many.
func TestLoad_DuePostsDrain(t *testing.T) {
	t.Parallel()
	count := e2e.NumberOf(t, "CRIER_TEST_LOAD", 1000)
	l := prepareLoad(t, count, 0, 0)
	began := clock.System().Now()
	service := l.drain(t)
	took := clock.System().Now().Sub(began)
	for line := range strings.Lines(service.Stderr()) {
		if strings.Contains(line, "level=WARN") || strings.Contains(line, "level=ERROR") {
			t.Errorf("the log says: %s", line)
		}
	}
	ledger := l.network.Control(t).Ledger()
	captions := map[string]int{}
	for _, p := range ledger.Publications {
		captions[p.Caption]++
	}
	if len(captions) != count || len(ledger.Publications) != count || len(ledger.PublishCalls) != count {
		t.Errorf("%d posts: %d are live, in %d publications, by %d publish calls", count, len(captions), len(ledger.Publications), len(ledger.PublishCalls))
	}
	t.Logf("%d posts in %s, %.0f a second", count, took.Round(time.Millisecond), float64(count)/took.Seconds())
}

// load is a folder of posts that become due at once, and a network that accepts them without delay.
type load struct {
	network  *e2e.SandboxProcess
	service  *e2e.Service
	settings []string
	count    int
	// due is when all of them become due.
	due time.Time
}

// prepareLoad returns a load of so many posts, of all accounts, that become due after the lead: at
// once without one. If lanes is not 0, they wait in so many lanes of the queue, as the posts of as
// many accounts do.
func prepareLoad(tb testing.TB, count, lanes int, lead time.Duration) *load {
	tb.Helper()
	program := e2e.Program(tb)
	l := &load{network: program.Sandbox(tb, "0", ""), count: count}
	l.settings = []string{"CRIER_SANDBOX_URL=" + l.network.URL(), usualLog, "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000"}
	none := int64(0)
	control := l.network.Control(tb)
	control.Latency(e2e.Latency{ImageMs: &none})
	first := program.Serve(tb, l.settings...)
	client := publishing{tb: tb, service: first, key: first.Key(tb)}
	path := filepath.Join(tb.TempDir(), "picture.png")
	if err := os.WriteFile(path, picture(tb, 320, 320), 0o600); err != nil {
		tb.Fatal(err)
	}
	file := uploadFile(tb, first, client.key, path)
	var accounts []string
	for _, a := range client.do("GET", "/auth/me", "", 200).Accounts {
		accounts = append(accounts, a.ID)
		control.Quota(a.SNUserID, 1_000_000, 0)
	}
	first.Stop(tb)
	l.due = fillQueue(tb, first.Dir(), accounts, file, count, cmp.Or(lanes, len(accounts)), lead)
	l.service = first
	return l
}

// fillQueue adds posts with their jobs to a folder, and returns when all of them are due: after the
// lead.
func fillQueue(tb testing.TB, dir string, accounts []string, file string, count, lanes int, lead time.Duration) (due time.Time) {
	tb.Helper()
	db, err := database.Open(tb.Context(), filepath.Join(dir, "crier.db"))
	if err != nil {
		tb.Fatal(err)
	}
	now := wiretime.Of(clock.System().Now())
	at := wiretime.Of(now.Time().Add(lead))
	err = db.InTx(tb.Context(), func(ctx context.Context, tx bun.Tx) error {
		for i := range count {
			if err := addDue(ctx, tx, i, wireid.MustParse(accounts[i%len(accounts)]), fmt.Sprintf("lane %d", i%lanes), file, now, at); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	if err := db.Close(); err != nil {
		tb.Fatal(err)
	}
	return at.Time()
}

func addDue(ctx context.Context, tx bun.Tx, number int, account wireid.ID, lane, file string, now, at wiretime.Time) error {
	caption := fmt.Sprintf("post %d.", number)
	post := posts.Post{
		ID: wireid.New(), UserID: wireid.New(), SocialAccountID: account, MediaType: posts.Image, SourceType: posts.FromSchedule, Caption: &caption,
		IsScheduled: true, ScheduledFor: &at, Timezone: "UTC", Status: posts.Scheduled, CreatedAt: now, UpdatedAt: now,
	}
	if _, err := tx.NewInsert().Model(&post).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO post_media (post_id, position, media_file_id) VALUES (?, 0, ?)", post.ID, file); err != nil {
		return err
	}
	job := jobs.ScheduledJob{
		ID: wireid.New(), Type: posts.PublishJob, Status: jobs.Pending, RunAt: at, MaxAttempts: jobs.MaxAttempts, SubjectID: post.ID,
		Lane: lane, CreatedAt: now, UpdatedAt: now,
	}
	_, err := tx.NewInsert().Model(&job).Exec(ctx)
	return err
}

// drain starts the service and waits until every post has ended.
func (l *load) drain(tb testing.TB) *e2e.Service {
	tb.Helper()
	service := l.service.Again(tb)
	l.await(tb)
	return service
}

// await waits until every post has ended.
func (l *load) await(tb testing.TB) {
	tb.Helper()
	db, err := database.Open(tb.Context(), filepath.Join(l.service.Dir(), "crier.db"))
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	limit := clock.System().Now().Add(time.Minute + time.Duration(l.count)*100*time.Millisecond)
	for left := l.count; left > 0; {
		<-clock.System().NewTimer(100 * time.Millisecond).C
		left = e2e.CountPostsUnderWay(tb, db)
		if clock.System().Now().After(limit) {
			tb.Fatalf("%d posts are left", left)
		}
	}
}
