package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/wireid"
)

// answerGrace is how long a command waits after a signal for the answer that names what was made.
const answerGrace = 10 * time.Second

// withGrace returns a context for a request that creates something. When ctx ends, the request has
// answerGrace left, so that the command learns from the answer what it has to delete. While
// isIncomplete reports that the service has not received the whole request, and so cannot have
// created anything, the context ends together with ctx. A nil isIncomplete stands for a request
// that is sent at once.
func withGrace(ctx context.Context, isIncomplete func() bool) (longer context.Context, end context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		if isIncomplete == nil || !isIncomplete() {
			_ = clock.Sleep(longer, clock.System(), answerGrace) // It ends early when the request does.
		}
		cancel()
	})
	return longer, func() {
		forget()
		cancel()
	}
}

// discardFiles deletes unused uploads, even after ctx has ended. It returns the ids of those that
// it could not delete.
func discardFiles(ctx context.Context, service *serviceClient, files []media.MediaFile) (left []wireid.ID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), logoutPatience)
	defer cancel()
	for i := range files {
		err := service.exchange(ctx, http.MethodDelete, "/api/v1/media/"+files[i].ID.String(), nil, nil)
		if err != nil && apperror.CodeOf(err) != apperror.NotFound {
			left = append(left, files[i].ID)
		}
	}
	return left
}

// discardUploads deletes the files that were uploaded for posts that are not made. err says why
// they are not made, and is nil when nothing failed. The returned error adds what stays in the
// library.
func discardUploads(ctx context.Context, service *serviceClient, files []media.MediaFile, err error) error {
	left := discardFiles(ctx, service, files)
	switch {
	case ctx.Err() == nil || !errors.Is(err, context.Canceled):
	case len(left) > 0:
		err = errors.New("stopped before anything was made")
	default:
		err = errors.New("stopped before anything was made; no file of this call stays in the library")
	}
	if len(left) == 0 {
		return err
	}
	rest := "; what was uploaded stays in the library, where crier media delete deletes it: " + listed(left)
	if err == nil {
		err = errors.New("nothing was made")
	}
	if known := apperror.From(err); known != nil {
		return apperror.New(known.Code, "%s%s", known.Message, rest)
	}
	return fmt.Errorf("%w%s", err, rest)
}

// listed lists the ids in a sentence.
func listed(ids []wireid.ID) string {
	var texts []string
	for _, id := range ids {
		texts = append(texts, id.String())
	}
	return strings.Join(texts, ", ")
}

// discardRefused calls discardUploads when err is an answer of the service. Without an answer the
// post may exist, and needs its files.
func discardRefused(ctx context.Context, service *serviceClient, r request, err error) error {
	if apperror.From(err) == nil {
		return err
	}
	ids := slices.Clone(r.MediaFileIDs)
	if r.MediaFileID != nil {
		ids = append(ids, *r.MediaFileID)
	}
	if r.CoverMediaFileID != nil {
		ids = append(ids, *r.CoverMediaFileID)
	}
	files := make([]media.MediaFile, len(ids))
	for i := range ids {
		files[i].ID = ids[i]
	}
	return discardUploads(ctx, service, files, err)
}
