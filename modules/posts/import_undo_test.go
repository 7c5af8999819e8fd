package posts

import (
	"context"
	"slices"
	"testing"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/platform/apperror"
	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

func (b *bundle) undone(t *testing.T, ids ...wireid.ID) []UndonePost {
	t.Helper()
	undone, err := b.importer().Undo(t.Context(), ids)
	if err != nil || len(undone.Posts) != len(ids) {
		t.Fatalf("got %+v, %v", undone, err)
	}
	return undone.Posts
}

// claim has a worker at a post that is due.
func (b *bundle) claim(t *testing.T, id wireid.ID) {
	t.Helper()
	b.exec(t, "UPDATE scheduled_jobs SET status = 'PROCESSING', lease_token = 'one', lease_until = 9999999999999 WHERE subject_id = ?", id)
}

// rows returns an import of a scheduled post and a draft.
func (b *bundle) rows(t *testing.T) []ImportRow {
	t.Helper()
	later := b.advent(t)
	draft := b.advent(t)
	draft.Row, draft.Ref, draft.At = 3, "a draft", nil
	return []ImportRow{later, draft}
}

// TestUndo_IsForgotten: what an import made and nobody has seen is deleted together with its ref,
// and the same rows make it again. Done twice, or without its answer, an undo does no more.
func TestUndo_IsForgotten(t *testing.T) {
	t.Parallel()
	b := setup(t)
	rows := b.rows(t)
	var ids []wireid.ID
	for _, row := range rows {
		ids = append(ids, *b.imported(t, row).PostID)
	}
	for range 2 {
		for _, undone := range b.undone(t, ids...) {
			if !undone.IsGone || undone.Text != "" {
				t.Errorf("got %+v", undone)
			}
		}
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts != (jobs.Counts{}) {
		t.Errorf("there are jobs: %+v, %v", counts, err)
	}
	for i, row := range rows {
		if again := b.imported(t, row); again.Outcome != ImportMade || *again.PostID == ids[i] {
			t.Errorf("the same again: %+v", again)
		}
	}
}

// TestUndo_WhatStays: a post that became due during the undo keeps its job, what was changed stays
// with its job, and so does what no file made. The rows make none of them a second time.
func TestUndo_WhatStays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	row := b.advent(t)
	due := *b.imported(t, row).PostID
	row.Ref, row.At = "changed", at(start.Add(2*time.Hour))
	changed := *b.imported(t, row).PostID
	b.clock.Advance(time.Hour)
	b.claim(t, due)
	if _, err := b.schedule.Reschedule(t.Context(), changed, Reschedule{At: at(start.Add(3 * time.Hour))}); err != nil {
		t.Fatal(err)
	}
	other := b.insert(t, in(Draft), b.photo(t)).ID
	var codes []string
	for _, undone := range b.undone(t, due, changed, other) {
		codes = append(codes, undone.Code)
		if undone.IsGone || undone.Text == "" || b.read(t, undone.PostID).ID != undone.PostID {
			t.Errorf("got %+v", undone)
		}
	}
	if want := []string{string(apperror.InvalidStatus), string(apperror.InvalidStatus), string(apperror.NotFound)}; !slices.Equal(codes, want) {
		t.Errorf("the codes are %v", codes)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != 2 {
		t.Errorf("the jobs are %+v, %v", counts, err)
	}
	if again := b.imported(t, row); again.Outcome != ImportUnchanged {
		t.Errorf("the same again: %+v", again)
	}
}

// TestUndo_KeepsTheRef: what a worker has begun once, or what left this machine, is deleted, and
// its row makes no second post.
func TestUndo_KeepsTheRef(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(b *bundle, id wireid.ID){
		"a call": func(b *bundle, id wireid.ID) {
			attempttest.Insert(t, b.db, attempt.Attempt{PostID: id, AccountID: b.bakery.ID, Verdict: attempt.Absent})
		},
		"taken back": func(b *bundle, id wireid.ID) {
			b.exec(t, "INSERT INTO post_exposures (post_id, due_at) VALUES (?, 7)", id)
		},
		"begun":        func(b *bundle, id wireid.ID) { b.exec(t, "UPDATE posts SET last_attempt_at = 1 WHERE id = ?", id) },
		"in the cloud": func(b *bundle, id wireid.ID) { b.exec(t, "UPDATE posts SET cloud_job_id = ? WHERE id = ?", id, id) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.inCloud()
			b.connect(NoCloud{})
			row := b.advent(t)
			id := *b.imported(t, row).PostID
			leave(b, id)
			if name == "in the cloud" {
				b.inCloud()
			}
			if undone := b.undone(t, id)[0]; !undone.IsGone {
				t.Fatalf("got %+v", undone)
			}
			if again := b.imported(t, row); again.Outcome != ImportRefused || again.Code != string(apperror.NotFound) {
				t.Errorf("the same again: %+v", again)
			}
		})
	}
}

// TestUndo_PublishedByTheCloud: a post that the cloud worker turns out to have published, when it
// is to give it up, stays in the history.
func TestUndo_PublishedByTheCloud(t *testing.T) {
	t.Parallel()
	b := setup(t)
	cloud := b.inCloud()
	id := *b.imported(t, b.advent(t)).PostID
	cloud.before = func(ctx context.Context, tx bun.IDB) error {
		return b.results.Apply(ctx, tx, id, CloudResult{IsPublished: true, MediaID: new("m"), PublishedAt: at(start)})
	}
	if undone := b.undone(t, id)[0]; undone.IsGone || undone.Code != string(apperror.InvalidStatus) {
		t.Errorf("got %+v", undone)
	}
	if post := b.read(t, id); post.Status != Published {
		t.Errorf("the post is %s", post.Status)
	}
}

// TestUndo_WithoutTheCloud: while the cloud worker does not answer, it is asked once, and each of
// its posts says why it stays; the others are deleted.
func TestUndo_WithoutTheCloud(t *testing.T) {
	t.Parallel()
	b := setup(t)
	cloud := b.inCloud()
	row, other := b.advent(t), b.advent(t)
	other.Ref, other.At = "a draft", nil
	ids := []wireid.ID{*b.imported(t, row).PostID, *b.imported(t, other).PostID}
	other.Ref, other.At = "another", row.At
	ids = append(ids, *b.imported(t, other).PostID)
	cloud.refusal, cloud.heard = errNoCloud(), nil
	undone := b.undone(t, ids...)
	for i, want := range []string{string(apperror.WorkerUnreachable), "", string(apperror.WorkerUnreachable)} {
		if got := undone[i]; got.Code != want || got.IsGone != (want == "") || (got.Text == "") != (want == "") {
			t.Errorf("number %d: %+v", i, got)
		}
	}
	if len(cloud.heard) != 1 {
		t.Errorf("it was asked %d times", len(cloud.heard))
	}
}
