package e2e

import (
	"net/http"
	"time"
)

// PostByHand publishes as a person does in the network's own app, and returns what the ledger has
// of it.
func (s *SandboxControl) PostByHand(account, caption, mediaType string) Publication {
	s.tb.Helper()
	var p Publication
	s.do(http.MethodPost, "posts", map[string]any{"accountId": account, "caption": caption, "mediaType": mediaType}, &p)
	return p
}

// StoryByHand has the native user of the account publish a story with mentions in the network's own
// app.
func (s *SandboxControl) StoryByHand(account string, mentions ...string) NativeStory {
	s.tb.Helper()
	var n NativeStory
	s.do(http.MethodPost, "posts", map[string]any{"accountId": account, "mediaType": "STORIES", "mentions": append([]string{}, mentions...)}, &n)
	return n
}

// Comment is a comment on a post. One by hand has no account.
type Comment struct {
	CommentID   string     `json:"commentId"`
	MediaID     string     `json:"mediaId"`
	AccountID   string     `json:"accountId"`
	Username    string     `json:"username"`
	Text        string     `json:"text"`
	IsHidden    bool       `json:"isHidden"`
	PublishedAt time.Time  `json:"publishedAt"`
	DeletedAt   *time.Time `json:"deletedAt"`
}

// HideComments has a filter of the network hide the next n comments.
func (s *SandboxControl) HideComments(n int) {
	s.tb.Helper()
	s.do(http.MethodPost, "comments", map[string]any{"hideNext": n}, nil)
}

// HideDeviceTimestamp says whether the app API leaves out which upload a story was made from.
func (s *SandboxControl) HideDeviceTimestamp(hidden bool) {
	s.tb.Helper()
	s.do(http.MethodPost, "native", map[string]any{"hideDeviceTimestamp": hidden}, nil)
}

// Mention is somebody's mention of a native user in a story. Username, Kind and Variant have the
// demo user's, photo and xma in place of nothing.
type Mention struct {
	Username string  `json:"username"`
	Author   string  `json:"author"`
	Kind     string  `json:"kind"`
	AgeHours float64 `json:"ageHours"`
	Expired  bool    `json:"expired"`
	Variant  string  `json:"variant"`
	Pending  bool    `json:"pending"`
}

// Mentioned is what a mention has become.
type Mentioned struct {
	ItemID    string    `json:"itemId"`
	ThreadID  string    `json:"threadId"`
	MediaID   string    `json:"mediaId"`
	AuthorID  string    `json:"authorId"`
	TakenAt   time.Time `json:"takenAt"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Mention has somebody mention a native user in a story.
func (s *SandboxControl) Mention(m Mention) Mentioned {
	s.tb.Helper()
	for field, usual := range map[*string]string{&m.Username: "sandbox.native", &m.Kind: "photo", &m.Variant: "xma"} {
		if *field == "" {
			*field = usual
		}
	}
	var made Mentioned
	s.do(http.MethodPost, "mentions", m, &made)
	return made
}

// The calls of the native API that faults are made for most.
var (
	InboxReads = FaultMatch{Method: http.MethodGet, Path: `/direct_v2/(pending_)?inbox/$`}
	StoryReads = FaultMatch{Method: http.MethodGet, Path: `/media/\d+/info/$`}
)
