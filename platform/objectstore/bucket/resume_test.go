package bucket_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"testing"

	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/s3test"
)

// uploaderVariable makes the test binary upload one file. Its value is the endpoint; the arguments
// are the path and the key.
const uploaderVariable = "CRIER_TEST_UPLOADER"

func TestMain(m *testing.M) {
	if endpoint := os.Getenv(uploaderVariable); endpoint != "" {
		upload(endpoint, os.Args[1], os.Args[2])
		return
	}
	os.Exit(m.Run())
}

func upload(endpoint, path, key string) {
	store, err := bucket.New(bucket.Config{
		Endpoint: endpoint, Name: "media", AccessKeyID: "AKTEST1234", SecretAccessKey: secret, PublicURL: "http://127.0.0.1:1",
	}, bucket.Options{})
	if err == nil {
		err = store.Put(context.Background(), key, path, "video/mp4")
	}
	fmt.Fprintln(os.Stderr, "the upload ended:", err)
	os.Exit(1)
}

// TestPut_ResumesAfterAKill: the next Put does not resend the three parts of an uploader that was
// killed in its fourth.
func TestPut_ResumesAfterAKill(t *testing.T) {
	t.Parallel()
	const size = 36 * mib
	server := s3test.Start(t)
	p := newProxy(t, server)
	path, content := file(t, size)
	key := objectstore.NewKey("mp4")
	killWithin(t, p, isPart(4), path, key)
	if parts := server.Unfinished(t); len(parts) != 1 {
		t.Fatalf("the killed uploader left %v", parts)
	}
	if keys := server.Keys(t); len(keys) != 0 {
		t.Fatalf("half an object is there: %v", keys)
	}
	p.sent.Store(0)
	p.harms(0, all, nil)
	store := open(t, p.config(server))
	if err := store.Put(t.Context(), key, path, "video/mp4"); err != nil {
		t.Fatal(err)
	}
	isAt(t, server.PublicURL+"/"+key, content)
	if sent, want := p.sent.Load(), int64(size-3*8*mib); sent != want {
		t.Errorf("%d bytes were sent again, %d were missing", sent, want)
	}
	if left := server.Unfinished(t); len(left) != 0 {
		t.Errorf("an upload was left: %v", left)
	}
}

// killWithin runs an uploader and kills it in the middle of the first request that matches.
func killWithin(t *testing.T, p *proxy, match func(*http.Request) bool, path, key string) {
	t.Helper()
	within, killed := make(chan struct{}), make(chan struct{})
	p.harms(1, match, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, mib)
		close(within)
		<-killed
		panic(http.ErrAbortHandler)
	})
	cmd := exec.CommandContext(t.Context(), os.Args[0], path, key)
	cmd.Env = append(os.Environ(), uploaderVariable+"="+p.url)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(stderr).ReadString('\n')
		said <- line
	}()
	select {
	case <-within:
	case line := <-said:
		t.Fatalf("the uploader ended by itself: %s", line)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-said
	_ = cmd.Wait()
	close(killed)
}

// TestPut_PartOfOtherContent: Put resends a part whose content is not the file's.
func TestPut_PartOfOtherContent(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	p := newProxy(t, server)
	path, content := file(t, 20*mib)
	key := objectstore.NewKey("mp4")
	killWithin(t, p, isPart(3), path, key)
	copy(content[mib:], "something else")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	p.sent.Store(0)
	p.harms(0, all, nil)
	if err := open(t, p.config(server)).Put(t.Context(), key, path, "video/mp4"); err != nil {
		t.Fatal(err)
	}
	isAt(t, server.PublicURL+"/"+key, content)
	if sent, want := p.sent.Load(), int64(12*mib); sent != want {
		t.Errorf("%d bytes were sent, not the first part and what was missing, which is %d", sent, want)
	}
}

// TestDelete_Unfinished: Delete leaves no parts behind, and the next upload of the key starts from
// the beginning.
func TestDelete_Unfinished(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	p := newProxy(t, server)
	path, content := file(t, 20*mib)
	key := objectstore.NewKey("mp4")
	killWithin(t, p, isPart(2), path, key)
	p.harms(0, all, nil)
	store := open(t, p.config(server))
	if err := store.Delete(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	if left := server.Unfinished(t); len(left) != 0 {
		t.Errorf("parts were left: %v", left)
	}
	if err := store.Put(t.Context(), key, path, "video/mp4"); err != nil {
		t.Fatal(err)
	}
	isAt(t, server.PublicURL+"/"+key, content)
}

// TestPut_TwoAtOnce: two Puts of one key send the file once.
func TestPut_TwoAtOnce(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	p := newProxy(t, server)
	store := open(t, p.config(server))
	path, _ := file(t, 20*mib)
	key := objectstore.NewKey("mp4")
	results := make(chan error, 2)
	for range 2 {
		go func() { results <- store.Put(t.Context(), key, path, "video/mp4") }()
	}
	for range 2 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if sent := p.sent.Load(); sent != 20*mib {
		t.Errorf("%d bytes were sent of %d", sent, 20*mib)
	}
}
