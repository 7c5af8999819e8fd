package pages

import (
	"cmp"
	"context"
	"io"
	"strings"
	"unicode/utf8"

	"crier/platform/limits"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxPagePhoto = 10 << 20
	// stagedLife is how long an unpublished photo exists.
	stagedLife = world.Day
)

// postPhoto answers POST /{page}/photos: it makes a post, or with published=false a photo that
// nobody sees yet.
func (api *API) postPhoto(ctx context.Context, c *wire.Call) wire.Answer {
	text := cmp.Or(c.Params["caption"], c.Params["message"])
	visible := true
	if c.Params["published"] != "" {
		var gerr *wire.Error
		if visible, gerr = c.Boolean("published"); gerr != nil {
			return wire.Failed(gerr)
		}
	}
	gerr := allowedOnPage(api.Store, c)
	copied := api.album.Begin()
	defer copied.Drop()
	switch {
	case gerr != nil:
	case c.Params["url"] == "":
		gerr = wire.MissingParameter("url")
	case utf8.RuneCountInString(text) > limits.Of(limits.PageTextCharacters).Int():
		gerr = wire.BadParameter("Param caption is too long")
	default:
		gerr = api.fetchPagePhoto(ctx, c.Params["url"], copied)
	}
	if gerr != nil {
		return wire.Failed(gerr)
	}
	return asPage(api.Store, c, func(w *world.World, a *world.Account) wire.Answer {
		p := w.Pages.NewItem(a, world.KindPhoto, world.PageUnpublished)
		p.Text = text
		if !copied.Keep(p.ID) {
			return wire.Failed(wire.Unavailable()) // The world was reset since the call came in.
		}
		if !visible {
			w.Pages.Put(p)
			return wire.OK(wire.Object{{"id", p.ID}})
		}
		w.Pages.Show(p)
		return wire.OK(wire.Object{{"id", p.ID}, {"post_id", p.PostID}})
	})
}

// fetchPagePhoto fetches the picture, which may have at most 10 MB.
func (api *API) fetchPagePhoto(ctx context.Context, raw string, copied io.Writer) *wire.Error {
	ctx, cancel := api.UntilClosed(ctx)
	defer cancel()
	if !api.fetcher.CopyPicture(ctx, raw, maxPagePhoto, copied) {
		return errPagePhoto()
	}
	return nil
}

func errPagePhoto() *wire.Error {
	return &wire.Error{Code: wire.CodeImage, Message: "(#324) Missing or invalid image file"}
}

// postPhotoStory answers POST /{page}/photo_stories, which uses a photo that was never published,
// once.
func (api *API) postPhotoStory(c *wire.Call) wire.Answer {
	return asPage(api.Store, c, func(w *world.World, a *world.Account) wire.Answer {
		photo := w.Pages.ByID[c.Params["photo_id"]]
		switch {
		case photo == nil || photo.AccountID != a.ID || photo.Kind != world.KindPhoto:
			return wire.Failed(wire.BadParameter("Param photo_id must be the id of a photo of the Page"))
		case photo.State != world.PageUnpublished:
			return wire.Failed(wire.BadParameter("The photo has been published and cannot become a story"))
		case !w.Now().Before(photo.CreatedAt.Time().Add(stagedLife)):
			return wire.Failed(wire.UnknownObject(c.Method, photo.ID))
		}
		photo.State = world.PageUsed
		w.Pages.Put(photo)
		story := w.Pages.NewItem(a, world.KindPhotoStory, world.PageVisible)
		story.MediaID = photo.ID
		w.Pages.Show(story)
		return wire.OK(wire.Object{{"success", true}, {"post_id", story.PostID}})
	})
}

// postFeed answers POST /{page}/feed: a post of a text and an unpublished photo, which can be
// published once.
func (api *API) postFeed(c *wire.Call) wire.Answer {
	return asPage(api.Store, c, func(w *world.World, a *world.Account) wire.Answer {
		id, gerr := attachedPhoto(c)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		photo := w.Pages.ByID[id]
		switch {
		case utf8.RuneCountInString(c.Params["message"]) > limits.Of(limits.PageTextCharacters).Int():
			return wire.Failed(wire.BadParameter("Param message is too long"))
		case photo == nil || photo.AccountID != a.ID || photo.Kind != world.KindPhoto || photo.DeletedAt != nil:
			return wire.Failed(wire.UnknownObject(c.Method, id))
		case photo.State != world.PageUnpublished:
			return wire.Failed(wire.BadParameter("The photo %s has been published already", id))
		case !w.Now().Before(photo.CreatedAt.Time().Add(stagedLife)):
			return wire.Failed(wire.UnknownObject(c.Method, id))
		}
		photo.Text = c.Params["message"]
		w.Pages.Show(photo)
		return wire.OK(wire.Object{{"id", photo.PostID}})
	})
}

const paramAttached = "attached_media"

// attachedPhoto returns the id of the only photo that the call names, in a list or in a parameter
// for each.
func attachedPhoto(c *wire.Call) (string, *wire.Error) {
	var attached []struct {
		Media jsontext.Value `json:"media_fbid"`
	}
	text := c.Params[paramAttached]
	if text == "" {
		var each []string
		for name, value := range c.Params {
			if strings.HasPrefix(name, paramAttached+"[") && strings.HasSuffix(name, "]") {
				each = append(each, value)
			}
		}
		if len(each) == 0 {
			return "", wire.MissingParameter(paramAttached)
		}
		text = "[" + strings.Join(each, ",") + "]"
	}
	if err := json.Unmarshal([]byte(text), &attached); err != nil {
		return "", wire.BadParameter("Param attached_media must be an array")
	}
	if len(attached) != 1 {
		return "", wire.BadParameter("Param attached_media must name one photo here")
	}
	id := string(attached[0].Media)
	if attached[0].Media.Kind() == '"' {
		id = strings.Trim(id, `"`)
	}
	if !wire.IsNumber(id) {
		return "", wire.BadParameter("Param attached_media[0][media_fbid] must be the id of a photo")
	}
	return id, nil
}
