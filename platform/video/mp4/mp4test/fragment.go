package mp4test

import "slices"

// fragmented returns a file whose samples are in parts, each with a table of its own.
func (f *file) fragmented(head []byte) []byte {
	var extends [][]byte
	for _, t := range f.tracks {
		extends = append(extends, Box("trex", make([]byte, 4), be32(t.id), be32(1), be32(t.deltas[0]), be32(uint32(f.SampleSize)), be32(0)))
	}
	f.Extra = slices.Concat(f.Extra, Box("mvex", extends...))
	lasts := f.Duration
	f.Duration = 0
	b := slices.Concat(head, f.moov())
	f.Duration = lasts
	for part := range f.Fragments {
		b = append(b, f.fragment(part)...)
	}
	return b
}

func (f *file) fragment(part int) []byte {
	parts := [][]byte{Box("mfhd", make([]byte, 4), be32(uint32(part+1)))}
	var media []byte
	for _, t := range f.tracks {
		from, to := part*len(t.deltas)/f.Fragments, (part+1)*len(t.deltas)/f.Fragments
		var durations []byte
		for i, d := range t.deltas[from:to] {
			durations = append(durations, be32(d)...)
			media = append(media, Sample(t.id, from+i, f.SampleSize)...)
		}
		run := Box("trun", be32(0x100), be32(uint32(to-from)), durations)
		parts = append(parts, Box("traf", Box("tfhd", be32(0x20000), be32(t.id)), run))
	}
	return slices.Concat(Box("moof", parts...), Box("mdat", media))
}
