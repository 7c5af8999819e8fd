package native

import (
	"context"
	"slices"
	"strings"
	"time"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json/jsontext"
)

// The bounds of what is read of a page of the inbox; the rest is left out.
const (
	maxInboxBytes  = 16 << 20
	maxThreads     = 200
	maxUsers       = 500
	maxItems       = 500
	maxCursorBytes = 1 << 10
)

// Inbox is one page of an inbox, the latest threads first.
type Inbox struct {
	Threads []Thread
	// Next is the cursor of the next page, empty at the end.
	Next string
}

// Thread is one conversation, with its latest items.
type Thread struct {
	ID string
	// Pending says that the user has not accepted it yet.
	Pending bool
	Users   []User
	Items   []Item
	// Older is the cursor of the items before these, empty when there are none.
	Older string
}

// User is somebody in a thread.
type User struct {
	ID, Username string
	IsPrivate    bool
}

// ItemKind says what an item of a thread is.
type ItemKind string

const (
	// Mention: the author has mentioned the user in a story.
	Mention ItemKind = "mention"
	// Other is everything else.
	Other ItemKind = "other"
)

// Item is one message of a thread. What is not known is empty.
type Item struct {
	ID                       string
	AuthorID, AuthorUsername string
	At                       time.Time
	Kind                     ItemKind
	// Variant is the form in which the network tells of a mention: xma_reel_mention, generic_xma or
	// reel_share.
	Variant string
	// MediaID is the story's, in decimal digits.
	MediaID string
	// Expired says that the network no longer shows the story: it says so itself, or ExpiresAt had
	// come when it answered.
	Expired bool
	// ExpiresAt is zero where the item does not say it.
	ExpiresAt time.Time
	// Preview is where a small picture of the story is. Only Download may follow it.
	Preview string
	// Flaw says why a mention cannot be used; empty for one that can.
	Flaw string
}

// wireInbox is a page whose pieces are read one by one: a broken piece breaks no other.
type wireInbox struct {
	Inbox *struct {
		Threads      []jsontext.Value `json:"threads"`
		HasOlder     flag             `json:"has_older"`
		OldestCursor text             `json:"oldest_cursor"`
	} `json:"inbox"`
}

type wireThread struct {
	ThreadID     text             `json:"thread_id"`
	Pending      flag             `json:"pending"`
	Users        []jsontext.Value `json:"users"`
	Items        []jsontext.Value `json:"items"`
	HasOlder     flag             `json:"has_older"`
	OldestCursor text             `json:"oldest_cursor"`
}

type wireMember struct {
	PK        id   `json:"pk"`
	Username  text `json:"username"`
	IsPrivate flag `json:"is_private"`
}

// Inbox returns a page of the user's inbox; the empty cursor is the first one. Whatever is wrong
// inside of a single item is a flaw of that item. Its error is always an *Error.
func (i *Inboxes) Inbox(ctx context.Context, s *Session, cursor string) (Inbox, error) {
	return i.inbox(ctx, s, request{op: OpInbox, path: pathInbox}, cursor)
}

// PendingInbox is Inbox for the threads of strangers, which the user has not accepted.
func (i *Inboxes) PendingInbox(ctx context.Context, s *Session, cursor string) (Inbox, error) {
	return i.inbox(ctx, s, request{op: OpPending, path: pathPendingInbox}, cursor)
}

func (i *Inboxes) inbox(ctx context.Context, s *Session, r request, cursor string) (Inbox, error) {
	r.query = inboxQuery()
	if cursor != "" {
		r.query.Set(paramCursor, cursor)
		r.query.Set(paramDirection, directionOlder)
	}
	var page wireInbox
	r.into, r.maxBytes = &page, maxInboxBytes
	a, err := i.caller.sessionAnswer(ctx, s, r)
	if err != nil {
		return Inbox{}, err
	}
	date := httpclient.DateOf(a.header)
	if page.Inbox == nil {
		return Inbox{}, i.caller.malformed(ctx, r, "a page without an inbox")
	}
	var in Inbox
	for _, raw := range page.Inbox.Threads[:min(len(page.Inbox.Threads), maxThreads)] {
		if t, ok := readThread(raw, nil, s.UserID(), date); ok {
			t.Pending = t.Pending || r.op == OpPending
			in.Threads = append(in.Threads, t)
		}
	}
	in.Next = next(page.Inbox.HasOlder, page.Inbox.OldestCursor, cursor)
	return in, nil
}

// Older returns the items of the conversation that are older than those of t: a page of them, which
// has an Older of its own when there are more. An inbox shows the latest items alone. It returns an
// error of class NotFound for a conversation that is gone. Its error is always an *Error.
func (i *Inboxes) Older(ctx context.Context, s *Session, t Thread) (Thread, error) {
	var page struct {
		Thread jsontext.Value `json:"thread"`
	}
	r := request{op: OpThread, path: pathThreads + t.ID + "/", query: olderQuery(t.Older), into: &page, maxBytes: maxInboxBytes}
	if !isID(t.ID) {
		return Thread{}, &Error{Op: OpThread, Class: NotFound, Message: "the id is none of the network's"}
	}
	a, err := i.caller.sessionAnswer(ctx, s, r)
	if err != nil {
		return Thread{}, err
	}
	older, ok := readThread(page.Thread, t.Users, s.UserID(), httpclient.DateOf(a.header))
	if !ok {
		return Thread{}, i.caller.malformed(ctx, r, "a page without a conversation")
	}
	older.ID = t.ID
	if older.Older == t.Older {
		older.Older = ""
	}
	return older, nil
}

// next returns the cursor of the page after the one that was asked for with the cursor asked, and
// an empty text when there is none.
func next(hasOlder flag, oldest text, asked string) string {
	if !hasOlder || string(oldest) == asked || len(oldest) > maxCursorBytes {
		return ""
	}
	return string(oldest)
}

// readThread reads a thread of the user's, in an answer that the network gave at the instant date;
// ok is false for what is none. It adds the users that are known to be in the thread, because an
// answer may say less of them than an earlier one.
func readThread(raw jsontext.Value, known []User, self string, date time.Time) (t Thread, ok bool) {
	var w wireThread
	if raw.Kind() != '{' || unmarshalAny(raw, &w) != nil {
		return Thread{}, false
	}
	t = Thread{ID: clean(string(w.ThreadID)), Pending: bool(w.Pending), Older: next(w.HasOlder, w.OldestCursor, "")}
	for _, one := range w.Users[:min(len(w.Users), maxUsers)] {
		var m wireMember
		if httpclient.Unmarshal(one, &m) == nil && m.PK != "" {
			t.Users = append(t.Users, User{ID: string(m.PK), Username: username(m.Username), IsPrivate: bool(m.IsPrivate)})
		}
	}
	for _, u := range known {
		if !slices.Contains(t.Users, u) {
			t.Users = append(t.Users, u)
		}
	}
	for _, one := range w.Items[:min(len(w.Items), maxItems)] {
		t.Items = append(t.Items, readItem(one, t.Users, self, date))
	}
	return t, true
}

// username returns the text if it can be a username, and an empty text if not.
func username(t text) string {
	const maxName = 30
	name := strings.ToLower(string(t))
	if len(name) > maxName || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789._") != "" {
		return ""
	}
	return name
}
