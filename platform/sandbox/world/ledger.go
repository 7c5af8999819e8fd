package world

import (
	"slices"
	"strings"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// Ledger is all that ever became visible to the world, and every call that wanted to make something
// visible.
type Ledger struct {
	Publications        []publication        `json:"publications"`
	PartnerPublications []partnerPublication `json:"partnerPublications"`
	NativeStories       []nativeStory        `json:"nativeStories"`
	Comments            []commented          `json:"comments"`
	PublishCalls        []PublishCall        `json:"publishCalls"`
	UnexpectedCalls     []UnexpectedCall     `json:"unexpectedCalls"`
	// Forgotten is how many of the oldest publications, things on Pages, comments and publish calls
	// are not listed any more.
	Forgotten int `json:"forgotten,omitzero"`
}

// Ledger returns the ledger as it stands; nothing in it changes any more.
func (w *World) Ledger() Ledger {
	l := Ledger{
		Publications:        make([]publication, 0, w.Past.Publications.Count()+len(w.Media.Latest)),
		PartnerPublications: pageLedger(w), NativeStories: w.Natives.ledger(), PublishCalls: w.Past.PublishCalls.All(),
		Comments: []commented{}, UnexpectedCalls: w.Past.Unexpected.All(), Forgotten: w.Past.lost(),
	}
	for _, one := range slices.Concat(w.Past.Comments.All(), w.Comments.latest) {
		l.Comments = append(l.Comments, listed(one))
	}
	for _, list := range [][]*Media{w.Past.Publications.All(), w.Media.Latest} {
		for _, m := range list {
			if m.Native {
				continue // It is one of the native stories, under its other id.
			}
			l.Publications = append(l.Publications, w.Media.LedgerEntry(m))
		}
	}
	return l
}

// pageLedger returns all that ever became visible on Pages, in that order.
func pageLedger(w *World) []partnerPublication {
	list := []partnerPublication{}
	for _, p := range slices.Concat(w.Past.PageItems.All(), w.Pages.Sorted()) {
		if p.ShownAt != nil {
			list = append(list, w.Pages.LedgerEntry(p))
		}
	}
	slices.SortStableFunc(list, func(a, b partnerPublication) int { return a.PublishedAt.Time().Compare(b.PublishedAt.Time()) })
	return list
}

const (
	maxLoggedValue = 4096
	redacted       = "[redacted]"
)

// NewLoggedCall returns the call as the log shows it, with what became of it.
func NewLoggedCall(c *wire.Call, at time.Time, ans wire.Answer, faultID string) *LoggedCall {
	l := &LoggedCall{
		At: wiretime.Of(at), Method: c.Method, Host: c.Host, Path: clip(c.Path), Params: map[string]string{},
		TokenIn: c.TokenIn, FaultID: faultID,
	}
	if c.Node != wire.Me { // A client may ask by it whose a token is.
		l.About = c.About
	}
	for name, value := range c.Params {
		if isSecret(name) {
			value = redacted
		}
		l.Params[clip(name)] = clip(value)
	}
	if ans.Cut {
		return l
	}
	l.Status = ans.Status
	if ans.Err != nil {
		l.Code, l.Subcode = ans.Err.Code, ans.Err.Subcode
	}
	return l
}

// isSecret tells the parameters whose values no log shows.
func isSecret(name string) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"token", "secret", "password", "signature"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "code" || name == "security_code" || name == "signed_body"
}

// clip shortens what a log keeps of a value.
func clip(s string) string {
	if len(s) <= maxLoggedValue {
		return s
	}
	return strings.ToValidUTF8(s[:maxLoggedValue], "") + "..."
}
