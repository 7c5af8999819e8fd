package sandbox

import (
	"io"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"crier/platform/clock"
	"crier/platform/sandbox/world"
	"crier/platform/video/mp4"

	"github.com/go-json-experiment/json"
)

// MovieDuration walks the boxes of r.
func MovieDuration(r io.ReaderAt, size int64) (time.Duration, error) {
	m, err := mp4.Read(r, size)
	return m.Duration, err
}

// StateHeader is the first line of a state file.
const StateHeader = world.StateHeader

// LoadedState returns the ledger and the rewritten lines of the world that the lines of r make.
func LoadedState(r io.Reader, c clock.Clock) (ledgerJSON, lines string, err error) {
	w, err := world.Load(r, c, slog.New(slog.DiscardHandler))
	if err != nil {
		return "", "", err
	}
	var rewritten strings.Builder
	if _, err := world.WriteState(&rewritten, w); err != nil {
		return "", "", err
	}
	b, err := json.Marshal(w.Ledger())
	return string(b), rewritten.String(), err
}

// BreakStateFile makes every write of n fail, as on a full disk, until the returned function is
// called.
func BreakStateFile(n *Network) (mend func(), err error) { return n.store.BreakForTest() }

// LiveEntities returns how many containers, media and things on Pages the network n answers for.
func LiveEntities(n *Network) int {
	total := 0
	n.store.View(func(w *world.World) { total = len(w.Containers.ByID) + len(w.Media.ByID) + len(w.Pages.ByID) })
	return total
}

// FillPeople asks for users until the network has no more.
func FillPeople(n *Network) error {
	return n.store.Update(func(w *world.World) {
		for i := 0; w.Natives.Person("person."+strconv.Itoa(i)) != nil; i++ {
		}
	})
}

// KeptLive is how many posts the network answers for, and MaxPast how many more the ledger shows.
const (
	KeptLive = world.KeptLive
	MaxPast  = world.MaxPast
)
