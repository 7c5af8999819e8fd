package publish

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// releaser takes back what is public of files that no post needs.
type releaser struct {
	db    *database.DB
	media *media.Service
}

// releaseBatch is how many files a transaction of releaseLeft takes back.
const releaseBatch = 100

// releaseLeft takes back what is public of all files that no post needs: of posts that were taken
// back to DRAFT or deleted, or that an earlier version has left.
func (r *releaser) releaseLeft(ctx context.Context) error {
	for {
		var files []wireid.ID
		err := r.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
			if files, err = posts.SelectLeftPublic(ctx, tx, releaseBatch); err != nil {
				return err
			}
			return posts.ReleaseAll(ctx, tx, r.media, files, 0)
		})
		if err != nil {
			return fmt.Errorf("release files that no post needs: %w", err)
		}
		if len(files) < releaseBatch {
			return nil
		}
	}
}

// leaveStore takes back all public files before another store is used, also those that were to stay
// public for a while. It returns INVALID_STATUS while a post is being published or shared, or is
// the cloud's: the network may be fetching its files, or be told to.
func (r *releaser) leaveStore(ctx context.Context) error {
	return r.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		busy, err := tx.NewSelect().Model((*posts.Post)(nil)).Where(fetching).Exists(ctx)
		if err != nil {
			return fmt.Errorf("find posts that are being published: %w", err)
		}
		if busy {
			return apperror.New(apperror.InvalidStatus, "a post is being published, or waits in the cloud worker, which has the addresses of its files; try again when that has ended")
		}
		files, err := posts.SelectPublic(ctx, tx)
		if err != nil {
			return fmt.Errorf("find public files: %w", err)
		}
		return errors.Join(posts.ReleaseAll(ctx, tx, r.media, files, 0), r.media.HurryReleased(ctx, tx))
	})
}

// fetching is the condition under which the network may be at a post's files without being asked
// again.
const fetching = `status IN ('PROCESSING', 'PUBLISHING') OR status = 'SCHEDULED' AND cloud_job_id IS NOT NULL OR
	status = 'PUBLISHED' AND share_state IS NOT NULL`
