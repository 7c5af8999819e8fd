package httpapi

import (
	_ "embed"
	"net/http"
)

// About describes this service.
type About struct {
	Version string
	// Mode is "sandbox" or "live".
	Mode string
	// AppName is the host name of the app's own address, for which browsers keep its session; empty
	// when there is none.
	AppName string
	// SandboxURL returns the address of the sandbox network, empty in live mode.
	SandboxURL func() string
	// IsRehearsal says that the service may be killed, and is then started again.
	IsRehearsal bool
}

//go:embed index/style.css
var indexStyle []byte

const indexPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// mountStyle serves the style sheet of the pages that say what went wrong.
func mountStyle(mux *http.ServeMux) {
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(indexStyle)
	})
}
