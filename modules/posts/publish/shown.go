package publish

import (
	"context"
	"errors"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/timeline"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// show writes onto the post what its attempt turned out to be. It reports false when the post is
// not as it was.
func (l *lives) show(ctx context.Context, tx bun.IDB, run *channel.Run, f finding) (bool, error) {
	switch {
	case f.item == nil && run.Post.Status == posts.Published:
		return true, nil // Which item it is may be told later.
	case run.Last.Channel == attempt.Page:
		return true, l.showShared(ctx, tx, run, f)
	case run.Last.Channel == attempt.Comment:
		return true, l.showCommented(ctx, tx, run, f)
	case run.Post.Status == posts.Published:
		return true, l.showNamed(ctx, tx, run, f)
	}
	return l.revive(ctx, tx, run, f)
}

// showAbsent takes off a post what says that its attempt may have taken effect.
func (l *lives) showAbsent(ctx context.Context, tx bun.IDB, post posts.Post, by attempt.Channel, why string) error {
	set := func(u *database.Update) {
		u.Set("error_message = coalesce(settled_message, error_message) || ?, doubt = ?, settled_message = NULL", ": "+why, posts.NoDoubt)
	}
	switch by {
	case attempt.Page:
		set = func(u *database.Update) {
			u.Set("share_message = coalesce(settled_message, share_message, error_message) || ?, doubt = ?, settled_message = NULL", ": "+why, posts.NoDoubt)
		}
	case attempt.Comment:
		return nil // It was refused, which its post says.
	case attempt.Feed, attempt.Story:
	}
	if post.Doubt == posts.NoDoubt {
		return nil
	}
	timeline.Note(ctx, "it is known now that it is not live: %s", why)
	err := posts.Update(ctx, tx, post.ID, l.clock.Stored(), set)
	if err != nil || post.Status != posts.Published {
		return err
	}
	return l.tell(ctx, tx, post.ID)
}

// showNamed writes onto a PUBLISHED post which item it is, below which its first comment can be
// made now. A job that is open shares the post, and goes on with the comment.
func (l *lives) showNamed(ctx context.Context, tx bun.IDB, run *channel.Run, f finding) error {
	timeline.Note(ctx, "it is known now which media the post is: %s", f.item.ID)
	err := posts.Update(ctx, tx, run.Post.ID, l.clock.Stored(), func(u *database.Update) {
		u.Set("sn_media_id = ?, sn_permalink = coalesce(sn_permalink, nullif(?, '')), published_at = ?", f.item.ID, f.item.Permalink, wiretime.Of(f.item.At)).
			Where("sn_media_id IS NULL")
	})
	if err != nil {
		return err
	}
	post, err := posts.SelectPost(ctx, tx, run.Post.ID)
	if err != nil || post.IsSharing() {
		return err
	}
	return l.goOnBeside(ctx, tx, post.ID)
}

// showCommented writes onto a PUBLISHED post that its first comment is there after all.
func (l *lives) showCommented(ctx context.Context, tx bun.IDB, run *channel.Run, f finding) error {
	timeline.Note(ctx, "the first comment is below the post after all, as %s", f.item.ID)
	err := posts.Update(ctx, tx, run.Post.ID, l.clock.Stored(), func(u *database.Update) {
		u.Set("first_comment_state = ?, first_comment_id = ?, comment_code = NULL, comment_message = NULL", posts.CommentMade, f.item.ID)
	})
	return errors.Join(err, l.tell(ctx, tx, run.Post.ID))
}

// showShared writes onto a PUBLISHED post that its share is on the Page after all.
func (l *lives) showShared(ctx context.Context, tx bun.IDB, run *channel.Run, f finding) error {
	err := posts.Update(ctx, tx, run.Post.ID, l.clock.Stored(), func(u *database.Update) {
		u.Set("partner_post_id = ?, partner_permalink = ?", f.item.ID, f.item.Permalink)
		if run.Post.Doubt == posts.MayBeOnPage {
			u.Set("share_message = NULL, doubt = ?, settled_message = NULL", posts.NoDoubt)
		}
	})
	if err != nil || run.Post.Doubt != posts.MayBeOnPage {
		return err
	}
	return l.tell(ctx, tx, run.Post.ID)
}

// revive moves a FAILED post that is live to PUBLISHED.
func (l *lives) revive(ctx context.Context, tx bun.IDB, run *channel.Run, f finding) (bool, error) {
	completed, err := posts.NextCompletion(ctx, tx, l.clock.Stored())
	if err != nil {
		return false, err
	}
	changed, err := posts.ChangeStatus(ctx, tx, run.Post.ID, posts.Failed, posts.Published, l.clock.Stored(), func(u *database.Update) {
		published := l.clock.Published(run.Last)
		if f.item != nil {
			published = wiretime.Of(f.item.At)
			u.Set("sn_media_id = ?, sn_permalink = nullif(?, '')", f.item.ID, f.item.Permalink)
		}
		u.Set("published_at = ?, completed_at = ?, published_via_private_api = ?", published, completed, run.Post.IsNative())
		u.Set("error_code = NULL, error_message = NULL")
	})
	if !changed || err != nil {
		return changed, err
	}
	failpoint.Reach("posts.verify.reviving")
	l.log.Info("posts: a failed post turned out to be live", "post", run.Post.ID)
	// The comment of a post that failed at the cloud worker is not made there any more.
	return true, errors.Join(l.release(ctx, tx, run.Post), l.beginBeside(ctx, tx, run.Post))
}
