package publish

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/platform/graph"

	"github.com/uptrace/bun"
)

// askedChannel is a channel that counts how often it is asked whose items are.
type askedChannel struct {
	channel.Channel

	asked *int
}

// Owned counts, and asks the channel.
func (c askedChannel) Owned(ctx context.Context, db bun.IDB, ids []string) (map[string]bool, error) {
	*c.asked++
	return c.Channel.Owned(ctx, db, ids)
}

// TestSurvey_OneQuestion: whose the items of a list are is asked once, for however many posts.
func TestSurvey_OneQuestion(t *testing.T) {
	t.Parallel()
	b := setup(t)
	caption := func(n int) *string { return new("loaf " + strconv.Itoa(n)) }
	b.insert(t, posts.Post{Status: posts.Published, Caption: caption(100), SNMediaID: new(live(100, 0).ID), PublishedAt: at(start)})
	var waiting []posts.Post
	for n := range 30 {
		waiting = append(waiting, b.insert(t, posts.Post{Status: posts.Scheduled, Caption: caption(n), ScheduledFor: at(start.Add(time.Hour))}))
	}
	said := func(n int) graph.Media { return live(n, 0, func(m *graph.Media) { m.Caption = *caption(n) }) }
	b.network.show(b.bakery, "media", said(7), said(100))
	asked := 0
	surveyor := *b.engine.surveyor
	surveyor.channels = nil
	for _, ch := range b.engine.channels {
		surveyor.channels = append(surveyor.channels, askedChannel{ch, &asked})
	}
	surveys, why, err := surveyor.Survey(t.Context(), waiting, start.Add(-time.Minute))
	if err != nil || why != "" || len(surveys) != len(waiting) {
		t.Fatalf("%d surveys, %q, %v", len(surveys), why, err)
	}
	for n, survey := range surveys {
		if isShown := len(survey.Alike) == 1; isShown != (n == 7) || len(survey.Alike)+len(survey.Others) != 1 {
			t.Errorf("loaf %d: %+v", n, survey)
		}
	}
	if asked != 1 {
		t.Errorf("for %d posts it is asked %d times", len(waiting), asked)
	}
}

// TestAdopt_LetsAlikeGoOn: a post that waits for another one that looks the same is due as soon as
// that one is found on the account.
func TestAdopt_LetsAlikeGoOn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first, second := b.insert(t, in(posts.Publishing)), b.waiting(t, attempted())
	_, job := b.held(t, second, func(ctx context.Context, h holding) error {
		p := h.publication(t)
		_, err := p.journal.intend(ctx, container, p.run.Claim.Progress, p.post().moveToPublishing)
		return p.handleError(ctx, err)
	})
	b.checkHeld(t, job, heldForLookalike, comesNever)
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		return b.engine.surveyor.Adopt(ctx, tx, first.ID, channel.Item{ID: live(1, 0).ID, At: start}, "it was found")
	})
	if err := errors.Join(err, b.db.NewSelect().Model(&job).WherePK().Scan(t.Context())); err != nil {
		t.Fatal(err)
	}
	b.checkHeld(t, job, heldForLookalike, comesAfter)
}
