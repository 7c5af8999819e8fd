package native

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxStoriesBytes = 16 << 20
	maxStories      = 500
	maxMentions     = 100
)

// OwnStory is a live story of the account that is signed in.
type OwnStory struct {
	ID string
	// UploadID is what it was uploaded with, empty where the network does not say it.
	UploadID           string
	IsVideo            bool
	TakenAt, ExpiresAt time.Time
	// Mentions are those that the network knows of, without their places where it does not tell
	// them.
	Mentions []StickerMention
}

type wireMention struct {
	User *wireMember `json:"user"`
	X    text        `json:"x"`
	Y    text        `json:"y"`
}

// wireSticker is a sticker of the newer kind.
type wireSticker struct {
	Sticker *struct {
		Data *struct {
			Mention *struct {
				AccountID id   `json:"account_id"`
				Username  text `json:"username"`
			} `json:"ig_mention"`
		} `json:"sticker_data"`
	} `json:"bloks_sticker"`
}

// OwnStories returns the live stories of the account that is signed in, in the network's order. A
// story that cannot be read is an error, because the caller relies on what is missing. Its error is
// always an *Error.
func (c *Stories) OwnStories(ctx context.Context, s *Session) ([]OwnStory, error) {
	var page struct {
		// Reel is null for nobody's stories; an answer without it is none.
		Reel jsontext.Value `json:"reel"`
	}
	r := request{
		op: OpStories, path: pathStories + s.UserID() + "/story/", query: url.Values{"supported_capabilities_new": {"[]"}}, into: &page,
		maxBytes: maxStoriesBytes,
	}
	a, err := c.caller.sessionAnswer(ctx, s, r)
	if err != nil {
		return nil, err
	}
	all, flaw := ownStories(page.Reel, s.UserID(), httpclient.DateOf(a.header))
	if flaw != "" {
		return nil, c.caller.malformed(ctx, r, flaw)
	}
	return all, nil
}

// ownStories reads the stories of a user in an answer of the date, which may be zero. It reports a
// flaw in the answer, because a caller that misses its story there may publish it again.
func ownStories(raw jsontext.Value, userID string, date time.Time) (all []OwnStory, flaw string) {
	var reel struct {
		User  *wireMember      `json:"user"`
		Items []jsontext.Value `json:"items"`
	}
	switch {
	case len(raw) == 0:
		return nil, "no word of stories"
	case !isThere(raw):
		return nil, ""
	case unmarshalAny(raw, &reel) != nil || reel.Items == nil:
		return nil, "no list of stories"
	case !isOf(reel.User, userID):
		return nil, "the stories of another account"
	case len(reel.Items) > maxStories:
		return nil, "more stories than anybody has"
	}
	for _, raw := range reel.Items {
		var m wireMedia
		at := time.Time{}
		if httpclient.Unmarshal(raw, &m) == nil && m.id() != "" {
			at = instant(m.TakenAt, time.Second)
		}
		switch {
		case at.IsZero():
			return nil, "a story that cannot be read"
		case !isOf(m.User, userID):
			return nil, "a story of another account"
		case !m.isKnownKind():
			return nil, "a story of the unknown kind " + string(m.MediaType)
		case !date.IsZero() && at.After(date.Add(maxAhead)):
			return nil, "a story of a time that has not come"
		}
		all = append(all, m.own())
	}
	return all, ""
}

// maxAhead is how far the time of a story may be ahead of the time of the answer that lists it.
const maxAhead = 5 * time.Minute

// isKnownKind reports whether the network says that the media are a photo or a video. A network
// that names another kind has changed: its list cannot be compared with what was sent.
func (m *wireMedia) isKnownKind() bool {
	return slices.Contains([]text{"", photoType, videoType}, m.MediaType)
}

// isOf reports whether something may be the user's: nothing says that it is another user's.
func isOf(owner *wireMember, userID string) bool {
	return owner == nil || owner.PK == "" || string(owner.PK) == userID
}

func (m *wireMedia) own() OwnStory {
	o := OwnStory{
		ID: m.id(), IsVideo: m.MediaType == videoType, TakenAt: instant(m.TakenAt, time.Second), ExpiresAt: m.expiry(), Mentions: m.mentions(),
	}
	for _, told := range []text{m.UploadID, m.DeviceTime} {
		if o.UploadID == "" && isID(string(told)) {
			o.UploadID = string(told)
		}
	}
	return o
}

func (m *wireMedia) mentions() []StickerMention {
	var all []StickerMention
	add := func(one StickerMention) {
		if one.UserID != "" && !slices.ContainsFunc(all, func(known StickerMention) bool { return known.UserID == one.UserID }) {
			all = append(all, one)
		}
	}
	for _, raw := range pieces(m.ReelMentions) {
		var w wireMention
		if httpclient.Unmarshal(raw, &w) == nil && w.User != nil {
			add(StickerMention{UserID: string(w.User.PK), Username: username(w.User.Username), X: fraction(w.X), Y: fraction(w.Y)})
		}
	}
	for _, raw := range pieces(m.StickerMention) {
		var w wireSticker
		if httpclient.Unmarshal(raw, &w) == nil && w.Sticker != nil && w.Sticker.Data != nil && w.Sticker.Data.Mention != nil {
			add(StickerMention{UserID: string(w.Sticker.Data.Mention.AccountID), Username: username(w.Sticker.Data.Mention.Username)})
		}
	}
	return all
}

// pieces returns the members of a list, none for what is no list.
func pieces(raw jsontext.Value) []jsontext.Value {
	var all []jsontext.Value
	if !isThere(raw) || unmarshalAny(raw, &all) != nil {
		return nil
	}
	return all[:min(len(all), maxMentions)]
}

func fraction(t text) float64 {
	f, err := strconv.ParseFloat(string(t), 64)
	if err == nil && f >= 0 && f <= 1 {
		return f
	}
	return 0
}
