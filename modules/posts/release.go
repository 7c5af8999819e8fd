package posts

import (
	"context"
	"fmt"
	"time"

	"crier/modules/media"
	"crier/platform/database"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// ReleaseFiles takes back the public addresses of an ended post's files, in the transaction tx that
// ends it, after a while for which the network may still fetch them. It leaves files that another
// post needs, and those of the next posts that are due. Writers wait for each other, so that
// another post either is QUEUED already, which keeps the file public, or later reads that it is not
// public, and makes it public under a new key.
func ReleaseFiles(ctx context.Context, tx bun.IDB, store *media.Service, post wireid.ID, after time.Duration) error {
	files, err := selectUnneeded(ctx, tx, post)
	if err != nil {
		return fmt.Errorf("find the files that no post needs: %w", err)
	}
	return ReleaseAll(ctx, tx, store, files, after)
}

// ReleaseAll takes back the public addresses of files, after a while for which the network may
// still fetch them.
func ReleaseAll(ctx context.Context, tx bun.IDB, store *media.Service, files []wireid.ID, after time.Duration) error {
	for _, file := range files {
		if err := store.Release(ctx, tx, file, after); err != nil {
			return err
		}
	}
	return nil
}

// needing is the condition under which a post may have its files fetched: it waits to be published
// or is being, the cloud has it, or its share to the Page is open. It equals the condition of the
// index postsNeeding.
const (
	needing      = `(p.status IN ('QUEUED', 'PROCESSING', 'PUBLISHING') OR ` + inCloud + ` OR p.status = 'PUBLISHED' AND p.share_state IS NOT NULL)`
	postsNeeding = "posts AS p INDEXED BY posts_needing"
)

// fewNeeding is how many posts that need files the query compares with all files of the post. When
// there are more, it looks at the posts of each file instead: most of them are then posts that need
// it, so that the first ones answer the question.
const fewNeeding = 32

// dueSoon is how many due posts are asked whether they use a file. The others of a long queue come
// so much later that the file need not stay public for them.
const dueSoon = 8

// dueNext selects the next of the posts that were due when the post ended.
var dueNext = fmt.Sprintf(`SELECT p.id FROM posts AS p INDEXED BY posts_waiting WHERE %s
	AND p.scheduled_for <= (SELECT completed_at FROM posts WHERE id = ?1) ORDER BY p.scheduled_for, p.id LIMIT %d`, WaitingCondition, dueSoon)

// unneeded is the files of an ended post that no post needs, itself included, and that no post
// needs at once: the same file is often due on several accounts at the same time, and each would
// send it to the object store again.
var unneeded = fmt.Sprintf(`WITH busy AS MATERIALIZED (SELECT p.id FROM %[1]s WHERE %[2]s LIMIT %[3]d + 1)
	SELECT DISTINCT media_file_id FROM post_media AS own WHERE post_id = ?1 AND media_file_id IS NOT NULL
	AND CASE WHEN (SELECT count(*) FROM busy) <= %[3]d
		THEN NOT EXISTS (SELECT 1 FROM busy CROSS JOIN post_media AS l ON l.post_id = busy.id WHERE l.media_file_id = own.media_file_id)
		ELSE NOT EXISTS (SELECT 1 FROM post_media AS l CROSS JOIN %[1]s ON p.id = l.post_id WHERE l.media_file_id = own.media_file_id AND %[2]s)
	END
	AND NOT EXISTS (SELECT 1 FROM (%[4]s) AS due CROSS JOIN post_media AS l ON l.post_id = due.id WHERE l.media_file_id = own.media_file_id)`,
	postsNeeding, needing, fewNeeding, dueNext)

// selectUnneeded returns the files of an ended post that no post needs now or at once.
func selectUnneeded(ctx context.Context, tx bun.IDB, post wireid.ID) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, tx, unneeded, post)
}

// SelectLeftPublic returns the ids of public files that no post needs, at most that many.
func SelectLeftPublic(ctx context.Context, db bun.IDB, limit int) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, `SELECT id FROM media_files AS file WHERE public_key IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM post_media AS l CROSS JOIN `+postsNeeding+` ON p.id = l.post_id
			WHERE l.media_file_id = file.id AND `+needing+`) ORDER BY id LIMIT ?`, limit)
}

// SelectPublic returns the ids of all public files.
func SelectPublic(ctx context.Context, db bun.IDB) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, "SELECT id FROM media_files WHERE public_key IS NOT NULL")
}
