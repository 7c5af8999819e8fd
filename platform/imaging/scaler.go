package imaging

// plane is one channel of the result.
type plane struct {
	pix    []uint8
	stride int
	// swapped writes rows as columns.
	swapped bool
}

func (p plane) put(line int, values []uint8) {
	if !p.swapped {
		copy(p.pix[line*p.stride:], values)
		return
	}
	at := line
	for _, v := range values {
		p.pix[at] = v
		at += p.stride
	}
}

// scaler resizes a plane whose rows are pushed from the top. It keeps only the rows within the
// reach of the filter.
type scaler struct {
	x, y *axis
	to   plane
	// from and end bound the source rows that the scaler needs, done and last its remaining
	// results.
	from, end  int
	done, last int

	sums    []uint16
	summed  int
	boxed   []uint8
	next    int
	ring    [][]int16
	columns []int32
	line    []uint8
}

// newScaler returns a scaler for the results [done, last) of y.
func newScaler(x, y *axis, to plane, done, last int) *scaler {
	s := &scaler{x: x, y: y, to: to, done: done, last: last}
	first, end := y.results[done].first, 0
	for _, r := range y.results[done:last] {
		first, end = min(first, r.first), max(end, r.end())
	}
	s.from, s.end, s.next = first*y.box, min(end*y.box, y.source), first
	s.sums = make([]uint16, (x.source+x.box-1)/x.box)
	s.boxed = make([]uint8, len(s.sums))
	s.ring = make([][]int16, y.window)
	for i := range s.ring {
		s.ring[i] = make([]int16, len(x.results))
	}
	s.columns, s.line = make([]int32, len(x.results)), make([]uint8, len(x.results))
	return s
}

// push takes source row n. Rows must come in order; those that are not needed are ignored.
func (s *scaler) push(n int, row []uint8) {
	if n < s.from || n >= s.end {
		return
	}
	row = row[:s.x.source]
	if s.x.box == 1 && s.y.box == 1 {
		s.filter(row)
		return
	}
	addBoxes(s.sums, row, s.x.box)
	if s.summed++; s.summed == s.y.box || n == s.end-1 {
		s.average()
		s.filter(s.boxed)
	}
}

// addBoxes adds each group of box neighbours to a sum.
func addBoxes(sums []uint16, row []uint8, box int) {
	whole := len(row) / box
	if box == 2 {
		for i := range sums[:whole] {
			pair := row[2*i : 2*i+2]
			sums[i] += uint16(pair[0]) + uint16(pair[1])
		}
	} else {
		for i := range sums[:whole] {
			for _, v := range row[i*box : i*box+box] {
				sums[i] += uint16(v)
			}
		}
	}
	for _, v := range row[whole*box:] {
		sums[whole] += uint16(v)
	}
}

// average turns the sums into samples. The last box of a row may be narrower.
func (s *scaler) average() {
	divide(s.boxed, s.sums, s.x.box*s.summed)
	if rest := s.x.source % s.x.box; rest != 0 {
		n := len(s.sums) - 1
		divide(s.boxed[n:], s.sums[n:], rest*s.summed)
	}
	clear(s.sums)
	s.summed = 0
}

func divide(to []uint8, sums []uint16, count int) {
	const bits = 24
	by := uint32((1 << bits) / count)
	for i, v := range sums {
		to[i] = uint8((uint32(v)*by + 1<<(bits-1)) >> bits)
	}
}

// filter resizes one boxed row horizontally, and computes the results that it completes.
func (s *scaler) filter(row []uint8) {
	across(s.ring[s.next%len(s.ring)], row, s.x.results)
	s.next++
	for s.done < s.last {
		r := &s.y.results[s.done]
		if r.end() > s.next {
			return
		}
		s.down(r)
		s.done++
	}
}

func across(to []int16, row []uint8, results []weighted) {
	const shift = weightBits - sampleBits
	for i := range results {
		r := &results[i]
		values := row[r.first:][:len(r.weights)]
		sum := int32(1 << (shift - 1))
		for j, w := range r.weights {
			sum += w * int32(values[j])
		}
		to[r.out] = int16(sum >> shift)
	}
}

// down computes a result as the weighted sum of rows in the ring.
func (s *scaler) down(r *weighted) {
	const shift = weightBits + sampleBits
	for i := range s.columns {
		s.columns[i] = 1 << (shift - 1)
	}
	for i := 0; i < len(r.weights); i += 2 {
		first := s.ring[(r.first+i)%len(s.ring)]
		if i+1 == len(r.weights) {
			addWeighted(s.columns, first, first, r.weights[i], 0)
			break
		}
		addWeighted(s.columns, first, s.ring[(r.first+i+1)%len(s.ring)], r.weights[i], r.weights[i+1])
	}
	for i, v := range s.columns {
		s.line[i] = uint8(min(max(v>>shift, 0), 255))
	}
	s.to.put(r.out, s.line)
}

func addWeighted(sums []int32, a, b []int16, wa, wb int32) {
	a, b = a[:len(sums)], b[:len(sums)]
	for i := range sums {
		sums[i] += wa*int32(a[i]) + wb*int32(b[i])
	}
}
