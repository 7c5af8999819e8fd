package imaging

import "math"

const (
	// weightBits are the fraction bits of a filter's weights, sampleBits those of a value between
	// the passes.
	weightBits = 14
	sampleBits = 6
	// lobes is the reach of the Lanczos filter.
	lobes = 3
	// keepRatio is the least reduction that is left to the filter after a box has averaged groups
	// of samples. The box is much cheaper, and with this ratio the filter still determines the
	// result.
	keepRatio = 1.3
	// maxBox keeps the sum of a box within 16 bits.
	maxBox = 16
)

// span is a side of a plane: the pixels of the picture's side, and the pixels per sample, 1, 2 or
// 4.
type span struct {
	pixels, per int
}

func (s span) samples() int { return (s.pixels + s.per - 1) / s.per }

// axis says how the samples along one side of a plane are computed from those of another. First box
// neighbours are averaged, then each result is a weighted sum. Results are in the order of their
// first source sample.
type axis struct {
	box     int
	source  int
	results []weighted
	// window is how many boxed samples are needed at once if the results are computed in order.
	window int
}

// weighted is one result: sample out of the new plane is the weighted sum of the boxed samples from
// first on.
type weighted struct {
	out     int
	first   int
	weights []int32
}

// end is the index after the last sample that the result needs.
func (r weighted) end() int { return r.first + len(r.weights) }

// newAxis maps from onto to; mirrored reverses the result. Positions are pixel centres in the
// picture, not in the plane, so that chroma stays in place on odd sides.
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

// newWeighted weights the samples around centre in a line of n. Beyond its ends the outermost
// samples repeat.
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

// trimmed drops zero weights at both ends.
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
