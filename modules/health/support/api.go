package support

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"crier/modules/health"
	"crier/modules/posts"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/secrets"

	"github.com/danielgtaylor/huma/v2"
)

// Deps are what the bundles of a running service are made from.
type Deps struct {
	Dir       *datadir.Dir
	DB        *database.DB
	Contents  backup.Contents
	Box       *secrets.Box
	Clock     clock.Clock
	Version   string
	Health    *health.Examiner
	Forecasts *posts.Forecasts
}

// Bundles makes the bundles of a running service, one at a time: each reads the whole log and the
// texts of all posts.
type Bundles struct {
	Deps

	mu sync.Mutex
}

// NewBundles returns a Bundles.
func NewBundles(d Deps) *Bundles { return &Bundles{Deps: d} }

const kindOfZip = "application/zip"

func (b *Bundles) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getSupportBundle", Method: http.MethodGet, Path: "/health/support-bundle", Tags: []string{"Health"},
		Summary: "Get a file for a report of a fault",
		Description: "A zip file of what crier support-bundle writes: how each part is, the plan, counts, the newest of the log. Secrets, texts, files and names of accounts are left out. " +
			"Crier sends it nowhere.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.WithResponse(nil, http.StatusOK, func(huma.Registry) *huma.Response {
			return &huma.Response{Description: "The zip file.", Content: map[string]*huma.MediaType{kindOfZip: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}
		}),
	}, b.get)
}

// get makes the whole bundle before it answers: it is small, and what fails is then an error.
func (b *Bundles) get(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	now := b.Clock.Now()
	var made bytes.Buffer
	if err := b.write(ctx, &made, now); err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(out huma.Context) {
		out.SetHeader("Content-Type", kindOfZip)
		out.SetHeader("Content-Length", strconv.Itoa(made.Len()))
		out.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": FileName(now)}))
		out.SetHeader("Cache-Control", "private, no-store")
		// A reader that is gone needs no answer.
		_, _ = made.WriteTo(out.BodyWriter())
	}}, nil
}

func (b *Bundles) write(ctx context.Context, out *bytes.Buffer, now time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := Write(ctx, Source{
		Dir: b.Dir, DB: b.DB, Contents: b.Contents, Box: b.Box, Environ: os.Environ(), Version: b.Version, Now: now,
		Health: func(ctx context.Context) (health.HealthReport, error) {
			if err := b.Health.Look(ctx); err != nil {
				return health.HealthReport{}, err
			}
			return b.Health.Report(ctx)
		},
		Plan: func(ctx context.Context) (posts.Forecast, error) {
			const week = 7 * 24 * time.Hour
			return b.Forecasts.Forecast(ctx, week, time.UTC)
		},
	}, out)
	return err
}
