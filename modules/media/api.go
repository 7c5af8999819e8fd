package media

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// uploadInput holds the request itself, so that the handler can stream the body: huma would buffer
// it.
type uploadInput struct {
	w http.ResponseWriter
	r *http.Request
}

// Resolve takes the request from huma.
func (in *uploadInput) Resolve(ctx huma.Context) []error {
	r, w := humago.Unwrap(ctx)
	in.w, in.r = w, r.WithContext(ctx.Context())
	return nil
}

// MediaList is the answer of GET /media (contract 4).
type MediaList struct {
	Files   []MediaFile `json:"files"   doc:"A page of the files, newest first."`
	Total   int64       `json:"total"   doc:"How many files there are." example:"1"`
	HasMore bool        `json:"hasMore" doc:"Whether there are files after this page."`
}

type (
	listInput struct {
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"How many files to return, 1 to 100."`
		Offset int    `query:"offset" minimum:"0" default:"0" doc:"How many files to pass over, from the newest."`
		Type   string `query:"type" enum:"image,video" doc:"Only images, or only videos."`
	}
	fileInput struct {
		ID wireid.ID `path:"id" doc:"Id of the media file." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	}
)

const tag = "Media"

// api serves the operations on media over HTTP.
type api struct {
	files     *Service
	uploads   *Uploads
	converter *converter
	editor    *Editor
}

func (s api) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "uploadMedia", Method: http.MethodPost, Path: "/media/upload", Tags: []string{tag},
		Summary: "Upload an image or a video",
		Description: "Takes one file in the multipart field `file` and stores it; nothing is sent to the network. What it is, its bytes say. Images become " +
			"upright sRGB JPEGs without metadata, at most 1440 pixels wide; videos are stored as they are. A file that the network would refuse is stored " +
			"too, with isValid false and the reasons in validationErrors. Use the id of the answer as mediaFileId.",
		Security: httpapi.Any(), DefaultStatus: http.StatusCreated,
		Metadata: httpapi.WithUpload(httpapi.Errors(apperror.UploadError, apperror.MediaInvalid, apperror.ProcessingFailed, apperror.VideoProcessingFailed)),
	}, s.upload)
	httpapi.Register(surface, huma.Operation{
		OperationID: "listMedia", Method: http.MethodGet, Path: "/media", Tags: []string{tag},
		Summary:     "List the media files",
		Description: "The uploaded files, newest first. This list is paged by offset, every other one by page: add limit to offset while hasMore is true.",
		Security:    httpapi.Any(),
	}, s.listFiles)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getMedia", Method: http.MethodGet, Path: "/media/{id}", Tags: []string{tag},
		Summary: "Get a media file", Description: "Returns what is known of the file. Its bytes are served at previewUrl, a path on this machine that takes the same key or cookie.",
		Security: httpapi.Any(), Metadata: httpapi.Errors(apperror.NotFound),
	}, s.getFile)
	httpapi.Register(surface, huma.Operation{
		OperationID: "deleteMedia", Method: http.MethodDelete, Path: "/media/{id}", Tags: []string{tag},
		Summary: "Delete a media file",
		Description: "Removes the file and its record for good. Posts that used it are kept without it; one that is still to be published will fail. " +
			"Nothing is removed at the network.",
		Security: httpapi.Any(), Metadata: httpapi.Errors(apperror.NotFound),
	}, s.deleteFile)
}

func (s api) upload(ctx context.Context, in *uploadInput) (*httpapi.Output[MediaFile], error) {
	up, err := s.uploads.receive(in.w, in.r)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(s.uploads.add(ctx, up, nil))
}

func (s api) listFiles(ctx context.Context, in *listInput) (*httpapi.Output[MediaList], error) {
	files, total, err := s.files.list(ctx, in.Type, in.Limit, in.Offset)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(MediaList{Files: files, Total: total, HasMore: int64(in.Offset)+int64(len(files)) < total}, nil)
}

func (s api) getFile(ctx context.Context, in *fileInput) (*httpapi.Output[MediaFile], error) {
	return httpapi.Answer(s.files.File(ctx, in.ID))
}

func (s api) deleteFile(ctx context.Context, in *fileInput) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(s.files.Delete(ctx, in.ID))
}
