package publish

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/killpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// containerLifetime is a safe part of the day for which the network keeps a container.
	containerLifetime = 23 * time.Hour
	// containerDay is after how long it can certainly not be published any more.
	containerDay = 25 * time.Hour
)

// containerError is a container that came to nothing, with the verdict on it.
type containerError struct{ verdict verdict }

func (e *containerError) Error() string { return e.verdict.message }

// readyContainer returns once the post's container is finished. It uses the one that the post has while that may still
// live, and makes one otherwise. It reports true when the container turns out to have been published before.
func (w *work) readyContainer(ctx context.Context) (published bool, err error) {
	if w.post.SNContainerID != nil && w.age(w.post.ContainerCreatedAt) < containerLifetime {
		if !w.isWaiting() {
			timeline.Note(ctx, "there is a container from before, %s: it is looked at first", *w.post.SNContainerID)
		}
		if err := w.baseline(ctx, feed{}); err != nil {
			return false, err
		}
		status, err := w.await(ctx)
		switch {
		case isForgotten(err):
		case err != nil:
			return false, err
		case status.Code == graph.Published:
			return true, nil
		case status.Code == graph.Finished:
			return false, nil
		case w.isWaiting():
			return false, &containerError{containerFailure(w.post, status, w.failed())}
		}
	}
	if err := w.makeContainer(ctx); err != nil {
		return false, err
	}
	// While the network is at the media, what the account shows is read: it takes no time before the call.
	if err := w.baseline(ctx, feed{}); err != nil {
		return false, err
	}
	status, err := w.await(ctx)
	if err == nil && status.Code != graph.Finished {
		err = &containerError{containerFailure(w.post, status, w.failed())}
	}
	return false, err
}

// await polls the container that the post has. What an interrupted upload lacks is sent before.
func (w *work) await(ctx context.Context) (graph.Status, error) {
	id := *w.post.SNContainerID
	if w.post.UploadURI != nil {
		links, err := posts.SelectLinks(ctx, w.db, []wireid.ID{w.post.ID})
		if err != nil {
			return graph.Status{}, err
		}
		files, err := w.files(ctx, links)
		if err != nil {
			return graph.Status{}, err
		}
		if err := w.sendRest(ctx, id, *w.post.UploadURI, files[0]); err != nil {
			return graph.Status{}, err
		}
	}
	return w.poll(ctx, id)
}

// failed is how many attempts of the job have failed so far.
func (w *work) failed() int { return w.claim.Job.Attempts }

// isForgotten reports whether an error means that the network has no such container, although it was asked often enough.
func isForgotten(err error) bool {
	const codeParameter, subcodeNoObject, subcodeNoContainer = 100, 33, 2207008
	var failed *graph.Error
	return errors.As(err, &failed) && (failed.Op == graph.OpContainerStatus || failed.Op == graph.OpUploadStatus) &&
		(failed.Code == codeParameter && failed.Subcode == subcodeNoObject || failed.Subcode == subcodeNoContainer)
}

func (w *work) age(created *wiretime.Time) time.Duration {
	if created == nil {
		return containerLifetime
	}
	return w.clock.Now().Sub(created.Time())
}

// makeContainer makes the post's container, and before it those of a carousel's items.
func (w *work) makeContainer(ctx context.Context) error {
	links, err := posts.SelectLinks(ctx, w.db, []wireid.ID{w.post.ID})
	if err != nil {
		return err
	}
	files, err := w.files(ctx, links)
	if err != nil {
		return err
	}
	spec, err := w.container(ctx, links, files)
	if err != nil {
		return err
	}
	id, uri, err := w.create(ctx, spec)
	if err != nil {
		return err
	}
	killpoint.Reach("posts.container.made")
	now := w.now()
	// Where a power cut takes it back, another container is made: this one was never published, for the intent comes after it.
	err = w.claim.Prepared(ctx, func(ctx context.Context, tx bun.IDB) error {
		return posts.Update(ctx, tx, w.post.ID, now, func(u *database.Update) {
			u.Set("sn_container_id = ?, container_created_at = ?, upload_uri = ?", id, now, uri)
		})
	})
	killpoint.Reach("posts.container.stored")
	w.post.SNContainerID, w.post.ContainerCreatedAt, w.post.UploadURI = &id, &now, uri
	return err
}

// files returns the media file of each place. A deleted one fails the post before anything is sent.
func (w *work) files(ctx context.Context, links []posts.Link) ([]media.MediaFile, error) {
	byID, err := w.media.Files(ctx, w.db, posts.LinkedFiles(links))
	if err != nil {
		return nil, err
	}
	files := make([]media.MediaFile, len(links))
	for i, l := range links {
		ok := l.MediaFileID != nil
		if ok {
			files[i], ok = byID[*l.MediaFileID]
		}
		if !ok {
			return nil, w.post.MediaType.OfItem(apperror.New(apperror.MediaInvalid, "its media file has been deleted"), i+1, len(links))
		}
		if err := w.post.MediaType.CheckFile(files[i]); err != nil {
			return nil, w.post.MediaType.OfItem(err, i+1, len(links))
		}
	}
	if len(files) == 0 {
		return nil, apperror.New(apperror.MediaInvalid, "the post has no media file")
	}
	return files, nil
}

// container describes the post as the network is asked to prepare it.
func (w *work) container(ctx context.Context, links []posts.Link, files []media.MediaFile) (graph.Container, error) {
	c := graph.Container{Kind: kindOf(w.post.MediaType, files[0]), Caption: value(w.post.Caption), AltText: value(w.post.AltText), LocationID: value(w.post.LocationID)}
	var err error
	if c.Collaborators, err = posts.DecodeList[string](w.post.Collaborators); err != nil {
		return c, err
	}
	tags, err := w.userTags()
	if err != nil {
		return c, err
	}
	if w.post.MediaType == posts.Carousel {
		c.Children, err = w.children(ctx, links, files, tags)
		return c, err
	}
	c.UserTags = tags
	if !w.sends(c.Kind) {
		c.MediaURL, err = w.publicise(ctx, files[0])
	}
	return c, err
}

// publicise lets the network fetch a file. One that is not on the disk any more fails the post.
func (w *work) publicise(ctx context.Context, file media.MediaFile) (url string, err error) {
	url, err = w.media.Publish(ctx, file)
	killpoint.Reach("posts.publicised")
	if errors.Is(err, fs.ErrNotExist) {
		err = goneFromDisk(err, file)
	}
	if err != nil {
		return "", err
	}
	return url, w.reachable(ctx, url, file)
}

func kindOf(t posts.MediaType, file media.MediaFile) graph.Kind {
	switch {
	case t == posts.Carousel:
		return graph.Carousel
	case t == posts.Reels:
		return graph.Reel
	case t == posts.Stories && file.IsVideo():
		return graph.VideoStory
	case t == posts.Stories:
		return graph.ImageStory
	}
	return graph.Image
}

func (w *work) userTags() ([]graph.UserTag, error) {
	tags, err := posts.DecodeList[posts.UserTag](w.post.UserTags)
	result := make([]graph.UserTag, len(tags))
	for i, t := range tags {
		result[i] = graph.UserTag{Username: t.Username, X: &t.X, Y: &t.Y}
	}
	return result, err
}
