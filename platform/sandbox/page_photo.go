package sandbox

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"
)

const (
	maxPagePhoto = 10 << 20
	// maxPageText is the length of a post's text on a Page.
	maxPageText = 63_206
	// stagedLife is how long an unpublished photo is kept.
	stagedLife = day
)

// postPhoto answers POST /{page}/photos: a post, or with published=false a photo that nobody sees yet.
func (api *pageAPI) postPhoto(ctx context.Context, c *call) answer {
	text := cmp.Or(c.params["caption"], c.params["message"])
	visible := true
	if c.params["published"] != "" {
		var gerr *graphError
		if visible, gerr = c.boolean("published"); gerr != nil {
			return failed(gerr)
		}
	}
	gerr := api.allowedOnPage(c)
	copied := api.album.begin()
	defer copied.drop()
	switch {
	case gerr != nil:
	case c.params["url"] == "":
		gerr = errMissing("url")
	case utf8.RuneCountInString(text) > maxPageText:
		gerr = errParameter("Param caption is too long")
	default:
		gerr = api.fetchPagePhoto(ctx, c.params["url"], copied)
	}
	if gerr != nil {
		return failed(gerr)
	}
	return api.asPage(c, func(w *world, a *account) answer {
		p := w.pages.newItem(a, kindPhoto, pageUnpublished)
		p.Text = text
		if !copied.keep(p.ID) {
			return failed(errUnavailable()) // The world was reset since the call came in.
		}
		if !visible {
			w.pages.put(p)
			return ok(object{{"id", p.ID}})
		}
		w.pages.show(p)
		return ok(object{{"id", p.ID}, {"post_id", p.PostID}})
	})
}

// fetchPagePhoto fetches the picture, and wants it to be one of at most 10 MB.
func (api *pageAPI) fetchPagePhoto(ctx context.Context, raw string, copied io.Writer) *graphError {
	ctx, cancel := api.untilClosed(ctx)
	defer cancel()
	ctx, end := context.WithTimeout(ctx, api.fetcher.timeout)
	defer end()
	resp, gerr := api.fetcher.get(ctx, raw, 0, 0)
	if gerr != nil {
		return errPagePhoto()
	}
	defer func() { _ = resp.Body.Close() }()
	count := &counter{r: io.TeeReader(io.LimitReader(resp.Body, maxPagePhoto+1), copied)}
	br := bufio.NewReaderSize(count, sniffLength)
	head, err := br.Peek(sniffLength)
	if err != nil && !errors.Is(err, io.EOF) {
		return errPagePhoto()
	}
	kind := http.DetectContentType(head)
	_, err = io.Copy(io.Discard, br)
	if resp.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "image/") || err != nil || count.n > maxPagePhoto {
		return errPagePhoto()
	}
	return nil
}

func errPagePhoto() *graphError {
	return &graphError{Code: codeImage, Message: "(#324) Missing or invalid image file"}
}

// postPhotoStory answers POST /{page}/photo_stories, which takes a photo that was never published, once.
func (api *pageAPI) postPhotoStory(c *call) answer {
	return api.asPage(c, func(w *world, a *account) answer {
		photo := w.pages.byID[c.params["photo_id"]]
		switch {
		case photo == nil || photo.AccountID != a.ID || photo.Kind != kindPhoto:
			return failed(errParameter("Param photo_id must be the id of a photo of the Page"))
		case photo.State != pageUnpublished:
			return failed(errParameter("The photo has been published and cannot become a story"))
		case !w.now().Before(photo.CreatedAt.Time().Add(stagedLife)):
			return failed(errUnknownObject(c.method, photo.ID))
		}
		photo.State = pageUsed
		w.pages.put(photo)
		story := w.pages.newItem(a, kindPhotoStory, pageVisible)
		story.MediaID = photo.ID
		w.pages.show(story)
		return ok(object{{"success", true}, {"post_id", story.PostID}})
	})
}

// postFeed answers POST /{page}/feed: a post of a text and a photo that was taken in unpublished, which can be published once.
func (api *pageAPI) postFeed(c *call) answer {
	return api.asPage(c, func(w *world, a *account) answer {
		id, gerr := attachedPhoto(c)
		if gerr != nil {
			return failed(gerr)
		}
		photo := w.pages.byID[id]
		switch {
		case utf8.RuneCountInString(c.params["message"]) > maxPageText:
			return failed(errParameter("Param message is too long"))
		case photo == nil || photo.AccountID != a.ID || photo.Kind != kindPhoto || photo.DeletedAt != nil:
			return failed(errUnknownObject(c.method, id))
		case photo.State != pageUnpublished:
			return failed(errParameter("The photo %s has been published already", id))
		case !w.now().Before(photo.CreatedAt.Time().Add(stagedLife)):
			return failed(errUnknownObject(c.method, id))
		}
		photo.Text = c.params["message"]
		w.pages.show(photo)
		return ok(object{{"id", photo.PostID}})
	})
}
