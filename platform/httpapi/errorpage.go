package httpapi

import (
	"bytes"
	"cmp"
	_ "embed"
	"html/template"
	"net/http"
	"strings"

	"crier/platform/apperror"
	"crier/platform/look"
)

//go:embed errorpage/error.html
var errorHTML string

//go:embed errorpage/style.css
var pageStyle []byte

const pagePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var errorPage = template.Must(template.New("error").Parse(errorHTML))

// IsNavigation reports whether a person opened the address in a browser and expects a page.
func IsNavigation(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	if mode := r.Header.Get("Sec-Fetch-Mode"); mode != "" && mode != "navigate" {
		return false
	}
	return strings.Contains(r.Header.Get("Accept"), "text/html")
}

// getsPage reports whether an error is answered with a page: to a browser, outside of the APIs,
// whose errors have one form for all clients, and only at this server's own names, because a page
// names the program.
func getsPage(r *http.Request) bool {
	return stateOf(r.Context()).site != "" && IsNavigation(r) && r.URL.Path != internalPrefix && !strings.HasPrefix(r.URL.Path, internalPrefix+"/")
}

// writePage answers an error with a page that says what happened and where to go.
func writePage(w http.ResponseWriter, r *http.Request, resp *ErrorResponse) error {
	var title string
	switch resp.Code {
	case apperror.NotFound:
		title = "There is no such page"
	case apperror.AuthRequired, apperror.TokenInvalid, apperror.TokenExpired:
		title = "This browser is not signed in"
	default:
		title = "That did not work"
	}
	return execute(w, r, Page{
		Title: title, Text: resp.Message, Status: resp.Status, code: resp.Code, requestID: stateOf(r.Context()).requestID,
		needsLogin: resp.Status == http.StatusUnauthorized,
	})
}

// Page is a page without the interface: it says what happened, and where to go.
type Page struct {
	Title, Text string
	// Status is 200 when it is 0.
	Status int
	// To is where a person goes from it, and ToText what the link says. GoesOn has the browser go
	// there by itself.
	To, ToText string
	GoesOn     bool

	code       apperror.Code
	requestID  string
	needsLogin bool
}

// WritePage answers the request with the page.
func WritePage(w http.ResponseWriter, r *http.Request, p Page) {
	if err := execute(w, r, p); err != nil {
		writeError(w, r, err)
	}
}

func execute(w http.ResponseWriter, r *http.Request, p Page) error {
	var b bytes.Buffer
	err := errorPage.Execute(&b, map[string]any{
		"Title": p.Title, "Text": apperror.Sentence(p.Text), "To": p.To, "ToText": p.ToText, "GoesOn": p.GoesOn,
		"Code": p.code, "Status": p.Status, "RequestID": p.requestID, "Mark": look.Mark(), "NeedsLogin": p.needsLogin,
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", pagePolicy)
	w.WriteHeader(cmp.Or(p.Status, http.StatusOK))
	if r.Method != http.MethodHead {
		// The write fails only when the client has hung up.
		_, _ = w.Write(b.Bytes())
	}
	return nil
}

// mountStyle serves the style sheet of the error pages.
func mountStyle(mux *http.ServeMux) {
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(pageStyle)
	})
}
