package native

import (
	"cmp"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json/jsontext"
)

// The variants of a mention.
const (
	variantXMA     = "xma_reel_mention"
	variantGeneric = "generic_xma"
	variantShare   = "reel_share"

	shareMention = "mention"
)

// storyLife is how long the network shows a story.
const storyLife = 24 * time.Hour

type wireItem struct {
	ItemID     text           `json:"item_id"`
	UserID     jsontext.Value `json:"user_id"`
	Timestamp  jsontext.Value `json:"timestamp"`
	ItemType   text           `json:"item_type"`
	SentByMe   flag           `json:"is_sent_by_viewer"`
	Auxiliary  text           `json:"auxiliary_text"`
	OriginalID jsontext.Value `json:"original_media_igid"`
	XMAMention jsontext.Value `json:"xma_reel_mention"`
	GenericXMA jsontext.Value `json:"generic_xma"`
	ReelShare  jsontext.Value `json:"reel_share"`
}

type wireXMA struct {
	TargetURL    text           `json:"target_url"`
	PreviewURL   text           `json:"preview_url"`
	HeaderTitle  text           `json:"header_title_text"`
	Title        text           `json:"title_text"`
	Caption      text           `json:"caption_body_text"`
	TargetExpiry jsontext.Value `json:"target_expiry_timestamp_ms"`
}

type wireShare struct {
	Type          text           `json:"type"`
	MentionedUser jsontext.Value `json:"mentioned_user_id"`
	Media         jsontext.Value `json:"media"`
}

// readItem reads an item of a thread of the user self, in an answer that the network gave at the
// instant date. What cannot be read is no mention, or one with a flaw.
func readItem(raw jsontext.Value, users []User, self string, date time.Time) Item {
	var w wireItem
	if unmarshalAny(raw, &w) != nil {
		return Item{Kind: Other}
	}
	item := Item{ID: clean(string(w.ItemID)), Kind: Other, AuthorID: looseID(w.UserID), At: instant(w.Timestamp, time.Microsecond)}
	if bool(w.SentByMe) || item.AuthorID == self {
		return item
	}
	switch {
	case isThere(w.XMAMention):
		item.readXMA(&w, w.XMAMention, variantXMA)
	case isThere(w.GenericXMA) && w.saysMentioned():
		item.readXMA(&w, w.GenericXMA, variantGeneric)
	case isThere(w.ReelShare):
		item.readShare(w.ReelShare, self)
	case w.ItemType == variantXMA:
		item.Kind, item.Variant = Mention, variantXMA
	}
	if item.Kind == Mention {
		item.complete(users, date)
	}
	return item
}

// saysMentioned tells a mention from all else that comes as generic_xma. The client asks for
// English.
func (w *wireItem) saysMentioned() bool {
	if says(w.Auxiliary, proseMentioned) {
		return true
	}
	entry, ok := firstEntry(w.GenericXMA)
	return ok && slices.ContainsFunc([]text{entry.HeaderTitle, entry.Title, entry.Caption}, func(t text) bool { return says(t, proseMentioned) })
}

// complete fills in what the thread knows, and says what is still missing. A story expires by the
// network's own time, because this machine's clock may be wrong. With a zero date none does.
func (i *Item) complete(users []User, date time.Time) {
	if at := slices.IndexFunc(users, func(u User) bool { return u.ID == i.AuthorID }); at >= 0 && users[at].Username != "" {
		i.AuthorUsername = users[at].Username
	} else if at := slices.IndexFunc(users, func(u User) bool { return i.AuthorUsername != "" && u.Username == i.AuthorUsername }); i.AuthorID == "" && at >= 0 {
		i.AuthorID = users[at].ID
	}
	if !i.ExpiresAt.IsZero() && !date.IsZero() && !date.Before(i.ExpiresAt) {
		i.Expired = true
	}
	switch {
	case i.Flaw != "":
	case i.ID == "":
		i.Flaw = "the item has no id"
	case i.MediaID == "" && !i.Expired:
		i.Flaw = "the item does not say which story it is about"
	case i.AuthorID == "" && i.AuthorUsername == "":
		i.Flaw = "the item does not say whose story it is about"
	}
}

func (i *Item) readXMA(w *wireItem, raw jsontext.Value, variant string) {
	i.Kind, i.Variant = Mention, variant
	entry, ok := firstEntry(raw)
	if !ok {
		i.MediaID = looseID(w.OriginalID)
		i.Flaw = "the mention cannot be read"
		return
	}
	i.AuthorUsername, i.MediaID = storyOf(string(entry.TargetURL))
	if i.MediaID == "" {
		i.MediaID = looseID(w.OriginalID)
	}
	i.ExpiresAt = instant(entry.TargetExpiry, time.Millisecond)
	if len(entry.PreviewURL) <= maxAddress {
		i.Preview = string(entry.PreviewURL)
	}
	if entry.PreviewURL == "" {
		i.Expired = slices.ContainsFunc(proseExpired(), func(word string) bool {
			return says(entry.HeaderTitle, word) || says(entry.Title, word) || says(entry.Caption, word)
		})
	}
}

func (i *Item) readShare(raw jsontext.Value, self string) {
	var w wireShare
	if httpclient.Unmarshal(raw, &w) != nil {
		return
	}
	if mentioned := looseID(w.MentionedUser); w.Type != shareMention || mentioned != "" && mentioned != self {
		return
	}
	i.Kind, i.Variant = Mention, variantShare
	var m wireMedia
	if !isThere(w.Media) {
		i.Expired = true
		return
	}
	if httpclient.Unmarshal(w.Media, &m) != nil {
		i.Flaw = "the story of the mention cannot be read"
		return
	}
	i.MediaID = m.id()
	if m.User != nil {
		i.AuthorUsername = username(m.User.Username)
		i.AuthorID = cmp.Or(i.AuthorID, string(m.User.PK))
	}
	i.ExpiresAt = m.expiry()
	if m.Images != nil {
		i.Preview = smallest(m.Images.Candidates)
	}
}

// firstEntry returns the first entry of a list of them, or the one that stands alone.
func firstEntry(raw jsontext.Value) (entry wireXMA, ok bool) {
	var all []jsontext.Value
	if raw.Kind() == '{' {
		all = []jsontext.Value{raw}
	} else if unmarshalAny(raw, &all) != nil || len(all) == 0 {
		return wireXMA{}, false
	}
	ok = all[0].Kind() == '{' && httpclient.Unmarshal(all[0], &entry) == nil
	return entry, ok
}

// storyOf reads whose story an address is, and which:
// https://www.instagram.com/stories/{username}/{id}?...
func storyOf(address string) (user, mediaID string) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || !slices.Contains(networkSites(), u.Host) {
		return "", ""
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	if len(parts) < 2 || parts[0] != "stories" {
		return "", ""
	}
	if len(parts) > 2 {
		mediaID = decimal(parts[2])
	}
	return username(text(parts[1])), mediaID
}

// decimal returns the id in s, which may have the form pk or pk_userid. It is empty for another
// text.
func decimal(s string) string {
	pk, _, _ := strings.Cut(s, "_")
	if !isID(pk) {
		return ""
	}
	return pk
}

// looseID reads an id from a value of any type.
func looseID(raw jsontext.Value) string {
	if !isThere(raw) {
		return ""
	}
	s, err := scalar(raw)
	if err != nil {
		return ""
	}
	return decimal(s)
}

func isThere(raw jsontext.Value) bool { return len(raw) > 0 && raw.Kind() != 'n' }

// instant reads a number of units since 1970, given as a number or a text; zero for what is none of
// a sensible year.
func instant(raw jsontext.Value, unit time.Duration) time.Time {
	if !isThere(raw) {
		return time.Time{}
	}
	s, err := scalar(raw)
	if err != nil {
		return time.Time{}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/int64(unit) {
		return time.Time{}
	}
	const minYear, maxYear = 2010, 2200
	t := time.Unix(0, n*int64(unit)).UTC()
	if t.Year() < minYear || t.Year() > maxYear {
		return time.Time{}
	}
	return t
}
