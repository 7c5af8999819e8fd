package e2e_test

import (
	"encoding/json"
	"strings"
	"testing"

	"crier/e2e"
)

// small is a document with one of everything that the comparison looks at.
const small = `{
	"openapi": "3.1.0", "info": {"title": "T", "version": "4.4.0"}, "servers": [{"url": "/api/v1"}],
	"paths": {"/posts/{id}": {
		"get": {"operationId": "getPost", "tags": ["Posts"], "security": [{}], "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Post"}}}}}},
		"post": {
			"operationId": "sendPost", "tags": ["Posts"], "security": [{"bearer": []}],
			"parameters": [
				{"in": "path", "name": "id", "required": true, "schema": {"type": "string", "format": "uuid"}},
				{"in": "query", "name": "limit", "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}}
			],
			"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Send"}}}},
			"responses": {
				"200": {"headers": {"x-id": {"$ref": "#/components/headers/x-id"}}, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Post"}}}},
				"400": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Post"}}}}
			}
		}
	}},
	"components": {
		"headers": {"x-id": {"schema": {"type": "string"}}},
		"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
		"schemas": {
			"Send": {"type": "object", "required": ["kind"], "properties": {
				"kind": {"type": "string", "enum": ["A", "B"], "description": "x"}, "caption": {"type": ["string", "null"], "maxLength": 10, "minLength": 1},
				"tags": {"type": "array", "maxItems": 2, "items": {"type": "string"}}
			}},
			"Post": {"type": "object", "required": ["id", "state", "note"], "additionalProperties": true, "properties": {
				"id": {"type": "string", "format": "uuid"}, "state": {"type": "string", "enum": ["ON", "OFF"]}, "note": {"type": "string", "maxLength": 5},
				"mark": {"type": ["string", "null"], "enum": ["X", null]}, "parent": {"anyOf": [{"$ref": "#/components/schemas/Post"}, {"type": "null"}]},
				"meta": {"type": "object", "additionalProperties": {"type": "string"}}
			}}
		}
	}
}`

// gone removes what a change points at.
type gone struct{}

// changed returns small with another value at a path of keys that spaces separate.
func changed(t *testing.T, path string, value any) []byte {
	t.Helper()
	var doc any
	if err := json.Unmarshal([]byte(small), &doc); err != nil {
		t.Fatal(err)
	}
	keys := strings.Fields(path)
	last := keys[len(keys)-1]
	at := doc
	for _, key := range keys[:len(keys)-1] {
		switch v := at.(type) {
		case map[string]any:
			at = v[key]
		case []any:
			at = v[int(key[0]-'0')]
		}
	}
	object, ok := at.(map[string]any)
	if !ok {
		t.Fatalf("there is no %s", path)
	}
	if _, isGone := value.(gone); isGone {
		delete(object, last)
	} else {
		object[last] = value
	}
	b, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if string(b) == small {
		t.Fatalf("%s changes nothing", path)
	}
	return b
}

type list = []any

type object = map[string]any

const (
	post  = "paths /posts/{id} post "
	send  = "components schemas Send "
	reply = "components schemas Post "
)

func TestSuperset_Forbidden(t *testing.T) {
	t.Parallel()
	text := object{"type": "string"}
	for name, c := range map[string]struct {
		path  string
		value any
		want  string
	}{
		"another version of OpenAPI":    {"openapi", "3.0.3", "openapi was"},
		"another address":               {"servers", list{object{"url": "/v1"}}, "servers was"},
		"another security scheme":       {"components securitySchemes bearer scheme", "basic", "security scheme bearer"},
		"no path":                       {"paths /posts/{id}", gone{}, "the operation is gone"},
		"no operation":                  {"paths /posts/{id} get", gone{}, "GET /posts/{id}: the operation is gone"},
		"another operation id":          {post + "operationId", "postPost", "operationId was"},
		"another tag":                   {post + "tags", list{"Other"}, "tags was"},
		"more security":                 {"paths /posts/{id} get security", list{object{"bearer": list{}}}, "security was"},
		"less security":                 {post + "security", list{object{}}, "security was"},
		"no parameters":                 {post + "parameters", list{}, "the query parameter limit is gone"},
		"a required parameter more":     {"paths /posts/{id} get parameters", list{object{"in": "query", "name": "q", "required": true, "schema": text}}, "the new query parameter q is required"},
		"a parameter required":          {post + "parameters 1 required", true, "the query parameter limit has become required"},
		"another format of a parameter": {post + "parameters 0 schema format", gone{}, "format was"},
		"another default":               {post + "parameters 1 schema default", 10, "default was 20"},
		"no default":                    {post + "parameters 1 schema default", gone{}, "default was 20"},
		"a higher minimum":              {post + "parameters 1 schema minimum", 2, "minimum was 1 and is 2"},
		"a lower maximum":               {post + "parameters 1 schema maximum", 50, "maximum was 100 and is 50"},
		"a pattern":                     {send + "properties caption pattern", "x", "pattern was absent"},
		"a required body":               {post + "requestBody required", true, "the body has become required"},
		"a body where none was":         {"paths /posts/{id} get requestBody", object{"required": true, "content": object{}}, "there is a body now"},
		"no body":                       {post + "requestBody", gone{}, "there is no body any more"},
		"no JSON body":                  {post + "requestBody content", object{"text/plain": object{}}, "application/json is gone"},
		"no answer":                     {post + "responses 400", gone{}, "the answer is gone"},
		"another success":               {post + "responses 202", object{"description": "x"}, "it may answer 202 now"},
		"no header":                     {post + "responses 200 headers", object{}, "the header x-id is gone"},
		"another type of a header":      {"components headers x-id schema type", "integer", "type was"},
		"no content":                    {post + "responses 200 content", object{}, "application/json is gone"},
		"a new demand":                  {send + "required", list{"kind", "caption"}, "caption has become required"},
		"a shorter text sent":           {send + "properties caption maxLength", 9, "maxLength was 10 and is 9"},
		"a longer least text":           {send + "properties caption minLength", 2, "minLength was 1 and is 2"},
		"fewer items":                   {send + "properties tags maxItems", 1, "maxItems was 2 and is 1"},
		"more items needed":             {send + "properties tags minItems", 1, "minItems was absent and is 1"},
		"another type of items":         {send + "properties tags items type", "integer", "type was"},
		"null not taken":                {send + "properties caption type", "string", "null has changed"},
		"a value less taken":            {send + "properties kind enum", list{"A"}, `the value "B" is gone`},
		"values where none were":        {send + "properties tags items enum", list{"A"}, "only some values are taken now"},
		"no request property":           {send + "properties caption", gone{}, "the property caption is gone"},
		"unknown properties refused":    {send + "additionalProperties", false, "additionalProperties was"},
		"no answer property":            {reply + "properties note", gone{}, "the property note is gone"},
		"a property not always there":   {reply + "required", list{"id", "note"}, "state is not always there any more"},
		"another type":                  {reply + "properties note type", "integer", "type was"},
		"another format":                {reply + "properties id format", "uri", "format was"},
		"null answered":                 {reply + "properties note type", list{"string", "null"}, "null has changed"},
		"a value more answered":         {reply + "properties state enum", list{"ON", "OFF", "DIM"}, `new values ["DIM"]`},
		"a value less answered":         {reply + "properties state enum", list{"ON"}, `the value "OFF" is gone`},
		"no values answered":            {reply + "properties state enum", gone{}, "the list of values is gone"},
		"a nullable value more":         {reply + "properties mark enum", list{"X", "Y", nil}, `new values ["Y"]`},
		"a longer text answered":        {reply + "properties note maxLength", 6, "maxLength was 5 and is 6"},
		"a text of any length answered": {reply + "properties note maxLength", gone{}, "maxLength was 5 and is absent"},
		"another type of members":       {reply + "properties meta additionalProperties type", "integer", "type was"},
		"members of any type":           {reply + "properties meta additionalProperties", true, "additionalProperties was"},
		"another reference":             {reply + "properties parent anyOf", list{text, object{"type": "null"}}, "type was"},
		"an unknown keyword":            {reply + "properties note const", "x", "const was absent"},
	} {
		breaks, err := e2e.Breaks([]byte(small), changed(t, c.path, c.value))
		if err != nil || !strings.Contains(strings.Join(breaks, "\n"), c.want) {
			t.Errorf("%s: got %q, %v; want %q", name, breaks, err, c.want)
		}
	}
}

func TestSuperset_Allowed(t *testing.T) {
	t.Parallel()
	text := object{"type": "string"}
	for name, c := range map[string]struct {
		path  string
		value any
	}{
		"a path":                     {"paths /other", object{"get": object{"operationId": "other"}}},
		"an operation":               {"paths /posts/{id} put", object{"operationId": "other"}},
		"a security scheme":          {"components securitySchemes other", object{"type": "http"}},
		"an optional parameter":      {"paths /posts/{id} get parameters", list{object{"in": "query", "name": "q", "schema": text}}},
		"an optional body":           {"paths /posts/{id} get requestBody", object{"content": object{}}},
		"another way to send":        {post + "requestBody content text/plain", object{"schema": text}},
		"an error":                   {post + "responses 409", object{"description": "x"}},
		"a header":                   {post + "responses 200 headers y-id", object{"schema": text}},
		"a default where none was":   {send + "properties kind default", "A"},
		"a lower minimum":            {post + "parameters 1 schema minimum", 0},
		"a higher maximum":           {post + "parameters 1 schema maximum", 200},
		"no maximum":                 {post + "parameters 1 schema maximum", gone{}},
		"a longer text sent":         {send + "properties caption maxLength", 20},
		"null taken":                 {send + "properties kind type", list{"string", "null"}},
		"a value more taken":         {send + "properties kind enum", list{"A", "B", "C"}},
		"fewer demands":              {send + "required", list{}},
		"a request property":         {send + "properties more", text},
		"an answer property":         {reply + "properties more", text},
		"an answer property, always": {reply + "required", list{"id", "state", "note", "mark"}},
		"null no longer answered":    {reply + "properties mark", object{"type": "string", "enum": list{"X"}}},
		"a shorter text answered":    {reply + "properties note maxLength", 4},
		"values told":                {reply + "properties id enum", list{"a"}},
		"unknown properties, by {}":  {reply + "additionalProperties", object{}},
		"a deprecated property":      {reply + "properties note deprecated", true},
		"a deprecated operation":     {post + "deprecated", true},
		"a description":              {reply + "properties note description", "y"},
		"a summary":                  {post + "summary", "y"},
		"an example":                 {reply + "properties note examples", list{"y"}},
		"a version":                  {"info version", "4.5.0"},
	} {
		breaks, err := e2e.Breaks([]byte(small), changed(t, c.path, c.value))
		if err != nil || len(breaks) > 0 {
			t.Errorf("%s: got %q, %v", name, breaks, err)
		}
	}
}

// TestSuperset_SaysWhere: a break in a schema is told once for each side that uses it.
func TestSuperset_SaysWhere(t *testing.T) {
	t.Parallel()
	breaks, err := e2e.Breaks([]byte(small), changed(t, reply+"properties parent anyOf 0 $ref", "#/components/schemas/Send"))
	if err != nil || len(breaks) == 0 || !strings.HasPrefix(breaks[0], "Post (answered)") {
		t.Errorf("got %q, %v", breaks, err)
	}
	if _, err := e2e.Breaks([]byte("x"), []byte(small)); err == nil {
		t.Error("no document was taken for one")
	}
}

func TestCheckVersion(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path  string
		value any
		good  bool
	}{
		"prose alone":             {post + "summary", "y", true},
		"examples alone":          {"components examples", object{"x": object{"value": 1}}, true},
		"a later version alone":   {"info version", "4.4.1", true},
		"an earlier version":      {"info version", "4.3.9", false},
		"another line":            {"info version", "5.0.0", false},
		"no version":              {"info version", "next", false},
		"a property":              {reply + "properties more", object{"type": "string"}, false},
		"a property called title": {reply + "properties title", object{"type": "string"}, false},
		"deprecation":             {post + "deprecated", true, false},
	} {
		if err := e2e.CheckVersion([]byte(small), changed(t, c.path, c.value)); (err == nil) != c.good {
			t.Errorf("%s: got %v", name, err)
		}
	}
	raised := strings.Replace(string(changed(t, reply+"properties more", object{"type": "string"})), "4.4.0", "4.10.0", 1)
	if err := e2e.CheckVersion([]byte(small), []byte(raised)); err != nil {
		t.Error(err)
	}
}
