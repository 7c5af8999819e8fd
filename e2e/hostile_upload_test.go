package e2e_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/config"
	"crier/platform/corpus"
)

// untouched records what a service stores. The function that it returns fails the test if that has
// changed.
func untouched(t *testing.T, app *e2e.App) (check func(after string)) {
	t.Helper()
	files, rows := listing(t, app.Dir), rowCounts(t, app.Dir)
	return func(after string) {
		t.Helper()
		if now := listing(t, app.Dir); now != files {
			t.Errorf("after %s there are the files\n%sbefore there were\n%s", after, now, files)
		}
		if now := rowCounts(t, app.Dir); now != rows {
			t.Errorf("after %s there are the rows\n%sbefore there were\n%s", after, now, rows)
		}
	}
}

// bomb is a PNG of a few bytes that claims to be very large.
func bomb(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	head := b.Bytes()[12:29] // IHDR and its content
	binary.BigEndian.PutUint32(head[4:], 60_000)
	binary.BigEndian.PutUint32(head[8:], 60_000)
	binary.BigEndian.PutUint32(b.Bytes()[29:], crc32.ChecksumIEEE(head))
	return b.Bytes()
}

func photo(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 320, 320)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestHostile_FilesThatAreNone is scenario 31 and part of 30: each file is refused with the right
// code, and leaves nothing.
func TestHostile_FilesThatAreNone(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Client(t)
	unchanged := untouched(t, app)
	jpg := photo(t)
	for name, c := range map[string]struct {
		content []byte
		code    string
		says    string
	}{
		"empty":                {nil, "UPLOAD_ERROR", "empty"},
		"text":                 {[]byte("hello\n"), "MEDIA_INVALID", "text"},
		"a byte":               {[]byte{0xff}, "MEDIA_INVALID", ""},
		"zeros":                {make([]byte, 10_000), "MEDIA_INVALID", ""},
		"a script":             {[]byte("#!/bin/sh\nrm -rf /\n"), "MEDIA_INVALID", ""},
		"a page":               {[]byte("<!doctype html><script>alert(1)</script>"), "MEDIA_INVALID", ""},
		"SVG":                  {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), "MEDIA_INVALID", ""},
		"half a GIF":           {corpus.AnimatedGIF(64, 48, 2, 10)[:200], "MEDIA_INVALID", "cut off"},
		"the start of a HEIC":  {[]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00heicmif1\x00\x00\x00\x00"), "MEDIA_INVALID", "cut off"},
		"half a JPEG":          {jpg[:len(jpg)/2], "MEDIA_INVALID", "cut off"},
		"the start of a JPEG":  {jpg[:2], "MEDIA_INVALID", ""},
		"half a PNG":           {picture(t, 50, 50)[:100], "MEDIA_INVALID", "cut off"},
		"half a WebP":          {sample(t, "quarters.webp")[:70], "MEDIA_INVALID", ""},
		"a bomb":               {bomb(t), "MEDIA_INVALID", "pixels"},
		"a JPEG's name inside": {append([]byte("\x00\x00"), jpg...), "MEDIA_INVALID", ""},
	} {
		r := client.Upload("file", "photo.jpg", c.content)
		r.WantError(http.StatusBadRequest, c.code)
		if said := r.String("error"); !strings.Contains(said, c.says) {
			t.Errorf("%s: it says %q", name, said)
		}
		unchanged(name)
	}
	client.Upload("file", "photo.jpg", jpg).Want(http.StatusCreated)
}

// TestHostile_Forms is contract 4, POST /media/upload: one file, in the field "file".
func TestHostile_Forms(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	_, key, err := app.Keys.Create(t.Context(), "forms")
	if err != nil {
		t.Fatal(err)
	}
	unchanged := untouched(t, app)
	const boundary = "multipart/form-data; boundary=b"
	png := string(picture(t, 40, 40))
	part := func(header, content string) string { return "--b\r\n" + header + "\r\n\r\n" + content + "\r\n" }
	file := part(`Content-Disposition: form-data; name="file"; filename="a.png"`, png)
	const end = "--b--\r\n"
	for name, c := range map[string]struct{ contentType, body string }{
		"another field":              {boundary, strings.Replace(file, `name="file"`, `name="image"`, 1) + end},
		"the field in other letters": {boundary, strings.Replace(file, `name="file"`, `name="File"`, 1) + end},
		"no field name":              {boundary, strings.Replace(file, `name="file"; `, "", 1) + end},
		"no file name":               {boundary, strings.Replace(file, `; filename="a.png"`, "", 1) + end},
		"no disposition":             {boundary, part("Content-Type: image/png", png) + end},
		"another field first":        {boundary, part(`Content-Disposition: form-data; name="note"`, "x") + file + end},
		"another field after it":     {boundary, file + part(`Content-Disposition: form-data; name="note"`, "x") + end},
		"two files":                  {boundary, file + file + end},
		"many parts":                 {boundary, file + strings.Repeat(part(`Content-Disposition: form-data; name="x"`, ""), 5000) + end},
		"nothing in it":              {boundary, end},
		"nothing at all":             {boundary, ""},
		"no end":                     {boundary, file},
		"broken off":                 {boundary, file[:len(file)-50]},
		"thousands of headers":       {boundary, part(`Content-Disposition: form-data; name="file"; filename="a"`+strings.Repeat("\r\nX: y", 20_000), png) + end},
		"a header without an end":    {boundary, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\""},
		"junk":                       {boundary, "\x00\xff\x00\xff" + strings.Repeat("junk", 1000)},
		"another boundary":           {strings.Replace(boundary, "=b", "=c", 1), file + end},
		"no boundary":                {"multipart/form-data", file + end},
		"an empty boundary":          {"multipart/form-data; boundary=", file + end},
		"a boundary of 10 KB":        {"multipart/form-data; boundary=" + strings.Repeat("b", 10<<10), file + end},
		"another multipart":          {"multipart/mixed; boundary=b", file + end},
		"JSON":                       {"application/json", `{"file":"x"}`},
		"the file itself":            {"image/png", png},
		"a URL-encoded form":         {"application/x-www-form-urlencoded", "file=x"},
		"no content type":            {"", file + end},
		"a broken content type":      {";;;", file + end},
	} {
		for _, chunked := range []bool{false, true} {
			head := fmt.Sprintf("POST /api/v1/media/upload HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\n",
				strings.TrimPrefix(app.Server.URL(), "http://"), key.Reveal(), c.contentType)
			w := dial(t, app.Server.URL())
			if chunked {
				w.send(head + "Transfer-Encoding: chunked\r\n\r\n")
				if c.body != "" {
					w.send(fmt.Sprintf("%x\r\n%s\r\n", len(c.body), c.body))
				}
				w.send("0\r\n\r\n")
			} else {
				w.send(fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(c.body), c.body))
			}
			if a, _ := w.answer(); a.status != http.StatusBadRequest || a.code != "UPLOAD_ERROR" || a.header.Get("X-Request-Id") == "" {
				t.Errorf("%s, chunked %t: got %s", name, chunked, a)
			}
		}
		unchanged(name)
	}
}

// TestHostile_FilesThatAreTooLarge sends them in every way that HTTP has. Every client must be able
// to read the refusal.
func TestHostile_FilesThatAreTooLarge(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t, e2e.Configured(func(c *config.Config) { c.MaxFileSizeMB = 1 }))
	_, key, err := app.Keys.Create(t.Context(), "large")
	if err != nil {
		t.Fatal(err)
	}
	unchanged := untouched(t, app)
	const limit = 1 << 20
	const open, end = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n", "\r\n--b--\r\n"
	head := fmt.Sprintf("POST /api/v1/media/upload HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=b\r\n",
		strings.TrimPrefix(app.Server.URL(), "http://"), key.Reveal())
	for _, size := range []int{limit + 1, limit + 100_000, 20 * limit} {
		length := len(open) + size + len(end)
		for name, send := range map[string]func(w *wire){
			"honest": func(w *wire) {
				w.send(fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, length, open)).sendMuch(size, false).send(end)
			},
			"chunked": func(w *wire) {
				w.send(head+"Transfer-Encoding: chunked\r\n\r\n"+fmt.Sprintf("%x\r\n%s\r\n", len(open), open)).sendMuch(size, true)
				w.send(fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(end), end))
			},
			"claiming more": func(w *wire) {
				w.send(fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, length+1000, open)).sendMuch(size, false).send(end)
				_ = w.Conn.(interface{ CloseWrite() error }).CloseWrite()
			},
			"claiming gigabytes": func(w *wire) {
				w.send(fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, 100<<30, open)).sendMuch(size, false)
				_ = w.Conn.(interface{ CloseWrite() error }).CloseWrite()
			},
			"claiming less": func(w *wire) {
				w.send(fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, limit, open)).sendMuch(size, false).send(end)
			},
			"expecting, and sending at once": func(w *wire) {
				w.send(fmt.Sprintf("%sExpect: 100-continue\r\nContent-Length: %d\r\n\r\n%s", head, length, open)).sendMuch(size, false).send(end)
			},
		} {
			w := dial(t, app.Server.URL())
			send(w)
			if a, _ := w.answer(); a.status != http.StatusBadRequest || a.code != "UPLOAD_ERROR" {
				t.Errorf("%d bytes, %s: got %s", size, name, a)
			}
			_ = w.Close()
		}
		// A client that waits for a 100 Continue is refused without it, if the length is enough for
		// that.
		w := dial(t, app.Server.URL()).send(fmt.Sprintf("%sExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", head, length))
		if length > limit+64<<10 {
			if a, continued := w.answer(); a.status != http.StatusBadRequest || a.code != "UPLOAD_ERROR" || continued {
				t.Errorf("%d bytes, waiting: got %s, told to go on: %t", size, a, continued)
			}
		}
		_ = w.Close()
	}
	awaitNoFiles(t, filepath.Join(app.Dir, "staging"))
	unchanged("files that are too large")
	exact := append(photo(t), make([]byte, limit)...)[:limit]
	app.Client(t).Upload("file", "a.jpg", exact).Want(http.StatusCreated)
	app.Client(t).Upload("file", "a.jpg", append(exact, 0)).WantError(http.StatusBadRequest, "UPLOAD_ERROR")
}

// TestHostile_ClientsThatLeave break their uploads off after so many bytes.
func TestHostile_ClientsThatLeave(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Client(t)
	_, key, err := app.Keys.Create(t.Context(), "leaving")
	if err != nil {
		t.Fatal(err)
	}
	unchanged := untouched(t, app)
	body, contentType := e2e.Form("file", "photo.png", picture(t, 300, 300))
	for _, sent := range []int{0, 1, 60, 300, len(body) / 2, len(body) - 1} {
		w := dial(t, app.Server.URL()).send(fmt.Sprintf("POST /api/v1/media/upload HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
			strings.TrimPrefix(app.Server.URL(), "http://"), key.Reveal(), contentType, len(body), body[:sent]))
		if sent > 300 {
			awaitFiles(t, filepath.Join(app.Dir, "staging"))
		}
		_ = w.Close()
		awaitNoFiles(t, filepath.Join(app.Dir, "staging"))
	}
	unchanged("clients that left")
	client.Get("/api/v1/health").Want(http.StatusOK)
}
