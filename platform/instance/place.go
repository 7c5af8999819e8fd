package instance

import (
	"log/slog"
	"os"

	"crier/platform/datadir"
	"crier/platform/wireid"
)

// chooseDir decides in which folder the mark is, before open. Unless somebody has named the folder,
// that is the named one where the data folder had its mark last, if there is one that can be read.
// When the user's folder has a newer one, that counts: a copy of the data folder that was put back
// may have an earlier place.
func (m *marks) chooseDir(state State) {
	if !m.isDefault || state.MarkedIn == nil || *state.MarkedIn == m.dir || datadir.Within(m.folder, *state.MarkedIn) {
		return
	}
	there, isThere := peek(*state.MarkedIn, state.ID)
	here, isHere := peek(m.dir, state.ID)
	if isThere && (!isHere || !here.isNewerThan(there)) {
		m.dir, m.isDefault = *state.MarkedIn, false
	}
}

// named returns the folder of the mark if somebody has named it, and nil for the user's folder.
// Another user has another folder, so that a copy must not keep the place of the first one.
func (m *marks) named() *string {
	if m.isDefault {
		return nil
	}
	return &m.dir
}

// isNewerThan compares records of different marks of one data folder. The clock decides only when
// no visible call tells.
func (r record) isNewerThan(other record) bool {
	if r.Sequence != other.Sequence {
		return r.Sequence > other.Sequence
	}
	return r.At.After(other.At)
}

// peek returns what the mark in dir says, and false when there is none that can be read. It takes
// and makes nothing.
func peek(dir string, id wireid.ID) (record, bool) {
	if dir == "" {
		return record{}, false
	}
	m := marks{log: slog.New(slog.DiscardHandler), dir: dir, id: id}
	file, err := os.Open(m.path(".mark"))
	if err != nil {
		return record{}, false
	}
	defer func() { _ = file.Close() }()
	m.file = file
	found, ok, err := m.read()
	return found, ok && err == nil
}
