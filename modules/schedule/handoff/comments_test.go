package handoff

import (
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
)

const said = "Which loaf next?"

// commented has a picture with a first comment published after a while.
func (b *bundle) commented() wireid.ID {
	b.t.Helper()
	accepted, err := b.intake.Submit(b.t.Context(), b.request(someTime))
	if err == nil {
		_, err = b.db.NewRaw("UPDATE posts SET first_comment = ? WHERE id = ?", said, accepted.PostID).Exec(b.t.Context())
	}
	if err == nil {
		_, err = b.sender.HandOver(b.t.Context(), accepted)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return accepted.PostID
}

// tells has the worker tell what became of the comment of a post, as a new result.
func (b *bundle) tells(id wireid.ID, state string, change func(*cloud.JobState)) {
	b.t.Helper()
	b.worker.set(func() {
		j := b.worker.jobs[id]
		j.CommentState = state
		if change != nil {
			change(&j.JobState)
		}
		b.worker.end(j, cloud.JobPublished)
	})
}

// publishes takes a post to its end at the worker, with the comment in a state.
func (b *bundle) publishes(id wireid.ID, state string) {
	b.t.Helper()
	b.clock.Advance(2 * someTime)
	b.worker.publishDue()
	b.worker.set(func() { b.worker.jobs[id].PublishIntentAt = at(b.clock.Now()) })
	b.tells(id, state, nil)
	b.fetch()
}

// queued returns when this machine goes on with a post, false when it does not.
func (b *bundle) queued(id wireid.ID) (time.Time, bool) {
	b.t.Helper()
	at, err := database.Values[int64](b.t.Context(), b.db, "SELECT run_at FROM scheduled_jobs WHERE subject_id = ? AND status = 'PENDING'", id)
	if err != nil || len(at) > 1 {
		b.t.Fatal(at, err)
	}
	if len(at) == 0 {
		return time.Time{}, false
	}
	return time.UnixMilli(at[0]), true
}

// stands compares what is stored of a comment: its state, whose it is, and the verdict on the last
// call, empty for none.
func (b *bundle) stands(id wireid.ID, state posts.CommentState, inCloud bool, verdict attempt.Verdict) posts.Post {
	b.t.Helper()
	post := b.post(id)
	last, _, err := attempt.Last(b.t.Context(), b.db, id, attempt.Comment)
	if err != nil {
		b.t.Fatal(err)
	}
	if post.Status != posts.Published || post.FirstCommentState == nil || *post.FirstCommentState != state || post.CommentInCloud != inCloud || last.Verdict != verdict {
		b.t.Errorf("%s, comment %v, in the cloud %t, call %q; want %s, %t, %q", post.Status, post.FirstCommentState, post.CommentInCloud, last.Verdict, state, inCloud, verdict)
	}
	return post
}

// TestComments_AreHandedOver: a worker that makes comments gets them, unless the account may not
// comment. It gets those that it lacks once it can make them.
func TestComments_AreHandedOver(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		schema, scopes string
		want           bool
	}{
		"nobody knows what the token may do": {schema: "5", want: true},
		"it may comment":                     {schema: "5", scopes: "instagram_business_basic instagram_business_manage_comments", want: true},
		"it may not":                         {schema: "5", scopes: "instagram_business_basic"},
		"an older worker":                    {schema: "4"},
		"one that has told nothing":          {schema: "0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.learns(c.schema, c.scopes)
			id := b.commented()
			got := b.worker.job(id).job
			if has := got.Post.FirstComment != nil; has != c.want || got.Username != "bakery" || has && *got.Post.FirstComment != said || b.entry(id).CarriesComment != c.want {
				t.Errorf("the worker has %+v, the entry %+v", got, b.entry(id))
			}
			b.learns("5", "")
			if err := b.reconciler.outdated.resend(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.advance(0)
			if j := b.worker.job(id); j.job.Post.FirstComment == nil || (j.Rev == got.Rev) != c.want {
				t.Errorf("then it has revision %d, %+v", j.Rev, j.job)
			}
		})
	}
}

// learns restarts the process with what it knows of the worker and of the account's token.
func (b *bundle) learns(schema, scopes string) {
	b.t.Helper()
	_, err := b.db.NewRaw("UPDATE cloud_worker SET diagnostics = json_object('schema', CAST(? AS INTEGER))", schema).Exec(b.t.Context())
	if err == nil {
		_, err = b.db.NewRaw("UPDATE social_accounts SET scopes = nullif(?, '')", scopes).Exec(b.t.Context())
	}
	if err != nil {
		b.t.Fatal(err)
	}
	b.restart()
}

// TestComments_Results: what the worker says of a comment is stored, at once or later; while it is
// at it this machine sends nothing, and looks for the comment when nothing comes for long.
func TestComments_Results(t *testing.T) {
	t.Parallel()
	made := func(j *cloud.JobState) {
		j.CommentID, j.CommentSentAt = new("17870000000000001"), at(start.Add(2*someTime))
	}
	for name, c := range map[string]struct {
		// first is what the result says, then what the next one does.
		first, then string
		set         func(*cloud.JobState)
		state       posts.CommentState
		verdict     attempt.Verdict
		says        string
		isQueued    bool
	}{
		"made":           {then: cloud.CommentPosted, set: made, state: posts.CommentMade, verdict: attempt.Live},
		"made, later":    {first: cloud.CommentWaiting, then: cloud.CommentPosted, set: made, state: posts.CommentMade, verdict: attempt.Live},
		"not seen":       {first: cloud.CommentSent, then: cloud.CommentNotSeen, state: posts.CommentNotSeen, verdict: attempt.GivenUp, says: "published, but its first comment is not seen: the cloud worker has made it, and the network does not show it; the network hides some comments, so look below the post before you write it by hand"},
		"refused":        {then: cloud.CommentFailed, set: func(j *cloud.JobState) { j.CommentError = new("the network refused: no") }, state: posts.CommentNotMade, verdict: attempt.Absent, says: "published, but without its first comment: the network refused: no"},
		"refused, later": {first: cloud.CommentWaiting, then: cloud.CommentFailed, state: posts.CommentNotMade, verdict: attempt.Absent, says: "published, but without its first comment: "},
		"given back":     {first: cloud.CommentWaiting, then: cloud.CommentReturned, state: posts.CommentPending, verdict: attempt.Absent, isQueued: true},
		"never had":      {then: cloud.CommentNone, state: posts.CommentPending, isQueued: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.commented()
			if c.first != "" {
				b.publishes(id, c.first)
				post := b.stands(id, posts.CommentPending, true, attempt.Open)
				if at, is := b.queued(id); !is || at.Sub(post.PublishedAt.Time()) != 27*time.Hour {
					t.Errorf("it is looked for at %s, %t", at, is)
				}
				want(t, b.entries.MayTearDown(t.Context(), false), apperror.InvalidStatus)
				want(t, b.entries.MayTearDown(t.Context(), true), "")
				b.tells(id, c.then, c.set)
				b.fetch()
			} else {
				b.clock.Advance(2 * someTime)
				b.worker.publishDue()
				b.worker.set(func() { b.worker.jobs[id].PublishIntentAt = at(b.clock.Now()) })
				b.tells(id, c.then, c.set)
				b.fetch()
			}
			want(t, b.entries.MayTearDown(t.Context(), false), "")
			for range 2 { // The acknowledgement is lost: it comes again.
				post := b.stands(id, c.state, false, c.verdict)
				if value := post.ErrorMessage; (value == nil) != (c.says == "") || value != nil && *value != c.says {
					t.Errorf("it says %v", value)
				}
				if (post.FirstCommentID != nil) != (c.state == posts.CommentMade) {
					t.Errorf("its id is %v", post.FirstCommentID)
				}
				if at, is := b.queued(id); is != c.isQueued || is && at.After(b.clock.Now()) {
					t.Errorf("this machine goes on at %s, %t", at, is)
				}
				b.worker.set(func() { b.worker.jobs[id].acked = false })
				b.fetch()
			}
		})
	}
}

// TestComments_Unknown: a worker that was sent the comment and says nothing of it may have made it,
// before older scripts were put over it: it is looked for at once, and the id still counts. One
// that was never sent it has made none.
func TestComments_Unknown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.commented()
	b.publishes(id, "")
	b.stands(id, posts.CommentPending, false, attempt.Open)
	if at, is := b.queued(id); !is || at.After(b.clock.Now()) {
		t.Errorf("it is looked for at %s, %t", at, is)
	}
	b.tells(id, cloud.CommentFailed, nil)
	b.fetch()
	b.stands(id, posts.CommentPending, false, attempt.Open)
	b.tells(id, cloud.CommentPosted, func(j *cloud.JobState) { j.CommentID = new("1") })
	b.fetch()
	b.stands(id, posts.CommentMade, false, attempt.Live)

	b.learns("4", "")
	id = b.commented()
	b.publishes(id, "")
	b.stands(id, posts.CommentPending, false, "")
	if at, is := b.queued(id); !is || at.After(b.clock.Now()) {
		t.Errorf("it is made at %s, %t", at, is)
	}
}

// TestComments_Unnamed: while nobody knows which item the post is nothing goes on here.
func TestComments_Unnamed(t *testing.T) {
	t.Parallel()
	for _, state := range []string{cloud.CommentWaiting, cloud.CommentNone} {
		b := setup(t)
		id := b.commented()
		b.clock.Advance(2 * someTime)
		b.worker.publishDue()
		var media *string
		b.worker.set(func() {
			j := b.worker.jobs[id]
			media, j.MediaID, j.PublishIntentAt = j.MediaID, nil, at(b.clock.Now())
		})
		b.tells(id, state, nil)
		b.fetch()
		if _, is := b.queued(id); is || b.post(id).FirstCommentState == nil {
			t.Errorf("%s: %+v", state, b.post(id))
		}
		b.tells(id, state, func(j *cloud.JobState) { j.MediaID = media })
		b.fetch()
		if _, is := b.queued(id); !is {
			t.Errorf("%s: nobody goes on", state)
		}
	}
}

// TestComments_AreAdopted with their post.
func TestComments_AreAdopted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.commented()
	b.forgets(id, false)
	_, err := b.adopter().Adopt(t.Context(), id)
	want(t, err, "")
	if got := b.post(id).FirstComment; got == nil || *got != said {
		t.Errorf("got %v", got)
	}
	b.publishes(id, cloud.CommentWaiting)
	b.stands(id, posts.CommentPending, true, attempt.Open)
}
