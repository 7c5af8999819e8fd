package world

import (
	"slices"

	"crier/platform/wiretime"
)

// leaveOut returns what a read of a list shows of it, and counts the read for what it leaves out:
// that of which left says that there are still reads to leave it out of. No list lags for longer
// than the settings say.
func leaveOut[E any](c *core, list []E, at func(E) wiretime.Time, left func(E) *int, put func(E)) []E {
	if !slices.ContainsFunc(list, func(one E) bool { return *left(one) > 0 }) {
		return list
	}
	shown := make([]E, 0, len(list))
	for _, one := range list {
		reads := left(one)
		if *reads <= 0 || !c.mayLag(at(one)) {
			shown = append(shown, one)
			continue
		}
		*reads--
		put(one)
	}
	return shown
}

func mediaSince(m *Media) wiretime.Time        { return m.PublishedAt }
func pageItemSince(p *PageItem) wiretime.Time  { return *p.ShownAt }
func nativeSince(m *NativeMedia) wiretime.Time { return m.TakenAt }

func (m *Media) unlistedReads() *int       { return &m.Unlisted }
func (p *PageItem) unlistedReads() *int    { return &p.Unlisted }
func (m *NativeMedia) unlistedReads() *int { return &m.Unlisted }

// Listed returns what a read of a list of the account shows of it.
func (s *Publications) Listed(list []*Media) []*Media {
	return leaveOut(s.core, list, mediaSince, (*Media).unlistedReads, s.Put)
}

// Listed returns what a read of a native user's own stories shows of them.
func (s *Natives) Listed(list []*NativeMedia) []*NativeMedia {
	return leaveOut(s.core, list, nativeSince, (*NativeMedia).unlistedReads, s.PutMedia)
}
