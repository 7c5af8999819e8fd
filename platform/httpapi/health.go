package httpapi

import (
	"context"
	"net/http"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// Database is what health asks.
type Database interface {
	// Check returns an error when the database cannot be read.
	Check(ctx context.Context) error
}

// databasePatience bounds the question to the database.
const databasePatience = 2 * time.Second

// Health is the answer of GET /health (contract 4).
type Health struct {
	Status    string         `json:"status"    enum:"healthy,degraded,unhealthy" doc:"healthy when everything works. No other value is answered with 200 so far: a database that does not answer is a 503."`
	Timestamp wiretime.Time  `json:"timestamp" doc:"When the question was answered."`
	Services  HealthServices `json:"services"  doc:"What the service is made of."`
	Uptime    float64        `json:"uptime"    doc:"Seconds since the process started." example:"4211.5"`
}

// HealthServices says how each part does.
type HealthServices struct {
	Database string `json:"database" doc:"up when the database answers." example:"up"`
}

type healthOutput struct{ Body Health }

func healthRoutes(db Database, clk clock.Clock) Routes {
	started := clk.Now()
	return Routes{Module: "health", Register: func(api huma.API) {
		huma.Register(api, huma.Operation{
			OperationID: "getHealth", Method: http.MethodGet, Path: "/health", Tags: []string{"Health"},
			Summary: "Is the service well?",
			Description: "Asks the database and says how the service does. It needs no authentication and changes nothing. " +
				"200 means that requests can be sent; 503 means that the database does not answer: wait, and look into the log if it stays. " +
				"A refused connection means that Crier is not running.",
			Security:  Public(),
			Responses: map[string]*huma.Response{"503": errorResponse(http.StatusServiceUnavailable, []apperror.Code{apperror.InternalError})},
		}, func(ctx context.Context, _ *struct{}) (*healthOutput, error) {
			ctx, cancel := context.WithTimeout(ctx, databasePatience)
			defer cancel()
			if err := db.Check(ctx); err != nil {
				st := stateOf(ctx)
				st.log.Error("the database does not answer", "request_id", st.requestID, "error", err)
				return nil, &ErrorResponse{
					Message: "the database does not answer", Code: apperror.InternalError, Status: http.StatusServiceUnavailable,
				}
			}
			return &healthOutput{Body: Health{
				Status: "healthy", Timestamp: wiretime.Of(clk.Now()), Services: HealthServices{Database: "up"},
				Uptime: clk.Now().Sub(started).Seconds(),
			}}, nil
		})
	}}
}
