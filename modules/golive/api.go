package golive

import (
	"context"
	"net/http"

	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

type lookInput struct {
	Body *struct {
		Step ID `json:"step,omitempty" enum:"account,token,media,rehearsal,limit,page,mode,first,off" doc:"At which step alone; without it at all." example:"media"`
	}
}

const tag = "Go live"

func (c *Checker) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getGoLive", Method: http.MethodGet, Path: "/golive", Tags: []string{tag},
		Summary: "What is left before the first real post?",
		Description: "Lists the steps, each with how Crier knows. It answers at once, from what is stored; where a look at a step is older than ten minutes, or a rehearsal than a day, " +
			"one begins in the background, and looking says so. Nothing is ever published by it.",
		Security: httpapi.CookieOnly(),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[Checklist], error) {
		return httpapi.Answer(c.Checklist(ctx))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "lookGoLive", Method: http.MethodPost, Path: "/golive/look", Tags: []string{tag},
		Summary: "Look again",
		Description: "Reads the profile and the publishing limit, puts a small object, fetches it from its public address and deletes it, and has the network make a container of a small picture, " +
			"which is never published. It answers when that has ended, after two minutes and a half at most as a rule. Steps that follow from what is stored need no look.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, func(ctx context.Context, in *lookInput) (*httpapi.Output[Checklist], error) {
		var only ID
		if in.Body != nil {
			only = in.Body.Step
		}
		if err := c.LookAgain(ctx, only); err != nil {
			return nil, err
		}
		return httpapi.Answer(c.Checklist(ctx))
	})
}
