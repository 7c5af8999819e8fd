package storyrepost

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/imaging"
	"crier/platform/native"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

const (
	picturesPath = "/uploads/mentions/"
	// maxPictures is how many pictures wait to be fetched at most; further mentions have none.
	maxPictures = 50
	// maxFetched bounds a picture as it is fetched, in bytes, and fetchWait the time of that.
	maxFetched = 4 << 20
	fetchWait  = 30 * time.Second
	// pictureWidth and pictureBytes bound it as it is kept, in pixels and bytes.
	pictureWidth = 180
	pictureBytes = 64 << 10
)

// pictures show what mentions are about. Nothing waits for them, and each is fetched once: what
// cannot be fetched, or waits when Crier ends, is not there.
type pictures struct {
	db      *database.DB
	log     *slog.Logger
	network *native.Media
	staging string
	pool    *imaging.Pool

	mu     sync.Mutex
	wanted []RepostRecord
	// fetching is held while they are fetched.
	fetching sync.Mutex
}

func newPictures(db *database.DB, log *slog.Logger, client *native.Client, dir *datadir.Dir) *pictures {
	pool := imaging.NewPool(imaging.PoolOptions{Options: imaging.Options{MaxWidth: pictureWidth, MaxBytes: pictureBytes}, Workers: 1})
	return &pictures{db: db, log: log, network: client.Media, staging: dir.Staging(), pool: pool}
}

// want has the pictures of new mentions fetched, where the inbox said where they are.
func (p *pictures) want(found []RepostRecord) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range found {
		if (r.Status == Detected || r.Status == Pending) && r.preview != "" && len(p.wanted) < maxPictures {
			p.wanted = append(p.wanted, r)
		}
	}
}

// Fetch fetches what is wanted, one after the other. Once the network wants no more requests it
// fetches nothing more of it.
func (p *pictures) Fetch(ctx context.Context) error {
	p.fetching.Lock()
	defer p.fetching.Unlock()
	p.mu.Lock()
	wanted := p.wanted
	p.wanted = nil
	p.mu.Unlock()
	for _, r := range wanted {
		err := p.fetch(ctx, r)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			continue
		}
		p.log.Info("storyrepost: the picture of a mention was not fetched", "record", r.ID, "error", err)
		if native.ClassOf(err).Stops() {
			return nil
		}
	}
	return nil
}

func (p *pictures) fetch(ctx context.Context, r RepostRecord) (err error) {
	f, err := os.CreateTemp(p.staging, "mention-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	limited, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	_, err = p.network.Download(limited, r.preview, f, maxFetched)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	small := f.Name() + ".jpg"
	if _, err := p.pool.Normalise(ctx, imaging.Job{Source: f.Name(), Destination: small}); err != nil {
		return err
	}
	defer func() { _ = os.Remove(small) }()
	picture, err := os.ReadFile(small)
	if err != nil {
		return err
	}
	return p.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return insertPicture(ctx, tx, r.ID, picture) })
}

// serve serves the picture of a mention at GET /uploads/mentions/ID.jpg, which never changes.
func (p *pictures) serve(w http.ResponseWriter, r *http.Request, fail func(error)) {
	name, isJPEG := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, picturesPath), ".jpg")
	id, err := wireid.Parse(name)
	if err != nil || !isJPEG {
		fail(httpapi.StoredFileError(fs.ErrNotExist))
		return
	}
	picture, err := database.Value[[]byte](r.Context(), p.db, "SELECT picture FROM story_repost_pictures WHERE id = ?", id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		fail(httpapi.StoredFileError(fs.ErrNotExist))
		return
	case err != nil:
		fail(fmt.Errorf("read the picture of a mention: %w", err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(picture))
}
