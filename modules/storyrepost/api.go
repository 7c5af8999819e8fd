package storyrepost

import (
	"context"
	"net/http"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// StoryRepostStatus is the answer of GET /story-repost/status (contract 4).
type StoryRepostStatus struct {
	Configured bool                                `json:"configured" doc:"Whether the account is configured."`
	IsEnabled  bool                                `json:"isEnabled"  doc:"Whether the inbox is polled."`
	Config     httpapi.Nullable[StoryRepostConfig] `json:"config"     doc:"The configuration; null while there is none."`
}

// StoryRepostScan is the answer of POST /story-repost/scan (contract 4).
type StoryRepostScan struct {
	Detected int64            `json:"detected" doc:"New mentions."`
	Pending  int64            `json:"pending"  doc:"Mentions that wait to be reposted."`
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
	PollIntervalHours     int       `json:"pollIntervalHours"     minimum:"6" maximum:"48" doc:"Hours between two polls."`
	AutoTagOriginalPoster bool      `json:"autoTagOriginalPoster" doc:"Whether to tag the author of the story."`
}

// StoryRepost is the record of one mention.
type StoryRepost struct {
	ID               wireid.ID     `json:"id"               doc:"Id of the record."`
	Status           string        `json:"status"           doc:"What became of the mention."`
	OriginalUsername string        `json:"originalUsername" doc:"Author of the story."`
	CreatedAt        wiretime.Time `json:"createdAt"        doc:"When the mention was found."`
	Permalink        *string       `json:"permalink"        doc:"Address of the repost, once published."`
}

type (
	optionalAccount struct {
		AccountID httpapi.Param[wireid.ID] `query:"accountId" doc:"Only this account."`
	}
	requiredAccount struct {
		AccountID wireid.ID `query:"accountId" required:"true" doc:"The account."`
	}
	accountBody   struct{ Body StoryRepostAccount }
	configInput   struct{ Body StoryRepostConfigRequest }
	statusOutput  struct{ Body StoryRepostStatus }
	configOutput  struct{ Body StoryRepostConfig }
	scanOutput    struct{ Body StoryRepostScan }
	historyOutput struct{ Body StoryRepostHistory }
)

const tag = "Story repost"

// Service answers for story reposts.
type Service struct {
	db       *database.DB
	accounts *auth.Service
}

// NewService returns the service.
func NewService(db *database.DB, accounts *auth.Service) *Service {
	return &Service{db: db, accounts: accounts}
}

func (s *Service) register(surface huma.API) {
	op := func(id, method, path, summary, description string, codes ...apperror.Code) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: "/story-repost/" + path, Tags: []string{tag}, Summary: summary, Description: description,
			Security: httpapi.Any(), Metadata: httpapi.Errors(codes...),
		}
	}
	huma.Register(surface, op("getStoryRepostStatus", http.MethodGet, "status", "Is story repost on?",
		"Says whether the account is configured and polled."), s.status)
	huma.Register(surface, op("configureStoryRepost", http.MethodPost, "config", "Configure story repost",
		"Sets how an account is polled. It needs native-story credentials.", apperror.NotFound, apperror.CredentialsNotConfigured), s.configure)
	huma.Register(surface, op("deleteStoryRepostConfig", http.MethodDelete, "config", "Forget the configuration",
		"Removes an account's configuration; polling ends."), s.forget)
	huma.Register(surface, op("enableStoryRepost", http.MethodPost, "enable", "Switch story repost on",
		"Begins to poll an account's inbox. It needs native-story credentials.", apperror.NotFound, apperror.CredentialsNotConfigured), s.enable)
	huma.Register(surface, op("disableStoryRepost", http.MethodPost, "disable", "Switch story repost off",
		"Ends the polling of an account's inbox."), s.disable)
	huma.Register(surface, op("scanStoryMentions", http.MethodPost, "scan", "Look for mentions now",
		"Reads the inbox at once, whatever the poll interval.",
		apperror.CredentialsNotConfigured, apperror.LoginRateLimited, apperror.LoginFailed, apperror.TwoFactorRequired), s.scan)
	huma.Register(surface, op("listStoryReposts", http.MethodGet, "history", "What was reposted?",
		"Lists what became of each mention. Poll no faster than every 60 seconds."), s.history)
}

func (*Service) status(context.Context, *optionalAccount) (*statusOutput, error) {
	return &statusOutput{}, nil
}

func (s *Service) configure(ctx context.Context, in *configInput) (*configOutput, error) {
	return nil, s.needCredentials(ctx, in.Body.AccountID)
}

func (s *Service) enable(ctx context.Context, in *accountBody) (*httpapi.SuccessOutput, error) {
	return nil, s.needCredentials(ctx, in.Body.AccountID)
}

// needCredentials returns NOT_FOUND for an unknown account and CREDENTIALS_NOT_CONFIGURED for one without credentials.
func (s *Service) needCredentials(ctx context.Context, id wireid.ID) error {
	account, err := s.accounts.Account(ctx, s.db, id)
	if err != nil {
		return err
	}
	return apperror.New(apperror.CredentialsNotConfigured, "no native-story credentials are saved for %s", account.Username)
}

func (*Service) forget(context.Context, *requiredAccount) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(), nil
}

func (*Service) disable(context.Context, *accountBody) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(), nil
}

func (*Service) scan(context.Context, *struct{}) (*scanOutput, error) {
	return nil, apperror.New(apperror.CredentialsNotConfigured, "no native-story credentials are saved")
}

func (*Service) history(context.Context, *optionalAccount) (*historyOutput, error) {
	return &historyOutput{}, nil
}
