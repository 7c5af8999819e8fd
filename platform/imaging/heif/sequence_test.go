package heif

import "testing"

// bitWriter writes numbers of any number of bits.
type bitWriter struct {
	b    []byte
	bits int
}

func (w *bitWriter) put(length int, v uint64) {
	for i := length - 1; i >= 0; i-- {
		if w.bits%8 == 0 {
			w.b = append(w.b, 0)
		}
		w.b[len(w.b)-1] |= byte(v>>i&1) << (7 - w.bits%8)
		w.bits++
	}
}

// puts writes pairs of a length and a number.
func (w *bitWriter) puts(pairs ...uint64) *bitWriter {
	for i := 0; i < len(pairs); i += 2 {
		w.put(int(pairs[i]), pairs[i+1])
	}
	return w
}

// stillHead is the sequence header of a still picture, up to the colours.
func stillHead(profile uint64) *bitWriter {
	return new(bitWriter).puts(3, profile, 2, 3, 5, 8, 4, 5, 4, 5, 6, 63, 6, 47, 3, 7, 3, 0)
}

// fullHead is a sequence header with every optional field, up to the colours.
func fullHead() *bitWriter {
	w := new(bitWriter).puts(3, 2, 2, 0)
	// The timing, with an Exp-Golomb number of ticks, and a decoder model with delays of 10 bits.
	w.puts(1, 1, 32, 1, 32, 30, 1, 1, 3, 0b010, 1, 1, 5, 9, 32, 1, 10, 0)
	w.puts(1, 1, 5, 1)
	w.puts(12, 1, 5, 8, 1, 1, 1, 1, 21, 5, 1, 1, 4, 3)
	w.puts(12, 2, 5, 7, 1, 0, 1, 0)
	w.puts(4, 5, 4, 5, 6, 63, 6, 47, 1, 1, 7, 3, 3, 7)
	// The tools: with an order hint, and both of them set here.
	w.puts(4, 15, 1, 1, 2, 3, 1, 0, 1, 1, 1, 0, 1, 1, 3, 6)
	return w.puts(3, 7)
}

// unit is an AV1 OBU.
func unit(kind byte, body []byte) []byte {
	return append([]byte{kind<<3 | obuSized, byte(len(body))}, body...)
}

func TestSequenceColours(t *testing.T) {
	t.Parallel()
	p3 := Colours{Primaries: 12, Transfer: 13, Matrix: 6, FullRange: true}
	delimiter := []byte{2<<3 | obuSized, 0}
	still := unit(obuSequence, stillHead(0).puts(1, 0, 1, 0, 1, 1, 8, 12, 8, 13, 8, 6, 1, 1).b)
	long := unit(obuSequence, append(stillHead(0).puts(1, 0, 1, 0, 1, 1, 8, 12, 8, 13, 8, 6, 1, 1).b, make([]byte, 200)...))
	long = append([]byte{long[0], 0x80 | long[1]&0x7f, 1}, long[2:]...)
	for name, c := range map[string]struct {
		b    []byte
		want Colours
		ok   bool
	}{
		"of a still picture":     {still, p3, true},
		"behind other units":     {append(append(delimiter, unit(15, make([]byte, 7))...), still...), p3, true},
		"of no said length":      {append([]byte{obuSequence << 3}, still[2:]...), p3, true},
		"with a byte more":       {append([]byte{still[0] | obuExtended, 0}, still[1:]...), p3, true},
		"of a long length":       {long, p3, true},
		"of everything":          {unit(obuSequence, fullHead().puts(2, 3, 1, 0, 1, 1, 8, 9, 8, 16, 8, 9, 1, 0).b), Colours{Primaries: 9, Transfer: 16, Matrix: 9}, true},
		"gray":                   {unit(obuSequence, stillHead(0).puts(1, 0, 1, 1, 1, 1, 8, 12, 8, 13, 8, 6, 1, 1).b), p3, true},
		"of RGB":                 {unit(obuSequence, stillHead(1).puts(1, 0, 1, 1, 8, 1, 8, 13, 8, 0).b), Colours{Primaries: 1, Transfer: 13, FullRange: true}, true},
		"that says only a range": {unit(obuSequence, stillHead(0).puts(1, 1, 1, 0, 1, 0, 1, 1).b), Colours{Primaries: 2, Transfer: 2, Matrix: 2, FullRange: true}, true},
		"cut off":                {still[:len(still)-3], Colours{}, false},
		"of another unit":        {unit(6, still), Colours{}, false},
		"of nothing":             {nil, Colours{}, false},
	} {
		got, ok := sequenceColours(c.b)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}

func FuzzSequenceColours(f *testing.F) {
	f.Add(unit(obuSequence, stillHead(0).puts(1, 0, 1, 0, 1, 1, 8, 12, 8, 13, 8, 6, 1, 1).b))
	f.Add(unit(obuSequence, fullHead().puts(2, 3, 1, 0, 1, 1, 8, 9, 8, 16, 8, 9, 1, 0).b))
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, ok := sequenceColours(b); ok && (len(b) < 5 || max(got.Primaries, got.Transfer, got.Matrix) > 255) {
			t.Errorf("%+v", got)
		}
	})
}
