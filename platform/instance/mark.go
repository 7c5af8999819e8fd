package instance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"crier/platform/clock"
	"crier/platform/datadir"
	"crier/platform/wireid"

	"github.com/gofrs/flock"
)

const (
	markDirMode  fs.FileMode = 0o700
	markFileMode fs.FileMode = 0o600
	// slotSize and slots are the form of the file: the records take turns, so that one that was
	// torn leaves the one before it.
	slotSize, slots = 2048, 2
	// longestFolder bounds the path that a record names.
	longestFolder = 1024
	// lockPause is how often a mark is tried that another process has.
	lockPause = 50 * time.Millisecond
)

// marks keeps the mark of one folder. While the process has the lock beside the file, no other copy
// of the folder writes it.
type marks struct {
	log    *slog.Logger
	clock  clock.Clock
	sync   func(*os.File) error
	dir    string
	folder string
	// isDefault says that dir is the user's: nobody has named it, nor has the data folder.
	isDefault bool

	// wanted is the highest sequence that somebody wants the mark to have.
	wanted atomic.Int64
	// writing is held while the mark is written, which waits for the disk. mu is held for moments
	// only, because a look at whose the mark is comes from within a transaction, for which all
	// other writers wait. Of both, writing is taken first.
	writing sync.Mutex

	mu   sync.Mutex
	id   wireid.ID
	lock *flock.Flock
	file *os.File
	last record
	// slots are the slots of the file as they were read last.
	slots [slots]slot
	// turn is that of the record that is being written, or else of the last one.
	turn uint64
	// problem is why the mark cannot be kept, empty while it can.
	problem string
	// rival is where another copy of the folder is in use, once that is known.
	rival *record
}

// open takes the mark of the folder with the id. It returns what the mark says, and false when
// there is none that can be read. It waits for a mark that another process has at most as long as
// timeout; hasRival says whether the other process still has it then.
func (m *marks) open(ctx context.Context, id wireid.ID, timeout time.Duration) (record, bool) {
	m.mu.Lock()
	m.id = id
	m.mu.Unlock()
	err := m.openFiles(ctx, timeout) // Without mu, because it may wait.
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		m.setProblem(err)
	}
	found, ok, err := m.read()
	if err != nil {
		m.setProblem(err)
	}
	m.last, m.turn = found, found.Turn
	return found, ok
}

var errInside = errors.New("it would be in the data folder, whose copies have it too")

// openFiles opens the files of the mark, and makes those that are not there.
func (m *marks) openFiles(ctx context.Context, timeout time.Duration) error {
	if datadir.Within(m.folder, m.dir) {
		return errInside
	}
	if err := os.MkdirAll(m.dir, markDirMode); err != nil {
		return err
	}
	lock := flock.New(m.path(".lock"), flock.SetPermissions(markFileMode), flock.SetFlag(os.O_CREATE|os.O_RDWR))
	locked, lockErr := m.lockWithin(ctx, lock, timeout)
	file, err := m.openFile()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.file = file
	switch {
	case lockErr != nil: // Such as on a network drive: the nonce alone tells copies apart.
	case locked:
		m.lock = lock
	default:
		m.rival = &record{}
	}
	return err
}

// lockWithin locks the mark. While another process has it, it tries again until the timeout.
func (m *marks) lockWithin(ctx context.Context, lock *flock.Flock, timeout time.Duration) (locked bool, err error) {
	begun := m.clock.Running().Elapsed
	for {
		locked, err = lock.TryLock()
		isOver := m.clock.Running().Elapsed-begun >= timeout
		if locked || err != nil || isOver || clock.Sleep(ctx, m.clock, lockPause) != nil {
			return locked, err
		}
	}
}

// openFile opens the mark, and makes its name durable.
func (m *marks) openFile() (*os.File, error) {
	file, err := os.OpenFile(m.path(".mark"), os.O_CREATE|os.O_RDWR, markFileMode)
	if err != nil {
		return nil, err
	}
	_ = datadir.SyncFolder(m.dir) // A mark whose name is lost raises no alarm.
	return file, nil
}

func (m *marks) path(suffix string) string { return filepath.Join(m.dir, m.id.String()+suffix) }

// read returns the newest record of the file.
func (m *marks) read() (newest record, found bool, err error) {
	if m.file == nil {
		return record{}, false, nil
	}
	var b [slots * slotSize]byte
	n, err := m.file.ReadAt(b[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return record{}, false, err
	}
	for i := range m.slots {
		s := &m.slots[i]
		s.read(b[min(i*slotSize, n):min((i+1)*slotSize, n)])
		if s.isWhole && s.record.Instance == m.id && (!found || s.record.Turn > newest.Turn) {
			newest, found = s.record, true
		}
	}
	if !found && n > 0 {
		m.log.Warn("instance: the mark of the data folder cannot be read; it is written again", "file", m.path(".mark"))
	}
	return newest, found, nil
}

// write makes the mark say the sequence and the nonce. It never falls back behind what it says
// already. It is called with writing held.
func (m *marks) write(sequence int64, nonce string) error {
	file, err := m.reopen()
	if err != nil {
		return err
	}
	r := m.next(sequence, nonce)
	b, err := r.format()
	if err == nil {
		_, err = file.WriteAt(b, int64(r.Turn%slots)*slotSize)
	}
	if err == nil {
		err = m.sync(file)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil {
		m.last = r
	} else {
		m.last.Nonce = "" // The file may have the record all the same.
	}
	m.turn = m.last.Turn
	return err
}

func (m *marks) next(sequence int64, nonce string) record {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turn = m.last.Turn + 1
	r := record{Instance: m.id, Turn: m.turn, Sequence: max(sequence, m.last.Sequence), Nonce: nonce, Folder: m.folder, At: m.clock.Now()}
	if len(r.Folder) > longestFolder {
		r.Folder = ""
	}
	return r
}

// reopen returns the file. It opens it when that has failed before, and makes it again when it was
// deleted.
func (m *marks) reopen() (*os.File, error) {
	if datadir.Within(m.folder, m.dir) {
		return nil, errInside
	}
	there, err := os.Stat(m.path(".mark"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err == nil && m.file != nil {
		if own, err := m.file.Stat(); err == nil && os.SameFile(there, own) {
			return m.file, nil
		}
	}
	if err := os.MkdirAll(m.dir, markDirMode); err != nil {
		return nil, err
	}
	file, err := m.openFile()
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.file != nil {
		_ = m.file.Close()
	}
	m.file = file
	return file, nil
}

// raise writes the sequence and the nonce into the mark, on disk, and reports whether the mark has
// them. It leaves a mark that has them already. Those that wait for each other share one write, for
// each sequence is one that the folder has on disk.
func (m *marks) raise(sequence int64, nonce string) bool {
	for {
		wanted := m.wanted.Load()
		if wanted >= sequence || m.wanted.CompareAndSwap(wanted, sequence) {
			break
		}
	}
	m.writing.Lock()
	defer m.writing.Unlock()
	if has, isLost := m.has(sequence, nonce); has || isLost {
		return has
	}
	err := m.write(m.wanted.Load(), nonce)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		m.setProblem(err)
		return false
	}
	m.clearProblem()
	return true
}

// has reports whether the mark has the sequence and the nonce, and whether it is another copy's.
func (m *marks) has(sequence int64, nonce string) (has, isLost bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rival == nil && m.last.Sequence >= sequence && m.last.Nonce == nonce, m.rival != nil
}

// checkOwn returns ErrCopy when the mark is another copy's.
func (m *marks) checkOwn(nonce string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rival == nil {
		r, found, err := m.read()
		if err == nil && found && r.Nonce != nonce && r.Turn > m.turn {
			m.rival = &r
		}
	}
	if m.rival == nil {
		return nil
	}
	if m.rival.Folder == "" {
		return ErrCopy
	}
	return fmt.Errorf("%w (%s)", ErrCopy, m.rival.Folder)
}

func (m *marks) hasRival() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rival != nil
}

// setProblem stores that the mark cannot be written, and why. It logs that once.
func (m *marks) setProblem(err error) {
	if m.problem == "" {
		m.log.Warn("instance: the mark outside the data folder cannot be written, so Crier cannot notice when the folder goes back in time; "+
			"CRIER_STATE_DIR names another place", "dir", m.dir, "error", err)
	}
	m.problem = err.Error()
}

// clearProblem stores that the mark can be written.
func (m *marks) clearProblem() {
	if m.problem != "" {
		m.log.Info("instance: the mark outside the data folder is written again", "dir", m.dir)
	}
	m.problem = ""
}

func (m *marks) problemText() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.problem
}

// close gives the mark back.
func (m *marks) close() error {
	m.writing.Lock()
	defer m.writing.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	var err error
	if m.file != nil {
		err = m.file.Close()
	}
	if m.lock != nil {
		err = errors.Join(err, m.lock.Unlock())
	}
	m.file, m.lock = nil, nil
	return err
}
