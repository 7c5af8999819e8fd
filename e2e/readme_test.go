package e2e_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
)

// pictureFile is the picture of the README: a terminal with what the program has printed. The text
// stands in the file too.
const (
	pictureFile    = "../modules/docs/pages/crier.png"
	maxPicture     = 150_000
	pictureWidth   = 1500
	pictureKeyword = "Description"
)

// pictured are the calls in the picture.
var pictured = []string{
	`crier publish photo.jpg --account crier.demo.bakery --caption "Fresh bread" --wait`,
	`crier publish one.jpg two.jpg --account crier.demo.potter --caption "Before, after" --at +20h`,
	`crier schedule list`,
}

// TestPicture holds that the program prints what the picture in the README shows, but for ids,
// times and addresses. With -update it takes the picture again.
func TestPicture(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	dir := t.TempDir()
	for _, name := range []string{"photo.jpg", "one.jpg", "two.jpg"} {
		writePhoto(t, filepath.Join(dir, name), 600, 750)
	}
	var shown strings.Builder
	for _, call := range pictured {
		out, err := tryScript(t, service, dir, "export TZ=UTC; bin/"+call)
		if err != nil {
			t.Fatalf("%s: %v\n%s", call, err, out)
		}
		shown.WriteString("$ " + call + "\n" + strings.TrimRight(out, "\n") + "\n\n")
	}
	text := strings.TrimSpace(shown.String())
	if *update {
		takePicture(t, text)
	}
	b, err := os.ReadFile(pictureFile)
	if err != nil || len(b) > maxPicture {
		t.Fatalf("the picture has %d bytes, %v", len(b), err)
	}
	if got, want := withoutPassing(textOf(b)), withoutPassing(text); got != want {
		t.Errorf("the picture shows\n%s\nand the program prints\n%s\ntake it again: make picture", got, want)
	}
}

var passing = regexp.MustCompile(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|https?://\S+|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?|\d\d:\d\d:\d\d|\b[0-9a-f]{4,8}\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b| +`)

// withoutPassing returns the text without what is another each time.
func withoutPassing(text string) string {
	return passing.ReplaceAllStringFunc(text, func(found string) string {
		if strings.TrimSpace(found) == "" {
			return " "
		}
		return "_"
	})
}

const terminal = `<!doctype html><meta charset="utf-8"><style>
html { background: #fbfbfa }
body { margin: 0; padding: 28px }
main { border-radius: 14px; background: #141518; color: #eeeeeb; box-shadow: 0 6px 18px -6px rgb(23 24 27 / .3); overflow: hidden }
header { padding: 14px 22px; background: #1d1f23; color: #b0b2b8; font: 600 20px/26px system-ui, sans-serif }
pre { margin: 0; padding: 20px 22px 26px; font: 21px/32px "DejaVu Sans Mono", ui-monospace, monospace; white-space: pre-wrap }
b { color: #ff9168; font-weight: 400 } i { color: #63cd97; font-style: normal }
</style><main><header>Crier, in the sandbox</header><pre>{{range .}}{{if .Typed}}<b>{{.Text}}</b>{{else if .Good}}<i>{{.Text}}</i>{{else}}{{.Text}}{{end}}
{{end}}</pre></main>`

func takePicture(t *testing.T, text string) {
	t.Helper()
	type line struct {
		Text        string
		Typed, Good bool
	}
	var lines []line
	for l := range strings.SplitSeq(text, "\n") {
		lines = append(lines, line{l, strings.HasPrefix(l, "$ "), strings.Contains(l, "PUBLISHED")})
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			_ = template.Must(template.New("terminal").Parse(terminal)).Execute(w, lines)
		}
	}))
	t.Cleanup(server.Close)
	page := browser.Open(t)
	page.Resize(pictureWidth, 400)
	page.Navigate(server.URL)
	var height int64
	page.Evaluate("document.documentElement.scrollHeight", &height)
	page.Resize(pictureWidth, height)
	path := filepath.Join(t.TempDir(), "picture.png")
	page.Screenshot(path)
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(pictureFile, withText(b, text), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// afterHeader is where the second chunk of a PNG begins: behind the signature and the header.
const afterHeader = 8 + 8 + 13 + 4

// withText returns the PNG with a text in it, as its own chunk.
func withText(picture []byte, text string) []byte {
	content := []byte("tEXt" + pictureKeyword + "\x00" + text)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(content)-4)) //nolint:gosec // It is a few hundred bytes.
	chunk = append(chunk, content...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(content))
	return bytes.Join([][]byte{picture[:afterHeader], chunk, picture[afterHeader:]}, nil)
}

// textOf returns the text in a PNG.
func textOf(picture []byte) string {
	_, rest, _ := bytes.Cut(picture, []byte("tEXt"+pictureKeyword+"\x00"))
	if len(picture) < afterHeader+4 || len(rest) == 0 {
		return ""
	}
	size := int(binary.BigEndian.Uint32(picture[afterHeader:])) - len(pictureKeyword) - 1
	return string(rest[:min(size, len(rest))])
}

// TestReadme_FirstPost runs the command of the README as it stands, beside the service that its
// other command starts.
func TestReadme_FirstPost(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	blocks := regexp.MustCompile("(?s)```sh run\n(.*?)```").FindAllStringSubmatch(documents(t)["README.md"], -1)
	if len(blocks) != 1 {
		t.Fatalf("the README has %d blocks to run", len(blocks))
	}
	out := runScript(t, service, blocks[0][1])
	p := service.Control(t).Ledger().Publications
	if len(p) != 1 || p[0].Caption != "Fresh bread" || !strings.Contains(out, "PUBLISHED") || !strings.Contains(out, "/p/") {
		t.Errorf("the ledger has %+v, and the command shows\n%s", p, out)
	}
}
