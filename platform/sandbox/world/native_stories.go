package world

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"crier/platform/wiretime"
)

// Thread is a conversation of a native user with an author, oldest message first.
type Thread struct {
	Author *Person
	Items  []*DirectItem

	latest int64
}

// Latest is the order of the message that came in last.
func (t *Thread) Latest() int64 { return t.latest }

// SortedMedia returns all of them, oldest first.
func (s *Natives) SortedMedia() []*NativeMedia {
	return slices.SortedFunc(maps.Values(s.Media), func(a, b *NativeMedia) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) })
}

func (s *Natives) sortedPeople() []*Person {
	return slices.SortedFunc(maps.Values(s.people), func(a, b *Person) int { return cmp.Compare(a.Username, b.Username) })
}

func (s *Natives) sortedUploads() []*NativeUpload {
	return slices.SortedFunc(maps.Values(s.Uploads), func(a, b *NativeUpload) int { return cmp.Compare(a.ID, b.ID) })
}

// Find returns the media of an id of the form pk or pk_userid, as long as there are such.
func (s *Natives) Find(id string) *NativeMedia {
	pk, _, _ := strings.Cut(id, "_")
	m := s.Media[pk]
	if m == nil || m.IsGone(s.Now()) {
		return nil
	}
	return m
}

// ThreadID returns the id of the conversation that the message belongs to.
func (s *Natives) ThreadID(i *DirectItem) string {
	kind := "1"
	if i.Pending {
		kind = "2"
	}
	return "3402823668" + kind + s.Media[i.MediaID].OwnerID
}

// Threads returns the user's conversations, those with the latest messages first.
func (s *Natives) Threads(u *NativeUser, pending bool) []*Thread {
	byAuthor := map[string]*Thread{}
	var all []*Thread
	for _, i := range s.Items {
		if i.Username != u.Username || i.Pending != pending {
			continue
		}
		m := s.Media[i.MediaID]
		t := byAuthor[m.OwnerID]
		if t == nil {
			t = &Thread{Author: &Person{ID: m.OwnerID, Username: m.Owner}}
			byAuthor[m.OwnerID] = t
			all = append(all, t)
		}
		t.Items, t.latest = append(t.Items, i), i.Seq
	}
	for _, t := range all {
		slices.SortStableFunc(t.Items, func(a, b *DirectItem) int { return a.At.Time().Compare(b.At.Time()) })
	}
	slices.SortFunc(all, func(a, b *Thread) int { return int(b.Latest() - a.Latest()) })
	return all
}

// Mention makes the story and the message.
func (s *Natives) Mention(in MentionRequest) (*DirectItem, *NativeMedia) {
	user, author := s.User(in.Username), s.Person(in.Author)
	at := wiretime.Of(s.Now().Add(-time.Duration(in.AgeHours * float64(time.Hour))).Truncate(time.Millisecond))
	seq := s.NextSeq()
	m := &NativeMedia{
		ID: nativeMediaID(seq), Seq: seq, OwnerID: author.ID, Owner: author.Username, Video: in.Kind == KindVideo, TakenAt: at, Expired: in.Expired,
		Mentions: []NativeMention{{UserID: user.Profile.UserID, Username: user.Username, X: 0.5, Y: 0.5, Width: 0.64, Height: 0.125}},
	}
	s.PutMedia(m)
	i := &DirectItem{Seq: seq, Username: user.Username, MediaID: m.ID, Variant: in.Variant, Pending: in.Pending, At: at}
	s.putDirect(i)
	return i, m
}

// seed gives the native user of the first-run world its mentions: one of each variant, one from a
// stranger, one that has ended.
func (s *Natives) seed() {
	user := DemoNativeUser().Username
	for _, in := range []MentionRequest{
		{Author: "sandbox.traveller", Kind: KindPhoto, AgeHours: 30, Variant: VariantShare},
		{Author: "sandbox.cafe", Kind: KindVideo, AgeHours: 5, Variant: VariantGeneric, Pending: true},
		{Author: "sandbox.friend", Kind: KindPhoto, AgeHours: 2, Variant: VariantXMA},
	} {
		in.Username = user
		s.Mention(in)
	}
}

// ledger lists the stories that native users have published, those too that are gone.
func (s *Natives) ledger() []nativeStory {
	all := []nativeStory{}
	for _, m := range s.SortedMedia() {
		if m.DeviceTimestamp() != "" {
			all = append(all, LedgerStory(m))
		}
	}
	return all
}

// apply takes over what a line of the state file says of the app API.
func (s *Natives) apply(c *change) error {
	for _, u := range c.Natives {
		if err := s.applyUser(u); err != nil {
			return err
		}
	}
	for _, p := range c.People {
		if p == nil || !IsUsername(p.Username) {
			return errNullEntry
		}
		s.people[p.Username] = p
	}
	for _, m := range c.NativeMedia {
		if m == nil || m.ID == "" {
			return errNullEntry
		}
		if old := s.Media[m.ID]; old != nil && old.Seq != m.Seq {
			return fmt.Errorf("native media %q are two", m.ID)
		}
		s.Media[m.ID] = m
	}
	for _, i := range c.Direct {
		if i == nil || s.Media[i.MediaID] == nil {
			return errors.New("a message about no story")
		}
		s.Items = append(s.Items, i)
	}
	for _, u := range c.NativeUploads {
		if u == nil || u.ID == "" {
			return errNullEntry
		}
		s.Uploads[u.ID] = u
	}
	return nil
}

// LedgerStory returns the story as the ledger lists it.
func LedgerStory(m *NativeMedia) nativeStory {
	s := nativeStory{MediaID: m.ID, UploadID: m.UploadID, Username: m.Owner, Mentions: []string{}, PublishedAt: m.TakenAt}
	for _, one := range m.Mentions {
		s.Mentions = append(s.Mentions, one.Username)
	}
	return s
}

// The variants of a mention, in the words of the control API.
const (
	VariantXMA     = "xma"
	VariantGeneric = "generic_xma"
	VariantShare   = "reel_share"
)

// MaxDirect is how many mentions there can be.
const MaxDirect = 100_000

// Variants returns the forms in which the network words a mention.
func Variants() []string { return []string{VariantXMA, VariantGeneric, VariantShare} }

// MentionRequest is a mention of a native user in a story.
type MentionRequest struct {
	Username string  `json:"username"`
	Author   string  `json:"author"`
	Kind     string  `json:"kind"`
	AgeHours float64 `json:"ageHours"`
	Expired  bool    `json:"expired"`
	Variant  string  `json:"variant"`
	Pending  bool    `json:"pending"`
}

// nativeStory is a story that came in by the native API.
type nativeStory struct {
	MediaID string `json:"mediaId"`
	// UploadID is what it was made from; one by hand has none.
	UploadID    string        `json:"uploadId"`
	Username    string        `json:"username"`
	Mentions    []string      `json:"mentions"`
	PublishedAt wiretime.Time `json:"publishedAt"`
}
