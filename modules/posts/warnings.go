package posts

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts/networkclock"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/graph"
	"crier/platform/instance"
	"crier/platform/limits"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// The codes of warnings that are no error codes.
const (
	tokenExpires   = "TOKEN_EXPIRES"
	nearDuplicate  = "NEAR_DUPLICATE"
	closeToAnother = "CLOSE_TO_ANOTHER"
	capReached     = "CAP_REACHED"
	networkRefuses = "NETWORK_REFUSES"
	clockOff       = "CLOCK_OFF"
	localOnly      = "LOCAL_ONLY"
	crossIgnored   = "CROSS_POST_IGNORED"
	captionUnseen  = "CAPTION_UNSEEN"
	fieldIgnored   = "FIELD_IGNORED"
	quarantined    = "QUARANTINED"
	mayNotComment  = "MAY_NOT_COMMENT"
)

// duplicateWindow is how far back a post with the same content is looked for.
const duplicateWindow = 24 * time.Hour

// Warner finds the warnings about accepted posts.
type Warner struct {
	clock  clock.Clock
	clocks *networkclock.Clock
	media  *media.Service
	cloud  Cloud
}

// NewWarner returns a warner. Its warnings about scheduled posts depend on whether the cloud takes
// posts.
func NewWarner(clk clock.Clock, clocks *networkclock.Clock, files *media.Service, cloud Cloud) *Warner {
	return &Warner{clock: clk, clocks: clocks, media: files, cloud: cloud}
}

// warn returns the warnings about a submission that is accepted.
func (w *Warner) warn(ctx context.Context, db bun.IDB, account auth.SocialAccount, sub Submission) ([]Warning, error) {
	found, err := w.findings(ctx, db, account, sub)
	return warningsOf(found), err
}

// warningsOf returns findings as v1 tells them.
func warningsOf(found []Finding) []Warning {
	warnings := make([]Warning, len(found))
	for i, f := range found {
		warnings[i] = Warning{Code: f.Code, Message: f.Message}
	}
	return warnings
}

// findings returns what the author of a submission may not expect.
func (w *Warner) findings(ctx context.Context, db bun.IDB, account auth.SocialAccount, sub Submission) ([]Finding, error) {
	files, err := w.media.Files(ctx, db, sub.fileIDs())
	if err != nil {
		return nil, err
	}
	found := append(w.ofToken(account, sub), w.ofCloud(sub)...)
	found = append(found, ofComment(account, sub.PublishablePost)...)
	found = append(found, unseenNames(sub.PublishablePost, files)...)
	for _, look := range []func(context.Context, bun.IDB, auth.SocialAccount, Submission) (*Finding, error){w.quarantine, w.duplicate, w.forecast} {
		f, err := look(ctx, db, account, sub)
		if err != nil {
			return nil, err
		}
		if f != nil {
			found = append(found, *f)
		}
	}
	found = append(found, foreseenIn(sub.PublishablePost, files)...)
	if sub.At == nil {
		return found, nil
	}
	if ahead, known := w.clocks.AheadAt(w.clock.Now()); known && ahead.Abs() > networkclock.Tolerance {
		found = append(found, finding(clockOff, "this machine's clock differs from the network's by %s; put it right, or the post goes out at the network's time", wiretime.Words(ahead)))
	}
	near, err := w.neighbour(ctx, db, account, sub)
	if near != nil {
		found = append(found, *near)
	}
	return found, err
}

// quarantine says that the post waits because the data folder may be older than what was done with
// it.
func (*Warner) quarantine(ctx context.Context, db bun.IDB, _ auth.SocialAccount, _ Submission) (*Finding, error) {
	folder, err := instance.Read(ctx, db)
	if err != nil || !folder.IsQuarantined() {
		return nil, err
	}
	return new(finding(quarantined, "%s", folder.Sentence())), nil
}

// ofToken says that the account's token ends before the time.
func (w *Warner) ofToken(account auth.SocialAccount, sub Submission) []Finding {
	var f Finding
	switch {
	case sub.At != nil && account.IsMarked():
		f = finding(tokenExpires, "%s; do that before the post is due", account.Remedy())
	case sub.At == nil || !account.IsTokenExpired(*sub.At):
		return nil
	case account.IsTokenExpired(wiretime.Of(w.clock.Now())):
		f = finding(tokenExpires, "the access token of %s expired at %s; connect the account again before %s, when the post is due, or it fails", account.Username, account.TokenExpiresAt, sub.At)
	case account.LoginMethod == auth.Primary:
		f = finding(tokenExpires, "the access token of %[1]s expires at %[2]s, before the post is due at %[3]s; Crier renews it if it runs in the ten days before that. Otherwise connect the account again before %[3]s, or the post fails",
			account.Username, account.TokenExpiresAt, sub.At)
	case account.PartnerPageID == nil:
		f = finding(tokenExpires, "the access token of %[1]s expires at %[2]s, before the post is due at %[3]s; Crier renews it if it remembers the app of the login and runs in the ten days before that. Otherwise connect the account again before %[3]s, or the post fails",
			account.Username, account.TokenExpiresAt, sub.At)
	default:
		f = finding(tokenExpires, "the access token of %[1]s expires at %[2]s, before the post is due at %[3]s; connect the account again before %[3]s, or the post fails", account.Username, account.TokenExpiresAt, sub.At)
	}
	if account.TokenExpiresAt != nil {
		f.Figure, f.Limit = "the token lasts until "+account.TokenExpiresAt.String(), "beyond "+sub.At.String()
	}
	return []Finding{f.with(reconnect(account.ID))}
}

// ofComment says that the account is known not to have the permission for the first comment.
func ofComment(account auth.SocialAccount, p PublishablePost) []Finding {
	if may, isKnown := account.Allows(graph.ScopeComment); value(p.FirstComment) == "" || may || !isKnown {
		return nil
	}
	f := finding(mayNotComment, "the access token of %s has no permission for comments, so that the post goes out without its first comment; connect the account again, and allow it to manage comments, or leave firstComment out", account.Username)
	return []Finding{f.with(reconnect(account.ID), leaveOut("firstComment")).inField("firstComment")}
}

// duplicate says that another post has the same file and caption, and when it goes out or went out.
func (w *Warner) duplicate(ctx context.Context, db bun.IDB, _ auth.SocialAccount, sub Submission) (*Finding, error) {
	duplicate, isThere, err := selectDuplicate(ctx, db, sub.PublishablePost, wiretime.Of(w.clock.Now().Add(-duplicateWindow)), sub.self)
	if err != nil || !isThere {
		return nil, err
	}
	const both = "; both will be published, unless you delete one of them (DELETE /posts/%s)"
	f := finding(nearDuplicate, "the account is publishing the same file and caption already"+both, duplicate.ID)
	switch {
	case duplicate.Status == Published && duplicate.PublishedAt != nil:
		f = finding(nearDuplicate, "the account published the same file and caption at %s (GET /posts/%s); leave this post out if once is enough", duplicate.PublishedAt, duplicate.ID)
	case duplicate.Status == Scheduled && duplicate.ScheduledFor != nil:
		f = finding(nearDuplicate, "the account has the same file and caption planned for %s"+both, duplicate.ScheduledFor, duplicate.ID)
	}
	f = f.with(Remedy{Action: OpenPost, Says: "Look at the other post.", PostID: &duplicate.ID})
	return &f, nil
}

// neighbour says that another post of the account is too near, and when there is room.
func (w *Warner) neighbour(ctx context.Context, db bun.IDB, account auth.SocialAccount, sub Submission) (*Finding, error) {
	spacing := limits.Of(limits.PostSpacing).Duration() // Contract 8 advises it.
	near, isThere, err := selectNeighbour(ctx, db, account.ID, *sub.At, spacing, sub.self)
	if err != nil || !isThere {
		return nil, err
	}
	f := finding(closeToAnother, "another post of %s is scheduled for %s; the network prefers %s between two; move one of them", account.Username, near, wiretime.Words(spacing))
	f.Figure, f.Limit = wiretime.Words(near.Time().Sub(sub.At.Time()).Abs())+" from the other one", "at least "+wiretime.Words(spacing)
	// Each step goes beyond one post; after as many there is no room worth a suggestion.
	const steps = 50
	free := near
	for range steps {
		free = wiretime.Of(free.Time().Add(spacing))
		next, isTaken, err := selectNeighbour(ctx, db, account.ID, free, spacing, sub.self)
		if err != nil {
			return nil, err
		}
		if !isTaken {
			f = f.with(Remedy{Action: Move, Says: "Move it to where there is room.", ScheduledFor: &free})
			break
		}
		free = next
	}
	return &f, nil
}

// ofCloud says what of a scheduled post the cloud does not do.
func (w *Warner) ofCloud(sub Submission) []Finding {
	switch {
	case sub.At == nil || !w.cloud.Takes():
	case !sub.goesTo(w.cloud):
		return []Finding{finding(localOnly, "the cloud worker has no native session for mentions, so this machine publishes the story; Crier must be running then")}
	case sub.CrossPostToPartner != nil && *sub.CrossPostToPartner:
		return []Finding{finding(crossIgnored, "crossPostToPartner is ignored: what the cloud worker publishes is not shared to the Page").with(leaveOut("crossPostToPartner"))}
	}
	return nil
}

// forecast says when a post would be one more than the network's cap allows, as far as is known
// now.
func (w *Warner) forecast(ctx context.Context, db bun.IDB, account auth.SocialAccount, sub Submission) (*Finding, error) {
	if len(sub.StoryMentions) > 0 {
		return nil, nil // The cap is the publishing API's.
	}
	at := w.clock.Now()
	if sub.At != nil {
		at = sub.At.Time()
	}
	total, err := totalOf(ctx, db, account.ID)
	if err != nil {
		return nil, err
	}
	posts, err := crowding(ctx, db, account.ID, at, sub.self)
	if err != nil || posts <= total {
		return nil, err
	}
	f := finding(capReached, "this is post %d of %s within 24 hours, and the network allows %d; it fails unless you move it, or others, to another day", posts, account.Username, total)
	f.Figure, f.Limit = fmt.Sprintf("post %d within 24 hours", posts), fmt.Sprintf("%d posts", total)
	return &f, nil
}

var (
	hashtag  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`#[\pL\pN_]+`) })
	username = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[^\pL\pN_.])@[\pL\pN_.]+`) })
)

// refusals returns what the network is known to refuse, or may refuse, about a post that Crier
// takes (contract 8 has only the length of a caption).
func refusals(p PublishablePost) (found []Finding) {
	caption := value(p.Caption)
	for _, of := range []struct {
		sign      string
		pattern   func() *regexp.Regexp
		sure, max limits.Name
		has, are  string
	}{
		{"#", hashtag, limits.SureHashtags, limits.Hashtags, "has %d hashtags", "hashtags"},
		{"@", username, limits.CaptionMentions, limits.CaptionMentions, "mentions %d accounts", "accounts"},
	} {
		sure, most := limits.Of(of.sure).Int(), limits.Of(of.max).Int()
		if strings.Count(caption, of.sign) <= min(sure, most) {
			continue
		}
		n, limit := len(of.pattern().FindAllString(caption, -1)), most
		var f Finding
		switch {
		case n > most:
			f = finding(networkRefuses, "the caption "+of.has+" and the network takes %d: the post fails unless you take %d out", n, most, n-most)
		case n > sure:
			limit = sure
			f = finding(mayBeRefused, "the caption "+of.has+". Some sources say that the network takes %d, others %d, and Crier tries it as it is. If the network refuses it, take %d out", n, sure, most, n-sure)
		default:
			continue
		}
		f.Field, f.Figure, f.Limit = "caption", fmt.Sprintf("%d %s", n, of.are), fmt.Sprintf("%d %s", limit, of.are)
		found = append(found, f)
	}
	if p.LocationID != nil && strings.Trim(*p.LocationID, "0123456789") != "" {
		f := finding(networkRefuses, "locationId is not made of digits alone, as the network's places are: the post fails unless you send the place's id, or none").with(leaveOut("locationId"))
		f.Field = "locationId"
		found = append(found, f)
	}
	return found
}

// FieldIgnored warns that a member of a request changed nothing.
func FieldIgnored(text string) Warning { return Warning{Code: fieldIgnored, Message: text} }

// Foreseen returns the warnings that follow from the content alone of a post that has its files.
func Foreseen(post Post) ([]Warning, error) {
	content, err := contentOf(post, idsOf(post))
	if err != nil {
		return nil, err
	}
	files := make(map[wireid.ID]media.MediaFile, len(post.MediaFiles))
	for _, file := range post.MediaFiles {
		files[file.ID] = file
	}
	return foreseen(content, files), nil
}

// foreseen returns what is known of a post by its content alone: what the network refuses about it,
// does not show, is not told, or changes of its files.
func foreseen(p PublishablePost, files map[wireid.ID]media.MediaFile) []Warning {
	return warningsOf(foreseenIn(p, files))
}

func foreseenIn(p PublishablePost, files map[wireid.ID]media.MediaFile) []Finding {
	found := refusals(p)
	if p.MediaType == Stories && strings.TrimSpace(value(p.Caption)) != "" {
		f := finding(captionUnseen, "nobody sees the caption: the network shows none on a story. Write the text into the picture, or post it as IMAGE or REELS").with(leaveOut("caption"))
		f.Field = "caption"
		found = append(found, f)
	}
	if p.MediaType == Carousel && p.MediaFileID != nil {
		f := finding(fieldIgnored, "mediaFileId was ignored: a CAROUSEL has the files of mediaFileIds alone. Put the file there if it belongs to the post").with(leaveOut("mediaFileId"))
		f.Field = "mediaFileId"
		found = append(found, f)
	}
	return append(found, changesOf(p, files)...)
}

// unseenNames returns what a post asks for that this version cannot do; nothing for most.
func unseenNames(p PublishablePost, files map[wireid.ID]media.MediaFile) []Finding {
	if len(p.StoryMentions) == 0 {
		return nil
	}
	for _, id := range p.fileIDs() {
		if file := files[id]; file.IsVideo() {
			f := finding(string(apperror.NotConfigured), "the mentions can be tapped, but are not seen: names are written into pictures only, not into videos")
			f.Field, f.MediaFileID = "storyMentions", &id
			return []Finding{f}
		}
	}
	return nil
}
