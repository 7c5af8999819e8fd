package imaging

// The constants of the transform, with 12 fraction bits.
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

// inverseDCT dequantizes a block and writes its samples, with the algorithm of Loeffler, Ligtenberg
// and Moschytz.
func (b *block) inverseDCT(to []uint8, stride int, quantization *[64]int32) {
	if b.lastNonZero == 0 {
		fillBlock(to, stride, int32(b.coefficients[0])*quantization[0])
		return
	}
	var v [64]int32
	for x := range 8 {
		b.column(&v, x, quantization)
	}
	for y := range 8 {
		row(to[y*stride:][:8], (*[8]int32)(v[8*y:]))
	}
}

// fillBlock writes a block of one value.
func fillBlock(to []uint8, stride int, dc int32) {
	value := clamp((dc + 4 + 128<<3) >> 3)
	for y := range 8 {
		line := to[y*stride:][:8]
		for i := range line {
			line[i] = value
		}
	}
}

func clamp(v int32) uint8 {
	if uint32(v) > 255 {
		return uint8(^(v >> 31))
	}
	return uint8(v)
}

// column transforms a column. Its results have two fraction bits.
func (b *block) column(v *[64]int32, x int, quantization *[64]int32) {
	c, q := b.coefficients[x:][:57], quantization[x:][:57]
	if c[8]|c[16]|c[24]|c[32]|c[40]|c[48]|c[56] == 0 {
		dc := int32(c[0]) * q[0] << 2
		for y := range 8 {
			v[8*y+x] = dc
		}
		return
	}
	e := evenPart(int32(c[0])*q[0], int32(c[16])*q[16], int32(c[32])*q[32], int32(c[48])*q[48])
	o := oddPart(int32(c[8])*q[8], int32(c[24])*q[24], int32(c[40])*q[40], int32(c[56])*q[56])
	const shift, half = cosBits - 2, 1 << (cosBits - 3)
	w := v[x:][:57]
	w[0], w[56] = (e[0]+half+o[0])>>shift, (e[0]+half-o[0])>>shift
	w[8], w[48] = (e[1]+half+o[1])>>shift, (e[1]+half-o[1])>>shift
	w[16], w[40] = (e[2]+half+o[2])>>shift, (e[2]+half-o[2])>>shift
	w[24], w[32] = (e[3]+half+o[3])>>shift, (e[3]+half-o[3])>>shift
}

// row transforms a row to samples.
func row(to []uint8, v *[8]int32) {
	e := evenPart(v[0], v[2], v[4], v[6])
	o := oddPart(v[1], v[3], v[5], v[7])
	const shift = cosBits + 2 + 3
	const half = 1<<(shift-1) + 128<<shift
	to = to[:8]
	to[0], to[7] = clamp((e[0]+half+o[0])>>shift), clamp((e[0]+half-o[0])>>shift)
	to[1], to[6] = clamp((e[1]+half+o[1])>>shift), clamp((e[1]+half-o[1])>>shift)
	to[2], to[5] = clamp((e[2]+half+o[2])>>shift), clamp((e[2]+half-o[2])>>shift)
	to[3], to[4] = clamp((e[3]+half+o[3])>>shift), clamp((e[3]+half-o[3])>>shift)
}

// evenPart is the part of the transform for the even coefficients.
func evenPart(s0, s2, s4, s6 int32) [4]int32 {
	p := (s2 + s6) * c0541
	t2, t3 := p-s6*c1847, p+s2*c0765
	t0, t1 := (s0+s4)<<cosBits, (s0-s4)<<cosBits
	return [4]int32{t0 + t3, t1 + t2, t1 - t2, t0 - t3}
}

func oddPart(s1, s3, s5, s7 int32) [4]int32 {
	p3, p4 := s7+s3, s5+s1
	p5 := (p3 + p4) * c1175
	p1, p2 := p5-(s7+s1)*c0899, p5-(s5+s3)*c2562
	p3, p4 = -p3*c1961, -p4*c0390
	return [4]int32{s1*c1501 + p1 + p4, s3*c3072 + p2 + p3, s5*c2053 + p2 + p4, s7*c0298 + p1 + p3}
}
