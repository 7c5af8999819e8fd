package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"iter"
	"net/http"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/corpus"
	"crier/platform/needtest"
	"crier/platform/video/probe"
)

// TestCorpus_EveryFile uploads every good, broken and hostile file to the real program, and
// compares the answer and the served files with the expected result: scenarios 31 and 32, and bad
// input. By day it uploads the first file of each kind with each outcome; the packages that read
// files try all of them at any time.
func TestCorpus_EveryFile(t *testing.T) {
	t.Parallel()
	run := startCorpus(t, "CRIER_FFMPEG=auto")
	type kind struct {
		name    string
		verdict corpus.Verdict
	}
	tried := map[kind]bool{}
	run.upload(t, slices.Values(slices.DeleteFunc(corpus.All(), func(c corpus.Case) bool {
		name, _, _ := strings.Cut(c.Name, " ")
		of := kind{name, c.Want.Verdict}
		isAnother := tried[of]
		tried[of] = isAnother || c.Open == nil
		return c.Open != nil || !needtest.IsNight() && isAnother
	})))
}

// TestCorpus_Mutations uploads the good files cut short and with changed bytes. CRIER_TEST_CORPUS
// sets at how many places each is cut and how many bytes are changed one at a time, CRIER_TEST_SEED
// repeats a run. It does not use a native ffmpeg, which would take most of the time.
func TestCorpus_Mutations(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	each := e2e.NumberOf(t, "CRIER_TEST_CORPUS", 1)
	seed := e2e.DrawnSeed(t)
	run := startCorpus(t, "CRIER_FFMPEG=off")
	run.upload(t, corpus.Mutations(seed, each, each))
}

// TestCorpus_StaysOutOfTheProgram: the shipped program cannot make a hostile file.
func TestCorpus_StaysOutOfTheProgram(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "crier/cmd/crier").Output()
	if err != nil {
		t.Fatal(err)
	}
	if deps := string(out); strings.Contains(deps, "crier/platform/corpus\n") || !strings.Contains(deps, "crier/platform/imaging\n") {
		t.Error("the program is built of", deps)
	}
}

// corpusRun is a service to which the files of the corpus are uploaded.
type corpusRun struct {
	service *e2e.Service
	key     string
}

func startCorpus(t *testing.T, setting string) *corpusRun {
	t.Helper()
	service := e2e.Program(t).Serve(t, setting, "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000", usualLog)
	return &corpusRun{service: service, key: service.Key(t)}
}

func (r *corpusRun) client(t *testing.T) *e2e.Client {
	t.Helper()
	return r.service.Anonymous(t).With("Authorization", "Bearer "+r.key)
}

// upload sends the files, as many at once as there are cores, and then checks the whole.
func (r *corpusRun) upload(t *testing.T, cases iter.Seq[corpus.Case]) {
	t.Helper()
	const serviceGrowth, childBudget = 64, 256 // In MB.
	before, _ := processStatus(r.service.PID(), "VmHWM")
	seen := watchWorkers(r.service.PID())
	queue := make(chan corpus.Case)
	t.Run("uploads", func(t *testing.T) {
		for range runtime.GOMAXPROCS(0) {
			t.Run("client", func(t *testing.T) {
				t.Parallel()
				client := r.client(t)
				for c := range queue {
					judgeUpload(t, client, c)
				}
			})
		}
		go func() {
			defer close(queue)
			for c := range cases {
				queue <- c
			}
		}()
	})
	if w := seen(); w.peak > childBudget<<10 || w.most > runtime.GOMAXPROCS(0) {
		t.Errorf("%d children were at work at once, one had %d kB", w.most, w.peak)
	}
	checkGrowth(t, r.service.PID(), before, serviceGrowth)
	r.client(t).Get("/api/v1/health").Want(http.StatusOK)
	awaitNoOrphans(t, r.client(t), r.service.Dir())
	if log := r.service.Stderr(); strings.Contains(log, "panic") || strings.Contains(log, "INTERNAL_ERROR") {
		t.Errorf("the log tells of %s", log)
	}
}

// uploadCase sends a file under the name and type that its client claims.
func uploadCase(t *testing.T, client *e2e.Client, c corpus.Case) e2e.Response {
	t.Helper()
	contentType, body := formOf(c)
	return client.With("Content-Type", contentType).Do(http.MethodPost, "/api/v1/media/upload", body)
}

// formOf returns a multipart body with the file.
func formOf(c corpus.Case) (contentType, body string) {
	const boundary = "b0undary-of-the-corpus"
	header := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename=%q`, c.Filename)}, "Content-Type": {c.MIME}}
	var b strings.Builder
	b.WriteString("--" + boundary + "\r\n")
	for name, values := range header {
		b.WriteString(name + ": " + values[0] + "\r\n")
	}
	b.WriteString("\r\n")
	b.Write(c.Content)
	b.WriteString("\r\n--" + boundary + "--\r\n")
	return "multipart/form-data; boundary=" + boundary, b.String()
}

// judgeUpload uploads a file and compares the result with the expected one.
func judgeUpload(t *testing.T, client *e2e.Client, c corpus.Case) {
	t.Helper()
	r := uploadCase(t, client, c)
	if r.Status != http.StatusCreated {
		judgeRefusal(t, c, r)
		return
	}
	var file mediaFile
	r.JSON(&file)
	reasons := reasonsOf(t, c, file)
	switch {
	case c.Want.Verdict == corpus.Refused:
		t.Errorf("%s: taken as %s", c.Name, r.Body)
	case c.Want.Verdict == corpus.Valid && !file.IsValid, c.Want.Verdict == corpus.NotValid && file.IsValid, c.Want.Verdict == corpus.Invalid && file.IsValid:
		t.Errorf("%s: isValid is %t, %q", c.Name, file.IsValid, reasons)
	case c.Want.Verdict == corpus.Invalid && !strings.Contains(strings.Join(reasons, "\n"), c.Want.Says):
		t.Errorf("%s: the reasons are %q, want %q", c.Name, reasons, c.Want.Says)
	}
	if c.Want.Width != 0 && (file.Width == nil || *file.Width != c.Want.Width || *file.Height != c.Want.Height) {
		t.Errorf("%s: the sides are %s", c.Name, r.Body)
	}
	if file.MimeType == "image/jpeg" {
		judgePicture(t, client, c, file)
	} else {
		judgeVideo(t, client, c, file)
	}
	if c.Want.Verdict == corpus.Either {
		client.Delete("/api/v1/media/" + file.ID).Want(http.StatusOK)
	}
}

// reasonsOf returns why a file cannot be published: sentences, and at least one exactly if isValid
// is false.
func reasonsOf(t *testing.T, c corpus.Case, file mediaFile) (reasons []string) {
	t.Helper()
	if file.ValidationErrors != nil {
		if err := json.Unmarshal([]byte(*file.ValidationErrors), &reasons); err != nil {
			t.Errorf("%s: validationErrors: %v", c.Name, err)
		}
	}
	// What was left out of a picture is reported, although the picture can be published.
	if !file.IsValid && len(reasons) == 0 || file.IsValid && len(reasons) > 0 && file.MimeType != "image/jpeg" {
		t.Errorf("%s: isValid is %t and validationErrors %q", c.Name, file.IsValid, reasons)
	}
	for _, reason := range reasons {
		judgeSentence(t, c, reason)
	}
	return reasons
}

// judgeRefusal checks that a file is refused for a reason that its owner understands.
func judgeRefusal(t *testing.T, c corpus.Case, r e2e.Response) {
	t.Helper()
	code, says := r.String("code"), r.String("error")
	judgeSentence(t, c, says)
	switch {
	case c.Want.Verdict == corpus.Valid || c.Want.Verdict == corpus.Invalid:
		t.Errorf("%s: refused: %d %s", c.Name, r.Status, r.Body)
	case c.Want.Verdict == corpus.Refused && (code != c.Want.Code || !strings.Contains(says, c.Want.Says)):
		t.Errorf("%s: %d %s, want %s with %q", c.Name, r.Status, r.Body, c.Want.Code, c.Want.Says)
	case r.Status == http.StatusBadRequest && (code == "MEDIA_INVALID" || code == "UPLOAD_ERROR"):
	case r.Status == http.StatusInternalServerError && (code == "PROCESSING_FAILED" || code == "VIDEO_PROCESSING_FAILED"):
		t.Logf("%s: %s", c.Name, says)
	default:
		t.Errorf("%s: %d %s", c.Name, r.Status, r.Body)
	}
}

// judgeSentence checks that a text is one for people.
func judgeSentence(t *testing.T, c corpus.Case, text string) {
	t.Helper()
	if len(text) < 15 || len(text) > 500 {
		t.Errorf("%s: it says %q", c.Name, text)
	}
	for _, odd := range []string{"panic", "runtime error", "goroutine", "nil pointer", "EOF", "%!", "NaN", "Inf", "png:", "jpeg:", "webp:", "/tmp", "\x00", "-9223372036854775808"} {
		if strings.Contains(text, odd) {
			t.Errorf("%s: it says %q", c.Name, text)
		}
	}
}

// judgePicture checks that the network takes the served picture.
func judgePicture(t *testing.T, client *e2e.Client, c corpus.Case, file mediaFile) {
	t.Helper()
	for what, at := range map[string]*string{"picture": file.PreviewURL, "thumbnail": file.ThumbnailURL} {
		if at == nil {
			t.Errorf("%s: no %s", c.Name, what)
			continue
		}
		b := client.Get(*at).Want(http.StatusOK).Body
		m, err := jpeg.Decode(bytes.NewReader(b))
		if err != nil {
			t.Errorf("%s, %s: %v", c.Name, what, err)
			continue
		}
		checkPlainJPEG(t, c.Name+", "+what, b)
		size := m.Bounds().Size()
		if size.X > 1440 || len(b) >= 8<<20 {
			t.Errorf("%s, %s: %v, %d bytes", c.Name, what, size, len(b))
		}
		if what == "picture" && (size != image.Pt(*file.Width, *file.Height) || int64(len(b)) != file.FileSize) {
			t.Errorf("%s: it is %v and of %d bytes, the record says %+v", c.Name, size, len(b), file)
		}
		if c.Want.Quarters != nil {
			checkCaseQuarters(t, c, m)
		}
	}
}

// checkPlainJPEG checks that a file is a baseline JPEG of tables, a frame and one scan, and nothing
// else.
func checkPlainJPEG(t *testing.T, name string, b []byte) {
	t.Helper()
	if bytes.Contains(b, []byte(corpus.Secret)) || !bytes.HasSuffix(b, []byte{0xff, 0xd9}) {
		t.Errorf("%s: there is something of the source left", name)
	}
	for at := 2; at+4 <= len(b); at += 2 + int(b[at+2])<<8 + int(b[at+3]) {
		switch marker := b[at+1]; marker {
		case 0xc0, 0xc4, 0xdb:
		case 0xda:
			return
		default:
			t.Errorf("%s: a segment %#x", name, marker)
			return
		}
	}
	t.Errorf("%s: no scan", name)
}

func checkCaseQuarters(t *testing.T, c corpus.Case, m image.Image) {
	t.Helper()
	size := m.Bounds().Size()
	for i, want := range c.Want.Quarters {
		x, y := size.X/4+size.X/2*(i%2), size.Y/4+size.Y/2*(i/2)
		if got := m.At(x, y); !nearly(got, want) {
			t.Errorf("%s: quarter %d is %v, want %v", c.Name, i+1, got, want)
		}
	}
}

func nearly(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	const tolerance = 12 << 8
	return max(r1, r2)-min(r1, r2) < tolerance && max(g1, g2)-min(g1, g2) < tolerance && max(b1, b2)-min(b1, b2) < tolerance
}

// judgeVideo checks that a video is stored unchanged, and that its repaired copy does not say where
// it was recorded.
func judgeVideo(t *testing.T, client *e2e.Client, c corpus.Case, file mediaFile) {
	t.Helper()
	stored := client.Get("/uploads/" + file.StoragePath).Want(http.StatusOK)
	if !bytes.Equal(stored.Body, c.Content) || stored.Header.Get("Content-Type") != file.MimeType {
		t.Errorf("%s: %d bytes of %s are served, %d were sent", c.Name, len(stored.Body), stored.Header.Get("Content-Type"), len(c.Content))
	}
	if file.ProcessedPath != nil {
		checkMended(t, c, client.Get("/uploads/"+*file.ProcessedPath).Want(http.StatusOK).Body)
	}
	if file.ThumbnailURL != nil {
		b := client.Get(*file.ThumbnailURL).Want(http.StatusOK).Body
		if _, err := jpeg.DecodeConfig(bytes.NewReader(b)); err != nil {
			t.Errorf("%s: the thumbnail: %v", c.Name, err)
		}
	}
}

// checkMended checks that a copy has none of the defects for which it was made, and no location.
func checkMended(t *testing.T, c corpus.Case, mended []byte) {
	t.Helper()
	info, err := probe.File(bytes.NewReader(mended), int64(len(mended)))
	if err != nil || info.MoovLate || info.EditLists || info.HasLocation || info.Truncated || bytes.Contains(mended, []byte(corpus.Secret)) {
		t.Errorf("%s: the copy is %+v, %v", c.Name, info, err)
	}
}

// awaitNoOrphans waits until every file has its record and every record its files, and nothing is
// staged. Files that are made after the answer, such as a thumbnail, may take a while.
func awaitNoOrphans(t *testing.T, client *e2e.Client, dir string) {
	t.Helper()
	for limit := clock.System().Now().Add(time.Minute); ; e2e.SleepUnless(nil, 50*time.Millisecond) {
		recorded, stored := fmt.Sprint(e2e.RecordedFiles(t, client)), fmt.Sprint(e2e.StoredFiles(t, dir))
		left, err := os.ReadDir(filepath.Join(dir, "staging"))
		if err != nil {
			t.Fatal(err)
		}
		if stored == recorded && len(left) == 0 {
			return
		}
		if clock.System().Now().After(limit) {
			t.Errorf("stored:   %s\nrecorded: %s\nstaged: %s", stored, recorded, listing(t, filepath.Join(dir, "staging")))
			return
		}
	}
}
