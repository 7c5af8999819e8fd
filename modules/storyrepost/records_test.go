package storyrepost

import (
	"context"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// TestFinding13_NothingExpiresByThisClockAlone: a mention whose time is over by this machine's
// clock waits until the network's says so too.
func TestFinding13_NothingExpiresByThisClockAlone(t *testing.T) {
	t.Parallel()
	for _, waiting := range []Status{Detected, Pending} {
		t.Run(string(waiting), func(t *testing.T) {
			t.Parallel()
			expires(t, waiting)
		})
	}
}

// expires has a record that waits expire.
func expires(t *testing.T, waiting Status) {
	t.Helper()
	b := newBench(t)
	at, end := wiretime.Of(start.Add(-30*time.Hour)), wiretime.Of(start.Add(-6*time.Hour))
	r := &RepostRecord{
		ID: wireid.New(), SocialAccountID: b.account, Status: waiting, ItemID: "1", MentionedAt: at, ExpiresAt: end, CreatedAt: at, UpdatedAt: at,
	}
	if _, err := b.db.NewInsert().Model(r).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	is := func(want Status) {
		t.Helper()
		got, err := b.records.Record(t.Context(), r.ID)
		if err != nil || got.Status != want {
			t.Errorf("it is %+v, %v; want %s", got, err, want)
		}
	}
	is(waiting)
	b.meter.Agree(24 * time.Hour)
	is(waiting)
	b.clock.Advance(17 * time.Hour)
	is(waiting)
	b.clock.Advance(time.Hour)
	is(Expired)
}

// TestSkip_RepostBegins: a mention whose repost begins once it was read is not said to be skipped.
func TestSkip_RepostBegins(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	at, end := wiretime.Of(start), wiretime.Of(start.Add(time.Hour))
	r := &RepostRecord{
		ID: wireid.New(), SocialAccountID: b.account, Status: Pending, ItemID: "1", MentionedAt: at, ExpiresAt: end, CreatedAt: at, UpdatedAt: at,
	}
	if _, err := b.db.NewInsert().Model(r).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := b.db.Exec(`CREATE TRIGGER repost_begins BEFORE UPDATE ON story_reposts WHEN OLD.status = 'PENDING' AND NEW.status = 'SKIPPED'
		BEGIN UPDATE story_reposts SET status = 'PROCESSING' WHERE id = OLD.id; SELECT raise(IGNORE); END`)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := newRequests(nil, b.records, nil, nil, nil, nil).Skip(t.Context(), r.ID); apperror.CodeOf(err) != apperror.RepostInProgress {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestRecords_AreReadDuringAWrite: a list of records does not wait for another write when no record
// changes.
func TestRecords_AreReadDuringAWrite(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	err := b.db.InTx(t.Context(), func(context.Context, bun.Tx) error {
		_, err := b.records.List(t.Context(), nil)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
