package crash_test

import (
	"net/http"
	"testing"

	"crier/e2e"
	"crier/modules/storyrepost"
	"crier/platform/clock"
	"crier/platform/needtest"
	"crier/platform/sandbox"
)

// TestScenario34_KilledDuringTheUpload: Crier is killed while it uploads the story of a repost, and
// once more as the network has taken the next one. Each mention becomes one story, with its
// author's sticker, and its record says so.
func TestScenario34_KilledDuringTheUpload(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	program, fast := e2e.KillableProgram(t), e2e.FastClock(clock.System().Now())
	network := program.Sandbox(t, "0", "", fast)
	control, user := network.Control(t), sandbox.DemoNativeUser()
	// On the same port the cookie of one sign-in is good for all processes.
	settings := []string{fast, "CRIER_SANDBOX_URL=" + network.URL(), "CRIER_PORT=" + e2e.FreePort(t)}
	service := program.Serve(t, settings...)
	settings = append(settings, "CRIER_DATA_DIR="+service.Dir())
	browser := service.Browser(t)
	browser.Post("/api/v1/settings/private-api-credentials", body{
		"accountId": e2e.DemoAccount, "snUsername": user.Username, "snPassword": user.Password.Reveal(),
	}).Want(http.StatusOK)
	points := map[string]string{"ann": "posts.native.uploaded", "bob": "posts.native.sent"}
	mentions := map[string]e2e.Mentioned{}
	for author := range points {
		mentions[author] = control.Mention(e2e.Mention{Author: author})
	}
	browser.Post("/api/v1/story-repost/scan", nil).Want(http.StatusOK)
	for author, point := range points {
		service.Stop(t)
		service = program.Serve(t, append(settings, "CRIER_KILL_AT="+point)...)
		// It may be killed before it has answered.
		service.Command(t, "reposts", "repost", recordOf(t, browser, mentions[author]).ID.String())
		e2e.Await(t, service.Ended(), "the death at "+point)
		service.AwaitLog(t, "killpoint: "+point)
		service = program.Serve(t, settings...)
		e2e.Until(t, func() bool { return recordOf(t, browser, mentions[author]).Status != storyrepost.Processing })
		if r := recordOf(t, browser, mentions[author]); r.Status != storyrepost.Published || r.PublishedAt == nil {
			t.Errorf("after the death at %s it is %+v", point, r)
		}
	}
	live := map[string]int{}
	ledger := control.Ledger()
	for _, story := range ledger.NativeStories {
		for _, mention := range story.Mentions {
			live[mention]++
		}
	}
	if len(ledger.NativeStories) != len(points) || len(ledger.Publications) != 0 || live["ann"] != 1 || live["bob"] != 1 {
		t.Errorf("the stories are %+v", ledger.NativeStories)
	}
	browser.Post("/api/story-repost/"+recordOf(t, browser, mentions["ann"]).ID.String()+"/repost", nil).WantError(http.StatusBadRequest, "ALREADY_REPOSTED")
}

// recordOf returns what became of a mention.
func recordOf(t *testing.T, browser *e2e.Client, m e2e.Mentioned) storyrepost.RepostRecord {
	t.Helper()
	var list storyrepost.RepostList
	browser.Internal("/api/story-repost/reposts").Want(http.StatusOK).JSON(&list)
	for _, r := range list.Reposts {
		if r.ItemID == m.ItemID {
			return r
		}
	}
	t.Fatalf("the mention %s has no record", m.ItemID)
	return storyrepost.RepostRecord{}
}
