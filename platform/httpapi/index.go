package httpapi

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
)

// About says which service this is.
type About struct {
	Version string
	// Mode is "sandbox" or "live".
	Mode string
	// AppName is the host name of the app's own address, which browsers keep its session for; empty when there is none.
	AppName string
	// SandboxURL returns where the sandbox network answers, empty in live mode.
	SandboxURL func() string
}

//go:embed index/index.html
var indexPage string

//go:embed index/style.css
var indexStyle []byte

const indexPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// mountIndex serves the page that a browser lands on after signing in.
func mountIndex(mux *http.ServeMux, about About) {
	page := template.Must(template.New("index").Parse(indexPage))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		var b bytes.Buffer
		err := page.Execute(&b, map[string]any{
			"Mode": about.Mode, "Version": about.Version, "SandboxURL": about.SandboxURL(),
			"SignedIn": IdentityOf(r.Context()).Authenticated(), "HasOwnAddress": about.AppName != "", "AtOwnAddress": SiteOf(r.Context()) != Addresses,
		})
		if err != nil {
			panic(err)
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", indexPolicy)
		_, _ = w.Write(b.Bytes())
	})
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(indexStyle)
	})
}
