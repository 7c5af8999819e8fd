package backups

import (
	"errors"
	"fmt"
	"os"

	"crier/platform/apperror"
	"crier/platform/backup"
	"crier/platform/secrets"
)

// ExportRequest is the body of POST /api/backups/key/export.
type ExportRequest struct {
	Passphrase string `json:"passphrase" maxLength:"1000" doc:"What the key is encrypted with, at least 8 characters."`
}

// KeyFile is its answer.
type KeyFile struct {
	Name    string `json:"name"    doc:"A name for the file." example:"crier-20260314.key"`
	Content []byte `json:"content" doc:"What to write into it, in base64."`
}

// TryRequest is the body of POST /api/backups/key/try.
type TryRequest struct {
	KeyFile    []byte `json:"keyFile"    doc:"What the file has, in base64."`
	Passphrase string `json:"passphrase" maxLength:"1000" doc:"Its passphrase."`
}

// TriedKey is its answer.
type TriedKey struct {
	IsOwn bool `json:"isOwn" doc:"Whether it is the key of this data folder." example:"true"`
}

type (
	exportInput struct{ Body ExportRequest }
	tryInput    struct{ Body TryRequest }
)

func (s opener) exportKey(in ExportRequest) (KeyFile, error) {
	if err := checkPassphrase(in.Passphrase); err != nil {
		return KeyFile{}, err
	}
	key, err := secrets.LoadKey(s.dir.SecretKey())
	if err != nil {
		return KeyFile{}, fmt.Errorf("read the key: %w", err)
	}
	sealed, err := backup.SealKey(key, in.Passphrase)
	if err == nil {
		err = backup.NoteKeyExported(s.dir, key, s.clock.Now())
	}
	return KeyFile{Name: "crier-" + s.clock.Now().UTC().Format("20060102") + ".key", Content: sealed}, err
}

func (s opener) tryKey(in TryRequest) (TriedKey, error) {
	key, err := s.readKey(in.KeyFile, in.Passphrase)
	if err != nil {
		return TriedKey{}, err
	}
	check, err := secrets.RecordedCheck(s.dir.SecretKey())
	return TriedKey{IsOwn: check == key.Check()}, err
}

// readKey returns the key in a file that was sent.
func (s opener) readKey(content []byte, passphrase string) (key secrets.Key, err error) {
	f, err := os.CreateTemp(s.dir.Staging(), "backup-key-*")
	if err != nil {
		return key, err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		return key, err
	}
	key, err = backup.ReadKey(f.Name(), func() (string, error) { return passphrase, nil })
	switch {
	case errors.Is(err, backup.ErrPassphrase):
		return key, apperror.New(apperror.ValidationError, "the passphrase is wrong; nothing was changed")
	case err != nil:
		return key, apperror.Wrap(apperror.UploadError, err, "the file holds no key of Crier, or is damaged; choose the file of an exported key, or secret.key of a data folder")
	}
	return key, nil
}
