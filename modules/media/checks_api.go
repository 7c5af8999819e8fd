package media

import (
	"context"
	"net/http"

	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

type conversionInput struct {
	ID   wireid.ID `path:"id" doc:"Id of the media file." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	Body struct {
		Purpose rules.Use `json:"purpose,omitempty" enum:"REELS,STORIES,CAROUSEL" default:"REELS" doc:"The kind of post whose limits the result keeps to."`
	}
}

// registerInternal registers the operations that v1 does not have (contract 4, Media).
func (s api) registerInternal(surface *httpapi.Operations) {
	s.registerChecks(surface)
	s.registerEdits(surface)
	registerLimits(surface)
}

func (s api) registerChecks(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "checkMedia", Method: http.MethodGet, Path: "/media/{id}/check", Tags: []string{tag},
		Summary: "What can a file be published as?",
		Description: "Holds the file, as it would be published, against the network's rules for each kind of post, and offers what Crier can do " +
			"about each rule that it breaks.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.NotFound),
	}, s.checkFile)
	httpapi.Register(surface, huma.Operation{
		OperationID: "convertMedia", Method: http.MethodPost, Path: "/media/{id}/conversion", Tags: []string{tag},
		Summary: "Convert a video",
		Description: "Has a video encoded again as the network takes it, in the background, with the edits that it has; what is stored stays as it is, and the result becomes its " +
			"processedPath. It needs ffmpeg on this machine.",
		Security: httpapi.CookieOnly(), DefaultStatus: http.StatusAccepted,
		Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound, apperror.InvalidMediaType, apperror.InvalidStatus, apperror.NotConfigured)),
	}, s.convertFile)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getMediaConversion", Method: http.MethodGet, Path: "/media/{id}/conversion", Tags: []string{tag},
		Summary: "How far is a conversion?", Description: "Returns a conversion that waits, runs or has failed. One that succeeded is NOT_FOUND: the media file says what it became.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.NotFound),
	}, s.getConversion)
}

func (s api) checkFile(ctx context.Context, in *fileInput) (*httpapi.Output[Check], error) {
	return httpapi.Answer(check(ctx, s.files, in.ID))
}

func (s api) convertFile(ctx context.Context, in *conversionInput) (*httpapi.Output[Conversion], error) {
	return httpapi.Answer(s.converter.Convert(ctx, in.ID, in.Body.Purpose))
}

func (s api) getConversion(ctx context.Context, in *fileInput) (*httpapi.Output[Conversion], error) {
	return httpapi.Answer(s.converter.Conversion(ctx, in.ID))
}
