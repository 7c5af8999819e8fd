package imaging

// chromaticities are the coordinates x and y of red, green, blue and white.
type chromaticities [4][2]float64

func srgbPrimaries() chromaticities {
	return chromaticities{{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, {0.3127, 0.3290}}
}

func p3Primaries() chromaticities {
	return chromaticities{{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, {0.3127, 0.3290}}
}

func widePrimaries() chromaticities {
	return chromaticities{{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, {0.3127, 0.3290}}
}

// isNear reports whether the colours are the same to the eye.
func (c chromaticities) isNear(other chromaticities) bool {
	const same = 0.002
	for i := range c {
		for j := range c[i] {
			if d := c[i][j] - other[i][j]; d > same || d < -same {
				return false
			}
		}
	}
	return true
}

// toXYZ returns the matrix of a profile with these primaries, adapted to D50 (Bradford), and
// whether there is one.
func (c chromaticities) toXYZ() (m [3][3]float64, ok bool) {
	var columns [4][3]float64
	for i, p := range c {
		if p[1] <= 0 {
			return m, false
		}
		columns[i] = [3]float64{p[0] / p[1], 1, (1 - p[0] - p[1]) / p[1]}
	}
	for row := range m {
		m[row] = [3]float64{columns[0][row], columns[1][row], columns[2][row]}
	}
	inverse, ok := inverted(m)
	if !ok {
		return m, false
	}
	white := columns[3]
	m = times(m, diagonal(applied(inverse, white)))
	bradford := [3][3]float64{{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}
	back, _ := inverted(bradford)
	from, to := applied(bradford, white), applied(bradford, d50())
	for i := range to {
		to[i] /= from[i]
	}
	return times(times(times(back, diagonal(to)), bradford), m), true
}

func diagonal(v [3]float64) [3][3]float64 { return [3][3]float64{{v[0]}, {0, v[1]}, {0, 0, v[2]}} }

func applied(m [3][3]float64, v [3]float64) (out [3]float64) {
	for i, row := range m {
		out[i] = row[0]*v[0] + row[1]*v[1] + row[2]*v[2]
	}
	return out
}

func times(a, b [3][3]float64) (out [3][3]float64) {
	for i := range out {
		for j := range out {
			out[i][j] = a[i][0]*b[0][j] + a[i][1]*b[1][j] + a[i][2]*b[2][j]
		}
	}
	return out
}

func inverted(m [3][3]float64) (out [3][3]float64, ok bool) {
	for i := range out {
		for j := range out {
			a, b, c, d := (j+1)%3, (j+2)%3, (i+1)%3, (i+2)%3
			out[i][j] = m[a][c]*m[b][d] - m[a][d]*m[b][c]
		}
	}
	const flat = 1e-6
	sum := m[0][0]*out[0][0] + m[0][1]*out[1][0] + m[0][2]*out[2][0]
	if sum > -flat && sum < flat {
		return out, false
	}
	for i := range out {
		for j := range out {
			out[i][j] /= sum
		}
	}
	return out, true
}
