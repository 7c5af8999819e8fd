package limits_test

import (
	"regexp"
	"slices"
	"testing"

	"crier/platform/limits"
)

// TestBuiltIn: each limit says what it is about, from where, of when and how sure.
func TestBuiltIn(t *testing.T) {
	t.Parallel()
	all := limits.BuiltIn().Limits
	names := map[limits.Name]bool{}
	for _, l := range all {
		if names[l.Name] || !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(string(l.Name)) {
			t.Errorf("%q is taken, or no name", l.Name)
		}
		names[l.Name] = true
		if l.For == "" || l.Unit == "" || l.Source == "" || l.Value != l.BuiltIn || l.IsOwn() ||
			!slices.Contains([]limits.Confidence{limits.Certain, limits.Likely, limits.Disputed}, l.Confidence) ||
			!regexp.MustCompile(`^20\d\d-\d\d(-\d\d)?$`).MatchString(l.Confirmed) {
			t.Errorf("%+v", l)
		}
		if l.IsFixed && !l.Refuses() {
			t.Errorf("%s is promised by v1, and refuses nothing", l.Name)
		}
	}
	for name, want := range map[limits.Name]string{
		limits.TallestPicture: "3:4", limits.SurePicture: "4:5", limits.WidestPicture: "1.91:1", limits.ReelTallest: "0.01:1", limits.StoryVideoTallest: "0.1:1",
		limits.VideoWidest: "10:1", limits.ReelLength: "900", limits.VideoBitRate: "25",
	} {
		if got := limits.BuiltIn().Of(name).Text(); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if got := limits.Of(limits.PictureSize).Bytes(); got != 8<<20 {
		t.Errorf("a picture has %d bytes", got)
	}
}
