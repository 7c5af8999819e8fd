package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// described is an operation that says all it must.
func described(change ...func(*huma.Operation)) huma.Operation {
	op := huma.Operation{
		OperationID: "x", Method: http.MethodPost, Path: "/x", Summary: "x", Description: "x", Tags: []string{"Posts"}, Security: httpapi.Any(),
	}
	for _, c := range change {
		c(&op)
	}
	return op
}

// register registers an operation with the input I and the output O, and returns what it panicked
// with.
func register[I, O any](t *testing.T, op huma.Operation) (doc []byte, panicked string) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			panicked = fmt.Sprint(p)
		}
	}()
	b := setup(t, func(p *httpapi.Deps) {
		p.V1 = []httpapi.Routes{{Module: "documented", Register: func(api *httpapi.Operations) {
			httpapi.Register(api, op, func(context.Context, *I) (*O, error) { return nil, apperror.New(apperror.NotFound, "none") })
		}}}
	})
	return b.document(t), ""
}

type none struct{}

type (
	namelessBody struct {
		Body struct {
			Name string `json:"name"`
		}
	}
	namelessParam struct {
		Q string `query:"q"`
	}
	namelessHeader struct {
		Mark string `header:"X-Mark"`
		Body httpapi.Success
	}
	patterned struct {
		Body struct {
			Code string `json:"code" pattern:"^[0-9]{6}$" doc:"x"`
		}
	}
)

// Circle holds itself.
type Circle struct {
	Next []Circle `json:"next" doc:"x"`
}

func TestHouseRules_RefuseAnOperationThatDoesNotSayWhatItMust(t *testing.T) {
	t.Parallel()
	for want, try := range map[string]func(*testing.T) ([]byte, string){
		"lacks an operation id": func(t *testing.T) ([]byte, string) {
			return register[none, none](t, described(func(op *huma.Operation) { op.OperationID = "" }))
		},
		"lacks a summary": func(t *testing.T) ([]byte, string) {
			return register[none, none](t, described(func(op *huma.Operation) { op.Summary = "" }))
		},
		"lacks a description": func(t *testing.T) ([]byte, string) {
			return register[none, none](t, described(func(op *huma.Operation) { op.Description = "" }))
		},
		"lacks one tag": func(t *testing.T) ([]byte, string) {
			return register[none, none](t, described(func(op *huma.Operation) { op.Tags = []string{"Posts", "Media"} }))
		},
		"lacks its access": func(t *testing.T) ([]byte, string) {
			return register[none, none](t, described(func(op *huma.Operation) { op.Security = nil }))
		},
		"has neither AtOwnAddress nor AtAnyAddress": func(t *testing.T) ([]byte, string) {
			return register[none, none](t, described(func(op *huma.Operation) { op.Security = httpapi.CookieOnly() }))
		},
		"the parameter q of POST /x lacks a description": registered[namelessParam, none],
		"the header X-Mark of POST /x lacks":             registered[none, namelessHeader],
		".name lacks a description":                      registered[namelessBody, none],
		"request.code lacks an example":                  registered[patterned, none],
		"the schema holds itself":                        registered[none, struct{ Body Circle }],
		"NOT_A_CODE is not in the catalogue": func(t *testing.T) ([]byte, string) {
			return register[none, none](t, described(func(op *huma.Operation) { op.Metadata = httpapi.Errors("NOT_A_CODE") }))
		},
		"needs a name of its own": func(t *testing.T) ([]byte, string) {
			return register[none, httpapi.SuccessOutput](t, described(answers(httpapi.Example{Name: "a", Body: "{}"})))
		},
		"the example a of POST /x, 200": func(t *testing.T) ([]byte, string) {
			return register[none, httpapi.SuccessOutput](t, described(answers(httpapi.Example{Name: "a", Summary: "A", Body: "{"})))
		},
		"POST /x, 200, a has no property sucess": func(t *testing.T) ([]byte, string) {
			return register[none, httpapi.SuccessOutput](t, described(answers(httpapi.Example{Name: "a", Summary: "A", Changes: `{"sucess":true}`})))
		},
	} {
		if _, panicked := try(t); !strings.Contains(panicked, want) {
			t.Errorf("got %q, want %q", panicked, want)
		}
	}
}

func registered[I, O any](t *testing.T) ([]byte, string) { return register[I, O](t, described()) }

func answers(examples ...httpapi.Example) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Metadata = httpapi.WithAnswers(op.Metadata, examples...) }
}

// Thing has a field of each kind that an example is composed of.
type Thing struct {
	ID      wireid.ID                `json:"id"      doc:"x"`
	Other   *wireid.ID               `json:"other"   doc:"x"`
	Owner   *wireid.ID               `json:"owner"   doc:"x" example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	At      wiretime.Time            `json:"at"      doc:"x"`
	Since   *wiretime.Time           `json:"since"   doc:"x"`
	Name    string                   `json:"name"    doc:"x" example:"bread"`
	Text    string                   `json:"text"    doc:"x" minLength:"6"`
	Short   string                   `json:"short"   doc:"x" maxLength:"2"`
	Kind    *string                  `json:"kind"    doc:"x" enum:"A,B"`
	Code    *string                  `json:"code"    doc:"x" format:"error-code"`
	First   string                   `json:"first"   doc:"x" enum:"A,B"`
	Number  int                      `json:"number"  doc:"x" minimum:"3"`
	Default int                      `json:"default" doc:"x" default:"7"`
	Flag    bool                     `json:"flag"    doc:"x"`
	Parts   []Part                   `json:"parts"   doc:"x"`
	Words   []string                 `json:"words"   doc:"x" minItems:"2"`
	Part    httpapi.Nullable[Part]   `json:"part"    doc:"x"`
	Map     map[string]string        `json:"map"     doc:"x" example:"{\"a\":\"b\"}"`
	Opaque  []map[string]any         `json:"opaque"  doc:"x"`
	Address string                   `json:"address" doc:"x" format:"uri"`
	Maybe   string                   `json:"maybe,omitempty" doc:"x" example:"so"`
	Hidden  *httpapi.Nullable[Thing] `json:"-"`
}

// Part is a part of a Thing.
type Part struct {
	Size float64 `json:"size" doc:"x" example:"1.5"`
	Note *string `json:"note" doc:"x"`
}

type thingOutput struct {
	Mark string `header:"X-Mark" doc:"Marks." example:"m"`
	Body Thing
}

type thingInput struct {
	ID    wireid.ID                    `path:"id" doc:"x" example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	Limit int                          `query:"limit" minimum:"1" default:"20" doc:"x"`
	Since httpapi.Param[wiretime.Time] `query:"since" doc:"x"`
	Body  Part
}

const composedThing = `{"id":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","other":null,"owner":"7c9e6679-7425-40de-944b-e07fc1f90ae7",` +
	`"at":"2026-11-21T09:30:00.000Z","since":null,"name":"bread","text":"texttt","short":"te","kind":null,"code":null,"first":"A","number":3,"default":7,` +
	`"flag":false,"parts":[{"size":1.5,"note":null}],"words":["text","text"],"part":{"size":1.5,"note":null},"map":{"a":"b"},"opaque":[{}],` +
	`"address":"https://example.com/","maybe":"so"}`

// documented is the part of a document that these tests look at.
type documented struct {
	Paths map[string]map[string]struct {
		Parameters  []struct{ Example any }
		RequestBody struct{ Content map[string]documentedBody }
		Responses   map[string]struct {
			Headers map[string]struct {
				Ref         string `json:"$ref"`
				Description string
				Example     string
			}
			Content map[string]documentedBody
		}
	}
	Components struct {
		Headers  map[string]any
		Examples map[string]struct{ Value json.RawMessage }
		Schemas  map[string]struct {
			Properties map[string]struct{ Enum []any }
		}
	}
}

type documentedBody struct {
	Example  json.RawMessage
	Examples map[string]struct {
		Ref   string `json:"$ref"`
		Value json.RawMessage
	}
}

func documentOf[I, O any](t *testing.T, op huma.Operation) documented {
	t.Helper()
	b, panicked := register[I, O](t, op)
	var doc documented
	if err := json.Unmarshal(b, &doc); err != nil || panicked != "" {
		t.Fatal(panicked, err)
	}
	return doc
}

func compacted(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var lines []string
	for line := range strings.SplitSeq(string(raw), "\n") {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.ReplaceAll(strings.Join(lines, ""), `": `, `":`)
}

func TestExamples_AreComposed(t *testing.T) {
	t.Parallel()
	doc := documentOf[thingInput, thingOutput](t, described(func(op *huma.Operation) { op.Path = "/things/{id}" }))
	op := doc.Paths["/things/{id}"]["post"]
	if got := compacted(t, op.Responses["200"].Content["application/json"].Example); got != composedThing {
		t.Errorf("got  %s\nwant %s", got, composedThing)
	}
	if got := compacted(t, op.RequestBody.Content["application/json"].Example); got != `{"size":1.5,"note":null}` {
		t.Errorf("the request is %s", got)
	}
	var values []any
	for _, p := range op.Parameters {
		values = append(values, p.Example)
	}
	if want := []any{"7c9e6679-7425-40de-944b-e07fc1f90ae7", 20.0, "2026-11-21T09:30:00.000Z"}; !slices.Equal(values, want) {
		t.Errorf("the parameters are %v, not %v", values, want)
	}
	if h := op.Responses["200"].Headers["X-Mark"]; h.Description != "Marks." || h.Example != "m" {
		t.Errorf("the header is %+v", h)
	}
}

func TestExamples_OfTheOperationGoFirst(t *testing.T) {
	t.Parallel()
	doc := documentOf[thingInput, thingOutput](t, described(func(op *huma.Operation) {
		op.Path = "/things/{id}"
		op.Metadata = httpapi.WithAnswers(httpapi.WithRequests(nil,
			httpapi.Example{Name: "large", Summary: "A large one", Body: `{"size": 9}`},
			httpapi.Example{Name: "small", Summary: "A small one", Body: `{"size": 1}`},
		), httpapi.Example{Name: "changed", Summary: "Changed", Changes: `{"name":"rye","parts":[{"note":"a"},{"size":2}],"part":null,"map":{"c":"d"}}`})
	}))
	op := doc.Paths["/things/{id}"]["post"]
	requests := op.RequestBody.Content["application/json"]
	if requests.Example != nil || compacted(t, requests.Examples["large"].Value) != `{"size":9}` || len(requests.Examples) != 2 {
		t.Errorf("the requests are %+v", requests)
	}
	want := strings.NewReplacer(`"name":"bread"`, `"name":"rye"`, `"parts":[{"size":1.5,"note":null}]`, `"parts":[{"size":1.5,"note":"a"},{"size":2,"note":null}]`,
		`"part":{"size":1.5,"note":null}`, `"part":null`, `"map":{"a":"b"}`, `"map":{"c":"d"}`).Replace(composedThing)
	if got := compacted(t, op.Responses["200"].Content["application/json"].Examples["changed"].Value); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDocument_ErrorsAndHeaders(t *testing.T) {
	t.Parallel()
	doc := documentOf[none, thingOutput](t, described(func(op *huma.Operation) { op.Metadata = httpapi.Errors(apperror.NotFound, apperror.LoginRateLimited) }))
	op := doc.Paths["/x"]["post"]
	shown := map[string]string{}
	for status, resp := range op.Responses {
		for code, example := range resp.Content["application/json"].Examples {
			shown[code] = status
			if example.Ref != "#/components/examples/"+code {
				t.Errorf("%s refers to %s", code, example.Ref)
			}
		}
		if resp.Headers["X-Request-Id"].Ref == "" || resp.Headers["RateLimit-Policy"].Ref == "" || (resp.Headers["Retry-After"].Ref == "") != (status != "429") {
			t.Errorf("%s has the headers %v", status, slices.Sorted(maps.Keys(resp.Headers)))
		}
	}
	want := map[string]string{
		"AUTH_REQUIRED": "401", "AUTH_INVALID_KEY": "401", "TOKEN_INVALID": "401", "TOKEN_EXPIRED": "401", "INVALID_PARAM": "400", "NOT_FOUND": "404",
		"RATE_LIMITED": "429", "LOGIN_RATE_LIMITED": "429", "INTERNAL_ERROR": "500",
	}
	if !maps.Equal(shown, want) {
		t.Errorf("the operation shows %v", shown)
	}
	var limited httpapi.ErrorResponse
	if err := json.Unmarshal(doc.Components.Examples["RATE_LIMITED"].Value, &limited); err != nil || limited.Status != 429 || limited.RetryAfter == 0 || limited.Message == "" {
		t.Errorf("RATE_LIMITED is %+v, %v", limited, err)
	}
	var health httpapi.ErrorResponse
	unwell := doc.Paths["/health"]["get"].Responses["503"].Content["application/json"].Examples["INTERNAL_ERROR"].Value
	if err := json.Unmarshal(unwell, &health); err != nil || health.Status != 503 {
		t.Errorf("the unwell answer is %+v, %v", health, err)
	}
}

func TestDocument_ValuesWithNull(t *testing.T) {
	t.Parallel()
	doc := documentOf[none, thingOutput](t, described())
	thing := doc.Components.Schemas["Thing"].Properties
	if got := thing["kind"].Enum; !slices.Equal(got, []any{"A", "B", nil}) {
		t.Errorf("kind takes %v", got)
	}
	if got := thing["code"].Enum; len(got) != 51 || got[50] != nil || got[0] != "AUTH_REQUIRED" {
		t.Errorf("code takes %v", got)
	}
	if got := doc.Components.Schemas["ErrorResponse"].Properties["code"].Enum; len(got) != 50 {
		t.Errorf("ErrorResponse.code takes %v", got)
	}
}
