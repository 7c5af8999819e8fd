package e2e_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/posts"
)

// created returns the parameters of the containers that the network was asked for, oldest first,
// without the addresses of the media.
func (j *journey) created() (all []map[string]string) {
	j.t.Helper()
	for _, c := range j.network.Calls() {
		if c.Method == http.MethodPost && strings.HasSuffix(c.Path, "/media") {
			params := maps.Clone(c.Params)
			for _, name := range []string{"image_url", "video_url", "access_token", "caption"} {
				delete(params, name)
			}
			all = append(all, params)
		}
	}
	return all
}

// TestPresentation_IsSent: how a post is presented reaches the network, and people who look at the
// post there see it.
func TestPresentation_IsSent(t *testing.T) {
	t.Parallel()
	j := begin(t)
	cover, photo, movie := j.photo(), j.photo(), j.movie()
	reel := body{"accountId": j.bakery.ID, "mediaType": "REELS", "mediaFileId": movie, "caption": "reel"}
	for _, c := range []struct {
		name  string
		b     body
		want  []map[string]string
		shows []string
	}{
		{
			"a reel with everything",
			reel.with("coverMediaFileId", cover).with("shareToFeed", false).with("peopleTagged", []string{"@potter", "ann"}).with("isAiGenerated", true).
				with("trial", "performance").with("collaborators", []string{"@ben"}),
			[]map[string]string{{
				"media_type": "REELS", "cover_url": "", "share_to_feed": "false", "user_tags": `[{"username":"potter"},{"username":"ann"}]`, "is_ai_generated": "true",
				"trial_params": `{"graduation_strategy":"SS_PERFORMANCE"}`, "collaborators": `["ben"]`,
			}},
			[]string{`poster="/cdn/album/cover-`, "in it @potter @ann", "with @ben", "AI info", "Not on the grid", "Trial reel, until it does well"},
		},
		{"a moment of the reel", reel.with("thumbOffsetMs", 2500).with("shareToFeed", true), []map[string]string{
			{"media_type": "REELS", "thumb_offset": "2500", "share_to_feed": "true"},
		}, []string{"#t=2.5"}},
		{"a reel of which nothing is said", reel.with("thumbOffsetMs", nil).with("peopleTagged", []string{}), []map[string]string{{"media_type": "REELS"}}, nil},
		{"a carousel", body{
			"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": []string{photo, movie, photo}, "altTexts": []string{"a loaf", "", "the oven"}, "isAiGenerated": true,
		}, []map[string]string{
			{"is_carousel_item": "true", "alt_text": "a loaf"},
			{"is_carousel_item": "true", "media_type": "VIDEO"},
			{"is_carousel_item": "true", "alt_text": "the oven"},
			{"media_type": "CAROUSEL", "children": "", "is_ai_generated": "true"},
		}, []string{`alt="a loaf"`, `alt="the oven"`, "AI info"}},
		{"a story", body{"accountId": j.bakery.ID, "mediaType": "STORIES", "mediaFileId": photo, "peopleTagged": []string{"ann"}}, []map[string]string{
			{"media_type": "STORIES", "user_tags": `[{"username":"ann"}]`},
		}, []string{"in it @ann"}},
	} {
		before := len(j.created())
		p := j.ended(j.publish(c.b))
		if p.Status != posts.Published {
			t.Errorf("%s is %s", c.name, describe(p))
			continue
		}
		got := j.created()[before:]
		for i, params := range got {
			for _, name := range []string{"cover_url", "children"} {
				if i < len(c.want) && params[name] != "" {
					params[name] = c.want[i][name]
				}
			}
		}
		if !slices.EqualFunc(got, c.want, maps.Equal) {
			t.Errorf("%s: sent %v, want %v", c.name, got, c.want)
		}
		page := j.look(*p.SNPermalink)
		for _, text := range c.shows {
			if !strings.Contains(page, text) {
				t.Errorf("%s: its page does not show %q:\n%s", c.name, text, page)
			}
		}
	}
	for _, file := range []string{cover, movie} {
		if m := j.client.Get("/api/v1/media/" + file).Want(http.StatusOK); m.String("publicUrl") != "" {
			t.Errorf("a file stays public: %s", m.Body)
		}
	}
}

// look returns the page of a post at the network.
func (j *journey) look(permalink string) string {
	j.t.Helper()
	resp, err := http.Get(permalink)
	if err != nil {
		j.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	page, err := io.ReadAll(resp.Body)
	if err != nil {
		j.t.Fatal(err)
	}
	return string(page)
}

// TestPresentation_IsStored: what is said of a post comes back as it was said, is changed by name,
// and is gone with null; a file that is a cover is known to be used.
func TestPresentation_IsStored(t *testing.T) {
	t.Parallel()
	j := begin(t)
	cover, movie := j.photo(), j.movie()
	said := body{"accountId": j.bakery.ID, "mediaType": "REELS", "mediaFileId": movie}.with("coverMediaFileId", cover).with("shareToFeed", false).
		with("peopleTagged", []string{"ann"}).with("isAiGenerated", true).with("trial", "manual")
	id := j.client.Post("/api/v1/posts/draft", said).Want(http.StatusCreated).String("id")
	is := func(when, want string) {
		t.Helper()
		var got struct {
			CoverMediaFileID, ThumbOffsetMs, ShareToFeed, AltTexts, PeopleTagged, IsAiGenerated, Trial json.RawMessage

			MediaFiles []json.RawMessage
		}
		j.client.Get("/api/v1/posts/" + id).Want(http.StatusOK).JSON(&got)
		texts := []string{}
		for _, v := range []json.RawMessage{got.CoverMediaFileID, got.ThumbOffsetMs, got.ShareToFeed, got.AltTexts, got.PeopleTagged, got.IsAiGenerated, got.Trial} {
			texts = append(texts, string(v))
		}
		if all := strings.Join(texts, " "); all != want || len(got.MediaFiles) != 1 {
			t.Errorf("%s: got %s and %d files, want %s", when, all, len(got.MediaFiles), want)
		}
	}
	is("made", `"`+cover+`" null false null ["ann"] true "manual"`)
	uses := func() int64 {
		var found posts.MediaUses
		j.Browser(t).Internal("/api/media/" + cover + "/uses").Want(http.StatusOK).JSON(&found)
		return found.Total
	}
	if n := uses(); n != 1 {
		t.Errorf("the cover is used by %d posts", n)
	}
	change := func(b body) e2e.Response { return j.client.Put("/api/v1/posts/draft/"+id, b) }
	change(body{"thumbOffsetMs": 100}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	change(body{"thumbOffsetMs": 1_000_000, "coverMediaFileId": nil}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	change(body{"thumbOffsetMs": 100, "coverMediaFileId": nil, "shareToFeed": nil, "trial": "performance", "peopleTagged": nil}).Want(http.StatusOK)
	is("changed", `null 100 null null null true "performance"`)
	if n := uses(); n != 0 {
		t.Errorf("what was the cover is used by %d posts", n)
	}
	change(body{"thumbOffsetMs": nil, "coverMediaFileId": cover}).Want(http.StatusOK)
	j.client.Delete("/api/v1/media/" + cover).Want(http.StatusOK)
	change(body{"caption": "A cover is missing"}).Want(http.StatusOK)
	j.client.Post("/api/v1/posts/publish", said).WantError(http.StatusBadRequest, "MEDIA_INVALID")
	if n := len(j.created()); n != 0 {
		t.Errorf("%d containers were asked for", n)
	}
}

// TestPresentation_IsRefused: what does not fit is refused with a sentence that says what it is.
func TestPresentation_IsRefused(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	image, reel, carousel := s.plain(j, "IMAGE"), s.plain(j, "REELS"), s.plain(j, "CAROUSEL")
	for _, c := range []struct {
		b    body
		says string
	}{
		{reel.with("coverMediaFileId", s.movie), "a cover is a picture"},
		{reel.with("coverMediaFileId", 7), "coverMediaFileId"},
		{reel.with("coverMediaFileId", s.photo).with("thumbOffsetMs", 1), "a reel has one cover"},
		{reel.with("mediaFileId", j.movie()).with("thumbOffsetMs", 10_000), "the video lasts 10000"},
		{reel.with("thumbOffsetMs", -1), "thumbOffsetMs"},
		{reel.with("thumbOffsetMs", "2s"), "thumbOffsetMs"},
		{reel.with("thumbOffsetMs", 1.5), "thumbOffsetMs"},
		{image.with("peopleTagged", []string{"ann"}), "tag people in a picture with userTags"},
		{reel.with("peopleTagged", slices.Repeat([]string{"ann"}, 21)), "peopleTagged"},
		{reel.with("peopleTagged", "ann"), "peopleTagged"},
		{reel.with("peopleTagged", []string{"no body"}), "peopleTagged[0]"},
		{reel.with("trial", "soon"), "trial"},
		{image.with("trial", "manual"), "trial is for REELS, not for IMAGE"},
		{carousel.with("shareToFeed", true), "shareToFeed is for REELS, not for CAROUSEL"},
		{reel.with("shareToFeed", "no"), "shareToFeed"},
		{carousel.with("altTexts", []string{strings.Repeat("x", 1001)}), "altTexts[0] has 1001 characters"},
		{carousel.with("altTexts", []int{1}), "altTexts"},
		{image.with("altTexts", []string{"a loaf"}), "the description of an IMAGE is altText"},
		{image.with("isAiGenerated", "yes"), "isAiGenerated"},
	} {
		for _, path := range []string{"/api/v1/posts/draft", "/api/v1/posts/publish"} {
			if message := j.client.Post(path, c.b).WantError(http.StatusBadRequest, "VALIDATION_ERROR").String("error"); !strings.Contains(message, c.says) {
				t.Errorf("%v: %q does not say %q", c.b, message, c.says)
			}
		}
	}
	// The account of the Page has too few followers for a trial.
	p := j.ended(j.publish(reel.with("mediaFileId", j.movie()).with("accountId", j.potter.ID).with("trial", "manual")))
	if p.Status != posts.Failed || !strings.Contains(text(p.ErrorMessage), "the account cannot use trial reels") {
		t.Errorf("the trial is %s", describe(p))
	}
}
