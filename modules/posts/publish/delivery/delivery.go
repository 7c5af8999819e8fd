// Package delivery gets the files of posts to the network: by an address from which the network
// fetches them, or by sending their bytes.
//
// An interrupted upload goes on from the byte that the network names, also after a kill, as long as
// the file is the one that it began with. An upload that gets no further three times in a row has
// failed.
package delivery

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"strings"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/graph"
	"crier/platform/publicurl"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Files sends the media files of posts to the network. It is safe for concurrent use.
type Files struct {
	media   *media.Service
	urls    *publicurl.Checker
	network *graph.Client
	log     *slog.Logger
}

// New returns the files of the media service. It sends their bytes with the client, and checks with
// urls that the network can fetch their public addresses.
func New(files *media.Service, urls *publicurl.Checker, network *graph.Client, log *slog.Logger) *Files {
	return &Files{files, urls, network, log}
}

// Of returns the media file of each place of a post. A deleted one is MEDIA_INVALID, before
// anything is sent.
func (f *Files) Of(ctx context.Context, db bun.IDB, post posts.Post, links []posts.Link) ([]media.MediaFile, error) {
	byID, err := f.media.Files(ctx, db, posts.LinkedFiles(links))
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
			return nil, post.MediaType.OfItem(apperror.New(apperror.MediaInvalid, "its media file has been deleted"), i+1, len(links))
		}
		if err := post.MediaType.CheckFile(files[i]); err != nil {
			return nil, post.MediaType.OfItem(err, i+1, len(links))
		}
	}
	if len(files) == 0 {
		return nil, apperror.New(apperror.MediaInvalid, "the post has no media file")
	}
	return files, nil
}

// Cover returns the picture of the post's cover, nil for none. A deleted one is MEDIA_INVALID,
// before anything is sent.
func (f *Files) Cover(ctx context.Context, db bun.IDB, post posts.Post) (*media.MediaFile, error) {
	if post.CoverMediaFileID == nil {
		return nil, nil
	}
	found, err := f.media.Files(ctx, db, []wireid.ID{*post.CoverMediaFileID})
	if err != nil {
		return nil, err
	}
	cover, ok := found[*post.CoverMediaFileID]
	if !ok {
		return nil, apperror.New(apperror.MediaInvalid, "the picture of its cover has been deleted; choose another one, and publish it as a new post")
	}
	return &cover, nil
}

// CanMakePublic reports whether files have a place from which the network could fetch them, without
// asking the network. It returns BUCKET_NOT_CONFIGURED when they do not.
func (f *Files) CanMakePublic() error { return f.media.CanMakePublic() }

// MakePublic makes a file public for the network, and returns its address. It returns MEDIA_INVALID
// for a file that is not on the disk any more, and for one that cannot be fetched from its address.
// A file that was edited since it was read is made public as it is now.
func (f *Files) MakePublic(ctx context.Context, file media.MediaFile) (url string, err error) {
	err = f.asStored(ctx, file, func(file media.MediaFile) error {
		url, err = f.media.MakePublic(ctx, file)
		failpoint.Reach("posts.publicised")
		if errors.Is(err, fs.ErrNotExist) {
			err = gone(err, file)
		}
		if err != nil {
			return err
		}
		return f.reachable(ctx, url, file)
	})
	if err != nil {
		return "", err
	}
	return url, nil
}

// editedTries is how often work on a file is done again because the file was edited meanwhile.
const editedTries = 3

// asStored calls do with a file. When do fails and the file was edited since it was read, asStored
// calls do with the file as it is stored now, because an edit deletes the copy of before.
func (f *Files) asStored(ctx context.Context, file media.MediaFile, do func(media.MediaFile) error) error {
	err := do(file)
	for range editedTries {
		if err == nil {
			break
		}
		stored, isOther := f.replacement(ctx, file)
		if !isOther {
			break
		}
		file = stored
		err = do(file)
	}
	return err
}

// replacement returns the file as it is stored now, and reports whether another copy of it is
// published since it was read.
func (f *Files) replacement(ctx context.Context, file media.MediaFile) (media.MediaFile, bool) {
	stored, err := f.media.File(ctx, file.ID)
	return stored, err == nil && stored.PublishedName() != file.PublishedName()
}

// reachable finds out whether the network can fetch a file from its public address.
func (f *Files) reachable(ctx context.Context, url string, file media.MediaFile) error {
	size, err := f.sizeOf(file)
	if err != nil {
		return err
	}
	err = f.urls.Check(ctx, url, publicurl.File{ContentType: file.PublishedType(), Size: size})
	failpoint.Reach("posts.address.checked")
	var unfit *publicurl.Error
	if !errors.As(err, &unfit) {
		return err
	}
	v := failure.Failure{Action: failure.Again, Code: apperror.MediaInvalid, Message: "the network could not fetch the media: " + unfit.Error()}
	if unfit.Permanent {
		v.Action, v.Message = failure.GiveUp, v.Message+"; nothing was sent"
	}
	return &failure.Error{Failure: v}
}

// OnDisk returns the size in bytes of a file in the data folder, as it is now when it was edited
// since it was read. One that is not there any more is MEDIA_INVALID.
func (f *Files) OnDisk(ctx context.Context, file media.MediaFile) (size int64, err error) {
	err = f.asStored(ctx, file, func(file media.MediaFile) error {
		size, err = f.sizeOf(file)
		return err
	})
	return size, err
}

func (f *Files) sizeOf(file media.MediaFile) (int64, error) {
	size, err := f.media.PublishedSize(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = gone(err, file)
	}
	return size, err
}

// Open opens a file for sending, and returns its size in bytes. It returns MEDIA_INVALID for a file
// that is not on the disk any more, and ErrReplaced for one that was replaced since it was read.
func (f *Files) Open(ctx context.Context, file media.MediaFile) (*os.File, int64, error) {
	content, err := f.media.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		if _, isOther := f.replacement(ctx, file); isOther {
			return nil, 0, ErrReplaced
		}
		return nil, 0, gone(err, file)
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

func gone(err error, file media.MediaFile) error {
	return apperror.Wrap(apperror.MediaInvalid, err, "the file of the media %s is not in the data folder any more; upload it again", file.ID)
}

// Destination returns what is stored of an upload that has begun: the network's address for the
// bytes, and the name of the file that they are of.
func Destination(uri string, file media.MediaFile) string { return uri + " " + file.PublishedName() }

// ErrReplaced says that another file has replaced the one that an upload began with, as an edit or
// a conversion does: the rest of the new one would come after the beginning of the former one.
var ErrReplaced = &failure.Error{Failure: failure.Failure{
	Action: failure.Remake, Code: apperror.MediaInvalid, Message: "the file of the video was replaced while it was being sent; Crier sends the new one",
}}

// Upload is one file that is being sent.
type Upload struct {
	Account graph.Account
	// Destination is what the function of that name has returned. Earlier versions stored the
	// address alone: then the file counts as the one that the upload began with.
	Destination string
	File        media.MediaFile
	// Has returns how many of size bytes the network has, and whether it needs no more.
	Has func(ctx context.Context, size int64) (offset int64, done bool, err error)
	// Sleep waits between two tries.
	Sleep func(ctx context.Context, d time.Duration) error
}

const (
	// uploadTries is how often in a row an upload may make no progress.
	uploadTries = 3
	// uploadPause is the pause between two tries.
	uploadPause = 3 * time.Second
)

// Send sends the bytes that the network lacks, from the position that the network names. It returns
// ErrReplaced when the network lacks some of a file that was replaced, and the last error once the
// upload gets no further.
func (f *Files) Send(ctx context.Context, u Upload) error {
	content, size, err := f.Open(ctx, u.File)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	uri, name, isNamed := strings.Cut(u.Destination, " ")
	isReplaced := isNamed && name != u.File.PublishedName()
	if isReplaced {
		size = math.MaxInt64 // Nobody knows how long the former file was: the network says whether it has all.
	}
	var last error
	for tries, furthest := 0, int64(-1); ; {
		offset, done, err := u.Has(ctx, size)
		failpoint.Reach("posts.upload.read")
		if err != nil || done {
			return err
		}
		if isReplaced {
			return ErrReplaced
		}
		if tries++; offset > furthest {
			tries, furthest = 1, offset
		}
		if tries > uploadTries {
			return last
		}
		if last = f.network.SendBytes(ctx, u.Account, uri, graph.File{At: content, Size: size}, min(offset, size)); last == nil {
			failpoint.Reach("posts.upload.sent")
			return nil
		}
		failpoint.Reach("posts.upload.cut")
		if !failure.IsTransient(last) || context.Cause(ctx) != nil {
			return last
		}
		f.log.Info("posts: an upload is continued", "media", u.File.ID, "offset", offset, "error", last)
		if err := u.Sleep(ctx, uploadPause); err != nil {
			return err
		}
	}
}
