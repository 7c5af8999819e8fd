package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/apperror"
	"crier/platform/needtest"
	"crier/platform/wireid"
)

// hostileTexts are texts that end a statement, a line or a text early, or begin something else.
var hostileTexts = []string{
	"\x00", "a\x00b", "'", "''\x00--", "'); DROP TABLE posts; --", `"`, "`", "\\", "%", "_", "?", "$1", ":a", "\xff\xfe", "caf\xe9", "\ufeff", "\u202e", "\r\n\r\n", "[]", "{}", "null", "-1", "9223372036854775808", "1e999",
}

// hostileValues are JSON values that stand where a field has another one.
var hostileValues = []string{
	"null", "[]", "[[]]", "[{}]", "{}", `{"a":[[]]}`, "[null]", "true", "0", "-1", "1.5", "1e400", "9223372036854775808", `""`, `"\u0000"`, `"'"`, `"'); DROP TABLE posts; --"`, `"\ufeff"`, `["a","a"]`, `[[],[]]`, `[{},{}]`,
}

// surfaces are the documents, and the prefixes of their paths.
var surfaces = map[string]string{"/api/v1": "/api/v1/openapi.json", "/api": "/api/openapi.json"}

// exemplified is an operation with what its document says of its parameters and body.
type exemplified struct {
	documented
	Parameters []struct {
		Name, In string
		Required bool
	}
	RequestBody struct {
		Content map[string]struct {
			Example  json.RawMessage
			Examples map[string]struct{ Value json.RawMessage }
		}
	}
}

// exemplifiedOf returns the operations of a document that answer at once and ask nobody on the
// internet.
func exemplifiedOf(t *testing.T, prefix string, document []byte) (all []exemplified) {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]exemplified
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	for _, d := range operationsOf(t, prefix, document) {
		op := doc.Paths[strings.TrimPrefix(d.path, prefix)][strings.ToLower(d.method)]
		op.documented = d
		if !slices.Contains([]string{"streamEvents", "logout", "setBucket", "setUpCloud"}, d.id) {
			all = append(all, op)
		}
	}
	return all
}

// body returns the first example of the body, nil for an operation that takes none.
func (op exemplified) body() any {
	content := op.RequestBody.Content["application/json"]
	text := content.Example
	for _, name := range slices.Sorted(maps.Keys(content.Examples)) {
		text = content.Examples[name].Value
		break
	}
	var value any
	if json.Unmarshal(text, &value) != nil {
		return nil
	}
	return value
}

// at returns the path with unknown ids, and with the query.
func (op exemplified) at(query url.Values) string {
	path := pathParameter.ReplaceAllStringFunc(op.path, func(string) string { return wireid.New().String() })
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path
}

// spoilt calls do with the JSON of a value once for each place in it and each hostile value, which
// stands there.
func spoilt(value any, with []string, do func(body string)) {
	var places func(at any, put func(any))
	places = func(at any, put func(any)) {
		for _, hostile := range with {
			put(json.RawMessage(hostile))
			body, err := json.Marshal(value)
			if err == nil {
				do(string(body))
			}
		}
		put(at)
		switch at := at.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(at)) {
				places(at[name], func(v any) { at[name] = v })
			}
		case []any:
			if len(at) > 0 {
				places(at[0], func(v any) { at[0] = v })
			}
		}
	}
	places(value, func(v any) { value = v })
}

// TestFound_HostileValuesEverywhere puts hostile texts into every parameter, and hostile values
// into every place of every body, of both surfaces: none is a failure of the program.
func TestFound_HostileValuesEverywhere(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t, e2e.Configured(withoutLimits))
	browser := app.Browser(t)
	requests, texts, values := 0, hostileTexts, hostileValues
	if !needtest.IsNight() {
		texts, values = []string{"\x00", "a\x00b", "'", "\xff\xfe", "[]"}, []string{"null", "[[]]", "[{}]", "{}", "1e400", `"\u0000"`, `"'"`}
	}
	for prefix, path := range surfaces {
		for _, op := range exemplifiedOf(t, prefix, browser.Get(path).Want(http.StatusOK).Body) {
			send := func(client *e2e.Client, target string, body any) {
				requests++
				r := client.Do(op.method, target, body)
				if r.Status == http.StatusInternalServerError && r.String("code") == string(apperror.InternalError) {
					t.Errorf("%s %.200s with %.300s: %d %s", op.method, target, body, r.Status, r.Body)
				}
			}
			var example any
			if value := op.body(); value != nil {
				text, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				example = string(text)
				spoilt(value, values, func(body string) { send(browser, op.at(nil), body) })
			}
			for _, p := range op.Parameters {
				for _, text := range texts {
					switch p.In {
					case "query":
						send(browser, op.at(url.Values{p.Name: {text}}), example)
					case "path":
						send(browser, strings.ReplaceAll(op.at(nil), op.at(nil), strings.Replace(pathParameter.ReplaceAllString(op.path, url.PathEscape(text)), "//", "/", 1)), example)
					case "header":
						if !strings.ContainsAny(text, "\x00\r\n") {
							send(browser.With(p.Name, text), op.at(nil), example)
						}
					}
				}
			}
		}
	}
	if requests < 1000 {
		t.Errorf("only %d requests were made", requests)
	}
	e2e.WantConsistent(t, app.DB)
	browser.Get("/api/v1/health").Want(http.StatusOK)
}

// TestFound_NoUniqueItems: no schema asks for items that differ. The check of it would panic for
// items that are lists or objects.
func TestFound_NoUniqueItems(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	browser := app.Browser(t)
	for _, path := range surfaces {
		if document := browser.Get(path).Want(http.StatusOK).Body; strings.Contains(string(document), `"uniqueItems"`) {
			t.Errorf("%s has items that must differ; compare them in the handler", path)
		}
	}
	for _, ids := range []string{"[[]]", "[{}]", "[[],[]]", "[null]", "[1]", fmt.Sprintf("[%q,%[1]q]", wireid.New())} {
		browser.InternalDo(http.MethodPost, "/api/posts/bulk", `{"action":"cancel","postIds":`+ids+`}`).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	}
	// A text ends at a NUL for SQLite, and not for a bound parameter.
	for _, prefix := range []string{"%00", "a%00b", "%27", "%ff", "%27)--%00"} {
		if r := browser.Internal("/api/posts/created?prefix=" + prefix).Want(http.StatusOK); !strings.HasPrefix(string(r.Body), `{"created":[]`) {
			t.Errorf("%s: %s", prefix, r.Body)
		}
	}
}

// TestFound_BodyWithAMark: programs of Windows begin a body with a mark.
func TestFound_BodyWithAMark(t *testing.T) {
	t.Parallel()
	client := e2e.Boot(t).Client(t)
	post := client.Post("/api/v1/posts/draft", "\ufeff"+`{"accountId":"`+demoAccount+`","mediaType":"IMAGE","caption":"plain"}`).Want(http.StatusCreated)
	if post.String("caption") != "plain" {
		t.Errorf("got %s", post.Body)
	}
}

// TestFound_KeysOfAnyBytes: a request is found under its Idempotency-Key whatever bytes that has.
func TestFound_KeysOfAnyBytes(t *testing.T) {
	t.Parallel()
	client := e2e.Boot(t).Client(t)
	for _, key := range []string{"caf\xe9", "\xff\xfe", "it's", "\u00fc", "a\ufffdb"} {
		send := func() e2e.Response {
			return client.With("Idempotency-Key", key).Post("/api/v1/posts/draft", map[string]string{"accountId": demoAccount, "mediaType": "IMAGE", "caption": key})
		}
		first, second := send(), send()
		if first.Status != second.Status || first.Status == http.StatusCreated && first.String("id") != second.String("id") {
			t.Errorf("%q made %d %s and %d %s", key, first.Status, first.Body, second.Status, second.Body)
		}
	}
}
