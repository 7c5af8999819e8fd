package e2e_test

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/cloud"
	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	cf "crier/platform/cloudflare"
	"crier/platform/secrets"
)

// newCloudWithoutBucket returns a world without a bucket, and a desk whose cloud is set up.
func newCloudWithoutBucket(t *testing.T) (*cloudWorld, *desk) {
	t.Helper()
	c := newCloudWorld(t, e2e.Program(t))
	c.NoBucket = true
	d := c.open(t)
	d.setUp()
	return c, d
}

// media returns what the worker says of its files.
func (d *desk) media() cloud.MediaStatus {
	d.t.Helper()
	d.inside().Post("/api/cloud/verify", nil).Want(http.StatusOK)
	var status cloud.SetupStatus
	d.inside().Get("/api/cloud/setup").Want(http.StatusOK).JSON(&status)
	return status.Media
}

// padded returns a film of several parts: what is free in it is passed over.
func padded(film []byte) []byte {
	const free = 5 << 19
	box := binary.BigEndian.AppendUint32(nil, free)
	box = append(box, "free"...)
	return append(bytes.Clone(film), append(box, make([]byte, free-len(box))...)...)
}

// TestCloud_MediaFromTheWorker: a picture, a carousel and a reel are published with files from the
// user's own worker, from here and by the worker, and there is no bucket. Their files go with them.
func TestCloud_MediaFromTheWorker(t *testing.T) {
	t.Parallel()
	c, d := newCloudWithoutBucket(t)
	var status cloud.CloudStatus
	d.client.Get("/api/v1/cloud/status").Want(http.StatusOK).JSON(&status)
	if !status.IsConfigured || !status.IsVerified || status.BucketConfigured || status.BucketName != nil {
		t.Errorf("status %+v", status)
	}
	movie := d.client.Upload("file", "movie.mp4", padded(e2e.ShortMovie())).Want(http.StatusCreated).String("id")
	bodies := map[string]body{
		"image":    d.image("image"),
		"carousel": {"accountId": demoAccount, "mediaType": "CAROUSEL", "mediaFileIds": []string{d.photo(), movie, d.photo()}, "caption": "carousel"},
		"reel":     {"accountId": demoAccount, "mediaType": "REELS", "mediaFileId": movie, "caption": "reel"},
	}
	ids := map[string]string{}
	for kind, b := range bodies {
		ids[kind] = d.schedule(b, 8*time.Second)
		file := d.post(ids[kind]).MediaFiles[0]
		if url := text(file.PublicURL); !strings.HasPrefix(url, c.URL()+"/@"+e2e.CloudName+".") || !strings.Contains(url, "/media/") {
			t.Errorf("%s: the file is at %q", kind, url)
		}
	}
	d.shut()
	e2e.Until(t, func() bool { return len(c.Ledger(t).Publications) >= len(ids) })
	d = c.open(t)
	d.knows(ids)

	// The same from here.
	for kind, b := range bodies {
		id := d.client.Post("/api/v1/posts/publish", b.with("caption", "here "+kind)).Want(http.StatusAccepted).String("postId")
		e2e.Until(t, func() bool { return d.post(id).Status.HasEnded() })
		d.isLive(id)
	}
	e2e.Until(t, func() bool { return d.media().Files == 0 })
	for _, call := range c.Calls() {
		if strings.HasPrefix(call.Path, "/media/") && call.Status != http.StatusOK && call.Status != http.StatusPartialContent {
			t.Errorf("the worker answered %d to %s of a file", call.Status, call.Method)
		}
	}
	d.inside().Delete("/api/cloud/setup").Want(http.StatusOK)
}

// TestCloud_MediaKilledWhileItGoesUp: the program dies while it brings a film to the worker. The
// next one goes on where it was, and the post goes out once.
func TestCloud_MediaKilledWhileItGoesUp(t *testing.T) {
	t.Parallel()
	c, d := newCloudWithoutBucket(t)
	movie := d.client.Upload("file", "movie.mp4", padded(e2e.ShortMovie())).Want(http.StatusCreated).String("id")
	reached, held := make(chan struct{}), make(chan struct{})
	c.Fault(workertest.Fault{Method: http.MethodPut, Path: "/parts/1", Reached: func() { close(reached) }, Until: held, Drop: true})
	d.client.Post("/api/v1/posts/publish", body{"accountId": demoAccount, "mediaType": "REELS", "mediaFileId": movie, "caption": "cut"}).Want(http.StatusAccepted)
	<-reached
	d.Kill(t)
	close(held)
	d = c.open(t)
	c.GoesOut(t, "cut")
	parts := map[string]int{}
	for _, call := range c.Calls() {
		if call.Method == http.MethodPut && call.Status == http.StatusOK {
			_, part, _ := strings.Cut(call.Path, "/parts/")
			parts[part]++
		}
	}
	// The first file that was put was that of the set-up's proof.
	if parts["0"] != 2 || parts["1"] != 1 || parts["2"] != 1 {
		t.Errorf("the parts were sent %v times", parts)
	}
	e2e.Until(t, func() bool { return d.media().Files == 0 })
	if live := c.Captioned(t, "cut"); len(live) != 1 {
		t.Errorf("live is %+v", live)
	}
}

// TestCloud_MediaTakenOver: posts are taken back from a worker that has their files. While a post
// is published with a file from there, the worker cannot be torn down, and afterwards it can. A
// command moves files between worker and bucket, and says what stands in the way.
func TestCloud_MediaTakenOver(t *testing.T) {
	t.Parallel()
	c, d := newCloudWithoutBucket(t)
	later := d.schedule(d.image("taken back"), time.Hour)
	e2e.Until(t, func() bool { return c.Mirrored(t, later) == "SCHEDULED" && d.media().Files == 1 })
	if got := d.takeOver(); got.counts() != [3]int{1, 0, 0} || !got.Direct {
		t.Fatalf("taken over: %+v", got)
	}
	d.sync()
	c.slowly(8 * time.Second)
	now := d.client.Post("/api/v1/posts/publish", d.image("needs its file")).Want(http.StatusAccepted).String("postId")
	e2e.Until(t, func() bool { return d.post(now).SNContainerID != nil })
	d.inside().Delete("/api/cloud/setup").WantError(http.StatusBadRequest, "INVALID_STATUS")
	c.slowly(0)
	e2e.Until(t, func() bool { return d.post(now).Status.HasEnded() })
	d.isLive(now)
	want(t, d.Command(t, "cloud", "media", "bucket"), 1, "there is no bucket")
	want(t, d.Command(t, "cloud", "media", "worker"), 0, "The network fetches files from the worker.")
	d.client.Delete("/api/v1/schedule/" + later).Want(http.StatusOK)
	d.inside().Delete("/api/cloud/setup").Want(http.StatusOK)
}

// deployBefore puts the scripts in the worker's place that were deployed before it served files,
// with the same keys.
func (c *cloudWorld) deployBefore(t *testing.T) {
	t.Helper()
	now, _ := c.CF.Script(c.Account, e2e.CloudName)
	before := cf.Script{
		Name: now.Name, Main: now.Main, CompatibilityDate: now.CompatibilityDate,
		Migrations: []cf.Migration{{Tag: "v1", SQLiteClasses: []string{worker.Class}}},
	}
	for _, b := range now.Bindings {
		switch {
		case b.Name == worker.BindingMedia:
		case b.Namespace != "":
			before.Bindings = append(before.Bindings, cf.BindKV(b.Name, b.Namespace))
		case b.Class != "":
			before.Bindings = append(before.Bindings, cf.BindObjects(b.Name, b.Class))
		case b.Name == worker.BindingVersion:
			before.Bindings = append(before.Bindings, cf.BindText(b.Name, "000000000000"))
		default:
			before.Bindings = append(before.Bindings, cf.BindText(b.Name, b.Text))
		}
	}
	for name, value := range now.Secrets {
		before.Bindings = append(before.Bindings, cf.BindSecret(name, secrets.NewText(value)))
	}
	scripts := os.DirFS("../modules/cloud/worker/testdata/schema3")
	files, err := fs.Glob(scripts, "*.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		source, err := fs.ReadFile(scripts, file)
		if err != nil {
			t.Fatal(err)
		}
		before.Modules = append(before.Modules, cf.Module{Name: file, Content: source})
	}
	workers := cf.New(cf.Options{BaseURL: c.CF.URL}).As(secrets.NewText(e2e.CloudToken)).Account(c.Account).Workers()
	if err := workers.DeleteScript(t.Context(), now.Name); err != nil {
		t.Fatal(err)
	}
	if _, err := workers.UploadScript(t.Context(), before); err != nil {
		t.Fatal(err)
	}
}

// TestCloud_MediaOfAnUpgrade: a worker that was deployed before it could serve files gets what
// serves them by the next deployment, beside the posts that it has.
func TestCloud_MediaOfAnUpgrade(t *testing.T) {
	t.Parallel()
	c, d := newCloudWithoutBucket(t)
	c.deployBefore(t)
	if at, _ := c.CF.Script(c.Account, e2e.CloudName); at.MigrationTag != "v1" {
		t.Fatalf("before: %+v", at)
	}
	d.inside().Post("/api/cloud/deploy", nil).Want(http.StatusOK)
	if at, _ := c.CF.Script(c.Account, e2e.CloudName); at.MigrationTag != "v2" || !slices.Contains(at.Classes, worker.MediaClass) {
		t.Fatalf("after: %+v", at)
	}
	id := d.client.Post("/api/v1/posts/publish", d.image("upgraded")).Want(http.StatusAccepted).String("postId")
	e2e.Until(t, func() bool { return d.post(id).Status.HasEnded() })
	d.isLive(id)
	if url := text(d.post(id).MediaFiles[0].PublicURL); url != "" && !strings.Contains(url, "/media/") {
		t.Errorf("the file was at %q", url)
	}
}
