package httpapi

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"crier/platform/apperror"

	"github.com/danielgtaylor/huma/v2"
)

const errorSchema = "#/components/schemas/ErrorResponse"

const exampleRetryAfter = 37

// errorResponse documents the codes that an operation gives with a status, with an example of each.
func errorResponse(status int, codes []apperror.Code) *huma.Response {
	lines := make([]string, len(codes))
	examples := make(map[string]*huma.Example, len(codes))
	for i, c := range codes {
		lines[i] = fmt.Sprintf("- `%s`: %s", c, definition(c).Cause)
		if c.Status() == status {
			examples[string(c)] = &huma.Example{Ref: "#/components/examples/" + string(c)}
		} else {
			examples[string(c)] = errorExample(definition(c), status)
		}
	}
	return &huma.Response{
		Description: http.StatusText(status) + "\n\n" + strings.Join(lines, "\n"),
		Content: map[string]*huma.MediaType{
			jsonType: {Schema: &huma.Schema{Ref: errorSchema}, Examples: examples},
		},
	}
}

// documentErrors adds the examples to which the operation's errors refer to the components.
func documentErrors(doc *huma.OpenAPI, op *huma.Operation) {
	if doc.Components.Examples == nil {
		doc.Components.Examples = make(map[string]*huma.Example)
	}
	for _, resp := range op.Responses {
		if !isError(resp) {
			continue
		}
		for code := range resp.Content[jsonType].Examples {
			d := definition(apperror.Code(code))
			doc.Components.Examples[code] = errorExample(d, d.Status)
		}
	}
}

func isError(resp *huma.Response) bool {
	content := resp.Content[jsonType]
	return content != nil && content.Schema != nil && content.Schema.Ref == errorSchema
}

func errorExample(d apperror.Definition, status int) *huma.Example {
	body := ErrorResponse{Message: cmp.Or(d.Example, d.Cause), Code: d.Code, Status: status}
	if d.Code == apperror.RateLimited {
		body.RetryAfter = exampleRetryAfter
	}
	return &huma.Example{Summary: d.Cause, Description: d.Fix, Value: mustEncode(body)}
}

func definition(code apperror.Code) apperror.Definition {
	d, ok := code.Definition()
	if !ok {
		panic("httpapi: " + string(code) + " is not in the catalogue")
	}
	return d
}
