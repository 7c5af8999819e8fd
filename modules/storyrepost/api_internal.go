package storyrepost

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

// RepostList is the answer of GET /story-repost/reposts.
type RepostList struct {
	Reposts []RepostRecord `json:"reposts" nullable:"false" doc:"What became of the newest 500 mentions, newest first."`
	Warning string         `json:"warning" doc:"What it means to have this switched on."`
}

type (
	settingsInput struct {
		AccountID wireid.ID `path:"accountId" doc:"The account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	}
	changeSettingsInput struct {
		AccountID wireid.ID `path:"accountId" doc:"The account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
		Body      RepostSettingsRequest
	}
	recordInput struct {
		ID wireid.ID `path:"id" doc:"Id of the record." example:"0d9c3c5e-51b7-4a4e-9a39-3a6b0f1c2d77"`
	}
)

// registerInternal adds what v1 lacks: the rest of the configuration, and reposts by hand.
func (a *api) registerInternal(surface *httpapi.Operations) {
	op := func(id, method, path, summary, description string, codes ...apperror.Code) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: "/story-repost/" + path, Tags: []string{tag}, Summary: summary, Description: description,
			Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(codes...)),
		}
	}
	httpapi.Register(surface, op("getRepostSettings", http.MethodGet, "config/{accountId}", "How are stories reposted?",
		"Returns all of an account's configuration.", apperror.NotFound), a.getSettings)
	httpapi.Register(surface, op("putRepostSettings", http.MethodPut, "config/{accountId}", "Change how stories are reposted",
		"Changes what the body names and leaves the rest. An account without a configuration gets one, switched off. "+risk,
		apperror.NotFound, apperror.CredentialsNotConfigured), a.putSettings)
	httpapi.Register(surface, op("listRepostRecords", http.MethodGet, "reposts", "What became of the mentions, and why?",
		"Lists the records with all that is known of them, newest first."), a.listRecords)
	repost := op("repostMention", http.MethodPost, "{id}/repost", "Repost a mention",
		"Fetches the story and publishes it as a story of the account; the record has its post, which goes the way of every post. Quiet hours do not "+
			"count here, the limit of the day does. "+risk,
		apperror.NotFound, apperror.CredentialsNotConfigured, apperror.AlreadyReposted, apperror.RepostInProgress, apperror.InvalidState, apperror.RepostFailed,
		apperror.LoginRateLimited, apperror.LoginFailed, apperror.TwoFactorRequired)
	repost.DefaultStatus = http.StatusAccepted
	httpapi.Register(surface, repost, a.repostRecord)
	httpapi.Register(surface, op("skipMention", http.MethodPost, "{id}/skip", "Leave a mention out",
		"Ends a mention that waits, or has failed, as SKIPPED: it is never reposted.",
		apperror.NotFound, apperror.AlreadyReposted, apperror.RepostInProgress, apperror.InvalidState), a.skipRecord)
}

func (a *api) getSettings(ctx context.Context, in *settingsInput) (*httpapi.Output[RepostSettings], error) {
	return httpapi.Answer(a.configs.Settings(ctx, in.AccountID))
}

func (a *api) putSettings(ctx context.Context, in *changeSettingsInput) (*httpapi.Output[RepostSettings], error) {
	return httpapi.Answer(a.configs.ChangeSettings(ctx, in.AccountID, in.Body))
}

func (a *api) listRecords(ctx context.Context, in *optionalAccount) (*httpapi.Output[RepostList], error) {
	records, err := a.records.List(ctx, in.AccountID.Pointer())
	if err != nil {
		return nil, err
	}
	if records == nil {
		records = []RepostRecord{}
	}
	return httpapi.Answer(RepostList{Reposts: records, Warning: risk}, nil)
}

func (a *api) repostRecord(ctx context.Context, in *recordInput) (*httpapi.Output[RepostRecord], error) {
	return answerRecord(a.requests.Repost(ctx, in.ID))
}

func (a *api) skipRecord(ctx context.Context, in *recordInput) (*httpapi.Output[RepostRecord], error) {
	return answerRecord(a.requests.Skip(ctx, in.ID))
}

func answerRecord(r *RepostRecord, err error) (*httpapi.Output[RepostRecord], error) {
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(*r, nil)
}
