package control

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"crier/platform/sandbox/world"
	"crier/platform/wiretime"
)

// maxAgeHours is how old a mention can be made.
const maxAgeHours = 24 * 365

type nativeRequest struct {
	Username            string  `json:"username"`
	Login               string  `json:"login"`
	Code                *string `json:"code"`
	HideDeviceTimestamp *bool   `json:"hideDeviceTimestamp,omitzero"`
}

// postNative sets what the user's next logins lead to. It ends the challenge and the sessions that
// there are, and makes every device new, so that a challenge comes. What it says of device
// timestamps holds for all users, and can stand alone.
func postNative(w *world.World, in nativeRequest) (any, error) {
	if in.HideDeviceTimestamp != nil && in.Username == "" && in.Login == "" && in.Code == nil {
		w.Settings.HideDeviceTimestamp = *in.HideDeviceTimestamp
		w.PutSettings()
		return struct {
			HideDeviceTimestamp bool `json:"hideDeviceTimestamp"`
		}{*in.HideDeviceTimestamp}, nil
	}
	u := w.Natives.User(in.Username)
	if u == nil {
		return nil, errors.New("username names no native user of the sandbox")
	}
	if !slices.Contains(world.NativeLogins(), in.Login) {
		return nil, fmt.Errorf("login must be one of %v", world.NativeLogins())
	}
	if in.Code != nil && !world.IsNativeCode(*in.Code) {
		return nil, errors.New("code must be six digits")
	}
	u.Login, u.Trusted, u.Sessions, u.Challenge = in.Login, nil, nil, nil
	if in.Code != nil {
		u.Code = *in.Code
	}
	w.Natives.PutUser(u)
	if in.HideDeviceTimestamp != nil {
		w.Settings.HideDeviceTimestamp = *in.HideDeviceTimestamp
		w.PutSettings()
	}
	in.Code = &u.Code
	return in, nil
}

// mentioned is what a mention has become.
type mentioned struct {
	ItemID    string        `json:"itemId"`
	ThreadID  string        `json:"threadId"`
	MediaID   string        `json:"mediaId"`
	AuthorID  string        `json:"authorId"`
	TakenAt   wiretime.Time `json:"takenAt"`
	ExpiresAt wiretime.Time `json:"expiresAt"`
}

// postMentions has somebody mention a native user in a story.
func postMentions(w *world.World, in world.MentionRequest) (any, error) {
	if err := checkMention(w, in); err != nil {
		return nil, err
	}
	i, m := w.Natives.Mention(in)
	return mentioned{i.ItemID(), w.Natives.ThreadID(i), m.ID, m.OwnerID, m.TakenAt, wiretime.Of(m.End())}, nil
}

func checkMention(w *world.World, in world.MentionRequest) error {
	author := strings.ToLower(in.Author)
	switch {
	case w.Natives.User(in.Username) == nil:
		return errors.New("username names no native user of the sandbox")
	case !world.IsUsername(author) || strings.HasPrefix(author, world.Nobody) || author == in.Username:
		return fmt.Errorf("author must be the name of another user: at most 30 of a-z, 0-9, . and _, not beginning with %s", world.Nobody)
	case in.Kind != world.KindPhoto && in.Kind != world.KindVideo:
		return fmt.Errorf("kind must be %s or %s", world.KindPhoto, world.KindVideo)
	case !slices.Contains(world.Variants(), in.Variant):
		return fmt.Errorf("variant must be one of %v", world.Variants())
	case math.IsNaN(in.AgeHours) || in.AgeHours < 0 || in.AgeHours > maxAgeHours:
		return fmt.Errorf("ageHours must be 0 to %d", maxAgeHours)
	case len(w.Natives.Items) >= world.MaxDirect:
		return fmt.Errorf("there are %d mentions already", world.MaxDirect)
	}
	return nil
}
