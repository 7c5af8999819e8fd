package sandbox

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// pageItems are what the network answers for on the accounts' Pages.
type pageItems struct {
	*core

	accounts *accounts
	byID     map[string]*pageItem
}

// newItem returns an item of the account's Page that nothing keeps yet.
func (s *pageItems) newItem(a *account, kind, state string) *pageItem {
	seq, now := s.nextSeq(), wiretime.Of(s.now())
	return &pageItem{
		ID: strconv.FormatInt(pageItemIDs+seq, 10), Seq: seq, AccountID: a.ID, Kind: kind, State: state, CreatedAt: now, ReadyAt: now,
	}
}

// show makes the item visible under a post of its own.
func (s *pageItems) show(p *pageItem) {
	now := s.now()
	p.State, p.ShownAt, p.Unlisted = pageVisible, wiretime.Ptr(now), s.settings.ListLag
	if p.isVideo() {
		p.ReadyAt = wiretime.Of(now.Add(s.videoLatency()))
	}
	number := strconv.FormatInt(pageItemIDs+s.nextSeq(), 10)
	switch p.Kind {
	case kindPhoto:
		p.PostID = s.accounts.byID[p.AccountID].profile.PageID + "_" + number
	case kindVideo:
		// The call that makes it names no post.
		p.PostID = p.ID
	default:
		p.PostID = number
	}
	s.put(p)
}

func (s *pageItems) put(p *pageItem) {
	s.record().PageItems = append(s.record().PageItems, p)
	s.set(p)
}

func (s *pageItems) set(p *pageItem) {
	if old := s.byID[p.ID]; old != nil {
		*old = *p
		return
	}
	s.byID[p.ID] = p
}

func (s *pageItems) apply(items []*pageItem) error {
	for _, p := range items {
		switch {
		case p == nil:
			return errNullEntry
		case s.accounts.byID[p.AccountID] == nil:
			return fmt.Errorf("page item %q of no account", p.ID)
		}
		if old := s.byID[p.ID]; old != nil && (old.AccountID != p.AccountID || old.Seq != p.Seq || old.Kind != p.Kind) {
			return fmt.Errorf("page item %q is two", p.ID)
		}
		s.set(p)
	}
	return nil
}

// sorted returns all items, oldest first.
func (s *pageItems) sorted() []*pageItem {
	all := make([]*pageItem, 0, len(s.byID))
	for _, p := range s.byID {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *pageItem) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) })
	return all
}

// shown returns what a list of the account's Page shows of what people see there and take takes, newest first.
func (s *pageItems) shown(a *account, take func(*pageItem) bool) []*pageItem {
	var shown []*pageItem
	for _, p := range s.byID {
		if p.AccountID == a.ID && p.isShown(s.now()) && take(p) {
			shown = append(shown, p)
		}
	}
	slices.SortFunc(shown, func(a, b *pageItem) int {
		return cmp.Or(b.ShownAt.Time().Compare(a.ShownAt.Time()), cmp.Compare(b.ID, a.ID))
	})
	return leaveOut(s.core, shown, pageItemSince, (*pageItem).unlisted, s.put)
}

func (s *pageItems) ledgerEntry(p *pageItem) partnerPublication {
	return partnerPublication{
		PostID: p.PostID, ObjectID: cmp.Or(p.MediaID, p.ID), PageID: s.accounts.byID[p.AccountID].profile.PageID, Kind: p.Kind, Caption: p.Text, PublishedAt: *p.ShownAt,
	}
}

// find returns what has the id, or is the post with the id, among what the account's Page has.
func (s *pageItems) find(a *account, id string) *pageItem {
	if p := s.byID[id]; p != nil && p.AccountID == a.ID && p.DeletedAt == nil {
		return p
	}
	for _, p := range s.byID {
		if p.PostID == id && p.AccountID == a.ID && p.DeletedAt == nil {
			return p
		}
	}
	return nil
}

func (s *pageItems) reelsToday(a *account) (n int) {
	for _, p := range s.byID {
		if p.AccountID == a.ID && p.Kind == kindReel && p.ShownAt != nil && s.now().Sub(p.ShownAt.Time()) < day {
			n++
		}
	}
	return n
}

// permalink is the item's address, a page of the sandbox: those of videos lack the site, as on the network.
func (s *pageItems) permalink(p *pageItem) string {
	page := s.accounts.byID[p.AccountID].profile.PageID
	switch p.Kind {
	case kindReel:
		return "/reel/" + p.ID + "/"
	case kindVideo:
		return "/" + page + "/videos/" + p.ID + "/"
	case kindPhotoStory, kindVideoStory:
		return s.site + "/" + wire.HostWebFB + "/stories/" + page + "/" + p.PostID
	default:
		return s.site + "/" + wire.HostWebFB + "/" + page + "/posts/" + p.PostID
	}
}
