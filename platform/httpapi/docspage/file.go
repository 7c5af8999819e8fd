package docspage

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
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

// file is one response body in its two encodings; the second is made when it is first asked for, once.
type file struct {
	contentType string
	tag         string
	body        []byte
	gzipped     func() []byte
}

func newFile(contentType string, body []byte) *file {
	sum := sha256.Sum256(body)
	return &file{
		contentType: contentType,
		tag:         hex.EncodeToString(sum[:8]),
		body:        body,
		gzipped:     sync.OnceValue(func() []byte { return compress(body) }),
	}
}

func compress(body []byte) []byte {
	var out bytes.Buffer
	// Neither call can fail: the level is a valid one, and a Buffer takes everything.
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = z.Write(body)
	_ = z.Close()
	return out.Bytes()
}

// cacheFor lets the browser keep a file for good when the address names its content, as the page's links do.
func (f *file) cacheFor(r *http.Request) string {
	if r.URL.Query().Get("v") == f.tag {
		return cacheForever
	}
	return revalidate
}

func (f *file) serve(w http.ResponseWriter, r *http.Request, cache string) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", cache)
	h.Add("Vary", "Accept-Encoding")
	body, tag := f.body, f.tag
	if acceptsGzip(r.Header) {
		body, tag = f.gzipped(), tag+"-gzip"
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", strconv.Quote(tag))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// acceptsGzip reports whether the client names gzip and does not refuse it with a weight of zero.
func acceptsGzip(h http.Header) bool {
	for item := range strings.SplitSeq(strings.Join(h.Values("Accept-Encoding"), ","), ",") {
		coding, parameter, _ := strings.Cut(item, ";")
		if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			continue
		}
		_, weight, weighted := strings.Cut(parameter, "=")
		if !weighted {
			return true
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(weight), 64)
		return err == nil && q > 0
	}
	return false
}
