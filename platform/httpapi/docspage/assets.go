package docspage

import (
	"net/http"

	"crier/platform/httpapi/static"
)

type source struct{ name, source, contentType string }

// assets is the complete list of what is served below Path + "/assets/". The licences are on it because everybody who is
// given the program has to be given them too.
func assets() []source {
	const script, style, text = "text/javascript; charset=utf-8", "text/css; charset=utf-8", "text/plain; charset=utf-8"
	return []source{
		{"boot.js", "page/boot.js", script},
		{"page.css", "page/page.css", style},
		{"top.css", "guide/top.css", style},
		{"guide.css", "guide/guide.css", style},
		{"icon.svg", "page/icon.svg", "image/svg+xml"},
		{"swagger-ui.css", "swagger/swagger-ui.css", style},
		{"swagger-ui-bundle.js", "swagger/swagger-ui-bundle.js", script},
		{"swagger-ui-bundle.js.LICENSE.txt", "swagger/swagger-ui-bundle.js.LICENSE.txt", text},
		{"swagger-ui.LICENSE.txt", "swagger/LICENSE", text},
		{"swagger-ui.NOTICE.txt", "swagger/NOTICE", text},
	}
}

// cacheFor lets the browser keep a file for good when the address names its content, as the page's links do.
func cacheFor(f *static.File, r *http.Request) string {
	if r.URL.Query().Get("v") == f.Tag() {
		return static.Forever
	}
	return static.Revalidate
}
