package auth

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/graph"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

const (
	// avatarsPath is where the pictures are served.
	avatarsPath = "/uploads/avatars/"
	avatarsDir  = "avatars"
	avatarsMode = 0o700
)

// avatarName matches the name of every picture. No other name is looked up on the disk.
var avatarName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f-]{36}\.jpg$`) })

// avatars stores the accounts' profile pictures, one JPEG each.
type avatars struct {
	dir    string
	db     *database.DB
	client *graph.Client
	log    *slog.Logger
}

func newAvatars(dir *datadir.Dir, db *database.DB, client *graph.Client, log *slog.Logger) *avatars {
	return &avatars{filepath.Join(dir.Uploads(), avatarsDir), db, client, log}
}

// Start makes the folder and removes the pictures of accounts that are gone.
func (v *avatars) Start(ctx context.Context) error {
	if err := os.MkdirAll(v.dir, avatarsMode); err != nil {
		return fmt.Errorf("prepare the folder of the profile pictures: %w", err)
	}
	entries, err := os.ReadDir(v.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		id, err := wireid.Parse(strings.TrimSuffix(e.Name(), ".jpg"))
		known := false
		if err == nil {
			if known, err = existsAccount(ctx, v.db, id); err != nil {
				return err
			}
		}
		if !known && !e.IsDir() {
			if err := os.Remove(filepath.Join(v.dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *avatars) file(account wireid.ID) string {
	return filepath.Join(v.dir, account.String()+".jpg")
}

// fetch stores the account's picture. It only logs a failure, because nothing needs the picture.
func (v *avatars) fetch(ctx context.Context, account wireid.ID, address string) {
	if err := v.sync(ctx, account, address); err != nil {
		v.log.Info("auth: the profile picture of an account was not stored", "account_id", account.String(), "error", err)
	}
}

// sync stores the picture at the network's address, and deletes the stored one when the address is
// empty. When the picture cannot be fetched, the stored one stays.
func (v *avatars) sync(ctx context.Context, account wireid.ID, address string) error {
	if address == "" {
		return errors.Join(v.remove(account), updatePicture(ctx, v.db, account, nil))
	}
	picture, err := v.client.Profiles.Picture(ctx, address)
	if err != nil {
		return err
	}
	if old, err := os.ReadFile(v.file(account)); err != nil || !bytes.Equal(old, picture) {
		if err := datadir.WriteFile(v.file(account), picture); err != nil {
			return err
		}
	}
	if err := updatePicture(ctx, v.db, account, new(avatarsPath+account.String()+".jpg")); err != nil {
		return err
	}
	// The account may have been disconnected meanwhile.
	if known, err := existsAccount(ctx, v.db, account); err != nil || known {
		return err
	}
	return v.remove(account)
}

func (v *avatars) remove(account wireid.ID) error {
	if err := os.Remove(v.file(account)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// forget removes an account's picture after the commit. The next start removes pictures that are
// left.
func (v *avatars) forget(ctx context.Context, _ bun.IDB, account wireid.ID) error {
	database.AfterCommit(ctx, func() { _ = v.remove(account) })
	return nil
}

// serve serves a stored picture at GET /uploads/avatars/... Its address stays when the picture
// changes, so clients revalidate it each time.
func (v *avatars) serve(w http.ResponseWriter, r *http.Request, fail func(error)) {
	name := strings.TrimPrefix(r.URL.Path, avatarsPath)
	if !avatarName().MatchString(name) {
		fail(httpapi.StoredFileError(fs.ErrNotExist))
		return
	}
	httpapi.StoredFile{
		Folder: v.dir, Name: name, ContentType: "image/jpeg", CacheControl: "private, no-cache",
		ETag: func(info fs.FileInfo) string { return fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size()) },
	}.Serve(w, r, fail)
}
