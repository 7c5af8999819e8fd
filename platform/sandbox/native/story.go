package native

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// wireTap is a mention as a client sends it.
type wireTap struct {
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	Width   float64 `json:"width"`
	Height  float64 `json:"height"`
	Type    string  `json:"type"`
	UserID  string  `json:"user_id"`
	Display string  `json:"display_type"`
}

// configureStory answers POST media/configure_to_story/: it makes a story of an upload.
func configureStory(w *world.World, c *wire.Call, u *world.NativeUser) wire.Answer {
	up := w.Natives.Uploads[c.Params["upload_id"]]
	video := c.Params["video"] == "1"
	switch {
	case c.Params["_uid"] != u.Profile.UserID || c.Params["_uuid"] != c.Device() || c.Params["configure_mode"] != "1" || c.Params["device"] == "":
		return refused(http.StatusBadRequest, "The form is not one of the app's")
	case c.Params["client_shared_at"] == "" || c.Params["source_type"] != "3" && c.Params["source_type"] != "4":
		return refused(http.StatusBadRequest, "The form is not one of the app's")
	case up == nil || up.Username != u.Username || !up.Photo || up.Video != video:
		return refused(http.StatusBadRequest, "The upload is not there, or not whole")
	case !isSourceSize(c.Params["extra"], up):
		return refused(http.StatusBadRequest, "source_width and source_height are not the file's")
	}
	if video && (w.Now().Before(up.ReadyAt.Time()) || up.PollsLeft > 0) {
		up.PollsLeft = max(0, up.PollsLeft-1)
		w.Natives.PutUpload(up)
		return refused(http.StatusAccepted, "Transcode not finished yet.")
	}
	mentions, problem := readMentions(w, c)
	if problem != "" {
		return refused(http.StatusBadRequest, problem)
	}
	m := w.PublishNative(u, world.NativeMedia{Video: up.Video, UploadID: up.ID, Mentions: mentions})
	return nativeDone(wire.Object{{"media", showNativeMedia(w, c, m)}, {"upload_id", up.ID}})
}

// isSourceSize compares the size in the form with that of the file.
func isSourceSize(extra string, up *world.NativeUpload) bool {
	var said struct {
		Width  int `json:"source_width"`
		Height int `json:"source_height"`
	}
	if json.Unmarshal([]byte(extra), &said) != nil {
		return false
	}
	return said.Width == up.Width && said.Height == up.Height || up.Video && said.Width == up.Height && said.Height == up.Width || up.Width == 0
}

// readMentions parses the two parameters in which the form has the mentions.
func readMentions(w *world.World, c *wire.Call) (mentions []world.NativeMention, problem string) {
	// Clients send either or both. Where both are sent, the newer one has all mentions.
	text := cmp.Or(c.Params["tap_models"], c.Params["reel_mentions"])
	if text == "" {
		return nil, ""
	}
	var taps []wireTap
	if json.Unmarshal([]byte(text), &taps) != nil || len(taps) > world.MaxStoryMentions {
		return nil, "tap_models cannot be read"
	}
	for _, t := range taps {
		p := w.Natives.PersonOf(t.UserID)
		switch {
		case t.Type != "" && t.Type != "mention" || t.Display != "" && t.Display != "mention_username" || t.Width <= 0 || t.Height <= 0:
			return nil, "tap_models has something else than mentions"
		case t.X < 0 || t.X > 1 || t.Y < 0 || t.Y > 1:
			return nil, "a mention lies outside of the frame"
		case p == nil:
			return nil, "a mention of somebody who is not there"
		case strings.HasPrefix(p.Username, world.Unmentioned):
			continue
		}
		mentions = append(mentions, world.NativeMention{UserID: p.ID, Username: p.Username, X: t.X, Y: t.Y, Width: t.Width, Height: t.Height})
	}
	return mentions, ""
}

// showStories answers GET feed/user/{pk}/story/ with the live stories of a user, oldest first.
func showStories(userID string) func(*world.World, *wire.Call, *world.NativeUser) wire.Answer {
	return func(w *world.World, c *wire.Call, _ *world.NativeUser) wire.Answer {
		live := slices.DeleteFunc(w.Natives.SortedMedia(), func(m *world.NativeMedia) bool { return m.OwnerID != userID || m.IsGone(w.Now()) })
		items := []wire.Object{}
		for _, m := range w.Natives.Listed(live) {
			items = append(items, showNativeMedia(w, c, m))
		}
		owner := w.Natives.PersonOf(userID)
		if len(items) == 0 || owner == nil {
			return nativeDone(wire.Object{{"reel", nil}, {"broadcast", nil}})
		}
		return nativeDone(wire.Object{{"reel", wire.Object{{"id", userID}, {"user", showPerson(owner)}, {"items", items}, {"media_count", len(items)}}}})
	}
}

// deleteStory answers POST media/{id}/delete/.
func deleteStory(id string) func(*world.World, *wire.Call, *world.NativeUser) wire.Answer {
	return func(w *world.World, c *wire.Call, u *world.NativeUser) wire.Answer {
		m := w.Natives.Find(id)
		kind := "PHOTO"
		if m != nil && m.Video {
			kind = "VIDEO"
		}
		switch {
		case m == nil || m.OwnerID != u.Profile.UserID:
			return mediaNotFound()
		case c.Params["media_type"] != kind || c.Params["_uid"] != u.Profile.UserID:
			return refused(http.StatusBadRequest, "The form is not one of the app's")
		}
		m.DeletedAt = wiretime.Ptr(w.Now())
		w.Natives.PutMedia(m)
		if twin := w.Media.ByID[m.GraphID]; twin != nil && twin.DeletedAt == nil {
			twin.DeletedAt = m.DeletedAt
			w.Media.Put(twin)
		}
		return nativeDone(wire.Object{{"did_delete", true}})
	}
}

// showCurrentUser answers GET accounts/current_user/ with who is signed in.
func showCurrentUser(_ *world.World, _ *wire.Call, u *world.NativeUser) wire.Answer {
	return nativeDone(wire.Object{{"user", wire.Object{
		{"pk", jsontext.Value(u.Profile.UserID)},
		{"pk_id", u.Profile.UserID},
		{"username", u.Username},
		{"full_name", u.Profile.FullName},
		{"is_private", false},
		{"email", maskedEmail},
		{"biography", ""},
	}}})
}
