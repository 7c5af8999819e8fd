package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"crier/platform/wiretime"
)

// thread is a conversation of a native user with an author, oldest message first.
type thread struct {
	author *person
	items  []*directItem
}

func (t *thread) latest() int64 { return t.items[len(t.items)-1].Seq }

// sortedMedia returns all of them, oldest first.
func (s *natives) sortedMedia() []*nativeMedia {
	all := make([]*nativeMedia, 0, len(s.media))
	for _, m := range s.media {
		all = append(all, m)
	}
	return slices.SortedFunc(slices.Values(all), func(a, b *nativeMedia) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) })
}

func (s *natives) sortedPeople() []*person {
	all := make([]*person, 0, len(s.people))
	for _, p := range s.people {
		all = append(all, p)
	}
	return slices.SortedFunc(slices.Values(all), func(a, b *person) int { return cmp.Compare(a.Username, b.Username) })
}

func (s *natives) sortedUploads() []*nativeUpload {
	all := make([]*nativeUpload, 0, len(s.uploads))
	for _, u := range s.uploads {
		all = append(all, u)
	}
	return slices.SortedFunc(slices.Values(all), func(a, b *nativeUpload) int { return cmp.Compare(a.ID, b.ID) })
}

// find returns the media of an id of the form pk or pk_userid, as long as there are such.
func (s *natives) find(id string) *nativeMedia {
	pk, _, _ := strings.Cut(id, "_")
	m := s.media[pk]
	if m == nil || m.isGone(s.now()) {
		return nil
	}
	return m
}

func (s *natives) threadID(i *directItem) string {
	kind := "1"
	if i.Pending {
		kind = "2"
	}
	return "3402823668" + kind + s.media[i.MediaID].OwnerID
}

// threads returns the user's conversations, those with the latest messages first.
func (s *natives) threads(u *nativeUser, pending bool) []*thread {
	byAuthor := map[string]*thread{}
	var all []*thread
	for _, i := range s.items {
		if i.Username != u.Username || i.Pending != pending {
			continue
		}
		m := s.media[i.MediaID]
		t := byAuthor[m.OwnerID]
		if t == nil {
			t = &thread{author: &person{ID: m.OwnerID, Username: m.Owner}}
			byAuthor[m.OwnerID] = t
			all = append(all, t)
		}
		t.items = append(t.items, i)
	}
	slices.SortFunc(all, func(a, b *thread) int { return int(b.latest() - a.latest()) })
	return all
}

// mention makes the story and the message.
func (s *natives) mention(in mentionRequest) (*directItem, *nativeMedia) {
	user, author := s.user(in.Username), s.person(in.Author)
	at := wiretime.Of(s.now().Add(-time.Duration(in.AgeHours * float64(time.Hour))).Truncate(time.Millisecond))
	seq := s.nextSeq()
	m := &nativeMedia{
		ID: nativeMediaID(seq), Seq: seq, OwnerID: author.ID, Owner: author.Username, Video: in.Kind == kindVideo, TakenAt: at, Expired: in.Expired,
		Mentions: []nativeMention{{UserID: user.profile.UserID, Username: user.Username, X: 0.5, Y: 0.5, Width: 0.64, Height: 0.125}},
	}
	s.putMedia(m)
	i := &directItem{Seq: seq, Username: user.Username, MediaID: m.ID, Variant: in.Variant, Pending: in.Pending, At: at}
	s.putDirect(i)
	return i, m
}

// seed gives the native user of the first-run world what there is to be found: one mention of each variant, one from a stranger,
// one that has ended.
func (s *natives) seed() {
	user := DemoNativeUser().Username
	for _, in := range []mentionRequest{
		{Author: "sandbox.traveller", Kind: kindPhoto, AgeHours: 30, Variant: variantShare},
		{Author: "sandbox.cafe", Kind: kindVideo, AgeHours: 5, Variant: variantGeneric, Pending: true},
		{Author: "sandbox.friend", Kind: kindPhoto, AgeHours: 2, Variant: variantXMA},
	} {
		in.Username = user
		s.mention(in)
	}
}

// ledger lists the stories that native users have published, those too that are gone.
func (s *natives) ledger() []nativeStory {
	all := []nativeStory{}
	for _, m := range s.sortedMedia() {
		if m.deviceTimestamp() != "" {
			all = append(all, ledgerStory(m))
		}
	}
	return all
}

// apply takes over what a line of the state file says of the app API.
func (s *natives) apply(c *change) error {
	for _, u := range c.Natives {
		if err := s.applyUser(u); err != nil {
			return err
		}
	}
	for _, p := range c.People {
		if p == nil || !isUsername(p.Username) {
			return errNullEntry
		}
		s.people[p.Username] = p
	}
	for _, m := range c.NativeMedia {
		if m == nil || m.ID == "" {
			return errNullEntry
		}
		if old := s.media[m.ID]; old != nil && old.Seq != m.Seq {
			return fmt.Errorf("native media %q are two", m.ID)
		}
		s.media[m.ID] = m
	}
	for _, i := range c.Direct {
		if i == nil || s.media[i.MediaID] == nil {
			return errors.New("a message about no story")
		}
		s.items = append(s.items, i)
	}
	for _, u := range c.NativeUploads {
		if u == nil || u.ID == "" {
			return errNullEntry
		}
		s.uploads[u.ID] = u
	}
	return nil
}

func ledgerStory(m *nativeMedia) nativeStory {
	s := nativeStory{MediaID: m.ID, UploadID: m.UploadID, Username: m.Owner, Mentions: []string{}, PublishedAt: m.TakenAt}
	for _, one := range m.Mentions {
		s.Mentions = append(s.Mentions, one.Username)
	}
	return s
}
