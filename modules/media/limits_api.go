package media

import (
	"context"
	"net/http"

	"crier/platform/httpapi"
	"crier/platform/limits"

	"github.com/danielgtaylor/huma/v2"
)

// NetworkLimits is the answer of GET /limits.
type NetworkLimits struct {
	Limits   []limits.Limit `json:"limits"   doc:"Every limit, with its value, its source and how sure it is."`
	Problems []string       `json:"problems" doc:"What limits.json in the data folder has that cannot hold, as sentences; empty when all of it holds." example:"[]"`
}

// LimitsOf returns what a table of limits has.
func LimitsOf(t *limits.Table) NetworkLimits {
	return NetworkLimits{Limits: t.Limits, Problems: append([]string{}, t.Problems...)}
}

func registerLimits(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "listLimits", Method: http.MethodGet, Path: "/limits", Tags: []string{tag},
		Summary: "What does the network take?",
		Description: "Lists the limits of the network that Crier goes by, with the values of limits.json in the data folder. What is beyond a certain limit is refused; " +
			"what is beyond another gets a warning, and the network decides.",
		Security: httpapi.CookieOnly(),
	}, func(context.Context, *struct{}) (*httpapi.Output[NetworkLimits], error) {
		return httpapi.Answer(LimitsOf(limits.Current()), nil)
	})
}
