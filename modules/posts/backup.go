package posts

import (
	"context"
	"fmt"

	"crier/platform/database"

	"github.com/uptrace/bun"
)

// EndedMedia returns those of the media files whose posts have all ended, so that nobody publishes them any more.
func EndedMedia(ctx context.Context, db bun.IDB, media []string) ([]string, error) {
	list, err := database.List(media)
	if err != nil {
		return nil, err
	}
	ended, err := database.Values[string](ctx, db, `SELECT media_file_id FROM post_media JOIN posts ON posts.id = post_id
		WHERE media_file_id IN (SELECT value FROM json_each(?)) GROUP BY media_file_id HAVING min(status IN ('PUBLISHED', 'FAILED'))`, list)
	if err != nil {
		return nil, fmt.Errorf("find what has ended: %w", err)
	}
	return ended, nil
}
