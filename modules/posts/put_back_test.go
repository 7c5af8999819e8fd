package posts

import (
	"testing"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/jobs"
	"crier/platform/wireid"
)

// TestPutBack_AsItStood: what the deletion takes from a post comes back with it, and what it was at
// goes on: the first comment, the share, and the search for what the cloud worker may have
// published.
func TestPutBack_AsItStood(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		post  Post
		jobs  int64
		after Status
	}{
		"a draft":                      {Post{Status: Draft}, 0, Draft},
		"scheduled":                    {Post{Status: Scheduled, IsScheduled: true, ScheduledFor: at(start.Add(time.Hour))}, 0, Draft},
		"failed":                       {Post{Status: Failed, Doubt: MayBeLive, CloudJobID: new("one")}, 0, Failed},
		"published":                    {Post{Status: Published, SNMediaID: new("m"), PublishedAt: at(start)}, 0, Published},
		"published before its comment": {Post{Status: Published, SNMediaID: new("m"), PublishedAt: at(start), FirstComment: new("x"), FirstCommentState: new(CommentPending)}, 1, Published},
		"published before its share":   {Post{Status: Published, SNMediaID: new("m"), PublishedAt: at(start), ShareState: new(SharePending)}, 1, Published},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			cover := b.photo(t)
			c.post.CoverMediaFileID = &cover
			id := b.insert(t, c.post, b.photo(t), b.photo(t)).ID
			note(t.Context(), b.db, id, *at(start), "before")
			b.exec(t, "INSERT INTO post_exposures (post_id, due_at, is_looked) VALUES (?, 7, 1)", id)
			if err := b.deleter.Delete(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			b.exec(t, "DELETE FROM media_files WHERE id = ? OR id = (SELECT media_file_ids ->> '$[0]' FROM posts_archive)", cover)
			if err := b.deleter.PutBack(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			if steps, err := timeline.Select(t.Context(), b.db, id); err != nil || len(steps) != 2 || steps[0].Text != "before" {
				t.Errorf("the timeline is %+v, %v", steps, err)
			}
			e, found, err := SelectExposure(t.Context(), b.db, id)
			if err != nil || !found || !e.IsLooked || e.DueAt.UnixMilli() != 7 {
				t.Errorf("the cloud worker may have had it: %+v, %t, %v", e, found, err)
			}
			post, err := b.history.Post(t.Context(), id)
			if err != nil || post.Status != c.after || len(post.MediaFiles) != 1 || post.Cover != nil {
				t.Errorf("got %+v, %v", post, err)
			}
			if err := checkFilesRemain(t.Context(), b.db, post); apperror.CodeOf(err) != apperror.MediaInvalid {
				t.Errorf("it has lost a file: %v", err)
			}
			if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Total != c.jobs {
				t.Errorf("the jobs are %+v, %v", counts, err)
			}
			if err := b.deleter.PutBack(t.Context(), id); apperror.CodeOf(err) != apperror.NotFound {
				t.Errorf("a second time: %v", err)
			}
		})
	}
}

// TestPutBack_NotOnceMore: a post that is live, or may be, does not come back as one that was never
// sent, and one at which a worker still is does not come back at all.
func TestPutBack_NotOnceMore(t *testing.T) {
	t.Parallel()
	scheduled := Post{Status: Scheduled, IsScheduled: true, ScheduledFor: at(start.Add(time.Hour))}
	called := func(verdict attempt.Verdict) func(t *testing.T, b *bundle, id wireid.ID) {
		return func(t *testing.T, b *bundle, id wireid.ID) {
			t.Helper()
			attempttest.Insert(t, b.db, attempt.Attempt{PostID: id, AccountID: b.bakery.ID, Channel: attempt.Feed, Verdict: verdict})
		}
	}
	published := func(t *testing.T, b *bundle, id wireid.ID) {
		t.Helper()
		b.takeHome(t, id, CloudResult{IsPublished: true, MediaID: new("m"), PublishedAt: at(start)})
	}
	for name, c := range map[string]struct {
		post      Post
		meanwhile func(t *testing.T, b *bundle, id wireid.ID)
	}{
		"an open call":                                {scheduled, called(attempt.Open)},
		"a call that nobody can ask":                  {scheduled, called(attempt.GivenUp)},
		"the cloud worker has published it after all": {scheduled, published},
		"it had failed, and is live":                  {Post{Status: Failed}, published},
		"deleted at the network": {Post{Status: Published, SNMediaID: new("m"), PublishedAt: at(start)}, func(t *testing.T, b *bundle, id wireid.ID) {
			t.Helper()
			if err := NoteRemoval(t.Context(), b.db, id, OnInstagram, *at(start)); err != nil {
				t.Fatal(err)
			}
		}},
		"a worker is at it": {scheduled, func(t *testing.T, b *bundle, id wireid.ID) {
			t.Helper()
			if _, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{Type: PublishJob, SubjectID: id, Lane: b.bakery.ID.String()}); err != nil {
				t.Fatal(err)
			}
			b.claim(t, id)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.insert(t, c.post, b.photo(t)).ID
			if err := b.deleter.Delete(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			c.meanwhile(t, b, id)
			if err := b.deleter.PutBack(t.Context(), id); apperror.CodeOf(err) != apperror.InvalidStatus {
				t.Errorf("got %v", err)
			}
			if _, err := b.history.Deleted(t.Context(), id); err != nil {
				t.Errorf("it is lost: %v", err)
			}
		})
	}
}
