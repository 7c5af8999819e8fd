package graph

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"crier/platform/intent"
)

// maxAttached bounds what one post of a list has attached.
const maxAttached = 100

// PagePhoto is a picture for a Page.
type PagePhoto struct {
	// URL is where the network fetches it.
	URL, AltText string
}

// StagePagePhoto has the network fetch a picture that nobody sees until it becomes a post or a
// story, and returns the photo's id. Such a photo lives for about a day. The account of this and of
// the other calls for Pages has the Page's id and token.
func (c *PagePublications) StagePagePhoto(ctx context.Context, page Account, p PagePhoto) (photoID string, err error) {
	if p.URL == "" {
		return "", refuse(OpPageStagePhoto, Permanent, "a photo needs the URL of its file")
	}
	params := url.Values{"published": {"false"}, "url": {p.URL}}
	if p.AltText != "" {
		params.Set("alt_text_custom", p.AltText)
	}
	got, err := toPage[createdAnswer](ctx, c.caller, OpPageStagePhoto, page, "photos", params)
	return string(got.ID), err
}

// permitted spends the Intent for a visible call to a Page, once nothing else stands in its way.
func permitted(op string, page Account, i intent.Intent) error {
	if err := checkPage(op, page); err != nil {
		return err
	}
	return spend(op, i)
}

// PagePhotoPost is a post on a Page that shows a photo of StagePagePhoto.
type PagePhotoPost struct{ PhotoID, Text string }

// PublishPagePost posts a staged photo on a Page and returns the post's id. The network publishes
// such a photo once, and PagePosts tells which post has it attached. The call spends the Intent,
// makes the post visible and is not idempotent: after an error whose OutcomeUnknown is true only
// the Page's lists can tell.
func (c *PagePublications) PublishPagePost(ctx context.Context, i intent.Intent, page Account, p PagePhotoPost) (postID string, err error) {
	if !isID(p.PhotoID) {
		return "", refuse(OpPagePost, Permanent, "the photo's id is no id of the network")
	}
	if err := permitted(OpPagePost, page, i); err != nil {
		return "", err
	}
	params := url.Values{"attached_media[0]": {`{"media_fbid":"` + p.PhotoID + `"}`}}
	if p.Text != "" {
		params.Set("message", p.Text)
	}
	got, err := toPage[postedAnswer](ctx, c.caller, OpPagePost, page, "feed", params)
	return string(got.ID), err
}

type postedAnswer struct {
	ID postID `json:"id"`
}

func (a postedAnswer) flaw(*exchange) string {
	return flawIf(a.ID == "", "success without an id")
}

// PublishPagePhotoStory makes an unpublished photo the Page's story and returns the post's id,
// empty when the network does not name it. As to what is known after an error, it is like
// PublishPagePost.
func (c *PagePublications) PublishPagePhotoStory(ctx context.Context, i intent.Intent, page Account, photoID string) (postID string, err error) {
	if !isID(photoID) {
		return "", refuse(OpPagePhotoStory, Permanent, "the photo's id is no id of the network")
	}
	if err := permitted(OpPagePhotoStory, page, i); err != nil {
		return "", err
	}
	got, err := toPage[pagePostAnswer](ctx, c.caller, OpPagePhotoStory, page, "photo_stories", url.Values{"photo_id": {photoID}})
	return string(got.PostID), err
}

// pagePostAnswer is what a call answers that makes something visible on a Page.
type pagePostAnswer struct {
	Success *flag  `json:"success"`
	PostID  postID `json:"post_id"`
}

func (a pagePostAnswer) flaw(*exchange) string {
	return flawIf(a.Success == nil || !bool(*a.Success), "no word of success")
}

// toPage posts to an edge of the Page.
func toPage[T answer](ctx context.Context, c *caller, op string, page Account, edge string, params url.Values) (T, error) {
	var none T
	if err := checkPage(op, page); err != nil {
		return none, err
	}
	return call[T](ctx, c, request{op: op, method: http.MethodPost, account: page, path: []string{page.ID, edge}, params: params})
}

func checkPage(op string, page Account) error {
	switch {
	case page.Login != Partner:
		return refuse(op, Permanent, "Pages are reached by the partner login only")
	case !isID(page.ID):
		return refuse(op, Permanent, "the Page's id is no id of the network")
	}
	return nil
}

// PagePost is something on a Page. What the network left out is zero.
type PagePost struct {
	// ID is the post's; the video's in a list of videos.
	ID string
	// MediaID is the photo or video that a story is made of; empty in other lists.
	MediaID string
	// AttachedIDs are the photos and videos that a post shows, in a list of posts.
	AttachedIDs []string
	Text        string
	// Mark is what PublishPageVideo marked a video with, in a list of videos; empty where the
	// network does not tell.
	Mark      string
	Permalink string
	// CreatedAt is in whole seconds, UTC.
	CreatedAt time.Time
}

// PagePosts returns the latest posts of the Page, at most 50, newest first.
func (c *PagePublications) PagePosts(ctx context.Context, page Account) ([]PagePost, error) {
	return c.pageList(ctx, OpPagePosts, page, "posts", "id,message,created_time,permalink_url,attachments{target{id}}")
}

// PageVideos returns the latest videos of the Page, at most 50, newest first; reels are among them.
func (c *PagePublications) PageVideos(ctx context.Context, page Account) ([]PagePost, error) {
	return c.pageList(ctx, OpPageVideos, page, "videos", "id,description,created_time,permalink_url,universal_video_id")
}

// PageStories returns the latest stories of the Page, at most 50, newest first.
func (c *PagePublications) PageStories(ctx context.Context, page Account) ([]PagePost, error) {
	return c.pageList(ctx, OpPageStories, page, "stories", "")
}

func (c *PagePublications) pageList(ctx context.Context, op string, page Account, edge, fields string) ([]PagePost, error) {
	if err := checkPage(op, page); err != nil {
		return nil, err
	}
	params := url.Values{"limit": {"50"}}
	if fields != "" {
		params.Set("fields", fields)
	}
	got, err := call[pageListAnswer](ctx, c.caller, request{
		op: op, method: http.MethodGet, account: page, path: []string{page.ID, edge}, params: params, list: true,
	})
	if err != nil {
		return nil, err
	}
	posts, site := make([]PagePost, len(got.Data)), c.caller.endpoints().FacebookWeb
	for i, p := range got.Data {
		posts[i] = p.post()
		posts[i].Permalink = cmp.Or(absolute(site, p.Permalink), absolute(site, p.URL))
	}
	return posts, nil
}

type pageListAnswer struct {
	Data []pageItemAnswer `json:"data"`
}

func (a pageListAnswer) flaw(x *exchange) string {
	switch {
	case a.Data == nil:
		return "no list"
	case len(a.Data) > maxPageItems:
		return "far more items than were asked for"
	}
	for _, p := range a.Data {
		if p.ID == "" && p.PostID == "" {
			return "a post without an id"
		}
		if flaw := timeFlaw(p.post().CreatedAt, x.date); flaw != "" {
			return flaw
		}
		if p.Attachments != nil && len(p.Attachments.Data) > maxAttached {
			return "far more attachments than a post can have"
		}
	}
	return ""
}

// pageItemAnswer is an entry of any of the Page's lists, each of which has words of its own.
type pageItemAnswer struct {
	ID          postID   `json:"id"`
	PostID      postID   `json:"post_id"`
	MediaID     id       `json:"media_id"`
	Message     string   `json:"message"`
	Description string   `json:"description"`
	Mark        string   `json:"universal_video_id"`
	Permalink   string   `json:"permalink_url"`
	URL         string   `json:"url"`
	CreatedTime instant  `json:"created_time"`
	Creation    unixTime `json:"creation_time"`
	Attachments *struct {
		Data []struct {
			// Target is missing where what is attached is no object of the network's, such as a
			// link.
			Target *struct {
				ID postID `json:"id"`
			} `json:"target"`
		} `json:"data"`
	} `json:"attachments"`
}

func (a pageItemAnswer) post() PagePost {
	p := PagePost{ID: string(cmp.Or(a.ID, a.PostID)), MediaID: string(a.MediaID), Text: a.Message + a.Description, Mark: a.Mark, CreatedAt: a.CreatedTime.Time}
	if p.CreatedAt.IsZero() {
		p.CreatedAt = a.Creation.Time
	}
	if a.Attachments != nil {
		for _, one := range a.Attachments.Data {
			if one.Target != nil && one.Target.ID != "" {
				p.AttachedIDs = append(p.AttachedIDs, string(one.Target.ID))
			}
		}
	}
	return p
}

// absolute returns an address on a Page with the site in front when the network left that out; the
// empty text for what is no web address. Without TLS there is the sandbox's own site alone.
func absolute(site, link string) string {
	u, err := url.Parse(link)
	switch {
	case err != nil || link == "":
		return ""
	case u.Scheme == "https" && u.Host != "" && u.User == nil, u.Scheme == "http" && u.User == nil && strings.HasPrefix(link, site+"/"):
		return u.String()
	case u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/"):
		return site + u.String()
	}
	return ""
}

// PagePermalink returns the address of a post or a video of a Page, empty while the network does
// not name it.
func (c *PagePublications) PagePermalink(ctx context.Context, page Account, postID string) (string, error) {
	if !isPostID(postID) {
		return "", refuse(OpPagePermalink, Permanent, "the id of the post is no id of the network")
	}
	got, err := call[permalinkAnswer](ctx, c.caller, request{
		op: OpPagePermalink, method: http.MethodGet, account: page, path: []string{postID}, asked: postID,
		params: url.Values{"fields": {"permalink_url"}},
	})
	return absolute(c.caller.endpoints().FacebookWeb, got.Permalink), err
}

type permalinkAnswer struct {
	ID        postID `json:"id"`
	Permalink string `json:"permalink_url"`
}

func (a permalinkAnswer) flaw(x *exchange) string {
	switch {
	case a.ID == "" && a.Permalink == "":
		return "neither an address nor an id"
	case a.ID != "" && string(a.ID) != x.asked:
		return "the address of another post"
	}
	return ""
}

// DeletePagePost deletes a post or a video of a Page. Deleting twice deletes once.
func (c *PagePublications) DeletePagePost(ctx context.Context, page Account, postID string) error {
	if !isPostID(postID) {
		return refuse(OpPageDelete, Permanent, "the id of the post is no id of the network")
	}
	_, err := call[pagePostAnswer](ctx, c.caller, request{op: OpPageDelete, method: http.MethodDelete, account: page, path: []string{postID}})
	return err
}

// IsGone reports whether an error says that the network has no such object.
func IsGone(err error) bool {
	const subcodeNoObject = 33
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == codeParameter && e.Subcode == subcodeNoObject
}
