package world

import (
	"cmp"
	"errors"
	"io"
	"iter"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// StateHeader is the first line of every state file; the number changes when older programs could
// not read it.
const StateHeader = `{"crierSandboxState":2}`

// WriteState writes the lines of a state file that make the world w, and returns how many bytes
// they have.
func WriteState(to io.Writer, w *World) (size int64, err error) {
	n, err := io.WriteString(to, StateHeader+"\n")
	size = int64(n)
	for line, failed := range snapshot(w) {
		if err = errors.Join(err, failed); err != nil {
			return size, err
		}
		n, err = to.Write(line)
		size += int64(n)
	}
	return size, err
}

// encodeLine returns the change as a line of a state file.
func encodeLine(c *change) ([]byte, error) {
	b, err := json.Marshal(c, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, err
	}
	return append(b, '\n'), nil
}

const (
	// chunkSize is how many entities share a line of a rewritten state file, and chunkBytes how
	// long such a line is: fewer share a longer one.
	chunkSize  = 200
	chunkBytes = 1 << 20
)

// snapshot yields the lines of changes that make the first-run world what w is.
func snapshot(w *World) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if !yield(encodeLine(&change{Seq: w.Seq, Forgotten: w.Past.lost(), Port: w.port, Settings: &w.Settings, Accounts: w.Accounts.all, Natives: w.Natives.Users})) {
			return
		}
		bySeq := func(a, b *Container) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) }
		sorted := slices.SortedFunc(maps.Values(w.Containers.ByID), bySeq)
		_ = chunked(sorted, func(c *change, part []*Container) { c.Containers = part }, yield) &&
			archived(w.Past.Publications, func(c *change, part []*Media) { c.Media = part }, yield) &&
			chunked(w.Media.Latest, func(c *change, part []*Media) { c.Media = part }, yield) &&
			chunked(w.Media.items(), func(c *change, part []*Media) { c.Media = part }, yield) &&
			archived(w.Past.Comments, func(c *change, part []*Comment) { c.Comments = part }, yield) &&
			chunked(w.Comments.latest, func(c *change, part []*Comment) { c.Comments = part }, yield) &&
			archived(w.Past.PageItems, func(c *change, part []*PageItem) { c.PageItems = part }, yield) &&
			chunked(w.Pages.Sorted(), func(c *change, part []*PageItem) { c.PageItems = part }, yield) &&
			chunked(w.Natives.sortedPeople(), func(c *change, part []*Person) { c.People = part }, yield) &&
			chunked(w.Natives.SortedMedia(), func(c *change, part []*NativeMedia) { c.NativeMedia = part }, yield) &&
			chunked(w.Natives.sortedUploads(), func(c *change, part []*NativeUpload) { c.NativeUploads = part }, yield) &&
			chunked(w.Natives.Items, func(c *change, part []*DirectItem) { c.Direct = part }, yield) &&
			chunked(w.Logins.issued, func(c *change, part []*IssuedToken) { c.Tokens = part }, yield) &&
			chunked(w.Logins.codes, func(c *change, part []*LoginCode) { c.Codes = part }, yield) &&
			archived(w.Past.PublishCalls, func(c *change, part []PublishCall) { c.PublishCalls = part }, yield) &&
			archived(w.Past.Unexpected, func(c *change, part []UnexpectedCall) { c.Unexpected = part }, yield) &&
			chunked(w.Faults.All, func(c *change, part []*Fault) { c.Faults = part }, yield) &&
			chunked(w.Late.All, func(c *change, part []*LateCall) { c.Late = part }, yield) &&
			archived(w.Past.Calls, func(c *change, part []*LoggedCall) { c.Calls = part }, yield)
	}
}

func archived[E any](a *Archive[E], set func(*change, []E), yield func([]byte, error) bool) bool {
	for part := range a.parts() {
		if !chunked(part, set, yield) {
			return false
		}
	}
	return true
}

func chunked[E any](all []E, set func(*change, []E), yield func([]byte, error) bool) bool {
	for part := range slices.Chunk(all, chunkSize) {
		if !yieldLines(part, set, yield) {
			return false
		}
	}
	return true
}

// yieldLines yields the entities in one line, or in more if that is longer than chunkBytes.
func yieldLines[E any](part []E, set func(*change, []E), yield func([]byte, error) bool) bool {
	var c change
	set(&c, part)
	line, err := encodeLine(&c)
	if half := len(part) / 2; len(line) > chunkBytes && half > 0 {
		return yieldLines(part[:half], set, yield) && yieldLines(part[half:], set, yield)
	}
	return yield(line, err)
}
