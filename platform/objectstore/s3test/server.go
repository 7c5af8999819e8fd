// Package s3test starts a real S3 server for tests: versitygw, at a pinned version, with real
// signatures and multipart uploads.
//
// The first test that needs the server installs it into the user's cache folder, which takes a few
// minutes once. CRIER_TEST_VERSITYGW names an installed program instead. Without a program the
// tests end as package needtest says.
package s3test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/objectstore/bucket"
	"crier/platform/secrets"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	accessKeyID     = "AKTEST1234"
	secretAccessKey = "test-secret-0123456789abcdef"
	region          = "auto"
	dirMode         = 0o700
	// startPatience bounds the wait for a server. Only one that hangs uses it up.
	startPatience = 2 * time.Minute
	startPoll     = 20 * time.Millisecond
	// startTries is how many ports are tried, because another process may take a free port first.
	startTries  = 5
	linkLife    = 5 * time.Minute
	dialTimeout = time.Second
)

// Server is a running S3 server with one bucket, and a second server that serves the objects to
// everybody, as a bucket's public address does.
type Server struct {
	// Endpoint is the address of the S3 API, PublicURL the address of the objects.
	Endpoint, PublicURL string
	// Bucket is the name of the bucket.
	Bucket string
	// AccessKeyID and SecretAccessKey have every permission.
	AccessKeyID     string
	SecretAccessKey secrets.Text

	client *minio.Core
}

// Start starts a server, which ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	program := executable(t)
	s := &Server{Bucket: "media", AccessKeyID: accessKeyID, SecretAccessKey: secrets.NewText(secretAccessKey)}
	for try := 1; s.Endpoint == ""; try++ {
		address, err := run(t, program)
		if err != nil && try == startTries {
			t.Fatalf("the S3 server does not start: %v", err)
		}
		s.Endpoint = address
	}
	client, err := minio.NewCore(strings.TrimPrefix(s.Endpoint, "http://"), &minio.Options{
		Creds: credentials.NewStaticV4(accessKeyID, secretAccessKey, ""), Region: region, BucketLookup: minio.BucketLookupPath,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.client = client
	if err := client.MakeBucket(t.Context(), s.Bucket, minio.MakeBucketOptions{}); err != nil {
		t.Fatalf("make a bucket: %v", err)
	}
	public := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(public.Close)
	s.PublicURL = public.URL
	return s
}

// Config returns the configuration of a bucket.Store for the bucket.
func (s *Server) Config() bucket.Config {
	return bucket.Config{
		Endpoint: s.Endpoint, Name: s.Bucket, AccessKeyID: s.AccessKeyID, SecretAccessKey: s.SecretAccessKey, PublicURL: s.PublicURL,
	}
}

// Keys returns the keys of all the objects.
func (s *Server) Keys(t testing.TB) []string {
	t.Helper()
	var keys []string
	for object := range s.client.ListObjectsIter(t.Context(), s.Bucket, minio.ListObjectsOptions{Recursive: true}) {
		if object.Err != nil {
			t.Fatal(object.Err)
		}
		keys = append(keys, object.Key)
	}
	return keys
}

// Object returns the headers and the size of an object.
func (s *Server) Object(t testing.TB, key string) (contentType, cacheControl string, size int64) {
	t.Helper()
	info, err := s.client.StatObject(t.Context(), s.Bucket, key, minio.StatObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return info.ContentType, info.Metadata.Get("Cache-Control"), info.Size
}

// Unfinished returns the number of parts of each unfinished upload, by its id.
func (s *Server) Unfinished(t testing.TB) map[string]int {
	t.Helper()
	uploads, err := s.client.ListMultipartUploads(t.Context(), s.Bucket, "", "", "", "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]int{}
	for _, u := range uploads.Uploads {
		sent, err := s.client.ListObjectParts(t.Context(), s.Bucket, u.Key, u.UploadID, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		parts[u.UploadID] = len(sent.ObjectParts)
	}
	return parts
}

// serve serves an object to anybody, by a signed request of its own.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	key := strings.TrimPrefix(r.URL.Path, "/")
	signed, err := s.client.Presign(r.Context(), r.Method, s.Bucket, key, linkLife, nil)
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	req, err := http.NewRequestWithContext(r.Context(), r.Method, signed.String(), http.NoBody)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if asked := r.Header.Get("Range"); asked != "" {
		req.Header.Set("Range", asked)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer func() { _ = resp.Body.Close() }()
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Range", "Accept-Ranges", "Cache-Control", "Etag", "Last-Modified"} {
		if value := resp.Header.Get(name); value != "" {
			w.Header().Set(name, value)
		}
	}
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body)
}

// run starts the program on a free port and returns its address once it answers.
func run(t testing.TB, program string) (address string, err error) {
	t.Helper()
	dir := t.TempDir()
	data, sidecar := filepath.Join(dir, "data"), filepath.Join(dir, "sidecar")
	for _, folder := range []string{data, sidecar} {
		if err := os.Mkdir(folder, dirMode); err != nil {
			return "", err
		}
	}
	host, err := freePort(t.Context())
	if err != nil {
		return "", err
	}
	var output bytes.Buffer // It is read only once Wait has returned.
	// The file system may lack extended attributes, so the objects' metadata goes into files.
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), program, "--quiet", "--region", region, "--port", host, "posix", "--sidecar", sidecar, data)
	cmd.Env = []string{"ROOT_ACCESS_KEY=" + accessKeyID, "ROOT_SECRET_KEY=" + secretAccessKey, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + dir, "HOME=" + dir}
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		return "", err
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
	})
	if err := answering(t.Context(), host, ended); err != nil {
		_ = cmd.Process.Kill()
		<-ended
		return "", fmt.Errorf("%w: %s", err, &output)
	}
	return "http://" + host, nil
}

func freePort(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// answering returns nil once host accepts connections.
func answering(ctx context.Context, host string, ended <-chan struct{}) error {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	for {
		conn, err := (&net.Dialer{Timeout: dialTimeout}).DialContext(ctx, "tcp", host)
		if err == nil {
			return conn.Close()
		}
		if err := clock.Sleep(ctx, clock.System(), startPoll); err != nil {
			return fmt.Errorf("it does not answer: %w", err)
		}
		select {
		case <-ended:
			return errors.New("it ended")
		default:
		}
	}
}
