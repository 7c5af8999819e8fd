package posts

import (
	"context"
	"slices"

	"github.com/uptrace/bun"
)

// withoutOwned returns those of the Page's posts that belong to no post of ours, an archived one neither.
func withoutOwned(ctx context.Context, db bun.IDB, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var owned []string
	err := db.NewSelect().Column("partner_post_id").
		TableExpr("(SELECT partner_post_id FROM posts UNION ALL SELECT partner_post_id FROM posts_archive)").
		Where("partner_post_id IN (?)", bun.List(ids)).Scan(ctx, &owned)
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(owned, id) }), err
}
