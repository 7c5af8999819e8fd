package sandbox

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// chunkSize is how many entities share a line of a rewritten state file.
const chunkSize = 200

// snapshot yields changes that make the first-run world what w is.
func (w *world) snapshot() iter.Seq[*change] {
	return func(yield func(*change) bool) {
		if !yield(&change{Seq: w.seq, Forgotten: w.past.lost(), Port: w.port, Settings: &w.settings, Accounts: w.accounts.all, Natives: w.natives.users}) {
			return
		}
		bySeq := func(a, b *container) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) }
		sorted := slices.SortedFunc(maps.Values(w.containers.byID), bySeq)
		_ = chunked(sorted, func(c *change, part []*container) { c.Containers = part }, yield) &&
			archived(w.past.publications, func(c *change, part []*media) { c.Media = part }, yield) &&
			chunked(w.media.latest, func(c *change, part []*media) { c.Media = part }, yield) &&
			chunked(w.media.items(), func(c *change, part []*media) { c.Media = part }, yield) &&
			archived(w.past.pageItems, func(c *change, part []*pageItem) { c.PageItems = part }, yield) &&
			chunked(w.pages.sorted(), func(c *change, part []*pageItem) { c.PageItems = part }, yield) &&
			chunked(w.natives.sortedPeople(), func(c *change, part []*person) { c.People = part }, yield) &&
			chunked(w.natives.sortedMedia(), func(c *change, part []*nativeMedia) { c.NativeMedia = part }, yield) &&
			chunked(w.natives.sortedUploads(), func(c *change, part []*nativeUpload) { c.NativeUploads = part }, yield) &&
			chunked(w.natives.items, func(c *change, part []*directItem) { c.Direct = part }, yield) &&
			chunked(w.logins.issued, func(c *change, part []*issuedToken) { c.Tokens = part }, yield) &&
			chunked(w.logins.codes, func(c *change, part []*loginCode) { c.Codes = part }, yield) &&
			archived(w.past.publishCalls, func(c *change, part []publishCall) { c.PublishCalls = part }, yield) &&
			archived(w.past.unexpected, func(c *change, part []unexpectedCall) { c.Unexpected = part }, yield) &&
			chunked(w.faults.all, func(c *change, part []*fault) { c.Faults = part }, yield) &&
			chunked(w.late.all, func(c *change, part []*lateCall) { c.Late = part }, yield) &&
			archived(w.past.calls, func(c *change, part []*loggedCall) { c.Calls = part }, yield)
	}
}

func archived[E any](a *archive[E], set func(*change, []E), yield func(*change) bool) bool {
	for part := range a.parts() {
		if !chunked(part, set, yield) {
			return false
		}
	}
	return true
}

func chunked[E any](all []E, set func(*change, []E), yield func(*change) bool) bool {
	for part := range slices.Chunk(all, chunkSize) {
		var c change
		set(&c, part)
		if !yield(&c) {
			return false
		}
	}
	return true
}
