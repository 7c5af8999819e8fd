package posts

import (
	"context"
	"fmt"

	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// List is a page of posts with the figures for a pager (contract 4).
type List struct {
	Posts   []Post
	Total   int64
	HasMore bool
}

// History reads posts in any stage, drafts too, until they are deleted.
type History struct {
	db    *database.DB
	media *media.Service
	seen  *seen
}

// NewHistory returns the history of the posts in a database.
func NewHistory(db *database.DB, files *media.Service) *History {
	return &History{db: db, media: files, seen: newSeen(db)}
}

// Post returns a post with its media files, or NOT_FOUND.
func (h *History) Post(ctx context.Context, id wireid.ID) (Post, error) {
	p, err := h.seen.post(ctx, id)
	if isNotFound(err) {
		return Post{}, notFound(id)
	}
	if err != nil {
		return Post{}, err
	}
	posts, err := withMedia(ctx, h.db, h.media, p.posts, p.links)
	if err != nil {
		return Post{}, err
	}
	return posts[0], nil
}

// Deleted returns a post that was deleted from the history, as it was then and without its media
// files, or NOT_FOUND. The network may still show it.
func (h *History) Deleted(ctx context.Context, id wireid.ID) (Post, error) {
	row, err := selectArchived(ctx, h.db, id)
	return row.Post, err
}

// All returns a page of all posts, newest first; an empty status means any.
func (h *History) All(ctx context.Context, status Status, number, size int) (List, error) {
	return h.list(ctx, listed{false, status, page{number, size}})
}

func (h *History) list(ctx context.Context, l listed) (List, error) {
	p, err := h.seen.list(ctx, l)
	if err != nil {
		return List{}, fmt.Errorf("list posts: %w", err)
	}
	posts, err := withMedia(ctx, h.db, h.media, p.posts, p.links)
	if err != nil {
		return List{}, err
	}
	number, size := int64(l.page.number), int64(l.page.size)
	return List{Posts: posts, Total: p.total, HasMore: number < (p.total+size-1)/size}, nil
}

// postOn returns a post with its media files, or NOT_FOUND, on db, which may be a transaction.
func postOn(ctx context.Context, db bun.IDB, files *media.Service, id wireid.ID) (Post, error) {
	post, err := SelectPost(ctx, db, id)
	if isNotFound(err) {
		return Post{}, notFound(id)
	}
	if err != nil {
		return Post{}, err
	}
	posts := []Post{post}
	if err := AttachMedia(ctx, db, files, posts); err != nil {
		return Post{}, err
	}
	return posts[0], nil
}

// notScheduled is NOT_FOUND for a post that exists and never had a time: the operations on
// schedules know scheduled posts alone.
func notScheduled(post Post) error {
	if post.Status == Draft {
		return apperror.New(apperror.NotFound, "the post %[1]s is not scheduled: it is a draft, whose schedule was cancelled or which never had one; "+
			"schedule it with POST /schedule and draftId %[1]s", post.ID).
			InPlain("the post is not scheduled any more: it is a draft; open it to schedule it")
	}
	return apperror.New(apperror.NotFound, "the post %[1]s is not scheduled: it was published without a time and is %[2]s; read it with GET /posts/%[1]s", post.ID, post.Status).
		InPlain("the post is not scheduled: it was published without a time and is %s", post.Status)
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

// withMedia returns the posts with their media files. The posts that are given are left alone.
func withMedia(ctx context.Context, db bun.IDB, store *media.Service, posts []Post, links []Link) ([]Post, error) {
	wanted := LinkedFiles(links)
	for i := range posts {
		if posts[i].CoverMediaFileID != nil {
			wanted = append(wanted, *posts[i].CoverMediaFileID)
		}
	}
	files, err := store.Files(ctx, db, wanted)
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
		if with[i].CoverMediaFileID == nil {
			continue
		}
		if cover, ok := files[*with[i].CoverMediaFileID]; ok {
			with[i].Cover = &cover
		}
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

// RecentCompletions is a page of posts in the order in which they ended: the answer of GET
// /posts/recent-completions (contract 4 and 6). No two posts complete at one instant, so NextSince
// is an exact cursor.
type RecentCompletions struct {
	Posts     []Post        `json:"posts"     doc:"Posts that became PUBLISHED or FAILED, the oldest completion first."`
	HasMore   bool          `json:"hasMore"   doc:"Whether more of them are there already."`
	NextSince wiretime.Time `json:"nextSince" doc:"What to send as since the next time; nothing is missed or comes twice." example:"2026-03-14T09:26:53.589Z"`
}

// Completions returns posts that became PUBLISHED or FAILED after since, the oldest completion
// first. A post that turns out to be live after it had FAILED comes again.
func (h *History) Completions(ctx context.Context, since wiretime.Time, limit int) (RecentCompletions, error) {
	posts, err := selectCompleted(ctx, h.db, since, limit+1)
	if err != nil {
		return RecentCompletions{}, fmt.Errorf("list completions: %w", err)
	}
	page := RecentCompletions{Posts: posts, NextSince: since}
	if len(posts) > limit {
		page.Posts, page.HasMore = posts[:limit], true
	}
	if n := len(page.Posts); n > 0 {
		page.NextSince = *page.Posts[n-1].CompletedAt
	}
	return page, AttachMedia(ctx, h.db, h.media, page.Posts)
}

// selectCompleted returns posts that became PUBLISHED or FAILED after the instant and still are,
// the oldest completion first.
func selectCompleted(ctx context.Context, db bun.IDB, since wiretime.Time, limit int) ([]Post, error) {
	posts := []Post{}
	err := db.NewSelect().Model(&posts).ModelTableExpr(postsCompletion).Where("completed_at IS NOT NULL AND completed_at > ?", since).
		Where("status IN (?, ?)", Published, Failed).
		Order("completed_at").Limit(int64(limit)).Scan(ctx)
	return posts, err
}
