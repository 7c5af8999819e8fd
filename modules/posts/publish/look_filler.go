package publish

import (
	"context"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/database"

	"github.com/uptrace/bun"
)

// lookFiller works out the looks of attempts whose row was made by a migration, which cannot do so.
// Until then what an account shows tells nothing about them. The look of a post that was deleted
// stays unknown.
type lookFiller struct {
	db       *database.DB
	posts    *posts.History
	channels channels
}

// fill writes the looks that are missing.
func (l *lookFiller) fill(ctx context.Context) error {
	without, err := attempt.WithoutLook(ctx, l.db)
	if err != nil || len(without) == 0 {
		return err
	}
	return l.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, a := range without {
			if a.IsUnreadable {
				continue
			}
			post, err := l.posts.Post(ctx, a.PostID)
			if apperror.CodeOf(err) == apperror.NotFound {
				continue
			}
			if err != nil {
				return err
			}
			look, _ := l.channels.byName(a.Channel).Look(post)
			if err := attempt.NoteLook(ctx, tx, a.Seq, look); err != nil {
				return err
			}
		}
		return nil
	})
}
