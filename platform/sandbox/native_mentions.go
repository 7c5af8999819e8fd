package sandbox

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

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
func (n *Network) postMentions(w *world, in mentionRequest) (any, error) {
	if err := w.checkMention(in); err != nil {
		return nil, err
	}
	i, m := w.mention(in)
	return mentioned{i.id(), w.threadID(i), m.ID, m.OwnerID, m.TakenAt, wiretime.Of(m.end())}, nil
}

func (w *world) checkMention(in mentionRequest) error {
	author := strings.ToLower(in.Author)
	switch {
	case w.native(in.Username) == nil:
		return errors.New("username names no native user of the sandbox")
	case !isUsername(author) || strings.HasPrefix(author, nobody) || author == in.Username:
		return fmt.Errorf("author must be the name of another user: at most 30 of a-z, 0-9, . and _, not beginning with %s", nobody)
	case in.Kind != kindPhoto && in.Kind != kindVideo:
		return fmt.Errorf("kind must be %s or %s", kindPhoto, kindVideo)
	case !slices.Contains(variants(), in.Variant):
		return fmt.Errorf("variant must be one of %v", variants())
	case math.IsNaN(in.AgeHours) || in.AgeHours < 0 || in.AgeHours > maxAgeHours:
		return fmt.Errorf("ageHours must be 0 to %d", maxAgeHours)
	case len(w.direct.items) >= maxDirect:
		return fmt.Errorf("there are %d mentions already", maxDirect)
	}
	return nil
}

// mention makes the story and the message.
func (w *world) mention(in mentionRequest) (*directItem, *nativeMedia) {
	user, author := w.native(in.Username), w.person(in.Author)
	at := wiretime.Of(w.now().Add(-time.Duration(in.AgeHours * float64(time.Hour))).Truncate(time.Millisecond))
	seq := w.nextSeq()
	m := &nativeMedia{
		ID: nativeMediaID(seq), Seq: seq, OwnerID: author.ID, Owner: author.Username, Video: in.Kind == kindVideo, TakenAt: at, Expired: in.Expired,
		Mentions: []nativeMention{{UserID: user.profile.UserID, Username: user.Username, X: 0.5, Y: 0.5, Width: 0.64, Height: 0.125}},
	}
	w.putNativeMedia(m)
	i := &directItem{Seq: seq, Username: user.Username, MediaID: m.ID, Variant: in.Variant, Pending: in.Pending, At: at}
	w.putDirect(i)
	return i, m
}

// seedMentions gives the native user of the first-run world what there is to be found: one mention of each variant, one from a stranger,
// one that has ended.
func (w *world) seedMentions() {
	user := DemoNativeUser().Username
	for _, in := range []mentionRequest{
		{Author: "sandbox.traveller", Kind: kindPhoto, AgeHours: 30, Variant: variantShare},
		{Author: "sandbox.cafe", Kind: kindVideo, AgeHours: 5, Variant: variantGeneric, Pending: true},
		{Author: "sandbox.friend", Kind: kindPhoto, AgeHours: 2, Variant: variantXMA},
	} {
		in.Username = user
		w.mention(in)
	}
}

// beginFirstRun seeds a world in which nothing has ever happened.
func (w *world) beginFirstRun() {
	if w.seq == 0 && w.past.calls.count() == 0 {
		w.seedMentions()
	}
}
