package storyrepost

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// StoryRepostOverview is the answer of GET /story-repost/status (contract 4).
type StoryRepostOverview struct {
	Configured bool                                `json:"configured" example:"true" doc:"Whether the account is configured."`
	IsEnabled  bool                                `json:"isEnabled"  example:"true" doc:"Whether story repost is on."`
	Config     httpapi.Nullable[StoryRepostConfig] `json:"config"     doc:"The configuration; null while there is none."`
}

// StoryRepostScan is the answer of POST /story-repost/scan (contract 4).
type StoryRepostScan struct {
	Detected int64            `json:"detected" example:"1" doc:"New mentions."`
	Pending  int64            `json:"pending"  example:"1" doc:"Mentions that wait to be reposted."`
	Items    []map[string]any `json:"items"    doc:"The mentions."`
}

// StoryRepostHistory is the answer of GET /story-repost/history (contract 4).
type StoryRepostHistory struct {
	Reposts []StoryRepost `json:"reposts" doc:"What became of each mention, newest first."`
}

// StoryRepostAccount names the account to switch story repost on or off for.
type StoryRepostAccount struct {
	AccountID wireid.ID `json:"accountId" doc:"The account."`
}

// StoryRepostConfigRequest is the body of POST /story-repost/config (contract 4).
type StoryRepostConfigRequest struct {
	AccountID             wireid.ID `json:"accountId"             doc:"The account."`
	PollIntervalHours     int       `json:"pollIntervalHours"     minimum:"6" maximum:"48" example:"12" doc:"Hours between two polls."`
	AutoTagOriginalPoster bool      `json:"autoTagOriginalPoster" example:"true" doc:"Whether to tag the author of the story."`
}

// StoryRepost is the record of one mention.
type StoryRepost struct {
	ID               wireid.ID     `json:"id"               doc:"Id of the record."`
	Status           string        `json:"status" enum:"DETECTED,PENDING,PROCESSING,PUBLISHED,FAILED,SKIPPED,EXPIRED"           example:"PUBLISHED" doc:"What became of the mention."`
	OriginalUsername string        `json:"originalUsername" example:"ann" doc:"Author of the story."`
	CreatedAt        wiretime.Time `json:"createdAt"        example:"2026-03-14T06:12:00.000Z" doc:"When the mention was found."`
	Permalink        *string       `json:"permalink"        example:"https://www.instagram.com/stories/northwind.bakery/3587104962285710336/" doc:"Address of the repost, once published."`
}

type (
	optionalAccount struct {
		AccountID httpapi.Param[wireid.ID] `query:"accountId" doc:"Only this account."`
	}
	requiredAccount struct {
		AccountID wireid.ID `query:"accountId" required:"true" doc:"The account."`
	}
	accountBody struct{ Body StoryRepostAccount }
	configInput struct{ Body StoryRepostConfigRequest }
)

const tag = "Story repost"

// risk is the warning that goes with switching story repost on.
const risk = "Story repost uses the network's app API, which the network does not offer to programs: it is unofficial, against the network's " +
	"terms, and it can get the account limited, challenged or closed. It is off until you switch it on, and calls rarely and slowly."

// api answers the requests of clients.
type api struct {
	configs  *configs
	records  *records
	requests *requests
}

func newAPI(configs *configs, records *records, r *requests) *api { return &api{configs, records, r} }

func (a *api) register(surface *httpapi.Operations) {
	op := func(id, method, path, summary, description string, codes ...apperror.Code) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: "/story-repost/" + path, Tags: []string{tag}, Summary: summary, Description: description,
			Security: httpapi.Any(), Metadata: httpapi.Errors(codes...),
		}
	}
	httpapi.Register(surface, op("getStoryRepostStatus", http.MethodGet, "status", "Is story repost on?",
		"Says whether an account is configured and switched on. Without accountId it speaks of the account that was connected first among those with a configuration."), a.status)
	httpapi.Register(surface, op("configureStoryRepost", http.MethodPost, "config", "Configure story repost",
		"Sets how an account is polled, and makes its configuration, switched off, if it has none. It needs native-story credentials. "+risk, apperror.NotFound, apperror.CredentialsNotConfigured), a.configure)
	httpapi.Register(surface, op("deleteStoryRepostConfig", http.MethodDelete, "config", "Forget the configuration",
		"Removes an account's configuration; polling ends, the history stays. It succeeds when there is none."), a.forget)
	httpapi.Register(surface, op("enableStoryRepost", http.MethodPost, "enable", "Switch story repost on",
		"Switches an account on, with the default configuration if it has none; the inbox is first polled some minutes later, outside of the quiet hours. It needs native-story credentials. "+risk, apperror.NotFound, apperror.CredentialsNotConfigured), a.enable)
	httpapi.Register(surface, op("disableStoryRepost", http.MethodPost, "disable", "Switch story repost off",
		"Switches an account off; the configuration stays. It succeeds when there is none."), a.disable)
	httpapi.Register(surface, op("scanStoryMentions", http.MethodPost, "scan", "Look for mentions now",
		"Reads the inboxes of all accounts with native-story credentials at once, whatever the poll interval, with pauses between the calls, so that it takes some seconds. "+
			"items are the mentions that nobody knew of. Within five minutes of the last reading, and in the pause after a challenge, it answers LOGIN_RATE_LIMITED. "+risk,
		apperror.CredentialsNotConfigured, apperror.LoginRateLimited, apperror.LoginFailed, apperror.TwoFactorRequired), a.scan)
	httpapi.Register(surface, op("listStoryReposts", http.MethodGet, "history", "What was reposted?",
		"Lists what became of the newest 500 mentions. Poll no faster than every 60 seconds."), a.history)
}

func (a *api) status(ctx context.Context, in *optionalAccount) (*httpapi.Output[StoryRepostOverview], error) {
	find := a.configs.FirstConfig
	if in.AccountID.IsSet {
		find = func(ctx context.Context) (*StoryRepostConfig, error) {
			return a.configs.Config(ctx, in.AccountID.Value)
		}
	}
	config, err := find(ctx)
	if err != nil {
		return nil, err
	}
	out := &httpapi.Output[StoryRepostOverview]{}
	if config != nil {
		out.Body = StoryRepostOverview{Configured: true, IsEnabled: config.IsEnabled, Config: httpapi.Nullable[StoryRepostConfig]{Value: config}}
	}
	return out, nil
}

func (a *api) configure(ctx context.Context, in *configInput) (*httpapi.Output[StoryRepostConfig], error) {
	config, err := a.configs.Configure(ctx, in.Body.AccountID, in.Body.PollIntervalHours, in.Body.AutoTagOriginalPoster)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(*config, nil)
}

func (a *api) enable(ctx context.Context, in *accountBody) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(a.configs.Enable(ctx, in.Body.AccountID))
}

func (a *api) forget(ctx context.Context, in *requiredAccount) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(a.configs.Forget(ctx, in.AccountID))
}

func (a *api) disable(ctx context.Context, in *accountBody) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(a.configs.Disable(ctx, in.Body.AccountID))
}

func (a *api) scan(ctx context.Context, _ *struct{}) (*httpapi.Output[StoryRepostScan], error) {
	found, err := a.requests.Scan(ctx)
	if err != nil {
		return nil, err
	}
	items := make([]map[string]any, len(found.New))
	for i := range found.New {
		items[i] = found.New[i].item()
	}
	return httpapi.Answer(StoryRepostScan{Detected: int64(len(found.New)), Pending: found.Waiting, Items: items}, nil)
}

// item is what a scan reports about a new mention.
func (r *RepostRecord) item() map[string]any {
	return map[string]any{
		"id": r.ID, "accountId": r.SocialAccountID, "status": r.Status, "reason": r.Reason, "originalUsername": r.OriginalUsername,
		"mentionedAt": r.MentionedAt, "expiresAt": r.ExpiresAt, "createdAt": r.CreatedAt,
	}
}

func (a *api) history(ctx context.Context, in *optionalAccount) (*httpapi.Output[StoryRepostHistory], error) {
	records, err := a.records.List(ctx, in.AccountID.Pointer())
	if err != nil {
		return nil, err
	}
	reposts := make([]StoryRepost, len(records))
	for i, r := range records {
		reposts[i] = StoryRepost{ID: r.ID, Status: string(r.Status), OriginalUsername: r.OriginalUsername, CreatedAt: r.CreatedAt, Permalink: r.Permalink}
	}
	return httpapi.Answer(StoryRepostHistory{Reposts: reposts}, nil)
}
