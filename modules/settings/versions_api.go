package settings

import (
	"context"
	"net/http"

	"crier/platform/httpapi"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// SNVersion is the answer of GET /health/sn-version (contract 4).
type SNVersion struct {
	CurrentVersion string         `json:"currentVersion" example:"446.0.0.49.77" doc:"The version of the network's app that native stories speak as."`
	LatestVersion  *string        `json:"latestVersion"  example:"446.0.0.49.77" doc:"The newest version of the network's app; null while no check has succeeded."`
	IsOutdated     bool           `json:"isOutdated"     example:"false" doc:"Whether the newest version is a later one."`
	LastCheckedAt  *wiretime.Time `json:"lastCheckedAt"  example:"2026-03-14T06:00:00.000Z" doc:"When the newest version was last asked for, with success or not; null before the first time."`
}

type versionOutput struct{ Body SNVersion }

func (v *versions) register(surface huma.API) {
	huma.Register(surface, huma.Operation{
		OperationID: "getSnVersion", Method: http.MethodGet, Path: "/health/sn-version", Tags: []string{"Health"},
		Summary: "Is the version of the network's app current?",
		Description: "Compares the version of the network's app that native stories speak as with the newest one, as the version manifest " +
			"names it. The manifest is read every 12 hours; in live mode its address is a setting, and without one nothing is checked.",
		Security: httpapi.Any(),
	}, v.get)
}

func (v *versions) get(ctx context.Context, _ *struct{}) (*versionOutput, error) {
	state, err := v.State(ctx)
	if err != nil {
		return nil, err
	}
	return &versionOutput{Body: state}, nil
}
