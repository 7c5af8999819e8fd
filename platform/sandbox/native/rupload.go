package native

import (
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
	"crier/platform/video/mp4"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
)

const (
	// The media types of uploads.
	uploadedPhoto = "1"
	uploadedVideo = "2"

	spooledStory  = "story-"
	maxStoryPhoto = 8 << 20
	// mostPixels is ten times what a story's picture has. The decoder takes its memory by what the
	// file claims, up to 20 bytes for each pixel.
	mostPixels     = 20_000_000
	durationMargin = time.Second
)

// uploadName is an upload's id, and ten digits.
var uploadName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{13,20})_0_\d{10}$`) })

// storyParams is what an upload states about itself.
type storyParams struct {
	UploadID    string `json:"upload_id"`
	MediaType   string `json:"media_type"`
	Retry       string `json:"retry_context"`
	Compression string `json:"image_compression"`
	Width       string `json:"upload_media_width"`
	Height      string `json:"upload_media_height"`
	DurationMS  string `json:"upload_media_duration_ms"`
	ForAlbum    string `json:"for_album"`
	CoverFrame  string `json:"extract_cover_frame"`
	Tags        string `json:"content_tags"`
}

// isOfStoryVideo reports whether the upload states what the video of a story must. instagrapi
// 2.18.17 and instagram-private-api 1.46.1 send for_album, which is always 1 then; instagrapi also
// sends the other two, and instagram-private-api an empty content_tags (both read 2026-11-22).
func (p *storyParams) isOfStoryVideo() bool {
	return p.ForAlbum == "1" && (p.CoverFrame == "" || p.CoverFrame == "1") && (p.Tags == "" || p.Tags == "has-overlay")
}

// storyFile is a file that is about to arrive.
type storyFile struct {
	user         string
	uploadID     string
	name         string
	video        bool
	params       storyParams
	offset, size int64
}

// spooled is the name of the bytes in the spool.
func (f *storyFile) spooled() string {
	if f.video {
		return spooledStory + "video-" + f.name
	}
	return spooledStory + "photo-" + f.name
}

// kept is the key of the file in the album.
func (f *storyFile) kept() string {
	if f.video {
		return files.StoryVideo + f.uploadID
	}
	return files.StoryPhoto + f.uploadID
}

// storyUploads receives the files of stories.
type storyUploads struct {
	*world.Store

	spool *files.Spool
	album *files.Album
}

// drop removes the bytes of an upload. The album keeps what people can look at.
func (u *storyUploads) drop(name string) {
	for _, isVideo := range []bool{false, true} {
		f := storyFile{name: name, video: isVideo}
		u.spool.Drop(f.spooled())
	}
}

// route receives a file of a story, or answers how much of it has arrived. It returns nil for any
// other call.
func (u *storyUploads) route(c *wire.Call) func(*wire.Call) wire.Answer {
	inner := c.Inner()
	name, isVideo := strings.CutPrefix(inner, wire.DoorVideo)
	if !isVideo {
		name = strings.TrimPrefix(inner, wire.DoorPhoto)
	}
	parts := uploadName().FindStringSubmatch(name)
	if parts == nil || c.Method != http.MethodPost && (c.Method != http.MethodGet || !isVideo) {
		return nil
	}
	f := &storyFile{uploadID: parts[1], name: name, video: isVideo}
	return func(c *wire.Call) wire.Answer {
		defer u.spool.Lock(f.spooled())()
		refusal := u.Answer(func(w *world.World) wire.Answer {
			u := sessionUser(w, c)
			if u == nil {
				return loginRequired()
			}
			f.user = u.Username
			return wire.OK(nil)
		})
		switch {
		case refusal.Status != http.StatusOK:
			return refusal
		case c.Method == http.MethodGet:
			return wire.OK(wire.Object{{"offset", u.spool.Size(f.spooled())}, {"status", "ok"}})
		}
		if err := f.readHeaders(c); err != nil {
			return refused(http.StatusBadRequest, err.Error())
		}
		return u.take(c, f)
	}
}

func (f *storyFile) readHeaders(c *wire.Call) error {
	text := c.Header.Get("X-Instagram-Rupload-Params")
	c.Params["rupload_params"] = text
	if json.Unmarshal([]byte(text), &f.params) != nil {
		return errors.New("X-Instagram-Rupload-Params is no JSON object")
	}
	kind, mediaType, most := "image/jpeg", uploadedPhoto, int64(maxStoryPhoto)
	if f.video {
		kind, mediaType, most = "video/mp4", uploadedVideo, files.MaxVideo(world.MediaStory)
	}
	var errOffset, errSize error
	f.offset, errOffset = strconv.ParseInt(c.Header.Get("Offset"), 10, 64)
	f.size, errSize = strconv.ParseInt(c.Header.Get("X-Entity-Length"), 10, 64)
	switch {
	case f.video && !f.params.isOfStoryVideo():
		return errors.New("X-Instagram-Rupload-Params is not of the video of a story")
	case f.params.UploadID != f.uploadID || f.params.MediaType != mediaType || f.params.Retry == "":
		return errors.New("X-Instagram-Rupload-Params is not of this upload")
	case !f.video && f.params.Compression == "":
		return errors.New("X-Instagram-Rupload-Params lacks image_compression")
	case c.Header.Get("X-Entity-Name") != f.name || c.Header.Get("X-Entity-Type") != kind:
		return errors.New("X-Entity-Name or X-Entity-Type is not of this upload")
	case c.Header.Get("Content-Type") != "application/octet-stream":
		return errors.New("an upload is application/octet-stream")
	case errOffset != nil || errSize != nil || f.size <= 0 || f.size > most || f.offset < 0 || f.offset > f.size || !f.video && f.offset != 0:
		return errors.New("offset or X-Entity-Length does not fit")
	}
	return nil
}

// take adds the bytes to those that have arrived, and checks the file once it is complete.
func (u *storyUploads) take(c *wire.Call, f *storyFile) wire.Answer {
	if !f.video {
		u.spool.Drop(f.spooled())
	}
	if have := u.spool.Size(f.spooled()); f.offset != have {
		return refused(http.StatusBadRequest, "The offset is "+strconv.FormatInt(f.offset, 10)+", expected "+strconv.FormatInt(have, 10))
	}
	// One more byte is read to detect a body that is longer than stated.
	err := u.spool.Receive(f.spooled(), c.Body, f.size-f.offset+1)
	switch have := u.spool.Size(f.spooled()); {
	case have > f.size:
		u.spool.Drop(f.spooled())
		return refused(http.StatusBadRequest, "The file is longer than X-Entity-Length")
	case have < f.size:
		return refused(http.StatusBadRequest, "The request ended before the file did")
	case err != nil:
		return wire.Failed(wire.Unavailable())
	}
	width, height, err := u.inspect(f)
	if err != nil {
		u.spool.Drop(f.spooled())
		return refused(http.StatusBadRequest, err.Error())
	}
	copied := u.album.Begin()
	defer copied.Drop()
	u.spool.CopyTo(f.spooled(), copied)
	return u.Answer(func(w *world.World) wire.Answer {
		if sessionUser(w, c) == nil {
			u.spool.Drop(f.spooled()) // The world was reset since the call came in, or the session ended.
			return loginRequired()
		}
		copied.Keep(f.kept())
		return completeStoryFile(w, f, width, height)
	})
}

func (u *storyUploads) inspect(f *storyFile) (width, height int, err error) {
	if f.video {
		return u.inspectVideo(f)
	}
	file, err := u.spool.Open(f.spooled())
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = file.Close() }()
	claimed, err := jpeg.DecodeConfig(file)
	switch {
	case err != nil:
		return 0, 0, errStoryPhoto
	case int64(claimed.Width)*int64(claimed.Height) > mostPixels:
		return 0, 0, fmt.Errorf("the picture has more than %d pixels", mostPixels)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return 0, 0, err
	}
	if _, err := jpeg.Decode(file); err != nil {
		return 0, 0, errStoryPhoto
	}
	return claimed.Width, claimed.Height, nil
}

var errStoryPhoto = errors.New("the picture is not a JPEG that can be decoded")

func (u *storyUploads) inspectVideo(f *storyFile) (width, height int, err error) {
	movie, err := u.spool.Movie(f.spooled(), f.size)
	if err != nil {
		return 0, 0, errors.New("the video is not an MP4 that can be read")
	}
	if found := files.CheckMovie(&world.Container{MediaType: world.MediaStory}, movie); found != nil {
		return 0, 0, errors.New(found.Err.Message)
	}
	lasts, err := strconv.ParseInt(f.params.DurationMS, 10, 64)
	if stated := time.Duration(lasts) * time.Millisecond; err != nil || (stated-movie.Duration).Abs() > durationMargin {
		return 0, 0, errors.New("upload_media_duration_ms is not the video's")
	}
	if !isSizeOf(movie, f.params.Width, f.params.Height) {
		return 0, 0, errors.New("upload_media_width and upload_media_height are not the video's")
	}
	picture := movie.Picture()
	if picture == nil {
		return 0, 0, nil
	}
	return picture.Width, picture.Height, nil
}

// isSizeOf compares a stated size with that of the picture. The stated one may be upright or as the
// file is stored.
func isSizeOf(movie *mp4.File, width, height string) bool {
	picture := movie.Picture()
	if picture == nil || picture.Width == 0 {
		return true
	}
	w, h := strconv.Itoa(picture.Width), strconv.Itoa(picture.Height)
	return width == w && height == h || width == h && height == w
}

// completeStoryFile stores that a file is complete. From now on a video is processed.
func completeStoryFile(w *world.World, f *storyFile, width, height int) wire.Answer {
	u := w.Natives.Uploads[f.uploadID]
	if u == nil {
		u = &world.NativeUpload{ID: f.uploadID, Username: f.user, Name: f.name}
	}
	if u.Username != f.user || u.Name != f.name {
		return refused(http.StatusBadRequest, "The upload id is another upload's")
	}
	if f.video {
		u.Video, u.ReadyAt, u.PollsLeft = true, wiretime.Of(w.Now().Add(w.VideoLatency())), w.Settings.Latency.PollsUntilFinished
		u.Width, u.Height = width, height
	} else {
		u.Photo = true
		if !u.Video {
			u.Width, u.Height = width, height
		}
	}
	w.Natives.PutUpload(u)
	return nativeDone(wire.Object{{"upload_id", u.ID}, {"xsharing_nonces", wire.Object{}}})
}
