package docspage

import (
	"fmt"
	"net/http"
	"strings"

	"crier/platform/httpapi/static"
	"crier/platform/look"
)

type source struct{ name, source, contentType string }

// assets lists everything that is served below Path + "/assets/". The licences are on it because
// everybody who gets the program must get them too.
func assets() []source {
	const script, style, text = "text/javascript; charset=utf-8", "text/css; charset=utf-8", "text/plain; charset=utf-8"
	return []source{
		{"boot.js", "page/boot.js", script},
		{"page.css", "page/page.css", style},
		{"top.css", "guide/top.css", style},
		{"guide.css", "guide/guide.css", style},
		{"swagger-ui.css", "swagger/swagger-ui.css.gz", style},
		{"swagger-ui-bundle.js", "swagger/swagger-ui-bundle.js.gz", script},
		{"swagger-ui-bundle.js.LICENSE.txt", "swagger/swagger-ui-bundle.js.LICENSE.txt", text},
		{"swagger-ui.LICENSE.txt", "swagger/LICENSE", text},
		{"swagger-ui.NOTICE.txt", "swagger/NOTICE", text},
	}
}

// allAssets reads all assets by their names: those of the documentation, and those that all pages
// of Crier share.
func allAssets() (map[string]*static.File, error) {
	all := map[string]*static.File{}
	for _, a := range assets() {
		body, err := embedded.ReadFile(a.source)
		if err != nil {
			return nil, err
		}
		file := static.New
		if strings.HasSuffix(a.source, ".gz") {
			file = static.NewGzip
		}
		all[a.name] = file(a.contentType, body)
	}
	shared, err := look.Files()
	if err != nil {
		return nil, err
	}
	for _, f := range shared {
		all[f.Name] = static.New(f.Type, f.Body)
	}
	for _, f := range shared {
		if strings.HasSuffix(f.Name, ".css") {
			all[f.Name] = static.New(f.Type, []byte(withVersions(string(f.Body), all)))
		}
	}
	return all, nil
}

// withVersions makes a stylesheet name the content of the files that it uses, so that browsers
// cache them for good.
func withVersions(style string, files map[string]*static.File) string {
	for name, f := range files {
		style = strings.ReplaceAll(style, fmt.Sprintf("url(%q)", name), fmt.Sprintf("url(%q)", name+"?v="+f.Tag()))
	}
	return style
}

// cacheFor returns the policy that lets browsers cache a file for good if the address names its
// content, as the page's links do.
func cacheFor(f *static.File, r *http.Request) string {
	if r.URL.Query().Get("v") == f.Tag() {
		return static.Forever
	}
	return static.Revalidate
}
