package corpus

import (
	"bytes"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
)

// largestBase is the longest file that is mutated, in bytes.
const largestBase = 200 << 10

// Bases returns the good cases that are short enough to be mutated.
func Bases() []Case {
	var bases []Case
	for _, c := range All() {
		if phone := strings.HasPrefix(c.Name, "heic ") || strings.HasPrefix(c.Name, "avif "); phone && c.Name != "heic of 3 by 4" && c.Name != "avif plain" {
			continue // A process that decodes such a picture takes half a second to begin.
		}
		if c.Open == nil && len(c.Content) > 0 && len(c.Content) <= largestBase && c.Want.Verdict <= Invalid {
			bases = append(bases, c)
		}
	}
	return bases
}

// Mutations yields each base cut at so many places and with so many bytes changed, as random as the
// seed. What becomes of such a file is open, but it is one of two things: a good file or an exact
// reason.
func Mutations(seed uint64, cuts, flips int) iter.Seq[Case] {
	return func(yield func(Case) bool) {
		random := rand.New(rand.NewPCG(seed, seed))
		for _, base := range Bases() {
			for i := range cuts {
				at := (len(base.Content)*i + random.IntN(len(base.Content))) / cuts
				if !yield(base.mutated(fmt.Sprintf("cut to %d", at), base.Content[:at])) {
					return
				}
			}
			for range flips {
				at, mask := flipAt(random, len(base.Content)), byte(1<<random.IntN(8))
				if random.IntN(4) == 0 {
					mask = 0xff
				}
				content := bytes.Clone(base.Content)
				content[at] ^= mask
				if !yield(base.mutated(fmt.Sprintf("byte %d changed by %#x", at, mask), content)) {
					return
				}
			}
		}
	}
}

// flipAt is a place in a file, half of the time near its beginning, where the headers are.
func flipAt(random *rand.Rand, length int) int {
	if random.IntN(2) == 0 {
		return random.IntN(min(length, 2048))
	}
	return random.IntN(length)
}
