package publish

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// expose notes that the cloud had a post from an instant on, or that it has it.
func (b *bundle) expose(t *testing.T, id wireid.ID, due time.Time, isThere bool) {
	t.Helper()
	cloud := posts.NewCloudPosts(b.db, b.clock, b.queue, nil)
	note := cloud.Expose
	if isThere {
		note = cloud.RecordFoundInCloud
	}
	if err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return note(ctx, tx, id, *at(due)) }); err != nil {
		t.Fatal(err)
	}
}

// TestExposed: a post that the cloud had is looked for on the network before it is sent from here.
func TestExposed(t *testing.T) {
	t.Parallel()
	mine := live(1, 10*time.Second)
	bread := posts.Post{Status: posts.Queued, Caption: new("Bread")}
	unknown := func(p posts.Post, a attempt.Attempt) bool {
		return p.Status == posts.Failed && *p.ErrorCode == string(apperror.UnknownError) && a.Seq == 0
	}
	for name, c := range map[string]struct {
		post    posts.Post
		listed  []graph.Media
		isThere bool
		check   func(posts.Post, attempt.Attempt) bool
	}{
		"it is live": {bread, []graph.Media{mine}, false, func(p posts.Post, a attempt.Attempt) bool {
			return p.Status == posts.Published && *p.SNMediaID == mine.ID && a.Verdict == attempt.Live && *a.How == attempt.Found
		}},
		"two could be it": {bread, []graph.Media{live(2, 20*time.Second), mine}, false, unknown},
		"a story that anybody may have made": {
			posts.Post{Status: posts.Queued, MediaType: posts.Stories}, []graph.Media{live(1, 20*time.Second, shown(graph.TypeImage, graph.ProductStory))}, false, unknown,
		},
		"a picture without a caption that anybody may have made": {posts.Post{Status: posts.Queued}, []graph.Media{live(1, 20*time.Second, captioned(""))}, false, unknown},
		"its caption may have been changed":                      {bread, []graph.Media{live(1, 10*time.Second, captioned("Rolls"))}, false, unknown},
		"one was there before": {bread, []graph.Media{live(1, -time.Hour)}, false, func(p posts.Post, a attempt.Attempt) bool {
			return p.Status == posts.Failed && *p.ErrorCode != string(apperror.UnknownError) && a.Seq == 0 // It goes on to be prepared, which this network refuses.
		}},
		"the cloud still has it": {bread, nil, true, func(p posts.Post, a attempt.Attempt) bool {
			return p.Status == posts.Queued && *p.ErrorCode == string(apperror.CloudError) && a.Seq == 0
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.uptime.Agree(0)
			edge := "media"
			if c.post.MediaType == posts.Stories {
				edge = "stories"
			}
			b.network.show(b.bakery, edge, c.listed...)
			post := b.waiting(t, c.post)
			b.expose(t, post.ID, start, c.isThere)
			b.turn(t)
			got := b.read(t, post.ID)
			if !c.check(got, b.last(t, post)) {
				t.Errorf("got %s %s %s, %+v", got.Status, value(got.ErrorCode), value(got.ErrorMessage), b.last(t, post))
			}
			exposed, isExposed, err := posts.SelectExposure(t.Context(), b.db, post.ID)
			if isUndecided := got.Status != posts.Published && name != "one was there before"; err != nil || isExposed != isUndecided {
				t.Errorf("exposed: %t, %v", isExposed, err)
			}
			if isTold := value(got.ErrorCode) == string(apperror.UnknownError); exposed.IsLooked != isTold {
				t.Errorf("that it may be live was told: %t", exposed.IsLooked)
			}
		})
	}
}

// TestExposed_Comment: nobody knows whether the cloud has made the first comment of a post that is
// found: it is looked for, and not made.
func TestExposed_Comment(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.uptime.Agree(0)
	mine := live(1, 10*time.Second)
	b.network.show(b.bakery, "media", mine)
	post := b.waiting(t, posts.Post{Status: posts.Queued, Caption: new("Bread"), FirstComment: new("Which loaf next?")})
	b.expose(t, post.ID, start, false)
	b.turn(t)
	got := b.read(t, post.ID)
	last, _, err := attempt.Last(t.Context(), b.db, post.ID, attempt.Comment)
	if err != nil || got.Status != posts.Published || !got.IsCommentDue() || last.Verdict != attempt.Open || last.Ref != mine.ID || b.openJobs(t) != 1 {
		t.Fatalf("%s, comment %v, call %+v, %v", got.Status, got.FirstCommentState, last, err)
	}
}

// TestExposed_Missed: a post that the cloud had, and that is too late to be sent, is looked for on
// the network before it counts as missed, however long the network does not answer.
func TestExposed_Missed(t *testing.T) {
	t.Parallel()
	mine := live(1, time.Hour+10*time.Second)
	for name, c := range map[string]struct {
		listed []graph.Media
		status posts.Status
		code   apperror.Code
	}{
		"it is live":      {[]graph.Media{mine}, posts.Published, ""},
		"it is not there": {nil, posts.Failed, apperror.InvalidSchedule},
		"two could be it": {[]graph.Media{live(2, time.Hour+20*time.Second), mine}, posts.Failed, apperror.UnknownError},
	} {
		for answer, isSilent := range map[string]bool{"at once": false, "later": true} {
			t.Run(name+", seen "+answer, func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				b.behind(0)
				b.network.show(b.bakery, "media", c.listed...)
				due := start.Add(time.Hour)
				post := b.insert(t, posts.Post{Status: posts.Scheduled, IsScheduled: true, ScheduledFor: at(due), Caption: new("Bread")})
				b.enqueue(t, post.ID, "bakery", due)
				b.expose(t, post.ID, due, false)
				b.clock.Sleep(26 * time.Hour)
				go func() {
					// The runner waits, and the job in a pause between two reads and for its lease.
					for b.clock.BlockUntil(t.Context(), 3) == nil {
						b.clock.Advance(agreePause)
					}
				}()
				if isSilent {
					b.network.refuse(`{"error":{"message":"down","code":2}}`)
					job := b.turn(t)
					if got := b.read(t, post.ID); got.Status != posts.Queued || job.Wait != heldUnsearched.Wait || !strings.Contains(value(got.ErrorMessage), "25 hours late") {
						t.Fatalf("got %s %s; the job says %s", got.Status, value(got.ErrorMessage), value(job.LastError))
					}
					b.network.refuse("")
				}
				b.turn(t)
				if got := b.read(t, post.ID); got.Status != c.status || value(got.ErrorCode) != string(c.code) {
					t.Errorf("got %s %s %s", got.Status, value(got.ErrorCode), value(got.ErrorMessage))
				}
			})
		}
	}
}

// TestExposed_Retried: of a post that somebody tries again after it was told that it may be live,
// the one who retries has looked.
func TestExposed_Retried(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.uptime.Agree(0)
	b.network.show(b.bakery, "media", live(2, 20*time.Second), live(1, 10*time.Second))
	post := b.waiting(t, posts.Post{Status: posts.Queued, Caption: new("Bread")})
	b.expose(t, post.ID, start, false)
	if err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return posts.RecordUserWarned(ctx, tx, post.ID) }); err != nil {
		t.Fatal(err)
	}
	b.turn(t)
	if _, isExposed, err := posts.SelectExposure(t.Context(), b.db, post.ID); isExposed || err != nil || *b.read(t, post.ID).ErrorCode == string(apperror.UnknownError) {
		t.Errorf("exposed: %t, %v, %s", isExposed, err, *b.read(t, post.ID).ErrorMessage)
	}
}

// TestExposed_Alike: of two posts that look the same, and that the cloud had, none takes the one
// item that the account shows.
func TestExposed_Alike(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.uptime.Agree(0)
	b.network.show(b.bakery, "media", live(1, 10*time.Second))
	b.expose(t, b.insert(t, posts.Post{Status: posts.Failed, Caption: new("Bread")}).ID, start, false)
	post := b.waiting(t, posts.Post{Status: posts.Queued, Caption: new("Bread")})
	b.expose(t, post.ID, start, false)
	b.turn(t)
	if got := b.read(t, post.ID); got.Status != posts.Failed || value(got.ErrorCode) != string(apperror.UnknownError) {
		t.Errorf("got %s %s", got.Status, value(got.ErrorMessage))
	}
}

// TestExposed_OneTellsTheOther: of two posts that the cloud had and of which one is live, the other
// one goes on to be sent, whichever is looked for first. Tier race, one database each.
func TestExposed_OneTellsTheOther(t *testing.T) {
	t.Parallel()
	for name, isLiveFirst := range map[string]bool{"the live one is looked for first": true, "the other one is": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.uptime.Agree(0)
			b.network.show(b.bakery, "media", live(1, 10*time.Second, captioned("Rolls")))
			captions := []string{"Bread", "Rolls"}
			if isLiveFirst {
				slices.Reverse(captions)
			}
			all := map[string]posts.Post{}
			for _, caption := range captions {
				all[caption] = b.waiting(t, posts.Post{Status: posts.Queued, Caption: &caption})
				b.expose(t, all[caption].ID, start, false)
				b.clock.Advance(time.Second)
			}
			for range captions {
				if b.isAnyDue(t) {
					b.turn(t)
				}
			}
			if got := b.read(t, all["Rolls"].ID); got.Status != posts.Published || value(got.SNMediaID) != live(1, 0).ID {
				t.Errorf("the live one is %s as %s: %s", got.Status, value(got.SNMediaID), value(got.ErrorMessage))
			}
			b.goesOn(t, all["Bread"], true)
		})
	}
}

// TestExposed_IsAnothers: an item is no reason to call a post possibly live when it is certainly
// that of another post which the cloud had, whatever became of that one here. Tier race, one
// database each.
func TestExposed_IsAnothers(t *testing.T) {
	t.Parallel()
	rolls := live(1, 10*time.Second, captioned("Rolls"))
	for name, c := range map[string]struct {
		shown  []graph.Media
		status posts.Status
		// due is when the cloud could publish the other one first.
		due    time.Duration
		goesOn bool
	}{
		"it waits too":                     {shown: []graph.Media{rolls}, status: posts.Queued, goesOn: true},
		"it was taken back":                {shown: []graph.Media{rolls}, status: posts.Draft, goesOn: true},
		"it has failed":                    {shown: []graph.Media{rolls}, status: posts.Failed, goesOn: true},
		"it was due before":                {shown: []graph.Media{rolls}, status: posts.Queued, due: -23 * time.Hour, goesOn: true},
		"it was due after the item came":   {shown: []graph.Media{rolls}, status: posts.Queued, due: time.Minute},
		"it was due more than a day ago":   {shown: []graph.Media{rolls}, status: posts.Queued, due: -26 * time.Hour},
		"either of two items can be its":   {shown: []graph.Media{live(2, 11*time.Second, captioned("Rolls")), rolls}, status: posts.Queued},
		"a further item is no one's":       {shown: []graph.Media{live(2, 11*time.Second, captioned("Tarts")), rolls}, status: posts.Queued},
		"nobody tells whose the item is":   {shown: []graph.Media{live(1, 10*time.Second, captioned(""))}, status: posts.Queued},
		"an item of another type is shown": {shown: []graph.Media{live(1, 10*time.Second, captioned("Rolls"), shown(graph.TypeVideo, graph.ProductReels))}, status: posts.Queued, goesOn: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.uptime.Agree(0)
			b.network.show(b.bakery, "media", c.shown...)
			post := b.waiting(t, posts.Post{Status: posts.Queued, Caption: new("Bread")})
			b.expose(t, post.ID, start, false)
			other := b.insert(t, posts.Post{Status: c.status, Caption: new("Rolls")})
			b.expose(t, other.ID, start.Add(c.due), false)
			b.turn(t)
			b.goesOn(t, post, c.goesOn)
			if got := b.read(t, other.ID); got.Status != c.status {
				t.Errorf("the other one is %s", got.Status)
			}
		})
	}
}

// goesOn checks whether the post went on to be prepared, which this network refuses. Else it is
// FAILED, as it may be live.
func (b *bundle) goesOn(t *testing.T, post posts.Post, want bool) {
	t.Helper()
	got := b.read(t, post.ID)
	_, isExposed, err := posts.SelectExposure(t.Context(), b.db, post.ID)
	if goesOn := value(got.ErrorCode) != string(apperror.UnknownError); err != nil || got.Status != posts.Failed || goesOn != want || isExposed == want {
		t.Errorf("the post is %s, %s %s, exposed %t, %v", got.Status, value(got.ErrorCode), value(got.ErrorMessage), isExposed, err)
	}
}

// isAnyDue reports whether a job waits.
func (b *bundle) isAnyDue(t *testing.T) bool {
	t.Helper()
	n, err := b.db.NewSelect().Model((*jobs.ScheduledJob)(nil)).Where("status = ?", jobs.Pending).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n > 0
}
