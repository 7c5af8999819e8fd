package secrets

import (
	"net/url"
	"strings"
	"sync"
)

// The bounds of what is remembered: some 20 kB for each 4 kB of secrets, and never more than for
// all of them.
const (
	maxKnown = 256
	// maxKnownLength is how much of a secret is remembered.
	maxKnownLength = 4 << 10
	// leastPiece is the shortest piece of a secret that is hidden, and so the shortest secret.
	leastPiece = 16
	// gramLength is how many bytes are looked up at once. Every gram at a multiple of it is an
	// anchor, so that any piece of leastPiece bytes has one.
	gramLength = 8
)

// known are the secrets of this process. It is one for all, like the log that it guards: the token
// of one account can come back in the answer to a call of another.
var known = NewTexts(maxKnown)

// Remember has HideKeys hide the secret from now on. A Box does so by itself; it is for those
// secrets that are a part of what is sealed. Shorter ones than 16 bytes are too likely to be words.
func Remember(t Text) {
	for _, form := range []string{t.s, url.QueryEscape(t.s)} {
		known.Add(form)
	}
}

// rememberSealed leaves out documents, because most of a document is no secret.
func rememberSealed(t Text) {
	if !strings.ContainsAny(t.s, "{ \n") {
		Remember(t)
	}
}

// Texts finds pieces of many texts in another one, in a time that does not depend on how many they
// are. Texts of less than 16 bytes are too likely to be words, and are not found. It is safe for
// concurrent use.
type Texts struct {
	// most is how many are kept: those that were added last.
	most int

	mu sync.RWMutex
	// uses says when each text was last added, counted in additions.
	uses    map[string]uint64
	count   uint64
	anchors map[[gramLength]byte][]anchor
	// maybe has a bit for each anchor, so that most places of a text are passed without a look at
	// the map.
	maybe [1 << 10]uint64
}

// anchor is a place in a text.
type anchor struct {
	text string
	at   int
}

// NewTexts returns Texts that keep so many of those that are added.
func NewTexts(most int) *Texts { return &Texts{most: most} }

// Add has Hide find the text from now on. Of a long one it finds the first 4 kB.
func (r *Texts) Add(text string) {
	if len(text) < leastPiece {
		return
	}
	text = text[:min(len(text), maxKnownLength)]
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	if r.uses == nil {
		r.uses, r.anchors = make(map[string]uint64), make(map[[gramLength]byte][]anchor)
	}
	_, isKnown := r.uses[text]
	r.uses[text] = r.count
	if isKnown {
		return
	}
	if len(r.uses) > r.most {
		r.forgetOldest()
	}
	r.index(text)
}

func (r *Texts) index(text string) {
	for at := 0; at+gramLength <= len(text); at += gramLength {
		gram := [gramLength]byte([]byte(text[at : at+gramLength]))
		r.anchors[gram] = append(r.anchors[gram], anchor{text, at})
		word, bit := slot(text, at)
		r.maybe[word] |= bit
	}
}

func (r *Texts) forgetOldest() {
	oldest, least := "", r.count
	for text, use := range r.uses {
		if use < least {
			oldest, least = text, use
		}
	}
	delete(r.uses, oldest)
	clear(r.anchors)
	r.maybe = [1 << 10]uint64{}
	for text := range r.uses {
		r.index(text)
	}
}

// slot returns where in maybe the gram of s at i has its bit.
func slot(s string, i int) (word int, bit uint64) {
	g := s[i : i+gramLength]
	hash := (uint32(g[0]) | uint32(g[1])<<8 | uint32(g[2])<<16 | uint32(g[3])<<24) * 2654435761
	hash ^= (uint32(g[4]) | uint32(g[5])<<8 | uint32(g[6])<<16 | uint32(g[7])<<24) * 2246822519
	hash >>= 16
	return int(hash >> 6), 1 << (hash & 63)
}

// Hide returns s with each piece of 16 bytes and more of a text that was added replaced.
func (r *Texts) Hide(s string) string {
	if len(s) < leastPiece {
		return s
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	if len(r.uses) == 0 {
		return s
	}
	var out strings.Builder
	from := 0
	for i := 0; i+gramLength <= len(s); i++ {
		word, bit := slot(s, i)
		if r.maybe[word]&bit == 0 {
			continue
		}
		start, end := r.pieceAt(s, from, i)
		if end-start < leastPiece {
			continue
		}
		out.WriteString(s[from:start])
		out.WriteString(hiddenText)
		from, i = end, end-1
	}
	if from == 0 {
		return s
	}
	out.WriteString(s[from:])
	return out.String()
}

// pieceAt returns the longest piece of a known text that s has around the gram at i, not before
// from.
func (r *Texts) pieceAt(s string, from, i int) (start, end int) {
	for _, a := range r.anchors[[gramLength]byte([]byte(s[i:i+gramLength]))] {
		left, right := i, i+gramLength
		for at := a.at; left > from && at > 0 && s[left-1] == a.text[at-1]; at-- {
			left--
		}
		for at := a.at + gramLength; right < len(s) && at < len(a.text) && s[right] == a.text[at]; at++ {
			right++
		}
		if right-left > end-start {
			start, end = left, right
		}
	}
	return start, end
}
