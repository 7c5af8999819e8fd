package world

import (
	"fmt"
	"slices"
	"strconv"

	"crier/platform/wiretime"
)

// commentIDs are apart from those of containers and media.
const commentIDs = 17_850_000_000_000_000

// Comments are those that the network answers for.
type Comments struct {
	*core

	byID map[string]*Comment
	// latest are the comments in the order in which they were made; the past has those before.
	latest []*Comment
}

// Make comments on the media. accountID is the account that does so by the API, empty for somebody
// who does so by hand.
func (s *Comments) Make(m *Media, accountID, username, text string) *Comment {
	seq := s.NextSeq()
	one := &Comment{
		ID: strconv.FormatInt(commentIDs+seq, 10), Seq: seq, MediaID: m.ID, AccountID: accountID, Username: username, Text: text,
		CreatedAt: wiretime.Of(s.Now()), Unlisted: s.Settings.ListLag, IsHidden: s.Settings.HideComments > 0,
	}
	if one.IsHidden {
		s.Settings.HideComments--
		s.PutSettings()
	}
	s.Put(one)
	return one
}

// Put adds a comment, or replaces the one that has its id.
func (s *Comments) Put(one *Comment) {
	s.record().Comments = append(s.record().Comments, one)
	s.set(one)
}

func (s *Comments) set(one *Comment) {
	if old := s.byID[one.ID]; old != nil {
		*old = *one
		return
	}
	s.byID[one.ID] = one
	s.latest = append(s.latest, one)
}

// On returns the comments on the media, oldest first, without those that went with it.
func (s *Comments) On(mediaID string) (all []*Comment) {
	for _, one := range s.latest {
		if one.MediaID == mediaID && one.DeletedAt == nil {
			all = append(all, one)
		}
	}
	return all
}

// Listed returns what a read of the list of comments on the media shows, newest first.
func (s *Comments) Listed(mediaID string) []*Comment {
	shown := slices.DeleteFunc(s.On(mediaID), func(one *Comment) bool { return one.IsHidden })
	shown = leaveOut(s.core, shown, func(one *Comment) wiretime.Time { return one.CreatedAt }, func(one *Comment) *int { return &one.Unlisted }, s.Put)
	shown = slices.Clone(shown)
	slices.Reverse(shown)
	return shown
}

// DropOn takes the comments away with the media that they are on.
func (s *Comments) DropOn(mediaID string, at *wiretime.Time) {
	for _, one := range s.On(mediaID) {
		one.DeletedAt = at
		s.Put(one)
	}
}

// apply takes over what a line of the state file says of comments.
func (s *Comments) apply(all []*Comment) error {
	for _, one := range all {
		if one == nil {
			return errNullEntry
		}
		if old := s.byID[one.ID]; old != nil && (old.Seq != one.Seq || old.MediaID != one.MediaID) {
			return fmt.Errorf("comment %q is two", one.ID)
		}
		s.set(one)
	}
	return nil
}

// commented is a comment as the ledger lists it.
type commented struct {
	CommentID   string         `json:"commentId"`
	MediaID     string         `json:"mediaId"`
	AccountID   string         `json:"accountId"`
	Username    string         `json:"username"`
	Text        string         `json:"text"`
	IsHidden    bool           `json:"isHidden"`
	PublishedAt wiretime.Time  `json:"publishedAt"`
	DeletedAt   *wiretime.Time `json:"deletedAt"`
}

// LedgerEntry returns the comment as the ledger lists it.
func (s *Comments) LedgerEntry(c *Comment) any { return listed(c) }

func listed(c *Comment) commented {
	return commented{c.ID, c.MediaID, c.AccountID, c.Username, c.Text, c.IsHidden, c.CreatedAt, c.DeletedAt}
}
