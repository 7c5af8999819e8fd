package graph_test

import (
	"net/http"
	"testing"
	"time"

	"crier/platform/graph"
)

func TestPublish(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":"`+mediaID+`"}`))
	got, err := n.client.Publish(t.Context(), permit(), primary, containerID)
	if err != nil || got != mediaID {
		t.Fatalf("got %q, %v", got, err)
	}
	r := n.sent()[0]
	if r.method != http.MethodPost || r.path != "/ig/v25.0/"+accountID+"/media_publish" ||
		r.form.Encode() != "creation_id="+containerID || len(r.query) != 0 {
		t.Errorf("sent %+v", r)
	}
}

func TestMedia(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":`+mediaID+`,"permalink":"https:\/\/www.instagram.com\/reel\/Abc\/",
		"caption":"caf\u00e9 \ud83d\ude00 cut \ud83d","media_type":"VIDEO","media_product_type":"REELS","timestamp":"2019-09-26T22:36:43+0200","like_count":3}`))
	got, err := n.client.Media(t.Context(), partner, mediaID)
	want := graph.Media{
		ID: mediaID, Permalink: "https://www.instagram.com/reel/Abc/", Caption: "café 😀 cut \ufffd", Type: graph.TypeVideo,
		ProductType: graph.ProductReels, Timestamp: time.Date(2019, 9, 26, 20, 36, 43, 0, time.UTC),
	}
	if err != nil || got != want {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	r := n.sent()[0]
	if r.path != "/fb/v25.0/"+mediaID || r.query.Encode() != "fields=id%2Cpermalink%2Ccaption%2Cmedia_type%2Cmedia_product_type%2Ctimestamp" {
		t.Errorf("sent %s %v", r.path, r.query)
	}
	n = newNetwork(t, answers(http.StatusOK, `{"id":"`+mediaID+`","caption":null,"media_type":"HOLOGRAM"}`))
	if got, err := n.client.Media(t.Context(), primary, mediaID); err != nil || got != (graph.Media{ID: mediaID, Type: "HOLOGRAM"}) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestPublishingLimit(t *testing.T) {
	t.Parallel()
	want := graph.Limit{Used: 2, Total: 50, Window: 24 * time.Hour}
	for body, ok := range map[string]bool{
		`{"data":[{"quota_usage":2,"config":{"quota_total":50,"quota_duration":86400}}]}`:       true,
		`{"data":[{"quota_usage":"2","config":{"quota_total":"50","quota_duration":"86400"}}]}`: true,
		`{"quota_usage":2,"config":{"quota_total":50,"quota_duration":86400}}`:                  true,
		`{"data":[{"quota_usage":2}]}`:                                    false,
		`{"data":[{"config":{"quota_total":50,"quota_duration":86400}}]}`: false,
		`{"data":[]}`: false,
		`{"data":[{"quota_usage":-2,"config":{"quota_total":50,"quota_duration":86400}}]}`:           false,
		`{"data":[{"quota_usage":2.5,"config":{"quota_total":50,"quota_duration":86400}}]}`:          false,
		`{"data":[{"quota_usage":2,"config":{"quota_total":99999999999,"quota_duration":86400}}]}`:   false,
		`{"data":[{"quota_usage":[2],"config":{"quota_total":50,"quota_duration":86400}}]}`:          false,
		`{"data":[{"quota_usage":2,"quota_usage":3,"config":{"quota_total":1,"quota_duration":1}}]}`: false,
	} {
		n := newNetwork(t, answers(http.StatusOK, body))
		got, err := n.client.PublishingLimit(t.Context(), primary)
		if ok && (err != nil || got != want) {
			t.Errorf("%s: got %+v, %v", body, got, err)
		}
		if !ok {
			checkMalformed(t, body, err, false)
		}
		r := n.sent()[0]
		if r.path != "/ig/v25.0/"+accountID+"/content_publishing_limit" || r.query.Encode() != "fields=quota_usage%2Cconfig" {
			t.Errorf("sent %s %v", r.path, r.query)
		}
	}
}

func TestProfile(t *testing.T) {
	t.Parallel()
	const bare = `{"user_id":17841400000000001,"id":"99","username":"ann","name":"Ann","account_type":"Media_Creator",
		"profile_picture_url":"https:\/\/x\/p.jpg","followers_count":"12","follows_count":3,"media_count":0}`
	for body, want := range map[string]graph.AccountType{
		bare:                      graph.Creator,
		`{"data":[` + bare + `]}`: graph.Creator,
		`{"user_id":"17841400000000001","username":"ann","account_type":"business"}`: graph.Business,
		`{"user_id":"17841400000000001","username":"ann","account_type":"robot"}`:    "ROBOT",
	} {
		n := newNetwork(t, answers(http.StatusOK, body))
		got, err := n.client.Profiles.Profile(t.Context(), graph.Account{Login: graph.Primary, Token: primary.Token})
		if err != nil || got.ID != accountID || got.Username != "ann" || got.AccountType != want {
			t.Errorf("%s: got %+v, %v", body, got, err)
		}
		if want == graph.Creator && (*got.Followers != 12 || *got.Follows != 3 || *got.Media != 0 || got.PictureURL != "https://x/p.jpg") {
			t.Errorf("got %+v", got)
		}
		if want == graph.Business && got.Followers != nil {
			t.Errorf("a count that nobody told: %d", *got.Followers)
		}
		if r := n.sent()[0]; r.path != "/ig/v25.0/me" {
			t.Errorf("sent %s", r.path)
		}
	}
	for _, body := range []string{
		`{"id":"17841400000000001","username":"ann"}`, `{"user_id":"17841400000000001"}`, `{"data":[]}`,
		`{"data":[` + bare + `,` + bare + `]}`,
	} {
		n := newNetwork(t, answers(http.StatusOK, body))
		_, err := n.client.Profiles.Profile(t.Context(), primary)
		checkMalformed(t, body, err, false)
	}
}

func TestProfile_Partner(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":"`+accountID+`","username":"ann"}`))
	got, err := n.client.Profiles.Profile(t.Context(), partner)
	if err != nil || got.ID != accountID || got.AccountType != graph.Business {
		t.Errorf("got %+v, %v", got, err)
	}
	r := n.sent()[0]
	if r.path != "/fb/v25.0/"+accountID ||
		r.query.Get("fields") != "id,username,name,profile_picture_url,followers_count,follows_count,media_count" {
		t.Errorf("sent %s %v", r.path, r.query)
	}
	n = newNetwork(t, answers(http.StatusOK, `{"id":"17841400000000002","username":"bob"}`))
	_, err = n.client.Profiles.Profile(t.Context(), partner)
	checkMalformed(t, "another account", err, false)
}

func TestDeleteMedia(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]graph.Class{
		`{"success":true,"deleted_id":"` + mediaID + `"}`: "",
		`{"success":"true"}`:                              "",
		`{"success":false}`:                               graph.Permanent,
	} {
		n := newNetwork(t, answers(http.StatusOK, body))
		err := n.client.DeleteMedia(t.Context(), partner, mediaID)
		if want == "" && err != nil {
			t.Errorf("%s: got %v", body, err)
		}
		if want != "" {
			if e := asError(t, err); e.Class != want || e.OutcomeUnknown() {
				t.Errorf("%s: got %v", body, e)
			}
		}
		if r := n.sent()[0]; r.method != http.MethodDelete || r.path != "/fb/v25.0/"+mediaID {
			t.Errorf("sent %s %s", r.method, r.path)
		}
	}
	for _, body := range []string{`{"deleted_id":"` + mediaID + `"}`, `{"success":true,"deleted_id":"1"}`, `{"success":"maybe"}`, `{"success":null}`, `true`} {
		n := newNetwork(t, answers(http.StatusOK, body))
		checkMalformed(t, body, n.client.DeleteMedia(t.Context(), partner, mediaID), true)
	}
}

func TestReads_RefuseTheAnswerAboutSomethingElse(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":"5","status_code":"FINISHED","media_type":"IMAGE"}`))
	status, errStatus := n.client.ContainerStatus(t.Context(), primary, containerID)
	media, errMedia := n.client.Media(t.Context(), primary, mediaID)
	checkMalformed(t, "status", errStatus, false)
	checkMalformed(t, "media", errMedia, false)
	if status != (graph.Status{}) || media != (graph.Media{}) {
		t.Errorf("got %+v and %+v", status, media)
	}
}
