package posts

import (
	"context"
	"fmt"

	"crier/modules/media"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// List is a page of posts with what a pager needs (contract 4).
type List struct {
	Posts   []Post
	Total   int64
	HasMore bool
}

// History returns a page of all posts, newest first; an empty status means any.
func (s *Service) History(ctx context.Context, status Status, number, size int) (List, error) {
	p := page{number, size}
	posts, total, err := selectHistory(ctx, s.db, status, p)
	return s.list(ctx, posts, total, p, err)
}

// Waiting returns a page of the scheduled posts that have not ended, next first; an empty status means any of these.
func (s *Service) Waiting(ctx context.Context, status Status, number, size int) (List, error) {
	p := page{number, size}
	posts, total, err := selectScheduled(ctx, s.db, status, p)
	return s.list(ctx, posts, total, p, err)
}

func (s *Service) list(ctx context.Context, posts []Post, total int64, p page, err error) (List, error) {
	if err != nil {
		return List{}, fmt.Errorf("list posts: %w", err)
	}
	if err := s.attachMedia(ctx, s.db, posts); err != nil {
		return List{}, err
	}
	return List{Posts: posts, Total: total, HasMore: int64(p.number) < (total+int64(p.size)-1)/int64(p.size)}, nil
}

// attachMedia fills in the media files of the posts with two queries, however many posts there are.
func (s *Service) attachMedia(ctx context.Context, db bun.IDB, posts []Post) error {
	ids := make([]wireid.ID, len(posts))
	for i := range posts {
		ids[i] = posts[i].ID
	}
	links, err := selectLinks(ctx, db, ids)
	if err != nil {
		return fmt.Errorf("read the media of posts: %w", err)
	}
	files, err := s.media.Files(ctx, db, linkedFiles(links))
	if err != nil {
		return fmt.Errorf("read the media of posts: %w", err)
	}
	byPost := make(map[wireid.ID][]media.MediaFile, len(posts))
	for _, l := range links {
		if l.MediaFileID == nil {
			continue
		}
		if file, ok := files[*l.MediaFileID]; ok {
			byPost[l.PostID] = append(byPost[l.PostID], file)
		}
	}
	for i := range posts {
		posts[i].MediaFiles = append([]media.MediaFile{}, byPost[posts[i].ID]...)
	}
	return nil
}

func linkedFiles(links []link) []wireid.ID {
	ids := make([]wireid.ID, 0, len(links))
	for _, l := range links {
		if l.MediaFileID != nil {
			ids = append(ids, *l.MediaFileID)
		}
	}
	return ids
}
