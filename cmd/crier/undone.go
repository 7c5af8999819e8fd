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

// answerGrace is how long an answer is waited for, after a signal, that tells what was made.
const answerGrace = 10 * time.Second

// outlasting returns a context for a request whose answer says what was made. It ends with ctx
// while isNothing reports that the service cannot have made anything yet, and otherwise answerGrace
// later. A nil isNothing stands for a request that is sent at once.
func outlasting(ctx context.Context, isNothing func() bool) (longer context.Context, end context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		if isNothing == nil || !isNothing() {
			_ = clock.Sleep(longer, clock.System(), answerGrace) // It ends early when the request does.
		}
		cancel()
	})
	return longer, func() {
		forget()
		cancel()
	}
}

// discardFiles deletes unused uploads, also after ctx ended. It returns those
// that it could not delete.
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

// undo deletes the files that were uploaded for posts which are not made. err is why, nil when
// nothing failed. It returns err with what the user has to know.
func undo(ctx context.Context, service *serviceClient, files []media.MediaFile, err error) error {
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
	var ids []string
	for _, id := range left {
		ids = append(ids, id.String())
	}
	rest := "; what was uploaded stays in the library, where crier media delete deletes it: " + strings.Join(ids, ", ")
	if err == nil {
		err = errors.New("nothing was made")
	}
	if known := apperror.From(err); known != nil {
		return apperror.New(known.Code, "%s%s", known.Message, rest)
	}
	return fmt.Errorf("%w%s", err, rest)
}

// undoRefused is undo if the service refused with err. Without an answer there may be a post.
func undoRefused(ctx context.Context, service *serviceClient, r request, err error) error {
	if apperror.From(err) == nil {
		return err
	}
	ids := slices.Clone(r.MediaFileIDs)
	if r.MediaFileID != nil {
		ids = append(ids, *r.MediaFileID)
	}
	files := make([]media.MediaFile, len(ids))
	for i := range ids {
		files[i].ID = ids[i]
	}
	return undo(ctx, service, files, err)
}
