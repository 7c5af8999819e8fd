package settings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/native"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// versionCheckEvery is how old the last read of the manifest may become.
const versionCheckEvery = 12 * time.Hour

// versionCheck is the result of the last read of the manifest.
type versionCheck struct {
	bun.BaseModel `bun:"table:native_version_checks,alias:version_check"`

	Network config.Network `bun:",pk"`
	// LatestVersion is nil until a read has succeeded.
	LatestVersion *string
	CheckedAt     wiretime.Time
}

// versions compares the version that the native client claims with the newest one of the network's
// app.
type versions struct {
	db        *database.DB
	clock     clock.Clock
	manifests *native.Manifests
	network   config.Network
	address   native.Manifest
	log       *slog.Logger
}

// NewVersions returns the versions of the network mode; address returns the address of the
// manifest.
func NewVersions(db *database.DB, clk clock.Clock, client *native.Client, cfg config.Config, address native.Manifest, log *slog.Logger) *versions {
	return &versions{
		db: db, clock: clk, manifests: client.Manifests, network: cfg.Network, address: address, log: log,
	}
}

// Check reads the manifest, if there is one and the last read is old. It logs a manifest that
// cannot be read, and keeps the last version that was read.
func (v *versions) Check(ctx context.Context) error {
	address := v.address()
	if address == "" {
		return nil
	}
	last, err := v.last(ctx)
	if err != nil {
		return err
	}
	if last != nil && !hasPassed(last.CheckedAt.Time(), versionCheckEvery, v.clock.Now()) {
		return nil
	}
	latest, err := v.manifests.LatestVersion(ctx, address)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	row := &versionCheck{Network: v.network, CheckedAt: wiretime.Of(v.clock.Now())}
	if err != nil {
		v.log.Warn("the version manifest cannot be read", "error", err)
	} else {
		row.LatestVersion = &latest
	}
	return v.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return upsertVersionCheck(ctx, tx, row) })
}

// State returns the versions as GET /health/sn-version reports them (contract 4).
func (v *versions) State(ctx context.Context) (SNVersion, error) {
	state := SNVersion{CurrentVersion: native.AppVersion}
	last, err := v.last(ctx)
	if err != nil || last == nil {
		return state, err
	}
	state.LastCheckedAt, state.LatestVersion = &last.CheckedAt, last.LatestVersion
	state.IsOutdated = last.LatestVersion != nil && native.IsOlder(state.CurrentVersion, *last.LatestVersion)
	return state, nil
}

// Warning returns a sentence for people while the client's version is outdated, else nil.
func (v *versions) Warning(ctx context.Context) (*string, error) {
	state, err := v.State(ctx)
	if err != nil || !state.IsOutdated {
		return nil, err
	}
	text := fmt.Sprintf("Crier speaks as version %s of the network's app, and %s is out; the network may refuse or flag the login", state.CurrentVersion, *state.LatestVersion)
	return &text, nil
}

// last returns the last read of the manifest, or nil.
func (v *versions) last(ctx context.Context) (*versionCheck, error) {
	row, err := selectVersionCheck(ctx, v.db, v.network)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return row, err
}

// SNVersion is the answer of GET /health/sn-version (contract 4).
type SNVersion struct {
	CurrentVersion string         `json:"currentVersion" example:"446.0.0.49.77" doc:"The version of the network's app that native stories speak as."`
	LatestVersion  *string        `json:"latestVersion"  example:"446.0.0.49.77" doc:"The newest version of the network's app; null while no check has succeeded."`
	IsOutdated     bool           `json:"isOutdated"     example:"false" doc:"Whether the newest version is a later one."`
	LastCheckedAt  *wiretime.Time `json:"lastCheckedAt"  example:"2026-03-14T06:00:00.000Z" doc:"When the newest version was last asked for, with success or not; null before the first time."`
}

func (v *versions) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getSnVersion", Method: http.MethodGet, Path: "/health/sn-version", Tags: []string{"Health"},
		Summary: "Is the version of the network's app current?",
		Description: "Compares the version of the network's app that native stories speak as with the newest one, as the version manifest " +
			"names it. The manifest is read every 12 hours; in live mode its address is a setting, and without one nothing is checked.",
		Security: httpapi.Any(),
	}, v.get)
}

func (v *versions) get(ctx context.Context, _ *struct{}) (*httpapi.Output[SNVersion], error) {
	return httpapi.Answer(v.State(ctx))
}
