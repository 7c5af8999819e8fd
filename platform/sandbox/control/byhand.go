package control

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"crier/platform/limits"
	"crier/platform/sandbox/world"
	"crier/platform/wiretime"
)

// handTimes is the first device timestamp of a story by hand. It is in the year 2001, so that no
// later upload has the same.
const handTimes = 1_000_000_000_000

// postRequest is a post that a person publishes in the network's own app: on an account, with
// mentions as its native user, or on a Page.
type postRequest struct {
	AccountID string   `json:"accountId"`
	PageID    string   `json:"pageId"`
	Caption   string   `json:"caption"`
	MediaType string   `json:"mediaType"`
	Mentions  []string `json:"mentions"`
}

// postPosts publishes a post of the network's own app: it has no container and does not count
// against the cap.
func postPosts(w *world.World, in postRequest) (any, error) {
	switch {
	case in.PageID != "" && (in.AccountID != "" || in.Mentions != nil):
		return nil, errors.New("a post on a Page has neither accountId nor mentions")
	case in.PageID != "":
		return postPageByHand(w, in)
	}
	a, err := w.Accounts.Named(in.AccountID)
	if err != nil {
		return nil, err
	}
	if in.Mentions != nil {
		return postStoryByHand(w, a, in)
	}
	return postByHand(w, a, in)
}

func postByHand(w *world.World, a *world.Account, in postRequest) (any, error) {
	if utf8.RuneCountInString(in.Caption) > limits.MaxCaption {
		return nil, fmt.Errorf("caption must be at most %d characters", limits.MaxCaption)
	}
	switch in.MediaType {
	case "":
		in.MediaType = world.MediaImage
	case world.MediaImage, world.MediaCarousel, world.MediaReel:
	case world.MediaStory:
		in.Caption = ""
	default:
		return nil, fmt.Errorf("mediaType must be %s, %s, %s or %s", world.MediaImage, world.MediaCarousel, world.MediaReel, world.MediaStory)
	}
	seq := w.NextSeq()
	m := &world.Media{
		ID: world.MediaID(seq), Seq: seq, AccountID: a.ID, MediaType: in.MediaType, Video: in.MediaType == world.MediaReel,
		Caption: in.Caption, PublishedAt: wiretime.Of(w.Now().Truncate(time.Millisecond)), Unlisted: w.Settings.ListLag,
	}
	w.Media.Put(m)
	return w.Media.LedgerEntry(m), nil
}

// commentsRequest is a comment that somebody makes in the network's own app, or how many comments
// the filters hide from now on.
type commentsRequest struct {
	HideNext *int   `json:"hideNext,omitzero"`
	MediaID  string `json:"mediaId,omitzero"`
	Username string `json:"username,omitzero"`
	Text     string `json:"text,omitzero"`
}

// postComments comments by hand, or sets how many comments are hidden.
func postComments(w *world.World, in commentsRequest) (any, error) {
	m := w.Media.ByID[in.MediaID]
	switch {
	case in.HideNext != nil && (in.MediaID != "" || in.Username != "" || in.Text != ""):
		return nil, errors.New("hideNext stands alone")
	case in.HideNext != nil && (*in.HideNext < 0 || *in.HideNext > world.MaxPast):
		return nil, fmt.Errorf("hideNext must be 0 to %d", world.MaxPast)
	case in.HideNext != nil:
		w.Settings.HideComments = *in.HideNext
		w.PutSettings()
		return in, nil
	case m == nil || m.DeletedAt != nil || m.ParentID != "" || m.MediaType == world.MediaStory:
		return nil, errors.New("mediaId names no post or reel that is visible; or give hideNext")
	case strings.TrimSpace(in.Text) == "" || utf8.RuneCountInString(in.Text) > limits.MaxFirstComment:
		return nil, fmt.Errorf("text must have 1 to %d characters", limits.MaxFirstComment)
	case len(in.Username) > maxHandName:
		return nil, fmt.Errorf("username must have at most %d characters", maxHandName)
	}
	return w.Comments.LedgerEntry(w.Comments.Make(m, "", cmp.Or(in.Username, "a.passer.by"), in.Text)), nil
}

// maxHandName is how long the name of somebody who comments by hand is at most.
const maxHandName = 30

// postStoryByHand makes a story of the native user of the account. It leaves out mentions of people
// who do not allow them.
func postStoryByHand(w *world.World, a *world.Account, in postRequest) (any, error) {
	i := slices.IndexFunc(w.Natives.Users, func(u *world.NativeUser) bool { return u.Profile.AccountID == a.ID })
	switch {
	case i < 0:
		return nil, errors.New("the account has no native user, whose stories alone have mentions")
	case in.MediaType != world.MediaStory:
		return nil, fmt.Errorf("mediaType must be %s where there are mentions", world.MediaStory)
	case len(in.Mentions) > world.MaxStoryMentions:
		return nil, fmt.Errorf("mentions must be at most %d", world.MaxStoryMentions)
	}
	mentions := []world.NativeMention{}
	for _, name := range in.Mentions {
		p := w.Natives.Person(name)
		if p == nil {
			return nil, fmt.Errorf("mentions must be the names of users: at most 30 of a-z, 0-9, . and _, not beginning with %s", world.Nobody)
		}
		if !strings.HasPrefix(p.Username, world.Unmentioned) {
			mentions = append(mentions, world.NativeMention{UserID: p.ID, Username: p.Username, X: 0.5, Y: 0.5, Width: 0.64, Height: 0.125})
		}
	}
	return world.LedgerStory(w.PublishNative(w.Natives.Users[i], world.NativeMedia{DeviceTime: strconv.FormatInt(handTimes+w.NextSeq(), 10), Mentions: mentions})), nil
}

func postPageByHand(w *world.World, in postRequest) (any, error) {
	a := w.Accounts.OfPage(in.PageID)
	kind, known := map[string]string{"": world.KindPhoto, world.MediaImage: world.KindPhoto, world.VideoItem: world.KindVideo}[in.MediaType]
	switch {
	case a == nil:
		return nil, errors.New("pageId names no Page of the sandbox")
	case !known:
		return nil, fmt.Errorf("mediaType must be %s or %s on a Page", world.MediaImage, world.VideoItem)
	case utf8.RuneCountInString(in.Caption) > limits.Of(limits.PageTextCharacters).Int():
		return nil, fmt.Errorf("caption must be at most %d characters on a Page", limits.Of(limits.PageTextCharacters).Int())
	}
	p := w.Pages.NewItem(a, kind, world.PageUnpublished)
	p.Text = in.Caption
	w.Pages.Show(p)
	return w.Pages.LedgerEntry(p), nil
}

// maxAgeHours is how old a mention can be made.
const maxAgeHours = 24 * 365

type nativeRequest struct {
	Username            string  `json:"username"`
	Login               string  `json:"login"`
	Code                *string `json:"code"`
	HideDeviceTimestamp *bool   `json:"hideDeviceTimestamp,omitzero"`
}

// postNative sets the result of the user's next logins. It ends the user's challenge and sessions,
// and forgets the trusted devices, so that a challenge comes. The setting of device timestamps
// applies to all users, and may be the only one.
func postNative(w *world.World, in nativeRequest) (any, error) {
	if in.HideDeviceTimestamp != nil && in.Username == "" && in.Login == "" && in.Code == nil {
		w.Settings.HideDeviceTimestamp = *in.HideDeviceTimestamp
		w.PutSettings()
		return struct {
			HideDeviceTimestamp bool `json:"hideDeviceTimestamp"`
		}{*in.HideDeviceTimestamp}, nil
	}
	u := w.Natives.User(in.Username)
	if u == nil {
		return nil, errors.New("username names no native user of the sandbox")
	}
	if !slices.Contains(world.NativeLogins(), in.Login) {
		return nil, fmt.Errorf("login must be one of %v", world.NativeLogins())
	}
	if in.Code != nil && !world.IsNativeCode(*in.Code) {
		return nil, errors.New("code must be six digits")
	}
	u.Login, u.Trusted, u.Sessions, u.Challenge = in.Login, nil, nil, nil
	if in.Code != nil {
		u.Code = *in.Code
	}
	w.Natives.PutUser(u)
	if in.HideDeviceTimestamp != nil {
		w.Settings.HideDeviceTimestamp = *in.HideDeviceTimestamp
		w.PutSettings()
	}
	in.Code = new(u.Code)
	return in, nil
}

type mentioned struct {
	ItemID    string        `json:"itemId"`
	ThreadID  string        `json:"threadId"`
	MediaID   string        `json:"mediaId"`
	AuthorID  string        `json:"authorId"`
	TakenAt   wiretime.Time `json:"takenAt"`
	ExpiresAt wiretime.Time `json:"expiresAt"`
}

// postMentions makes a story in which somebody mentions a native user.
func postMentions(w *world.World, in world.MentionRequest) (any, error) {
	if err := checkMention(w, in); err != nil {
		return nil, err
	}
	i, m := w.Natives.Mention(in)
	return mentioned{i.ItemID(), w.Natives.ThreadID(i), m.ID, m.OwnerID, m.TakenAt, wiretime.Of(m.End())}, nil
}

func checkMention(w *world.World, in world.MentionRequest) error {
	author := strings.ToLower(in.Author)
	switch {
	case w.Natives.User(in.Username) == nil:
		return errors.New("username names no native user of the sandbox")
	case !world.IsUsername(author) || strings.HasPrefix(author, world.Nobody) || author == in.Username:
		return fmt.Errorf("author must be the name of another user: at most 30 of a-z, 0-9, . and _, not beginning with %s", world.Nobody)
	case in.Kind != world.KindPhoto && in.Kind != world.KindVideo:
		return fmt.Errorf("kind must be %s or %s", world.KindPhoto, world.KindVideo)
	case !slices.Contains(world.Variants(), in.Variant):
		return fmt.Errorf("variant must be one of %v", world.Variants())
	case math.IsNaN(in.AgeHours) || in.AgeHours < 0 || in.AgeHours > maxAgeHours:
		return fmt.Errorf("ageHours must be 0 to %d", maxAgeHours)
	case len(w.Natives.Items) >= world.MaxDirect:
		return fmt.Errorf("there are %d mentions already", world.MaxDirect)
	case w.Natives.Person(author) == nil:
		return errors.New("author would be one user more than the sandbox takes; name one that is there, or reset it")
	}
	return nil
}
