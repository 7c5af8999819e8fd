package publish

import (
	"context"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/match"

	"github.com/uptrace/bun"
)

// TestWholeFrom: the list is read back to the attempts that can have made what fits the first, and
// no further. Tier race, no time at all.
func TestWholeFrom(t *testing.T) {
	t.Parallel()
	at := func(minute int) time.Time { return time.Date(2026, 11, 21, 9, minute, 0, 0, time.UTC) }
	live := func(from, until int) match.Attempt {
		return match.Attempt{IsLive: true, From: at(from), Until: at(until)}
	}
	open := func(from, until int) match.Attempt { return match.Attempt{From: at(from), Until: at(until)} }
	for name, c := range map[string]struct {
		others []match.Attempt
		want   int
	}{
		"alone":                          {nil, 30},
		"one that reaches into it":       {[]match.Attempt{live(20, 30)}, 20},
		"one that has ended before":      {[]match.Attempt{live(20, 29)}, 30},
		"by way of another, found later": {[]match.Attempt{live(10, 21), live(20, 31)}, 10},
		"by way of one that is open":     {[]match.Attempt{live(10, 21), open(20, 31)}, 30},
		"one that began later":           {[]match.Attempt{live(31, 40)}, 30},
	} {
		if got := wholeFrom(append([]match.Attempt{open(30, 35)}, c.others...)); !got.Equal(at(c.want)) {
			t.Errorf("%s: from %s", name, got)
		}
	}
}

// meanwhile is a channel at work while whose list is read something else happens, once.
type meanwhile struct {
	channel.Work

	happens func()
}

func (m *meanwhile) Visible(ctx context.Context, since time.Time) (channel.Listing, error) {
	shown, err := m.Work.Visible(ctx, since)
	if m.happens != nil {
		m.happens()
	}
	m.happens = nil
	return shown, err
}

// TestReadAccount_AnEarlierAttemptIsFoundLiveMeanwhile: the one item that is shown fits
// both, and either's may not be shown yet. Tier race, one database.
func TestReadAccount_AnEarlierAttemptIsFoundLiveMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.show(b.bakery, "media", live(1, 40*time.Second))
	sent := func(after time.Duration) attempt.Attempt {
		post := b.insert(t, posts.Post{Status: posts.Failed, Caption: new("Bread")})
		return b.send(t, post, attempt.Attempt{SentAt: *at(start.Add(after)), NetSentAt: at(start.Add(after)), Ref: post.ID.String()})
	}
	earlier, last := sent(0), sent(30*time.Second)
	b.clock.Advance(settledAfter + time.Minute)
	post := b.read(t, last.PostID)
	run := &channel.Run{Post: post, Last: last}
	run.Last.Verdict = attempt.Live
	ch := b.engine.channels.byName(attempt.Feed)
	work := &meanwhile{Work: b.feed(t, post), happens: func() {
		if err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			_, err := attempt.Settle(ctx, tx, earlier.Seq, *at(b.clock.Now()), attempt.Settlement{Verdict: attempt.Live, Evidence: "the network says so"})
			return err
		}); err != nil {
			t.Error(err)
		}
	}}
	seen, err := b.engine.resolvers.newResolver(run, ch, work).readAccount(t.Context(), run.Last)
	if err != nil || seen.shown != 1 || seen.bound != nil {
		t.Errorf("%d shown, bound to %+v, %v", seen.shown, seen.bound, err)
	}
}
