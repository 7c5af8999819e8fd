package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const v1Prefix = "/api/v1"

// document is the served OpenAPI document, prepared for checking answers.
type document struct {
	paths map[string]map[string]operation

	mu       sync.Mutex
	compiler *jsonschema.Compiler
}

type operation struct {
	OperationID string                     `json:"operationId"`
	Responses   map[string]json.RawMessage `json:"responses"`
	Description string                     `json:"description"`
}

type documentedBody struct {
	Examples map[string]json.RawMessage `json:"examples"`
}

const documentURL = "openapi.json"

func parseDocument(b []byte) (*document, error) {
	var doc struct {
		Paths map[string]map[string]operation `json:"paths"`
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource(documentURL, value); err != nil {
		return nil, err
	}
	return &document{paths: doc.Paths, compiler: c}, nil
}

// find returns the operation that answers a request, and the template of its path.
func (d *document) find(method, path string) (template string, op operation, ok bool) {
	path = strings.TrimPrefix(path, v1Prefix)
	for candidate, methods := range d.paths {
		found, has := methods[strings.ToLower(method)]
		if has && fits(candidate, path) && (!ok || literals(candidate) > literals(template)) {
			template, op, ok = candidate, found, true
		}
	}
	return template, op, ok
}

func fits(template, path string) bool {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && !strings.HasPrefix(want[i], "{") {
			return false
		}
	}
	return true
}

func literals(template string) int {
	return strings.Count(template, "/") - strings.Count(template, "{")
}

// check returns an error when the document does not allow an answer.
func (d *document) check(template, method string, op operation, status int, header http.Header, body []byte) error {
	code := strconv.Itoa(status)
	raw, ok := op.Responses[code]
	if !ok {
		return fmt.Errorf("%s documents no answer %d: %s", op.OperationID, status, body)
	}
	var response struct {
		Content map[string]documentedBody `json:"content"`
	}
	if err := json.Unmarshal(raw, &response); err != nil {
		return err
	}
	contentType := header.Get("Content-Type")
	if len(response.Content) == 0 && len(body) == 0 {
		return nil
	}
	if _, ok := response.Content[contentType]; !ok {
		return fmt.Errorf("%s documents no %q for %d", op.OperationID, contentType, status)
	}
	if !strings.HasSuffix(contentType, "json") {
		return nil // Of a file the document says no more.
	}
	pointer := strings.Join([]string{"", "paths", escape(template), strings.ToLower(method), "responses", code, "content", escape(contentType), "schema"}, "/")
	schema, err := d.schema(pointer)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%s answered no JSON: %w", op.OperationID, err)
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("%s, %d: the answer does not fit the document: %w\n%s", op.OperationID, status, err, body)
	}
	return checkCode(op, response.Content[contentType], value)
}

// schema returns the compiled schema at a pointer. The compiler caches them.
func (d *document) schema(pointer string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.compiler.Compile(documentURL + "#" + pointer)
}

// checkCode compares an error's code with the document's examples for the status.
func checkCode(op operation, body documentedBody, value any) error {
	object, _ := value.(map[string]any)
	code, isError := object["code"].(string)
	if !isError || object["error"] == nil {
		return nil
	}
	if _, ok := body.Examples[code]; !ok {
		return fmt.Errorf("%s does not document the code %s", op.OperationID, code)
	}
	return nil
}

// escape escapes a name for a JSON pointer within a URL.
func escape(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(name)
}
