package publish

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"crier/modules/media"
	"crier/platform/graph"
	"crier/platform/killpoint"
)

const (
	// uploadTries is how often an upload is gone on with that gets no further.
	uploadTries = 3
	// stuckReads is how often in a row a container may say that its upload failed, and yet be in progress.
	stuckReads = 3
)

// sends reports whether the network gets the bytes of a container's video in place of an address: with the partner login,
// which so needs no public one.
func (w *work) sends(kind graph.Kind) bool {
	isVideo := kind == graph.Reel || kind == graph.VideoStory || kind == graph.CarouselVideo
	return isVideo && w.account.Login == graph.Partner
}

// create makes a container. Where its bytes are to be sent, uri says to which address; else the network fetches the file.
func (w *work) create(ctx context.Context, spec graph.Container) (id string, uri *string, err error) {
	if !w.sends(spec.Kind) {
		id, err = w.network.CreateContainer(ctx, w.account, spec)
		return id, nil, err
	}
	upload, err := w.network.CreateUpload(ctx, w.account, spec)
	killpoint.Reach("posts.upload.made")
	return upload.ID, &upload.URI, err
}

// sendRest sends what the network lacks of the file for a container. It goes on where the network says that it got to,
// so that nothing of an interrupted upload is sent twice, and leaves it to poll what became of the container.
func (w *work) sendRest(ctx context.Context, id, uri string, file media.MediaFile) error {
	p := w.processing.container(id)
	if p.isSent {
		return nil
	}
	p.isSent = true
	return w.feed(ctx, uri, file, func(ctx context.Context, size int64) (int64, bool, error) {
		state, err := w.network.UploadStatus(ctx, w.account, id)
		done := err == nil && (hasEnded(state.Status) || state.Phase == graph.PhaseComplete || state.Fault != "" || state.Bytes >= size)
		return state.Bytes, done, err
	})
}

// feed sends the file to the address from where has says that the network has got to, until has says that it is done. It
// returns the last error once the upload gets no further.
func (w *work) feed(ctx context.Context, uri string, file media.MediaFile, has func(context.Context, int64) (int64, bool, error)) error {
	content, size, err := w.open(file)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	var failure error
	for tries, furthest := 0, int64(-1); ; {
		offset, done, err := has(ctx, size)
		killpoint.Reach("posts.upload.read")
		if err != nil || done {
			return err
		}
		if tries++; offset > furthest {
			tries, furthest = 1, offset
		}
		if tries > uploadTries {
			return failure
		}
		if failure = w.network.SendBytes(ctx, w.account, uri, graph.File{At: content, Size: size}, min(offset, size)); failure == nil {
			killpoint.Reach("posts.upload.sent")
			return nil
		}
		killpoint.Reach("posts.upload.cut")
		if !worthAnotherLook(failure) || context.Cause(ctx) != nil {
			return failure
		}
		w.log.Info("posts: an upload is gone on with", "post", w.post.ID, "offset", offset, "error", failure)
		if err := w.claim.Sleep(ctx, firstPoll); err != nil {
			return err
		}
	}
}

// open returns the content of a file that is to be sent. One that is not on the disk any more fails the post.
func (w *work) open(file media.MediaFile) (*os.File, int64, error) {
	content, err := w.media.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, goneFromDisk(err, file)
	}
	if err != nil {
		return nil, 0, err
	}
	info, err := content.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, content.Close())
	}
	return content, info.Size(), nil
}

// status returns a container's status. One whose upload failed at the network can say for ever that it is in progress:
// after some reads in a row that counts as its failure.
func (w *work) status(ctx context.Context, id string, p *polled) (graph.Status, error) {
	if !p.isSent {
		return w.network.ContainerStatus(ctx, w.account, id)
	}
	state, err := w.network.UploadStatus(ctx, w.account, id)
	if err != nil || state.Fault == "" || hasEnded(state.Status) {
		p.stuck = 0
		return state.Status, err
	}
	if p.stuck++; p.stuck >= stuckReads {
		return graph.Status{Code: graph.Failed, Text: fmt.Sprintf("the upload of the video failed at the network (%s)", state.Fault)}, nil
	}
	return state.Status, nil
}
