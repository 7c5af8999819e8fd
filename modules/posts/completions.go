package posts

import (
	"context"
	"fmt"

	"crier/platform/wiretime"
)

// RecentCompletions is a page of posts in the order in which they ended: the answer of GET
// /posts/recent-completions (contract 4 and 6). No two posts complete at one instant, so NextSince is an exact cursor.
type RecentCompletions struct {
	Posts     []Post        `json:"posts"     doc:"Posts that became PUBLISHED or FAILED, the oldest completion first."`
	HasMore   bool          `json:"hasMore"   doc:"Whether more of them are there already."`
	NextSince wiretime.Time `json:"nextSince" doc:"What to send as since the next time; nothing is missed or comes twice." example:"2026-03-14T09:26:53.589Z"`
}

// Completions returns posts that became PUBLISHED or FAILED after since, the oldest completion first. One that turns out to
// be live after it had FAILED comes again.
func (h *History) Completions(ctx context.Context, since wiretime.Time, most int) (RecentCompletions, error) {
	posts, err := selectCompleted(ctx, h.db, since, most+1)
	if err != nil {
		return RecentCompletions{}, fmt.Errorf("list completions: %w", err)
	}
	page := RecentCompletions{Posts: posts, NextSince: since}
	if len(posts) > most {
		page.Posts, page.HasMore = posts[:most], true
	}
	if n := len(page.Posts); n > 0 {
		page.NextSince = *page.Posts[n-1].CompletedAt
	}
	return page, AttachMedia(ctx, h.db, h.media, page.Posts)
}
