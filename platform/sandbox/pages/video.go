package pages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"strconv"
	"strings"

	"crier/platform/limits"
	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
	"crier/platform/video/mp4"
)

const (
	// roundedRatio is how far whole pixels may miss 9:16, in hundredths.
	roundedRatio = 2
	maxFormText  = 1 << 20
)

// postVideoPhase answers POST /{page}/video_reels and /video_stories: the start, or the finish, of
// a video whose bytes go to the upload host.
func (api *API) postVideoPhase(c *wire.Call, kind string) wire.Answer {
	// The reference writes the phases in lower case, the network's specifications in capitals.
	switch strings.ToLower(c.Params["upload_phase"]) {
	case "start":
		return asPage(api.Store, c, func(w *world.World, a *world.Account) wire.Answer {
			p := w.Pages.NewItem(a, kind, world.PageStarted)
			w.Pages.Put(p)
			return wire.OK(wire.Object{{"video_id", p.ID}, {"upload_url", c.UploadURL(wire.DoorPages, p.ID)}})
		})
	case "finish":
		return api.finishVideo(c, kind)
	}
	return wire.Failed(wire.BadParameter("Param upload_phase must be start or finish"))
}

func (api *API) finishVideo(c *wire.Call, kind string) wire.Answer {
	id := c.Params["video_id"]
	defer api.spool.Lock(id)()
	var size int64
	if wire.IsNode(id) {
		size = api.spool.Size(id)
	}
	movie, err := (*mp4.File)(nil), errors.New("nothing was sent")
	if size > 0 {
		movie, err = api.spool.Movie(id, size)
	}
	copied := api.album.Begin()
	defer copied.Drop()
	if err == nil {
		api.spool.CopyTo(id, copied)
	}
	ans := asPage(api.Store, c, func(w *world.World, a *world.Account) wire.Answer {
		p := w.Pages.ByID[id]
		if gerr := checkFinish(w, a, p, kind, c); gerr != nil {
			return wire.Failed(gerr)
		}
		if gerr := checkPageMovie(kind, movie, err); gerr != nil {
			return wire.Failed(gerr)
		}
		p.Text = c.Params["description"]
		if kind == world.KindVideoStory {
			p.Text = ""
		}
		copied.Keep(id)
		w.Pages.Show(p)
		return wire.OK(finished(p))
	})
	if ans.Err == nil && wire.IsNode(id) {
		api.spool.Drop(id)
	}
	return ans
}

// finished is the answer to a finish: the network sends the id of a reel's post as a number, that
// of a story's as a string.
func finished(p *world.PageItem) wire.Object {
	if p.Kind == world.KindReel {
		if number, err := strconv.ParseInt(p.PostID, 10, 64); err == nil {
			return wire.Object{{"success", true}, {"post_id", number}}
		}
	}
	return wire.Object{{"success", true}, {"post_id", p.PostID}}
}

func checkFinish(w *world.World, a *world.Account, p *world.PageItem, kind string, c *wire.Call) *wire.Error {
	switch {
	case p == nil || p.AccountID != a.ID || p.Kind != kind:
		return wire.BadParameter("Param video_id must be the id of a video that was started here")
	case p.State == world.PageVisible:
		return wire.BadParameter("The video %s has been published already", p.ID)
	case p.State != world.PageUploaded:
		return wire.BadParameter("The video %s has not been uploaded yet", p.ID)
	case kind == world.KindReel && c.Params["video_state"] != "PUBLISHED":
		return wire.BadParameter("Param video_state must be PUBLISHED here")
	case kind == world.KindReel && w.Pages.ReelsToday(a) >= limits.Of(limits.PageReelsPerDay).Int():
		return &wire.Error{Code: wire.CodeCustomLimit, Message: "(#613) The Page has published 30 reels in 24 hours"}
	}
	return nil
}

// checkPageMovie checks a video against the rules of Pages for reels and stories. A value that the
// file does not state passes.
func checkPageMovie(kind string, f *mp4.File, err error) *wire.Error {
	longest := limits.Of(limits.PageReelLength)
	if kind == world.KindVideoStory {
		longest = limits.Of(limits.PageStoryLength)
	}
	switch {
	case err != nil:
		return errPageVideo(0, "The video file could not be read")
	case f.Duration < limits.Of(limits.VideoShortest).Duration() || f.Duration > longest.Duration():
		return errPageVideo(wire.SubPageDuration, "The video's duration is not accepted")
	case f.Picture() != nil:
		return checkPagePicture(kind, f.Picture())
	}
	return nil
}

func checkPagePicture(kind string, t *mp4.Track) *wire.Error {
	rate := math.Round(t.FrameRate)
	width, height := limits.Of(limits.PageReelColumns).Int(), limits.Of(limits.PageReelLines).Int()
	switch {
	case kind == world.KindReel && rate != 0 && (rate < limits.Of(limits.PageReelFrameRate).Value || rate > limits.Of(limits.VideoFastest).Value):
		return errPageVideo(wire.SubPageRate, "The video's frame rate is not accepted")
	case t.Width == 0 || t.Height == 0:
		return nil
	case !isTall(t.Width, t.Height):
		return errPageVideo(wire.SubPageRatio, "The video's aspect ratio is not 9:16")
	case kind == world.KindReel && (t.Width < width || t.Height < height):
		return errPageVideo(wire.SubPageResolution, fmt.Sprintf("The video is smaller than %d by %d pixels", width, height))
	}
	return nil
}

// isTall reports whether width to height is 9:16, but for the rounding to whole pixels.
func isTall(width, height int) bool {
	const hundred = 100
	off := width*16*hundred/(height*9) - hundred
	return off >= -roundedRatio && off <= roundedRatio
}

func errPageVideo(subcode int, message string) *wire.Error {
	return &wire.Error{Code: wire.CodeVideo, Subcode: subcode, Message: message}
}

// postVideo answers POST /{page}/videos: a video of any ratio, by its address or in the call
// itself.
func (api *API) postVideo(ctx context.Context, c *wire.Call) wire.Answer {
	if gerr := allowedOnPage(api.Store, c); gerr != nil {
		return wire.Failed(gerr)
	}
	copied := api.album.Begin()
	defer copied.Drop()
	if err := api.checkPageVideo(ctx, c, copied); err != nil {
		return wire.Failed(err)
	}
	return asPage(api.Store, c, func(w *world.World, a *world.Account) wire.Answer {
		p := w.Pages.NewItem(a, world.KindVideo, world.PageUploaded)
		p.Text, p.Mark = c.Params["description"], c.Params["universal_video_id"]
		if !copied.Keep(p.ID) {
			return wire.Failed(wire.Unavailable()) // The world was reset since the call came in.
		}
		w.Pages.Show(p)
		return wire.OK(wire.Object{{"id", p.ID}})
	})
}

func (api *API) checkPageVideo(ctx context.Context, c *wire.Call, copied *files.Draft) *wire.Error {
	if link := c.Params["file_url"]; link != "" {
		ctx, cancel := api.UntilClosed(ctx)
		defer cancel()
		movie, reached := api.fetcher.Movie(ctx, link)
		switch {
		case !reached:
			return errPageFetch()
		case movie == nil:
			return errPageVideo(0, "The video file could not be read")
		}
		if gerr := api.fetcher.CopyVideo(ctx, link, copied); gerr != nil {
			return errPageFetch()
		}
		return nil
	}
	id := "source-" + c.TraceID
	defer api.spool.Drop(id)
	size, gerr := api.readForm(c, id)
	if gerr != nil {
		return gerr
	}
	if size == 0 {
		return wire.MissingParameter("file_url or source")
	}
	if _, err := api.spool.Movie(id, size); err != nil {
		return errPageVideo(0, "The video file could not be read")
	}
	api.spool.CopyTo(id, copied)
	return nil
}

func errPageFetch() *wire.Error {
	return &wire.Error{Code: wire.CodePageFetch, Message: "(#389) Unable to fetch video file from URL"}
}

// readForm reads a multipart body: its fields become parameters, the file named source goes to the
// spool. All names and texts together have at most maxFormText bytes, and there is one file.
func (api *API) readForm(c *wire.Call, id string) (size int64, gerr *wire.Error) {
	if c.Body == nil {
		return 0, nil
	}
	_, params, err := mime.ParseMediaType(c.Header.Get("Content-Type"))
	if err != nil {
		return 0, wire.BadParameter("The request body is not a form")
	}
	form := multipart.NewReader(c.Body, params["boundary"])
	for left := int64(maxFormText); ; {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return size, api.OffTable(c)
		}
		if err != nil {
			return 0, wire.BadParameter("The request body is not a form")
		}
		switch {
		case part.FormName() == "source" && size > 0:
			return 0, wire.BadParameter("The form has two files")
		case part.FormName() == "source":
			if err := api.spool.Receive(id, part, files.MaxSpooled); err != nil {
				return 0, wire.BadParameter("The file cannot be read")
			}
			size = api.spool.Size(id)
			continue
		}
		left -= int64(len(part.FormName()))
		var text strings.Builder
		n, err := io.Copy(&text, io.LimitReader(part, max(0, left)+1))
		if err != nil {
			return 0, wire.BadParameter("The request body is not a form")
		}
		if left -= n; left < 0 {
			return 0, wire.BadParameter("The texts of the form are too long")
		}
		c.AddOne(part.FormName(), text.String(), "body")
	}
}
