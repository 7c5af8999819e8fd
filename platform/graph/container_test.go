package graph_test

import (
	"math"
	"net/http"
	"net/url"
	"testing"

	"crier/platform/graph"
)

// full is a container with every field set.
func full(kind graph.Kind) graph.Container {
	x, y, share := 0.5, 0.0, true
	return graph.Container{
		Kind: kind, MediaURL: "https://media.example/a.bin", Children: []string{"101", "102"},
		Caption: "sea & #sand +1 é", AltText: "a beach", LocationID: "106377336067638",
		UserTags:      []graph.UserTag{{Username: "@ann", X: &x, Y: &y}, {Username: "bob"}},
		Collaborators: []string{"@cat", "dog"}, ShareToFeed: &share, CoverURL: "https://media.example/c.jpg",
		Trial: graph.TrialPerformance, IsAIGenerated: true,
	}
}

const (
	pointTags = `[{"username":"ann","x":0.5,"y":0},{"username":"bob"}]`
	plainTags = `[{"username":"ann"},{"username":"bob"}]`
	both      = `["cat","dog"]`
)

func TestCreateContainer_SendsWhatTheKindTakes(t *testing.T) {
	t.Parallel()
	const u = "https://media.example/a.bin"
	for kind, want := range map[graph.Kind]map[string]string{
		graph.Image: {
			"image_url": u, "caption": "sea & #sand +1 é", "location_id": "106377336067638",
			"alt_text": "a beach", "user_tags": pointTags, "collaborators": both, "is_ai_generated": "true",
		},
		graph.CarouselImage: {"image_url": u, "is_carousel_item": "true", "alt_text": "a beach", "user_tags": pointTags},
		graph.CarouselVideo: {"media_type": "VIDEO", "video_url": u, "is_carousel_item": "true", "user_tags": plainTags},
		graph.Carousel: {
			"media_type": "CAROUSEL", "children": "101,102", "caption": "sea & #sand +1 é",
			"location_id": "106377336067638", "collaborators": both, "is_ai_generated": "true",
		},
		graph.Reel: {
			"media_type": "REELS", "video_url": u, "caption": "sea & #sand +1 é", "location_id": "106377336067638",
			"user_tags": plainTags, "collaborators": both, "share_to_feed": "true", "cover_url": "https://media.example/c.jpg",
			"trial_params": `{"graduation_strategy":"SS_PERFORMANCE"}`, "is_ai_generated": "true",
		},
		graph.ImageStory: {"media_type": "STORIES", "image_url": u, "user_tags": pointTags, "is_ai_generated": "true"},
		graph.VideoStory: {"media_type": "STORIES", "video_url": u, "user_tags": plainTags, "is_ai_generated": "true"},
	} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			n := newNetwork(t, answers(http.StatusOK, `{"id":"`+containerID+`"}`))
			got, err := n.client.CreateContainer(t.Context(), primary, full(kind))
			if err != nil || got != containerID {
				t.Fatalf("got %q, %v", got, err)
			}
			r := n.sent()[0]
			form := url.Values{}
			for k, v := range want {
				form.Set(k, v)
			}
			if r.form.Encode() != form.Encode() {
				t.Errorf("sent %v\nwant %v", r.form, form)
			}
			if r.method != http.MethodPost || r.path != "/ig/v25.0/"+accountID+"/media" || len(r.query) != 0 {
				t.Errorf("sent %s %s %v", r.method, r.path, r.query)
			}
			if got := r.header.Get("Content-Type"); got != "application/x-www-form-urlencoded" {
				t.Errorf("content type %q", got)
			}
		})
	}
}

func TestCreateContainer_SendsNoEmptyFields(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":1}`))
	for kind, want := range map[graph.Kind]string{
		graph.Image: "image_url=u", graph.Reel: "media_type=REELS&share_to_feed=false&video_url=u",
	} {
		no := false
		if _, err := n.client.CreateContainer(t.Context(), primary, graph.Container{Kind: kind, MediaURL: "u", ShareToFeed: &no}); err != nil {
			t.Fatal(err)
		}
		sent := n.sent()
		if got := sent[len(sent)-1].form.Encode(); got != want {
			t.Errorf("%s: sent %s, want %s", kind, got, want)
		}
	}
}

func TestCreateContainer_RefusesWhatCannotBeSent(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":"1"}`))
	nan := math.NaN()
	for name, c := range map[string]graph.Container{
		"no kind":       {MediaURL: "u"},
		"unknown kind":  {Kind: "poem", MediaURL: "u"},
		"no media":      {Kind: graph.Reel},
		"no children":   {Kind: graph.Carousel, MediaURL: "u"},
		"foreign child": {Kind: graph.Carousel, Children: []string{"1", "2,3"}},
		"no number":     {Kind: graph.Image, MediaURL: "u", UserTags: []graph.UserTag{{Username: "a", X: &nan, Y: &nan}}},
	} {
		_, err := n.client.CreateContainer(t.Context(), primary, c)
		if e := asError(t, err); !e.NotSent() || e.Class != graph.Permanent {
			t.Errorf("%s: got %v", name, e)
		}
	}
	if sent := n.sent(); len(sent) != 0 {
		t.Errorf("sent %v", sent)
	}
}
