package sandbox

import (
	"io"
	"log/slog"
	"os"
	"time"

	"crier/platform/clock"
	"crier/platform/video/mp4"

	"github.com/go-json-experiment/json"
)

// MovieDuration walks the boxes of r.
func MovieDuration(r io.ReaderAt, size int64) (time.Duration, error) {
	m, err := mp4.Read(r, size)
	return m.Duration, err
}

// StateHeader is the first line of a state file.
const StateHeader = stateHeader

// LoadedState returns the ledger and the rewritten lines of the world that the lines of r make.
func LoadedState(r io.Reader, c clock.Clock) (ledgerJSON, lines string, err error) {
	w := newWorld(c)
	if err := loadState(r, w, slog.New(slog.DiscardHandler)); err != nil {
		return "", "", err
	}
	lines = stateHeader + "\n"
	for one := range w.snapshot() {
		line, err := encodeLine(one)
		if err != nil {
			return "", "", err
		}
		lines += string(line)
	}
	b, err := json.Marshal(w.ledger())
	return string(b), lines, err
}

// BreakStateFile makes every write of n fail, as on a full disk, until the returned function is called.
func BreakStateFile(n *Network) (mend func(), err error) {
	n.store.mu.Lock()
	defer n.store.mu.Unlock()
	whole := n.store.file.file
	broken, err := os.Open(n.store.file.path)
	if err != nil {
		return nil, err
	}
	n.store.file.file = broken
	return func() {
		n.store.mu.Lock()
		defer n.store.mu.Unlock()
		n.store.file.file = whole
		_ = broken.Close()
	}, nil
}

// NativePasswords returns a function that opens what is sealed with a new key.
func NativePasswords() (open func(sealed string) (string, error), err error) {
	key, err := newNativeKey()
	return key.open, err
}

// LiveEntities returns how many containers, media and things on Pages the network n answers for.
func LiveEntities(n *Network) int {
	n.store.mu.Lock()
	defer n.store.mu.Unlock()
	return len(n.store.w.containers.byID) + len(n.store.w.media.byID) + len(n.store.w.pages.byID)
}

// KeptLive is how many posts the network answers for, and MaxPast how many more the ledger shows.
const (
	KeptLive = keptLive
	MaxPast  = maxPast
)
