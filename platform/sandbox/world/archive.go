package world

import (
	"bytes"
	"compress/flate"
	"fmt"
	"iter"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// packSize is how many entries of an archive are packed together.
	packSize = 500
	// packLevel is fast: what is packed is JSON whose entries are much alike.
	packLevel = flate.BestSpeed
)

// Archive is a list that only grows at its end. It keeps all but the latest entries packed, which
// takes about a tenth of the memory, and of more than most entries it forgets the oldest.
type Archive[E any] struct {
	most   int
	packed []pack
	// latest are the newest entries, as they are.
	latest []E
	// forgotten counts the entries that are no longer there.
	forgotten int
}

type pack struct {
	count int
	bytes []byte
}

func newArchive[E any](most int) *Archive[E] { return &Archive[E]{most: most} }

// add appends entries, which nothing may change from then on.
func (a *Archive[E]) add(entries ...E) {
	a.latest = append(a.latest, entries...)
	for len(a.latest) >= 2*packSize {
		a.packed = append(a.packed, pack{packSize, packed(a.latest[:packSize])})
		a.latest = slices.Clone(a.latest[packSize:])
	}
	for len(a.packed) > 0 && a.Count()-a.packed[0].count >= a.most {
		a.forgotten += a.packed[0].count
		a.packed = slices.Delete(a.packed, 0, 1)
	}
}

// Count returns how many entries there are.
func (a *Archive[E]) Count() int {
	n := len(a.latest)
	for _, p := range a.packed {
		n += p.count
	}
	return n
}

// parts yields the entries in groups, oldest first.
func (a *Archive[E]) parts() iter.Seq[[]E] {
	return func(yield func([]E) bool) {
		for _, p := range a.packed {
			if !yield(unpacked[E](p.bytes)) {
				return
			}
		}
		if len(a.latest) > 0 {
			yield(a.latest)
		}
	}
}

// All returns every entry, oldest first. It is never nil.
func (a *Archive[E]) All() []E {
	all := make([]E, 0, a.Count())
	for part := range a.parts() {
		all = append(all, part...)
	}
	return all
}

func packed[E any](entries []E) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, packLevel)
	if err == nil {
		err = json.MarshalWrite(w, entries, jsontext.AllowInvalidUTF8(true))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(fmt.Errorf("sandbox: what the state file takes cannot be packed: %w", err))
	}
	return bytes.Clone(b.Bytes())
}

func unpacked[E any](b []byte) (entries []E) {
	if err := json.UnmarshalRead(flate.NewReader(bytes.NewReader(b)), &entries, jsontext.AllowInvalidUTF8(true)); err != nil {
		panic(fmt.Errorf("sandbox: what was packed cannot be unpacked: %w", err))
	}
	return entries
}

// How much of what is over the network still answers for, of each kind: the latest so many, and a
// quarter more before older ones are put into the past.
const (
	KeptLive  = 2000
	liveSlack = KeptLive / 4
	// MaxPast is how much of it the ledger still shows.
	MaxPast = 20_000
	// maxLoggedCalls is how many of the latest calls the log keeps, and maxUnexpected how many of
	// the unexpected ones.
	maxLoggedCalls = 10_000
	maxUnexpected  = 10_000
)

// Past is what has happened and can no longer change: for the ledger and the log.
type Past struct {
	*core

	Publications *Archive[*Media]
	PageItems    *Archive[*PageItem]
	Comments     *Archive[*Comment]
	PublishCalls *Archive[PublishCall]
	Unexpected   *Archive[UnexpectedCall]
	Calls        *Archive[*LoggedCall]
	// forgotten is how many publications, things on Pages, comments and publish calls an earlier
	// run had forgotten.
	forgotten int
}

// maxRecordedIDBytes bounds what is kept of the id that a publish call names.
const maxRecordedIDBytes = 64

func newPast(c *core) *Past {
	return &Past{
		core:         c,
		Publications: newArchive[*Media](MaxPast), PageItems: newArchive[*PageItem](MaxPast), PublishCalls: newArchive[PublishCall](MaxPast),
		Comments: newArchive[*Comment](MaxPast), Unexpected: newArchive[UnexpectedCall](maxUnexpected), Calls: newArchive[*LoggedCall](maxLoggedCalls),
	}
}

// lost is how many entries the ledger once had and has no longer.
func (p *Past) lost() int {
	return p.forgotten + p.Publications.forgotten + p.PageItems.forgotten + p.Comments.forgotten + p.PublishCalls.forgotten
}

// PutPublishCall records a call of media_publish for the container of the id, whatever came of it.
func (p *Past) PutPublishCall(id, outcome string) {
	c := PublishCall{ContainerID: id[:min(len(id), maxRecordedIDBytes)], Outcome: outcome}
	p.record().PublishCalls = append(p.record().PublishCalls, c)
	p.PublishCalls.add(c)
}

func (p *Past) putUnexpected(u UnexpectedCall) {
	p.record().Unexpected = append(p.record().Unexpected, u)
	p.Unexpected.add(u)
}

// PutCall puts a call into the log.
func (p *Past) PutCall(c *LoggedCall) {
	p.record().Calls = append(p.record().Calls, c)
	p.Calls.add(c)
}
