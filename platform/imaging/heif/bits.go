package heif

// bitReader reads bits. Behind the end it reads zeros, and failed says so.
type bitReader struct {
	b      []byte
	at     int
	failed bool
}

func (r *bitReader) bits(n int) uint32 {
	var v uint32
	for range n {
		if r.at >= 8*len(r.b) {
			r.failed = true
			return 0
		}
		v = v<<1 | uint32(r.b[r.at/8]>>(7-r.at%8)&1)
		r.at++
	}
	return v
}

func (r *bitReader) flag() bool { return r.bits(1) == 1 }

func (r *bitReader) skip(n int) { r.at += n }

// golomb reads a number whose length is coded by zeros before it.
func (r *bitReader) golomb() uint32 {
	zeros := 0
	for !r.failed && r.bits(1) == 0 {
		zeros++
	}
	if r.failed || zeros > 31 {
		r.failed = true
		return 0
	}
	return 1<<zeros - 1 + r.bits(zeros)
}

// few reads such a number, which is at most most.
func (r *bitReader) few(most uint32) int {
	n := r.golomb()
	if n > most {
		r.failed = true
		return 0
	}
	return int(n)
}
