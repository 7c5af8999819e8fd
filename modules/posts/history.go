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
	return s.list(ctx, listed{false, status, page{number, size}})
}

// Waiting returns a page of the scheduled posts that have not ended, next first; an empty status means any of these.
func (s *Service) Waiting(ctx context.Context, status Status, number, size int) (List, error) {
	return s.list(ctx, listed{true, status, page{number, size}})
}

func (s *Service) list(ctx context.Context, l listed) (List, error) {
	p, err := s.seen.list(ctx, l)
	if err != nil {
		return List{}, fmt.Errorf("list posts: %w", err)
	}
	posts, err := withMedia(ctx, s.db, s.media, p.posts, p.links)
	if err != nil {
		return List{}, err
	}
	number, size := int64(l.page.number), int64(l.page.size)
	return List{Posts: posts, Total: p.total, HasMore: number < (p.total+size-1)/size}, nil
}

// AttachMedia fills in the media files of the posts with two queries, however many posts there are.
func AttachMedia(ctx context.Context, db bun.IDB, store *media.Service, posts []Post) error {
	links, err := linksOf(ctx, db, posts)
	if err != nil {
		return fmt.Errorf("read the media of posts: %w", err)
	}
	with, err := withMedia(ctx, db, store, posts, links)
	copy(posts, with)
	return err
}

func linksOf(ctx context.Context, db bun.IDB, posts []Post) ([]Link, error) {
	ids := make([]wireid.ID, len(posts))
	for i := range posts {
		ids[i] = posts[i].ID
	}
	return SelectLinks(ctx, db, ids)
}

// withMedia returns the posts with their media files. The posts that are given are left alone.
func withMedia(ctx context.Context, db bun.IDB, store *media.Service, posts []Post, links []Link) ([]Post, error) {
	files, err := store.Files(ctx, db, LinkedFiles(links))
	if err != nil {
		return nil, fmt.Errorf("read the media of posts: %w", err)
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
	with := append(make([]Post, 0, len(posts)), posts...)
	for i := range with {
		with[i].MediaFiles = append([]media.MediaFile{}, byPost[with[i].ID]...)
	}
	return with, nil
}

// LinkedFiles returns the ids of the files at the places, without deleted ones.
func LinkedFiles(links []Link) []wireid.ID {
	ids := make([]wireid.ID, 0, len(links))
	for _, l := range links {
		if l.MediaFileID != nil {
			ids = append(ids, *l.MediaFileID)
		}
	}
	return ids
}
