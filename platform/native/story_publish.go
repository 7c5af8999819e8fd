package native

import (
	"context"
	"strconv"
	"time"

	"crier/platform/httpclient"
	"crier/platform/intent"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// tapModel is a mention as the network takes it. The area is invisible.
type tapModel struct {
	X         float64 `json:"x"`
	Y         float64 `json:"y"`
	Z         int     `json:"z"`
	Width     float64 `json:"width"`
	Height    float64 `json:"height"`
	Rotation  float64 `json:"rotation"`
	Type      string  `json:"type"`
	UserID    string  `json:"user_id"`
	IsSticker bool    `json:"is_sticker"`
	Display   string  `json:"display_type"`
	TapState  int     `json:"tap_state"`
	TapStr    string  `json:"tap_state_str_id"`
}

// ConfigureStory makes the story of an upload visible, and returns its id in decimal digits. It
// spends the Intent. It is the one call that makes anything visible, and it is not idempotent:
// after an error whose OutcomeUnknown is true only OwnStories tells. An error of class NotReady
// says that the network still works on the video, and that the call can be made again, with an
// Intent of its own. Its error is always an *Error.
func (c *Stories) ConfigureStory(
	ctx context.Context, i intent.Intent, s *Session, u StoryUpload,
) (mediaID string, err error) {
	if err := u.check(); err != nil {
		return "", &Error{Op: OpConfigure, Class: Refused, Message: clean(err.Error()), cause: err}
	}
	form, err := c.configuration(s, u)
	if err != nil {
		return "", &Error{Op: OpConfigure, Class: Refused, Message: clean(err.Error()), cause: err}
	}
	if err := i.Spend(); err != nil {
		return "", &Error{Op: OpConfigure, Class: Refused, Message: clean(err.Error()), cause: err}
	}
	var told struct {
		Media jsontext.Value `json:"media"`
	}
	r := request{op: OpConfigure, path: pathConfigure, form: form, into: &told, changes: true}
	if u.IsVideo {
		r.query = map[string][]string{"video": {"1"}}
	}
	if err := c.caller.session(ctx, s, r); err != nil {
		return "", err
	}
	var m wireMedia
	if !isThere(told.Media) || httpclient.Unmarshal(told.Media, &m) != nil || m.id() == "" {
		e := c.caller.malformed(ctx, r, "a story without an id")
		e.OutcomeUnknown = true
		return "", e
	}
	return m.id(), nil
}

// configuration is the form of the call, in which some members are JSON within a text.
func (c *Stories) configuration(s *Session, u StoryUpload) (map[string]any, error) {
	now, d := c.caller.clock.Now(), s.state.Device
	form := map[string]any{
		"upload_id": u.UploadID, "source_type": sourceCamera, "configure_mode": configureMode, "timezone_offset": "0",
		"client_shared_at": strconv.FormatInt(now.Unix(), 10), "client_timestamp": strconv.FormatInt(now.Unix(), 10),
		"edits": map[string]any{"crop_original_size": []int{u.Width, u.Height}, "crop_center": []float64{0, 0}, "crop_zoom": 1},
		"extra": map[string]any{"source_width": u.Width, "source_height": u.Height}, "device": deviceInfo(),
		"_uid": s.UserID(), "_uuid": d.GUID, "device_id": d.AndroidID,
	}
	if u.IsVideo {
		seconds := u.Duration.Round(time.Millisecond).Seconds()
		form["source_type"] = sourceLibrary
		form["length"], form["audio_muted"], form["poster_frame_index"] = seconds, false, 0
		form["clips"] = []any{map[string]any{"length": seconds, "source_type": sourceLibrary}}
	}
	if len(u.Mentions) == 0 {
		return form, nil
	}
	models := make([]tapModel, 0, len(u.Mentions))
	for _, m := range u.Mentions {
		models = append(models, tapModel{
			X: m.X, Y: m.Y, Width: tapWidth, Height: tapHeight, Type: shareMention, UserID: m.UserID, Display: tapDisplay, TapStr: tapState,
		})
	}
	b, err := json.Marshal(models, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	form["tap_models"], form["reel_mentions"] = string(b), string(b)
	return form, nil
}
