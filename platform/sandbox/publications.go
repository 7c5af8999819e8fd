package sandbox

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"slices"

	"crier/platform/sandbox/wire"
)

// publications are the posts and stories on accounts that the network answers for.
type publications struct {
	*core

	accounts *accounts
	byID     map[string]*media
	// latest are the posts and stories in the order in which they appeared; the past has those before.
	latest []*media
}

func (s *publications) put(m *media) {
	s.record().Media = append(s.record().Media, m)
	s.set(m)
}

func (s *publications) set(m *media) {
	a := s.accounts.byID[m.AccountID]
	old, known := s.byID[m.ID]
	if known {
		*old = *m
	} else {
		s.byID[m.ID] = m
	}
	if m.ParentID != "" {
		return
	}
	shelf := a.shelf(m)
	switch {
	case !known:
		s.latest = append(s.latest, m)
		if m.ContainerID != "" {
			a.published = insertMark(a.published, m.mark())
		}
		if m.DeletedAt == nil {
			*shelf = insertMedia(*shelf, m)
		}
	case m.DeletedAt != nil:
		if i, found := findMedia(*shelf, m.mark()); found {
			*shelf = slices.Delete(*shelf, i, i+1)
		}
	}
}

// items returns the media that are part of a carousel.
func (s *publications) items() []*media {
	var items []*media
	for _, m := range s.byID {
		if m.ParentID != "" {
			items = append(items, m)
		}
	}
	return slices.SortedFunc(slices.Values(items), func(a, b *media) int { return cmp.Compare(a.Seq, b.Seq) })
}

// isFresh reports whether a read lag can still befall the media: for a day after they were published.
func (s *publications) isFresh(m *media) bool {
	return m.mark().at > dayBefore(s.now()).at
}

// permalink returns the address at which people see the media, a page of the sandbox; the items of a carousel have none.
func (s *publications) permalink(m *media) string {
	switch {
	case m.ParentID != "":
		return ""
	case m.MediaType == mediaStory:
		return s.site + "/" + wire.HostWebIG + "/stories/" + s.accounts.byID[m.AccountID].profile.Username + "/" + m.ID
	case m.MediaType == mediaReel:
		return s.site + "/" + wire.HostWebIG + "/reel/" + m.shortcode() + "/"
	default:
		return s.site + "/" + wire.HostWebIG + "/p/" + m.shortcode() + "/"
	}
}

func (s *publications) ledgerEntry(m *media) publication {
	p := publication{
		MediaID: m.ID, ContainerID: m.ContainerID, AccountID: m.AccountID, MediaType: m.MediaType, Caption: m.Caption,
		Children: m.Children, PublishedAt: m.PublishedAt, DeletedAt: m.DeletedAt,
	}
	if link := s.permalink(m); link != "" {
		p.Permalink = &link
	}
	return p
}

// apply takes over what a line of the state file says of posts and stories.
func (s *publications) apply(all []*media) error {
	for _, one := range all {
		if one == nil {
			return errNullEntry
		}
		if s.accounts.byID[one.AccountID] == nil {
			return fmt.Errorf("media %q of no account", one.ID)
		}
		if old := s.byID[one.ID]; old != nil && !old.isSameAs(one) {
			return fmt.Errorf("media %q are two", one.ID)
		}
		s.set(one)
	}
	return nil
}

// shelf is the list of the account in which m appears.
func (a *account) shelf(m *media) *[]*media {
	if m.MediaType == mediaStory {
		return &a.stories
	}
	return &a.feed
}

func findMedia(list []*media, at mark) (int, bool) {
	return slices.BinarySearchFunc(list, at, func(m *media, at mark) int { return compareMarks(m.mark(), at) })
}

func insertMedia(list []*media, m *media) []*media {
	i, _ := findMedia(list, m.mark())
	return slices.Insert(list, i, m)
}

// shortcode is the media's number in the alphabet of URLs, as the network makes its own.
func (m *media) shortcode() string {
	n := uint64(mediaIDs + m.Seq)
	b := []byte{byte(n >> 56), byte(n >> 48), byte(n >> 40), byte(n >> 32), byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}
	return base64.RawURLEncoding.EncodeToString(b)
}

// isSameAs reports whether the two are one thing at different times: all else about media can change.
func (m *media) isSameAs(o *media) bool {
	return m.Seq == o.Seq && m.AccountID == o.AccountID && m.ContainerID == o.ContainerID && m.ParentID == o.ParentID &&
		m.MediaType == o.MediaType && m.Native == o.Native && m.PublishedAt == o.PublishedAt && (m.DeletedAt == nil || o.DeletedAt != nil)
}
