package imaging

// The cosines of the transform, in 12 bits behind the point.
const (
	cosBits = 12

	c0298 = 1223  // 0.298631336
	c0390 = 1598  // 0.390180644
	c0541 = 2217  // 0.541196100
	c0765 = 3135  // 0.765366865
	c0899 = 3686  // 0.899976223
	c1175 = 4816  // 1.175875602
	c1501 = 6149  // 1.501321110
	c1847 = 7568  // 1.847759065
	c1961 = 8035  // 1.961570560
	c2053 = 8410  // 2.053119869
	c2562 = 10497 // 2.562915447
	c3072 = 12586 // 3.072711026
)

// pixels writes the samples of a block: the inverse cosine transform of Loeffler, Ligtenberg and Moschytz.
func (b *block) pixels(to []uint8, stride int, quant *[64]int32) {
	if b.last == 0 {
		flat(to, stride, int32(b.coefficients[0])*quant[0])
		return
	}
	var v [64]int32
	for x := range 8 {
		b.column(&v, x, quant)
	}
	for y := range 8 {
		row(to[y*stride:][:8], (*[8]int32)(v[8*y:]))
	}
}

// flat writes a block of one colour.
func flat(to []uint8, stride int, dc int32) {
	value := clamped((dc + 4 + 128<<3) >> 3)
	for y := range 8 {
		line := to[y*stride:][:8]
		for i := range line {
			line[i] = value
		}
	}
}

func clamped(v int32) uint8 {
	if uint32(v) > 255 {
		return uint8(^(v >> 31))
	}
	return uint8(v)
}

// column transforms a column, and leaves two bits behind the point.
func (b *block) column(v *[64]int32, x int, quant *[64]int32) {
	c, q := b.coefficients[x:][:57], quant[x:][:57]
	if c[8]|c[16]|c[24]|c[32]|c[40]|c[48]|c[56] == 0 {
		dc := int32(c[0]) * q[0] << 2
		for y := range 8 {
			v[8*y+x] = dc
		}
		return
	}
	e := evens(int32(c[0])*q[0], int32(c[16])*q[16], int32(c[32])*q[32], int32(c[48])*q[48])
	o := odds(int32(c[8])*q[8], int32(c[24])*q[24], int32(c[40])*q[40], int32(c[56])*q[56])
	const shift, half = cosBits - 2, 1 << (cosBits - 3)
	w := v[x:][:57]
	w[0], w[56] = (e[0]+half+o[0])>>shift, (e[0]+half-o[0])>>shift
	w[8], w[48] = (e[1]+half+o[1])>>shift, (e[1]+half-o[1])>>shift
	w[16], w[40] = (e[2]+half+o[2])>>shift, (e[2]+half-o[2])>>shift
	w[24], w[32] = (e[3]+half+o[3])>>shift, (e[3]+half-o[3])>>shift
}

// row transforms a row to samples.
func row(to []uint8, v *[8]int32) {
	e := evens(v[0], v[2], v[4], v[6])
	o := odds(v[1], v[3], v[5], v[7])
	const shift = cosBits + 2 + 3
	const half = 1<<(shift-1) + 128<<shift
	to = to[:8]
	to[0], to[7] = clamped((e[0]+half+o[0])>>shift), clamped((e[0]+half-o[0])>>shift)
	to[1], to[6] = clamped((e[1]+half+o[1])>>shift), clamped((e[1]+half-o[1])>>shift)
	to[2], to[5] = clamped((e[2]+half+o[2])>>shift), clamped((e[2]+half-o[2])>>shift)
	to[3], to[4] = clamped((e[3]+half+o[3])>>shift), clamped((e[3]+half-o[3])>>shift)
}

// evens is the part of the transform that the even coefficients have.
func evens(s0, s2, s4, s6 int32) [4]int32 {
	p := (s2 + s6) * c0541
	t2, t3 := p-s6*c1847, p+s2*c0765
	t0, t1 := (s0+s4)<<cosBits, (s0-s4)<<cosBits
	return [4]int32{t0 + t3, t1 + t2, t1 - t2, t0 - t3}
}

// odds is the part that the odd ones have.
func odds(s1, s3, s5, s7 int32) [4]int32 {
	p3, p4 := s7+s3, s5+s1
	p5 := (p3 + p4) * c1175
	p1, p2 := p5-(s7+s1)*c0899, p5-(s5+s3)*c2562
	p3, p4 = -p3*c1961, -p4*c0390
	return [4]int32{s1*c1501 + p1 + p4, s3*c3072 + p2 + p3, s5*c2053 + p2 + p4, s7*c0298 + p1 + p3}
}
