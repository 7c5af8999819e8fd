package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/corpus"
	"crier/platform/needtest"
)

// uploadHead is the beginning of a request that uploads so many bytes, and the end of its body.
func uploadHead(origin, key string, size int64) (head, end string) {
	const open = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"movie.mp4\"\r\nContent-Type: video/mp4\r\n\r\n"
	end = "\r\n--b--\r\n"
	return fmt.Sprintf("POST /api/v1/media/upload HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n%s",
		strings.TrimPrefix(origin, "http://"), key, int64(len(open)+len(end))+size, open), end
}

// status returns a number from the status of a process, and whether this system tells it: kB, where
// it is a size.
func processStatus(pid int, name string) (int, bool) {
	// Only Linux has this file.
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(b)) {
		if key, value, _ := strings.Cut(line, ":"); key == name {
			n, err := strconv.Atoi(strings.Fields(value)[0])
			return n, err == nil
		}
	}
	return 0, false
}

// checkGrowth checks that a process has grown by at most so many MB since it had before kB.
func checkGrowth(t *testing.T, pid, before, limit int) {
	t.Helper()
	if now, ok := processStatus(pid, "VmHWM"); ok && now-before > limit<<10 {
		t.Errorf("the service has grown from %d kB to %d", before, now)
	}
}

// TestScenario_30_EightAtOnceOnSlowLinks: eight movies are uploaded together, a piece of each at a
// time. Halfway, the clients five to eight hang up.
func TestScenario_30_EightAtOnceOnSlowLinks(t *testing.T) {
	t.Parallel()
	const limit, links, leaving = 12 << 20, 8, 4
	service := e2e.Program(t).Serve(t, usualLog, "MAX_FILE_SIZE_MB=12")
	key := service.Key(t)
	client := service.Anonymous(t).With("Authorization", "Bearer "+key)
	client.Upload("file", "photo.jpg", photo(t)).Want(http.StatusCreated)
	before, _ := processStatus(service.PID(), "VmHWM")
	head, end := uploadHead(service.URL(), key, limit)
	var wires []*wire
	for range links {
		wires = append(wires, dial(t, service.URL()).send(head))
	}
	movies := make([]io.Reader, links)
	for i := range movies {
		movies[i] = corpus.Movie(limit).Reader()
	}
	pieces := func(wires []*wire, count int) {
		for range count {
			for i, w := range wires {
				if _, err := io.CopyN(w, movies[i], limit/64); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	pieces(wires, 32)
	for _, w := range wires[leaving:] {
		_ = w.Close()
	}
	pieces(wires[:leaving], 32)
	for _, w := range wires[:leaving] {
		if a, _ := w.send(end).answer(); a.status != http.StatusCreated {
			t.Errorf("got %s", a)
		}
	}
	checkGrowth(t, service.PID(), before, 40)
	awaitNoFiles(t, filepath.Join(service.Dir(), "staging"))
	awaitNoOrphans(t, client, service.Dir())
}

// TestScenario_30_TheByteTooMany: the limit is exact, and a refused upload leaves nothing.
func TestScenario_30_TheByteTooMany(t *testing.T) {
	t.Parallel()
	const limit = 3 << 20
	service := e2e.Program(t).Serve(t, usualLog, "MAX_FILE_SIZE_MB=3")
	client := service.Client(t)
	send := func(c corpus.Case, field string) e2e.Response {
		t.Helper()
		if c.Open != nil {
			b, err := io.ReadAll(c.Open())
			if err != nil {
				t.Fatal(err)
			}
			c.Content = b
		}
		contentType, body := formOf(c)
		body = strings.Replace(body, `name="file"`, `name="`+field+`"`, 1)
		return client.With("Content-Type", contentType).Do(http.MethodPost, "/api/v1/media/upload", body)
	}
	send(corpus.Movie(limit), "file").Want(http.StatusCreated)
	lying := slices.Collect(func(yield func(corpus.Case) bool) {
		for _, c := range corpus.Impostors() {
			if strings.HasPrefix(c.Name, "tiff named") && !yield(c) {
				return
			}
		}
	})
	for name, c := range map[string]struct {
		response   e2e.Response
		code, says string
	}{
		"a byte too many": {send(corpus.Movie(limit+1), "file"), "UPLOAD_ERROR", "larger than 3 MB"},
		"another field":   {send(corpus.Movie(10_000), "movie"), "UPLOAD_ERROR", `the first field is "movie"`},
		"nothing":         {send(corpus.Case{Filename: "a.jpg", MIME: "image/jpeg"}, "file"), "UPLOAD_ERROR", "empty"},
		"a lie":           {send(lying[0], "file"), "MEDIA_INVALID", "TIFF"},
		"another lie":     {send(lying[1], "file"), "MEDIA_INVALID", "TIFF"},
	} {
		if said := c.response.WantError(http.StatusBadRequest, c.code).String("error"); !strings.Contains(said, c.says) {
			t.Errorf("%s: it says %q", name, said)
		}
	}
	awaitNoOrphans(t, client, service.Dir())
}

// TestScenario_30_FiftyPicturesAtOnce: the pictures wait for as many children as there are cores.
func TestScenario_30_FiftyPicturesAtOnce(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	const pictures, cores = 50, 2
	service := e2e.Program(t).Serve(t, usualLog, "RATE_LIMIT_RPM=1000000", "GOMAXPROCS="+strconv.Itoa(cores))
	key := service.Key(t)
	client := service.Anonymous(t).With("Authorization", "Bearer "+key)
	content := largePhoto(t)
	client.Upload("file", "photo.jpg", content).Want(http.StatusCreated)
	before, _ := processStatus(service.PID(), "VmHWM")
	seen := watchWorkers(service.PID())
	var taken atomic.Int32
	var wait sync.WaitGroup
	for range pictures {
		wait.Go(func() {
			if rawUpload(t, service.URL(), key, content) == http.StatusCreated {
				taken.Add(1)
			}
		})
	}
	wait.Wait()
	if w := seen(); w.most > cores || w.peak > 60<<10 {
		t.Errorf("%d children were at work at once, one had %d kB", w.most, w.peak)
	}
	if taken.Load() != pictures {
		t.Errorf("%d of %d pictures were taken", taken.Load(), pictures)
	}
	// This is what each connection and its file need.
	checkGrowth(t, service.PID(), before, pictures)
	awaitNoOrphans(t, client, service.Dir())
}

func largePhoto(t *testing.T) []byte {
	t.Helper()
	m := image.NewYCbCr(image.Rect(0, 0, 1600, 1200), image.YCbCrSubsampleRatio420)
	for i := range m.Y {
		m.Y[i] = uint8(i*i>>7) & 63
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestScenario_30_KilledInTheMiddle: after a kill -9, exactly the files that were answered exist.
func TestScenario_30_KilledInTheMiddle(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t, usualLog, "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	key := service.Key(t)
	var mu sync.Mutex
	answered := map[string]bool{}
	contents := [][]byte{largePhoto(t), picture(t, 500, 400), sample(t, "clip.mp4"), sample(t, "alpha.png")}
	for range 3 {
		service = uploadUntilKilled(t, service, key, contents, func(id string) {
			mu.Lock()
			defer mu.Unlock()
			answered[id] = true
		}).Again(t)
		client := service.Anonymous(t).With("Authorization", "Bearer "+key)
		awaitNoOrphans(t, client, service.Dir())
		for id := range answered {
			var file mediaFile
			client.Get("/api/v1/media/" + id).Want(http.StatusOK).JSON(&file)
			if b := client.Get(*file.PreviewURL).Want(http.StatusOK).Body; file.ProcessedPath == nil && int64(len(b)) != file.FileSize {
				t.Errorf("%s: %d bytes are served, the record says %d", id, len(b), file.FileSize)
			}
		}
	}
	if len(answered) < len(contents) {
		t.Errorf("only %d uploads were answered", len(answered))
	}
}

// uploadUntilKilled makes four clients upload the contents again and again until the service is
// killed.
func uploadUntilKilled(t *testing.T, service *e2e.Service, key string, contents [][]byte, answered func(id string)) *e2e.Service {
	t.Helper()
	var clients sync.WaitGroup
	var count atomic.Int32
	enough := make(chan struct{})
	for i := range 4 {
		clients.Go(func() {
			for n := i; ; n++ {
				id := tryUpload(t, service.URL(), key, contents[n%len(contents)])
				if id == "" {
					return
				}
				if answered(id); count.Add(1) == 8 {
					close(enough)
				}
			}
		})
	}
	e2e.Await(t, enough, "the eighth upload")
	service.Kill(t)
	clients.Wait()
	return service
}

// tryUpload returns the id of the upload, empty without an answer.
func tryUpload(t *testing.T, origin, key string, content []byte) string {
	body, contentType := e2e.Form("file", "file", content)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, origin+"/api/v1/media/upload", bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return ""
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", contentType)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return ""
	}
	defer func() { _ = resp.Body.Close() }()
	var answer struct{ ID string }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode != http.StatusCreated {
		return ""
	}
	return answer.ID
}

// TestScenario_31_EveryPicture uploads the pictures that the scenario names; TestCorpus_EveryFile
// uploads the others.
func TestScenario_31_EveryPicture(t *testing.T) {
	t.Parallel()
	client := e2e.Boot(t, e2e.Configured(withoutLimits)).Client(t)
	named := []string{
		"jpeg half", "jpeg orientation 6", "jpeg cmyk", "png 16 bit with alpha", "webp animated", "jpeg panorama", "heic named jpg", "heic of a phone", "avif plain", "tiff named jpg", "jpeg of two pictures",
		"jpeg and an archive", "jpeg wide gamut", "jpeg progressive", "png bomb",
	}
	found := 0
	for _, c := range slices.Concat(corpus.Pictures(), corpus.Impostors()) {
		if slices.Contains(named, c.Name) {
			found++
			judgeUpload(t, client, c)
		}
	}
	if found != len(named) {
		t.Errorf("%d of %d are in the corpus, on %s", found, len(named), runtime.GOOS)
	}
}

// TestScenario_32_EveryMovie: each movie is stored unchanged, and isValid is false with the reasons
// where the network refuses it. If only the order of its parts is wrong, a corrected copy is
// published.
func TestScenario_32_EveryMovie(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t, e2e.Configured(withoutLimits))
	client := app.Client(t)
	named := map[string]bool{ // Whether there is a copy.
		"mp4 plain": false, "mp4 silent": false, "mp4 hevc": false, "mp4 rotated": false, "mp4 index at the end": true, "mp4 edit list": true, "mp4 place": true,
		"mp4 index at the end, edit list and place": true, "mp4 of half a second": false, "mp4 120 fps": false, "mp4 90 fps, 120 at times": false, "mkv plain": false, "webm plain": false, "avi plain": false,
	}
	for _, c := range corpus.Videos() {
		mended, isNamed := named[c.Name]
		if !isNamed {
			continue
		}
		delete(named, c.Name)
		judgeUpload(t, client, c)
		var list struct{ Files []mediaFile }
		client.Get("/api/v1/media?limit=1").Want(http.StatusOK).JSON(&list)
		if len(list.Files) != 1 {
			t.Fatalf("%s is not stored", c.Name)
		}
		file := list.Files[0]
		if (file.ProcessedPath != nil) != mended || mended && *file.PreviewURL != "/uploads/"+*file.ProcessedPath || file.ThumbnailURL == nil || file.DurationSeconds == nil {
			t.Errorf("%s: %+v", c.Name, file)
		}
		app.Clock.Advance(time.Second)
		paths := []*string{&file.StoragePath, file.ThumbnailPath, file.ProcessedPath}
		client.Delete("/api/v1/media/" + file.ID).Want(http.StatusOK)
		for _, path := range paths {
			if path != nil {
				client.Get("/uploads/"+*path).WantError(http.StatusNotFound, "NOT_FOUND")
			}
		}
	}
	awaitNoOrphans(t, client, app.Dir)
	if len(named) != 0 {
		t.Errorf("not in the corpus: %v", named)
	}
}
