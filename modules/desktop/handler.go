package desktop

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/httpapi/static"
)

// dist is what "make ui" builds of the folder app. Scripts and styles are kept as gzip, so that the
// program is smaller.
//
//go:embed dist
var dist embed.FS

const (
	// Path is where the application is, with every route of its own below.
	Path = "/app/"
	// builds is what the prefixes of all builds begin with. No route of the application does.
	builds = Path + "-/"
	index  = "index.html"
	// installed is the folder of what a browser reads of the application when it installs it. Its
	// addresses are the same in every build: by them the browser finds what has changed.
	installed = "install/"
)

// sandboxColour is in a tag of the page the colour that the window of the browser has in live mode,
// and that in the sandbox.
var sandboxColour = regexp.MustCompile(`content="([^"]*)" data-sandbox="([^"]*)"`)

// policy lets the page take everything from this server and nothing from elsewhere. A picture that
// is about to be uploaded is shown from the browser's own memory, as blob:. It may have no service
// worker, which could go on showing an interface that is older than the program.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; connect-src 'self'; " +
	"font-src 'self'; manifest-src 'self'; worker-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
	"trusted-types svelte-trusted-html"

// types are the content types of what a build has, by the ends of the names; those that the
// system's tables give differ between machines.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".woff2": "font/woff2", ".jpg": "image/jpeg", ".png": "image/png", ".txt": "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
}

// site is a build as it is served.
type site struct {
	page *static.File
	// assets are all other files by their addresses.
	assets map[string]*static.File
}

// newSite reads a build. The mode, "sandbox" or "live", is written into the page, so that it says
// from its first picture on where posts go.
func newSite(files fs.FS, mode string) (*site, error) {
	bodies := make(map[string][]byte)
	hash := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, name)
		bodies[name] = body
		// Each name and body says where it ends, so that two builds never hash the same bytes.
		_, _ = fmt.Fprintf(hash, "%d %s %d ", len(name), name, len(body))
		_, _ = hash.Write(body)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the interface: %w", err)
	}
	page, ok := bodies[index]
	if !ok {
		return nil, errors.New("read the interface: it has no index.html; make ui builds it")
	}
	delete(bodies, index)
	prefix := builds + hex.EncodeToString(hash.Sum(nil)[:8]) + "/"
	page = bytes.ReplaceAll(page, []byte(`="./`+installed), []byte(`="`+Path+installed))
	page = bytes.ReplaceAll(page, []byte(`="./`), []byte(`="`+prefix))
	page = bytes.Replace(page, []byte(`data-mode="live"`), []byte(`data-mode="`+mode+`"`), 1)
	colour := `content="$1"`
	if mode == "sandbox" {
		colour = `content="$2"`
	}
	page = sandboxColour.ReplaceAll(page, []byte(colour))
	s := &site{page: static.New(types[".html"], page), assets: make(map[string]*static.File)}
	for name, body := range bodies {
		name, isPacked := strings.CutSuffix(name, ".gz")
		kind, ok := types[path.Ext(name)]
		if !ok {
			return nil, fmt.Errorf("read the interface: nothing says what type %s is", name)
		}
		at := prefix
		if strings.HasPrefix(name, installed) {
			at = Path
		}
		if isPacked {
			s.assets[at+name] = static.NewGzip(kind, body)
		} else {
			s.assets[at+name] = static.New(kind, body)
		}
	}
	return s, nil
}

// server serves the site, which is read when somebody first asks for it, so that a start does not
// wait.
type server struct{ site func() (*site, error) }

func newServer(about httpapi.About) *server {
	return &server{sync.OnceValues(func() (*site, error) {
		built, err := fs.Sub(dist, "dist")
		if err != nil {
			return nil, err
		}
		return newSite(built, about.Mode)
	})}
}

func (s *server) serve(w http.ResponseWriter, r *http.Request, fail func(error)) {
	site, err := s.site()
	if err != nil {
		fail(err)
		return
	}
	file, cache := site.assets[r.URL.Path], static.Revalidate
	if strings.HasPrefix(r.URL.Path, builds) {
		cache = static.Forever
	} else if file == nil {
		file = site.page
	}
	if file == nil {
		fail(apperror.New(apperror.NotFound, "this file belongs to another version of Crier; load the page again"))
		return
	}
	w.Header().Set("Content-Security-Policy", policy)
	file.Serve(w, r, cache)
}

// lead sends the browser on to the application.
func lead(w http.ResponseWriter, r *http.Request, _ func(error)) {
	http.Redirect(w, r, Path, http.StatusSeeOther)
}
