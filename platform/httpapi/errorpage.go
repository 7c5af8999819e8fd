package httpapi

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

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
	var b bytes.Buffer
	err := errorPage.Execute(&b, map[string]any{
		"Title": title, "Text": sentence(resp.Message), "Code": resp.Code, "Status": resp.Status, "RequestID": stateOf(r.Context()).requestID,
		"Mark": look.Mark(), "NeedsLogin": resp.Status == http.StatusUnauthorized,
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", pagePolicy)
	w.WriteHeader(resp.Status)
	if r.Method != http.MethodHead {
		// The write fails only when the client has hung up.
		_, _ = w.Write(b.Bytes())
	}
	return nil
}

// sentence gives a message a capital and a full stop.
func sentence(message string) string {
	first, size := utf8.DecodeRuneInString(message)
	message = string(unicode.ToUpper(first)) + message[size:]
	if !strings.HasSuffix(message, ".") {
		message += "."
	}
	return message
}

// mountStyle serves the style sheet of the error pages.
func mountStyle(mux *http.ServeMux) {
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(pageStyle)
	})
}
