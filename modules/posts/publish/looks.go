package publish

import (
	"context"

	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"

	"github.com/uptrace/bun"
)

// FillLooks works out what makes the posts of attempts look alike whose row was made by a migration, which cannot. Until then nothing
// is told by what an account shows. Nobody can say it of posts that were deleted.
func (p *Engine) FillLooks(ctx context.Context) error {
	without, err := attempt.WithoutLook(ctx, p.db)
	if err != nil || len(without) == 0 {
		return err
	}
	return p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, a := range without {
			post, err := p.posts.Post(ctx, a.PostID)
			if apperror.CodeOf(err) == apperror.NotFound {
				continue
			}
			if err != nil {
				return err
			}
			look, _ := channelNamed(a.Channel).look(post)
			if err := attempt.Look(ctx, tx, a.Seq, look); err != nil {
				return err
			}
		}
		return nil
	})
}
