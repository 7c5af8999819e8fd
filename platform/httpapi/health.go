package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/instance"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// Database is what GET /health checks of the database.
type Database interface {
	// Check returns an error when the database cannot be read.
	Check(ctx context.Context) error
	// CheckWrite returns an error when nothing can be written to the database or to the disk beside
	// it.
	CheckWrite(ctx context.Context) error
}

const (
	// databasePatience bounds each of the two queries. On a machine that is busy they take seconds
	// although the database works.
	databasePatience = 10 * time.Second
	// freshness is how long an answer is used again, so that frequent requests neither wear the
	// disk nor block writers.
	freshness = time.Second
)

const healthModule, healthPath = "health", "/health"

// Folder is what GET /health asks of the data folder.
type Folder interface {
	// State returns the state of the quarantine.
	State(ctx context.Context) (instance.State, error)
}

// heldBack is what GET /health says about a quarantine. It names no path, because reading it needs
// no sign-in.
const heldBack = "held, because the data folder may be older than what was done with it; see: crier restore status"

// Health is the answer of GET /health (contract 4).
type Health struct {
	Status    string         `json:"status"    enum:"healthy,degraded,unhealthy" doc:"healthy when everything works; degraded when nothing can be written, as on a full disk, or nothing is published, and services says what is wrong. No other value is answered with 200 so far: a database that cannot be read is a 503."`
	Timestamp wiretime.Time  `json:"timestamp" doc:"When the question was answered."`
	Services  HealthServices `json:"services"  doc:"What the service is made of."`
	Uptime    float64        `json:"uptime"    doc:"Seconds since the process started." example:"4211.5"`
}

// HealthServices is the state of each part.
type HealthServices struct {
	Database   string `json:"database" doc:"up when the database can be read and written, read-only when it can only be read." example:"up"`
	Disk       string `json:"disk"     doc:"up when there is room on the disk of the data folder, full when there is none." example:"up"`
	Publishing string `json:"publishing" doc:"up when posts go out; else one sentence that says why every post is held, which is that the data folder has gone back in time." example:"up"`
}

func healthRoutes(db Database, folder Folder, clk clock.Clock, log *slog.Logger) Routes {
	started := clk.Running().Elapsed
	p := &healthProbe{db: db, folder: folder, clock: clk, log: log}
	return Routes{Module: healthModule, Section: Section{Name: "Health", Place: 10, Description: "Whether the service works. Ask here first; it needs no key."}, Register: func(api *Operations) {
		Register(api, huma.Operation{
			OperationID: "getHealth", Method: http.MethodGet, Path: healthPath, Tags: []string{"Health"},
			Summary: "Is the service well?",
			Description: "Reads the database, writes to it, and says how the service does; what it says is at most a second old. " +
				"It needs no authentication and changes nothing that anybody sees. 200 means that requests can be sent; with degraded, reading works and " +
				"writing does not, which on a full disk takes nothing but room, or posts are taken in and held. 503 means that the database cannot be read: wait, and look into the log if it stays. " +
				"A refused connection means that Crier is not running.",
			Security: Public(),
			Metadata: WithResponse(nil, http.StatusServiceUnavailable, func(huma.Registry) *huma.Response {
				return errorResponse(http.StatusServiceUnavailable, []apperror.Code{apperror.InternalError})
			}),
		}, func(ctx context.Context, _ *struct{}) (*Output[Health], error) {
			found := p.ask(ctx)
			if found.status == "" {
				return nil, &ErrorResponse{
					Message: "the database does not answer", Code: apperror.InternalError, Status: http.StatusServiceUnavailable,
				}
			}
			return Answer(Health{
				Status: found.status, Timestamp: wiretime.Of(clk.Now()), Services: found.services,
				Uptime: (clk.Running().Elapsed - started).Seconds(), // The wall clock may have been set back.
			}, nil)
		})
	}}
}

// healthProbe tries the database, once at a time, and caches the result for a moment.
type healthProbe struct {
	db     Database
	folder Folder
	clock  clock.Clock
	log    *slog.Logger

	mu    sync.Mutex
	last  found
	tried time.Time
}

// found is the state of the parts. Its status is empty when the database could not be read.
type found struct {
	status   string
	services HealthServices
}

// ask returns a result that is at most a second old. A client that hangs up does not cancel the
// probe, because other clients wait for its result.
func (p *healthProbe) ask(ctx context.Context) found {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock.Now()
	if age := now.Sub(p.tried); p.tried.IsZero() || age < 0 || age >= freshness {
		ctx = context.WithoutCancel(ctx)
		p.last, p.tried = p.publishing(ctx, p.try(ctx)), now
	}
	return p.last
}

// publishing adds whether posts go out. Without a Folder nothing holds them.
func (p *healthProbe) publishing(ctx context.Context, f found) found {
	f.services.Publishing = "up"
	if p.folder == nil || f.status == "" {
		return f
	}
	err := p.bounded(ctx, func(ctx context.Context) error {
		state, err := p.folder.State(ctx)
		if err == nil && state.IsQuarantined() {
			f.status, f.services.Publishing = "degraded", heldBack
		}
		return err
	})
	if err != nil {
		p.log.Error("httpapi: the state of the data folder cannot be read", "error", err)
		return found{}
	}
	return f
}

// try writes first: a write by another connection invalidates the readers' caches, and the read
// that follows comes from the file.
func (p *healthProbe) try(ctx context.Context) found {
	writeErr := p.bounded(ctx, p.db.CheckWrite)
	if err := p.bounded(ctx, p.db.Check); err != nil {
		p.log.Error("httpapi: the database does not answer", "error", err)
		return found{}
	}
	switch {
	case writeErr == nil:
		return found{"healthy", HealthServices{Database: "up", Disk: "up"}}
	case database.DiskFull(writeErr):
		p.log.Error("httpapi: the disk is full", "error", writeErr)
		return found{"degraded", HealthServices{Database: "read-only", Disk: "full"}}
	default:
		p.log.Error("httpapi: the database cannot be written", "error", writeErr)
		return found{"degraded", HealthServices{Database: "read-only", Disk: "up"}}
	}
}

func (*healthProbe) bounded(ctx context.Context, question func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, databasePatience)
	defer cancel()
	return question(ctx)
}
