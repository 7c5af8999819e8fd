package httpapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crier/platform/apperror"

	"github.com/danielgtaylor/huma/v2"
)

// maxJSONBody is the largest JSON body that is read, unless an operation says otherwise.
const maxJSONBody = 1 << 20

type metadataKey string

const errorsMetadata metadataKey = "errors"

// Errors declares, for Operation.Metadata, which codes an operation can give besides the generic
// ones of contract 7.
func Errors(codes ...apperror.Code) map[string]any {
	return map[string]any{string(errorsMetadata): codes}
}

// houseRules completes an operation when it is registered, and refuses one with a missing part.
// documentOperation adds what only the document needs.
func houseRules(doc *huma.OpenAPI, op *huma.Operation) {
	mustDescribe(op)
	mustSayWhatLasts(op)
	if d, ok := deprecationOf(op); ok {
		d.mustGiveNotice(op)
	}
	op.MaxBodyBytes = bodyBound(op) + 1 // huma refuses a body that just reaches its bound.
	// The server gives each read its own deadline. huma's would outlive the body and end a slow
	// handler.
	op.BodyReadTimeout = -1
	delete(op.Responses, "default")
	if own, ok := op.Metadata[string(responseMetadata)].(response); ok {
		own.addTo(op, doc.Components.Schemas)
	}
	if op.Metadata[string(uploadMetadata)] == true {
		op.RequestBody = uploadBody()
	}
}

// documentOperation adds what only readers of the document need. It panics for an example that does
// not fit.
func documentOperation(doc *huma.OpenAPI, op *huma.Operation) {
	showExamples(doc, op)
	for status, codes := range byStatus(codesOf(op)) {
		op.Responses[strconv.Itoa(status)] = errorResponse(status, codes)
	}
	documentHeaders(doc, op)
	documentErrors(doc, op)
	documentOwnAddress(op)
	documentDeprecation(op)
}

func mustDescribe(op *huma.Operation) {
	for what, missing := range map[string]bool{
		"an operation id": op.OperationID == "",
		"a summary":       op.Summary == "",
		"a description":   op.Description == "",
		"one tag":         len(op.Tags) != 1,
		"its access":      op.Security == nil,
	} {
		if missing {
			panic(fmt.Sprintf("httpapi: %s %s lacks %s", op.Method, op.Path, what))
		}
	}
	for _, p := range op.Parameters {
		if p.Description == "" {
			panic(fmt.Sprintf("httpapi: the parameter %s of %s %s lacks a description; give its field a doc tag", p.Name, op.Method, op.Path))
		}
	}
}

// codesOf returns the codes that the operation can give: its own, and the generic ones that its
// access, parameters and body make possible.
func codesOf(op *huma.Operation) []apperror.Code {
	// Any operation answers INVALID_PARAM to a query string that cannot be parsed.
	codes := []apperror.Code{apperror.InternalError, apperror.InvalidParam}
	if own, ok := op.Metadata[string(errorsMetadata)].([]apperror.Code); ok {
		codes = append(codes, own...)
	}
	access := Access(op.Security)
	if !access.isPublic() {
		codes = append(codes, apperror.AuthRequired, apperror.AuthInvalidKey, apperror.TokenInvalid, apperror.TokenExpired, apperror.RateLimited)
		if !access.takes(bearerScheme) {
			codes = append(codes, apperror.CookieAuthRequired)
		}
	}
	if op.RequestBody != nil || len(op.Parameters) > 0 {
		codes = append(codes, apperror.ValidationError)
	}
	for _, p := range op.Parameters {
		if p.In == "query" && p.Required {
			codes = append(codes, apperror.MissingParam)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

func byStatus(codes []apperror.Code) map[int][]apperror.Code {
	grouped := make(map[int][]apperror.Code)
	for _, c := range codes {
		grouped[c.Status()] = append(grouped[c.Status()], c)
	}
	return grouped
}

const bodyMetadata metadataKey = "body"

// WithBody sets, in an operation's metadata, how many bytes its JSON body may have, for an
// operation that needs more than the default.
func WithBody(metadata map[string]any, most int64) map[string]any {
	return with(metadata, bodyMetadata, most)
}

// bodyBound returns how many bytes the JSON body of the operation may have.
func bodyBound(op *huma.Operation) int64 {
	if most, isSet := op.Metadata[string(bodyMetadata)].(int64); isSet {
		return most
	}
	return maxJSONBody
}

const uploadMetadata metadataKey = "upload"

// WithUpload adds to an operation's metadata that it takes one multipart file in the field "file".
// WithUpload documents the body instead of an input type, because huma reads documented bodies into
// memory.
func WithUpload(metadata map[string]any) map[string]any {
	return with(metadata, uploadMetadata, true)
}

const responseMetadata metadataKey = "response"

// response is an answer that the type of an operation's output does not describe.
type response struct {
	status   int
	describe func(huma.Registry) *huma.Response
}

// addTo puts the answer in the place of huma's, with the headers that the output's type has.
func (r response) addTo(op *huma.Operation, schemas huma.Registry) {
	status, own := strconv.Itoa(r.status), r.describe(schemas)
	if made := op.Responses[status]; made != nil {
		own.Headers = made.Headers
	}
	op.Responses[status] = own
}

// WithResponse adds to an operation's metadata how the document describes the answer with a status,
// where the type of the operation's output does not. The headers of that type take the place of its
// own. describe is called for each registration and returns a new value, which that registration
// changes. There is one such answer for each operation: WithResponse panics for a second one.
func WithResponse(metadata map[string]any, status int, describe func(schemas huma.Registry) *huma.Response) map[string]any {
	if metadata[string(responseMetadata)] != nil {
		panic("httpapi: an operation has two answers by WithResponse")
	}
	return with(metadata, responseMetadata, response{status, describe})
}

func with(metadata map[string]any, key metadataKey, value any) map[string]any {
	if metadata == nil {
		metadata = make(map[string]any)
	}
	metadata[string(key)] = value
	return metadata
}

func uploadBody() *huma.RequestBody {
	types := []string{
		"image/jpeg", "image/png", "image/webp", "video/mp4", "video/quicktime", "video/x-matroska", "video/webm", "video/x-msvideo",
	}
	return &huma.RequestBody{
		Required:    true,
		Description: "A form with one file.",
		Content: map[string]*huma.MediaType{"multipart/form-data": {
			Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"file"},
				Properties: map[string]*huma.Schema{"file": {
					Type: huma.TypeString, Format: "binary", Description: "The image or video, " + strings.Join(types, ", ") + ".",
				}},
			},
			Example:  map[string]any{"file": "picture.jpg"},
			Encoding: map[string]*huma.Encoding{"file": {ContentType: strings.Join(types, ", ")}},
		}},
	}
}
