package sandbox_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"crier/platform/sandbox"
)

// open returns what a person sees at an address.
func (w *world) open(address string, status int) string {
	w.t.Helper()
	got, err := w.do(http.MethodGet, address, "")
	if err != nil || got.status != status || !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") {
		w.t.Fatalf("%s: %d %s, %v", address, got.status, got.raw, err)
	}
	return got.raw
}

// TestLook_Posts: the address of a post leads to its page, which shows what was published; so does
// the page of all.
func TestLook_Posts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := partner()
	if page := w.open(w.server.URL+"/", http.StatusOK); !strings.Contains(page, "Nothing yet") {
		t.Errorf("an empty network shows %s", page)
	}
	if page := w.open(w.server.URL+"/", http.StatusOK); strings.Contains(page, "unexpectedCalls") {
		t.Errorf("without an unexpected call: %s", page)
	}
	w.read(a, "nowhere")
	if page := w.open(w.server.URL+"/", http.StatusOK); !strings.Contains(page, "no address: 1. ") {
		t.Errorf("after an unexpected call: %s", page)
	}
	post := w.publish(a, w.createImage(a, "bread & <butter>"))
	story := w.publish(a, w.create(a, "media_type", "STORIES", "image_url", w.media.url("/image.jpg")))
	link := w.read(a, post+"?fields=permalink").text("permalink")
	storyLink := w.read(a, story+"?fields=permalink").text("permalink")
	picture := regexp.MustCompile(`src="(/cdn/album/[0-9]+)"`)
	for address, words := range map[string][]string{
		w.server.URL + "/": {"bread &amp; &lt;butter&gt;", a.Username, `href="` + link + `"`, "Stories", `href="` + storyLink + `"`},
		link:               {"bread &amp; &lt;butter&gt;", a.Username}, storyLink: {"Story", a.Username},
	} {
		page := w.open(address, http.StatusOK)
		for _, word := range words {
			if !strings.Contains(page, word) {
				t.Errorf("%s has no %q: %s", address, word, page)
			}
		}
		src := picture.FindStringSubmatch(page)
		if src == nil {
			t.Fatalf("%s shows no picture", address)
		}
		shown := w.must(http.MethodGet, w.server.URL+src[1], "")
		fetched := w.must(http.MethodGet, w.media.url("/image.jpg"), "")
		if shown.raw != fetched.raw || shown.header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("%s shows another picture: %s", address, shown.header.Get("Content-Type"))
		}
	}
	w.remove(a, post)
	if page := w.open(link, http.StatusNotFound); !strings.Contains(page, "deleted") || strings.Contains(page, "butter") {
		t.Errorf("a deleted post: %s", page)
	}
	w.control("POST clock", `{"advanceMs":86400000}`)
	if page := w.open(storyLink, http.StatusNotFound); !strings.Contains(page, "over after 24 hours") {
		t.Errorf("an old story: %s", page)
	}
	if page := w.open(w.server.URL+"/www-ig/p/nothing/", http.StatusNotFound); !strings.Contains(page, "There is no such post") {
		t.Errorf("no post: %s", page)
	}
	w.control("POST reset", "")
	w.open(link, http.StatusNotFound)
}

// TestLook_Page: what is on a Page is shown too, pictures and videos of both ways.
func TestLook_Page(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	photo := w.onPage("photos", "url", w.media.url("/image.jpg"), "caption", "on the Page")
	video, _ := w.phased("video_reels", tall(540, 960, 4e9), "description", "moving")
	links := map[string]string{
		"on the Page": w.read(partner(), photo.text("post_id")+"?fields=permalink_url").text("permalink_url"),
		"moving":      w.server.URL + "/www-fb" + w.read(partner(), video+"?fields=permalink_url").text("permalink_url"),
	}
	page := w.open(w.server.URL+"/", http.StatusOK)
	for caption, link := range links {
		if !strings.Contains(page, caption) || !strings.Contains(page, `href="`+link+`"`) || !strings.Contains(w.open(link, http.StatusOK), caption) {
			t.Errorf("%s at %s is not in %s", caption, link, page)
		}
	}
	for _, src := range []string{`<img src="/cdn/album/` + photo.text("id") + `"`, `<video src="/cdn/album/` + video} {
		if !strings.Contains(page, src) {
			t.Errorf("%s is not in %s", src, page)
		}
	}
	if got := w.must(http.MethodGet, w.server.URL+"/cdn/album/"+video, ""); got.header.Get("Content-Type") != "video/mp4" {
		t.Errorf("the video is %s", got.header.Get("Content-Type"))
	}
}

// TestServer_TakesItsPortAgain, so that the addresses of posts go on leading to them, with their
// pictures.
func TestServer_TakesItsPortAgain(t *testing.T) {
	t.Parallel()
	state := filepath.Join(t.TempDir(), "sandbox.state")
	start := func() (url string, stop func()) {
		n, err := sandbox.Open(sandbox.Options{StateFile: state})
		if err != nil {
			t.Fatal(err)
		}
		s := sandbox.NewServer(n)
		if url, err = s.Start(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		return url, func() {
			if err := s.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
			if err := <-s.Done(); err != nil {
				t.Error(err)
			}
			if err := n.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	first, stop := start()
	stop()
	again, stop := start()
	if stop(); again != first {
		t.Errorf("it was at %s, and is at %s", first, again)
	}
	// Another program has the port.
	taken, hold := start()
	if b, err := os.ReadFile(state); err != nil || os.WriteFile(state+".copy", b, 0o600) != nil {
		t.Fatal(err)
	}
	state += ".copy"
	other, stop := start()
	if stop(); other == taken {
		t.Error("two networks have one address")
	}
	hold()
}

// TestLook_IsDrawnAsTheRest holds that the pages are drawn with what the interface is drawn with,
// and lead back to it.
func TestLook_IsDrawnAsTheRest(t *testing.T) {
	t.Parallel()
	w := openWorld(t, sandbox.Options{Home: func() string { return "http://crier-test.localhost:7171" }})
	get := func(path string) (string, http.Header) {
		got, err := w.do(http.MethodGet, w.server.URL+path, "")
		if err != nil || got.status != http.StatusOK {
			t.Fatalf("%s: %d, %v", path, got.status, err)
		}
		return got.raw, got.header
	}
	page, head := get("/")
	if !strings.Contains(page, `href="http://crier-test.localhost:7171/app/"`) || strings.Contains(page, "<style") {
		t.Errorf("the page is %s", page)
	}
	if got := head.Get("Content-Security-Policy"); strings.Contains(got, "unsafe") || !strings.Contains(got, "font-src 'self'") {
		t.Errorf("the policy is %s", got)
	}
	styles := regexp.MustCompile(`href="(/cdn/look/[a-z]+\.css)"`).FindAllStringSubmatch(page, -1)
	fonts := 0
	for _, m := range styles {
		style, head := get(m[1])
		if head.Get("Content-Type") != "text/css; charset=utf-8" || head.Get("ETag") == "" {
			t.Errorf("%s: %v", m[1], head)
		}
		for _, u := range regexp.MustCompile(`url\("([^"]+)"\)`).FindAllStringSubmatch(style, -1) {
			fonts++
			if _, head := get("/cdn/look/" + u[1]); head.Get("Content-Type") != "font/woff2" {
				t.Errorf("%s is %v", u[1], head)
			}
		}
	}
	if len(styles) != 3 || fonts != 2 {
		t.Errorf("the page has the styles %q, with %d files of letters", styles, fonts)
	}
}
