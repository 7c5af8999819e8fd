package sandbox

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"crier/platform/wiretime"
)

// The variants of a mention, in the words of the control API.
const (
	variantXMA     = "xma"
	variantGeneric = "generic_xma"
	variantShare   = "reel_share"
)

const (
	maxAgeHours = 24 * 365
	maxDirect   = 100_000
)

func variants() []string { return []string{variantXMA, variantGeneric, variantShare} }

type mentionRequest struct {
	Username string  `json:"username"`
	Author   string  `json:"author"`
	Kind     string  `json:"kind"`
	AgeHours float64 `json:"ageHours"`
	Expired  bool    `json:"expired"`
	Variant  string  `json:"variant"`
	Pending  bool    `json:"pending"`
}

// mentioned is what a mention has become.
type mentioned struct {
	ItemID    string        `json:"itemId"`
	ThreadID  string        `json:"threadId"`
	MediaID   string        `json:"mediaId"`
	AuthorID  string        `json:"authorId"`
	TakenAt   wiretime.Time `json:"takenAt"`
	ExpiresAt wiretime.Time `json:"expiresAt"`
}

// postMentions has somebody mention a native user in a story.
func postMentions(w *world, in mentionRequest) (any, error) {
	if err := checkMention(w, in); err != nil {
		return nil, err
	}
	i, m := w.natives.mention(in)
	return mentioned{i.id(), w.natives.threadID(i), m.ID, m.OwnerID, m.TakenAt, wiretime.Of(m.end())}, nil
}

func checkMention(w *world, in mentionRequest) error {
	author := strings.ToLower(in.Author)
	switch {
	case w.natives.user(in.Username) == nil:
		return errors.New("username names no native user of the sandbox")
	case !isUsername(author) || strings.HasPrefix(author, nobody) || author == in.Username:
		return fmt.Errorf("author must be the name of another user: at most 30 of a-z, 0-9, . and _, not beginning with %s", nobody)
	case in.Kind != kindPhoto && in.Kind != kindVideo:
		return fmt.Errorf("kind must be %s or %s", kindPhoto, kindVideo)
	case !slices.Contains(variants(), in.Variant):
		return fmt.Errorf("variant must be one of %v", variants())
	case math.IsNaN(in.AgeHours) || in.AgeHours < 0 || in.AgeHours > maxAgeHours:
		return fmt.Errorf("ageHours must be 0 to %d", maxAgeHours)
	case len(w.natives.items) >= maxDirect:
		return fmt.Errorf("there are %d mentions already", maxDirect)
	}
	return nil
}

// beginFirstRun seeds a world in which nothing has ever happened.
func (w *world) beginFirstRun() {
	if w.seq == 0 && w.past.calls.count() == 0 {
		w.natives.seed()
	}
}
