package pages

import (
	"context"
	"strconv"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// Read answers GET /{photo}, /{video} or /{post}.
func (api *API) Read(w *world.World, p *world.PageItem, c *wire.Call, sel wire.Selection) wire.Answer {
	return api.reader.read(w, p, c, sel)
}

// Route handles a call of an edge of a Page. It returns false when Pages have no such edge.
func (api *API) Route(ctx context.Context, c *wire.Call) (wire.Answer, bool) {
	switch c.Method + " " + c.Edge {
	case "POST photos":
		return api.postPhoto(ctx, c), true
	case "POST feed":
		return api.postFeed(c), true
	case "POST photo_stories":
		return api.postPhotoStory(c), true
	case "POST videos":
		return api.postVideo(ctx, c), true
	case "POST video_reels":
		return api.postVideoPhase(c, world.KindReel), true
	case "POST video_stories":
		return api.postVideoPhase(c, world.KindVideoStory), true
	case "GET stories":
		return api.listOnPage(c, nodeStory, (*world.PageItem).IsStory, pageStoryField), true
	case "GET posts":
		return api.listOnPage(c, "Post", func(i *world.PageItem) bool { return !i.IsStory() }, pagePostField), true
	case "GET video_reels":
		return api.listOnPage(c, "Video", func(i *world.PageItem) bool { return i.Kind == world.KindReel }, api.reader.videoField), true
	case "GET videos":
		return api.listOnPage(c, "Video", func(i *world.PageItem) bool { return i.IsVideo() && !i.IsStory() }, api.reader.videoField), true
	}
	return wire.Answer{}, false
}

// Has reports whether the call names a Page of one of the accounts.
func (api *API) Has(c *wire.Call) bool {
	is := false
	api.View(func(w *world.World) { is = c.Host == wire.HostFB && w.Accounts.OfPage(c.Node) != nil })
	return is
}

// nodeStory is the type of an entry of a Page's stories.
const nodeStory = "PageStory"

// listOnPage answers the lists of what is on a Page, newest first.
func (api *API) listOnPage(c *wire.Call, node string, take func(*world.PageItem) bool, get field) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	p, gerr := c.ReadPage()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	pick := wire.Pick
	if node == nodeStory {
		pick = wire.PickAsked
		if sel == nil {
			sel = storyWords
		}
	}
	return asPage(api.Store, c, func(w *world.World, a *world.Account) wire.Answer {
		data := []wire.Object{}
		shown := w.Pages.Shown(a, take)
		for _, item := range shown[:min(len(shown), p.Limit)] {
			o, gerr := pick(node, sel, func(f wire.Field) (any, bool) { return get(w, item, f) })
			if gerr != nil {
				return wire.Failed(gerr)
			}
			data = append(data, o)
		}
		return wire.OK(wire.Object{{"data", data}})
	})
}

// storyWords are the fields of a Page's story, which has no id. A call that names no fields gets
// all of them.
var storyWords = wire.Selection{
	{Name: "post_id"}, {Name: "status"}, {Name: "creation_time"}, {Name: "media_type"}, {Name: "media_id"}, {Name: "url"},
}

func pageStoryField(w *world.World, p *world.PageItem, f wire.Field) (any, bool) {
	kind, media := world.KindPhoto, p.MediaID
	if p.Kind == world.KindVideoStory {
		kind, media = world.KindVideo, p.ID
	}
	value, known := map[string]any{
		"post_id": p.PostID, "status": "PUBLISHED", "creation_time": strconv.FormatInt(w.Settings.Dated(p.ShownAt.Time()).Unix(), 10), "media_type": kind,
		"media_id": media, "url": w.Pages.Permalink(p),
	}[f.Name]
	return value, known
}
