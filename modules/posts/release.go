package posts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// fetchTime is for how long the files of a post stay where they are that failed while the network was still working on them. That is no
// reason to try again with others: the container may come to be finished, and a retry use it.
const fetchTime = 2 * time.Hour

// release takes back what was made public of the files of a post that is done, in the transaction tx that ends it: of those
// that no other post is about to have fetched. Every writer waits for the other, so that a post either stands there as
// QUEUED, which keeps the file public, or reads later that it is not, and makes it public under a new key.
func (p *Publisher) release(ctx context.Context, tx bun.IDB, post wireid.ID) error {
	return p.posts.releaseFiles(ctx, tx, post, 0)
}

// releaseFiles is release for files that may be fetched for a while more.
func (s *Service) releaseFiles(ctx context.Context, tx bun.IDB, post wireid.ID, after time.Duration) error {
	files, err := selectUnneeded(ctx, tx, post)
	if err != nil {
		return fmt.Errorf("find the files that no post needs: %w", err)
	}
	return s.releaseAll(ctx, tx, files, after)
}

func (s *Service) releaseAll(ctx context.Context, tx bun.IDB, files []wireid.ID, after time.Duration) error {
	for _, file := range files {
		if err := s.media.Release(ctx, tx, file, after); err != nil {
			return err
		}
	}
	return nil
}

// releaseBatch is how many files a transaction of ReleaseLeft takes back.
const releaseBatch = 100

// ReleaseLeft takes back what is public of all files that no post needs: of posts that were taken back to DRAFT or deleted, or that
// an earlier version has left.
func (p *Publisher) ReleaseLeft(ctx context.Context) error {
	for {
		var files []wireid.ID
		err := p.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
			if files, err = selectLeftPublic(ctx, tx, releaseBatch); err != nil {
				return err
			}
			return p.posts.releaseAll(ctx, tx, files, 0)
		})
		if err != nil {
			return fmt.Errorf("release files that no post needs: %w", err)
		}
		if len(files) < releaseBatch {
			return nil
		}
	}
}

// LeaveStore takes back whatever is public, and former forms of it that were left for a while, before another store is used, and returns INVALID_STATUS while a post is being
// published or shared, or is the cloud's: the network may be at its files, or be sent there any time.
func (p *Publisher) LeaveStore(ctx context.Context) error {
	return p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		busy, err := tx.NewSelect().Model((*Post)(nil)).Where(fetching).Exists(ctx)
		if err != nil {
			return fmt.Errorf("find posts that are being published: %w", err)
		}
		if busy {
			return apperror.New(apperror.InvalidStatus, "a post is being published, or waits in the cloud worker, which has the addresses of its files; try again when that has ended")
		}
		files, err := selectPublic(ctx, tx)
		if err != nil {
			return fmt.Errorf("find public files: %w", err)
		}
		return errors.Join(p.posts.releaseAll(ctx, tx, files, 0), p.media.HurryReleased(ctx, tx))
	})
}

// fetching is the condition under which the network may be at a post's files without being asked anew.
const fetching = `status IN ('PROCESSING', 'PUBLISHING') OR status = 'SCHEDULED' AND cloud_job_id IS NOT NULL OR
	status = 'PUBLISHED' AND share_state IS NOT NULL`

// needing is the condition under which a post may have its files fetched: it waits to be published or is being, the cloud has
// it, or it is to be shared to the Page. It is that of the index postsNeeding.
const (
	needing      = `(p.status IN ('QUEUED', 'PROCESSING', 'PUBLISHING') OR ` + inCloud + ` OR p.status = 'PUBLISHED' AND p.share_state IS NOT NULL)`
	postsNeeding = "posts AS p INDEXED BY posts_needing"
)

// fewNeeding is up to how many posts that need files are looked through. When there are more, it is the posts of a file that are: then
// most of those need it, so that the first ones tell.
const fewNeeding = 32

// unneeded is the files of a post that no post needs, itself included.
var unneeded = fmt.Sprintf(`WITH busy AS MATERIALIZED (SELECT p.id FROM %[1]s WHERE %[2]s LIMIT %[3]d + 1)
	SELECT DISTINCT media_file_id FROM post_media AS own WHERE post_id = ? AND media_file_id IS NOT NULL
	AND CASE WHEN (SELECT count(*) FROM busy) <= %[3]d
		THEN NOT EXISTS (SELECT 1 FROM busy CROSS JOIN post_media AS l ON l.post_id = busy.id WHERE l.media_file_id = own.media_file_id)
		ELSE NOT EXISTS (SELECT 1 FROM post_media AS l CROSS JOIN %[1]s ON p.id = l.post_id WHERE l.media_file_id = own.media_file_id AND %[2]s)
	END`, postsNeeding, needing, fewNeeding)

// selectUnneeded returns the files of a post that no post needs, itself included.
func selectUnneeded(ctx context.Context, tx bun.IDB, post wireid.ID) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, tx, unneeded, post)
}

// selectLeftPublic returns public files that no post needs.
func selectLeftPublic(ctx context.Context, db bun.IDB, most int) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, `SELECT id FROM media_files AS file WHERE public_key IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM post_media AS l CROSS JOIN `+postsNeeding+` ON p.id = l.post_id
			WHERE l.media_file_id = file.id AND `+needing+`) ORDER BY id LIMIT ?`, most)
}

func selectPublic(ctx context.Context, db bun.IDB) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, "SELECT id FROM media_files WHERE public_key IS NOT NULL")
}
