package cloud_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/objectstore/bucket"
	"crier/platform/secrets"
)

// fakeStore is as much of an S3 server as a test object needs, and gives the objects out under
// /public. It believes every signature of an access key that it knows.
type fakeStore struct {
	http *httptest.Server

	mu      sync.Mutex
	keys    map[string]bool
	objects map[string][]byte
	// has reports whether there is a bucket; nil means that there is any.
	has func(bucket string) bool
}

func startStore(t *testing.T, keys ...string) *fakeStore {
	t.Helper()
	s := &fakeStore{keys: map[string]bool{}, objects: map[string][]byte{}}
	for _, key := range keys {
		s.keys[key] = true
	}
	s.http = httptest.NewServer(s)
	t.Cleanup(s.http.Close)
	return s
}

func (s *fakeStore) config(name, key string) bucket.Config {
	return bucket.Config{
		Endpoint: s.http.URL, Name: name, AccessKeyID: key, SecretAccessKey: secrets.NewText(storeSecret), PublicURL: s.http.URL + "/public",
	}
}

// know has the store take the access keys, and no other.
func (s *fakeStore) know(keys ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = map[string]bool{}
	for _, key := range keys {
		s.keys[key] = true
	}
}

// put has the store keep an object that is not Crier's.
func (s *fakeStore) put(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.objects[key] = []byte("x")
}

func (s *fakeStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	folder, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if folder != "public" && !s.knows(r.Header.Get("Authorization")) {
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprint(w, "<Error><Code>InvalidAccessKeyId</Code><Message>unknown key</Message></Error>")
		return
	}
	switch {
	case folder != "public" && s.has != nil && !s.has(folder):
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(http.StatusNotFound)
		_, _ = fmt.Fprint(w, "<Error><Code>NoSuchBucket</Code><Message>no bucket</Message></Error>")
	case r.URL.Query().Has("uploads"):
		w.Header().Set("Content-Type", "application/xml")
		_, _ = fmt.Fprint(w, "<ListMultipartUploadsResult></ListMultipartUploadsResult>")
	case r.URL.Query().Has("list-type"):
		w.Header().Set("Content-Type", "application/xml")
		_, _ = fmt.Fprint(w, "<ListBucketResult>")
		for name := range s.objects {
			if strings.HasPrefix(name, r.URL.Query().Get("prefix")) {
				_, _ = fmt.Fprintf(w, "<Contents><Key>%s</Key><Size>1</Size></Contents>", name)
			}
		}
		_, _ = fmt.Fprint(w, "</ListBucketResult>")
	case r.Method == http.MethodPut:
		s.objects[key] = content(r)
		w.Header().Set("ETag", `"x"`)
	case r.Method == http.MethodDelete:
		delete(s.objects, key)
		w.WriteHeader(http.StatusNoContent)
	case s.objects[key] == nil:
		w.WriteHeader(http.StatusNotFound)
	default:
		w.Header().Set("Content-Type", "video/mp4")
		w.Header().Set("ETag", `"x"`)
		http.ServeContent(w, r, "", time.Unix(0, 0), bytes.NewReader(s.objects[key]))
	}
}

func (s *fakeStore) knows(authorization string) bool {
	_, rest, _ := strings.Cut(authorization, "Credential=")
	id, _, _ := strings.Cut(rest, "/")
	return s.keys[id]
}

// content returns the body, without the signatures between its chunks.
func content(r *http.Request) []byte {
	if !strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING-") {
		b, _ := io.ReadAll(r.Body)
		return b
	}
	var whole []byte
	lines := bufio.NewReader(r.Body)
	for {
		head, _ := lines.ReadString('\n')
		size, _, _ := strings.Cut(strings.TrimSpace(head), ";")
		n, err := strconv.ParseInt(size, 16, 32)
		if err != nil || n == 0 {
			return whole
		}
		chunk := make([]byte, n+2)
		_, _ = io.ReadFull(lines, chunk)
		whole = append(whole, chunk[:n]...)
	}
}

func (s *fakeStore) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.objects)
}
