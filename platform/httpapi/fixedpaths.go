package httpapi

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// fixedPaths are the paths without a parameter, each with its own methods. The router would send another method on to a path
// with a parameter that fits too, as DELETE /posts/recent-completions to DELETE /posts/{id}, and count that one's methods among
// those that are allowed.
type fixedPaths map[string][]string

// add takes the paths of a surface.
func (f fixedPaths) add(prefix string, doc *huma.OpenAPI) {
	for path, item := range doc.Paths {
		if strings.Contains(path, "{") {
			continue
		}
		for method, op := range map[string]*huma.Operation{
			http.MethodDelete: item.Delete, http.MethodGet: item.Get, http.MethodHead: item.Get, http.MethodPatch: item.Patch,
			http.MethodPost: item.Post, http.MethodPut: item.Put,
		} {
			if op != nil {
				f[prefix+path] = append(f[prefix+path], method)
			}
		}
		slices.Sort(f[prefix+path])
	}
}

// allowed returns the methods of the request's path when its own is not among them, and "" when the router may have it.
func (f fixedPaths) allowed(r *http.Request) string {
	methods, ok := f[r.URL.Path]
	if !ok || slices.Contains(methods, r.Method) {
		return ""
	}
	return strings.Join(methods, ", ")
}
