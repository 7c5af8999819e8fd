package backup

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// format is the version of the archive format.
	format = 1

	manifestName = "manifest.json"
	databaseName = "crier.db"
	appName      = "app.name"
	networkMode  = "network.mode"
	keyName      = "key.age"
	uploadsDir   = "uploads"

	// mostFiles, mostManifest and mostSmall bound what is read from an archive before it is
	// verified: two million files, and the manifest that names them.
	mostFiles    = 2_000_000
	mostManifest = 400 << 20
	mostSmall    = 64 << 10
	// mostSize bounds the size of a file. It is larger than any disk.
	mostSize = 1 << 56
)

// ErrForeign says that a file is not an archive of Crier's.
var ErrForeign = errors.New("the file is not a backup of Crier")

// ErrDamaged says that an archive is not as it was written.
var ErrDamaged = errors.New("the backup is damaged")

// ErrNewer says that a newer version of Crier has made the archive.
var ErrNewer = errors.New("the backup was made by a newer version of Crier")

// Entry is a file in an archive.
type Entry struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 sum    `json:"sha256"`
}

// sum is a SHA-256 hash. In JSON it is 64 hexadecimal digits.
type sum [32]byte

// MarshalText writes the digits.
func (s sum) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText reads the digits.
func (s *sum) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(s)) {
		return errors.New("a hash of another length")
	}
	_, err := hex.Decode(s[:], text)
	return err
}

// Manifest lists the contents of an archive and identifies the folder that it copies.
type Manifest struct {
	Format int `json:"format"`
	// Version is the version of the program that made the archive. Migration is the last schema
	// change of the database.
	Version   string `json:"version"`
	Migration string `json:"migration"`
	// Instance, Sequence and Machine identify the folder (package instance); they are empty for a
	// folder of a version without them.
	Instance string `json:"instance"`
	Sequence int64  `json:"sequence"`
	Machine  string `json:"machine"`
	// Time is when the copy of the database began, by this machine's clock.
	Time time.Time `json:"time"`
	// KeyCheck identifies the key that seals the tokens without revealing it; empty for a folder
	// without a key.
	KeyCheck string `json:"keyCheck"`
	// HasMedia says that the archive contains the uploads and not only the database.
	HasMedia bool `json:"hasMedia"`
	// IsMove says that the original folder is not used any more.
	IsMove bool `json:"isMove"`
	// Missing are files that the database names and the folder lacked. Only ended posts use them.
	Missing []string `json:"missing,omitempty"`
	Files   []Entry  `json:"files"`
}

// HasKey reports whether the archive contains the sealing key, encrypted with a passphrase.
func (m *Manifest) HasKey() bool { return slices.ContainsFunc(m.Files, isKey) }

func isKey(e Entry) bool { return e.Path == keyName }

// Bytes returns the sum of the files' sizes.
func (m *Manifest) Bytes() (n int64) {
	for i := range m.Files {
		n += m.Files[i].Size
	}
	return n
}

// uploadPath matches the path of an upload. No other path is read or written.
var uploadPath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^uploads/[a-z]{1,20}/[A-Za-z0-9][A-Za-z0-9_-]{0,99}\.[A-Za-z0-9]{1,10}$`)
})

func isUpload(path string) bool { return strings.HasPrefix(path, uploadsDir+"/") }

// isOurs reports whether an archive may contain a file at the path.
func isOurs(path string) bool {
	switch path {
	case databaseName, appName, keyName:
		return true
	}
	return fs.ValidPath(path) && uploadPath().MatchString(path)
}

// encode writes the manifest as JSON, one file after the other, because the whole text would take
// as much memory as the list.
func (m *Manifest) encode(w io.Writer) error {
	buffered := bufio.NewWriter(w)
	rest := *m
	rest.Files = nil
	text, err := json.Marshal(rest)
	if err != nil {
		return err
	}
	text, isLast := bytes.CutSuffix(text, []byte("null}"))
	if !isLast {
		return errors.New("the files are not the last member of the list")
	}
	text = append(text, '[')
	for i := range m.Files {
		// A bufio.Writer keeps its first error for Flush.
		_, _ = buffered.Write(text)
		if text, err = json.Marshal(&m.Files[i]); err != nil {
			return err
		}
		if i < len(m.Files)-1 {
			text = append(text, ',')
		}
	}
	_, _ = buffered.Write(append(text, "]}"...))
	return buffered.Flush()
}

// readManifest reads a manifest, one file after the other, and checks that no path in it leads out
// of the folder.
func readManifest(r io.Reader) (*Manifest, error) {
	m := new(Manifest)
	if err := m.decode(json.NewDecoder(io.LimitReader(r, mostManifest))); err != nil {
		return nil, fmt.Errorf("%w: its list of files cannot be read", ErrForeign)
	}
	return m, m.check()
}

func (m *Manifest) decode(d *json.Decoder) error {
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return errors.Join(errors.New("it is no object"), err)
	}
	var files []Entry
	rest := map[string]json.RawMessage{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		if name == "files" {
			files, err = decodeFiles(d)
		} else if key, isText := name.(string); isText {
			var value json.RawMessage
			err = d.Decode(&value)
			rest[key] = value
		}
		if err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	text, err := json.Marshal(rest)
	if err == nil {
		err = json.Unmarshal(text, m)
	}
	m.Files = files
	return err
}

func decodeFiles(d *json.Decoder) (files []Entry, err error) {
	if open, err := d.Token(); err != nil || open != json.Delim('[') {
		return nil, errors.Join(errors.New("it is no list"), err)
	}
	for d.More() {
		var e Entry
		if err := d.Decode(&e); err != nil {
			return nil, err
		}
		files = append(files, e)
	}
	_, err = d.Token()
	return files, err
}

func (m *Manifest) check() error {
	switch {
	case m.Format < 1 || m.Version == "" || m.Time.IsZero():
		return fmt.Errorf("%w: its list of files has another form", ErrForeign)
	case m.Format > format:
		return fmt.Errorf("%w (%s); restore it with that version or a later one", ErrNewer, printable(m.Version))
	case len(m.Files) == 0 || m.Files[0].Path != databaseName:
		return fmt.Errorf("%w: it has no database", ErrForeign)
	case len(m.Files) > mostFiles || len(m.Missing) > mostFiles:
		return fmt.Errorf("%w: it names %d files", ErrForeign, len(m.Files))
	}
	// A set of hashes takes a tenth of the memory of a set of paths.
	seen, seed := make(map[uint64]struct{}, len(m.Files)), maphash.MakeSeed()
	for _, e := range m.Files {
		// Some file systems ignore case.
		folded := maphash.String(seed, strings.ToLower(e.Path))
		_, isTwice := seen[folded]
		seen[folded] = struct{}{}
		switch {
		case !isOurs(e.Path):
			return fmt.Errorf("%w: it has a file at a place where Crier keeps none, %q", ErrForeign, printable(e.Path))
		case isTwice:
			return fmt.Errorf("%w: it names %s twice", ErrForeign, e.Path)
		case e.Size < 0 || e.Size > mostSize || e.Size > mostSmall && (e.Path == appName || e.Path == keyName):
			return fmt.Errorf("%w: %s would have %d bytes", ErrForeign, e.Path, e.Size)
		}
	}
	for _, path := range m.Missing {
		if !uploadPath().MatchString(path) {
			return fmt.Errorf("%w: it misses a file at a place where Crier keeps none, %q", ErrForeign, printable(path))
		}
	}
	return nil
}

// mostShown is how many characters of a foreign text an error shows.
const mostShown = 80

// printable returns a foreign text for an error: on one line, and shortened.
func printable(text string) string {
	text = strings.ToValidUTF8(text, "?")
	if runes := []rune(text); len(runes) > mostShown {
		text = string(runes[:mostShown]) + "..."
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, text)
}
