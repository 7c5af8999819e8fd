package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"crier/platform/wiretime"
)

// handTimes is where the device timestamps of stories by hand begin: in the year 2001, so that none is a later upload's.
const handTimes = 1_000_000_000_000

// postRequest is what somebody publishes in the network's own app: on an account, with mentions as its native user, or on a Page.
type postRequest struct {
	AccountID string   `json:"accountId"`
	PageID    string   `json:"pageId"`
	Caption   string   `json:"caption"`
	MediaType string   `json:"mediaType"`
	Mentions  []string `json:"mentions"`
}

// postPosts publishes what somebody posts in the network's own app: there is no container, and the cap is not touched.
func postPosts(w *world, in postRequest) (any, error) {
	switch {
	case in.PageID != "" && (in.AccountID != "" || in.Mentions != nil):
		return nil, errors.New("a post on a Page has neither accountId nor mentions")
	case in.PageID != "":
		return postPageByHand(w, in)
	}
	a, err := w.accounts.named(in.AccountID)
	if err != nil {
		return nil, err
	}
	if in.Mentions != nil {
		return postStoryByHand(w, a, in)
	}
	return postByHand(w, a, in)
}

func postByHand(w *world, a *account, in postRequest) (any, error) {
	if utf8.RuneCountInString(in.Caption) > maxCaption {
		return nil, fmt.Errorf("caption must be at most %d characters", maxCaption)
	}
	switch in.MediaType {
	case "":
		in.MediaType = mediaImage
	case mediaImage, mediaCarousel, mediaReel:
	case mediaStory:
		in.Caption = ""
	default:
		return nil, fmt.Errorf("mediaType must be %s, %s, %s or %s", mediaImage, mediaCarousel, mediaReel, mediaStory)
	}
	seq := w.nextSeq()
	m := &media{
		ID: mediaID(seq), Seq: seq, AccountID: a.ID, MediaType: in.MediaType, Video: in.MediaType == mediaReel,
		Caption: in.Caption, PublishedAt: wiretime.Of(w.now().Truncate(time.Millisecond)), Unlisted: w.settings.ListLag,
	}
	w.media.put(m)
	return w.media.ledgerEntry(m), nil
}

// postStoryByHand makes a story of the native user whose account it is. People who let nobody mention them are left out, as ever.
func postStoryByHand(w *world, a *account, in postRequest) (any, error) {
	i := slices.IndexFunc(w.natives.users, func(u *nativeUser) bool { return u.profile.AccountID == a.ID })
	switch {
	case i < 0:
		return nil, errors.New("the account has no native user, whose stories alone have mentions")
	case in.MediaType != mediaStory:
		return nil, fmt.Errorf("mediaType must be %s where there are mentions", mediaStory)
	case len(in.Mentions) > maxStoryMentions:
		return nil, fmt.Errorf("mentions must be at most %d", maxStoryMentions)
	}
	mentions := []nativeMention{}
	for _, name := range in.Mentions {
		p := w.natives.person(name)
		if p == nil {
			return nil, fmt.Errorf("mentions must be the names of users: at most 30 of a-z, 0-9, . and _, not beginning with %s", nobody)
		}
		if !strings.HasPrefix(p.Username, unmentioned) {
			mentions = append(mentions, nativeMention{UserID: p.ID, Username: p.Username, X: 0.5, Y: 0.5, Width: 0.64, Height: 0.125})
		}
	}
	return ledgerStory(w.publishNative(w.natives.users[i], nativeMedia{DeviceTime: strconv.FormatInt(handTimes+w.nextSeq(), 10), Mentions: mentions})), nil
}

func postPageByHand(w *world, in postRequest) (any, error) {
	a := w.accounts.ofPage(in.PageID)
	kind, known := map[string]string{"": kindPhoto, mediaImage: kindPhoto, videoItem: kindVideo}[in.MediaType]
	switch {
	case a == nil:
		return nil, errors.New("pageId names no Page of the sandbox")
	case !known:
		return nil, fmt.Errorf("mediaType must be %s or %s on a Page", mediaImage, videoItem)
	case utf8.RuneCountInString(in.Caption) > maxPageText:
		return nil, fmt.Errorf("caption must be at most %d characters on a Page", maxPageText)
	}
	p := w.pages.newItem(a, kind, pageUnpublished)
	p.Text = in.Caption
	w.pages.show(p)
	return w.pages.ledgerEntry(p), nil
}
