package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/objectstore"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// PublicBase returns the address below which files that are made public now are found. It is empty
// when there is no store for them.
func (s *Service) PublicBase() string { return s.objects.store.URL("") }

// CanMakePublic returns nil when files can be made public, and the reason when they cannot.
func (s *Service) CanMakePublic() error { return s.objects.store.Ready() }

// makePublicTries is how often MakePublic starts again because the file was edited meanwhile.
const makePublicTries = 3

// MakePublic makes the file fetchable by the network and returns its public address.
func (s *Service) MakePublic(ctx context.Context, file MediaFile) (url string, err error) {
	return s.MakePublicDue(ctx, file, s.clock.Now())
}

// MakePublicDue is MakePublic for a post that is due at a time: the key names the month of that
// time, unless the file is public already.
func (s *Service) MakePublicDue(ctx context.Context, file MediaFile, due time.Time) (url string, err error) {
	for range makePublicTries {
		if url, err = s.makePublicOnce(ctx, file, due); err == nil {
			return url, nil
		}
		stored, readErr := selectFile(ctx, s.db, file.ID)
		if readErr != nil || stored.publishPath() == file.publishPath() {
			return "", err
		}
		file = stored
	}
	return "", err
}

func (s *Service) makePublicOnce(ctx context.Context, file MediaFile, due time.Time) (url string, err error) {
	key := file.PublicKey
	if key == nil {
		if key, err = s.choosePublicKey(ctx, file, due); err != nil {
			return "", err
		}
	}
	if err := s.objects.store.Put(ctx, *key, s.storage.published(file), file.PublishedType()); err != nil {
		return "", fmt.Errorf("make media file %s public: %w", file.ID, err)
	}
	failpoint.Reach("media.object.put")
	if err := s.stillPublic(ctx, file.ID, *key); err != nil {
		return "", err
	}
	return s.objects.store.URL(*key), nil
}

// stillPublic checks that the file was neither deleted nor taken back while its object was stored.
// If it was, the object is deleted.
func (s *Service) stillPublic(ctx context.Context, id wireid.ID, key string) error {
	stored, err := selectFile(ctx, s.db, id)
	if err == nil && stored.PublicKey != nil && *stored.PublicKey == key {
		return nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		database.AfterCommit(ctx, s.objects.wake)
		now := wiretime.Of(s.clock.Now())
		return insertReleased(ctx, tx, key, now, now)
	})
	return errors.Join(goneError(id), err)
}

// goneError says that a file was deleted, or edited again and again, while it was made public.
func goneError(id wireid.ID) error {
	return apperror.New(apperror.MediaInvalid, "the media file %s has been deleted or changed meanwhile; try again, or add the file again", id)
}

// choosePublicKey stores a key before there is an object under it, so that no object is forgotten.
func (s *Service) choosePublicKey(ctx context.Context, file MediaFile, due time.Time) (*string, error) {
	fresh := objectstore.NewKeyDue(filepath.Ext(file.publishPath())[1:], due)
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return setPublicKey(ctx, tx, file, fresh) })
	if err != nil {
		return nil, fmt.Errorf("choose a public key: %w", err)
	}
	// Of two concurrent calls, the first one's key counts.
	stored, err := selectFile(ctx, s.db, file.ID)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("choose a public key: %w", err)
	}
	if stored.PublicKey == nil || stored.publishPath() != file.publishPath() {
		return nil, goneError(file.ID)
	}
	return stored.PublicKey, nil
}

// Lent returns a store for objects that belong to no file, such as those of a test. An object is
// written down as released before it is put. So it is deleted after ten minutes also when the
// program dies before it deletes it, and when the store is left.
func (s *Service) Lent() objectstore.Store { return lent{s.objects} }

// KeepWhile keeps released objects for as long as needed returns their keys. needed gets keys, and
// returns those from whose objects the network may still be told to fetch. KeepWhile is called
// once, before anything is deleted.
func (s *Service) KeepWhile(needed func(ctx context.Context, keys []string) ([]string, error)) {
	s.objects.needed = needed
}

// HurryReleased makes all released objects due at the commit of tx. Call it when nothing is being
// fetched and their store is about to be left.
func (s *Service) HurryReleased(ctx context.Context, tx bun.IDB) error {
	if err := hurryReleased(ctx, tx, wiretime.Of(s.clock.Now())); err != nil {
		return fmt.Errorf("hurry released objects: %w", err)
	}
	database.AfterCommit(ctx, s.objects.wake)
	return nil
}
