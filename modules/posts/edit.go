package posts

import (
	"context"
	"fmt"
	"time"

	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// editable returns a post that must be in the status, with the ids of its files that still exist.
// It returns NOT_FOUND for a post that should be SCHEDULED and never had a time: the operations on
// schedules know scheduled posts alone.
func editable(ctx context.Context, tx bun.IDB, store *media.Service, id wireid.ID, status Status) (Post, []wireid.ID, error) {
	post, err := postOn(ctx, tx, store, id)
	if err != nil {
		return Post{}, nil, err
	}
	if status == Scheduled && !post.IsScheduled {
		return Post{}, nil, notScheduled(post)
	}
	if post.Status != status {
		return Post{}, nil, notChangeable(post, status)
	}
	return post, idsOf(post), nil
}

// notChangeable is INVALID_STATUS for a post that is not in the status in which it could be changed
// as was asked.
func notChangeable(post Post, status Status) error {
	instead := "it stays as it is; publish what is to be different as a new post"
	plain := instead
	switch post.Status {
	case Draft:
		instead, plain = "change it with PUT /posts/draft/"+post.ID.String(), "look at it again"
	case Scheduled:
		instead, plain = "change it with PUT /schedule/"+post.ID.String(), "look at it again"
	case Failed:
		instead = "have it tried again as it is (POST /posts/" + post.ID.String() + "/retry), or make a new post"
		plain = "have it tried again as it is, or make a new post"
	case Queued:
		if post.IsScheduled {
			instead = "cancel it (DELETE /schedule/" + post.ID.String() + ") and schedule the draft that it becomes; once it has been begun it stays as it is"
			plain = "cancel it and schedule the draft that it becomes; once it has been begun it stays as it is"
		}
	case Processing, Publishing, Published:
	}
	return apperror.New(apperror.InvalidStatus, "only a post in %s can be changed here; this one is %s: %s", status, post.Status, instead).
		InPlain("the post has changed meanwhile: it is %s now; %s", post.Status, plain)
}

// idsOf returns the ids of the post's files that still exist.
func idsOf(post Post) []wireid.ID {
	files := make([]wireid.ID, len(post.MediaFiles))
	for i, file := range post.MediaFiles {
		files[i] = file.ID
	}
	return files
}

// ContentOf returns a post as it would be sent once more.
func ContentOf(post Post) (PublishablePost, error) { return contentOf(post, idsOf(post)) }

// StaleError says that a post has changed since its editor saw it.
type StaleError struct {
	// Post is the post as it is now.
	Post Post
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("the post %s has changed at %s", e.Post.ID, e.Post.UpdatedAt)
}

// CheckSeen returns a StaleError for a post that has changed since it was seen; nil sees
// everything.
func CheckSeen(post Post, seen *wiretime.Time) error {
	if seen == nil || *seen == post.UpdatedAt {
		return nil
	}
	return &StaleError{Post: post}
}

// laterThan returns now, or the first instant after one that has not passed. So two changes of a
// post never have the same instant, by which their editors distinguish them.
func laterThan(last, now wiretime.Time) wiretime.Time {
	if next := last.Time().Add(time.Millisecond); now.Time().Before(next) {
		return wiretime.Of(next)
	}
	return now
}

// rewrite stores the content of a post that stays in its status.
func rewrite(ctx context.Context, tx bun.IDB, post *Post, content PublishablePost, now wiretime.Time) error {
	if err := content.fill(post); err != nil {
		return err
	}
	post.UpdatedAt = laterThan(post.UpdatedAt, now)
	taken, err := updateContent(ctx, tx, post, post.Status)
	if err == nil && !taken {
		err = whyNot(ctx, tx, post.ID, "has changed meanwhile: it")
	}
	return err
}

// contentOf returns what a post was made from.
func contentOf(post Post, files []wireid.ID) (PublishablePost, error) {
	p := PublishablePost{AccountID: post.SocialAccountID, MediaType: post.MediaType}
	p.hold(files)
	return p, p.load(post)
}
