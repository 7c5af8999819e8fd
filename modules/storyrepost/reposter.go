package storyrepost

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/keylock"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// reposter makes posts of records.
type reposter struct {
	clocks

	db      *database.DB
	log     *slog.Logger
	configs *configs
	records *records
	network *network
	media   *media.Service
	uploads *media.Uploads
	editor  *media.Editor
	intake  *posts.Intake
	// busy has the records that this process works on. A record that is PROCESSING in the database,
	// without a post, and not among them belonged to a process that died, or waits for its video.
	busy keylock.Locks[wireid.ID]
}

func newReposter(c clocks, db *database.DB, log *slog.Logger, configs *configs, records *records, net *network, files *media.Service, uploads *media.Uploads,
	editor *media.Editor, intake *posts.Intake,
) *reposter {
	return &reposter{
		clocks: c, db: db, log: log, configs: configs, records: records, network: net, media: files, uploads: uploads, editor: editor, intake: intake,
	}
}

// task is one record that is worked on.
type task struct {
	caller caller
	record *RepostRecord
	config *StoryRepostConfig
	// isResumed says that the work was begun before. A conversion that has failed is then not made
	// again.
	isResumed bool
}

// begin claims a record (DETECTED, PENDING or FAILED -> PROCESSING) and returns what ends the work
// on it, nil unless the record is in from and nobody has its lock. It takes the lock before anybody
// can see the claim: Resume would put a record back that is claimed and not locked. A repost that a
// user asks for has all its tries again.
func (s *reposter) begin(ctx context.Context, tx bun.IDB, id wireid.ID, from Status, automatic bool) (leave func(), err error) {
	leave, free := s.busy.TryLock(id)
	if !free {
		return nil, nil
	}
	begun, err := moveRepost(ctx, tx, id, from, Processing, s.now(), func(u *bun.UpdateQuery) {
		u.Set("is_automatic = ?, attempts = attempts + 1, reason = NULL", automatic)
		if !automatic {
			u.Set("tries = 0")
		}
	})
	if err != nil || !begun {
		leave()
		return nil, err
	}
	return leave, nil
}

// carryOn works on a record that is PROCESSING and whose lock the caller has, and notes the end. It
// returns the network's failure. Work that ends because the program stops, or because its job has
// lost its lease, has no outcome: Resume takes the record up.
func (s *reposter) carryOn(ctx context.Context, id wireid.ID, t task) error {
	r, err := s.beginTry(ctx, id)
	if err != nil {
		return err
	}
	t.record = r
	err = s.work(ctx, t)
	switch {
	case err == nil || errors.Is(err, errTaken):
		return err
	case errors.Is(err, errLater):
		return s.dropTry(ctx, id)
	case ctx.Err() != nil || errors.Is(err, jobs.ErrStopping):
		return errors.Join(stopped(ctx), s.dropTry(ctx, id))
	}
	outcome, known := outcomeOf(err, r, s.gone())
	if !known {
		return errors.Join(err, s.end(ctx, r, outcome))
	}
	s.log.Info("storyrepost: a mention was not reposted", "record", id, "becomes", string(outcome.to), "reason", outcome.reason, "error", err)
	if ended := s.end(ctx, r, outcome); ended != nil {
		return ended
	}
	return err
}

// stopped returns why the work was stopped, in place of the error that the stop led to.
func stopped(ctx context.Context) error { return cmp.Or(context.Cause(ctx), jobs.ErrStopping) }

// beginTry counts a try, and returns the record or errTaken.
func (s *reposter) beginTry(ctx context.Context, id wireid.ID) (r *RepostRecord, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		r, err = beginTry(ctx, tx, id)
		return err
	})
	if err == nil && r == nil {
		err = errTaken
	}
	return r, err
}

func (s *reposter) dropTry(ctx context.Context, id wireid.ID) error {
	return s.db.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error { return dropTry(ctx, tx, id) })
}

// end ends the record, or puts it back, also when the client has gone.
func (s *reposter) end(ctx context.Context, r *RepostRecord, v *refusal) error {
	return s.db.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error {
		_, err := moveRepost(ctx, tx, r.ID, Processing, v.to, s.now(), func(u *bun.UpdateQuery) { u.Set("reason = ?, tries = 0", v.reason) })
		return err
	})
}

// errLater says that a video is still being edited; Resume goes on after that.
var errLater = errors.New("storyrepost: the video is still being edited")

// work makes the post of a record that is PROCESSING, from the step that an earlier try reached:
//
//	look at the story -> fetch it and note the media file -> draw the signature
//	                  -> store the post and note it, in one transaction
//
// Nothing is visible to anybody before the last step, so that all of it may be repeated.
func (s *reposter) work(ctx context.Context, t task) error {
	has, err := s.hasFile(ctx, t.record)
	if err != nil {
		return err
	}
	if !has {
		if err := s.fetch(ctx, t.caller, t.record); err != nil {
			return err
		}
	}
	if err := s.draw(ctx, t); err != nil {
		return err
	}
	return s.submit(ctx, t)
}

// hasFile reports whether the story was fetched, and is still there.
func (s *reposter) hasFile(ctx context.Context, r *RepostRecord) (bool, error) {
	if r.MediaFileID == nil {
		return false, nil
	}
	_, err := s.media.File(ctx, *r.MediaFileID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return false, nil
	}
	return err == nil, err
}

// fetch stores the story as a media file.
func (s *reposter) fetch(ctx context.Context, c caller, r *RepostRecord) error {
	info, err := c.media(ctx, *r.SourceMediaID)
	if err != nil {
		return err
	}
	switch {
	case r.AuthorID != nil && info.OwnerID != "" && info.OwnerID != *r.AuthorID:
		return refuse(Skipped, "the story belongs to another account than the one that sent the mention")
	case !info.ExpiresAt.IsZero() && !info.ExpiresAt.After(s.gone().Time()):
		return refuse(Expired, "%s", reasonExpired)
	}
	name := "story of " + r.OriginalUsername + ".jpg"
	if info.IsVideo {
		name = "story of " + r.OriginalUsername + ".mp4"
	}
	file, err := s.uploads.Add(ctx, name, func(w io.Writer, most int64) error { return c.download(ctx, info.URL, w, most) })
	if apperror.CodeOf(err) == apperror.MediaInvalid {
		return refuse(Skipped, "the story's file is not a picture or video: %s", apperror.From(err).Message)
	}
	if err != nil {
		return err
	}
	r.MediaFileID = &file.ID
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		noted, err := setMedia(ctx, tx, r.ID, file.ID, s.now())
		if err == nil && !noted {
			err = errTaken
		}
		return err
	})
}

// errTaken says that the record is not as the work left it: its account was disconnected, or the
// data folder turned out to have gone back in time, which leaves its mentions to the user.
var errTaken = refuse(Detected, "Crier has stopped this repost: meanwhile the account was disconnected, or the data folder turned out to be old; read the mention again")

// draw writes the signature, if any, over the file. It returns errLater for a
// video: that takes a while.
func (s *reposter) draw(ctx context.Context, t task) error {
	r, config := t.record, t.config
	if config.SignatureOverlay == nil {
		return nil
	}
	made, err := s.editor.Edits(ctx, *r.MediaFileID)
	if err != nil {
		return err
	}
	hasFailed := made.Conversion != nil && made.Conversion.State == media.ConversionFailed
	if made.Edits == nil && (made.Conversion == nil || hasFailed && !t.isResumed) {
		text, err := parseOverlay(*config.SignatureOverlay)
		if err != nil {
			return err
		}
		if made, err = s.editor.Edit(ctx, *r.MediaFileID, specOf(text, r.OriginalUsername)); err != nil {
			return err
		}
	}
	switch {
	case made.Conversion == nil:
		return nil
	case made.Conversion.State != media.ConversionFailed:
		return errLater
	case made.Conversion.Error != nil:
		return refuse(Failed, "the signature could not be drawn into the video: %s", *made.Conversion.Error)
	}
	return refuse(Failed, "the signature could not be drawn into the video")
}

// Where the sticker stands that tags the author: below the middle, above a signature.
const (
	tagX = 0.5
	tagY = 0.8
)

// submit makes the post. It, the count of the day and the note in the record are one transaction:
// no death of the program can lose the post or make a second one.
func (s *reposter) submit(ctx context.Context, t task) error {
	r := t.record
	story := posts.PublishablePost{AccountID: r.SocialAccountID, MediaType: posts.Stories, MediaFileID: r.MediaFileID}
	if t.config.AutoTagOriginalPoster {
		x, y := tagX, tagY
		story.StoryMentions = []posts.StoryMention{{Username: r.OriginalUsername, X: &x, Y: &y}}
	}
	source := posts.FromStoryRepost
	if r.IsAutomatic {
		source = posts.AutomaticReposts
	}
	_, err := s.intake.Submit(ctx, posts.Submission{PublishablePost: story, Source: source, Also: func(ctx context.Context, tx bun.IDB, made posts.Accepted) error {
		if err := s.spend(ctx, tx, r); err != nil {
			return err
		}
		noted, err := setPost(ctx, tx, r.ID, made.PostID, s.now())
		if err == nil && !noted {
			err = errTaken
		}
		return err
	}})
	return err
}

// spend counts a repost of the day, and refuses it when the day's limit is reached.
func (s *reposter) spend(ctx context.Context, tx bun.IDB, r *RepostRecord) error {
	config, err := selectConfig(ctx, tx, r.SocialAccountID)
	if err != nil || config == nil {
		return err
	}
	now := s.clock.Now()
	config.dropFarPlans(now)
	if err := config.checkLimit(now, r.IsAutomatic); err != nil {
		return err
	}
	config.spend(now, s.configs.zone)
	if r.IsAutomatic {
		config.LastAutoSyncAt = wiretime.Ptr(now) // The next one keeps its distance from the post.
	}
	config.UpdatedAt = wiretime.Of(now)
	return saveConfig(ctx, tx, config)
}
