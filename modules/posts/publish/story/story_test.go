package story

import (
	"strings"
	"testing"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/native"
)

// TestResembles: which of the account's live stories looks like the post, and which could be it.
func TestResembles(t *testing.T) {
	t.Parallel()
	names := []string{"ann", "bob"}
	post := posts.Post{MediaFiles: []media.MediaFile{{MimeType: "image/jpeg"}}}
	made := func(mentions ...string) native.OwnStory {
		s := native.OwnStory{ID: "1", TakenAt: time.Unix(0, 0)}
		for _, name := range mentions {
			s.Mentions = append(s.Mentions, native.StickerMention{UserID: name, Username: name})
		}
		return s
	}
	video := made(names...)
	video.IsVideo = true
	for name, c := range map[string]struct {
		story           native.OwnStory
		alike, possible bool
	}{
		"both":             {made(names...), true, true},
		"one is left out":  {made("bob"), false, true},
		"all are left out": {made(), false, true},
		"somebody else":    {made("ann", "eve"), false, false},
		"one more":         {made("ann", "bob", "eve"), false, false},
		"a video":          {video, false, false},
	} {
		if alike, possible := resembles(post, c.story, names); alike != c.alike || possible != c.possible {
			t.Errorf("%s: %t, %t", name, alike, possible)
		}
	}
}

func TestLabels_LieWithinThePicture(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("w", 30)
	for _, at := range []*float64{nil, new(0.0), new(1.0), new(0.3)} {
		for _, name := range []string{"a", "@Ann", long} {
			label := labels([]posts.StoryMention{{Username: name, X: at, Y: at}})[0]
			if label.X <= 0 || label.X >= 1 || label.Y <= 0 || label.Y >= 1 || !strings.HasPrefix(label.Text, "@") || label.Text != strings.ToLower(label.Text) {
				t.Errorf("%s at %v: %+v", name, at, label)
			}
		}
	}
	if l := labels([]posts.StoryMention{{Username: long, X: new(0.1)}})[0]; l.X != 0.5 || l.Y != 0.5 {
		t.Errorf("a long name: %+v", l)
	}
	if l := labels([]posts.StoryMention{{Username: "ann", X: new(0.3), Y: new(0.7)}})[0]; l.X != 0.3 || l.Y != 0.7 {
		t.Errorf("a short name: %+v", l)
	}
}
