package world

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"slices"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// Publications are the posts and stories on accounts that the network answers for.
type Publications struct {
	*core

	accounts *Accounts
	ByID     map[string]*Media
	// Latest are the posts and stories in the order in which they appeared; the past has those
	// before.
	Latest []*Media
}

// Put adds a post or a story, or replaces the one that has its id.
func (s *Publications) Put(m *Media) {
	s.record().Media = append(s.record().Media, m)
	s.set(m)
}

func (s *Publications) set(m *Media) {
	a := s.accounts.ByID[m.AccountID]
	old, known := s.ByID[m.ID]
	if known {
		*old = *m
	} else {
		s.ByID[m.ID] = m
	}
	if m.ParentID != "" {
		return
	}
	shelf := a.shelf(m)
	switch {
	case !known:
		s.Latest = append(s.Latest, m)
		if m.ContainerID != "" {
			a.published = insertMark(a.published, m.Mark())
		}
		if m.DeletedAt == nil {
			*shelf = insertMedia(*shelf, m)
		}
	case m.DeletedAt != nil:
		if i, found := FindMedia(*shelf, m.Mark()); found {
			*shelf = slices.Delete(*shelf, i, i+1)
		}
	}
}

// items returns the media that are part of a carousel.
func (s *Publications) items() []*Media {
	var items []*Media
	for _, m := range s.ByID {
		if m.ParentID != "" {
			items = append(items, m)
		}
	}
	return slices.SortedFunc(slices.Values(items), func(a, b *Media) int { return cmp.Compare(a.Seq, b.Seq) })
}

// IsFresh reports whether a read lag can still befall the media: for a day after they were
// published.
func (s *Publications) IsFresh(m *Media) bool {
	return m.Mark().At > DayBefore(s.Now()).At
}

// Permalink returns the address at which people see the media, a page of the sandbox; the items of
// a carousel have none.
func (s *Publications) Permalink(m *Media) string {
	switch {
	case m.ParentID != "":
		return ""
	case m.MediaType == MediaStory:
		return s.Site + "/" + wire.HostWebIG + "/stories/" + s.accounts.ByID[m.AccountID].Profile.Username + "/" + m.ID
	case m.MediaType == MediaReel:
		return s.Site + "/" + wire.HostWebIG + "/reel/" + m.Shortcode() + "/"
	default:
		return s.Site + "/" + wire.HostWebIG + "/p/" + m.Shortcode() + "/"
	}
}

// LedgerEntry returns the media as the ledger lists them.
func (s *Publications) LedgerEntry(m *Media) publication {
	p := publication{
		MediaID: m.ID, ContainerID: m.ContainerID, AccountID: m.AccountID, MediaType: m.MediaType, Caption: m.Caption,
		Children: m.Children, PublishedAt: m.PublishedAt, DeletedAt: m.DeletedAt,
	}
	if link := s.Permalink(m); link != "" {
		p.Permalink = &link
	}
	return p
}

// apply takes over what a line of the state file says of posts and stories.
func (s *Publications) apply(all []*Media) error {
	for _, one := range all {
		if one == nil {
			return errNullEntry
		}
		if s.accounts.ByID[one.AccountID] == nil {
			return fmt.Errorf("media %q of no account", one.ID)
		}
		if old := s.ByID[one.ID]; old != nil && !old.isSameAs(one) {
			return fmt.Errorf("media %q are two", one.ID)
		}
		s.set(one)
	}
	return nil
}

// shelf is the list of the account in which m appears.
func (a *Account) shelf(m *Media) *[]*Media {
	if m.MediaType == MediaStory {
		return &a.Stories
	}
	return &a.Feed
}

// FindMedia returns where in a list, oldest first, the mark is or would be, and whether it is
// there.
func FindMedia(list []*Media, at Mark) (int, bool) {
	return slices.BinarySearchFunc(list, at, func(m *Media, at Mark) int { return compareMarks(m.Mark(), at) })
}

func insertMedia(list []*Media, m *Media) []*Media {
	i, _ := FindMedia(list, m.Mark())
	return slices.Insert(list, i, m)
}

// Shortcode is the media's number in the alphabet of URLs, as the network makes its own.
func (m *Media) Shortcode() string {
	n := uint64(mediaIDs + m.Seq)
	b := []byte{byte(n >> 56), byte(n >> 48), byte(n >> 40), byte(n >> 32), byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}
	return base64.RawURLEncoding.EncodeToString(b)
}

// isSameAs reports whether the two are one thing at different times: all else about media can
// change.
func (m *Media) isSameAs(o *Media) bool {
	return m.Seq == o.Seq && m.AccountID == o.AccountID && m.ContainerID == o.ContainerID && m.ParentID == o.ParentID &&
		m.MediaType == o.MediaType && m.Native == o.Native && m.PublishedAt == o.PublishedAt && (m.DeletedAt == nil || o.DeletedAt != nil)
}

// publication is a post or a story on an account.
type publication struct {
	MediaID     string         `json:"mediaId"`
	ContainerID string         `json:"containerId"`
	AccountID   string         `json:"accountId"`
	MediaType   string         `json:"mediaType"`
	Caption     string         `json:"caption"`
	Children    []string       `json:"children"`
	Permalink   *string        `json:"permalink"`
	PublishedAt wiretime.Time  `json:"publishedAt"`
	DeletedAt   *wiretime.Time `json:"deletedAt"`
}

func mediaSince(m *Media) wiretime.Time { return m.PublishedAt }

func (m *Media) unlistedReads() *int { return &m.Unlisted }

// Listed returns what a read of a list of the account shows of it.
func (s *Publications) Listed(list []*Media) []*Media {
	return leaveOut(s.core, list, mediaSince, (*Media).unlistedReads, s.Put)
}
