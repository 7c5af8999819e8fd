package backups

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"crier/platform/apperror"
	"crier/platform/backup"
	"crier/platform/datadir"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// What is known of the key of a backup's tokens and passwords.
const (
	keyOpens   = "opens"
	keyNone    = "none"
	keyMissing = "missing"
)

// Source names a backup, and what opens it.
type Source struct {
	File       string `json:"file"                 maxLength:"255"  doc:"The name of a backup of listBackups, or the file of uploadBackup." example:"backup-upload-1847205963"`
	Passphrase string `json:"passphrase,omitempty" maxLength:"1000" doc:"The passphrase of the key, for one that is in the backup or in keyFile."`
	KeyFile    []byte `json:"keyFile,omitempty"    doc:"What the file of an exported key has, or secret.key of a data folder, in base64; empty for the key of the backup, or that of this data folder."`
}

// Looked is what a backup says of itself.
type Looked struct {
	File     string        `json:"file"     doc:"How to name it." example:"backup-upload-1847205963"`
	At       wiretime.Time `json:"at"       doc:"When it was made." example:"2026-03-14T05:00:00.000Z"`
	Version  string        `json:"version"  doc:"The version of Crier that made it." example:"4.4.0"`
	Files    int           `json:"files"    doc:"How many files are in it." example:"215"`
	Bytes    int64         `json:"bytes"    doc:"How large they are." example:"1800000000"`
	HasMedia bool          `json:"hasMedia" doc:"Whether the pictures and videos are in it." example:"true"`
	IsOwn    bool          `json:"isOwn"    doc:"Whether it is of this data folder." example:"true"`
	HasKey   bool          `json:"hasKey"   doc:"Whether the key is in it, under a passphrase." example:"false"`
	// Key is empty before a check.
	Key string `json:"key" enum:"opens,none,missing," doc:"Of a checked one, whether the key opens the tokens and passwords in it: none says that there are none, missing that the key was not given. Empty for one that is not checked." example:"opens"`
}

// RestoreRequest is the body of POST /api/backups/restore.
type RestoreRequest struct {
	Source

	WithoutKey bool `json:"withoutKey,omitempty" doc:"Restores without the key: the accounts must be connected again."`
	KeepKeys   bool `json:"keepKeys,omitempty"   doc:"Keeps the API keys that the backup has, which may have been revoked since."`
}

// Restoring is the answer of POST /api/backups/restore.
type Restoring struct {
	ID     string `json:"id"     doc:"The id of restored in listBackups, once it is done or has failed." example:"b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d"`
	SignIn string `json:"signIn" doc:"A path that signs this browser in once it is done: sessions end with a restore." example:"/login?code=u7Yt0mYQz0f2d4nqP1"`
}

// Restored says how the last restore ended.
type Restored struct {
	ID            string        `json:"id"            doc:"As restoreBackup gave it." example:"b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d"`
	At            wiretime.Time `json:"at"            doc:"When it ended." example:"2026-03-14T10:00:00.000Z"`
	MadeAt        wiretime.Time `json:"madeAt"        doc:"When the backup was made." example:"2026-03-14T05:00:00.000Z"`
	Failed        string        `json:"failed"        doc:"Why it failed and nothing was changed; empty when it did not."`
	Kept          string        `json:"kept"          doc:"Where the folder is that was replaced." example:"/home/mara/.local/share/crier.before-restore-20260314T100000Z"`
	Missing       int           `json:"missing"       doc:"How many files of the library are neither in the backup nor in the folder that was replaced." example:"0"`
	IsRevoked     bool          `json:"isRevoked"     doc:"Whether the API keys have ended." example:"true"`
	IsForgotten   bool          `json:"isForgotten"   doc:"Whether the accounts must be connected again, because there was no key." example:"false"`
	IsQuarantined bool          `json:"isQuarantined" doc:"Whether the posts are held until somebody has decided about them." example:"true"`
}

type (
	checkInput   struct{ Body Source }
	restoreInput struct{ Body RestoreRequest }
)

// opener looks into backups and keys that a person gives, and restores.
type opener struct{ *service }

// isUpload reports whether a file is one of uploadBackup.
func isUpload(file string) bool {
	return filepath.Base(file) == file && strings.HasPrefix(file, backup.UploadPrefix)
}

// open opens the backup that the source names. The key is nil when it is not known.
func (s opener) open(ctx context.Context, in Source) (archive *backup.Archive, key *secrets.Key, err error) {
	path := filepath.Join(s.dir.Staging(), in.File)
	if !isUpload(in.File) {
		if path, err = s.path(ctx, in.File); err != nil {
			return nil, nil, err
		}
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, apperror.New(apperror.NotFound, "the file that was sent is not kept any more; choose it again")
	}
	if archive, err = backup.Open(path); err != nil {
		return nil, nil, unusable(err)
	}
	if key, err = s.keyFor(ctx, archive, in); err != nil {
		_ = archive.Close()
		return nil, nil, unusable(err)
	}
	return archive, key, nil
}

// keyFor returns the key of the archive from the given file, this folder or the archive, or nil.
func (s opener) keyFor(ctx context.Context, archive *backup.Archive, in Source) (*secrets.Key, error) {
	word := func() (string, error) { return in.Passphrase, nil }
	if len(in.KeyFile) > 0 {
		key, err := s.readKey(in.KeyFile, in.Passphrase)
		return &key, err
	}
	if check, err := secrets.RecordedCheck(s.dir.SecretKey()); err == nil && check == archive.KeyCheck {
		if key, err := secrets.LoadKey(s.dir.SecretKey()); err == nil {
			return &key, nil
		}
	}
	if !archive.HasKey() || in.Passphrase == "" {
		return nil, nil
	}
	key, err := archive.Key(ctx, word)
	return &key, err
}

func look(ctx context.Context, s *service, archive *backup.Archive, file string) (Looked, error) {
	state, err := s.instance.State(ctx)
	return Looked{
		File: file, At: wiretime.Of(archive.Time), Version: archive.Version, Files: len(archive.Files), Bytes: archive.Bytes(), HasMedia: archive.HasMedia,
		IsOwn: archive.Instance == state.ID.String(), HasKey: archive.HasKey(),
	}, err
}

func (s opener) check(ctx context.Context, in Source) (looked Looked, err error) {
	end, err := s.begin()
	if err != nil {
		return looked, err
	}
	defer end()
	archive, key, err := s.open(ctx, in)
	if err != nil {
		return looked, err
	}
	defer func() { err = errors.Join(err, archive.Close()) }()
	proof, err := archive.Check(ctx, backup.CheckOptions{Contents: s.contents, Now: s.clock.Now(), Key: key, Temp: s.dir.Staging()})
	if err != nil {
		return looked, unusable(err)
	}
	looked, err = look(ctx, s.service, archive, in.File)
	switch {
	case proof.Sealed == 0:
		looked.Key = keyNone
	case proof.IsOpened:
		looked.Key = keyOpens
	default:
		looked.Key = keyMissing
	}
	return looked, err
}

// restore has the service start again into the backup.
func (s opener) restore(ctx context.Context, in RestoreRequest) (Restoring, error) {
	if err := backup.CheckReplaceable(s.dir.Path()); err != nil {
		return Restoring{}, apperror.Wrap(apperror.InvalidState, err, "the data folder is a mount point, such as a volume of a container, and cannot be replaced here; nothing was changed")
	}
	archive, key, err := s.open(ctx, in.Source)
	if err != nil {
		return Restoring{}, err
	}
	signIn, admit := s.contents.Admit()
	done := Restored{ID: wireid.New().String(), MadeAt: wiretime.Of(archive.Time)}
	options := backup.RestoreOptions{
		Contents: s.contents, Path: s.dir.Path(), Key: key, WithoutKey: in.WithoutKey, UseKeyring: s.useKeyring, KeepAccess: in.KeepKeys, KeepName: true, Settle: admit,
	}
	err = s.process.RequestWork("a backup is restored", func(ctx context.Context, lock *datadir.Lock) bool {
		options.Lock, options.Now = lock, s.clock.Now()
		// It may lie in the folder that is replaced, which Windows does not rename while it is
		// open.
		closed := sync.OnceValue(archive.Close)
		options.Reached = func(step string) {
			if step == "built" {
				_ = closed()
			}
		}
		result, err := archive.Restore(ctx, options)
		_ = closed()
		done.At = wiretime.Of(s.clock.Now())
		isReplaced := done.end(result, err)
		switch {
		case !isReplaced:
			s.log.Error("backups: the backup was not restored, and the folder is as it was", "error", err)
		case err != nil:
			s.log.Warn("backups: the backup is restored, and the disk has not confirmed it", "error", err)
		}
		if err := noteRestored(s.dir, done); err != nil {
			s.log.Warn("backups: how the restore ended could not be kept", "error", err)
		}
		if isReplaced && isUpload(in.File) {
			_ = os.Remove(filepath.Join(result.Kept, filepath.Base(s.dir.Staging()), in.File))
		}
		return isReplaced || runtime.GOOS == "windows" // There the lock may be released already.
	})
	if err != nil {
		_ = archive.Close()
		return Restoring{}, err
	}
	return Restoring{ID: done.ID, SignIn: signIn}, nil
}

// end notes how the restore ended, and reports whether the folder was replaced. An error after
// that, as of a disk that does not confirm it, puts nothing back.
func (r *Restored) end(result backup.RestoreResult, err error) (isReplaced bool) {
	r.Kept, r.Missing, r.IsRevoked, r.IsForgotten, r.IsQuarantined = result.Kept, result.Missing, result.IsRevoked, result.IsForgotten, result.IsQuarantined
	if err != nil && result.Kept == "" {
		r.Failed = whyFailed(err)
		return false
	}
	return true
}

func whyFailed(err error) string {
	if errors.Is(err, backup.ErrNoKey) {
		return "the tokens and passwords in the backup are sealed, and the key is not here: give it, or restore without it and connect the accounts again"
	}
	if own := unusable(err); apperror.From(own) != nil {
		return own.Error()
	}
	return err.Error()
}

// restoredName is the file in the folder's backups that says how the last restore ended. It has
// at most mostRestored bytes.
const restoredName, mostRestored = "restored.json", 64 << 10

func noteRestored(dir *datadir.Dir, done Restored) error {
	b, err := json.Marshal(done)
	if err != nil {
		return err
	}
	return datadir.WriteFile(filepath.Join(dir.Backups(), restoredName), b)
}

// lastRestored returns what noteRestored wrote last, or nil.
func lastRestored(dir *datadir.Dir) *Restored {
	var done Restored
	b, err := datadir.ReadFile(filepath.Join(dir.Backups(), restoredName), mostRestored)
	if err != nil || json.Unmarshal(b, &done) != nil {
		return nil
	}
	return &done
}
