package imaging

import "math"

const (
	// weightBits are the fraction bits of a filter's weights, sampleBits of a value
	// between the passes.
	weightBits = 14
	sampleBits = 6
	// lobes is the reach of the Lanczos filter.
	lobes = 3
	// keepRatio is what the filter is left to do when a box has averaged whole groups of samples
	// before it: the box is much cheaper, and the filter's shape still decides.
	keepRatio = 1.3
	// maxBox keeps the sum of a box of such sides within 16 bits.
	maxBox = 16
)

// span is one side of a plane, and that of the picture that it belongs to: chroma planes have a
// sample for every 1, 2 or 4 pixels.
type span struct {
	pixels, per int
}

func (s span) samples() int { return (s.pixels + s.per - 1) / s.per }

// axis says how the samples along one side of a plane are made of those of
// another: box neighbours are averaged first, then each result is a weighted
// sum. Results are ordered by where their source begins.
type axis struct {
	box     int
	source  int
	results []weighted
	// window is how many boxed samples must be kept at once when the results are made in order.
	window int
}

// weighted is one result: sample out of the new plane is the sum of the boxed samples from first
// on, by their weights.
type weighted struct {
	out     int
	first   int
	weights []int32
}

// end is the index behind the last sample that the result needs.
func (r weighted) end() int { return r.first + len(r.weights) }

// newAxis maps from onto to; mirrored makes the result run backwards. Positions are centres within
// the picture, not within the plane, so that chroma stays where it belongs on odd sides.
func newAxis(from, to span, mirrored bool) *axis {
	scale := float64(from.pixels) / float64(to.pixels)
	ratio := scale * float64(to.per) / float64(from.per)
	a := &axis{box: boxFor(ratio), source: from.samples()}
	boxed := (a.source + a.box - 1) / a.box
	reach := max(ratio/float64(a.box), 1)
	count := to.samples()
	a.results = make([]weighted, count)
	end := 0
	for i := range a.results {
		out := i
		if mirrored {
			out = count - 1 - i
		}
		centre := (float64(out) + 0.5) * float64(to.per)
		if mirrored {
			centre = float64(to.pixels) - centre
		}
		a.results[i] = newWeighted(out, centre*scale/float64(from.per*a.box), reach, boxed)
		end = max(end, a.results[i].end())
		a.window = max(a.window, end-a.results[i].first)
	}
	return a
}

func boxFor(ratio float64) int {
	return min(max(int(ratio/keepRatio), 1), maxBox)
}

// newWeighted weighs the samples around centre, in a line of n. Beyond its ends
// the last ones repeat.
func newWeighted(out int, centre, reach float64, n int) weighted {
	low := int(math.Floor(centre - lobes*reach))
	high := int(math.Ceil(centre + lobes*reach))
	first, last := clampIndex(low, n), clampIndex(high, n)
	exact := make([]float64, last-first+1)
	var sum float64
	for i := low; i <= high; i++ {
		w := lanczos((float64(i) + 0.5 - centre) / reach)
		exact[clampIndex(i, n)-first] += w
		sum += w
	}
	r := weighted{out: out, first: first, weights: make([]int32, len(exact))}
	rest, largest := int32(1<<weightBits), 0
	for i, w := range exact {
		r.weights[i] = int32(math.Round(w / sum * (1 << weightBits)))
		rest -= r.weights[i]
		if w > exact[largest] {
			largest = i
		}
	}
	r.weights[largest] += rest
	return r.trimmed()
}

// trimmed drops the weights of zero at both ends.
func (r weighted) trimmed() weighted {
	for len(r.weights) > 1 && r.weights[0] == 0 {
		r.first, r.weights = r.first+1, r.weights[1:]
	}
	for len(r.weights) > 1 && r.weights[len(r.weights)-1] == 0 {
		r.weights = r.weights[:len(r.weights)-1]
	}
	return r
}

func clampIndex(i, n int) int { return min(max(i, 0), n-1) }

func lanczos(x float64) float64 {
	if x == 0 {
		return 1
	}
	if x <= -lobes || x >= lobes {
		return 0
	}
	x *= math.Pi
	return lobes * math.Sin(x) * math.Sin(x/lobes) / (x * x)
}
