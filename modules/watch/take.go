package watch

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"unicode/utf8"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/limits"

	"github.com/uptrace/bun"
)

// maxText bounds the file of a caption, in bytes.
const maxText = 64 << 10

// errUnwatched says that the folder is not watched any more.
var errUnwatched = errors.New("the folder is not watched any more")

// errNoRoom says that the disk of the data folder has too little room.
var errNoRoom = errors.New("the disk of the data folder has less than 1 GB left; make room there, and Crier goes on")

// taker makes drafts of files.
type taker struct {
	db      *database.DB
	clock   clock.Clock
	log     *slog.Logger
	uploads *media.Uploads
	drafts  *posts.Drafts
	maxSize int64
	// room says how many bytes may still be written to the disk of the data folder.
	room func() (int64, error)
}

// keptFree is the room that drafts leave to the work of a person.
const keptFree = 1 << 30

// unfit says why a file cannot be used.
type unfit struct {
	why string
	// again says that the same file may be of use later.
	again bool
}

func (u *unfit) Error() string { return u.why }

// reading notes why a file could not be read, which its writer would not tell apart.
type reading struct {
	io.Reader
	ctx context.Context
	err error
}

func (r *reading) Read(b []byte) (n int, err error) {
	if err = context.Cause(r.ctx); err == nil {
		n, err = r.Reader.Read(b)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// take makes a draft of a picture or video, once for what it holds, and stores what became of the
// name. The error is fs.ErrNotExist for a file that is gone, errChanging, errNoRoom, errUnwatched,
// or that of a fault of Crier or of ctx.
func (t *taker) take(ctx context.Context, f folder, e entry) error {
	name := known{AccountID: f.AccountID, Name: e.key(), Size: e.size, Modified: e.modified}
	err := t.taken(ctx, f, e, &name)
	return t.keep(ctx, f, name, err)
}

// keep stores why a file cannot be used, when err says so.
func (t *taker) keep(ctx context.Context, f folder, name known, err error) error {
	switch bad, isUnfit := errors.AsType[*unfit](err); {
	case isUnfit:
		if name.Problem = bad.why; bad.again {
			name.Hash = ""
		}
	case err == nil || ctx.Err() != nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, errChanging) || errors.Is(err, errNoRoom) ||
		errors.Is(err, errUnwatched) || errors.Is(err, errAway) || database.Failed(err):
		return err
	default:
		t.log.Error("watch: a file could not be taken", "account", f.AccountID, "file", name.Name, "error", err)
		name.Hash, name.Problem = "", "Crier could not take it, and tries again; its log says why"
	}
	return t.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return t.note(ctx, tx, f, name) })
}

// note stores what became of a name, in the transaction tx. The captions of a picture that has a
// draft by that are new with it: a death may come before they are written.
func (t *taker) note(ctx context.Context, tx bun.IDB, f folder, name known) error {
	if is, err := isWatched(ctx, tx, f); err != nil || !is {
		return errors.Join(err, errUnwatched)
	}
	if !isCaption(name.Name) && name.Problem == "" {
		if err := forgetCaptions(ctx, tx, f.AccountID, name.Name); err != nil {
			return err
		}
	}
	return putName(ctx, tx, name)
}

func (t *taker) taken(ctx context.Context, f folder, e entry, name *known) error {
	switch {
	case e.size == 0:
		return &unfit{why: "it is empty"}
	case e.size > t.maxSize:
		return &unfit{why: fmt.Sprintf("it is larger than %d MB", t.maxSize>>20)}
	}
	file, err := openToRead(f.Path, e)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	// It is asked first: a look each minute would read the whole file for nothing.
	if free, err := t.room(); err == nil && free < keptFree+2*e.size {
		return errNoRoom
	}
	if name.Hash, err = hash(ctx, file, e.size); err != nil {
		return err
	}
	if is, err := isTaken(ctx, t.db, f.AccountID, name.Hash); err != nil || is {
		return errors.Join(err, t.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return t.note(ctx, tx, f, *name) }))
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return unreadable(err)
	}
	return t.add(ctx, f, e, file, *name)
}

// add stores the file, its draft, and that there is one, all or nothing.
func (t *taker) add(ctx context.Context, f folder, e entry, file *os.File, name known) error {
	from := &reading{Reader: file, ctx: ctx}
	zone, err := posts.Zone(f.Timezone)
	if err != nil {
		return err
	}
	plan := posts.Plan{For: plannedFor(e.name, t.clock.Now(), zone), Timezone: f.Timezone}
	_, err = t.uploads.AddWith(ctx, e.name, func(w io.Writer, _ int64) error {
		if _, err := io.Copy(w, from); err != nil {
			return err
		}
		from.err = e.isOf(file)
		return from.err
	}, func(ctx context.Context, tx bun.Tx, stored media.MediaFile) error {
		if stored.Facts != nil && stored.Facts.Truncated {
			return &unfit{why: "the end of the video is missing"}
		}
		if err := t.note(ctx, tx, f, name); err != nil {
			return err
		}
		if is, err := isTaken(ctx, tx, f.AccountID, name.Hash); err != nil || is {
			return cmp.Or(err, errChanging) // A look that was ended has taken it meanwhile.
		}
		p := posts.PublishablePost{AccountID: f.AccountID, MediaType: posts.Image, MediaFileID: &stored.ID}
		if stored.IsVideo() {
			p.MediaType = posts.Reels
		}
		draft, err := t.drafts.Make(ctx, tx, p, plan)
		if err != nil {
			return err
		}
		return insertTaken(ctx, tx, taken{AccountID: f.AccountID, Hash: name.Hash, PostID: draft.ID, Written: draft.UpdatedAt})
	})
	switch refused := apperror.From(err); {
	case err == nil, errors.Is(err, errUnwatched):
		return err
	case errors.Is(from.err, errChanging), errors.Is(err, errChanging):
		return errChanging
	case from.err != nil && ctx.Err() == nil:
		return unreadable(from.err)
	case database.DiskFull(err):
		return errNoRoom
	case refused != nil && (refused.Code == apperror.MediaInvalid || refused.Code == apperror.VideoProcessingFailed):
		return &unfit{why: cmp.Or(refused.Plain, refused.Message)}
	}
	return err
}

// caption gives the text of a file to the drafts of the pictures that have its name, unless anybody
// else has changed them.
func (t *taker) caption(ctx context.Context, f folder, e entry, of []taken) error {
	name := known{AccountID: f.AccountID, Name: e.key(), Size: e.size, Modified: e.modified}
	text, err := readText(ctx, f.Path, e, &name.Hash)
	for i := 0; err == nil && text != "" && i < len(of); i++ {
		err = t.write(ctx, of[i], text)
	}
	if err == nil {
		return t.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return t.note(ctx, tx, f, name) })
	}
	return t.keep(ctx, f, name, err)
}

// write gives a draft a caption, and records that, all or nothing. A draft that is gone, has become
// more than one, or was changed by anybody else stays as it is.
func (t *taker) write(ctx context.Context, of taken, text string) error {
	err := t.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		draft, err := t.drafts.Change(ctx, tx, of.PostID, posts.DraftChange{
			DraftPatch: posts.DraftPatch{ContentPatch: posts.ContentPatch{Caption: httpapi.Patch[string]{IsSet: true, Value: &text}}}, Seen: &of.Written,
		})
		if err != nil {
			return err
		}
		of.Written = draft.UpdatedAt
		return updateTaken(ctx, tx, of)
	})
	if _, isStale := errors.AsType[*posts.StaleError](err); isStale {
		return nil
	}
	if refused := apperror.From(err); refused != nil {
		if refused.Code == apperror.NotFound || refused.Code == apperror.InvalidStatus {
			return nil
		}
		return &unfit{why: cmp.Or(refused.Plain, refused.Message)}
	}
	return err
}

// readText reads the file of a caption, which may be empty.
func readText(ctx context.Context, path string, e entry, sum *string) (string, error) {
	if e.size > maxText {
		return "", &unfit{why: fmt.Sprintf("its text is larger than %d KB", maxText>>10)}
	}
	file, err := openToRead(path, e)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	b, err := io.ReadAll(io.LimitReader(&reading{Reader: file, ctx: ctx}, maxText))
	if err != nil {
		return "", unreadable(err)
	}
	if err := e.isOf(file); err != nil {
		return "", err
	}
	of := sha256.Sum256(b)
	*sum = hex.EncodeToString(of[:])
	b = bytes.TrimPrefix(b, []byte("\uFEFF"))
	if !utf8.Valid(b) || bytes.ContainsRune(b, 0) {
		return "", &unfit{why: "its text is not UTF-8; save it as that"}
	}
	text := strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(b)))
	if n := utf8.RuneCountInString(text); n > limits.MaxCaption {
		return "", &unfit{why: fmt.Sprintf("its text has %d characters, and a caption takes %d", n, limits.MaxCaption)}
	}
	return text, nil
}

func openToRead(path string, e entry) (*os.File, error) {
	f, err := open(path, e)
	if err != nil && !errors.Is(err, errAway) && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errChanging) {
		err = unreadable(err)
	}
	return f, err
}

// unreadable says why a file that is there cannot be read, unless it was not to be read any more.
func unreadable(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, errChanging) {
		return err
	}
	return &unfit{why: plainly(err), again: true}
}

// hash returns the sum of a file of so many bytes. One that grows as fast as it is read would keep
// it for ever.
func hash(ctx context.Context, file *os.File, size int64) (string, error) {
	sum := sha256.New()
	n, err := io.Copy(sum, io.LimitReader(&reading{Reader: file, ctx: ctx}, size+1))
	if err != nil {
		return "", unreadable(err)
	}
	if n != size {
		return "", errChanging
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
