package publish

import (
	"context"
	"errors"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/graph"
	"crier/platform/killpoint"

	"github.com/uptrace/bun"
)

// children makes a carousel's items, keeps those that an earlier attempt made, and waits for all of them.
func (w *work) children(ctx context.Context, links []posts.Link, files []media.MediaFile, tags []graph.UserTag) ([]string, error) {
	ids := make([]string, len(links))
	for i := range links {
		l := &links[i]
		if l.ContainerID == nil || w.age(l.ContainerCreatedAt) >= containerLifetime {
			if err := w.makeChild(ctx, l, files[i], tags); err != nil {
				return nil, &posts.ItemError{Item: i + 1, Of: len(links), Err: err}
			}
			killpoint.Reach("posts.child.stored")
		}
		if !files[i].IsVideo() {
			tags = nil // They went to the first image.
		}
		ids[i] = *l.ContainerID
	}
	return ids, w.awaitChildren(ctx, links, files)
}

// awaitChildren waits for all items of a carousel. Those that came to nothing and may be made anew are all found in one
// attempt: one at a time would use up the attempts of a carousel whose files could not be fetched for a moment.
func (w *work) awaitChildren(ctx context.Context, links []posts.Link, files []media.MediaFile) error {
	var first error
	for i := range links {
		err := w.awaitChild(ctx, links[i], files[i])
		if err == nil {
			continue
		}
		err = &posts.ItemError{Item: i + 1, Of: len(links), Err: err}
		var lost *containerError
		if !errors.As(err, &lost) || lost.verdict.remedy != anew {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

func (w *work) makeChild(ctx context.Context, l *posts.Link, file media.MediaFile, tags []graph.UserTag) error {
	spec := graph.Container{Kind: graph.CarouselImage, UserTags: tags}
	if file.IsVideo() {
		spec = graph.Container{Kind: graph.CarouselVideo}
	}
	var err error
	if !w.sends(spec.Kind) {
		if spec.MediaURL, err = w.publicise(ctx, file); err != nil {
			return err
		}
	}
	id, uri, err := w.create(ctx, spec)
	if err != nil {
		return err
	}
	killpoint.Reach("posts.child.made")
	now := w.now()
	l.ContainerID, l.ContainerCreatedAt, l.UploadURI = &id, &now, uri
	return w.claim.Prepared(ctx, func(ctx context.Context, tx bun.IDB) error { return setChildContainer(ctx, tx, *l) })
}

// awaitChild waits for an item. One that failed is forgotten, so that the next attempt makes that one alone anew.
func (w *work) awaitChild(ctx context.Context, l posts.Link, file media.MediaFile) error {
	if l.UploadURI != nil {
		if err := w.sendRest(ctx, *l.ContainerID, *l.UploadURI, file); err != nil {
			return err
		}
	}
	status, err := w.poll(ctx, *l.ContainerID)
	if err != nil {
		return err
	}
	if status.Code == graph.Finished {
		return nil
	}
	l.ContainerID, l.ContainerCreatedAt, l.UploadURI = nil, nil, nil
	err = w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error { return setChildContainer(ctx, tx, l) })
	if err != nil {
		return err
	}
	killpoint.Reach("posts.child.dropped")
	post := w.post
	post.MediaFiles = []media.MediaFile{file}
	return &containerError{containerFailure(post, status, w.failed())}
}
