package settings

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

// CreateAPIKeyRequest is the body of POST /settings/api-keys (contract 4).
type CreateAPIKeyRequest struct {
	Name string `json:"name" minLength:"1" maxLength:"64" doc:"A label for the key." example:"nightly script"`
}

type createKeyInput struct{ Body CreateAPIKeyRequest }

// CreatedAPIKey is the answer of POST /settings/api-keys (contract 4).
type CreatedAPIKey struct {
	Key     APIKey `json:"key"     doc:"What can be read of the key later too."`
	FullKey string `json:"fullKey" doc:"The key itself. This is the only time that it is shown." example:"svc_live_Zk3vQ8r1T5yB7nM2cX9wE4aS6dF0gH1jK3lP5oI7uY8"`
}

// APIKeyList is the answer of GET /settings/api-keys (contract 4).
type APIKeyList struct {
	Keys []APIKey `json:"keys" doc:"Every key, newest first, the revoked ones too."`
}

// RevokedAPIKey is the answer of DELETE /settings/api-keys/{id} (contract 4).
type RevokedAPIKey struct {
	Success        bool `json:"success"        doc:"Always true." example:"true"`
	AlreadyRevoked bool `json:"alreadyRevoked" doc:"Whether the key had been revoked before."`
}

type keyInput struct {
	ID wireid.ID `path:"id" doc:"Id of the key." example:"b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d"`
}

const tag = "Settings"

func (k *Keys) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "createApiKey", Method: http.MethodPost, Path: "/settings/api-keys", Tags: []string{tag},
		Summary: "Make an API key",
		Description: "Makes a key with full access and returns it. fullKey is shown this once and cannot be read again: store it now. " +
			"Only a signed-in browser can make keys, so that a stolen key cannot make others; on the command line `crier keys create` does it.",
		Security:      httpapi.CookieOnly(),
		Metadata:      httpapi.AtOwnAddress(nil),
		DefaultStatus: http.StatusCreated,
	}, k.create)
	httpapi.Register(surface, huma.Operation{
		OperationID: "listApiKeys", Method: http.MethodGet, Path: "/settings/api-keys", Tags: []string{tag},
		Summary:     "List the API keys",
		Description: "Lists every key by what may be told of it, newest first, the revoked ones too. prefix tells which key is which; the keys themselves are not stored.",
		Security:    httpapi.Any(),
	}, k.list)
	httpapi.Register(surface, huma.Operation{
		OperationID: "revokeApiKey", Method: http.MethodDelete, Path: "/settings/api-keys/{id}", Tags: []string{tag},
		Summary: "Revoke an API key",
		Description: "Kills the key at once and for good: the next request with it is answered AUTH_INVALID_KEY. To replace a key, make the new one and move its users first. " +
			"Only a signed-in browser can do it; revoking a dead key again is a success with alreadyRevoked.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound)),
	}, k.revoke)
}

func (k *Keys) create(ctx context.Context, in *createKeyInput) (*httpapi.Output[CreatedAPIKey], error) {
	key, full, err := k.Create(ctx, in.Body.Name)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(CreatedAPIKey{Key: key, FullKey: full.Reveal()}, nil)
}

func (k *Keys) list(ctx context.Context, _ *struct{}) (*httpapi.Output[APIKeyList], error) {
	keys, err := k.List(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(APIKeyList{Keys: keys}, nil)
}

func (k *Keys) revoke(ctx context.Context, in *keyInput) (*httpapi.Output[RevokedAPIKey], error) {
	already, err := k.Revoke(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(RevokedAPIKey{Success: true, AlreadyRevoked: already}, nil)
}
