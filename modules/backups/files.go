package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"os"
	"path/filepath"
	"strconv"

	"crier/platform/apperror"
	"crier/platform/backup"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// overview returns what there is, and what is next.
func (s *service) overview(ctx context.Context) (Overview, error) {
	maker, err := s.maker(ctx)
	if err != nil {
		return Overview{}, err
	}
	folder, isBeside, err := s.place.folder(ctx)
	if err != nil {
		return Overview{}, err
	}
	told := Overview{Folder: folder, IsBeside: isBeside, IsFixed: s.place.fixed != "", Files: []Stored{}, Restored: lastRestored(s.dir)}
	all, err := maker.List(folder)
	if err != nil {
		told.Problem = err.Error()
	}
	now := s.clock.Now()
	next := now
	for _, stored := range all {
		told.Files = append(told.Files, shownAs(stored, isBeside))
		if due := stored.At.Add(backup.Every); stored.IsAutomatic && !stored.At.After(now) && due.After(next) {
			next = due
		}
	}
	if !s.isOff {
		told.Next = at(next)
	}
	if last := s.failed.Load(); last != nil {
		told.FailedAt, told.FailedFor = at(last.at), last.why.Error()
	}
	return told, nil
}

func shownAs(b backup.Stored, isBeside bool) Stored {
	return Stored{Name: b.Name, At: wiretime.Of(b.At), Bytes: b.Bytes, IsAutomatic: b.IsAutomatic, HasMedia: !b.IsAutomatic || !isBeside}
}

// begin refuses a second work of a person at the same time. Call end when it is done.
func (s *service) begin() (end func(), err error) {
	if !s.one.TryLock() {
		return nil, apperror.New(apperror.InvalidState, "a backup is being made, sent or checked already; wait until that is done")
	}
	return s.one.Unlock, nil
}

// move has the backups from now on in another folder.
func (s *service) move(ctx context.Context, folder string) (Overview, error) {
	end, err := s.begin()
	if err != nil {
		return Overview{}, err
	}
	defer end()
	if err := s.place.choose(ctx, folder); err != nil {
		return Overview{}, err
	}
	s.failed.Store(nil)
	s.log.Info("backups: they go to another folder", "path", folder)
	return s.overview(ctx)
}

func (s *service) make(ctx context.Context, in MakeRequest) (Stored, error) {
	end, err := s.begin()
	if err != nil {
		return Stored{}, err
	}
	defer end()
	maker, err := s.maker(ctx)
	if err != nil {
		return Stored{}, err
	}
	if in.Passphrase != "" {
		if err := checkPassphrase(in.Passphrase); err != nil {
			return Stored{}, err
		}
		maker.Seal = func(key secrets.Key) ([]byte, error) { return backup.SealKey(key, in.Passphrase) }
	}
	folder, isBeside, err := s.place.folder(ctx)
	if err != nil {
		return Stored{}, err
	}
	made, err := maker.ByHand(ctx, folder)
	if err != nil {
		return Stored{}, apperror.Wrap(apperror.InvalidState, err, "the backup was not made, and nothing of it is left: %v", err)
	}
	s.log.Info("backups: a backup is made and checked", "path", made.Path, "bytes", made.Bytes, "files", made.Proof.Files)
	all, err := maker.List(folder)
	for _, stored := range all {
		if stored.Name == filepath.Base(made.Path) {
			return shownAs(stored, isBeside), nil
		}
	}
	return Stored{}, errors.Join(err, apperror.New(apperror.NotFound, "the backup was made, and somebody has removed it at once"))
}

// path returns the path of a backup that is listed.
func (s *service) path(ctx context.Context, name string) (string, error) {
	maker, err := s.maker(ctx)
	if err != nil {
		return "", err
	}
	folder, _, err := s.place.folder(ctx)
	if err != nil {
		return "", err
	}
	path, err := maker.Path(folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", apperror.New(apperror.NotFound, "there is no such backup any more; load the page again to see which there are")
	}
	return path, err
}

func (s *service) download(ctx context.Context, in *fileInput) (*huma.StreamResponse, error) {
	path, err := s.path(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, httpapi.StoredFileError(err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &huma.StreamResponse{Body: func(out huma.Context) {
		defer func() { _ = f.Close() }()
		out.SetHeader("Content-Type", octets)
		out.SetHeader("Content-Length", strconv.FormatInt(info.Size(), 10))
		out.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": filepath.Base(path)}))
		out.SetHeader("Cache-Control", "private, no-store")
		// A reader that is gone needs no answer.
		_, _ = io.Copy(out.BodyWriter(), f)
	}}, nil
}

func (s *service) remove(ctx context.Context, in *fileInput) (*struct{}, error) {
	path, err := s.path(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	return nil, os.Remove(path)
}

const (
	// headSize is how much of an upload shows that it is no backup.
	headSize = 64
	// mostUpload bounds an upload: more than a disk of a desktop has.
	mostUpload = 4 << 40
	// leftFree is what an upload leaves free on the disk, so that Crier goes on working.
	leftFree = 1 << 30
)

func uploadError(err error, format string, args ...any) error {
	return apperror.Wrap(apperror.UploadError, err, format, args...)
}

// upload stores the body in the staging folder, in the place of the last one, and looks into it.
func (s *service) upload(ctx context.Context, in *uploadInput) (looked Looked, err error) {
	switch {
	case in.size <= 0:
		return looked, apperror.New(apperror.UploadError, "the size of the file is not known, or it is empty")
	case in.size > mostUpload:
		return looked, apperror.New(apperror.UploadError, "the file is larger than any backup")
	}
	end, err := s.begin()
	if err != nil {
		return looked, err
	}
	defer end()
	if err := s.forgetUploads(); err != nil {
		return looked, err
	}
	free, err := datadir.Room(s.dir.Staging())
	switch {
	case errors.Is(err, errors.ErrUnsupported):
	case err != nil:
		return looked, uploadError(err, "how much room there is on the disk cannot be read: %v", err)
	case free-in.size < leftFree:
		return looked, apperror.New(apperror.UploadError, "the disk of the data folder has %d MB left, and with this file of %d MB less than 1 GB would be; "+
			"delete something that you do not need, or restore it where it is (crier restore FILE)", free>>20, in.size>>20)
	}
	body := io.LimitReader(in.body, in.size)
	head := make([]byte, min(headSize, in.size))
	if _, err := io.ReadFull(body, head); err != nil {
		return looked, uploadError(err, "the upload broke off; nothing of it is kept")
	}
	if err := backup.CheckBeginning(head); err != nil {
		return looked, unusable(err)
	}
	f, err := os.CreateTemp(s.dir.Staging(), backup.UploadPrefix+"*")
	if err != nil {
		return looked, uploadError(err, "the file cannot be stored: %v", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(head)
	if err == nil {
		_, err = io.Copy(f, body)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return looked, uploadError(err, "the upload broke off, or the disk is full; nothing of it is kept (%v)", err)
	}
	archive, err := backup.Open(f.Name())
	if err != nil {
		return looked, unusable(err)
	}
	defer func() { err = errors.Join(err, archive.Close()) }()
	return look(ctx, s, archive, filepath.Base(f.Name()))
}

func (s *service) forgetUploads() error {
	all, err := os.ReadDir(s.dir.Staging())
	for _, e := range all {
		if isUpload(e.Name()) {
			err = errors.Join(err, os.Remove(filepath.Join(s.dir.Staging(), e.Name())))
		}
	}
	return err
}

// unusable says why a file is no backup that can be restored, without its name on this disk.
func unusable(err error) error {
	switch {
	case errors.Is(err, backup.ErrNewer):
		return uploadError(err, "the backup was made by a newer version of Crier; update this Crier first. Nothing was changed")
	case errors.Is(err, backup.ErrForeign):
		return uploadError(err, "the file is not a backup of Crier; choose one that Crier has made, whose name ends in %s. Nothing was changed", backup.Extension)
	case errors.Is(err, backup.ErrDamaged):
		return uploadError(err, "the backup is damaged or was cut off, as by a copy that broke off; take another copy of it, or an older one. Nothing was changed")
	case errors.Is(err, backup.ErrPassphrase):
		return apperror.New(apperror.ValidationError, "the passphrase is wrong; nothing was changed")
	case errors.Is(err, backup.ErrKey):
		return apperror.New(apperror.ValidationError, "the key belongs to another data folder, and does not open what is sealed in this backup; nothing was changed")
	}
	if apperror.From(err) != nil {
		return err
	}
	return fmt.Errorf("look into the backup: %w", err)
}

func checkPassphrase(passphrase string) error {
	if len([]rune(passphrase)) < backup.LeastPassphrase {
		return apperror.New(apperror.ValidationError, "a passphrase has at least %d characters: anybody with the file could guess a shorter one", backup.LeastPassphrase)
	}
	return nil
}
