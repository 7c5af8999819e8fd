package health

import (
	"context"
	"net/http"

	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

const tag = "Health"

// HealthMended is the answer of POST /health/mend.
type HealthMended struct {
	Done   []string     `json:"done"   nullable:"false" doc:"What was mended, a few words for each; empty where nothing was to be done." example:"put 2 files back"`
	Report HealthReport `json:"report" doc:"How everything is afterwards."`
}

func (e *Examiner) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getHealthReport", Method: http.MethodGet, Path: "/health/report", Tags: []string{tag},
		Summary: "How is each part?",
		Description: "Lists what Crier stands on: whether it is to be mended, to be looked after soon, or well, since when, what that was found from, and what mends it. It answers at once; " +
			"what takes a while (every page of the database, every file, every sealed value, every post) is looked at in the background once an hour, and isLooking says so.",
		Security: httpapi.CookieOnly(),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[HealthReport], error) {
		return httpapi.Answer(e.Report(ctx))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "lookAtHealth", Method: http.MethodPost, Path: "/health/look", Tags: []string{tag},
		Summary: "Look at everything now", Description: "Looks at the parts that take a while too, and answers when that has ended. It changes nothing.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[HealthReport], error) {
		if err := e.Look(ctx); err != nil {
			return nil, err
		}
		return httpapi.Answer(e.Report(ctx))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "mendHealth", Method: http.MethodPost, Path: "/health/mend", Tags: []string{tag},
		Summary: "Mend what can be mended without asking",
		Description: "Closes what others on this computer can read, puts files that the database misses back from where they were put aside, puts those aside that it does not know, removes what " +
			"interrupted backups have left, and writes the log of the database over. It deletes nothing that somebody may want.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[HealthMended], error) {
		done, err := e.Mend(ctx)
		if err != nil {
			return nil, err
		}
		if done == nil {
			done = []string{}
		}
		report, err := e.Report(ctx)
		return httpapi.Answer(HealthMended{Done: done, Report: report}, err)
	})
}
