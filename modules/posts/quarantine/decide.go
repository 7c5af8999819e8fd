package quarantine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/instance"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Release lets the posts go out, all or none, in their turn and under the rules for late posts, and
// returns how many those are. With absent, it reads the accounts once more, and releases the posts
// that are proved not to be there too. It returns INVALID_STATUS when the cloud worker may have one
// of them as it is here, when one is PUBLISHED or a draft, and while another copy of the folder is
// in use.
func (s *service) Release(ctx context.Context, ids []wireid.ID, absent bool) (int, error) {
	if absent {
		proved, err := s.provedAbsent(ctx)
		if err != nil {
			return 0, err
		}
		ids = slices.Concat(ids, proved)
	}
	if err := s.Folder.CheckRival(); err != nil {
		return 0, apperror.New(apperror.InvalidStatus, "%v", err)
	}
	released := map[wireid.ID]bool{}
	err := s.each(ctx, ids, func(ctx context.Context, tx bun.IDB, post posts.Post, r row) error {
		switch {
		case post.InCloud() && (r.Verdict == nil || *r.Verdict != Unsure):
			return apperror.New(apperror.InvalidStatus, "the cloud worker has the post %s, or may have it, and publishes it when it is due, so there is nothing to release; you can take it back (crier cloud takeover)", post.ID)
		case post.Status == posts.Draft, post.Status == posts.Published && !isBesideLeft(post):
			return apperror.New(apperror.InvalidStatus, "the post %s is %s, and is not held", post.ID, post.Status)
		}
		released[post.ID] = true
		if err := instance.Release(ctx, tx, post.ID, s.now()); err != nil {
			return err
		}
		return errors.Join(unsay(ctx, tx, r, s.now()), s.Surveyor.ResumeReleased(ctx, tx, post.SocialAccountID))
	})
	return len(released), err
}

// provedAbsent reads the accounts, and returns the posts that are proved not to be there.
func (s *service) provedAbsent(ctx context.Context) ([]wireid.ID, error) {
	if err := s.look(ctx, math.MaxInt); err != nil {
		return nil, err
	}
	return database.Values[wireid.ID](ctx, s.DB,
		"SELECT held.post_id FROM quarantined_posts AS held JOIN posts AS post ON post.id = held.post_id WHERE held.verdict = 'ABSENT' AND "+isOpen)
}

// Live makes a post PUBLISHED because a person says that it is live. The permalink names its item
// among those that the account has shown since lookBack before the folder's last sign of life. Live
// returns INVALID_STATUS for an item that is not among them, or belongs to another post, and while
// a worker is at the post.
func (s *service) Live(ctx context.Context, id wireid.ID, permalink string) error {
	item, err := s.itemAt(ctx, id, permalink)
	if err != nil {
		return err
	}
	return s.each(ctx, []wireid.ID{id}, func(ctx context.Context, tx bun.IDB, post posts.Post, _ row) error {
		if post.Status == posts.Published {
			return s.endBeside(ctx, tx, post)
		}
		found := channel.Item{At: s.Clock.Now()}
		if at := post.ScheduledFor; at != nil && at.Time().Before(found.At) {
			found.At = at.Time()
		}
		if item != nil {
			found = *item
		}
		err := s.Surveyor.Adopt(ctx, tx, post.ID, found, "the user said that it is live")
		return errors.Join(err, decide(ctx, tx, post.ID, "live", s.now()))
	})
}

// lookBack is how long before the folder's last sign of life an item may have appeared that
// somebody says is a post: such as one whose call had no answer.
const lookBack = 7 * 24 * time.Hour

// itemAt returns the item of the permalink, nil without one, and where the post is PUBLISHED
// already.
func (s *service) itemAt(ctx context.Context, id wireid.ID, permalink string) (*channel.Item, error) {
	if permalink == "" {
		return nil, nil
	}
	state, err := s.Folder.State(ctx)
	if err != nil || !state.IsQuarantined() {
		return nil, err // The decision says so.
	}
	post, err := posts.SelectPost(ctx, s.DB, id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, notFound(id)
	case err != nil, post.Status == posts.Published:
		return nil, err
	case s.Surveyor.IsNative(post):
		return nil, apperror.New(apperror.InvalidStatus, "a story with mentions cannot be looked up by its address; leave the address out (--permalink)")
	}
	list := []posts.Post{post}
	if err := posts.AttachMedia(ctx, s.DB, s.Media, list); err != nil {
		return nil, fmt.Errorf("read the files of a post: %w", err)
	}
	since := state.TakenAt.Time().Add(-lookBack)
	item, why, err := s.Surveyor.Find(ctx, list[0], permalink, since)
	switch {
	case err != nil:
		return nil, fmt.Errorf("look for an address: %w", err)
	case why != "":
		return nil, apperror.New(apperror.InvalidStatus, "the account cannot be read: %s; try again later, or leave the address out (--permalink)", why)
	case item == nil:
		return nil, apperror.New(apperror.InvalidStatus,
			"the account of the post shows no %s at this address that appeared since %s: it is another account's, of another type, or gone; look at it again, or leave the address out (--permalink)",
			post.MediaType, wiretime.Of(since))
	}
	return item, nil
}

// Drop makes drafts of posts, so that they do not go out. A post that may have been sent from this
// folder becomes FAILED instead. A share is given up. Drop returns INVALID_STATUS while a worker is
// at one of the posts.
func (s *service) Drop(ctx context.Context, ids []wireid.ID) error {
	return s.each(ctx, ids, func(ctx context.Context, tx bun.IDB, post posts.Post, _ row) error {
		switch {
		case post.InCloud():
			return apperror.New(apperror.InvalidStatus, "the cloud worker has the post %s: cancel it there (crier schedule cancel)", post.ID)
		case isBesideLeft(post):
			return s.endBeside(ctx, tx, post)
		case post.Status == posts.Draft, post.Status == posts.Published:
			return apperror.New(apperror.InvalidStatus, "the post %s is %s, and is not held", post.ID, post.Status)
		}
		if err := s.Surveyor.Withdraw(ctx, tx, post.ID); err != nil {
			return err
		}
		return errors.Join(s.drop(ctx, tx, post), decide(ctx, tx, post.ID, "dropped", s.now()))
	})
}

func (s *service) drop(ctx context.Context, tx bun.IDB, post posts.Post) error {
	mayBeLive, err := attempt.MayBeLive(ctx, tx, post.ID)
	switch {
	case err != nil, post.Status == posts.Failed:
		return err
	case mayBeLive, post.Status == posts.Publishing:
		completed, err := posts.NextCompletion(ctx, tx, s.now())
		if err != nil {
			return err
		}
		_, err = posts.ChangeStatus(ctx, tx, post.ID, post.Status, posts.Failed, s.now(), func(u *database.Update) {
			u.Set("error_code = ?, error_message = ?, completed_at = ?", apperror.UnknownError, "it was given up, and may be live; "+posts.LookFirst, completed)
			u.Set("doubt = ?, settled_message = ?", posts.MayBeLive, "it was given up"+posts.NotLive)
		})
		return err
	case post.Status == posts.Processing:
		if _, err := posts.ChangeStatus(ctx, tx, post.ID, post.Status, posts.Queued, s.now(), nil); err != nil {
			return err
		}
		post.Status = posts.Queued
	}
	return posts.BackToDraft(ctx, tx, post, s.now())
}

// isBesideLeft reports whether a live post is still to be commented or shared.
func isBesideLeft(post posts.Post) bool { return post.IsCommenting() || post.IsSharing() }

// endBeside ends the first comment and the share of a live post: they were made, or they will not
// be.
func (s *service) endBeside(ctx context.Context, tx bun.IDB, post posts.Post) error {
	if !isBesideLeft(post) {
		return apperror.New(apperror.InvalidStatus, "the post %s is PUBLISHED, and is not held", post.ID)
	}
	if err := s.Surveyor.Withdraw(ctx, tx, post.ID); err != nil {
		return err
	}
	err := posts.Update(ctx, tx, post.ID, s.now(), func(u *database.Update) {
		u.Set("share_state = NULL")
		if post.IsCommenting() {
			u.Set("first_comment_state = ?", posts.CommentNotSeen)
		}
	})
	return errors.Join(err, decide(ctx, tx, post.ID, "live", s.now()))
}

// each runs the same for several posts in one transaction, while there is a quarantine.
func (s *service) each(ctx context.Context, ids []wireid.ID, do func(context.Context, bun.IDB, posts.Post, row) error) error {
	s.looking.Lock()
	defer s.looking.Unlock()
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := checkQuarantined(ctx, tx); err != nil {
			return err
		}
		for _, id := range ids {
			post, err := posts.SelectPost(ctx, tx, id)
			if errors.Is(err, sql.ErrNoRows) {
				return notFound(id)
			}
			if err != nil {
				return err
			}
			r, err := findRow(ctx, tx, id)
			if err != nil {
				return err
			}
			if err := do(ctx, tx, post, r); err != nil {
				return err
			}
		}
		return nil
	})
	s.Queue.Wake()
	return err
}

func checkQuarantined(ctx context.Context, tx bun.IDB) error {
	state, err := instance.Read(ctx, tx)
	if err == nil && !state.IsQuarantined() {
		return apperror.New(apperror.InvalidStatus, "the data folder is not in quarantine: nothing is held")
	}
	return err
}

// Close ends the quarantine, and the posts that were made during it go on. It returns
// INVALID_STATUS while there are posts without a decision, and while another copy of the folder is
// in use.
func (s *service) Close(ctx context.Context) error {
	if err := s.Look(ctx); err != nil {
		return err
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := checkQuarantined(ctx, tx); err != nil {
			return err
		}
		// Posts that act since the last look are held too.
		if err := s.hold(ctx, tx); err != nil {
			return err
		}
		open, err := countOpen(ctx, tx)
		if err != nil {
			return err
		}
		if open > 0 {
			return apperror.New(apperror.InvalidStatus,
				"posts are still held (%d); release them, say that they are live, or drop them (crier restore status lists them)", open)
		}
		if err := s.Folder.Close(ctx, tx); errors.Is(err, instance.ErrCopy) {
			return apperror.New(apperror.InvalidStatus, "%v", err)
		} else if err != nil {
			return err
		}
		return unsayAll(ctx, tx, s.now())
	})
	if err == nil {
		s.Log.Info("quarantine: it was closed; posts go out again")
	}
	s.Queue.Wake()
	return err
}
