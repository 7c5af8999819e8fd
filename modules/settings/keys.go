package settings

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"unicode/utf8"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// The form of a key (contract 5 and 8).
const (
	keyPrefix   = "svc_live_"
	keyBytes    = 32 // 43 characters in base64
	keyLength   = len(keyPrefix) + 43
	shownLength = 12
	maxName     = 64
)

// APIKey is what clients may see of a key (contract 2).
type APIKey struct {
	bun.BaseModel `bun:"table:api_keys,alias:key" json:"-"`

	ID         wireid.ID      `bun:",pk" json:"id"         doc:"Id of the key." example:"b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d"`
	Name       string         `json:"name"       doc:"The user's label." example:"nightly script"`
	Prefix     string         `json:"prefix"     doc:"The first 12 characters of the key." example:"svc_live_Zk3"`
	Scopes     string         `json:"scopes"     doc:"Always empty: a key has full access." example:""`
	CreatedAt  wiretime.Time  `json:"createdAt"  doc:"When the key was made." example:"2026-03-01T10:00:00.000Z"`
	LastUsedAt *wiretime.Time `json:"lastUsedAt" doc:"When the key was last used; null when it never was." example:"2026-03-14T09:20:11.000Z"`
	RevokedAt  *wiretime.Time `json:"revokedAt"  doc:"When the key was revoked; such a key is dead. Null while it works."`

	Hash string `json:"-"`
}

// Keys makes, lists, revokes and verifies API keys. It uses only the database, so that the command
// line can use it while the service runs.
type Keys struct {
	db    *database.DB
	clock clock.Clock
	log   *slog.Logger

	// active has the ids of keys by their hash.
	active *database.Remembered[string, wireid.ID]

	mu   sync.Mutex
	used map[wireid.ID]wiretime.Time
}

// mostActive is how many active keys are cached.
const mostActive = 64

var _ httpapi.KeyVerifier = (*Keys)(nil)

// NewKeys returns the keys of a database.
func NewKeys(db *database.DB, clk clock.Clock) *Keys {
	return &Keys{
		db: db, clock: clk, log: slog.New(slog.DiscardHandler),
		active: database.Remember[string, wireid.ID](mostActive), used: make(map[wireid.ID]wiretime.Time),
	}
}

// LogTo sets where the keys log. Call it before the other methods.
func (k *Keys) LogTo(log *slog.Logger) { k.log = log }

// Create makes a key and returns it with its full text, which cannot be read again. It returns
// VALIDATION_ERROR for a name that does not have 1 to 64 characters.
func (k *Keys) Create(ctx context.Context, name string) (APIKey, secrets.Text, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n < 1 || n > maxName || !utf8.ValidString(name) {
		return APIKey{}, secrets.Text{}, apperror.New(apperror.ValidationError, "the name of a key has 1 to %d characters", maxName)
	}
	var b [keyBytes]byte
	// Read never fails: it ends the program when the system has no randomness.
	_, _ = rand.Read(b[:])
	full := keyPrefix + base64.RawURLEncoding.EncodeToString(b[:])
	key := APIKey{
		ID: wireid.New(), Name: name, Prefix: full[:shownLength], Hash: hashOf(full), CreatedAt: wiretime.Of(k.clock.Now()),
	}
	err := k.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return insertKey(ctx, tx, &key) })
	if err != nil {
		return APIKey{}, secrets.Text{}, fmt.Errorf("store the key: %w", err)
	}
	return key, secrets.NewText(full), nil
}

// List returns every key, including revoked ones, newest first. While the times of the last uses
// cannot be written, as on a full disk, it returns those that were written before.
func (k *Keys) List(ctx context.Context) ([]APIKey, error) {
	if err := k.FlushUse(ctx); err != nil {
		k.log.Warn("settings: the times at which API keys were used could not be written; Crier tries again", "error", err)
	}
	return selectKeys(ctx, k.db)
}

// Revoke revokes the key permanently and reports whether it was revoked before. It returns
// NOT_FOUND for an unknown key.
func (k *Keys) Revoke(ctx context.Context, id wireid.ID) (alreadyRevoked bool, err error) {
	err = k.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		key, err := selectKey(ctx, tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			return apperror.New(apperror.NotFound, "there is no API key %s; list the keys to see their ids", id)
		}
		if err != nil {
			return err
		}
		alreadyRevoked = key.RevokedAt != nil
		if alreadyRevoked {
			return nil
		}
		return revokeKey(ctx, tx, id, wiretime.Of(k.clock.Now()))
	})
	return alreadyRevoked, err
}

// VerifyKey returns the id of the active key whose full text is key (contract 5, rules 2 and 5),
// and AUTH_INVALID_KEY when there is none.
func (k *Keys) VerifyKey(ctx context.Context, key secrets.Text) (wireid.ID, error) {
	full := key.Reveal()
	if len(full) != keyLength || !strings.HasPrefix(full, keyPrefix) {
		return wireid.ID{}, apperror.New(apperror.AuthInvalidKey, "this is not a whole API key: a key begins with %s and has %d characters; "+
			"send it as it was shown when it was made", keyPrefix, keyLength)
	}
	hash := hashOf(full)
	id, err := k.active.Get(ctx, k.db, hash, func() (wireid.ID, error) { return selectActiveKey(ctx, k.db, hash) })
	if errors.Is(err, sql.ErrNoRows) {
		return wireid.ID{}, apperror.New(apperror.AuthInvalidKey, "this Crier has no such API key: it was revoked, or belongs to another data folder; "+
			"make another (crier keys create NAME), and do not repeat the request with this one")
	}
	if err != nil {
		return wireid.ID{}, fmt.Errorf("look for an API key: %w", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.used[id] = wiretime.Of(k.clock.Now())
	return id, nil
}

// FlushUse writes the times of the keys' last uses.
func (k *Keys) FlushUse(ctx context.Context) error {
	k.mu.Lock()
	used := k.used
	k.used = make(map[wireid.ID]wiretime.Time)
	k.mu.Unlock()
	if len(used) == 0 {
		return nil
	}
	err := k.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for id, at := range used {
			if err := updateLastUsed(ctx, tx, id, at); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		k.noteAgain(used)
	}
	return err
}

// noteAgain keeps times that could not be written, except for keys that were used since.
func (k *Keys) noteAgain(used map[wireid.ID]wiretime.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	maps.Copy(used, k.used)
	k.used = used
}

func hashOf(full string) string {
	sum := sha256.Sum256([]byte(full))
	return hex.EncodeToString(sum[:])
}
