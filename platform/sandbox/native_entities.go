package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/platform/wiretime"
)

const (
	// Ids of native media exceed 2^53, those of people 64 bits, as the network's can.
	nativeMediaIDs = 3_600_000_000_000_000_000
	personPrefix   = "59"
	maxSessions    = 20
	maxPeople      = 100_000
)

// Names that begin so are nobody's, or those of people who let nobody mention them: the network takes such a mention, and
// leaves it out.
const (
	nobody      = "nobody"
	unmentioned = "nomention"
)

// nativeSession is a login that is good, on the device that made it.
type nativeSession struct {
	ID     string `json:"id"`
	Device string `json:"device"`
}

// person is a user of the network whom somebody has asked for.
type person struct {
	ID       string `json:"id"`
	Username string `json:"username"`
}

// nativeMedia is a story of the app API: one of somebody's that mentions a native user, or one of a native user's.
type nativeMedia struct {
	ID      string        `json:"id"`
	Seq     int64         `json:"seq"`
	OwnerID string        `json:"ownerId"`
	Owner   string        `json:"owner"`
	Video   bool          `json:"video,omitzero"`
	TakenAt wiretime.Time `json:"takenAt"`
	// UploadID and GraphID are what a native user's own has: what it was made from, and its id to the publishing API. One by hand has
	// DeviceTime in the place of UploadID.
	UploadID   string          `json:"uploadId,omitzero"`
	DeviceTime string          `json:"deviceTime,omitzero"`
	GraphID    string          `json:"graphId,omitzero"`
	Mentions   []nativeMention `json:"mentions,omitempty"`
	DeletedAt  *wiretime.Time  `json:"deletedAt,omitzero"`
	// Expired says that the control API wants it gone, whatever its age.
	Expired bool `json:"expired,omitzero"`
	// Unlisted is how many reads of its owner's stories leave it out.
	Unlisted int `json:"unlisted,omitzero"`
}

// nativeMention is a mention on a story.
type nativeMention struct {
	UserID   string  `json:"userId"`
	Username string  `json:"username"`
	X        float64 `json:"x"`
	Y        float64 `json:"y"`
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
}

func (m *nativeMedia) isGone(now time.Time) bool {
	return m.Expired || m.DeletedAt != nil || !now.Before(m.end())
}

// deviceTimestamp is what the app API tells of a native user's own: the id of its upload.
func (m *nativeMedia) deviceTimestamp() string { return cmp.Or(m.UploadID, m.DeviceTime) }

func (m *nativeMedia) end() time.Time { return m.TakenAt.Time().Add(storyLife) }

// directItem is a message in a native user's inbox that says that somebody has mentioned the user.
type directItem struct {
	Seq      int64         `json:"seq"`
	Username string        `json:"username"`
	MediaID  string        `json:"mediaId"`
	Variant  string        `json:"variant"`
	Pending  bool          `json:"pending,omitzero"`
	At       wiretime.Time `json:"at"`
}

// id is the item's, of 35 digits.
func (i *directItem) id() string { return fmt.Sprintf("3%034d", i.Seq) }

// nativeUpload is what has come of a story's files.
type nativeUpload struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Name     string `json:"name"`
	// Photo and Video say that all of that file is there; a video has a photo as its cover.
	Photo  bool `json:"photo,omitzero"`
	Video  bool `json:"video,omitzero"`
	Width  int  `json:"width,omitzero"`
	Height int  `json:"height,omitzero"`
	// ReadyAt and PollsLeft are when a video is worked out.
	ReadyAt   wiretime.Time `json:"readyAt,omitzero"`
	PollsLeft int           `json:"pollsLeft,omitzero"`
}

// nativeState is what the world keeps of the app API, besides its users.
type nativeState struct {
	people  map[string]*person
	media   map[string]*nativeMedia
	uploads map[string]*nativeUpload
	items   []*directItem
}

func newNativeState() nativeState {
	return nativeState{people: map[string]*person{}, media: map[string]*nativeMedia{}, uploads: map[string]*nativeUpload{}}
}

// person returns the user of the name, who is known from then on; nil for a name that is nobody's.
func (w *world) person(username string) *person {
	username = strings.ToLower(username)
	if u := w.native(username); u != nil {
		return &person{ID: u.profile.UserID, Username: u.Username}
	}
	if p := w.direct.people[username]; p != nil {
		return p
	}
	if !isUsername(username) || strings.HasPrefix(username, nobody) || len(w.direct.people) >= maxPeople {
		return nil
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(username))
	p := &person{ID: personPrefix + fmt.Sprintf("%020d", h.Sum64())[2:], Username: username}
	w.record().People = append(w.record().People, p)
	w.direct.people[username] = p
	return p
}

// personOf returns the known user of the id, nil when there is none.
func (w *world) personOf(id string) *person {
	for _, u := range w.natives {
		if u.profile.UserID == id {
			return &person{ID: id, Username: u.Username}
		}
	}
	for _, p := range w.direct.people {
		if p.ID == id {
			return p
		}
	}
	return nil
}

func isUsername(s string) bool {
	const most = 30
	return s != "" && len(s) <= most && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789._") == ""
}

func nativeMediaID(seq int64) string { return strconv.FormatInt(nativeMediaIDs+seq, 10) }

func (w *world) putNativeMedia(m *nativeMedia) {
	w.record().NativeMedia = append(w.record().NativeMedia, m)
	w.direct.media[m.ID] = m
}

func (w *world) putDirect(i *directItem) {
	w.record().Direct = append(w.record().Direct, i)
	w.direct.items = append(w.direct.items, i)
}

func (w *world) putNativeUpload(u *nativeUpload) {
	w.record().NativeUploads = append(w.record().NativeUploads, u)
	w.direct.uploads[u.ID] = u
}

// sortedNativeMedia returns all of them, oldest first.
func (w *world) sortedNativeMedia() []*nativeMedia {
	all := make([]*nativeMedia, 0, len(w.direct.media))
	for _, m := range w.direct.media {
		all = append(all, m)
	}
	return slices.SortedFunc(slices.Values(all), func(a, b *nativeMedia) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) })
}

func (w *world) sortedPeople() []*person {
	all := make([]*person, 0, len(w.direct.people))
	for _, p := range w.direct.people {
		all = append(all, p)
	}
	return slices.SortedFunc(slices.Values(all), func(a, b *person) int { return cmp.Compare(a.Username, b.Username) })
}

func (w *world) sortedNativeUploads() []*nativeUpload {
	all := make([]*nativeUpload, 0, len(w.direct.uploads))
	for _, u := range w.direct.uploads {
		all = append(all, u)
	}
	return slices.SortedFunc(slices.Values(all), func(a, b *nativeUpload) int { return cmp.Compare(a.ID, b.ID) })
}

// applyDirect takes over what a line of the state file says of the app API.
func (w *world) applyDirect(c *change) error {
	for _, p := range c.People {
		if p == nil || !isUsername(p.Username) {
			return errNullEntry
		}
		w.direct.people[p.Username] = p
	}
	for _, m := range c.NativeMedia {
		if m == nil || m.ID == "" {
			return errNullEntry
		}
		if old := w.direct.media[m.ID]; old != nil && old.Seq != m.Seq {
			return fmt.Errorf("native media %q are two", m.ID)
		}
		w.direct.media[m.ID] = m
	}
	for _, i := range c.Direct {
		if i == nil || w.direct.media[i.MediaID] == nil {
			return errors.New("a message about no story")
		}
		w.direct.items = append(w.direct.items, i)
	}
	for _, u := range c.NativeUploads {
		if u == nil || u.ID == "" {
			return errNullEntry
		}
		w.direct.uploads[u.ID] = u
	}
	return nil
}
