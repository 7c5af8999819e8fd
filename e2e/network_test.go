package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/settings"
	"crier/platform/config"
)

// TestNetwork_TheOtherModesPostsAreLeftAlone: who starts Crier in the wrong mode finds every post
// as it was, in whatever state, and in the right mode they go on.
func TestNetwork_TheOtherModesPostsAreLeftAlone(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	unknown := j.publish(j.imagePost("unknown"))
	j.AdvanceUntil(t, time.Minute, func() bool { return j.post(unknown).Status == posts.Publishing })
	scheduled := j.schedule(j.imagePost("scheduled").with("accountId", j.potter.ID), j.Clock.Now().Add(time.Hour))
	media := j.photo()
	j.Stop()
	j.Clock.Advance(2 * time.Hour)

	live := e2e.Boot(t, e2e.In(j.Dir), e2e.At(j.Clock), e2e.Configured(func(c *config.Config) { c.Network = config.Live }))
	client := live.Client(t)
	for range 20 {
		live.Rest(t)
		live.Clock.Advance(time.Minute)
	}
	for id, want := range map[string]posts.Status{unknown: posts.Publishing, scheduled: posts.Scheduled} {
		if got := client.Get("/api/v1/posts/" + id).Want(http.StatusOK).String("status"); got != string(want) {
			t.Errorf("in the wrong mode a %s post became %s", want, got)
		}
	}
	client.Post("/api/v1/posts/publish", body{"accountId": j.bakery.ID, "mediaType": "IMAGE", "mediaFileId": media}).
		WantError(http.StatusNotFound, "NOT_FOUND")
	live.Stop()

	j = begin(t, e2e.In(j.Dir), e2e.At(j.Clock))
	j.isLive(j.ended(unknown), 0)
	j.isLive(j.ended(scheduled), 1)
	j.wantCalls("published", "published")
}

// wantMode holds what the service says of its mode.
func wantMode(t *testing.T, browser *e2e.Client, want config.Network, by config.Decider) (got settings.NetworkMode) {
	t.Helper()
	browser.Internal("/api/network").Want(http.StatusOK).JSON(&got)
	if got.Mode != want || got.DecidedBy != by || got.Says == "" {
		t.Errorf("it says %+v, want %s by %s", got, want, by)
	}
	return got
}

// TestNetwork_ThereAndBack: the choice in the browser holds at the next start, and a post of the
// mode that was left neither goes out meanwhile nor is lost.
func TestNetwork_ThereAndBack(t *testing.T) {
	t.Parallel()
	j := begin(t)
	scheduled := j.schedule(j.imagePost("scheduled"), j.Clock.Now().Add(time.Hour))
	choose := func(app *e2e.App, mode config.Network, status int) settings.NetworkMode {
		t.Helper()
		var got settings.NetworkMode
		app.Browser(t).InternalDo(http.MethodPut, "/api/network", settings.ChooseMode{Mode: mode}).Want(status).JSON(&got)
		return got
	}
	if got := wantMode(t, j.Browser(t), config.Sandbox, config.ByDefault); !got.Changeable {
		t.Errorf("it says %+v", got)
	}
	j.client.Put("/api/network", settings.ChooseMode{Mode: config.Live}).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
	choose(j.App, config.Sandbox, http.StatusOK)
	j.Browser(t).InternalDo(http.MethodPut, "/api/network", settings.ChooseMode{Mode: "real"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	select {
	case reason := <-j.Asked:
		t.Fatalf("it asks to be started again: %s", reason)
	default:
	}
	if got := choose(j.App, config.Live, http.StatusAccepted); got.Mode != config.Live || got.DecidedBy != config.BySetting {
		t.Errorf("it says %+v", got)
	}
	if reason := <-j.Asked; reason != "somebody went live" {
		t.Errorf("the reason is %q", reason)
	}
	// Until it has started again, nothing else is taken, as the mode is settled.
	j.Browser(t).InternalDo(http.MethodPut, "/api/network", settings.ChooseMode{Mode: config.Sandbox}).WantError(http.StatusBadRequest, "INVALID_STATE")
	j.Stop()

	live := e2e.Boot(t, e2e.In(j.Dir), e2e.At(j.Clock))
	browser := live.Browser(t)
	wantMode(t, browser, config.Live, config.BySetting)
	for range 20 {
		live.Rest(t)
		live.Clock.Advance(10 * time.Minute)
	}
	if all := browser.Internal("/api/accounts").Want(http.StatusOK); len(all.Body) == 0 || all.String("accounts") != "" {
		t.Errorf("it shows %s", all.Body)
	}
	if got := live.Client(t).Get("/api/v1/posts/" + scheduled).Want(http.StatusOK).String("status"); got != string(posts.Scheduled) {
		t.Errorf("the post of the sandbox is %s", got)
	}
	choose(live, config.Sandbox, http.StatusAccepted)
	if reason := <-live.Asked; reason != "somebody went back to the sandbox" {
		t.Errorf("the reason is %q", reason)
	}
	live.Stop()

	j = begin(t, e2e.In(j.Dir), e2e.At(j.Clock))
	wantMode(t, j.Browser(t), config.Sandbox, config.BySetting)
	j.isLive(j.ended(scheduled), 0)
	j.wantCalls("published")
}

// TestNetwork_SomethingElseDecides: what the start was given wins over what was chosen, and nothing
// can be chosen then.
func TestNetwork_SomethingElseDecides(t *testing.T) {
	t.Parallel()
	for by, name := range map[config.Decider]string{config.ByEnvironment: "CRIER_NETWORK", config.ByFlag: "--network"} {
		t.Run(string(by), func(t *testing.T) {
			t.Parallel()
			app := e2e.Boot(t)
			app.Browser(t).InternalDo(http.MethodPut, "/api/network", settings.ChooseMode{Mode: config.Live}).Want(http.StatusAccepted)
			app.Stop()
			app = e2e.Boot(t, e2e.In(app.Dir), e2e.At(app.Clock), e2e.Configured(func(c *config.Config) { c.NetworkBy = config.Decision{By: by, Name: name} }))
			browser := app.Browser(t)
			if got := wantMode(t, browser, config.Sandbox, by); got.Changeable || !strings.Contains(got.Says, name) {
				t.Errorf("it says %+v", got)
			}
			for _, mode := range []config.Network{config.Sandbox, config.Live} {
				refused := browser.InternalDo(http.MethodPut, "/api/network", settings.ChooseMode{Mode: mode}).WantError(http.StatusBadRequest, "INVALID_STATE")
				if says := refused.String("error"); !strings.Contains(says, name) || !strings.Contains(says, "start Crier without it") {
					t.Errorf("it says %q", says)
				}
			}
		})
	}
}

// TestNetwork_TooLate: a post whose time was long ago when its mode comes back does not go out for
// everyone to wonder at: Crier did not run in its mode.
func TestNetwork_TooLate(t *testing.T) {
	t.Parallel()
	j := begin(t)
	scheduled := j.schedule(j.imagePost("scheduled"), j.Clock.Now().Add(time.Hour))
	j.Stop()
	live := e2e.Boot(t, e2e.In(j.Dir), e2e.At(j.Clock), e2e.Configured(func(c *config.Config) { c.Network = config.Live }))
	for range 5 {
		live.Rest(t)
		live.Clock.Advance(6 * time.Hour)
	}
	live.Stop()
	j = begin(t, e2e.In(j.Dir), e2e.At(j.Clock))
	j.hasFailed(j.ended(scheduled), "INVALID_SCHEDULE")
	if said := *j.post(scheduled).ErrorMessage; !strings.Contains(said, "missed by 29 hours, because Crier was not running in this mode") {
		t.Errorf("it says %q", said)
	}
	j.wantCalls()
}
