package attempt_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/instance"
	"crier/platform/intent"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

var start = time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)

func at(after time.Duration) wiretime.Time { return wiretime.Of(start.Add(after)) }

type bench struct {
	db      *database.DB
	ledger  *attempt.Ledger
	account wireid.ID
}

func setup(t testing.TB) *bench {
	t.Helper()
	return &bench{db: databasetest.New(t), ledger: attempt.New(intent.NewIssuer(), attempttest.AnyFolder{}), account: wireid.New()}
}

func (b *bench) durably(ctx context.Context, fn func(ctx context.Context, tx bun.IDB) error) error {
	return b.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return fn(ctx, tx) })
}

// intended returns an attempt that is open.
func (b *bench) intended(t *testing.T, ref string) attempt.Attempt {
	t.Helper()
	a := attempt.Attempt{PostID: wireid.New(), AccountID: b.account, Channel: attempt.Feed, Ref: ref, Look: "look", SentAt: at(0), SeenBefore: attempt.IDs{"1", "2"}}
	if _, err := b.ledger.Intend(t.Context(), b.durably, &a, func(context.Context, bun.IDB) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return a
}

func (b *bench) settle(t *testing.T, seq int64, d attempt.Settlement) bool {
	t.Helper()
	var changed bool
	err := b.durably(t.Context(), func(ctx context.Context, tx bun.IDB) (err error) {
		changed, err = attempt.Settle(ctx, tx, seq, at(time.Minute), d)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

func (b *bench) last(t *testing.T, post wireid.ID) attempt.Attempt {
	t.Helper()
	a, ok, err := attempt.Last(t.Context(), b.db, post, attempt.Feed)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	return a
}

func TestModel_FitsTheSchema(t *testing.T) {
	t.Parallel()
	if err := setup(t).db.CheckModels(t.Context(), []database.Model{(*attempt.Attempt)(nil)}); err != nil {
		t.Error(err)
	}
}

// TestIntend: the row is there when the permission is, and the permission is for one call.
func TestIntend(t *testing.T) {
	t.Parallel()
	b := setup(t)
	a := attempt.Attempt{PostID: wireid.New(), AccountID: b.account, Channel: attempt.Feed, Ref: "c1", Look: "l", SentAt: at(0), NetSentAt: wiretime.Ptr(start), RanMs: 7}
	permission, err := b.ledger.Intend(t.Context(), b.durably, &a, func(ctx context.Context, tx bun.IDB) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	got := b.last(t, a.PostID)
	if got.Seq == 0 || got.Seq != a.Seq || !got.IsOpen() || got.IsAnswered() || got.Ref != "c1" || got.SentAt != at(0) || got.RanMs != 7 || len(got.SeenBefore) != 0 {
		t.Errorf("the row is %+v", got)
	}
	if err := permission.Spend(); err != nil {
		t.Error(err)
	}
	if err := permission.Spend(); !errors.Is(err, intent.ErrSpent) {
		t.Errorf("a second call: %v", err)
	}
}

// TestIntend_ThatFails leaves neither a row nor a permission, whichever part of it fails.
func TestIntend_ThatFails(t *testing.T) {
	t.Parallel()
	b := setup(t)
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		in   attempt.Transaction
		also error
	}{
		"what comes with it": {b.durably, boom},
		"the commit": {func(ctx context.Context, fn func(context.Context, bun.IDB) error) error {
			return b.durably(ctx, func(ctx context.Context, tx bun.IDB) error { return errors.Join(fn(ctx, tx), boom) })
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := attempt.Attempt{PostID: wireid.New(), AccountID: b.account, Channel: attempt.Feed}
			permission, err := b.ledger.Intend(t.Context(), c.in, &a, func(context.Context, bun.IDB) error { return c.also })
			if !errors.Is(err, boom) || !errors.Is(permission.Spend(), intent.ErrNone) {
				t.Errorf("got %v", err)
			}
			if _, ok, err := attempt.Last(t.Context(), b.db, a.PostID, attempt.Feed); ok || err != nil {
				t.Errorf("there is a row: %t, %v", ok, err)
			}
		})
	}
}

// TestDecide: an open attempt takes any verdict, and none but a live one is changed by what turns
// up.
func TestDecide(t *testing.T) {
	t.Parallel()
	b := setup(t)
	every := []attempt.Settlement{
		{Verdict: attempt.Live}, {Verdict: attempt.Live, MediaID: "9", How: attempt.Found}, {Verdict: attempt.Absent}, {Verdict: attempt.GivenUp},
	}
	for _, first := range every {
		for _, second := range every {
			a := b.intended(t, "c")
			if !b.settle(t, a.Seq, first) {
				t.Fatalf("%+v was not taken", first)
			}
			want := second.Verdict == attempt.Live && (first.Verdict == attempt.GivenUp || first.Verdict == attempt.Live && first.MediaID == "")
			if got := b.settle(t, a.Seq, second); got != want {
				t.Errorf("%+v after %+v: %t", second, first, got)
			}
			kept := first
			if want {
				kept = second
			}
			if got := b.last(t, a.PostID); got.Verdict != kept.Verdict || (got.MediaID != nil) != (kept.MediaID != "") || got.DecidedAt == nil {
				t.Errorf("%+v after %+v: the row is %+v", second, first, got)
			}
		}
	}
}

// TestLedger_IsAppendOnly: the database refuses what would change or forget that a call was sent.
func TestLedger_IsAppendOnly(t *testing.T) {
	t.Parallel()
	b := setup(t)
	a := b.intended(t, "c")
	for _, change := range []string{
		"DELETE FROM attempts", "UPDATE attempts SET ref = 'other'", "UPDATE attempts SET sent_at = 0", "UPDATE attempts SET post_id = 'x'",
		"UPDATE attempts SET seq = 99", "UPDATE attempts SET verdict = 'unheard of'", "UPDATE attempts SET media_id = '1'",
	} {
		if _, err := b.db.ExecContext(t.Context(), change); err == nil {
			t.Errorf("%s is taken", change)
		}
	}
	b.settle(t, a.Seq, attempt.Settlement{Verdict: attempt.Absent})
	if _, err := b.db.ExecContext(t.Context(), "UPDATE attempts SET verdict = 'open'"); err == nil {
		t.Error("a verdict is taken back")
	}
	if got := b.last(t, a.PostID); got.Verdict != attempt.Absent || got.Ref != "c" {
		t.Errorf("the row is %+v", got)
	}
}

// TestAlike: those that are open or have no item yet, of one account, channel and look, the latest
// first.
func TestAlike(t *testing.T) {
	t.Parallel()
	b := setup(t)
	open, nameless, named, absent := b.intended(t, "1"), b.intended(t, "2"), b.intended(t, "3"), b.intended(t, "4")
	b.settle(t, nameless.Seq, attempt.Settlement{Verdict: attempt.Live})
	b.settle(t, named.Seq, attempt.Settlement{Verdict: attempt.Live, MediaID: "m3", How: attempt.ByAnswer})
	b.settle(t, absent.Seq, attempt.Settlement{Verdict: attempt.Absent})
	refs := func(channel attempt.Channel, look string) (refs []string) {
		all, err := attempt.Alike(t.Context(), b.db, b.account, channel, look)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range all {
			refs = append(refs, a.Ref)
		}
		return refs
	}
	if got := refs(attempt.Feed, "look"); !slices.Equal(got, []string{"2", "1"}) {
		t.Errorf("got %v", got)
	}
	if got := append(refs(attempt.Story, "look"), refs(attempt.Feed, "another")...); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	// A row that cannot be read concerns its own post alone.
	damaged := attempt.Attempt{PostID: wireid.New(), AccountID: b.account, Channel: attempt.Feed, Ref: "5", Look: "look"}
	if _, err := b.db.ExecContext(t.Context(), `INSERT INTO attempts (post_id, account_id, channel, ref, look, seen_before, sent_at, ran_ms, verdict, asked_ms)
		VALUES (?, ?, 'feed', '5', 'look', 'no list', 0, 0, 'open', 0)`, damaged.PostID, b.account); err != nil {
		t.Fatal(err)
	}
	if got := refs(attempt.Feed, "look"); !slices.Equal(got, []string{"2", "1"}) {
		t.Errorf("got %v", got)
	}
	if _, _, err := attempt.Last(t.Context(), b.db, damaged.PostID, attempt.Feed); !errors.Is(err, attempt.ErrUnreadable) {
		t.Errorf("its own post: %v", err)
	}
	if a, ok, err := attempt.Last(t.Context(), b.db, open.PostID, attempt.Feed); err != nil || !ok || !slices.Equal(a.SeenBefore, attempt.IDs{"1", "2"}) {
		t.Errorf("another post: %+v, %t, %v", a, ok, err)
	}
}

// TestLists_OnlyWhatTheyName: of attempts of two accounts, on two channels and with two looks, that
// are open, live with and without an item, absent and given up, each list returns the ones that it
// is for. An attempt that is left out can have its post published twice; one too many can give a
// post the item of another.
func TestLists_OnlyWhatTheyName(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx, other := t.Context(), wireid.New()
	settlements := []attempt.Settlement{
		{}, {Verdict: attempt.Live}, {Verdict: attempt.Live, MediaID: "m", How: attempt.Found}, {Verdict: attempt.Absent}, {Verdict: attempt.GivenUp},
	}
	var all []attempt.Attempt
	for _, account := range []wireid.ID{b.account, other} {
		for _, channel := range []attempt.Channel{attempt.Feed, attempt.Story} {
			for _, look := range []string{"look", "another", ""} {
				for _, s := range settlements {
					a := attempt.Attempt{PostID: wireid.New(), AccountID: account, Channel: channel, Look: look, SentAt: at(0)}
					if _, err := b.ledger.Intend(ctx, b.durably, &a, func(context.Context, bun.IDB) error { return nil }); err != nil {
						t.Fatal(err)
					}
					if s.MediaID != "" {
						s.MediaID += fmt.Sprint(a.Seq)
					}
					if s.Verdict != "" && !b.settle(t, a.Seq, s) {
						t.Fatalf("%+v was not taken", s)
					}
					rows, err := attempt.OfPost(ctx, b.db, a.PostID)
					if err != nil || len(rows) != 1 {
						t.Fatal(rows, err)
					}
					all = append(all, rows[0])
				}
			}
		}
	}
	// The time for which was asked about the last one that is live without an item is at its limit.
	const limit = time.Hour
	isNameless := func(a attempt.Attempt) bool { return a.Verdict == attempt.Live && a.MediaID == nil }
	isUnsettled := func(a attempt.Attempt) bool { return a.IsOpen() || isNameless(a) }
	middle := all[len(all)/2].Seq
	for i := range slices.Backward(all) {
		if isNameless(all[i]) {
			if err := attempt.AddAskedTime(ctx, b.db, all[i].Seq, limit.Milliseconds()); err != nil {
				t.Fatal(err)
			}
			all[i].AskedMs = limit.Milliseconds()
			break
		}
	}
	isOf := func(a attempt.Attempt) bool { return a.AccountID == b.account && a.Channel == attempt.Feed }
	for name, c := range map[string]struct {
		read    func() ([]attempt.Attempt, error)
		names   func(attempt.Attempt) bool
		forward bool
	}{
		"Alike": {
			func() ([]attempt.Attempt, error) { return attempt.Alike(ctx, b.db, b.account, attempt.Feed, "look") },
			func(a attempt.Attempt) bool { return isOf(a) && a.Look == "look" && isUnsettled(a) }, false,
		},
		"Unsettled": {
			func() ([]attempt.Attempt, error) { return attempt.Unsettled(ctx, b.db, middle, len(all)) },
			func(a attempt.Attempt) bool { return a.Seq > middle && isUnsettled(a) }, true,
		},
		"Unnamed": {
			func() ([]attempt.Attempt, error) { return attempt.Unnamed(ctx, b.db, limit, len(all)) },
			func(a attempt.Attempt) bool { return isNameless(a) && a.AskedMs < limit.Milliseconds() }, false,
		},
		"Recent": {
			func() ([]attempt.Attempt, error) { return attempt.Recent(ctx, b.db, b.account, attempt.Feed) },
			isOf, false,
		},
		"WithoutLook": {
			func() ([]attempt.Attempt, error) {
				found, err := attempt.WithoutLook(ctx, b.db)
				slices.SortFunc(found, func(a, b attempt.Attempt) int { return int(a.Seq - b.Seq) })
				return found, err
			},
			func(a attempt.Attempt) bool { return a.Look == "" && isUnsettled(a) }, true,
		},
	} {
		var want, got []int64
		for _, a := range all {
			if c.names(a) {
				want = append(want, a.Seq)
			}
		}
		if !c.forward {
			slices.Reverse(want)
		}
		found, err := c.read()
		for _, a := range found {
			got = append(got, a.Seq)
		}
		if err != nil || len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: got %v, %v; want %v", name, got, err, want)
		}
	}
}

// TestUnreadable_OfItsAccountAndChannel: a row that cannot be read concerns its own account on its
// own channel, while it is unsettled.
func TestUnreadable_OfItsAccountAndChannel(t *testing.T) {
	t.Parallel()
	b := setup(t)
	readable, other := b.intended(t, "1"), wireid.New()
	for _, row := range []struct {
		account          wireid.ID
		channel, verdict string
	}{{b.account, "feed", "open"}, {b.account, "story", "open"}, {other, "feed", "open"}, {b.account, "feed", "absent"}} {
		if _, err := b.db.ExecContext(t.Context(), `INSERT INTO attempts (post_id, account_id, channel, ref, look, seen_before, sent_at, ran_ms, verdict, asked_ms)
			VALUES (?, ?, ?, '5', 'look', 'no list', ?, 7, ?, 9)`, wireid.New(), row.account, row.channel, at(0), row.verdict); err != nil {
			t.Fatal(err)
		}
	}
	got, err := attempt.Unreadable(t.Context(), b.db, b.account, attempt.Feed)
	if err != nil || len(got) != 1 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if a := got[0]; a.Seq != readable.Seq+1 || a.Channel != attempt.Feed || !a.IsOpen() || a.SentAt != at(0) || a.RanMs != 7 || a.AskedMs != 9 {
		t.Errorf("got %+v", a)
	}
	// Those that cannot be read are among the others, and may own any item.
	both, err := attempt.Recent(t.Context(), b.db, b.account, attempt.Feed)
	if err != nil || len(both) != 3 || !both[0].IsUnreadable || !both[1].IsUnreadable || both[2].IsUnreadable || both[2].Ref != "1" {
		t.Errorf("got %+v, %v", both, err)
	}
}

// TestNoteLook gives the look to one attempt alone.
func TestNoteLook(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var made []attempt.Attempt
	for range 2 {
		a := attempt.Attempt{PostID: wireid.New(), AccountID: b.account, Channel: attempt.Feed}
		if _, err := b.ledger.Intend(t.Context(), b.durably, &a, func(context.Context, bun.IDB) error { return nil }); err != nil {
			t.Fatal(err)
		}
		made = append(made, a)
	}
	if err := attempt.NoteLook(t.Context(), b.db, made[0].Seq, "look"); err != nil {
		t.Fatal(err)
	}
	if first, second := b.last(t, made[0].PostID), b.last(t, made[1].PostID); first.Look != "look" || second.Look != "" {
		t.Errorf("the looks are %q and %q", first.Look, second.Look)
	}
}

func TestOwned(t *testing.T) {
	t.Parallel()
	b := setup(t)
	a := b.intended(t, "1")
	b.settle(t, a.Seq, attempt.Settlement{Verdict: attempt.Live, MediaID: "m1", How: attempt.ByAnswer})
	b.settle(t, b.intended(t, "3").Seq, attempt.Settlement{Verdict: attempt.Live, MediaID: "m3", How: attempt.ByAnswer})
	owned, err := attempt.Owned(t.Context(), b.db, []string{"m1", "m2"})
	if err != nil || len(owned) != 1 || !owned["m1"] {
		t.Errorf("got %v, %v", owned, err)
	}
	if none, err := attempt.Owned(t.Context(), b.db, nil); len(none) != 0 || err != nil {
		t.Errorf("got %v, %v", none, err)
	}
}

// TestLatest is by order, not by an instant that a wrong clock has put into the future.
func TestLatest(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if _, ok, err := attempt.Latest(t.Context(), b.db, b.account); ok || err != nil {
		t.Fatal(ok, err)
	}
	for _, sent := range []time.Duration{365 * 24 * time.Hour, 0} {
		a := attempt.Attempt{PostID: wireid.New(), AccountID: b.account, Channel: attempt.Feed, SentAt: at(sent)}
		if _, err := b.ledger.Intend(t.Context(), b.durably, &a, func(context.Context, bun.IDB) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if a, ok, err := attempt.Latest(t.Context(), b.db, b.account); err != nil || !ok || a.SentAt != at(0) {
		t.Errorf("got %+v, %t, %v", a, ok, err)
	}
}

// TestLatest_OfItsAccountWithoutShares: neither another account's attempt nor a share to a Page
// keeps the next post of the account waiting.
func TestLatest_OfItsAccountWithoutShares(t *testing.T) {
	t.Parallel()
	b := setup(t)
	want := b.intended(t, "own")
	for _, a := range []attempt.Attempt{
		{PostID: want.PostID, AccountID: b.account, Channel: attempt.Page, SentAt: at(time.Hour)},
		{PostID: wireid.New(), AccountID: wireid.New(), Channel: attempt.Feed, SentAt: at(time.Hour)},
	} {
		if err := attempt.Insert(t.Context(), b.db, ptr(a)); err != nil {
			t.Fatal(err)
		}
	}
	if a, ok, err := attempt.Latest(t.Context(), b.db, b.account); err != nil || !ok || a.Seq != want.Seq {
		t.Errorf("got %+v, %t, %v", a, ok, err)
	}
	// The post's latest attempt to publish is not its latest share either.
	if a := b.last(t, want.PostID); a.Seq != want.Seq {
		t.Errorf("got %+v", a)
	}
	if _, err := b.db.ExecContext(t.Context(), `INSERT INTO attempts (post_id, account_id, channel, ref, look, seen_before, sent_at, ran_ms, verdict, asked_ms)
		VALUES (?, ?, 'feed', '5', 'look', 'no list', 0, 0, 'open', 0)`, wireid.New(), b.account); err != nil {
		t.Fatal(err)
	}
	if a, ok, err := attempt.Latest(t.Context(), b.db, b.account); err != nil || ok {
		t.Errorf("a row that cannot be read: %+v, %t, %v", a, ok, err)
	}
}

func ptr(a attempt.Attempt) *attempt.Attempt {
	a.Verdict = attempt.Open
	return &a
}

// TestMayBeLive: a post whose call took effect, or may have, is not sent again. Shares to a Page do
// not count, nor do the attempts of other posts.
func TestMayBeLive(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, c := range []struct {
		channel attempt.Channel
		s       attempt.Settlement
		want    bool
	}{
		{attempt.Feed, attempt.Settlement{}, true},
		{attempt.Story, attempt.Settlement{}, true},
		{attempt.Feed, attempt.Settlement{Verdict: attempt.Live}, true},
		{attempt.Feed, attempt.Settlement{Verdict: attempt.GivenUp}, true},
		{attempt.Feed, attempt.Settlement{Verdict: attempt.Absent}, false},
		{attempt.Page, attempt.Settlement{}, false},
		{attempt.Page, attempt.Settlement{Verdict: attempt.Live}, false},
	} {
		a := attempt.Attempt{PostID: wireid.New(), AccountID: b.account, Channel: c.channel}
		if err := attempt.Insert(t.Context(), b.db, ptr(a)); err != nil {
			t.Fatal(err)
		}
		rows, err := attempt.OfPost(t.Context(), b.db, a.PostID)
		if err != nil || len(rows) != 1 {
			t.Fatal(rows, err)
		}
		if c.s.Verdict != "" {
			b.settle(t, rows[0].Seq, c.s)
		}
		if got, err := attempt.MayBeLive(t.Context(), b.db, a.PostID); err != nil || got != c.want {
			t.Errorf("%s, %+v: %t, %v", c.channel, c.s, got, err)
		}
	}
	if got, err := attempt.MayBeLive(t.Context(), b.db, wireid.New()); err != nil || got {
		t.Errorf("a post without attempts: %t, %v", got, err)
	}
}

// TestRecords: what is noted about an attempt is noted on it alone, and the end of a call does not
// overwrite when its answer came.
func TestRecords(t *testing.T) {
	t.Parallel()
	b := setup(t)
	a, other := b.intended(t, "1"), b.intended(t, "2")
	ctx, early, late := t.Context(), at(time.Second), at(time.Minute)
	if err := attempt.RecordEnd(ctx, b.db, a.Seq, late); err != nil {
		t.Fatal(err)
	}
	if got := b.last(t, a.PostID); got.AnsweredAt == nil || *got.AnsweredAt != late || got.Answer != nil || got.IsAnswered() || got.IsLimited {
		t.Errorf("a call that ended is %+v", got)
	}
	err := errors.Join(attempt.RecordAnswer(ctx, b.db, a.Seq, early, "200"), attempt.RecordLimit(ctx, b.db, a.Seq), attempt.RecordEnd(ctx, b.db, a.Seq, late),
		attempt.AddAskedTime(ctx, b.db, a.Seq, 7), attempt.AddAskedTime(ctx, b.db, a.Seq, 8))
	if err != nil {
		t.Fatal(err)
	}
	got := b.last(t, a.PostID)
	if got.AnsweredAt == nil || *got.AnsweredAt != early || got.Answer == nil || *got.Answer != "200" || !got.IsAnswered() || !got.IsLimited || got.AskedMs != 15 || !got.IsOpen() {
		t.Errorf("an answered call is %+v", got)
	}
	if got := b.last(t, other.PostID); got.AnsweredAt != nil || got.Answer != nil || got.IsLimited || got.AskedMs != 0 {
		t.Errorf("the other attempt is %+v", got)
	}
	b.settle(t, other.Seq, attempt.Settlement{Verdict: attempt.GivenUp, Evidence: "nothing was found"})
	if got := b.last(t, other.PostID); got.Evidence == nil || *got.Evidence != "nothing was found" {
		t.Errorf("the settled attempt is %+v", got)
	}
}

// TestResetAskedTime is for one post, and not for its attempts that are known to be absent.
func TestResetAskedTime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	a, other, absent := b.intended(t, "1"), b.intended(t, "2"), b.intended(t, "3")
	b.settle(t, absent.Seq, attempt.Settlement{Verdict: attempt.Absent})
	for _, x := range []attempt.Attempt{a, other, absent} {
		if err := attempt.AddAskedTime(t.Context(), b.db, x.Seq, 7); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []attempt.Attempt{a, absent} {
		if err := attempt.ResetAskedTime(t.Context(), b.db, x.PostID); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		a    attempt.Attempt
		want int64
	}{{a, 0}, {other, 7}, {absent, 7}} {
		if got := b.last(t, x.a.PostID).AskedMs; got != x.want {
			t.Errorf("attempt %s was asked about for %d ms", x.a.Ref, got)
		}
	}
}

// refusing is a folder that permits no call, before or after its row is written.
type refusing struct{ before, after error }

func (r refusing) Permit(context.Context, bun.IDB, wireid.ID) error { return r.before }
func (r refusing) Confirm() error                                   { return r.after }

// TestLedger_RefusesWhatIsHeld: the ledger permits no call that the folder does not permit.
func TestLedger_RefusesWhatIsHeld(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, folder := range []refusing{{before: instance.ErrHeld}, {after: instance.ErrCopy}} {
		ledger := attempt.New(intent.NewIssuer(), folder)
		a := attempt.Attempt{PostID: wireid.New(), AccountID: b.account, Channel: attempt.Feed, Look: "look", SentAt: at(0)}
		permission, err := ledger.Intend(t.Context(), b.durably, &a, func(context.Context, bun.IDB) error { return nil })
		if err == nil || permission.Spend() == nil {
			t.Errorf("%+v: %v", folder, err)
		}
		rows, err := attempt.OfPost(t.Context(), b.db, a.PostID)
		if err != nil || (len(rows) > 0) != (folder.before == nil) {
			t.Errorf("%+v: %d rows, %v", folder, len(rows), err)
		}
	}
}
