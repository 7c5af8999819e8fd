package sandbox

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"crier/platform/mp4"
	"crier/platform/wiretime"
)

// The kinds of what is on a Page, in the words of the ledger.
const (
	kindPhoto      = "photo"
	kindVideo      = "video"
	kindReel       = "reel"
	kindPhotoStory = "photo_story"
	kindVideoStory = "video_story"
)

// The states of a pageItem:
//
//	a photo   unpublished --photo_stories--> used, --feed--> visible            or visible at once
//	a video   started --all bytes--> uploaded --finish--> visible     or visible at once
//
// pageUsed is a photo that has become a story, which is an item of its own.
const (
	pageUnpublished = "unpublished"
	pageUsed        = "used"
	pageStarted     = "started"
	pageUploaded    = "uploaded"
	pageVisible     = "visible"
)

// Ids on Pages have 15 digits.
const pageItemIDs = 122_000_000_000_000

// pageItem is a photo, a video or a story on an account's Page.
type pageItem struct {
	ID        string         `json:"id"`
	Seq       int64          `json:"seq"`
	AccountID string         `json:"accountId"`
	Kind      string         `json:"kind"`
	State     string         `json:"state"`
	Text      string         `json:"text,omitzero"`
	FileSize  int64          `json:"fileSize,omitzero"`
	PostID    string         `json:"postId,omitzero"`
	MediaID   string         `json:"mediaId,omitzero"`
	CreatedAt wiretime.Time  `json:"createdAt"`
	ReadyAt   wiretime.Time  `json:"readyAt"`
	ShownAt   *wiretime.Time `json:"shownAt,omitzero"`
	DeletedAt *wiretime.Time `json:"deletedAt,omitzero"`
	// Unlisted is how many reads of its lists leave it out.
	Unlisted int `json:"unlisted,omitzero"`
}

func (p *pageItem) isUpload() bool { return p.Kind == kindReel || p.Kind == kindVideoStory }

func (p *pageItem) isVideo() bool { return p.isUpload() || p.Kind == kindVideo }

func (p *pageItem) isStory() bool { return p.Kind == kindPhotoStory || p.Kind == kindVideoStory }

// isShown reports whether people see the item at the instant now.
func (p *pageItem) isShown(now time.Time) bool {
	return p.ShownAt != nil && p.DeletedAt == nil && (!p.isStory() || now.Before(p.ShownAt.Time().Add(storyLife)))
}

// newPageItem returns an item of the account's Page that nothing keeps yet.
func (w *world) newPageItem(a *account, kind, state string) *pageItem {
	seq, now := w.nextSeq(), wiretime.Of(w.now())
	return &pageItem{
		ID: strconv.FormatInt(pageItemIDs+seq, 10), Seq: seq, AccountID: a.ID, Kind: kind, State: state, CreatedAt: now, ReadyAt: now,
	}
}

// show makes the item visible under a post of its own.
func (w *world) show(p *pageItem) {
	now := w.now()
	p.State, p.ShownAt, p.Unlisted = pageVisible, wiretime.Ptr(now), w.settings.ListLag
	if p.isVideo() {
		p.ReadyAt = wiretime.Of(now.Add(w.videoLatency()))
	}
	number := strconv.FormatInt(pageItemIDs+w.nextSeq(), 10)
	switch p.Kind {
	case kindPhoto:
		p.PostID = w.byID[p.AccountID].profile.PageID + "_" + number
	case kindVideo:
		// The call that makes it names no post.
		p.PostID = p.ID
	default:
		p.PostID = number
	}
	w.putPageItem(p)
}

func (w *world) videoLatency() time.Duration {
	return time.Duration(w.settings.Latency.VideoMS) * time.Millisecond
}

func (w *world) putPageItem(p *pageItem) {
	w.record().PageItems = append(w.record().PageItems, p)
	w.setPageItem(p)
}

func (w *world) setPageItem(p *pageItem) {
	if old := w.pageItems[p.ID]; old != nil {
		*old = *p
		return
	}
	w.pageItems[p.ID] = p
}

func (w *world) applyPageItems(items []*pageItem) error {
	for _, p := range items {
		switch {
		case p == nil:
			return errNullEntry
		case w.byID[p.AccountID] == nil:
			return fmt.Errorf("page item %q of no account", p.ID)
		}
		if old := w.pageItems[p.ID]; old != nil && (old.AccountID != p.AccountID || old.Seq != p.Seq || old.Kind != p.Kind) {
			return fmt.Errorf("page item %q is two", p.ID)
		}
		w.setPageItem(p)
	}
	return nil
}

// sortedPageItems returns all items, oldest first.
func (w *world) sortedPageItems() []*pageItem {
	all := make([]*pageItem, 0, len(w.pageItems))
	for _, p := range w.pageItems {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *pageItem) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) })
	return all
}

// shownOnPage returns what a list of the account's Page shows of what people see there and take takes, newest first.
func (w *world) shownOnPage(a *account, take func(*pageItem) bool) []*pageItem {
	var shown []*pageItem
	for _, p := range w.pageItems {
		if p.AccountID == a.ID && p.isShown(w.now()) && take(p) {
			shown = append(shown, p)
		}
	}
	slices.SortFunc(shown, func(a, b *pageItem) int {
		return cmp.Or(b.ShownAt.Time().Compare(a.ShownAt.Time()), cmp.Compare(b.ID, a.ID))
	})
	return leaveOut(w, shown, pageItemSince, (*pageItem).unlisted, w.putPageItem)
}

// pageLedger returns all that ever became visible on Pages, in that order.
func (w *world) pageLedger() []partnerPublication {
	list := []partnerPublication{}
	for _, p := range slices.Concat(w.past.pageItems.all(), w.sortedPageItems()) {
		if p.ShownAt != nil {
			list = append(list, w.ledgerOnPage(p))
		}
	}
	slices.SortStableFunc(list, func(a, b partnerPublication) int { return a.PublishedAt.Time().Compare(b.PublishedAt.Time()) })
	return list
}

func (w *world) ledgerOnPage(p *pageItem) partnerPublication {
	return partnerPublication{
		PostID: p.PostID, ObjectID: cmp.Or(p.MediaID, p.ID), PageID: w.byID[p.AccountID].profile.PageID, Kind: p.Kind, Caption: p.Text, PublishedAt: *p.ShownAt,
	}
}

// readSpooled reads the video of an upload, which must be there whole.
func (n *Network) readSpooled(id string, size int64) (*mp4.File, error) {
	f, err := n.spool.open(id)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	movie, err := mp4.Inspect(f, size)
	if err == nil && movie.Truncated {
		err = mp4.ErrNotMovie
	}
	return movie, err
}
