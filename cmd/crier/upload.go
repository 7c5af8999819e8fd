package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"crier/modules/media"
)

// localFile is a file of this machine to upload.
type localFile struct {
	path string
	size int64
	// sum is the hash of the file by hashInto; empty for a file that was not read.
	sum string
}

// fileError is about a local file that cannot be read, or that changed before its upload.
type fileError struct{ error }

func (e fileError) Unwrap() error { return e.error }

func changed(file localFile) error {
	return fileError{fmt.Errorf("%s has changed since it was first read; wait until nobody writes to it", onOneLine(file.path))}
}

// findFiles checks every file before the first upload, so that a mistyped name stops the command
// before it does anything.
func findFiles(paths []string) ([]localFile, error) {
	files := make([]localFile, 0, len(paths))
	for _, path := range paths {
		info, err := inspect(path)
		switch {
		case err != nil:
			return nil, err
		case !info.Mode().IsRegular():
			return nil, usageError{fmt.Errorf("%s is no file but a device or a pipe", onOneLine(path))}
		case info.Size() == 0:
			return nil, usageError{fmt.Errorf("%s is empty", onOneLine(path))}
		}
		files = append(files, localFile{path: path, size: info.Size()})
	}
	return files, nil
}

// errNoName says that the call names a file by an empty text, as with a variable that is not set.
var errNoName = errors.New("a file has an empty name")

// inspect returns what the system knows of a file that the call names, which must be there.
func inspect(path string) (info fs.FileInfo, err error) {
	info, err = os.Stat(path)
	switch {
	case path == "":
		err = errNoName
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("there is no file %s", onOneLine(path))
	case err == nil && info.IsDir():
		err = fmt.Errorf("%s is a folder; name a file in it", onOneLine(path))
	}
	if err != nil {
		return nil, usageError{err}
	}
	return info, nil
}

// uploadFile sends a file to the service and returns the stored file. It has no time limit. ctx
// cancels it, except while it waits for the answer to a file that is sent, which says what to
// delete.
func uploadFile(ctx context.Context, service *serviceClient, file localFile) (media.MediaFile, error) {
	if err := ctx.Err(); err != nil {
		return media.MediaFile{}, err
	}
	opened, err := os.Open(file.path)
	if err != nil {
		return media.MediaFile{}, fileError{err}
	}
	defer func() { _ = opened.Close() }()
	if info, err := opened.Stat(); err != nil || info.Size() != file.size {
		return media.MediaFile{}, changed(file)
	}
	var head bytes.Buffer
	form := multipart.NewWriter(&head)
	if _, err := form.CreateFormFile("file", filepath.Base(file.path)); err != nil {
		return media.MediaFile{}, err
	}
	tail := "\r\n--" + form.Boundary() + "--\r\n"
	read := &progress{in: io.LimitReader(opened, file.size), name: filepath.Base(file.path), size: file.size, out: terminal(os.Stderr), sum: sha256.New()}
	defer read.clear()
	sending, end := withGrace(ctx, func() bool { return read.done.Load() < file.size })
	defer end()
	req, err := service.request(sending, http.MethodPost, "/api/v1/media/upload", nil)
	if err != nil {
		return media.MediaFile{}, err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.ContentLength = int64(head.Len()) + file.size + int64(len(tail))
	req.Body, req.GetBody = io.NopCloser(io.MultiReader(&head, read, strings.NewReader(tail))), nil
	patient := http.Client{Transport: service.http.Transport, CheckRedirect: service.http.CheckRedirect}
	resp, err := patient.Do(req)
	if err != nil {
		if ctx.Err() != nil && read.done.Load() == file.size {
			return media.MediaFile{}, fmt.Errorf("stopped while the service was looking at %s; if it stays, crier media list shows it and crier media delete deletes it", onOneLine(file.path))
		}
		if ctx.Err() == nil && read.ended.Load() && read.done.Load() < file.size {
			return media.MediaFile{}, fileError{fmt.Errorf("%s became shorter while it was read; wait until nobody writes to it", onOneLine(file.path))}
		}
		return media.MediaFile{}, fmt.Errorf("upload %s: %w", onOneLine(file.path), err)
	}
	defer func() { _ = resp.Body.Close() }()
	var taken media.MediaFile
	if err := decodeAnswer(resp, &taken); err != nil {
		return media.MediaFile{}, about(file.path, err)
	}
	if file.sum != "" && read.sent() != file.sum {
		return media.MediaFile{}, discardUploads(ctx, service, []media.MediaFile{taken}, changed(file))
	}
	return taken, nil
}

// notesOn returns what was left out or changed of a file that can be published, a sentence each.
func notesOn(file media.MediaFile) (sentences []string, err error) {
	if !file.IsValid || file.ValidationErrors == nil {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(*file.ValidationErrors), &sentences); err != nil {
		return nil, fmt.Errorf("the running service answered what this version does not understand: %w", err)
	}
	return sentences, nil
}

// remark prints the notes on a file on the standard error.
func remark(path string, file media.MediaFile) error {
	sentences, err := notesOn(file)
	if err != nil {
		return err
	}
	for _, s := range sentences {
		if err := printLine(os.Stderr, "Note: "+onOneLine(path)+": "+onOneLine(s)); err != nil {
			return err
		}
	}
	return nil
}

// progress counts the bytes that are read of a file, and shows the progress on a terminal.
type progress struct {
	in   io.Reader
	name string
	size int64

	// out is nil when there is no terminal.
	out   io.Writer
	shown int64

	// The transport reads in a goroutine of its own.
	done  atomic.Int64
	ended atomic.Bool
	mu    sync.Mutex
	sum   hash.Hash
}

// Read reads from the file.
func (p *progress) Read(b []byte) (int, error) {
	n, err := p.in.Read(b)
	p.mu.Lock()
	_, _ = p.sum.Write(b[:n])
	p.mu.Unlock()
	done := p.done.Add(int64(n))
	if err != nil {
		p.ended.Store(true)
	}
	if percent := done * 100 / p.size; p.out != nil && percent != p.shown {
		p.shown = percent
		const width = 24
		full := int(percent * width / 100)
		_, _ = fmt.Fprintf(p.out, "\r%s [%s%s] %3d %% of %s", onOneLine(p.name), bytes.Repeat([]byte("#"), full), bytes.Repeat([]byte("."), width-full), percent, megabytes(p.size))
	}
	return n, err
}

// sent returns the hash, by hashInto, of what was read.
func (p *progress) sent() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, _ = fmt.Fprintf(p.sum, sizeBehind, p.done.Load())
	return hex.EncodeToString(p.sum.Sum(nil))
}

// clear removes the bar.
func (p *progress) clear() {
	if p.out != nil {
		_, _ = io.WriteString(p.out, "\r\x1b[K")
	}
}

// terminal returns f if it is a terminal that can write over a line, and nil for any other file.
func terminal(f *os.File) io.Writer {
	if isTTY(f) && os.Getenv("TERM") != "dumb" {
		return f
	}
	return nil
}
