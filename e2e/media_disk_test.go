package e2e_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/corpus"
	"crier/platform/disktest"
)

// TestScenario_29_FullDiskInAnUpload fills a disk of 48 MB with uploads. A file that does not fit
// is refused and leaves nothing, stored files are served, and once a file is deleted there is room
// again.
func TestScenario_29_FullDiskInAnUpload(t *testing.T) {
	t.Parallel()
	disktest.Want(t)
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	program := e2e.Program(t).Under(t, `[ -n "$SMALL" ] || SMALL=1 exec unshare -rm "$0" "$@"
mount -t tmpfs -o size=48m,mode=700 none `+dir)
	service, client := serveHidden(t, program, dir)
	own := fmt.Sprintf("/proc/%d/root%s", service.PID(), dir)
	const size = 9 << 20
	var ids []string
	for range 20 {
		r := uploadMovie(t, client, size)
		if r.Status != http.StatusCreated {
			if said := r.WantError(http.StatusBadRequest, "UPLOAD_ERROR").String("error"); !strings.Contains(said, "the disk is full") {
				t.Errorf("it says %q", said)
			}
			break
		}
		ids = append(ids, r.String("id"))
	}
	if len(ids) < 2 || len(ids) > 5 {
		t.Fatalf("%d movies of 9 MB were taken", len(ids))
	}
	awaitNoFiles(t, filepath.Join(own, "staging"))
	awaitNoOrphans(t, client, own)
	for _, id := range ids {
		if f := client.Get("/api/v1/media/" + id).Want(http.StatusOK); len(client.Get(f.String("previewUrl")).Want(http.StatusOK).Body) != size {
			t.Errorf("%s is not whole", id)
		}
	}
	client.Delete("/api/v1/media/" + ids[0]).Want(http.StatusOK)
	uploadMovie(t, client, size).Want(http.StatusCreated)
	awaitNoOrphans(t, client, own)
	checkFullToTheLastByte(t, client, own)
}

// checkFullToTheLastByte fills the disk until not even a record fits: nothing half-done is left,
// and everything works once there is room.
func checkFullToTheLastByte(t *testing.T, client *e2e.Client, dir string) {
	t.Helper()
	filler := filepath.Join(dir, "filler")
	f, err := os.Create(filler)
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range []int{1 << 20, 4 << 10, 1} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, piece))
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for range 20 {
		r := client.Upload("file", "photo.png", picture(t, 300, 300))
		if r.Status == http.StatusCreated {
			continue
		}
		if code := r.String("code"); code != "UPLOAD_ERROR" && code != "INTERNAL_ERROR" || strings.Contains(r.String("error"), "SQL") {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		refused++
	}
	if refused == 0 {
		t.Error("there was room")
	}
	checkFullDiskIsSaid(t, client)
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	client.Upload("file", "photo.png", picture(t, 300, 300)).Want(http.StatusCreated)
	awaitNoOrphans(t, client, dir)
	client.Post("/api/v1/posts/draft", body{"accountId": demoAccount, "mediaType": "IMAGE"}).Want(http.StatusCreated)
}

// checkFullDiskIsSaid creates drafts until the database has used up the room in its own log. Health
// and the answer report that, and reads still work.
func checkFullDiskIsSaid(t *testing.T, client *e2e.Client) {
	t.Helper()
	health := client.Get("/api/v1/health").Want(http.StatusOK)
	if said := string(health.Body); !strings.Contains(said, `"status":"degraded"`) || !strings.Contains(said, `"disk":"full"`) {
		t.Errorf("health says %s", said)
	}
	for range 500 {
		r := client.Post("/api/v1/posts/draft", body{"accountId": demoAccount, "mediaType": "IMAGE", "caption": strings.Repeat("x", 2000)})
		if r.Status == http.StatusCreated {
			continue
		}
		if said := r.WantError(http.StatusInternalServerError, "INTERNAL_ERROR").String("error"); !strings.Contains(said, "the disk is full") {
			t.Errorf("it says %q", said)
		}
		client.Get("/api/v1/posts").Want(http.StatusOK)
		return
	}
	t.Error("the disk is full, and 500 drafts were taken")
}

// serveHidden starts a service whose folder this process does not see, and signs in by the link
// that it prints.
func serveHidden(t *testing.T, program *e2e.Executable, dir string) (*e2e.Process, *e2e.Client) {
	t.Helper()
	p := program.Start(t, []string{"CRIER_PORT=0", "CRIER_KEYRING=off", "CRIER_LOG_LEVEL=info", "CRIER_DATA_DIR=" + dir}, "serve")
	p.AwaitOutput(t, "Stop with Ctrl-C.\n")
	_, link, _ := strings.Cut(p.Stdout(), "Sign in   ")
	link, _, _ = strings.Cut(link, "\n")
	origin, path, _ := strings.Cut(strings.TrimPrefix(link, "http://"), "/")
	_, port, _ := strings.Cut(origin, ":")
	client := e2e.NewClient(t, "http://127.0.0.1:"+port) // Not every machine resolves the name in the link.
	cookie, _, _ := strings.Cut(client.Get("/"+path).Header.Get("Set-Cookie"), ";")
	if cookie == "" {
		t.Fatalf("the link %q gives no cookie", link)
	}
	return p, client.With("Cookie", cookie)
}

func uploadMovie(t *testing.T, client *e2e.Client, size int64) e2e.Response {
	t.Helper()
	c := corpus.Movie(size)
	var b bytes.Buffer
	if _, err := io.Copy(&b, c.Reader()); err != nil {
		t.Fatal(err)
	}
	c.Content = b.Bytes()
	contentType, body := formOf(c)
	return client.With("Content-Type", contentType).Do(http.MethodPost, "/api/v1/media/upload", body)
}
