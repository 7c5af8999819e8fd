package publish

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/modules/posts/timeline"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

const (
	// maxAnswerBytes is more than any answer that is read, with what lies in buffers.
	maxAnswerBytes = 20 << 20
	// maxLookCalls and longestLook bound one look at what became of a call.
	maxLookCalls = 100
	longestLook  = 2 * time.Minute
)

// TestWrongAnswers: what a network says that is not as it documents it settles nothing, of any
// channel and by either of the questions that are asked about a call: what became of its reference,
// and what the account shows. No post becomes live by it, none is given up, no item is taken,
// nothing is sent again; the look at it is bounded, and the timeline says what was wrong. The
// honest answer, which comes last, settles the call: else the wrong ones would prove nothing.
func TestWrongAnswers(t *testing.T) {
	t.Parallel()
	o := newOrigin(t)
	for _, q := range questions() {
		for _, by := range []looker{byJob, bySearch} {
			t.Run(q.name+"/"+string(by), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { o.ask(t, q, by) })
			})
		}
	}
}

// looker is who asks: the job of the post, or the chore that goes on after its end.
type looker string

const (
	byJob    looker = "job"
	bySearch looker = "search"
)

// ask asks the question of a network that lies, in each way of its, and in the end of an honest
// one.
func (o *origin) ask(t *testing.T, q question, by looker) {
	t.Helper()
	w := &witness{
		village: &village{
			t: t, origin: o, machine: clockAt(start), right: clockAt(start), database: filepath.Join(t.TempDir(), "crier.db"),
		},
		question: q, by: by,
	}
	if err := os.WriteFile(w.database, o.database, 0o600); err != nil {
		t.Fatal(err)
	}
	w.wire = &cable{clock: w.machine, right: w.right, fates: map[way][]fate{}, left: -1}
	w.liar = &liar{question: q, now: w.right.Now}
	w.transport, w.log = w.liar, slog.New(&w.alarm)
	w.start()
	defer func() {
		w.stop(false)
		for _, one := range w.alarm.all() {
			w.t.Error(one)
		}
	}()
	w.own()
	w.pass(q.after)
	for _, l := range q.lies() {
		w.hear(l)
		w.forget()
	}
	w.listen(answerOf(q.honest()))
	if a := w.attempt(); a.Verdict != q.settled || value(a.MediaID) != q.mine {
		t.Errorf("by an honest answer the attempt is %s as %q (%s); the timeline has\n%s", a.Verdict, value(a.MediaID), value(a.Evidence), w.told())
	}
}

// witness is a Crier that asks a question.
type witness struct {
	*village
	question question
	by       looker
	liar     *liar
	// before is the post before the question was asked, took how long that took.
	before posts.Post
	took   time.Duration
	asked  int
}

// hear has a lie answer the question, and holds what became of the post against what must not.
func (w *witness) hear(l lie) {
	w.t.Helper()
	w.listen(l.answer)
	a, post, q, n := w.attempt(), w.post(), w.question, w.liar
	if a.Verdict != q.stays || a.MediaID != nil {
		w.t.Errorf("%s: the attempt is %s as %q: %s", l.name, a.Verdict, value(a.MediaID), value(a.Evidence))
	}
	if isEnded := q.stays == attempt.Live && post.Status == posts.Published; !isEnded && post.Status != w.before.Status {
		w.t.Errorf("%s: the post is %s: %s", l.name, post.Status, value(post.ErrorMessage))
	}
	if value(post.SNMediaID) != value(w.before.SNMediaID) || post.PartnerPostID != nil || post.FirstCommentID != nil {
		w.t.Errorf("%s: the post is %q, shared as %q, commented as %q", l.name, value(post.SNMediaID), value(post.PartnerPostID), value(post.FirstCommentID))
	}
	if n.sent > 0 || n.calls > maxLookCalls || n.most > maxAnswerBytes || w.took > longestLook {
		w.t.Errorf("%s: sent %d calls, asked %d times for up to %d bytes in %s", l.name, n.sent, n.calls, n.most, w.took)
	}
	if says := w.told(); !l.isNamedIn(says) {
		w.t.Errorf("%s: nothing names what was wrong in the timeline:\n%s", l.name, says)
	}
}

// listen has what became of a call be asked about, whose question is answered so.
func (w *witness) listen(a answer) {
	w.t.Helper()
	w.asked++
	w.liar.answering(a)
	w.before = w.send(w.question, w.by)
	w.liar.mu.Lock()
	w.liar.mark = w.before.ID.String()
	w.liar.mu.Unlock()
	if w.by == byJob {
		w.look()
		return
	}
	w.took = 0
	for range 2 {
		began := w.machine.Now()
		if err := w.engine.searcher.search(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
		w.took = max(w.took, w.machine.Now().Sub(began))
		w.pass(time.Second)
	}
}

// own stores a post that owns an item.
func (w *witness) own() {
	w.t.Helper()
	post := posts.Post{
		ID: wireid.New(), SocialAccountID: w.origin.potter.ID, MediaType: posts.Image, Status: posts.Published, CreatedAt: wiretime.Of(start), UpdatedAt: wiretime.Of(start),
		UserID: w.accounts.UserID(), SourceType: posts.Manual, Timezone: "UTC", SNMediaID: new(ownedID), PartnerPostID: new(ownedID), FirstCommentID: new(ownedID), CompletedAt: at(start),
	}
	if _, err := w.db.NewInsert().Model(&post).Exec(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// forget ends what goes on with the post, so that it is in the way of no other.
func (w *witness) forget() {
	w.t.Helper()
	if _, err := database.Exec(w.t.Context(), w.db, "DELETE FROM scheduled_jobs WHERE subject_id = ?", w.before.ID); err != nil {
		w.t.Fatal(err)
	}
	a, done := w.attempt(), attempt.Settlement{Verdict: attempt.Absent}
	if a.Verdict == attempt.Live {
		done = attempt.Settlement{Verdict: attempt.Live, MediaID: fmt.Sprint("9", a.Seq), How: attempt.ByAnswer}
	}
	if _, err := attempt.Settle(w.t.Context(), w.db, a.Seq, wiretime.Of(w.machine.Now()), done); err != nil {
		w.t.Fatal(err)
	}
}

// send stores the post of a question and its call.
func (w *witness) send(q question, by looker) posts.Post {
	w.t.Helper()
	post := q.post(w.origin)
	post.ID, post.CreatedAt, post.UpdatedAt = wireid.New(), wiretime.Of(start), wiretime.Of(start)
	post.UserID, post.SourceType, post.Timezone, post.Status = w.accounts.UserID(), posts.Manual, "UTC", posts.Publishing
	if by == bySearch {
		post.Status, post.CompletedAt = posts.Failed, w.completion()
	}
	if q.channel == attempt.Page || q.channel == attempt.Comment {
		post.Status, post.CompletedAt, post.SNMediaID = posts.Published, w.completion(), new(fmt.Sprint("1800000000100", w.asked))
		switch {
		case q.channel == attempt.Comment && by == byJob:
			post.FirstCommentState = new(posts.CommentPending)
		case q.channel == attempt.Comment:
			post.FirstCommentState = new(posts.CommentNotSeen)
		case by == byJob:
			post.ShareState = new(posts.SharePending)
		}
	}
	if _, err := w.db.NewInsert().Model(&post).Exec(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	if q.channel != attempt.Story { // One without its file cannot be made ready to be sent again, for which a process is started.
		if err := insertLinks(w.t.Context(), w.db, post.ID, []wireid.ID{w.origin.photo}); err != nil {
			w.t.Fatal(err)
		}
	}
	post = w.stored(post.ID)
	look, _ := w.engine.channels.byName(q.channel).Look(post)
	a := attempt.Attempt{
		PostID: post.ID, AccountID: post.SocialAccountID, Channel: q.channel, Ref: q.ref, Look: look, SentAt: wiretime.Of(start), NetSentAt: at(start),
	}
	if q.isAnswered {
		a.AnsweredAt, a.Answer = at(start), new("refused")
	}
	attempttest.Insert(w.t, w.db, a)
	return post
}

// completion is when the post ended, which no two did at once.
func (w *witness) completion() *wiretime.Time {
	return at(start.Add(time.Duration(w.asked) * time.Millisecond))
}

// look has the job of the post look once.
func (w *witness) look() {
	w.t.Helper()
	began := w.machine.Now()
	_, err := w.queue.Enqueue(w.t.Context(), w.db, jobs.Request{Type: posts.PublishJob, SubjectID: w.before.ID, Lane: w.before.SocialAccountID.String(), RunAt: began})
	if err != nil {
		w.t.Fatal(err)
	}
	w.queue.Wake()
	const maxSteps = 1000
	for range maxSteps {
		synctest.Wait()
		isAtWork, err := database.Value[bool](w.t.Context(), w.db, "SELECT count(*) FROM scheduled_jobs WHERE subject_id = ? AND (status = 'PROCESSING' OR status = 'PENDING' AND run_at <= ?)",
			w.before.ID, wiretime.Of(began))
		if err != nil {
			w.t.Fatal(err)
		}
		if !isAtWork {
			w.took = w.machine.Now().Sub(began)
			return
		}
		next, ok := w.machine.Next()
		if !ok {
			w.t.Fatal("the job waits for nothing")
		}
		w.pass(next)
	}
	w.t.Fatal("the job does not come to rest")
}

func (w *witness) stored(id wireid.ID) posts.Post {
	w.t.Helper()
	post, err := w.service.Post(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return post
}

func (w *witness) post() posts.Post { return w.stored(w.before.ID) }

// attempt returns the attempt of the post. A second one says that it was sent again.
func (w *witness) attempt() attempt.Attempt {
	w.t.Helper()
	all, err := attempt.OfPost(w.t.Context(), w.db, w.before.ID)
	if err != nil || len(all) == 0 {
		w.t.Fatalf("the ledger has %+v, %v", all, err)
	}
	if len(all) > 1 {
		w.t.Errorf("the ledger has %+v", all)
	}
	return all[0]
}

// told returns the timeline of the post.
func (w *witness) told() string {
	w.t.Helper()
	steps, err := timeline.Select(w.t.Context(), w.db, w.before.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	var lines []string
	for _, s := range steps {
		lines = append(lines, string(s.Kind)+" "+s.Op+" "+s.Text)
	}
	return strings.Join(lines, "\n")
}
