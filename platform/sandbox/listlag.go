package sandbox

import "slices"

// leaveOut returns what a read of a list shows of it, and counts the read for what it leaves out: that of which left says that there are
// still reads to leave it out of.
func leaveOut[E any](list []E, left func(E) *int, put func(E)) []E {
	if !slices.ContainsFunc(list, func(one E) bool { return *left(one) > 0 }) {
		return list
	}
	shown := make([]E, 0, len(list))
	for _, one := range list {
		reads := left(one)
		if *reads <= 0 {
			shown = append(shown, one)
			continue
		}
		*reads--
		put(one)
	}
	return shown
}

func (m *media) unlisted() *int       { return &m.Unlisted }
func (p *pageItem) unlisted() *int    { return &p.Unlisted }
func (m *nativeMedia) unlisted() *int { return &m.Unlisted }
