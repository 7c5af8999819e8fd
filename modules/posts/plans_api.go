package posts

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// PlannedDraft is the body of POST /posts/drafts.
type PlannedDraft struct {
	PublishablePost

	PlannedFor *wiretime.Time `json:"plannedFor,omitempty" nullable:"true" doc:"For when the draft is planned; nothing is published then. The past is taken too." example:"2026-12-17T09:00:00+01:00"`
	Timezone   *string        `json:"timezone,omitempty"   nullable:"true" maxLength:"64" doc:"IANA name of the time zone, stored beside the plan; UTC without one." example:"Europe/Berlin"`
}

type (
	plannedInput struct {
		IdempotencyHeader
		Body PlannedDraft
	}
	plannedOutput struct {
		ReplayedHeader
		Body EditablePost
	}
)

// plans serves drafts on the internal surface, because v1 has no plans.
type plans struct {
	drafts    *Drafts
	editables *Editables
}

func newPlans(drafts *Drafts, editables *Editables) *plans {
	return &plans{drafts: drafts, editables: editables}
}

func (p *plans) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "createPlannedDraft", Method: http.MethodPost, Path: "/posts/drafts", Tags: []string{tag},
		Summary: "Save a draft with a plan", Description: "Stores a DRAFT as POST /api/v1/posts/draft does, and for when it is planned. Nothing is published at that time.",
		Security: httpapi.CookieOnly(), DefaultStatus: http.StatusCreated,
		Metadata: httpapi.AtAnyAddress(httpapi.WithAnswers(httpapi.Errors(ValidationCodes(apperror.NotFound)...), plannedAnswer())),
	}, p.create)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getEditablePost", Method: http.MethodGet, Path: "/posts/{id}", Tags: []string{tag},
		Summary: "Get a post to edit", Description: "The post as v1 has it, with its plan and with what is known about it. updatedAt is the If-Match of PUT /posts/{id}.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.WithAnswers(httpapi.Errors(apperror.NotFound), plannedAnswer()),
	}, p.get)
}

func plannedAnswer() httpapi.Example {
	return httpapi.Example{Name: "planned", Summary: "A draft with a plan", Changes: `{"status":"DRAFT",` + unpublished + `,"timezone":"Europe/Berlin","warnings":[]}`}
}

func (p *plans) create(ctx context.Context, in *plannedInput) (*plannedOutput, error) {
	plan := noPlan
	plan.For = in.Body.PlannedFor
	if in.Body.Timezone != nil {
		if _, err := Zone(*in.Body.Timezone); err != nil {
			return nil, err
		}
		plan.Timezone = *in.Body.Timezone
	}
	draft, replayed, err := p.drafts.SavePlanned(ctx, in.Body.PublishablePost, plan, in.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	return &plannedOutput{
		ReplayedHeader: ReplayedIf(replayed),
		Body:           EditablePost{Post: draft.Post, PlannedFor: plan.For, Warnings: draft.Warnings},
	}, nil
}

func (p *plans) get(ctx context.Context, in *postInput) (*httpapi.Output[EditablePost], error) {
	return httpapi.Answer(p.editables.Post(ctx, in.ID))
}
