package world

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// chunkSize is how many entities share a line of a rewritten state file.
const chunkSize = 200

// snapshot yields changes that make the first-run world what w is.
func snapshot(w *World) iter.Seq[*change] {
	return func(yield func(*change) bool) {
		if !yield(&change{Seq: w.Seq, Forgotten: w.Past.lost(), Port: w.port, Settings: &w.Settings, Accounts: w.Accounts.all, Natives: w.Natives.Users}) {
			return
		}
		bySeq := func(a, b *Container) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) }
		sorted := slices.SortedFunc(maps.Values(w.Containers.ByID), bySeq)
		_ = chunked(sorted, func(c *change, part []*Container) { c.Containers = part }, yield) &&
			archived(w.Past.Publications, func(c *change, part []*Media) { c.Media = part }, yield) &&
			chunked(w.Media.Latest, func(c *change, part []*Media) { c.Media = part }, yield) &&
			chunked(w.Media.items(), func(c *change, part []*Media) { c.Media = part }, yield) &&
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

func archived[E any](a *Archive[E], set func(*change, []E), yield func(*change) bool) bool {
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
