// Package static serves files that the program contains. Each has two encodings; the second is made
// on its first request. A tag tells a browser whether its copy is the newest.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// What a browser may do with a file without asking.
const (
	// Forever is the policy for an address that names its content.
	Forever = "max-age=31536000, immutable"
	// Revalidate is the policy that makes the browser ask each time whether its copy is the newest.
	Revalidate = "no-cache"
)

// File is one response body in its two encodings. The second is made once, on its first request.
type File struct {
	contentType string
	tag         string
	body        func() []byte
	gzipped     func() []byte
}

// New returns the file of a body.
func New(contentType string, body []byte) *File {
	return &File{
		contentType: contentType,
		tag:         tagOf(body),
		body:        func() []byte { return body },
		gzipped:     sync.OnceValue(func() []byte { return compress(body) }),
	}
}

// NewGzip returns the file of a body that is kept as gzip, so that the program is smaller.
func NewGzip(contentType string, packed []byte) *File {
	return &File{
		contentType: contentType,
		tag:         tagOf(packed),
		body:        sync.OnceValue(func() []byte { return decompress(packed) }),
		gzipped:     func() []byte { return packed },
	}
}

func tagOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// decompress returns what is in the packed bytes. They are the program's own, so that nothing can
// fail.
func decompress(packed []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err)
	}
	body, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return body
}

func compress(body []byte) []byte {
	var out bytes.Buffer
	// Neither call can fail: the level is valid, and a Buffer accepts everything.
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = z.Write(body)
	_ = z.Close()
	return out.Bytes()
}

// Tag identifies the content.
func (f *File) Tag() string { return f.tag }

// Serve answers a GET or HEAD request with the file. The cache is Forever or Revalidate.
func (f *File) Serve(w http.ResponseWriter, r *http.Request, cache string) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", cache)
	h.Add("Vary", "Accept-Encoding")
	encoded, tag := f.body, f.tag
	if acceptsGzip(r.Header) {
		encoded, tag = f.gzipped, tag+"-gzip"
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", strconv.Quote(tag))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(encoded()))
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
