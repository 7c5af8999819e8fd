package mp4

// bitReader reads numbers bit by bit. Behind the end it reads zeros and remembers that it did.
type bitReader struct {
	b     []byte
	at    int
	short bool
}

func (r *bitReader) bit() int {
	if r.at >= 8*len(r.b) {
		r.short = true
		return 0
	}
	bit := int(r.b[r.at/8]>>(7-r.at%8)) & 1
	r.at++
	return bit
}

func (r *bitReader) read(n int) (v int) {
	for range n {
		v = v<<1 | r.bit()
	}
	return v
}

// golomb reads a number whose length in bits comes before it as zeros.
func (r *bitReader) golomb() int {
	const most = 31
	zeros := 0
	for r.bit() == 0 {
		if zeros++; zeros > most || r.short {
			r.short = true
			return 0
		}
	}
	return 1<<zeros - 1 + r.read(zeros)
}
