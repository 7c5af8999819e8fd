package posts

import (
	"context"

	"crier/platform/database"
	"crier/platform/wireid"
)

// seen caches posts and pages of lists for clients that poll. An entry holds while nothing changes
// in the database, so that an answer is never older than the question.
type seen struct {
	db    *database.DB
	posts *database.Remembered[wireid.ID, rows]
	lists *database.Remembered[listed, rows]
}

// How much is kept: a post takes a few kilobytes, a page as many times that as it has posts.
const (
	maxPosts = 256
	maxPages = 8
)

// rows are posts as they are stored, with the places of their media.
type rows struct {
	posts []Post
	links []Link
	// total is the length of a list.
	total int64
}

// listed is a page of one of the lists.
type listed struct {
	// scheduled says that it is the list of scheduled posts, and not the history.
	scheduled bool
	status    Status
	page      page
}

func newSeen(db *database.DB) *seen {
	return &seen{db: db, posts: database.Remember[wireid.ID, rows](maxPosts), lists: database.Remember[listed, rows](maxPages)}
}

func (s *seen) post(ctx context.Context, id wireid.ID) (rows, error) {
	return s.posts.Get(ctx, s.db, id, func() (rows, error) {
		post, err := SelectPost(ctx, s.db, id)
		if err != nil {
			return rows{}, err
		}
		return s.linked(ctx, rows{posts: []Post{post}})
	})
}

func (s *seen) list(ctx context.Context, l listed) (rows, error) {
	return s.lists.Get(ctx, s.db, l, func() (r rows, err error) {
		read := selectHistory
		if l.scheduled {
			read = selectScheduled
		}
		if r.posts, r.total, err = read(ctx, s.db, l.status, l.page); err != nil {
			return rows{}, err
		}
		return s.linked(ctx, r)
	})
}

func (s *seen) linked(ctx context.Context, r rows) (rows, error) {
	var err error
	r.links, err = linksOf(ctx, s.db, r.posts)
	return r, err
}
