package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

// jsonOperations returns the v1 operations that take a JSON body.
func jsonOperations(t *testing.T, client *e2e.Client) []documented {
	t.Helper()
	document := client.Get("/api/v1/openapi.json").Want(http.StatusOK).Body
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
			RequestBody struct {
				Content map[string]json.RawMessage `json:"content"`
			} `json:"requestBody"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	takes := map[string]bool{}
	for _, methods := range doc.Paths {
		for _, op := range methods {
			takes[op.OperationID] = op.RequestBody.Content["application/json"] != nil
		}
	}
	return slices.DeleteFunc(operationsOf(t, "/api/v1", document), func(d documented) bool { return !takes[d.id] })
}

// send sends a body to the operation.
func (d documented) send(c *e2e.Client, body string) e2e.Response {
	return c.Do(d.method, pathParameter.ReplaceAllStringFunc(d.path, func(string) string { return wireid.New().String() }), body)
}

// TestHostile_Bodies sends invalid JSON, and JSON that no client means, to every operation.
func TestHostile_Bodies(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t, e2e.Configured(withoutLimits))
	browser := app.Browser(t)
	unchanged := untouched(t, app)
	const deep = 100_000
	bodies := map[string]string{
		"nothing": "", "a space": " ", "a brace": "{", "two braces": "{}}", "two objects": "{} {}", "a comma too many": `{"name":"x",}`, "a comma alone": "{,}",
		"a number": "7", "text": `"x"`, "null": "null", "true": "true", "a list": "[]", "a list of objects": "[{}]", "single quotes": "{'name':'x'}", "no quotes": "{name:1}",
		"a comment": `{"name":"x"/*y*/}`, "not a number": `{"name":NaN}`, "hexadecimal": `{"name":0x10}`, "a leading zero": `{"name":01}`, "words": "name=x",
		"a byte order mark alone": "\ufeff", "two byte order marks": "\ufeff\ufeff{}", "NUL after it": "{}\x00", "NUL bytes": strings.Repeat("\x00", 100), "a raw control character": "{\"name\":\"a\nb\"}",
		"invalid UTF-8": "{\"name\":\"\xff\"}", "invalid UTF-8 as a name": "{\"\xff\":1}", "an overlong NUL": "{\"name\":\"\xc0\x80\"}", "UTF-16": "\xff\xfe{\x00}\x00",
		"a lone surrogate": `{"name":"\ud800"}`, "a lone low one": `{"caption":"\udc00"}`, "surrogates the wrong way": `{"caption":"\udc00\ud800"}`, "a lone one as a name": `{"\ud800":1}`,
		"a name twice": `{"x":1,"x":2}`, "a name twice, escaped": `{"x":1,"\u0078":2}`, "a name twice, deep": `{"x":[{"y":1,"y":2}]}`,
		"deep lists": strings.Repeat("[", deep), "deep lists that end": strings.Repeat("[", deep) + strings.Repeat("]", deep),
		"deep objects": strings.Repeat(`{"x":`, deep), "deep objects that end": strings.Repeat(`{"x":`, deep) + "1" + strings.Repeat("}", deep),
		"deep within": `{"x":` + strings.Repeat("[", deep) + strings.Repeat("]", deep) + "}",
		"a long name": `{"` + strings.Repeat("x", 500_000), "a number without an end": "{\"x\":" + strings.Repeat("1", 500_000), "a megabyte and a byte": `{"x":"` + strings.Repeat("y", 1<<20-7) + `"}`,
		"ten megabytes": `{"x":"` + strings.Repeat("y", 10<<20) + `"}`, "ten megabytes of space": strings.Repeat(" ", 10<<20) + "{}",
	}
	for _, op := range jsonOperations(t, browser) {
		for name, body := range bodies {
			if r := op.send(browser, body); r.Status != http.StatusBadRequest || r.String("code") != string(apperror.ValidationError) {
				t.Errorf("%s, %s: got %d %.300s", op.id, name, r.Status, r.Body)
			} else if said := r.String("error"); strings.Contains(said, "json:") || strings.Contains(said, "jsontext") || strings.Contains(said, "Go ") || len(said) > 300 {
				t.Errorf("%s, %s: it says %.300q", op.id, name, said)
			}
		}
		for _, contentType := range []string{"text/plain", "application/xml", "multipart/form-data; boundary=b", "application/x-www-form-urlencoded", "application/jsonx", "*/*", "application/merge-patch+json", "application/json; charset=latin1", "application/json; charset", strings.Repeat("x", 10_000)} {
			r := op.send(browser.With("Content-Type", contentType), `{"name":"x"}`)
			if r.Status != http.StatusBadRequest || r.String("code") != string(apperror.ValidationError) || !strings.Contains(r.String("error"), "Content-Type") {
				t.Errorf("%s as %.50s: got %d %.300s", op.id, contentType, r.Status, r.Body)
			}
		}
		for _, encoding := range []string{"gzip", "identity, br"} {
			op.send(browser.With("Content-Encoding", encoding), `{"name":"x"}`).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
		}
		// A megabyte is read: it is refused for its content, not for its length.
		if r := op.send(browser, `{"x":"`+strings.Repeat("y", 1<<20-8)+`"}`); r.Status >= 500 || strings.Contains(r.String("error"), "large") {
			t.Errorf("%s, a megabyte: got %d %.300s", op.id, r.Status, r.Body)
		}
	}
	unchanged("bodies that are none")
	browser.Get("/api/v1/health").Want(http.StatusOK)
}

// TestHostile_NamesCountInTheirExactCase: a member that the schema did not check must not reach the
// handler.
func TestHostile_NamesCountInTheirExactCase(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Client(t)
	long := strings.Repeat("x", 5000)
	post := client.Post("/api/v1/posts/draft", `{"accountId":"`+demoAccount+`","mediaType":"IMAGE","caption":"short","CAPTION":"`+long+`","Caption":"y","mediatype":"REELS"}`).Want(http.StatusCreated)
	if caption := post.String("caption"); caption != "short" || post.String("mediaType") != "IMAGE" {
		t.Errorf("got %s", post.Body)
	}
	client.Post("/api/v1/posts/draft", `{"accountid":"`+demoAccount+`","mediaType":"IMAGE"}`).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
}

// TestHostile_Text: every Unicode character except NUL is stored and returned unchanged.
func TestHostile_Text(t *testing.T) {
	t.Parallel()
	client := e2e.Boot(t).Client(t)
	for _, caption := range []string{"\u202eright to left", "\u0001\u001f\u007f\u0080", "😀\U0010ffff", "\ufeffx", "e\u0301", "'; DROP TABLE posts; --", "%s%n%00", "{{.}}<script>", "\\u0000", "\r\n\r\n"} {
		post := client.Post("/api/v1/posts/draft", map[string]string{"accountId": demoAccount, "mediaType": "IMAGE", "caption": caption}).Want(http.StatusCreated)
		if got := client.Get("/api/v1/posts/" + post.String("id")).Want(http.StatusOK).String("caption"); got != caption {
			t.Errorf("%q came back as %q", caption, got)
		}
	}
	for _, caption := range []string{`\u0000`, `a\u0000b`, `\\\u0000`} {
		for _, body := range []string{`{"accountId":"` + demoAccount + `","mediaType":"IMAGE","caption":"` + caption + `"}`, `{"accountId":"` + demoAccount + `","mediaType":"IMAGE","` + caption + `":1}`} {
			if said := client.Post("/api/v1/posts/draft", body).WantError(http.StatusBadRequest, "VALIDATION_ERROR").String("error"); !strings.Contains(said, "NUL") {
				t.Errorf("%s: it says %q", body, said)
			}
		}
	}
}

// TestHostile_Paths: every path gets an answer of the contract.
func TestHostile_Paths(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t, e2e.Configured(withoutLimits))
	_, key, err := app.Keys.Create(t.Context(), "paths")
	if err != nil {
		t.Fatal(err)
	}
	unchanged := untouched(t, app)
	id := wireid.New().String()
	for target, want := range map[string]string{
		"/nothing": "404 NOT_FOUND", "/api": "404 NOT_FOUND", "/api/": "404 NOT_FOUND", "/api/v1": "404 NOT_FOUND", "/api/v1/": "404 NOT_FOUND", "/api/v2/posts": "404 NOT_FOUND",
		"/api/v1/posts/": "404 NOT_FOUND", "/api/v1/POSTS": "404 NOT_FOUND", "/api/v1/posts/" + id + "/": "404 NOT_FOUND", "/api/v1/posts/" + id + "/nothing": "404 NOT_FOUND",
		"/api/v1/posts/" + id: "404 NOT_FOUND", "/api/v1/media/" + id: "404 NOT_FOUND", "/api/v1/schedule/" + id: "404 NOT_FOUND",
		"/api/v1/posts/x": "400 INVALID_PARAM", "/api/v1/media/%00": "400 INVALID_PARAM", "/api/v1/media/%ff": "400 INVALID_PARAM", "/api/v1/media/%2e%2e": "400 INVALID_PARAM",
		"/api/v1/media/..%2f..%2fcrier.db": "400 INVALID_PARAM", "/api/v1/media/" + strings.ToUpper(id) + "%20": "400 INVALID_PARAM", "/api/v1/media/{id}": "400 INVALID_PARAM",
		"/api/v1/media/" + strings.Repeat("x", 70_000): "400 INVALID_PARAM", "/api/v1/media/" + strings.ReplaceAll(id, "-", ""): "400 INVALID_PARAM",
		"/%00": "404 NOT_FOUND", "/%ff%fe": "404 NOT_FOUND", "/api/v1/%ff": "404 NOT_FOUND", "/docs/%ff": "404 NOT_FOUND", "/" + strings.Repeat("x", 70_000): "404 NOT_FOUND", "/" + strings.Repeat("a/", 30_000): "404 NOT_FOUND",
		"/docs/..%2fcrier.db": "404 NOT_FOUND", "/docs/assets/%2e%2e/%2e%2e/go.mod": "404 NOT_FOUND", "/docs/assets/": "404 NOT_FOUND", "/docs/nothing": "404 NOT_FOUND",
		"/public/nothing": "404 NOT_FOUND", "/uploads/%00": "404 NOT_FOUND", "/uploads/" + strings.Repeat("x", 70_000): "404 NOT_FOUND", "/login/": "404 NOT_FOUND",
		"/debug/pprof/": "404 NOT_FOUND", "/.git/config": "404 NOT_FOUND", "/crier.db": "404 NOT_FOUND", "/metrics": "404 NOT_FOUND", "/favicon.ico": "404 NOT_FOUND",
		// No path redirects to another.
		"//api/v1/health": "404 NOT_FOUND", "/api/v1//health": "404 NOT_FOUND", "/api/v1/./health": "404 NOT_FOUND", "/api/v1/posts/../health": "404 NOT_FOUND", "/api/../crier.db": "404 NOT_FOUND",
		"/..": "404 NOT_FOUND", "/uploads/../crier.db": "404 NOT_FOUND", "/uploads": "404 NOT_FOUND", "/public": "404 NOT_FOUND", "/uploads/%2e%2e/../x": "404 NOT_FOUND", "*": "404 NOT_FOUND", "//": "404 NOT_FOUND",
		"/docs": "200 ", "/docs/": "200 ", "//evil.example/%2f..": "404 NOT_FOUND", "/api/v1/media?limit=5&x=" + strings.Repeat("x", 70_000): "200 ", "/api/v1/media?" + strings.Repeat("a=b&", 5000): "200 ",
		"/api/v1/media?limit=%00": "400 INVALID_PARAM", "/api/v1/media?limit=%ff": "400 INVALID_PARAM", "/api/v1/media?type=%00": "400 INVALID_PARAM",
		"/api/v1/media?limit=5&limit=500": "400 INVALID_PARAM", "/api/v1/media?%zz": "400 INVALID_PARAM", "/api/v1/media?;": "400 INVALID_PARAM", "/api/v1/health?%zz": "400 INVALID_PARAM", "/api/v1/media?limit": "400 INVALID_PARAM", "/api/v1/cloud/kv?prefix=%00%ff": "200 ",
		"/api/v1/cloud/kv?prefix=" + strings.Repeat("x", 70_000): "400 VALIDATION_ERROR", "/api/v1/story-repost/config": "404 NOT_FOUND",
	} {
		request := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n", target, strings.TrimPrefix(app.Server.URL(), "http://"), key.Reveal())
		a, _ := dial(t, app.Server.URL()).send(request).answer()
		got := fmt.Sprintf("%d %s", a.status, a.code)
		if got != want || a.header.Get("X-Request-Id") == "" {
			t.Errorf("%.80s: got %s %.200s, want %s", target, got, a.body, want)
		}
	}
	unchanged("strange paths")
}

// TestHostile_Methods: a method that a path does not have is NOT_FOUND, and Allow names those that
// it has.
func TestHostile_Methods(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t, e2e.Configured(withoutLimits))
	client := app.Client(t)
	unchanged := untouched(t, app)
	has, id := map[string][]string{}, wireid.New().String()
	for _, op := range operationsOf(t, "/api/v1", client.Get("/api/v1/openapi.json").Body) {
		path := pathParameter.ReplaceAllString(op.path, id)
		has[path] = append(has[path], op.method)
	}
	for path, methods := range has {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "X"} {
			if slices.Contains(methods, method) {
				continue
			}
			r := client.Do(method, path, "{}")
			// Such as DELETE /media/upload, which is an id to DELETE /media/{id}.
			if r.Status == http.StatusBadRequest && r.String("code") == "INVALID_PARAM" {
				continue
			}
			r.WantError(http.StatusNotFound, "NOT_FOUND")
			for _, m := range methods {
				if !strings.Contains(r.Header.Get("Allow"), m) {
					t.Errorf("%s %s: allowed is %q, it has %q", method, path, r.Header.Get("Allow"), methods)
				}
			}
		}
	}
	request := "get /api/v1/health HTTP/1.1\r\nHost: " + strings.TrimPrefix(app.Server.URL(), "http://") + "\r\n\r\n"
	if a, _ := dial(t, app.Server.URL()).send(request).answer(); a.status != http.StatusNotFound || a.code != "NOT_FOUND" {
		t.Errorf("in small letters: %s", a)
	}
	unchanged("methods that there are not")
}

// TestHostile_Headers sends too many, too few and invalid headers.
func TestHostile_Headers(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	host := "Host: " + strings.TrimPrefix(app.Server.URL(), "http://") + "\r\n"
	for name, c := range map[string]struct {
		headers string
		status  int
	}{
		"64 KiB in one":       {"X-Long: " + strings.Repeat("x", 64<<10) + "\r\n", 200},
		"thousands":           {strings.Repeat("X-Many: y\r\n", 10_000), 200},
		"a long cookie":       {"Cookie: session=" + strings.Repeat("x", 64<<10) + "\r\n", 200},
		"a thousand cookies":  {"Cookie: " + strings.Repeat("session=x; ", 1000) + "\r\n", 200},
		"a long key":          {"Authorization: Bearer " + strings.Repeat("x", 64<<10) + "\r\n", 200},
		"no key":              {"Authorization: Bearer\r\n", 200},
		"a key of bytes":      {"Authorization: Bearer \xff\xfe\r\n", 200},
		"a long request id":   {"X-Request-Id: " + strings.Repeat("x", 1000) + "\r\n", 200},
		"a request id of NUL": {"X-Request-Id: a\x00b\r\n", 400},
		"a name with a space": {"X Y: z\r\n", 400},
		"a negative length":   {"Content-Length: -1\r\n", 400},
		"two lengths":         {"Content-Length: 1\r\nContent-Length: 2\r\n", 400},
		"another coding":      {"Transfer-Encoding: gzip\r\n", 501},
		"two megabytes":       {strings.Repeat("X-Long: "+strings.Repeat("x", 1000)+"\r\n", 2000), 431},
	} {
		a, _ := dial(t, app.Server.URL()).send("GET /api/v1/auth/check HTTP/1.1\r\n" + host + "Connection: close\r\n" + c.headers + "\r\n").answer()
		// A 4xx or 501 without an answer of ours is the standard library's, to an invalid request.
		if a.status != c.status || (a.status == http.StatusOK && a.header.Get("X-Request-Id") == "") {
			t.Errorf("%s: got %s", name, a)
		}
	}
	for sent, kept := range map[string]bool{"abc-1": true, strings.Repeat("x", 128): true, strings.Repeat("x", 129): false, "a b": false, "é": false, "": false} {
		if got := app.Anonymous(t).With("X-Request-Id", sent).Get("/api/v1/health").Header.Get("X-Request-Id"); (got == sent) != kept || got == "" {
			t.Errorf("the request id %.20q came back as %.20q", sent, got)
		}
	}
	for name, junk := range map[string]string{
		"junk": "\x00\xff\x16\x03\x01\r\n\r\n", "TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "no version": "GET /\r\n\r\n",
		"a bad chunk": "POST /api/v1/auth/logout HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n", "CONNECT": "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
		"both lengths": "POST /api/v1/auth/logout HTTP/1.1\r\n" + host + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
	} {
		w := dial(t, app.Server.URL()).send(junk)
		_ = w.Conn.(interface{ CloseWrite() error }).CloseWrite()
		if a, _ := w.answer(); a.status >= 500 && a.status != http.StatusHTTPVersionNotSupported || a.status == http.StatusOK {
			t.Errorf("%s: got %s", name, a)
		}
	}
	app.Anonymous(t).Get("/api/v1/health").Want(http.StatusOK)
}
