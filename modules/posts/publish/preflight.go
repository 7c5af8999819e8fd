package publish

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/killpoint"
	"crier/platform/publicurl"
	"crier/platform/wireid"
)

// preflight finds out what stands in the post's way before anything is made at the network: files that are gone or cannot
// be published, a bucket that is missing, a cap that is used up, a clock that is wrong.
func (w *work) preflight(ctx context.Context) error {
	if w.post.SNContainerID == nil {
		links, err := posts.SelectLinks(ctx, w.db, []wireid.ID{w.post.ID})
		if err != nil {
			return err
		}
		files, err := w.files(ctx, links)
		if err != nil {
			return err
		}
		if err := w.checkFiles(files); err != nil {
			return err
		}
	}
	if err := w.checkCap(ctx); err != nil {
		return err
	}
	if err := w.checkUsage(); err != nil {
		return err
	}
	if early := w.early(); early > 0 {
		return &earlyError{early}
	}
	return nil
}

// checkFiles finds out without the network whether it could get the files: they are on the disk, and there is a place for those
// that it would fetch.
func (w *work) checkFiles(files []media.MediaFile) error {
	for i, file := range files {
		if _, err := w.onDisk(file); err != nil {
			return w.post.MediaType.OfItem(err, i+1, len(files))
		}
		if file.IsVideo() && w.account.Login == graph.Partner {
			continue // Its bytes are sent.
		}
		if err := w.media.CanPublish(); err != nil {
			return err
		}
	}
	return nil
}

// checkCap asks how much of the account's publishing cap is used. That the network does not say so is no reason to stop
// when it can be reached and takes the account's calls: the publish call itself finds out then.
func (w *work) checkCap(ctx context.Context) error {
	limit, err := w.network.PublishingLimit(ctx, w.account)
	if err != nil {
		w.log.Info("posts: the publishing cap could not be read", "post", w.post.ID, "error", err)
		return stopping(err)
	}
	read := posts.AccountCap{AccountID: w.post.SocialAccountID, Used: limit.Used, Total: limit.Total, ReadAt: w.now()}
	if err := w.db.InRelaxedTx(ctx, read.Store); err != nil {
		return err
	}
	killpoint.Reach("posts.cap.read")
	if limit.Used < limit.Total {
		return nil
	}
	message := fmt.Sprintf("the account has used its publishing cap: %d of %d posts in %s; nothing was sent", limit.Used, limit.Total, posts.Roughly(limit.Window))
	return &containerError{w.capReached(ctx, verdict{remedy: giveUp, code: apperror.RateLimited, message: message})}
}

// stopping returns an error that every further call would meet too, and nil for any other.
func stopping(err error) error {
	var failed *graph.Error
	if !errors.As(err, &failed) || failed.HTTPStatus == 0 {
		return err
	}
	switch failed.Class {
	case graph.TokenDead, graph.UserAction, graph.Wait:
		return err
	default:
		return nil
	}
}

// earlyError says by how much the post's time has not come by the network's clock.
type earlyError struct{ by time.Duration }

func (e *earlyError) Error() string {
	return "posts: by the network's clock the post is not due for " + e.by.String()
}

// reachable finds out whether the network can fetch a file from its public address.
func (w *work) reachable(ctx context.Context, url string, file media.MediaFile) error {
	size, err := w.onDisk(file)
	if err != nil {
		return err
	}
	err = w.urls.Check(ctx, url, publicurl.File{ContentType: file.PublishedType(), Size: size})
	killpoint.Reach("posts.address.checked")
	var unfit *publicurl.Error
	if !errors.As(err, &unfit) {
		return err
	}
	v := verdict{remedy: again, code: apperror.MediaInvalid, message: "the network could not fetch the media: " + unfit.Error()}
	if unfit.Permanent {
		v.remedy, v.message = giveUp, v.message+"; nothing was sent"
	}
	return &containerError{v}
}

// onDisk returns the size of a file in the data folder. One that is not there any more fails the post.
func (w *work) onDisk(file media.MediaFile) (int64, error) {
	size, err := w.media.PublishedSize(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = goneFromDisk(err, file)
	}
	return size, err
}

func goneFromDisk(err error, file media.MediaFile) error {
	return apperror.Wrap(apperror.MediaInvalid, err, "the file of the media %s is not in the data folder any more; upload it again", file.ID)
}
