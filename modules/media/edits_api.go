package media

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"crier/modules/media/editing"
	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

type (
	editInput struct {
		ID   wireid.ID `path:"id" doc:"Id of the media file." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
		Body editing.Spec
	}
	pictureOutput struct {
		ContentType string `header:"Content-Type" doc:"What the body is." example:"image/jpeg"`
		Missing     string `header:"Missing-Characters" doc:"What no font of this machine has and was left out, as code points such as U+1F9D1, with a comma between characters; absent when nothing is missing." example:"U+1F9D1 U+200D U+1F680, U+65E5"`
		Body        []byte
	}
)

// registerEdits registers on the internal surface, because v1 has only processedPath (contract 2).
func (s api) registerEdits(surface *httpapi.Operations) {
	const path = "/media/{id}/edits"
	httpapi.Register(surface, huma.Operation{
		OperationID: "getMediaEdits", Method: http.MethodGet, Path: path, Tags: []string{tag},
		Summary: "How is a file edited?", Description: "Returns the edits of a file as they were given last, and the file.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.NotFound),
	}, s.getEdits)
	httpapi.Register(surface, huma.Operation{
		OperationID: "putMediaEdits", Method: http.MethodPut, Path: path, Tags: []string{tag},
		Summary: "Edit a file",
		Description: "Crops, turns, flips, pads, resizes and writes over a picture, in this order, always beginning with what was uploaded: edits replace " +
			"those of before, and nothing is lost. The result is what is published from then on, as processedPath; what had been made public is " +
			"taken back. Edits that change nothing are the same as none.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(withEditExamples(httpapi.Errors(apperror.NotFound, apperror.MediaInvalid, apperror.NotConfigured, apperror.InvalidStatus, apperror.ProcessingFailed, apperror.VideoProcessingFailed, apperror.UploadError))),
	}, s.putEdits)
	httpapi.Register(surface, huma.Operation{
		OperationID: "deleteMediaEdits", Method: http.MethodDelete, Path: path, Tags: []string{tag},
		Summary: "Undo the edits of a file", Description: "The file is published as it was uploaded again. A file that is not edited is left as it is.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound, apperror.MediaInvalid, apperror.NotConfigured, apperror.InvalidStatus, apperror.ProcessingFailed, apperror.VideoProcessingFailed, apperror.UploadError)),
	}, s.deleteEdits)
	httpapi.Register(surface, huma.Operation{
		OperationID: "previewMediaEdits", Method: http.MethodPost, Path: path + "/preview", Tags: []string{tag},
		Summary: "See what edits would make of a file", Description: "Returns the picture that the edits would make, without keeping anything.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.WithResponse(withEditExamples(httpapi.Errors(apperror.NotFound, apperror.MediaInvalid, apperror.NotConfigured, apperror.InvalidStatus, apperror.ProcessingFailed, apperror.VideoProcessingFailed, apperror.UploadError)), http.StatusOK, aPicture)),
	}, s.previewEdits)
}

// aPicture documents the answer of the preview.
func aPicture(huma.Registry) *huma.Response {
	return &huma.Response{
		Description: "The picture.",
		Content:     map[string]*huma.MediaType{jpegType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}, Example: "picture.jpg"}},
	}
}

// withEditExamples shows edits that go together. An example of every field would be contradictory.
func withEditExamples(metadata map[string]any) map[string]any {
	return httpapi.WithRequests(metadata,
		httpapi.Example{Name: "crop", Summary: "Crop to a ratio, and turn", Body: `{"crop": {"ratio": "4:5", "focusY": 0.3}, "rotate": 90}`},
		httpapi.Example{Name: "pad", Summary: "Pad with a blurred copy", Body: `{"pad": {"ratio": "4:5", "fill": "blur"}}`},
		httpapi.Example{Name: "text", Summary: "Write on a box", Body: `{"texts": [{"text": "Fresh bread", "x": 0.5, "y": 0.85, "size": 0.06, "background": "#000000aa", "bold": true}]}`},
	)
}

func (s api) getEdits(ctx context.Context, in *fileInput) (*httpapi.Output[MediaEdits], error) {
	return httpapi.Answer(s.editor.Edits(ctx, in.ID))
}

func (s api) putEdits(ctx context.Context, in *editInput) (*httpapi.Output[MediaEdits], error) {
	return httpapi.Answer(s.editor.Edit(ctx, in.ID, in.Body))
}

func (s api) deleteEdits(ctx context.Context, in *fileInput) (*httpapi.Output[MediaEdits], error) {
	return httpapi.Answer(s.editor.ResetEdits(ctx, in.ID))
}

func (s api) previewEdits(ctx context.Context, in *editInput) (*pictureOutput, error) {
	picture, missing, err := s.editor.PreviewEdits(ctx, in.ID, in.Body)
	if err != nil {
		return nil, err
	}
	return &pictureOutput{ContentType: jpegType, Missing: codePoints(missing), Body: picture}, nil
}

// codePoints writes characters so that a header can hold them.
func codePoints(characters []string) string {
	var all []string
	for _, c := range characters {
		all = append(all, strings.Trim(fmt.Sprintf("%U", []rune(c)), "[]"))
	}
	return strings.Join(all, ", ")
}
