package graph_test

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/graph"
	"crier/platform/secrets"
)

var page = graph.Account{ID: "100000000000203", Login: graph.Partner, Token: secrets.NewText(partnerToken)}

// pageCalls names each call for Pages and uploads, with what it makes of an answer: an id or an
// address.
func pageCalls(c *graph.Client, t *testing.T) map[string]func() (string, error) {
	t.Helper()
	ctx := t.Context()
	listed := func(list []graph.PagePost, err error) (string, error) {
		if len(list) == 0 {
			return "", err
		}
		return list[0].ID, err
	}
	return map[string]func() (string, error){
		graph.OpPageStagePhoto: func() (string, error) { return c.StagePagePhoto(ctx, page, graph.PagePhoto{URL: "https://x/1.jpg"}) },
		graph.OpPagePost: func() (string, error) {
			return c.PublishPagePost(ctx, permit(), page, graph.PagePhotoPost{PhotoID: videoID, Text: "text"})
		},
		graph.OpPagePhotoStory: func() (string, error) { return c.PublishPagePhotoStory(ctx, permit(), page, videoID) },
		graph.OpPageVideo:      func() (string, error) { return c.PublishPageVideo(ctx, permit(), page, file("x"), "text", "mark") },
		graph.OpPageStart: func() (string, error) {
			up, err := c.StartPageVideo(ctx, page, graph.PageReel)
			return up.ID, err
		},
		graph.OpPageFinish: func() (string, error) { return c.FinishPageVideo(ctx, permit(), page, graph.PageReel, videoID, "text") },
		graph.OpPageVideoStatus: func() (string, error) {
			_, err := c.PageVideoStatus(ctx, page, videoID)
			return "", err
		},
		graph.OpPagePosts:     func() (string, error) { return listed(c.PagePosts(ctx, page)) },
		graph.OpPageVideos:    func() (string, error) { return listed(c.PageVideos(ctx, page)) },
		graph.OpPageStories:   func() (string, error) { return listed(c.PageStories(ctx, page)) },
		graph.OpPagePermalink: func() (string, error) { return c.PagePermalink(ctx, page, "1_2") },
		graph.OpPageDelete:    func() (string, error) { return "", c.DeletePagePost(ctx, page, "1_2") },
		graph.OpUploadStatus: func() (string, error) {
			_, err := c.UploadStatus(ctx, partner, containerID)
			return "", err
		},
		graph.OpCreateUpload: func() (string, error) {
			up, err := c.CreateUpload(ctx, partner, graph.Container{Kind: graph.Reel})
			return up.ID, err
		},
		graph.OpUpload: func() (string, error) {
			return "", c.SendBytes(ctx, partner, "https://rupload.facebook.com/ig-api-upload/v25.0/1", file("x"), 0)
		},
	}
}

// TestPages_NoAnswerOfTheNetworks: nothing of these is taken for true.
func TestPages_NoAnswerOfTheNetworks(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"empty": ``, "html": `<html>`, "truncated": `{"id":"1`, "null": `null`, "array": `[]`, "empty object": `{}`,
		"null members":  `{"id":null,"data":null,"success":null,"status":null,"video_id":null,"status_code":null,"post_id":null,"permalink_url":7}`,
		"ids are paths": `{"id":"../1","post_id":"1/2","video_id":"x","data":[{"id":"1_2_3"}],"success":true,"status_code":"FINISHED","status":"x","permalink_url":"x"}`,
		"twice":         `{"id":"1","id":"2","success":true,"success":true,"data":[],"data":[]}`,
		"error empty":   `{"error":{},"id":"1","success":true,"data":[]}`,
	} {
		for op, call := range pageCalls(newNetworkOf(t, body), t) {
			if name == "ids are paths" && op == graph.OpUpload {
				continue // Its answer has no id.
			}
			if _, err := call(); !errors.Is(err, graph.ErrMalformed) {
				t.Errorf("%s: %s: %v", name, op, err)
			}
		}
	}
}

// newNetworkOf returns a client of a network that always answers body.
func newNetworkOf(t *testing.T, body string) *graph.Client {
	t.Helper()
	rt := transport(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Date": {today}}, Request: r, Body: io.NopCloser(strings.NewReader(body))}, nil
	})
	return graph.New(graph.Options{HTTP: &http.Client{Transport: rt}, Endpoints: graph.LiveEndpoints})
}

// TestPages_RefusesWithoutSending what has no Page or no id.
func TestPages_RefusesWithoutSending(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":"1","success":true,"data":[]}`))
	ctx := t.Context()
	noPage, otherLogin := page, page
	noPage.ID, otherLogin.Login = "x", graph.Primary
	for _, a := range []graph.Account{noPage, otherLogin} {
		_, photo := n.client.StagePagePhoto(ctx, a, graph.PagePhoto{URL: "https://x/1.jpg"})
		_, video := n.client.PublishPageVideo(ctx, permit(), a, file("x"), "", "")
		_, start := n.client.StartPageVideo(ctx, a, graph.PageReel)
		_, list := n.client.PagePosts(ctx, a)
		for _, err := range []error{photo, video, start, list} {
			if e := asError(t, err); !e.NotSent() || e.OutcomeUnknown() {
				t.Errorf("%v", e)
			}
		}
	}
	_, noURL := n.client.StagePagePhoto(ctx, page, graph.PagePhoto{})
	_, story := n.client.PublishPagePhotoStory(ctx, permit(), page, "1_2")
	_, post := n.client.PublishPagePost(ctx, permit(), page, graph.PagePhotoPost{PhotoID: `1"}`})
	_, finish := n.client.FinishPageVideo(ctx, permit(), page, graph.PageReel, "", "")
	_, status := n.client.PageVideoStatus(ctx, page, "../1")
	_, link := n.client.PagePermalink(ctx, page, "1_2_3")
	for _, err := range []error{noURL, story, post, finish, status, link, n.client.DeletePagePost(ctx, page, "_")} {
		if e := asError(t, err); !e.NotSent() {
			t.Errorf("%v", e)
		}
	}
	if len(n.sent()) != 0 {
		t.Errorf("sent %v", n.sent())
	}
}

func TestPages_WhatIsSent(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":"7","post_id":"1_2","success":true}`))
	ctx := t.Context()
	if id, err := n.client.StagePagePhoto(ctx, page, graph.PagePhoto{URL: "https://x/1.jpg", AltText: "é"}); id != "7" || err != nil {
		t.Errorf("%q, %v", id, err)
	}
	for _, kind := range []graph.PageVideoKind{graph.PageReel, graph.PageVideoStory} {
		if id, err := n.client.FinishPageVideo(ctx, permit(), page, kind, "7", "text"); id != "1_2" || err != nil {
			t.Errorf("%q, %v", id, err)
		}
	}
	for _, text := range []string{"é #", ""} {
		if id, err := n.client.PublishPagePost(ctx, permit(), page, graph.PagePhotoPost{PhotoID: "7", Text: text}); id != "7" || err != nil {
			t.Errorf("%q, %v", id, err)
		}
	}
	want := []string{
		"/photos alt_text_custom=%C3%A9&published=false&url=https%3A%2F%2Fx%2F1.jpg",
		"/video_reels description=text&upload_phase=finish&video_id=7&video_state=PUBLISHED", "/video_stories upload_phase=finish&video_id=7",
		"/feed attached_media%5B0%5D=%7B%22media_fbid%22%3A%227%22%7D&message=%C3%A9+%23", "/feed attached_media%5B0%5D=%7B%22media_fbid%22%3A%227%22%7D",
	}
	for i, r := range n.sent() {
		if got := strings.TrimPrefix(r.path, "/fb/"+graph.Version+"/"+page.ID) + " " + r.form.Encode(); got != want[i] {
			t.Errorf("got %s, want %s", got, want[i])
		}
	}
}

// TestPublishPageVideo_SendsTheFileAsAForm with its length, and never whole in memory.
func TestPublishPageVideo_SendsTheFileAsAForm(t *testing.T) {
	t.Parallel()
	content := strings.Repeat("0123456789", 50_000)
	n := newUploads(t, always(http.StatusOK, `{"id":"7"}`))
	id, err := n.client.PublishPageVideo(t.Context(), permit(), page, file(content), "é", "mark")
	if err != nil || id != "7" {
		t.Fatal(id, err)
	}
	r := n.requests[0]
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || r.ContentLength != int64(len(n.bodies[0])) || r.Header.Get("Authorization") != "Bearer "+partnerToken {
		t.Fatalf("%v, %d bytes of %d, %v", err, r.ContentLength, len(n.bodies[0]), r.Header)
	}
	form, err := multipart.NewReader(strings.NewReader(n.bodies[0]), params["boundary"]).ReadForm(1 << 20)
	if err != nil || form.Value["description"][0] != "é" || form.Value["universal_video_id"][0] != "mark" || len(form.File["source"]) != 1 || form.File["source"][0].Size != int64(len(content)) {
		t.Errorf("%+v, %v", form, err)
	}
}

// TestPages_ReadBack in all the spellings that the network has for one thing.
func TestPages_ReadBack(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	c := newNetworkOf(t, `{"data":[{"post_id":12,"creation_time":"1795253400","media_type":"photo","media_id":"34","url":"https://www.facebook.com/s/1","status":"PUBLISHED"},{"id":"1_2","created_time":"2026-11-21T09:30:00+0000","description":"d","permalink_url":"/reel/5/"}]}`)
	list, err := c.PageStories(t.Context(), page)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if want := (graph.PagePost{ID: "12", MediaID: "34", Permalink: "https://www.facebook.com/s/1", CreatedAt: at}); !reflect.DeepEqual(list[0], want) {
		t.Errorf("got %+v, want %+v", list[0], want)
	}
	if want := (graph.PagePost{ID: "1_2", Text: "d", Permalink: "https://www.facebook.com/reel/5/", CreatedAt: at}); !reflect.DeepEqual(list[1], want) {
		t.Errorf("got %+v, want %+v", list[1], want)
	}
	for link, want := range map[string]string{
		"/1/videos/2/": "https://www.facebook.com/1/videos/2/", "https://www.facebook.com/x": "https://www.facebook.com/x",
		"": "", "javascript:alert(1)": "", "//evil.example/x": "", "http://www.facebook.com/x": "", "x": "", "https://a:b@c/": "",
	} {
		if got, err := newNetworkOf(t, `{"permalink_url":"`+link+`","id":"1_2"}`).PagePermalink(t.Context(), page, "1_2"); got != want || err != nil {
			t.Errorf("%s: %q, %v", link, got, err)
		}
	}
}

// TestPagePosts_Attached: what is no object of the network's has no id, and what cannot be told
// fails the list.
func TestPagePosts_Attached(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(`{"target":{"id":"7"}},`, 100)
	for attachments, want := range map[string][]string{
		`{"data":[{"target":{"id":"7"}}]}`:                           {"7"},
		`{"data":[{"target":{"id":7},"x":1},{"target":{"id":"8"}}]}`: {"7", "8"},
		`{"data":[{"target":{"url":"https://x/"}}]}`:                 nil,
		`{"data":[{"title":"a link"},{"target":null}]}`:              nil,
		`{"data":[{"target":{"id":""}}]}`:                            nil,
		`{"data":[]}`:                                                nil, `{}`: nil, `{"data":null}`: nil, `null`: nil,
		`{"data":[` + strings.TrimSuffix(many, ",") + `]}`: slices.Repeat([]string{"7"}, 100),
	} {
		got, err := newNetworkOf(t, `{"data":[{"id":"1_2","created_time":"2026-11-21T09:30:00+0000","attachments":`+attachments+`}]}`).PagePosts(t.Context(), page)
		if err != nil || len(got) != 1 || !slices.Equal(got[0].AttachedIDs, want) {
			t.Errorf("%.60s: %+v, %v", attachments, got, err)
		}
	}
	for _, attachments := range []string{
		`[]`, `"7"`, `7`, `{"data":{"target":{"id":"7"}}}`, `{"data":["7"]}`, `{"data":[{"target":"7"}]}`, `{"data":[{"target":{"id":"../7"}}]}`,
		`{"data":[{"target":{"id":{}}}]}`, `{"data":[{"target":{"id":"7","id":"8"}}]}`, `{"data":[` + many + `{}]}`,
	} {
		if got, err := newNetworkOf(t, `{"data":[{"id":"1_2","created_time":"2026-11-21T09:30:00+0000","attachments":`+attachments+`}]}`).PagePosts(t.Context(), page); !errors.Is(err, graph.ErrMalformed) || got != nil {
			t.Errorf("%.60s: %+v, %v", attachments, got, err)
		}
	}
}

func TestPageVideoStatus(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		visible, untouched bool
		fault              string
	}{
		`{"video_status":"upload_complete","uploading_phase":{"status":"complete","bytes_transfered":5},"processing_phase":{"status":"not_started"},"publishing_phase":{"status":"not_started"}}`: {untouched: true},
		`{"video_status":"processing","uploading_phase":{"status":"complete"},"processing_phase":{"status":"in_progress"},"publishing_phase":{"status":"not_started"}}`:                           {},
		`{"video_status":"ready","publishing_phase":{"status":"complete","publish_status":"published","publish_time":"2026-11-21T09:30:00+0000"}}`:                                                {visible: true},
		`{"video_status":"processing","processing_phase":{"status":"error","error":{"message":"bad codec"}},"publishing_phase":{"status":"not_started"}}`:                                         {fault: "bad codec"},
		`{"video_status":"error"}`:                     {fault: "the video's status is error"},
		`{"video_status":"expired"}`:                   {fault: "the video's status is expired"},
		`{"uploading_phase":{"status":"in_progress"}}`: {},
	} {
		got, err := newNetworkOf(t, `{"id":"`+videoID+`","status":`+body+`}`).PageVideoStatus(t.Context(), page, videoID)
		if err != nil || got.IsVisible() != want.visible || got.IsUntouched() != want.untouched || got.Fault != want.fault {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
	for _, status := range []string{`null`, `{}`, `{"publishing_phase":{}}`, `"ready"`, `{"publishing_phase":"complete"}`, `{"publishing_phase":{"status":7}}`} {
		if got, err := newNetworkOf(t, `{"id":"`+videoID+`","status":`+status+`}`).PageVideoStatus(t.Context(), page, videoID); !errors.Is(err, graph.ErrMalformed) {
			t.Errorf("%s: %+v, %v", status, got, err)
		}
	}
}

// TestPages_ListsWithWrongTimes: an item without a time, or of one that has not come, is taken for
// nothing, and with it the list.
func TestPages_ListsWithWrongTimes(t *testing.T) {
	t.Parallel()
	for _, moment := range []string{`"id":"1"`, `"created_time":null`, `"created_time":""`, `"created_time":"2126-11-21T09:30:00+0000"`, `"creation_time":1795253400000`} {
		body := `{"data":[{"id":"1_1","created_time":"2026-11-21T09:30:00+0000"},{"post_id":"1_2",` + moment + `}]}`
		if got, err := newNetworkOf(t, body).PageStories(t.Context(), page); !errors.Is(err, graph.ErrMalformed) || got != nil {
			t.Errorf("%s: %+v, %v", moment, got, err)
		}
	}
}
