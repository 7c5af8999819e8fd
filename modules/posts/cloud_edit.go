package posts

import (
	"context"
	"fmt"

	"crier/platform/failpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Edit is a scheduled post after a change.
type Edit struct {
	Content  PublishablePost `json:"content"`
	At       wiretime.Time   `json:"at"`
	Timezone string          `json:"timezone"`
	// IsOther says that the post gets other files, another account or another type. The cloud
	// regards it as another post then: it gives up its copy and gets the post again.
	IsOther bool `json:"-"`
}

// As returns the post as the edit makes it.
func (e Edit) As(post Post) (Post, error) {
	err := e.Content.fill(&post)
	post.ScheduledFor, post.Timezone = &e.At, e.Timezone
	return post, err
}

// ApplyEdit stores an edit of a post of the cloud, once the cloud has it. It leaves a post alone
// that is not the cloud's.
func (c *CloudPosts) ApplyEdit(ctx context.Context, tx bun.IDB, id wireid.ID, edit Edit) error {
	post, err := SelectPost(ctx, tx, id)
	if isNotFound(err) || err == nil && !post.InCloud() {
		return nil
	}
	if err != nil {
		return fmt.Errorf("apply an edit: %w", err)
	}
	before := *post.ScheduledFor
	if post, err = edit.As(post); err != nil {
		return err
	}
	post.UpdatedAt = laterThan(post.UpdatedAt, c.now())
	if _, err := updateContent(ctx, tx, &post, Scheduled); err != nil {
		return fmt.Errorf("apply an edit: %w", err)
	}
	if edit.IsOther {
		if err := replaceLinks(ctx, tx, id, edit.Content.fileIDs()); err != nil {
			return fmt.Errorf("apply an edit: %w", err)
		}
	}
	failpoint.Reach("posts.cloud.edited")
	recordReschedule(ctx, tx, post, before)
	return nil
}
