package native

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"image"
	"net/http"
	"strconv"
	"strings"
	"time"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"

	"github.com/go-json-experiment/json/jsontext"
)

// The sizes of the pictures and videos of stories.
const (
	largeWidth, largeHeight = 1080, 1920
	smallWidth, smallHeight = 360, 640
	videoWidth, videoHeight = 720, 1280
	videoSeconds            = 4.0
)

//go:embed story.mp4
var storyVideo []byte

// pictureURL is the address of a story's picture in a size.
func pictureURL(c *wire.Call, m *world.NativeMedia, width, height int) string {
	return c.Base + "/cdn/story/" + m.ID + "_" + strconv.Itoa(width) + "x" + strconv.Itoa(height) + ".jpg"
}

func showPerson(p *world.Person) wire.Object {
	return wire.Object{{"pk", jsontext.Value(p.ID)}, {"username", p.Username}, {"full_name", p.Username}, {"is_private", false}, {"profile_pic_url", nil}}
}

// showNativeMedia returns media as the app API shows them.
func showNativeMedia(w *world.World, c *wire.Call, m *world.NativeMedia) wire.Object {
	owner := &world.Person{ID: m.OwnerID, Username: m.Owner}
	kind := 1
	if m.Video {
		kind = 2
	}
	candidates := []wire.Object{}
	for _, size := range [][2]int{{smallWidth, smallHeight}, {largeWidth, largeHeight}} {
		candidates = append(candidates, wire.Object{{"width", size[0]}, {"height", size[1]}, {"url", pictureURL(c, m, size[0], size[1])}})
	}
	mentions := []wire.Object{}
	for _, one := range m.Mentions {
		mentions = append(mentions, wire.Object{
			{"x", one.X},
			{"y", one.Y},
			{"z", 0},
			{"width", one.Width},
			{"height", one.Height},
			{"rotation", 0.0},
			{"is_pinned", 0},
			{"is_hidden", 0},
			{"user", showPerson(&world.Person{ID: one.UserID, Username: one.Username})},
		})
	}
	o := wire.Object{
		{"pk", jsontext.Value(m.ID)},
		{"id", m.ID + "_" + m.OwnerID},
		{"code", m.ID},
		{"media_type", kind},
		{"taken_at", w.Settings.Dated(m.TakenAt.Time()).Unix()},
		{"expiring_at", w.Settings.Dated(m.End()).Unix()},
		{"image_versions2", wire.Object{{"candidates", candidates}}},
		{"user", showPerson(owner)},
		{"reel_mentions", mentions},
	}
	if at := m.DeviceTimestamp(); at != "" && !w.Settings.HideDeviceTimestamp {
		o = append(o, wire.Member{"device_timestamp", at})
	}
	if m.Video {
		files := []wire.Object{{{"type", 101}, {"width", videoWidth}, {"height", videoHeight}, {"url", c.Base + "/cdn/story/" + m.ID + ".mp4"}}}
		o = append(o, wire.Member{"video_versions", files}, wire.Member{"video_duration", videoSeconds}, wire.Member{"has_audio", true})
	}
	return o
}

func showMediaInfo(id string) func(*world.World, *wire.Call, *world.NativeUser) wire.Answer {
	return func(w *world.World, c *wire.Call, _ *world.NativeUser) wire.Answer {
		m := w.Natives.Find(id)
		if m == nil {
			return mediaNotFound()
		}
		return nativeDone(wire.Object{{"items", []wire.Object{showNativeMedia(w, c, m)}}, {"num_results", 1}})
	}
}

func showUser(name string) func(*world.World, *wire.Call, *world.NativeUser) wire.Answer {
	return func(w *world.World, _ *wire.Call, _ *world.NativeUser) wire.Answer {
		p := w.Natives.Person(name)
		if p == nil {
			return refused(http.StatusNotFound, "User not found")
		}
		return nativeDone(wire.Object{{"user", showPerson(p)}})
	}
}

// ServeStoryFile serves the picture or the video of a story while the story exists.
func (n *API) ServeStoryFile(w http.ResponseWriter, r *http.Request) {
	name, isPicture := strings.CutSuffix(r.PathValue("file"), ".jpg")
	id, size, _ := strings.Cut(strings.TrimSuffix(name, ".mp4"), "_")
	var found, isVideo bool
	n.View(func(world *world.World) {
		if m := world.Natives.Media[id]; m != nil && !m.IsGone(world.Now()) {
			found, isVideo = true, m.Video
		}
	})
	if !found || !isPicture && !isVideo {
		http.NotFound(w, r)
		return
	}
	if isPicture {
		files.ServeColour(w, id, sizeOf(size))
		return
	}
	w.Header().Set("Content-Type", "video/mp4")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(videoOf(id)))
}

// sizeOf parses a size that the CDN has.
func sizeOf(text string) image.Rectangle {
	if text == strconv.Itoa(smallWidth)+"x"+strconv.Itoa(smallHeight) {
		return image.Rect(0, 0, smallWidth, smallHeight)
	}
	return image.Rect(0, 0, largeWidth, largeHeight)
}

// videoOf is the only video, followed by the id, so that no two stories have the same file.
func videoOf(id string) []byte {
	const head = 8
	b := bytes.Clone(storyVideo)
	b = binary.BigEndian.AppendUint32(b, uint32(head+len(id)))
	return append(append(b, "free"...), id...)
}
