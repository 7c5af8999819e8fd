// Package disk is the objectstore for the sandbox network: a folder that Crier itself serves
// without authentication, under keys that cannot be guessed.
package disk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"crier/platform/objectstore"
)

// Prefix is where Crier's own server mounts the store.
const Prefix = "/public/"

// Store keeps objects as files of one folder. It is safe for concurrent use.
type Store struct {
	dir     string
	baseURL func() string
}

var _ objectstore.Store = (*Store)(nil)

// New returns a store in dir. Its URLs start with the result of baseURL, such as
// http://127.0.0.1:7171.
func New(dir string, baseURL func() string) *Store { return &Store{dir: dir, baseURL: baseURL} }

// Ready returns nil.
func (*Store) Ready() error { return nil }

// Put links the file into the folder, or copies it if it cannot be linked.
func (s *Store) Put(_ context.Context, key, path, contentType string) error {
	if !objectstore.ValidKey(key) {
		return errBadKey
	}
	if typeOf(key) != contentType {
		return fmt.Errorf("disk: a key for %s does not fit the type %s", typeOf(key), contentType)
	}
	target := filepath.Join(s.dir, key)
	err := os.Link(path, target)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return withoutPath(err)
	}
	return withoutPath(copyFile(path, target))
}

// errBadKey does not contain the key, because anyone with the key can fetch the object.
var errBadKey = errors.New("disk: malformed key")

// withoutPath removes the paths from an error, because they contain the key.
func withoutPath(err error) error {
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return fmt.Errorf("disk: %s: %w", link.Op, link.Err)
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("disk: %s: %w", path.Op, path.Err)
	}
	return err
}

func copyFile(path, target string) (err error) {
	source, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	temp, err := os.CreateTemp(filepath.Dir(target), ".put-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	_, err = io.Copy(temp, source)
	if err := errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), target)
}

// URL returns the address on Crier's own server.
func (s *Store) URL(key string) string { return s.baseURL() + Prefix + key }

// Delete removes the file.
func (s *Store) Delete(_ context.Context, key string) error {
	if !objectstore.ValidKey(key) {
		return errBadKey
	}
	if err := os.Remove(filepath.Join(s.dir, key)); !errors.Is(err, fs.ErrNotExist) {
		return withoutPath(err)
	}
	return nil
}

// Open returns the object of a request for Prefix + key, and fs.ErrNotExist when there is none. The
// caller closes it.
func (s *Store) Open(key string) (*os.File, error) {
	if !objectstore.ValidKey(key) {
		return nil, fs.ErrNotExist
	}
	return os.Open(filepath.Join(s.dir, key))
}

// Serve answers a GET or HEAD for Prefix + key, with ranges. If it cannot, it calls fail: with
// fs.ErrNotExist if there is no such object, and with another error if there may be one.
func (s *Store) Serve(w http.ResponseWriter, r *http.Request, fail func(error)) {
	key := strings.TrimPrefix(r.URL.Path, Prefix)
	f, err := s.Open(key)
	if err != nil {
		fail(withoutPath(err))
		return
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		fail(withoutPath(err))
		return
	}
	w.Header().Set("Content-Type", typeOf(key))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "private, no-store")
	http.ServeContent(w, r, "", info.ModTime(), f)
}

func typeOf(key string) string {
	switch filepath.Ext(key) {
	case ".jpg":
		return "image/jpeg"
	case ".mp4":
		return "video/mp4"
	case ".mov":
		return "video/quicktime"
	}
	return "application/octet-stream"
}
