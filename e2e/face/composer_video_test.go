package face_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"crier/platform/needtest"
	"crier/platform/programtest"
)

// heldFFmpeg is an ffmpeg that encodes nothing while the file hold exists. Crier waits five minutes
// for an encoder, and much less for other calls of ffmpeg.
type heldFFmpeg struct{ dir, hold string }

// holdFFmpeg puts such an ffmpeg into a folder of its own, before the real one in the path.
func holdFFmpeg(t *testing.T) heldFFmpeg {
	t.Helper()
	real, err := exec.LookPath("ffmpeg")
	needtest.Want(t, "NO FFMPEG: no video is converted in the browser", err)
	dir := t.TempDir()
	held := heldFFmpeg{dir: dir, hold: filepath.Join(dir, "hold")}
	script := fmt.Sprintf("#!/bin/sh\ncase \" $* \" in *\" libx264 \"*) while [ -e %q ]; do /bin/sleep 0.05; done ;; esac\nexec %q \"$@\"\n", held.hold, real)
	programtest.Write(t, filepath.Join(dir, "ffmpeg"), script)
	return held
}

// settings makes a service find this ffmpeg.
func (h heldFFmpeg) settings() []string {
	return []string{"CRIER_FFMPEG=auto", "PATH=" + h.dir + string(os.PathListSeparator) + os.Getenv("PATH")}
}

// begin makes the ffmpeg wait from now on.
func (h heldFFmpeg) begin(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(h.hold, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

// end lets it continue.
func (h heldFFmpeg) end(t *testing.T) {
	t.Helper()
	if err := os.Remove(h.hold); err != nil {
		t.Fatal(err)
	}
}

// webm makes a video that the network refuses.
func webm(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.webm")
	cmd := exec.CommandContext(t.Context(), "ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=180x320:rate=24:duration=4", "-c:v", "libvpx", "-threads", "1", "-b:v", "200k", path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestComposer_Converts converts a video from the composer: the composer and the library show that,
// and it continues when the page is left.
func TestComposer_Converts(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	ffmpeg := holdFFmpeg(t)
	f, p, _ := compose(t, "IMAGE", "A picture", 432, 540, ffmpeg.settings()...)
	var file, post struct{ ID string }
	p.client.Upload("file", "kiln.webm", webm(t)).Want(http.StatusCreated).JSON(&file)
	p.client.Post("/api/v1/posts/draft", map[string]any{"accountId": p.account, "mediaType": "REELS", "caption": "The kiln, opened", "mediaFileId": file.ID}).
		Want(http.StatusCreated).JSON(&post)
	f.Go("/compose/" + post.ID)
	f.WaitVisible("[data-fix=convert]")
	f.Step("composer-to-convert")
	ffmpeg.begin(t)
	f.Click("[data-fix=convert]")
	f.WaitTrue(`document.querySelector("[data-converting]")?.innerText.includes("Is being converted")`)
	f.WaitVisible("[data-converting] progress")
	f.WaitTrue(`document.querySelector("[data-fix=convert]") === null`)
	f.Step("composer-converting")

	f.Go("/media?file=" + file.ID)
	f.WaitTrue(`document.querySelector("aside [role=status]")?.innerText.includes("Is being converted")`)
	f.Step("media-converting")

	// The composer shows it too when it is opened again, and does not offer a second conversion.
	f.Go("/compose/" + post.ID)
	f.WaitTrue(`document.querySelector("[data-converting] progress") !== null && document.querySelector("[data-fix=convert]") === null`)
	f.Go("/media?file=" + file.ID)
	f.WaitVisible("aside progress")
	ffmpeg.end(t)
	f.WaitTrue(`document.querySelector("aside progress") === null && document.querySelector("aside ul").innerText.includes("as it is")`)
	f.Step("media-converted")

	f.Go("/compose/" + post.ID)
	f.WaitTrue(`document.querySelector("#before .fine") !== null && document.querySelector("[data-fix=convert]") === null`)
	// It was converted, which is no edit by the user.
	f.WaitTrue(`!document.querySelector(".strip").innerText.includes(", edited")`)
	f.Step("composer-converted")

	// The page of the post plays it.
	f.Go("/posts/" + post.ID)
	f.WaitTrue(`(() => { const v = document.querySelector("[aria-labelledby=as-published] video"); return v.controls && v.poster !== "" && v.src.endsWith(".mp4") })()`)
	f.Step("post-reel")
	f.CheckClean()
}
