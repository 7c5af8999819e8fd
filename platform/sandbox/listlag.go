package sandbox

import (
	"slices"

	"crier/platform/wiretime"
)

// leaveOut returns what a read of a list shows of it, and counts the read for what it leaves out: that of which left says that there are
// still reads to leave it out of. No list lags for longer than the settings say.
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

func mediaSince(m *media) wiretime.Time        { return m.PublishedAt }
func pageItemSince(p *pageItem) wiretime.Time  { return *p.ShownAt }
func nativeSince(m *nativeMedia) wiretime.Time { return m.TakenAt }

func (m *media) unlisted() *int       { return &m.Unlisted }
func (p *pageItem) unlisted() *int    { return &p.Unlisted }
func (m *nativeMedia) unlisted() *int { return &m.Unlisted }
