package e2e_test

import (
	"encoding/json"
	"strings"
	"testing"

	"crier/e2e"
)

// contractDocument is the part of the document that the tests below read.
type contractDocument struct {
	OpenAPI string `json:"openapi"`
	Info    struct {
		Version, Description string
		Contact, License     struct{ Name string }
	}
	Servers []struct{ URL string }
	Tags    []struct{ Name, Description string }
	Paths   map[string]map[string]contractOperation

	Components struct {
		Examples map[string]struct {
			Value struct {
				Code       string
				RetryAfter int `json:"retryAfter"`
			}
		}
		Headers map[string]contractValue
		Schemas map[string]struct {
			Properties map[string]contractValue
		}
	}
}

type contractOperation struct {
	OperationID          string `json:"operationId"`
	Summary, Description string
	Tags                 []string
	Security             []map[string][]string
	Parameters           []contractValue
	RequestBody          *struct{ Content map[string]contractBody } `json:"requestBody"`
	Responses            map[string]struct {
		Description string
		Headers     map[string]contractValue
		Content     map[string]contractBody
	}
}

// contractValue is a parameter, a header or a property.
type contractValue struct {
	Ref         string `json:"$ref"`
	Name        string
	Description string
	Type        any
	Enum        []any
	Example     json.RawMessage
}

type contractBody struct {
	Example  json.RawMessage
	Examples map[string]struct {
		Ref     string `json:"$ref"`
		Summary string
	}
}

func (b contractBody) hasExample() bool { return len(b.Example) > 0 || len(b.Examples) > 0 }

func readContract(t *testing.T) contractDocument {
	t.Helper()
	var doc contractDocument
	e2e.Boot(t).Anonymous(t).Get("/api/v1/openapi.json").Want(200).JSON(&doc)
	return doc
}

func operationIDs(t *testing.T, document []byte) map[string]bool {
	t.Helper()
	var doc contractDocument
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, methods := range doc.Paths {
		for _, op := range methods {
			ids[op.OperationID] = true
		}
	}
	return ids
}

// TestContract_Document checks the rules that hold for every document.
func TestContract_Document(t *testing.T) {
	t.Parallel()
	doc := readContract(t)
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "4.5.0" || doc.Info.Contact.Name == "" || doc.Info.License.Name == "" {
		t.Errorf("openapi %s, %+v", doc.OpenAPI, doc.Info)
	}
	if len(doc.Servers) != 1 || doc.Servers[0].URL != "/api/v1" {
		t.Errorf("the document depends on where it is served: %+v", doc.Servers)
	}
	for _, word := range []string{"/api/v1", "svc_live_", "retryAfter", "/docs/errors", "PUBLISHED"} {
		if !strings.Contains(doc.Info.Description, word) {
			t.Errorf("the introduction does not speak of %s", word)
		}
	}
	tags := map[string]bool{}
	for _, tag := range doc.Tags {
		tags[tag.Name] = tag.Description != ""
	}
	ids := map[string]bool{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			checkOperation(t, method+" "+path, op)
			if ids[op.OperationID] || len(op.Tags) != 1 || !tags[op.Tags[0]] {
				t.Errorf("%s %s: id %s, tags %v", method, path, op.OperationID, op.Tags)
			}
			ids[op.OperationID] = true
		}
	}
}

// checkOperation checks that an operation says what a new client must know.
func checkOperation(t *testing.T, name string, op contractOperation) {
	t.Helper()
	if op.OperationID == "" || op.Summary == "" || len(op.Description) < 2*len("one short sentence") || op.Security == nil {
		t.Errorf("%s: %+v", name, op)
	}
	for _, p := range op.Parameters {
		if p.Description == "" || len(p.Example) == 0 {
			t.Errorf("%s: the parameter %s lacks a description or an example", name, p.Name)
		}
	}
	if op.RequestBody != nil {
		for mediaType, body := range op.RequestBody.Content {
			if !body.hasExample() {
				t.Errorf("%s: the request lacks an example as %s", name, mediaType)
			}
		}
	}
	for status, resp := range op.Responses {
		_, hasID := resp.Headers["X-Request-Id"]
		if status < "200" || status > "599" || status == "422" || resp.Description == "" || !hasID {
			t.Errorf("%s: the answer %s is not described, or without its request id", name, status)
		}
		for header, h := range resp.Headers {
			if h.Ref == "" && (h.Description == "" || len(h.Example) == 0) {
				t.Errorf("%s, %s: the header %s lacks a description or an example", name, status, header)
			}
		}
		for _, body := range resp.Content {
			if !body.hasExample() || status >= "400" && len(body.Example) > 0 {
				t.Errorf("%s: the answer %s has no example, or one without a name", name, status)
			}
		}
	}
}

// TestContract_Errors: each code that an operation gives is shown, in one form for all operations.
func TestContract_Errors(t *testing.T) {
	t.Parallel()
	doc := readContract(t)
	codes := map[any]bool{}
	for _, code := range doc.Components.Schemas["ErrorResponse"].Properties["code"].Enum {
		codes[code] = true
	}
	if len(codes) != 50 {
		t.Errorf("ErrorResponse.code lists %d codes", len(codes))
	}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			for status, resp := range op.Responses {
				for code, example := range resp.Content["application/json"].Examples {
					if status >= "400" && (!codes[code] || !strings.Contains(resp.Description, "`"+code+"`") || example.Ref == "" && status != "503") {
						t.Errorf("%s %s, %s: %s is shown as %+v", method, path, status, code, example)
					}
				}
			}
		}
	}
	for name, example := range doc.Components.Examples {
		if example.Value.Code != name || (example.Value.RetryAfter > 0) != (name == "RATE_LIMITED") {
			t.Errorf("the example %s is %+v", name, example.Value)
		}
	}
	for name, header := range doc.Components.Headers {
		if header.Description == "" || len(header.Example) == 0 {
			t.Errorf("the header %s lacks a description or an example", name)
		}
	}
}

// TestContract_Fields: every field is described, and where the contract lists the values of one so
// does the document.
func TestContract_Fields(t *testing.T) {
	t.Parallel()
	doc := readContract(t)
	for name, schema := range doc.Components.Schemas {
		for property, p := range schema.Properties {
			if p.Description == "" && p.Ref == "" || property == "$schema" {
				t.Errorf("%s.%s is not described", name, property)
			}
			checkNullInEnum(t, name+"."+property, p)
		}
	}
	for field, count := range map[string]int{
		"Health.status": 3, "SocialAccount.accountType": 3, "SocialAccount.loginMethod": 2, "Post.mediaType": 4, "Post.sourceType": 4, "Post.status": 7,
		"Post.errorCode": 51, "PublishablePost.mediaType": 4, "QueuedPost.status": 1, "ScheduledPost.status": 1,
	} {
		schema, property, _ := strings.Cut(field, ".")
		if got := doc.Components.Schemas[schema].Properties[property].Enum; len(got) != count {
			t.Errorf("%s lists %d values, not %d: %v", field, len(got), count, got)
		}
	}
}

func checkNullInEnum(t *testing.T, name string, p contractValue) {
	t.Helper()
	types, _ := p.Type.([]any)
	isNullable, listsNull := false, false
	for _, typ := range types {
		isNullable = isNullable || typ == "null"
	}
	for _, value := range p.Enum {
		listsNull = listsNull || value == nil
	}
	if len(p.Enum) > 0 && isNullable != listsNull {
		t.Errorf("%s may be null: %t, but null is listed: %t", name, isNullable, listsNull)
	}
}
