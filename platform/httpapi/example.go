package httpapi

import (
	"fmt"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Example is a body that the document shows. Most operations need none: one is composed from the schema, of what the
// example tags of its fields say.
type Example struct {
	// Name is the key of the example in the document, Summary its title.
	Name, Summary string
	// Body is JSON that fits the schema. Changes is in its place an object with the members in which the example differs
	// from the composed one.
	Body, Changes string
}

const (
	requestExamples metadataKey = "requestExamples"
	answerExamples  metadataKey = "answerExamples"
)

// WithRequests adds to an operation's metadata the examples of its request body, in place of the composed one.
func WithRequests(metadata map[string]any, examples ...Example) map[string]any {
	return with(metadata, requestExamples, examples)
}

// WithAnswers adds to an operation's metadata the examples of its successful answer, in place of the composed one.
func WithAnswers(metadata map[string]any, examples ...Example) map[string]any {
	return with(metadata, answerExamples, examples)
}

// showExamples gives every parameter, body and successful answer of the operation an example.
func showExamples(doc *huma.OpenAPI, op *huma.Operation) {
	name := op.Method + " " + op.Path
	c := composer{registry: doc.Components.Schemas}
	for _, p := range op.Parameters {
		if p.Example == nil && len(p.Examples) == 0 {
			p.Example = c.compose(p.Schema, name+", "+p.Name)
		}
	}
	if op.RequestBody != nil {
		c.show(op, requestExamples, op.RequestBody.Content, name+", request")
	}
	for status, resp := range op.Responses {
		if !isError(resp) {
			c.show(op, answerExamples, resp.Content, name+", "+status)
		}
	}
}

// show gives the bodies the examples that the operation brings under key or, without any, a composed one.
func (c composer) show(op *huma.Operation, key metadataKey, bodies map[string]*huma.MediaType, where string) {
	own, _ := op.Metadata[string(key)].([]Example)
	for _, body := range bodies {
		if len(own) == 0 {
			if body.Example == nil && len(body.Examples) == 0 {
				body.Example = c.compose(body.Schema, where)
			}
			continue
		}
		body.Examples = make(map[string]*huma.Example, len(own))
		for _, e := range own {
			value, err := c.changed(body.Schema, e, where)
			if err != nil || e.Name == "" || e.Summary == "" || body.Examples[e.Name] != nil {
				panic(fmt.Sprintf("httpapi: the example %q of %s needs a name of its own, a summary and JSON: %v", e.Name, where, err))
			}
			body.Examples[e.Name] = &huma.Example{Summary: e.Summary, Value: value}
		}
	}
}

// changed returns the body of an example.
func (c composer) changed(s *huma.Schema, e Example, where string) (jsontext.Value, error) {
	if e.Changes == "" {
		body := jsontext.Value(e.Body)
		return body, body.Compact()
	}
	for s.Ref != "" {
		s = c.registry.SchemaFromRef(s.Ref)
	}
	var changes map[string]jsontext.Value
	if err := json.Unmarshal([]byte(e.Changes), &changes); err != nil {
		return nil, err
	}
	for name := range changes {
		if s.Properties[name] == nil {
			return nil, fmt.Errorf("the schema has no property %s", name)
		}
	}
	return c.object(s, changes, where, 0), nil
}

func mustEncode(v any) jsontext.Value {
	b, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic(fmt.Sprintf("httpapi: encode an example: %v", err))
	}
	return b
}
