package storyrepost

import (
	"context"
	"errors"
	"fmt"
	"io"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Where the sticker stands that tags the author: below the middle, above a signature.
const (
	tagX = 0.5
	tagY = 0.8
)

// refusal ends a record, or puts it back, for a reason that lies in the story or in the configuration.
type refusal struct {
	to     Status
	reason string
}

func (r *refusal) Error() string { return "storyrepost: " + r.reason }

func refuse(to Status, format string, args ...any) error {
	return &refusal{to, fmt.Sprintf(format, args...)}
}

// errLater says that a video is still being written over; the work goes on when that is done.
var errLater = errors.New("storyrepost: the video is still being edited")

// work takes a record that is PROCESSING to its post, from wherever an earlier try got to:
//
//	look at the story -> fetch it as a media file, noted -> draw the signature -> post and note of it, one transaction
//
// Up to the last step nothing has been made that anybody could see, so that all of it may be repeated.
func (c caller) work(ctx context.Context, r *RepostRecord, config *StoryRepostConfig) error {
	has, err := c.hasFile(ctx, r)
	if err != nil {
		return err
	}
	if !has {
		if err := c.fetch(ctx, r); err != nil {
			return err
		}
	}
	if err := c.draw(ctx, r, config); err != nil {
		return err
	}
	return c.submit(ctx, r, config)
}

// hasFile reports whether the story was fetched, and is still there.
func (c caller) hasFile(ctx context.Context, r *RepostRecord) (bool, error) {
	if r.MediaFileID == nil {
		return false, nil
	}
	_, err := c.Media.File(ctx, *r.MediaFileID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return false, nil
	}
	return err == nil, err
}

// fetch takes the story in as a media file.
func (c caller) fetch(ctx context.Context, r *RepostRecord) error {
	info, err := c.media(ctx, *r.SourceMediaID)
	if err != nil {
		return err
	}
	switch {
	case r.AuthorID != nil && info.OwnerID != "" && info.OwnerID != *r.AuthorID:
		return refuse(Skipped, "the story belongs to somebody else than who mentioned the account")
	case !info.ExpiresAt.IsZero() && !info.ExpiresAt.After(c.gone().Time()):
		return refuse(Expired, "%s", reasonExpired)
	}
	name := "story of " + r.OriginalUsername + ".jpg"
	if info.IsVideo {
		name = "story of " + r.OriginalUsername + ".mp4"
	}
	file, err := c.Media.Add(ctx, name, func(w io.Writer, most int64) error { return c.download(ctx, info.URL, w, most) })
	if apperror.CodeOf(err) == apperror.MediaInvalid {
		return refuse(Skipped, "what the network has of the story is not a picture or video: %s", apperror.From(err).Message)
	}
	if err != nil {
		return err
	}
	r.MediaFileID = &file.ID
	return c.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		noted, err := setMedia(ctx, tx, r.ID, file.ID, c.now())
		if err == nil && !noted {
			err = errTaken
		}
		return err
	})
}

// errTaken says that the record is not as the work left it.
var errTaken = errors.New("storyrepost: the record has been changed by somebody else")

// draw writes the signature over the file, if there is to be one. Of a video that takes a while: then it returns errLater.
func (c caller) draw(ctx context.Context, r *RepostRecord, config *StoryRepostConfig) error {
	if config.SignatureOverlay == nil {
		return nil
	}
	made, err := c.Media.Edits(ctx, *r.MediaFileID)
	if err != nil {
		return err
	}
	hasFailed := made.Conversion != nil && made.Conversion.State == media.ConversionFailed
	if made.Edits == nil && (made.Conversion == nil || hasFailed && !c.resumes) {
		text, err := parseOverlay(*config.SignatureOverlay)
		if err != nil {
			return err
		}
		if made, err = c.Media.Edit(ctx, *r.MediaFileID, specOf(text, r.OriginalUsername)); err != nil {
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

// submit makes the post. It, the count of the day and the note in the record are one transaction: no death of the program can lose
// the post or make a second one.
func (c caller) submit(ctx context.Context, r *RepostRecord, config *StoryRepostConfig) error {
	story := posts.PublishablePost{AccountID: c.account, MediaType: posts.Stories, MediaFileID: r.MediaFileID}
	if config.AutoTagOriginalPoster {
		x, y := tagX, tagY
		story.StoryMentions = []posts.StoryMention{{Username: r.OriginalUsername, X: &x, Y: &y}}
	}
	source := posts.FromStoryRepost
	if r.IsAutomatic {
		source = posts.AutomaticReposts
	}
	_, err := c.Intake.Submit(ctx, posts.Submission{PublishablePost: story, Source: source, Also: func(ctx context.Context, tx bun.IDB, made posts.Accepted) error {
		if err := c.spend(ctx, tx, r.IsAutomatic); err != nil {
			return err
		}
		noted, err := setPost(ctx, tx, r.ID, made.PostID, c.now())
		if err == nil && !noted {
			err = errTaken
		}
		return err
	}})
	return err
}

// spend counts a repost of the day, unless the day has had all of its own.
func (c caller) spend(ctx context.Context, tx bun.IDB, automatic bool) error {
	config, err := selectConfig(ctx, tx, c.account)
	if err != nil || config == nil {
		return err
	}
	now := c.Clock.Now()
	if err := config.checkLimit(c.Service, automatic); err != nil {
		return err
	}
	config.spend(now, c.Zone)
	if automatic {
		config.LastAutoSyncAt = wiretime.Ptr(now) // The next one keeps its distance from the post.
	}
	config.UpdatedAt = wiretime.Of(now)
	return saveConfig(ctx, tx, config)
}

// checkLimit refuses a repost for which the day has no room.
func (c *StoryRepostConfig) checkLimit(s *Service, automatic bool) error {
	left, until := c.repostsLeft(s.Clock.Now(), automatic)
	if left > 0 {
		return nil
	}
	back := Detected
	if automatic {
		back = Pending
	}
	return refuse(back, "the reposts of today are used up; the next is possible from %s", wiretime.Of(until))
}

// begin has the record be worked on (DETECTED, PENDING or FAILED -> PROCESSING). It reports false when it is not in from.
func (s *Service) begin(ctx context.Context, tx bun.IDB, id wireid.ID, from Status, automatic bool) (bool, error) {
	return moveRepost(ctx, tx, id, from, Processing, s.now(), func(u *bun.UpdateQuery) {
		u.Set("is_automatic = ?, attempts = attempts + 1, reason = NULL", automatic)
	})
}

// repostNext reposts the record by itself that expires first.
func (p Poller) repostNext(ctx context.Context, c caller) error {
	var next *RepostRecord
	var config *StoryRepostConfig
	err := p.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		now := p.Clock.Now()
		if config, err = selectConfig(ctx, tx, c.account); err != nil || config == nil || !config.mayRepost(now, p.Zone) {
			return err
		}
		if next, err = nextPending(ctx, tx, c.account, p.gone()); err != nil || next == nil {
			return err
		}
		config.LastAutoSyncAt, config.UpdatedAt = wiretime.Ptr(now), wiretime.Of(now)
		if err := saveConfig(ctx, tx, config); err != nil {
			return err
		}
		_, err = p.begin(ctx, tx, next.ID, Pending, true)
		return err
	})
	if err != nil || next == nil {
		return err
	}
	return p.carryOn(ctx, c, next.ID, config)
}

// carryOn works on a record that is PROCESSING, and notes how that ended. It returns what has to be noted of the network.
func (s *Service) carryOn(ctx context.Context, c caller, id wireid.ID, config *StoryRepostConfig) error {
	leave, free := s.working.take(id)
	if !free {
		return nil
	}
	defer leave()
	r, err := selectRepost(ctx, s.DB, id)
	if err != nil || r == nil || r.Status != Processing || r.PostID != nil {
		return err
	}
	err = c.work(ctx, r, config)
	if err == nil || errors.Is(err, errLater) || errors.Is(err, errTaken) {
		return nil
	}
	v, known := judge(err, r, s.gone())
	if !known {
		return errors.Join(err, s.conclude(ctx, r, v))
	}
	s.Log.Info("storyrepost: a repost came to nothing", "record", id, "becomes", string(v.to), "reason", v.reason, "error", err)
	if concluded := s.conclude(ctx, r, v); concluded != nil {
		return concluded
	}
	return err
}

// conclude ends the record, or puts it back, whether the one who asked still waits or not.
func (s *Service) conclude(ctx context.Context, r *RepostRecord, v *refusal) error {
	return s.DB.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error {
		_, err := moveRepost(ctx, tx, r.ID, Processing, v.to, s.now(), func(u *bun.UpdateQuery) { u.Set("reason = ?", v.reason) })
		return err
	})
}
