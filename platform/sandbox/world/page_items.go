package world

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// Ids on Pages have 15 digits.
const pageItemIDs = 122_000_000_000_000

// PageItems are what the network answers for on the accounts' Pages.
type PageItems struct {
	*core

	accounts *Accounts
	ByID     map[string]*PageItem
}

// NewItem returns an item of the account's Page that nothing keeps yet.
func (s *PageItems) NewItem(a *Account, kind, state string) *PageItem {
	seq, now := s.NextSeq(), wiretime.Of(s.Now())
	return &PageItem{
		ID: strconv.FormatInt(pageItemIDs+seq, 10), Seq: seq, AccountID: a.ID, Kind: kind, State: state, CreatedAt: now, ReadyAt: now,
	}
}

// Show makes the item visible under a post of its own.
func (s *PageItems) Show(p *PageItem) {
	now := s.Now()
	p.State, p.ShownAt, p.Unlisted = PageVisible, wiretime.Ptr(now), s.Settings.ListLag
	if p.IsVideo() {
		p.ReadyAt = wiretime.Of(now.Add(s.VideoLatency()))
	}
	number := strconv.FormatInt(pageItemIDs+s.NextSeq(), 10)
	switch p.Kind {
	case KindPhoto:
		p.PostID = s.accounts.ByID[p.AccountID].Profile.PageID + "_" + number
	case KindVideo:
		// The call that makes it names no post.
		p.PostID = p.ID
	default:
		p.PostID = number
	}
	s.Put(p)
}

// Put adds an item, or replaces the one that has its id.
func (s *PageItems) Put(p *PageItem) {
	s.record().PageItems = append(s.record().PageItems, p)
	s.set(p)
}

func (s *PageItems) set(p *PageItem) {
	if old := s.ByID[p.ID]; old != nil {
		*old = *p
		return
	}
	s.ByID[p.ID] = p
}

func (s *PageItems) apply(items []*PageItem) error {
	for _, p := range items {
		switch {
		case p == nil:
			return errNullEntry
		case s.accounts.ByID[p.AccountID] == nil:
			return fmt.Errorf("page item %q of no account", p.ID)
		}
		if old := s.ByID[p.ID]; old != nil && (old.AccountID != p.AccountID || old.Seq != p.Seq || old.Kind != p.Kind) {
			return fmt.Errorf("page item %q is two", p.ID)
		}
		s.set(p)
	}
	return nil
}

// Sorted returns all items, oldest first.
func (s *PageItems) Sorted() []*PageItem {
	return slices.SortedFunc(maps.Values(s.ByID), func(a, b *PageItem) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) })
}

// Shown returns what a list of the account's Page shows of what people see there and take takes,
// newest first.
func (s *PageItems) Shown(a *Account, take func(*PageItem) bool) []*PageItem {
	var shown []*PageItem
	for _, p := range s.ByID {
		if p.AccountID == a.ID && p.IsShown(s.Now()) && take(p) {
			shown = append(shown, p)
		}
	}
	slices.SortFunc(shown, func(a, b *PageItem) int {
		return cmp.Or(b.ShownAt.Time().Compare(a.ShownAt.Time()), cmp.Compare(b.ID, a.ID))
	})
	return leaveOut(s.core, shown, pageItemSince, (*PageItem).unlistedReads, s.Put)
}

// LedgerEntry returns the item as the ledger lists it; it must have been shown.
func (s *PageItems) LedgerEntry(p *PageItem) partnerPublication {
	return partnerPublication{
		PostID: p.PostID, ObjectID: cmp.Or(p.MediaID, p.ID), PageID: s.accounts.ByID[p.AccountID].Profile.PageID, Kind: p.Kind, Caption: p.Text, PublishedAt: *p.ShownAt,
	}
}

// Find returns what has the id, or is the post with the id, among what the account's Page has.
func (s *PageItems) Find(a *Account, id string) *PageItem {
	if p := s.ByID[id]; p != nil && p.AccountID == a.ID && p.DeletedAt == nil {
		return p
	}
	for _, p := range s.ByID {
		if p.PostID == id && p.AccountID == a.ID && p.DeletedAt == nil {
			return p
		}
	}
	return nil
}

// ReelsToday counts the reels that the account's Page has published in 24 hours.
func (s *PageItems) ReelsToday(a *Account) (n int) {
	for _, p := range s.ByID {
		if p.AccountID == a.ID && p.Kind == KindReel && p.ShownAt != nil && s.Now().Sub(p.ShownAt.Time()) < Day {
			n++
		}
	}
	return n
}

// Permalink is the item's address, a page of the sandbox: those of videos lack the site, as on the
// network.
func (s *PageItems) Permalink(p *PageItem) string {
	page := s.accounts.ByID[p.AccountID].Profile.PageID
	switch p.Kind {
	case KindReel:
		return "/reel/" + p.ID + "/"
	case KindVideo:
		return "/" + page + "/videos/" + p.ID + "/"
	case KindPhotoStory, KindVideoStory:
		return s.Site + "/" + wire.HostWebFB + "/stories/" + page + "/" + p.PostID
	default:
		return s.Site + "/" + wire.HostWebFB + "/" + page + "/posts/" + p.PostID
	}
}

// partnerPublication is a post or a story on a Page.
type partnerPublication struct {
	PostID string `json:"postId"`
	// ObjectID is the photo or the video that it was made from.
	ObjectID    string        `json:"objectId"`
	PageID      string        `json:"pageId"`
	Kind        string        `json:"kind"`
	Caption     string        `json:"caption"`
	PublishedAt wiretime.Time `json:"publishedAt"`
}

func pageItemSince(p *PageItem) wiretime.Time { return *p.ShownAt }

func (p *PageItem) unlistedReads() *int { return &p.Unlisted }
