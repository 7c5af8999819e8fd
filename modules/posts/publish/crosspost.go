package publish

import (
	"context"
	"errors"
	"math"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/intent"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/mp4"
	"crier/platform/secrets"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// beginShare has a post that has just become PUBLISHED shared to the Page, if that was asked for: by a job of its own, which
// comes with the transaction that ends the publication and touches nothing of what that says.
func (p *Engine) beginShare(ctx context.Context, tx bun.IDB, post posts.Post) error {
	if !post.CrossPostToPartner || posts.WasInCloud(post) {
		return nil // A post that was scheduled in the cloud is not shared (contract 1).
	}
	now := p.now()
	err := posts.Update(ctx, tx, post.ID, now, func(u *database.Update) { u.Set("share_state = ?", posts.SharePending) })
	if err != nil {
		return err
	}
	_, err = p.queue.Enqueue(ctx, tx, jobs.Request{
		Type: jobs.Publish, SubjectID: post.ID, Lane: post.SocialAccountID.String(), RunAt: now.Time(),
	})
	killpoint.Reach("posts.share.enqueued")
	return err
}

// sharing is one run over the share of a post. The post is PUBLISHED and stays so:
//
//	PENDING --kind chosen, photo or video prepared unseen--> PENDING, intent stored --the one call--> SHARED --> ended
//	   any --refused, attempts used up, outcome unknown for long--> ended, errorCode and errorMessage say why
type sharing struct {
	*work

	file media.MediaFile
	// refusal is why the latest attempt took no effect: what the network said to the call, or what was read since.
	refusal string
	// isProven says that the refusal is none, but what proves that the call took no effect.
	isProven bool
}

func (s *sharing) run(ctx context.Context) error {
	most := maxInterruptions
	if s.last.IsOpen() {
		most = maxResolveInterruptions
	}
	if s.claim.Job.Interruptions >= most {
		return s.giveUp(ctx, verdict{code: apperror.UnknownError, message: "Crier ended again and again in the middle of it" + s.maybe()})
	}
	return s.settleShare(ctx, s.step(ctx))
}

// step goes on from where the post's own columns say that an earlier run got to.
func (s *sharing) step(ctx context.Context) error {
	if err := s.identifyPage(ctx); err != nil {
		return err
	}
	switch {
	case *s.post.ShareState == posts.ShareMade:
		return s.watch(ctx)
	case s.last.IsOpen():
		return s.resolveShare(ctx)
	}
	if err := s.prepare(ctx); err != nil {
		return err
	}
	if err := s.baseline(ctx, page{}); err != nil {
		return err
	}
	return s.makeVisible(ctx, s.claim.Progress, func(context.Context, bun.IDB) error { return nil })
}

// identifyPage finds the account's Page and the token for it.
func (s *sharing) identifyPage(ctx context.Context) error {
	if err := s.identify(ctx); err != nil {
		return err
	}
	account, err := s.accounts.Account(ctx, s.db, s.post.SocialAccountID)
	if err != nil {
		return err
	}
	if account.PartnerPageID == nil {
		return apperror.New(apperror.NotConfigured, "the account %s is connected without a Page now", account.Username)
	}
	token, err := s.accounts.PageToken(ctx, account.ID)
	if err != nil {
		return err
	}
	s.pageAccount = graph.Account{ID: *account.PartnerPageID, Login: graph.Partner, Token: token}
	// What sends bytes acts for the Page.
	s.account = s.pageAccount
	return nil
}

// note stores a step, unless the post has been deleted meanwhile.
func (s *sharing) note(set func(*database.Update)) func(context.Context, bun.IDB) error {
	return func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(s.exists(ctx, tx), posts.Update(ctx, tx, s.post.ID, s.now(), set))
	}
}

// chooseKind settles by which call the post gets onto the Page: a reel takes upright videos of 3 to 90 seconds with 24 to
// 60 frames in each, all others are plain videos there.
func (s *sharing) chooseKind() (posts.ShareKind, error) {
	switch {
	case s.post.MediaType == posts.Stories && s.file.IsVideo():
		return posts.ShareVideoStory, nil
	case s.post.MediaType == posts.Stories:
		return posts.SharePhotoStory, nil
	case s.post.MediaType != posts.Reels:
		return posts.SharePhoto, nil
	}
	content, size, err := s.open(s.file)
	if err != nil {
		return "", err
	}
	defer func() { _ = content.Close() }()
	movie, err := mp4.Read(content, size)
	if err != nil && !errors.Is(err, mp4.ErrNotMovie) {
		return "", err
	}
	if err == nil && isPageReel(movie) {
		return posts.ShareReel, nil
	}
	return posts.ShareVideo, nil
}

// What a reel of a Page may be.
const (
	shortestPageReel  = 3 * time.Second
	longestPageReel   = 90 * time.Second
	leastPageReelWide = 540
	leastPageReelTall = 960
	// The frames a second of a reel of a Page, as far as the file says them.
	slowestPageReel, fastestPageReel = 24, 60
	// wholePixels is how much a ratio may be off because sizes are whole.
	wholePixels = 0.01
)

func isPageReel(m mp4.Movie) bool {
	if m.Duration < shortestPageReel || m.Duration > longestPageReel || m.Width < leastPageReelWide || m.Height < leastPageReelTall {
		return false
	}
	if rate := math.Round(m.FrameRate); rate != 0 && (rate < slowestPageReel || rate > fastestPageReel) {
		return false
	}
	off := float64(m.Width)/float64(m.Height) - 9.0/16
	return off > -wholePixels && off < wholePixels
}

// makeVisible makes the one call that people see the effect of, once the attempt is written down.
func (s *sharing) makeVisible(ctx context.Context, in attempt.Transaction, also func(context.Context, bun.IDB) error) error {
	permission, err := s.intend(ctx, page{}, value(s.post.ShareObjectID), in, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(s.exists(ctx, tx), also(ctx, tx))
	})
	if err != nil {
		return err
	}
	s.refusal = ""
	killpoint.Reach("posts.share.intended")
	id, err := s.send(ctx, permission)
	if err == nil {
		killpoint.Reach("posts.share.sent")
		return s.made(ctx, id, attempt.Decision{How: attempt.Told, Evidence: "the answer to the call"})
	}
	killpoint.Reach("posts.share.refused")
	var failed *graph.Error
	if !errors.As(err, &failed) {
		return err
	}
	s.log.Warn("posts: the call that shares a post failed", "post", s.post.ID, "error", err)
	if failed.OutcomeUnknown() {
		return s.claim.Retry(ctx, s.clock.Now().Add(firstLook), describe(failed), nil)
	}
	s.refusal, s.isProven = describe(failed), false
	return err
}

// send makes the call and returns the id of what is visible then; empty when the network did not name it.
func (s *sharing) send(ctx context.Context, permission intent.Intent) (string, error) {
	text := value(s.post.Caption)
	switch *s.post.ShareKind {
	case posts.SharePhotoStory:
		return s.network.PublishPagePhotoStory(ctx, permission, s.pageAccount, *s.post.ShareObjectID)
	case posts.ShareVideoStory:
		return s.network.FinishPageVideo(ctx, permission, s.pageAccount, graph.PageVideoStory, *s.post.ShareObjectID, "")
	case posts.ShareReel:
		return s.network.FinishPageVideo(ctx, permission, s.pageAccount, graph.PageReel, *s.post.ShareObjectID, text)
	case posts.ShareVideo:
		content, size, err := s.open(s.file)
		if err != nil {
			return "", err
		}
		defer func() { _ = content.Close() }()
		return s.network.PublishPageVideo(ctx, permission, s.pageAccount, graph.File{At: content, Size: size}, text)
	default:
		return s.network.PublishPagePost(ctx, permission, s.pageAccount, graph.PagePhotoPost{PhotoID: *s.post.ShareObjectID, Text: text})
	}
}

// made records that the share is on the Page, before anything else: an id that is lost could not be told from none.
func (s *sharing) made(ctx context.Context, id string, d attempt.Decision) error {
	if id == "" {
		// A reel and a story are found under the id of their video too.
		id = value(s.post.ShareObjectID)
	}
	d.Verdict, d.MediaID = attempt.Live, id
	err := s.keep(ctx, func(ctx context.Context, tx bun.IDB) error {
		err := posts.Update(ctx, tx, s.post.ID, s.now(), func(u *database.Update) { u.Set("partner_post_id = ?, share_state = ?", id, posts.ShareMade) })
		return errors.Join(err, s.decide(ctx, tx, d))
	})
	if err != nil {
		return err
	}
	killpoint.Reach("posts.share.made")
	state := posts.ShareMade
	s.post.PartnerPostID, s.post.ShareState = &id, &state
	s.log.Info("posts: shared to the Page", "post", s.post.ID, "page_post", id)
	timeline.Note(ctx, "the post is on the Page as %s", id)
	return s.watch(ctx)
}

// settleShare ends or puts off the job after a step that failed.
func (s *sharing) settleShare(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	var alike *alikeError
	if errors.As(err, &alike) {
		return s.claim.Snooze(ctx, s.clock.Now().Add(alikePause), heldForAlike, s.clearing(verdict{}))
	}
	v := judge(err, s.failed())
	if v.remedy == unhandled {
		return err
	}
	if isNotReached(err) && s.clock.Now().Sub(s.claim.Job.CreatedAt.Time()) <= s.lateness.Grace {
		_, pause := s.noteUnreached(err)
		return s.claim.Snooze(ctx, s.clock.Now().Add(pause), heldOffline, s.clearing(v))
	}
	s.log.Warn("posts: a step of sharing a post failed", "post", s.post.ID, "code", v.code, "error", err)
	isAsked := s.last.IsOpen() && s.refusal == ""
	switch {
	case *s.post.ShareState == posts.ShareMade:
		return s.watchLater(ctx, v.message)
	case isAsked && v.remedy != giveUp:
		return s.askLater(ctx, v.message, v.after, !isSilent(err))
	case v.remedy == wait && s.clock.Now().Add(v.after).Sub(s.claim.Job.CreatedAt.Time()) <= limitPatience:
		return s.claim.Snooze(ctx, s.clock.Now().Add(v.after), v.message, s.clearing(v))
	case v.remedy == giveUp, v.remedy == wait, s.claim.Job.LastAttempt():
		v.message += s.maybe()
		return s.giveUp(ctx, v)
	}
	return s.claim.Retry(ctx, s.clock.Now().Add(jobs.Backoff(s.failed()+1)), v.message, s.clearing(v))
}

// clearing returns what settles an attempt that is proved to have taken no effect, notes that one was refused, which the network may have
// carried out all the same, and drops what was prepared where the verdict asks for that.
func (s *sharing) clearing(v verdict) func(context.Context, bun.IDB) error {
	return func(ctx context.Context, tx bun.IDB) error {
		err := s.exists(ctx, tx)
		switch {
		case s.refusal == "":
		case !s.isProven:
			err = errors.Join(err, s.answered(true, s.refusal)(ctx, tx))
		default:
			err = errors.Join(err, s.decide(ctx, tx, absent("it took no effect: "+s.refusal)))
		}
		if v.remedy != anew {
			return err
		}
		return errors.Join(err, posts.Update(ctx, tx, s.post.ID, s.now(), func(u *database.Update) {
			u.Set("share_object_id = NULL, share_object_at = NULL, share_uri = NULL")
		}))
	}
}

// maybe is what is to be added to the reason of an end after which the share may be visible.
func (s *sharing) maybe() string {
	if !s.last.IsOpen() || s.refusal != "" || *s.post.ShareState == posts.ShareMade {
		return ""
	}
	return "; it may be on the Page: look there before you share it by hand"
}

// giveUp ends the share. The post stays PUBLISHED and says what became of the wish. What the network refused, or did not answer, it may
// have carried out all the same: that is looked for afterwards.
func (s *sharing) giveUp(ctx context.Context, v verdict) error {
	killpoint.Reach("posts.share.failing")
	s.log.Warn("posts: not shared to the Page", "post", s.post.ID, "code", v.code, "reason", v.message)
	timeline.Note(ctx, "the post is not shared to the Page: %s", v.message)
	ended := s.note(func(u *database.Update) {
		u.Set("share_state = NULL, share_uri = NULL")
		u.Set("error_code = ?, error_message = ?", v.code, notShared+secrets.HideKeys(v.message))
	})
	return s.claim.Fail(ctx, v.message, func(ctx context.Context, tx bun.IDB) error {
		v.answer = s.refusal
		return errors.Join(ended(ctx, tx), s.settleAttempt(ctx, tx, v), s.markDead(ctx, tx, v), s.release(ctx, tx, s.post.ID))
	})
}

// notShared begins the message of a post whose share came to nothing.
const notShared = "published, but not shared to the Page: "

// findFile finds the post's one file.
func (s *sharing) findFile(ctx context.Context) error {
	links, err := posts.SelectLinks(ctx, s.db, []wireid.ID{s.post.ID})
	if err != nil {
		return err
	}
	files, err := s.files(ctx, links)
	if err == nil {
		s.file = files[0]
	}
	return err
}
