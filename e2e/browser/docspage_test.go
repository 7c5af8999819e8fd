package browser_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"crier/e2e/browser"
	"crier/platform/httpapi/docspage"
	"crier/platform/needtest"
)

// document names another port than the one that serves it, like a document that is read beside a
// service on another port.
const document = `{
  "openapi": "3.1.0",
  "info": {"title": "Crier", "version": "4.4.0", "description": "A small document with **Markdown**, ` + "`code`" + ` and a [link](#x)."},
  "servers": [{"url": "http://localhost:1/api/v1"}],
  "tags": [{"name": "Health"}, {"name": "Posts", "description": "What is published"}, {"name": "Media"}],
  "security": [{"bearer": []}],
  "components": {
    "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "description": "An API key"}},
    "schemas": {"Post": {"type": "object", "required": ["id", "caption"], "properties": {
      "id": {"type": "string", "format": "uuid"},
      "caption": {"type": ["string", "null"], "maxLength": 2200, "examples": ["Hello"]},
      "status": {"type": "string", "enum": ["DRAFT", "PUBLISHED"]}}}}
  },
  "paths": {
    "/posts/{id}": {"get": {"operationId": "getPost", "tags": ["Posts"], "summary": "Get a post",
      "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}, "example": "one"}],
      "responses": {"200": {"description": "The post",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Post"}}}}}}},
    "/health": {"get": {"operationId": "health", "tags": ["Health"], "responses": {"200": {"description": "Well"}}}},
    "/media": {"get": {"operationId": "listMedia", "tags": ["Media"], "responses": {"200": {"description": "The files"}}}},
    "/posts/draft": {"post": {"operationId": "draftPost", "tags": ["Posts"], "summary": "Store a draft",
      "parameters": [{"name": "Idempotency-Key", "in": "header", "schema": {"type": "string", "examples": ["one-morning"]}, "example": "one-morning"}],
      "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Post"}, "examples": {
        "carousel": {"summary": "Several files", "value": {"accountId": "nobody", "mediaType": "CAROUSEL"}},
        "image": {"summary": "A picture and a person in it", "value": {"accountId": "nobody", "mediaType": "IMAGE", "userTags": []}}}}}},
      "responses": {"201": {"description": "The draft"}, "400": {"description": "Refused"}}}}
  }
}`

// serveDocs serves the page for document, and sends the Authorization header of each request for
// /posts/one to the test.
func serveDocs(t *testing.T, mode docspage.Mode) (string, <-chan string) {
	t.Helper()
	docs, err := docspage.Handler(docspage.Options{SpecURL: "/api/v1/openapi.json", Mode: mode, Book: docspage.Book{DemoAccount: "the-demo-account"}})
	if err != nil {
		t.Fatal(err)
	}
	arrived := make(chan string, 1)
	mux := http.NewServeMux()
	mux.Handle(docspage.Path, docs)
	mux.Handle(docspage.Path+"/", docs)
	mux.HandleFunc("GET /api/v1/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		_, _ = io.WriteString(w, document)
	})
	mux.HandleFunc("GET /api/v1/posts/one", func(w http.ResponseWriter, r *http.Request) {
		arrived <- r.Header.Get("Authorization")
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"id": "one", "caption": "Arrived", "status": "DRAFT"}`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + docspage.Path, arrived
}

func TestDocsPage_AuthorizesAndTriesAnOperation(t *testing.T) {
	t.Parallel()
	address, arrived := serveDocs(t, docspage.Sandbox)
	page := browser.Open(t)
	page.Navigate(address)
	if got := page.Text("#network"); got != "SANDBOX\nPosts stay on this computer. Nobody else sees them." {
		t.Errorf("the bar says %q", got)
	}

	page.Click(".btn.authorize")
	page.Type(".modal-ux input", "key-of-the-test")
	page.Click(".modal-ux .btn.authorize")
	page.Click(".modal-ux .btn-done")

	page.Click("#operations-Posts-getPost .opblock-summary-control")
	// The button is drawn before the parameters, and does nothing without them.
	page.WaitVisible("#operations-Posts-getPost .parameters input")
	page.Click("#operations-Posts-getPost .execute")
	if got := page.Text(".live-responses-table .response-col_description .highlight-code"); !strings.Contains(got, "Arrived") {
		t.Errorf("the answer shown is %q", got)
	}
	if got := <-arrived; got != "Bearer key-of-the-test" {
		t.Errorf("the request came with Authorization %q", got)
	}

	var stored int
	page.Evaluate("localStorage.length + sessionStorage.length", &stored)
	if stored != 0 {
		t.Error("the page stored something in the browser")
	}
	page.CheckClean()
}

// TestDocsPage_IsArrangedForPeople opens the page on a screen of usual size: the key can be entered
// without scrolling, posts come first, and a request can be sent more than once.
func TestDocsPage_IsArrangedForPeople(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	address, _ := serveDocs(t, docspage.Sandbox)
	page := browser.Open(t)
	page.Resize(1280, 800)
	page.Navigate(address)
	page.WaitVisible("#operations-Posts-draftPost")
	var seen struct {
		Tags                []string
		Server              string
		Authorize, Sections float64
	}
	page.Evaluate(`({
		Tags: [...document.querySelectorAll(".opblock-tag")].map(e => e.dataset.tag),
		Server: document.querySelector(".servers select").value,
		Authorize: document.querySelector(".btn.authorize").getBoundingClientRect().bottom,
		Sections: document.querySelector(".opblock-tag").getBoundingClientRect().bottom,
	})`, &seen)
	if got := strings.Join(seen.Tags, " "); got != "Posts Media Health" {
		t.Errorf("the sections are %s", got)
	}
	if want := strings.TrimSuffix(address, docspage.Path) + "/api/v1"; seen.Server != want {
		t.Errorf("the server is %s, want %s", seen.Server, want)
	}
	if seen.Authorize > 500 || seen.Sections > 600 {
		t.Errorf("Authorize ends at %v, the head of the first section at %v", seen.Authorize, seen.Sections)
	}

	page.Click("#operations-Posts-draftPost .opblock-summary-control")
	page.WaitVisible("#operations-Posts-draftPost .body-param textarea")
	var filled struct{ Key, Body string }
	page.Evaluate(`({
		Key: document.querySelector("#operations-Posts-draftPost .parameters input").value,
		Body: document.querySelector("#operations-Posts-draftPost .body-param textarea").value,
	})`, &filled)
	if filled.Key != "" {
		t.Errorf("the Idempotency-Key is %q", filled.Key)
	}
	if got := strings.Join(strings.Fields(filled.Body), ""); got != `{"accountId":"the-demo-account","mediaType":"IMAGE"}` {
		t.Errorf("the body is %s", got)
	}
	page.CheckClean()
}

// TestDocsPage_HasReadableLines measures the longest line of prose on a wide screen.
func TestDocsPage_HasReadableLines(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	address, _ := serveDocs(t, docspage.Sandbox)
	page := browser.Open(t)
	page.Resize(1920, 1000)
	page.Navigate(address)
	page.WaitVisible("#operations-Posts-draftPost")
	var widest float64
	page.Evaluate(`Math.max(...[...document.querySelectorAll(".swagger-ui .markdown p, .swagger-ui .renderedMarkdown p")].map(e => e.getBoundingClientRect().width))`, &widest)
	if widest < 100 || widest > 720 {
		t.Errorf("a line is %v pixels long", widest)
	}
}

func TestDocsPage_OpensALinkedOperation(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	address, _ := serveDocs(t, docspage.Live)
	page := browser.Open(t)
	page.PreferDark(true)
	page.Navigate(address + "#/Posts/draftPost")
	page.WaitVisible("#operations-Posts-draftPost .execute")
	if got := page.Text("#network"); !strings.HasPrefix(got, "LIVE") {
		t.Errorf("the bar says %q", got)
	}
	page.WaitTrue(`document.documentElement.classList.contains("dark-mode")`)
	page.PreferDark(false)
	page.WaitTrue(`!document.documentElement.classList.contains("dark-mode")`)
	page.CheckClean()
}
