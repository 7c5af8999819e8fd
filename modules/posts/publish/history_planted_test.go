package publish

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/jobs"
)

// statements returns what plants a mistake by statements on the database.
func statements(all ...string) func(*past) {
	return func(p *past) {
		p.t.Helper()
		// What keeps such a mistake out of the database is not what is tested.
		for _, statement := range append([]string{
			"DROP TRIGGER posts_legal_transitions", "DROP TRIGGER attempts_are_what_they_were", "DROP TRIGGER attempts_verdicts", "INSERT INTO emptied VALUES (1)",
		}, all...) {
			if _, err := p.db.ExecContext(p.t.Context(), statement); err != nil {
				p.t.Fatalf("%s: %v", statement, err)
			}
		}
	}
}

// instead returns what plants a mistake in the engine: mistake works on a job in its place, and
// leaves it the jobs for which it returns errNotMine.
func instead(mistake func(context.Context, *Engine, *channel.Run) error) func(*past) {
	return func(p *past) {
		p.instead = func(ctx context.Context, e *Engine, claim *jobs.Claim) error {
			post, err := e.posts.Post(ctx, claim.Job.SubjectID)
			if err != nil {
				return err
			}
			run := &channel.Run{Claim: claim, Post: post}
			if run.Last, _, err = attempt.Last(ctx, e.journals.db, post.ID, e.channels.forPost(post).Name()); err != nil {
				return err
			}
			if err := mistake(ctx, e, run); !errors.Is(err, errNotMine) {
				return err
			}
			return e.Run(ctx, claim)
		}
	}
}

var errNotMine = errors.New("this job is for the engine")

// givesUp returns an engine that fails each post that is as it says, with the words of a failure
// that has a cause otherwise.
func givesUp(says string, when func(*channel.Run) bool) func(*past) {
	return instead(func(ctx context.Context, e *Engine, run *channel.Run) error {
		if run.Post.Status == posts.Published || !when(run) {
			return errNotMine
		}
		return e.newPublication(run).life.fail(ctx, failure.Failure{Code: apperror.UnknownError, Message: says, Absent: "it is said so"})
	})
}

// sharesNot returns an engine that does what it says in place of each share.
func sharesNot(end func(context.Context, *publication) error) func(*past) {
	return instead(func(ctx context.Context, e *Engine, run *channel.Run) error {
		if run.Post.ShareState == nil {
			return errNotMine
		}
		return end(ctx, e.newSharing(run))
	})
}

// hopes is an engine that makes each comment again whose answer was lost.
func hopes(p *past) {
	instead(func(ctx context.Context, e *Engine, run *channel.Run) (err error) {
		if !run.Post.IsCommentDue() {
			return errNotMine
		}
		if run.Last, _, err = attempt.Last(ctx, e.journals.db, run.Post.ID, attempt.Comment); err != nil {
			return err
		}
		c := e.newCommenting(run)
		if c.life.stage() != isSent {
			return c.goOn(ctx)
		}
		if err := c.work.Identify(ctx); err != nil {
			return err
		}
		return c.sendAgain(ctx, "in the hope that it is not there")
	})(p)
}

// once returns an engine whose first job ends as it says.
func once(ends func() error) func(*past) {
	isOver := false
	return instead(func(context.Context, *Engine, *channel.Run) error {
		if isOver {
			return errNotMine
		}
		isOver = true
		return ends()
	})
}

const (
	fourTimes = "the network did not carry out the publish call in 4 attempts; the post is not live"
	refusedIt = "the network refused: Invalid parameter (code 100)"
)

// TestHistories_PlantedInEngine: the judge finds an engine that gives up what it should publish or
// share, although all that it leaves behind is legal, and one whose handler panics or returns an
// error, although the runner makes that good.
func TestHistories_PlantedInEngine(t *testing.T) {
	t.Parallel()
	passing := []fate{{Kind: isDropped}, {Kind: isRefused, Answer: 1}}
	always := func(*channel.Run) bool { return true }
	for name, planted := range map[string]struct {
		way        way
		form       form
		fates      []fate
		processing time.Duration
		comment    []fate
		engine     func(*past)
		want       flawKind
	}{
		"none, with slow media":            {way: byFeed, processing: 90 * time.Second},
		"none, with passing failures":      {way: byFeed, fates: passing},
		"none, answered slowly":            {way: byStory, fates: []fate{{Kind: isSlow, After: 28 * time.Second}}},
		"gives up slow media":              {way: byFeed, processing: 20 * time.Second, engine: givesUp(fourTimes, func(run *channel.Run) bool { return run.IsWaiting() }), want: isUnexplained},
		"gives up after a passing failure": {way: byPotter, fates: passing, engine: givesUp(fourTimes, func(run *channel.Run) bool { return run.Failed() > 0 }), want: isUnexplained},
		"gives up one that is answered slowly": {
			way: byStory, fates: []fate{{Kind: isSlow, After: 28 * time.Second}}, engine: givesUp(unknownFailure("slowly").Message, always), want: isUnexplained,
		},
		"gives up as refused":              {way: byFeed, engine: givesUp(refusedIt, always), want: isUnexplained},
		"gives up as offline":              {way: byFeed, engine: givesUp("the network cannot be reached since a while", always), want: isUnexplained},
		"gives up as interrupted":          {way: byStory, engine: givesUp("Crier ended twice in the middle of it", always), want: isUnexplained},
		"gives up as refused, for another": {way: byFeed, fates: []fate{{Kind: isRefused, Answer: 7}}, engine: givesUp(refusedIt, func(run *channel.Run) bool { return run.Failed() == 0 && *run.Post.Caption == "bob" }), want: isUnexplained},
		"gives up for a reason of its own": {way: byFeed, fates: passing, engine: givesUp("no mood", func(run *channel.Run) bool { return run.Failed() > 0 }), want: isUnexplained},
		"gives up the share": {way: byPage, engine: sharesNot(func(ctx context.Context, s *publication) error {
			return s.life.fail(ctx, failure.Failure{Code: apperror.UnknownError, Message: refusedIt})
		}), want: isUnexplained},
		"forgets the share":           {way: byPage, form: isReel, engine: sharesNot(func(ctx context.Context, s *publication) error { return s.share().end(ctx, "") }), want: isUnexplained},
		"repeats a comment on hope":   {way: byFeed, comment: []fate{{Kind: isUnanswered}}, engine: hopes, want: isDuplicate},
		"none, with a comment":        {way: byFeed, comment: []fate{{Kind: isAnswered}}},
		"none, with comments unheard": {way: byPage, comment: []fate{{Kind: isDropped}, {Kind: isUnanswered}}},
		"panics":                      {way: byFeed, engine: once(func() error { panic("planted") }), want: isAlarming},
		"returns an error":            {way: byStory, engine: once(func() error { return errors.New("planted") }), want: isAlarming},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := history{
				Posts:      []pastPost{{Way: planted.way, Form: planted.form, Text: "ann"}, {Way: planted.way, Form: planted.form, Text: "bob", At: time.Second}},
				Calls:      map[way][]fate{planted.way: planted.fates},
				Processing: planted.processing,
				before:     planted.engine,
			}
			if planted.comment != nil {
				h.Calls[byComment], h.Posts[0].Comment, h.Posts[1].Comment = planted.comment, "Which one next?", "Which one next?"
			}
			wrong, said := h.live(t, newOrigin(t))
			isOther := func(one flaw) bool {
				// What was made twice is known as the second one.
				return one.kind != planted.want && (planted.want != isDuplicate || one.kind != isMisattributed)
			}
			if slices.ContainsFunc(wrong, isOther) || (len(wrong) > 0) != (planted.want != "") {
				t.Errorf("found %v, want %q\n%v", wrong, planted.want, said)
			}
		})
	}
}

// TestHistories_Planted: the judge finds each mistake that is planted into a history that has gone
// well, by its kind.
func TestHistories_Planted(t *testing.T) {
	t.Parallel()
	taken := []pastEvent{{At: 10 * time.Minute, Kind: isTakenDown, Copy: true}}
	const first, second = "(SELECT min(seq) FROM attempts)", "(SELECT min(seq) + 1 FROM attempts)"
	for name, planted := range map[string]struct {
		way     way
		form    form
		comment string
		events  []pastEvent
		spoil   func(*past)
		want    []flawKind
	}{
		"none":                {way: byFeed},
		"none, with a share":  {way: byPage, form: isReel},
		"published twice":     {way: byFeed, spoil: statements("UPDATE attempts SET post_id = (SELECT post_id FROM attempts WHERE seq = " + first + ") WHERE seq = " + second), want: []flawKind{isDuplicate, isMisattributed}},
		"of no attempt":       {way: byStory, spoil: statements("DELETE FROM attempts WHERE seq = " + first), want: []flawKind{isOwnerless, isMisattributed}},
		"share of no attempt": {way: byPage, spoil: statements("DELETE FROM attempts WHERE channel = 'page' AND seq = (SELECT min(seq) FROM attempts WHERE channel = 'page')"), want: []flawKind{isOwnerless, isMisattributed}},
		"of no known id":      {way: byFeed, spoil: statements("UPDATE posts SET sn_media_id = NULL"), want: []flawKind{isUnexplained}},
		"another one's id":    {way: byFeed, spoil: statements("UPDATE posts SET sn_media_id = 'x' || sn_media_id"), want: []flawKind{isMisattributed}},
		"live and FAILED":     {way: byFeed, spoil: statements("UPDATE posts SET status = 'FAILED'"), want: []flawKind{isLostPost, isIllegal}},
		"FAILED, and settled": {way: byStory, spoil: statements("UPDATE posts SET status = 'FAILED'"), want: []flawKind{isLostPost, isIllegal}},
		"never ended":         {way: byFeed, spoil: statements("UPDATE posts SET status = 'PUBLISHING'"), want: []flawKind{isStuckPost, isIllegal}},
		"share forgotten":     {way: byPage, form: isPictureStory, spoil: statements("UPDATE posts SET partner_post_id = NULL"), want: []flawKind{isLostPost}},
		"share of another":    {way: byPage, form: isCarousel, spoil: statements("UPDATE posts SET partner_post_id = 'x' || partner_post_id"), want: []flawKind{isMisattributed}},
		"video forgotten":     {way: byPage, form: isWideReel, spoil: statements("UPDATE posts SET partner_post_id = NULL"), want: []flawKind{isLostPost}},
		"a share that is not": {way: byPotter, spoil: statements("UPDATE posts SET partner_post_id = '1'"), want: []flawKind{isMisattributed}},
		"deleted":             {way: byPage, events: taken},
		"deleted, and another": {way: byPotter, events: taken, spoil: func(p *past) {
			item, _ := p.latest(byPotter)
			p.wire.takenDown[item.id] = true
		}, want: []flawKind{isWrongRemoval}},
		"deleted, without a copy": {way: byPage, events: taken, spoil: func(p *past) { p.removals.asked[p.ids[0]] = false }, want: []flawKind{isWrongRemoval}},
		"deleted, and live":       {way: byPotter, events: taken, spoil: func(p *past) { clear(p.wire.takenDown) }, want: []flawKind{isWrongRemoval}},
		"commented":               {way: byFeed, comment: "Which one next?"},
		"commented, forgotten":    {way: byFeed, comment: "Which one next?", spoil: statements("UPDATE posts SET first_comment_id = NULL, first_comment_state = 'NOT_MADE'"), want: []flawKind{isLostPost, isIllegal}},
		"another's comment":       {way: byFeed, comment: "Which one next?", spoil: statements("UPDATE posts SET first_comment_id = 'x' || first_comment_id"), want: []flawKind{isMisattributed}},
		"comment never ended":     {way: byFeed, comment: "Which one next?", spoil: statements("UPDATE posts SET first_comment_state = 'PENDING'"), want: []flawKind{isStuckPost, isIllegal}},
		"not live": {way: byPotter, spoil: func(p *past) {
			p.t.Helper()
			p.control(http.MethodPost, "reset", map[string]any{}, nil)
		}, want: []flawKind{isMisattributed}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := history{
				Posts: []pastPost{
					{Way: planted.way, Form: planted.form, Text: "ann", Comment: planted.comment},
					{Way: planted.way, Form: planted.form, Text: "bob", Comment: planted.comment, At: time.Second},
				},
				Events: planted.events, spoil: planted.spoil,
			}
			var kinds []flawKind
			wrong, _ := h.live(t, newOrigin(t))
			for _, one := range wrong {
				kinds = append(kinds, one.kind)
			}
			slices.Sort(kinds)
			slices.Sort(planted.want)
			if got := slices.Compact(kinds); !slices.Equal(got, planted.want) {
				t.Errorf("found %v, want %v: %v", got, planted.want, wrong)
			}
		})
	}
}
