package world

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"

	"crier/platform/clock"

	"github.com/go-json-experiment/json"
	"github.com/gofrs/flock"
)

const (
	stateMode fs.FileMode = 0o600
	// olderStateHeader heads a file from before there were accounts to connect, which is read as
	// well.
	olderStateHeader = `{"crierSandboxState":1}`
	// maxStateLine bounds a line of the file. The longest is that of a call that is late, whose
	// parameters may have 1 MiB and six times as much once they are quoted.
	maxStateLine = 64 << 20
	// The file is rewritten when it has grown to compactFactor times what the last rewrite left,
	// and by compactSlack.
	compactFactor = 3
	compactSlack  = 4 << 20
	// smallState is how long a file may be that is opened as it is. A longer one is rewritten
	// first, so that it does not grow from one start to the next.
	smallState = 64 << 10
)

var (
	errNotState = errors.New("the file is not a sandbox state file of this version")
	errLongLine = errors.New("a line is too long")
)

// stateFile is the log of changes that a world is kept in. Its zero value keeps nothing.
type stateFile struct {
	path string
	lock *flock.Flock
	file *os.File
	// size is the length of what was written in full, live the length after the last rewrite.
	size, live int64
	// owed is what a failed write still has to put there.
	owed []byte
}

// ErrInUse says that another process works on the same state file.
var ErrInUse = errors.New("another process is using this sandbox state file")

// ErrClosed says that the store was closed.
var ErrClosed = errors.New("the sandbox network is closed")

// openStateFile brings w to what the file at path says, and opens the file for more. It rewrites a
// file that is not small, not whole or not private. An empty path gives a stateFile that keeps
// nothing.
func openStateFile(path string, w *World, log *slog.Logger) (*stateFile, error) {
	if path == "" {
		return &stateFile{}, nil
	}
	lock := flock.New(path+".lock", flock.SetPermissions(stateMode), flock.SetFlag(os.O_CREATE|os.O_RDWR))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, err
	}
	if !locked {
		return nil, fmt.Errorf("%w: %s", ErrInUse, path)
	}
	s := &stateFile{path: path, lock: lock}
	if err := s.open(w, log); err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	return s, nil
}

func (s *stateFile) open(w *World, log *slog.Logger) error {
	f, err := os.Open(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s.compact(w)
	}
	if err != nil {
		return err
	}
	canGrow, err := loadState(f, w, log)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	trim(w)
	if canGrow && s.openAsItIs() {
		return nil
	}
	return s.compact(w)
}

// openAsItIs opens a small file for more, and reports whether it has. A rewrite waits for the disk,
// and would keep the program from starting for as long.
func (s *stateFile) openAsItIs() bool {
	info, err := os.Lstat(s.path)
	// A link, and a file that others can read, become a file of their own with a rewrite. Windows
	// has no such mode, so that each start rewrites the file there.
	if err != nil || info.Mode() != stateMode || info.Size() > smallState || s.reopen() != nil {
		return false
	}
	_ = os.Remove(s.temporary()) // A rewrite that was killed may have left it.
	s.size, s.live = info.Size(), info.Size()
	return true
}

// loadState applies every line of r to w. A last line that a kill or a full disk left torn is
// dropped: nothing of it was ever answered. An empty r leaves w as it is. canGrow says that lines
// can be added to r as it is.
func loadState(r io.Reader, w *World, log *slog.Logger) (canGrow bool, err error) {
	br := bufio.NewReader(r)
	header, err := readLine(br)
	if errors.Is(err, io.EOF) && len(header) == 0 {
		return false, nil
	}
	if err != nil || string(header) != StateHeader && string(header) != olderStateHeader {
		return false, errNotState
	}
	for number := 2; ; number++ {
		line, err := readLine(br)
		if errors.Is(err, io.EOF) {
			if len(line) > 0 {
				log.Warn("sandbox state: dropped a torn last line", "bytes", len(line))
			}
			return len(line) == 0 && string(header) == StateHeader, nil
		}
		if err != nil {
			return false, fmt.Errorf("line %d: %w", number, err)
		}
		var c change
		if err := json.Unmarshal(line, &c); err != nil {
			if _, more := br.Peek(1); errors.Is(more, io.EOF) {
				log.Warn("sandbox state: dropped an unreadable last line", "bytes", len(line))
				return false, nil
			}
			return false, fmt.Errorf("line %d: %w", number, err)
		}
		if err := w.apply(&c); err != nil {
			return false, fmt.Errorf("line %d: %w", number, err)
		}
	}
}

// readLine returns the next line without its end. For a last line without an end it returns that
// line and io.EOF.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxStateLine {
			return nil, errLongLine
		}
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			return line, err
		}
		return line[:len(line)-1], nil
	}
}

// append writes c as one line. After a failure the file is as before, the line stays owed and goes
// ahead of the next.
func (s *stateFile) append(c *change) error {
	if s.path == "" {
		return nil
	}
	line, err := encodeLine(c)
	if err != nil {
		return err
	}
	line = append(s.owed, line...)
	if err := s.reopen(); err != nil {
		s.owed = line
		return err
	}
	if _, err := s.file.Write(line); err != nil {
		s.owed = line
		return errors.Join(err, s.file.Truncate(s.size))
	}
	s.owed = nil
	s.size += int64(len(line))
	return nil
}

// compactWhenGrown rewrites the file once most of it is overtaken. A rewrite that fails leaves the
// file as it is, and is tried again when the file has grown once more.
func (s *stateFile) compactWhenGrown(w *World, log *slog.Logger) {
	if s.size < compactFactor*s.live+compactSlack {
		return
	}
	if err := s.compact(w); err != nil {
		log.Warn("sandbox state not rewritten", "error", err)
		s.live = s.size
	}
}

// compact replaces the file with one that holds what w is and nothing of how it came about.
func (s *stateFile) compact(w *World) error {
	temp := s.temporary()
	size, err := writeSnapshot(temp, w)
	if err != nil {
		return err
	}
	// Windows replaces no file that is open.
	if s.file != nil {
		_ = s.file.Close()
	}
	s.file = nil
	renamed := os.Rename(temp, s.path)
	if renamed == nil {
		s.size, s.live, s.owed = size, size, nil
	}
	return errors.Join(renamed, s.reopen())
}

// reopen opens the file for more, unless it is open. A rewrite closes it, and may not get it open
// again, as while another program scans it: then the next line tries once more.
func (s *stateFile) reopen() (err error) {
	if s.file == nil {
		s.file, err = os.OpenFile(s.path, os.O_WRONLY|os.O_APPEND, stateMode)
	}
	return err
}

// temporary is the path of a rewrite that is not complete yet.
func (s *stateFile) temporary() string { return s.path + ".tmp" }

func (s *stateFile) close() error {
	if s.path == "" {
		return nil
	}
	var err error
	if s.file != nil {
		err = s.file.Close()
		s.file = nil
	}
	return errors.Join(err, s.lock.Unlock())
}

// writeSnapshot writes a state file that makes the world w.
func writeSnapshot(path string, w *World) (size int64, err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, stateMode)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	buf := bufio.NewWriter(f)
	size, err = WriteState(buf, w)
	return size, errors.Join(err, buf.Flush(), f.Sync())
}

// Load returns the world that the lines of a state file make.
func Load(r io.Reader, c clock.Clock, log *slog.Logger) (*World, error) {
	w := New(c)
	_, err := loadState(r, w, log)
	return w, err
}
