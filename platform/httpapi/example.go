package httpapi

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json/jsontext"
)

// Example is a body that the document shows. Most operations need none, because the document
// composes one from the example tags of the schema's fields.
type Example struct {
	// Name is the key of the example in the document, Summary its title.
	Name, Summary string
	// Body is JSON that fits the schema. Changes may replace it: it has only what differs from the
	// composed example, member for member, in objects and in arrays.
	Body, Changes string
}

const (
	requestExamples metadataKey = "requestExamples"
	answerExamples  metadataKey = "answerExamples"
)

// WithRequests adds to an operation's metadata the examples of its request body. They replace the
// composed one.
func WithRequests(metadata map[string]any, examples ...Example) map[string]any {
	return with(metadata, requestExamples, examples)
}

// WithAnswers adds to an operation's metadata the examples of its successful answer. They replace
// the composed one.
func WithAnswers(metadata map[string]any, examples ...Example) map[string]any {
	return with(metadata, answerExamples, examples)
}

// showExamples gives every parameter, body and successful answer of the operation an example.
func showExamples(doc *huma.OpenAPI, op *huma.Operation) {
	name := op.Method + " " + op.Path
	c := composer{registry: doc.Components.Schemas}
	for _, p := range op.Parameters {
		if p.Example == nil && len(p.Examples) == 0 {
			p.Example = c.compose(p.Schema, nil, name+", "+p.Name)
		}
	}
	if op.RequestBody != nil {
		c.show(op, requestExamples, op.RequestBody.Content, name+", request")
	}
	for status, resp := range op.Responses {
		switch {
		case isError(resp):
		case strings.HasPrefix(status, "2"):
			c.show(op, answerExamples, resp.Content, name+", "+status)
		default:
			c.showRefusal(resp, name+", "+status)
		}
	}
}

// show adds the examples that the operation has under key to the bodies or, without any, a composed
// one.
func (c composer) show(op *huma.Operation, key metadataKey, bodies map[string]*huma.MediaType, where string) {
	own, _ := op.Metadata[string(key)].([]Example)
	for _, body := range bodies {
		if len(own) > 0 {
			body.Example, body.Examples = nil, c.named(body.Schema, own, where)
		} else if body.Example == nil && len(body.Examples) == 0 {
			body.Example = c.compose(body.Schema, nil, where)
		}
	}
}

// showRefusal adds a composed example to an answer that is no success and has a body of its own,
// under its code.
func (c composer) showRefusal(resp *huma.Response, where string) {
	for _, body := range resp.Content {
		example := c.compose(body.Schema, nil, where)
		var answer struct {
			Code string `json:"code"`
		}
		mustDecode(example, &answer, where)
		body.Examples = map[string]*huma.Example{answer.Code: {Summary: resp.Description, Value: example}}
	}
}

func (c composer) named(s *huma.Schema, examples []Example, where string) map[string]*huma.Example {
	named := make(map[string]*huma.Example, len(examples))
	for _, e := range examples {
		if e.Name == "" || e.Summary == "" || named[e.Name] != nil {
			panic("httpapi: an example of " + where + " needs a name of its own and a summary")
		}
		body := jsontext.Value(e.Body)
		if e.Changes != "" {
			body = c.compose(s, jsontext.Value(e.Changes), where+", "+e.Name)
		}
		if err := body.Compact(); err != nil {
			panic("httpapi: the example " + e.Name + " of " + where + ": " + err.Error())
		}
		named[e.Name] = &huma.Example{Summary: e.Summary, Value: body}
	}
	return named
}
