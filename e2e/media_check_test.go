package e2e_test

import (
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/media"
	"crier/modules/media/rules"
	"crier/platform/corpus"
)

// check requests the verdict about a file from the internal surface.
func (j *journey) check(id string) media.Check {
	j.t.Helper()
	var check media.Check
	j.Browser(j.t).Internal("/api/media/" + id + "/check").Want(http.StatusOK).JSON(&check)
	return check
}

// publishable returns the kinds of post as which a file can be published.
func publishable(c media.Check) (uses []string) {
	for _, u := range c.Uses {
		if u.IsPublishable {
			uses = append(uses, string(u.MediaType))
		}
	}
	slices.Sort(uses)
	return uses
}

// TestMedia_IsJudgedForTheTypeAskedFor: a file can fit a story and not a feed picture, or a reel
// and not a story. A post of the wrong type is refused with the figure and the limit; a draft is
// saved with a warning.
func TestMedia_IsJudgedForTheTypeAskedFor(t *testing.T) {
	t.Parallel()
	j := begin(t)
	upload := func(name string, content []byte) string {
		return j.client.Upload("file", name, content).Want(http.StatusCreated).String("id")
	}
	tall := upload("tall.png", picture(t, 720, 1280))
	long := upload("long.mp4", corpus.Clip(1080, 1920, 61*time.Second, 0))
	short := upload("short.mp4", corpus.Clip(1080, 1920, 2*time.Second, 0))
	for id, want := range map[string]string{tall: "STORIES", long: "REELS", short: ""} {
		if got := strings.Join(publishable(j.check(id)), " "); got != want {
			t.Errorf("it can be published as %q, not %q: %+v", got, want, j.check(id))
		}
	}
	film, err := os.ReadFile("testdata/media/film.mp4")
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]*media.Film{tall: nil, upload("film.mp4", film): {FrameRate: 24, HasSound: true}, long: {FrameRate: 24}} {
		got := j.check(id)
		if !reflect.DeepEqual(got.Film, want) {
			t.Errorf("the film is %+v, not %+v", got.Film, want)
		}
		for _, use := range got.Uses {
			if (use.Longest == nil) != (want == nil) || use.MediaType == rules.Story && want != nil && *use.Longest != 60 {
				t.Errorf("as %s a film may last %v s", use.MediaType, use.Longest)
			}
		}
	}
	for mediaType, c := range map[string]struct{ id, says string }{
		"IMAGE":   {tall, "720 by 1280 pixels, a ratio of 0.56; feed pictures take 0.75 (3:4) to 1.91 (1.91:1): crop it"},
		"STORIES": {long, "The video lasts 61 s; stories take 60 s at most: cut it shorter."},
		"REELS":   {short, "The video lasts 2 s; carousels, stories and reels take at least 3 s: use a longer one."},
	} {
		b := body{"accountId": j.bakery.ID, "mediaType": mediaType, "mediaFileId": c.id}
		for _, path := range []string{"/api/v1/posts/publish", "/api/v1/schedule"} {
			r := j.client.Post(path, b.with("scheduledFor", j.Clock.Now().Add(time.Hour)))
			r.WantError(http.StatusBadRequest, "MEDIA_INVALID")
			if !strings.Contains(string(r.Body), c.says) {
				t.Errorf("%s says\n%s\nand not\n%s", path, r.Body, c.says)
			}
		}
		draft := j.client.Post("/api/v1/posts/draft", b).Want(http.StatusCreated)
		if !slices.Contains(warningsOf(draft), "MEDIA_INVALID") {
			t.Errorf("drafting it as %s warns of %v", mediaType, warningsOf(draft))
		}
	}
}

// TestMedia_FixesAreOffered: a picture that the feed refuses comes with edits that make it fit.
func TestMedia_FixesAreOffered(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.client.Upload("file", "tall.png", picture(t, 720, 1280)).Want(http.StatusCreated).String("id")
	check := j.check(id)
	at := slices.IndexFunc(check.Uses, func(u media.UseCheck) bool { return u.MediaType == rules.Feed })
	if at < 0 || len(check.Uses[at].Problems) != 1 || len(check.Uses[at].Problems[0].Fixes) != 2 {
		t.Fatalf("the check is %+v", check)
	}
	for i, fix := range check.Uses[at].Problems[0].Fixes {
		j.Browser(t).Put("/api/media/"+id+"/edits", fix.Edits).Want(http.StatusOK)
		if got := strings.Join(publishable(j.check(id)), " "); got != "CAROUSEL IMAGE STORIES" {
			t.Errorf("%s: it can be published as %s", fix.Says, got)
		}
		p := j.ended(j.publish(body{"accountId": j.bakery.ID, "mediaType": "IMAGE", "mediaFileId": id, "caption": fix.Says}))
		j.isLive(p, i)
	}
}
