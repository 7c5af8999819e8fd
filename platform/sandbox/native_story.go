package sandbox

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const maxStoryMentions = 10

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
func configureStory(w *world, c *wire.Call, u *nativeUser) wire.Answer {
	up := w.natives.uploads[c.Params["upload_id"]]
	video := c.Params["video"] == "1"
	switch {
	case c.Params["_uid"] != u.profile.UserID || c.Params["_uuid"] != c.Device() || c.Params["configure_mode"] != "1" || c.Params["device"] == "":
		return refused(http.StatusBadRequest, "The form is not one of the app's")
	case c.Params["client_shared_at"] == "" || c.Params["source_type"] != "3" && c.Params["source_type"] != "4":
		return refused(http.StatusBadRequest, "The form is not one of the app's")
	case up == nil || up.Username != u.Username || !up.Photo || up.Video != video:
		return refused(http.StatusBadRequest, "The upload is not there, or not whole")
	case !isSourceSize(c.Params["extra"], up):
		return refused(http.StatusBadRequest, "source_width and source_height are not the file's")
	}
	if video && (w.now().Before(up.ReadyAt.Time()) || up.PollsLeft > 0) {
		up.PollsLeft = max(0, up.PollsLeft-1)
		w.natives.putUpload(up)
		return refused(http.StatusAccepted, "Transcode not finished yet.")
	}
	mentions, problem := readMentions(w, c)
	if problem != "" {
		return refused(http.StatusBadRequest, problem)
	}
	m := w.publishNative(u, nativeMedia{Video: up.Video, UploadID: up.ID, Mentions: mentions})
	return nativeDone(wire.Object{{"media", showNativeMedia(w, c, m)}, {"upload_id", up.ID}})
}

// isSourceSize holds what the form says of the file's size against the file.
func isSourceSize(extra string, up *nativeUpload) bool {
	var said struct {
		Width  int `json:"source_width"`
		Height int `json:"source_height"`
	}
	if json.Unmarshal([]byte(extra), &said) != nil {
		return false
	}
	return said.Width == up.Width && said.Height == up.Height || up.Video && said.Width == up.Height && said.Height == up.Width || up.Width == 0
}

// readMentions reads the two texts in which the form has the mentions.
func readMentions(w *world, c *wire.Call) (mentions []nativeMention, problem string) {
	// Clients send either, or both: the newer name has all of them where both are there.
	text := cmp.Or(c.Params["tap_models"], c.Params["reel_mentions"])
	if text == "" {
		return nil, ""
	}
	var taps []wireTap
	if json.Unmarshal([]byte(text), &taps) != nil || len(taps) > maxStoryMentions {
		return nil, "tap_models cannot be read"
	}
	for _, t := range taps {
		p := w.natives.personOf(t.UserID)
		switch {
		case t.Type != "" && t.Type != "mention" || t.Display != "" && t.Display != "mention_username" || t.Width <= 0 || t.Height <= 0:
			return nil, "tap_models has something else than mentions"
		case t.X < 0 || t.X > 1 || t.Y < 0 || t.Y > 1:
			return nil, "a mention lies outside of the frame"
		case p == nil:
			return nil, "a mention of somebody who is not there"
		case strings.HasPrefix(p.Username, unmentioned):
			continue
		}
		mentions = append(mentions, nativeMention{UserID: p.ID, Username: p.Username, X: t.X, Y: t.Y, Width: t.Width, Height: t.Height})
	}
	return mentions, ""
}

// publishNative makes the story visible: to the app API, and with an id of its own to the publishing API, where it is one of the
// account whose user this is.
func (w *world) publishNative(u *nativeUser, m nativeMedia) *nativeMedia {
	at := wiretime.Of(w.now().Truncate(time.Millisecond))
	seq := w.nextSeq()
	graphSeq := w.nextSeq()
	m.ID, m.Seq, m.OwnerID, m.Owner, m.TakenAt = nativeMediaID(seq), seq, u.profile.UserID, u.Username, at
	m.GraphID, m.Unlisted = mediaID(graphSeq), w.settings.ListLag
	w.natives.putMedia(&m)
	w.media.put(&media{
		ID: m.GraphID, Seq: graphSeq, AccountID: u.profile.AccountID, MediaType: mediaStory, Video: m.Video, Native: true, PublishedAt: at,
		Unlisted: w.settings.ListLag,
	})
	return &m
}

// showStories answers GET feed/user/{pk}/story/ with the live stories of a user, oldest first.
func showStories(userID string) func(*world, *wire.Call, *nativeUser) wire.Answer {
	return func(w *world, c *wire.Call, _ *nativeUser) wire.Answer {
		live := slices.DeleteFunc(w.natives.sortedMedia(), func(m *nativeMedia) bool { return m.OwnerID != userID || m.isGone(w.now()) })
		items := []wire.Object{}
		for _, m := range leaveOut(w.core, live, nativeSince, (*nativeMedia).unlisted, w.natives.putMedia) {
			items = append(items, showNativeMedia(w, c, m))
		}
		owner := w.natives.personOf(userID)
		if len(items) == 0 || owner == nil {
			return nativeDone(wire.Object{{"reel", nil}, {"broadcast", nil}})
		}
		return nativeDone(wire.Object{{"reel", wire.Object{{"id", userID}, {"user", showPerson(owner)}, {"items", items}, {"media_count", len(items)}}}})
	}
}

// deleteStory answers POST media/{id}/delete/.
func deleteStory(id string) func(*world, *wire.Call, *nativeUser) wire.Answer {
	return func(w *world, c *wire.Call, u *nativeUser) wire.Answer {
		m := w.natives.find(id)
		kind := "PHOTO"
		if m != nil && m.Video {
			kind = "VIDEO"
		}
		switch {
		case m == nil || m.OwnerID != u.profile.UserID:
			return mediaNotFound()
		case c.Params["media_type"] != kind || c.Params["_uid"] != u.profile.UserID:
			return refused(http.StatusBadRequest, "The form is not one of the app's")
		}
		m.DeletedAt = wiretime.Ptr(w.now())
		w.natives.putMedia(m)
		if twin := w.media.byID[m.GraphID]; twin != nil && twin.DeletedAt == nil {
			twin.DeletedAt = m.DeletedAt
			w.media.put(twin)
		}
		return nativeDone(wire.Object{{"did_delete", true}})
	}
}

// showCurrentUser answers GET accounts/current_user/ with who is signed in.
func showCurrentUser(_ *world, _ *wire.Call, u *nativeUser) wire.Answer {
	return nativeDone(wire.Object{{"user", wire.Object{
		{"pk", jsontext.Value(u.profile.UserID)},
		{"pk_id", u.profile.UserID},
		{"username", u.Username},
		{"full_name", u.profile.FullName},
		{"is_private", false},
		{"email", maskedEmail},
		{"biography", ""},
	}}})
}
