package httpapi

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// fixedPaths are the paths without a parameter, each with its own methods. The router would send
// another method on to a path with a parameter that fits too, as DELETE /posts/recent-completions
// to DELETE /posts/{id}, and count that one's methods among those that are allowed.
type fixedPaths map[string][]string

// add takes the paths of a surface.
func (f fixedPaths) add(prefix string, doc *huma.OpenAPI) {
	for path, item := range doc.Paths {
		if strings.Contains(path, "{") {
			continue
		}
		for method := range operations(item) {
			f[prefix+path] = append(f[prefix+path], method)
			if method == http.MethodGet {
				f[prefix+path] = append(f[prefix+path], http.MethodHead)
			}
		}
		slices.Sort(f[prefix+path])
	}
}

// operations returns the operations of a path by their methods.
func operations(item *huma.PathItem) map[string]*huma.Operation {
	all := map[string]*huma.Operation{
		http.MethodDelete: item.Delete, http.MethodGet: item.Get, http.MethodPatch: item.Patch, http.MethodPost: item.Post, http.MethodPut: item.Put,
	}
	maps.DeleteFunc(all, func(_ string, op *huma.Operation) bool { return op == nil })
	return all
}

// allowed returns the methods of the request's path when its own is not among them, and "" when the
// router may have it.
func (f fixedPaths) allowed(r *http.Request) string {
	methods, ok := f[r.URL.Path]
	if !ok || slices.Contains(methods, r.Method) {
		return ""
	}
	return strings.Join(methods, ", ")
}
