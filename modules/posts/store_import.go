package posts

import (
	"context"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// imported is the post that a row of an imported file made.
type imported struct {
	bun.BaseModel `bun:"table:posts_imports,alias:import"`

	Ref       string `bun:",pk"`
	PostID    wireid.ID
	AccountID wireid.ID
	// Digest is of everything that the row said when it was last imported, MediaDigest of its
	// files.
	Digest, MediaDigest string
	MadeAt              wiretime.Time
}

var (
	importByRef   = database.SelectFrom[imported]("WHERE ref = ?")
	importByPost  = database.SelectFrom[imported]("WHERE post_id = ?")
	importsOf     = database.SelectFrom[imported]("WHERE post_id IN (SELECT value FROM json_each(?))")
	exportedPosts = database.SelectFrom[Post]("WHERE status IN ('DRAFT', 'SCHEDULED') AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?")
)

// wasEverHere reports whether the id is of a post of this folder, also of one that was deleted.
func wasEverHere(ctx context.Context, db bun.IDB, id wireid.ID) (bool, error) {
	return database.Value[bool](ctx, db, "SELECT EXISTS (SELECT 1 FROM posts WHERE id = ?1) OR EXISTS (SELECT 1 FROM posts_archive WHERE id = ?1)", id)
}

// replaceImport remembers what a ref made; what was known of it before gives way.
func replaceImport(ctx context.Context, tx bun.IDB, row *imported) error {
	_, err := tx.NewInsert().Model(row).On("CONFLICT (ref) DO UPDATE").
		Set("account_id = EXCLUDED.account_id, digest = EXCLUDED.digest, media_digest = EXCLUDED.media_digest").Exec(ctx)
	return err
}

func refsOf(ctx context.Context, db bun.IDB, posts []Post) (map[wireid.ID]string, error) {
	list, err := database.List(postIDs(posts))
	if err != nil {
		return nil, err
	}
	rows, err := importsOf.All(ctx, db, list)
	refs := make(map[wireid.ID]string, len(rows))
	for _, row := range rows {
		refs[row.PostID] = row.Ref
	}
	return refs, err
}

// lostFiles returns how many files of each of the posts have been deleted.
func lostFiles(ctx context.Context, db bun.IDB, posts []Post) (map[wireid.ID]int, error) {
	links, err := linksOf(ctx, db, posts)
	lost := map[wireid.ID]int{}
	for _, link := range links {
		if link.MediaFileID == nil {
			lost[link.PostID]++
		}
	}
	for i := range posts {
		if posts[i].CoverMediaFileID != nil && posts[i].Cover == nil {
			lost[posts[i].ID]++
		}
	}
	return lost, err
}
