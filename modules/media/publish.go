package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/objectstore"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// CanPublish returns nil when files can be made public at all, and otherwise why not.
func (o *objects) CanPublish() error { return o.store.Ready() }

// publishTries bounds how often a file is begun again because it was edited while it was made public.
const publishTries = 3

// Publish makes the file fetchable by the network and returns its public address.
func (o *objects) Publish(ctx context.Context, file MediaFile) (url string, err error) {
	for range publishTries {
		if url, err = o.publishOnce(ctx, file); err == nil {
			return url, nil
		}
		stored, readErr := selectFile(ctx, o.db, file.ID)
		if readErr != nil || stored.publishPath() == file.publishPath() {
			return "", err
		}
		file = stored
	}
	return "", err
}

func (o *objects) publishOnce(ctx context.Context, file MediaFile) (url string, err error) {
	key := file.PublicKey
	if key == nil {
		if key, err = o.choosePublicKey(ctx, file); err != nil {
			return "", err
		}
	}
	if err := o.store.Put(ctx, *key, o.storage.published(file), file.PublishedType()); err != nil {
		return "", fmt.Errorf("make media file %s public: %w", file.ID, err)
	}
	failpoint.Reach("media.object.put")
	if err := o.stillPublic(ctx, file.ID, *key); err != nil {
		return "", err
	}
	return o.store.URL(*key), nil
}

// stillPublic has an object deleted whose file was deleted, or taken back, while it was being put.
func (o *objects) stillPublic(ctx context.Context, id wireid.ID, key string) error {
	stored, err := selectFile(ctx, o.db, id)
	if err == nil && stored.PublicKey != nil && *stored.PublicKey == key {
		return nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	err = o.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		database.AfterCommit(ctx, o.wake)
		return insertReleased(ctx, tx, key, wiretime.Of(o.clock.Now()))
	})
	return errors.Join(goneError(id), err)
}

// goneError is the error of a file that was deleted, or edited again and again, while it was made public.
func goneError(id wireid.ID) error {
	return apperror.New(apperror.MediaInvalid, "the media file %s has been deleted or changed", id)
}

// choosePublicKey records a key before there is an object under it, so that no object is ever forgotten.
func (o *objects) choosePublicKey(ctx context.Context, file MediaFile) (*string, error) {
	fresh := objectstore.NewKey(filepath.Ext(file.publishPath())[1:])
	err := o.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return setPublicKey(ctx, tx, file, fresh) })
	if err != nil {
		return nil, fmt.Errorf("choose a public key: %w", err)
	}
	// Of two at once, the first one's key stands.
	stored, err := selectFile(ctx, o.db, file.ID)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("choose a public key: %w", err)
	}
	if stored.PublicKey == nil || stored.publishPath() != file.publishPath() {
		return nil, goneError(file.ID)
	}
	return stored.PublicKey, nil
}
