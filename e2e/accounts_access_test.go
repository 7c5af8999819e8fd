package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/platform/sandbox"
	"crier/platform/wiretime"
)

// TestAccounts_DataAccess: the data access of a login by a Page lasts 90 days. Crier warns of its
// end from ten days before, and until the account is connected again. Its posts go out meanwhile.
func TestAccounts_DataAccess(t *testing.T) {
	t.Parallel()
	j := begin(t)
	const logged = "an account has to be connected again for its data access"
	until := e2e.Start.Add(90 * fullDay)
	warned := func() string {
		t.Helper()
		var list struct {
			Accounts []struct {
				Account         auth.SocialAccount
				Health          string
				Remedy, Warning *string
				DataAccessUntil *wiretime.Time
			}
		}
		j.Browser(t).Get("/api/accounts").Want(http.StatusOK).JSON(&list)
		primary, got := list.Accounts[0], list.Accounts[1]
		if got.Account.ID != j.potter.ID || got.Account.TokenExpiresAt != nil || got.Health != "ok" || got.Remedy != nil ||
			got.DataAccessUntil == nil || !got.DataAccessUntil.Time().Equal(until) {
			t.Errorf("at %s it is %+v", j.Clock.Now(), got)
		}
		if primary.Warning != nil || primary.DataAccessUntil != nil {
			t.Errorf("the account of the primary login is %+v", primary)
		}
		return strings.ReplaceAll(text(got.Warning), wiretime.Of(until).String(), "THEN")
	}
	on := func(day int) string {
		t.Helper()
		j.Clock.Advance(e2e.Start.Add(time.Duration(day) * fullDay).Sub(j.Clock.Now()))
		j.chore("auth.sync")
		return warned()
	}
	for _, day := range []int{1, 30, 79} {
		if text := on(day); text != "" || strings.Contains(j.Log.String(), logged) {
			t.Errorf("on day %d it is warned: %q", day, text)
		}
	}
	const before = "crier.demo.potter must be connected again before THEN (crier accounts connect): the data access of its login ends then, and the network may refuse its posts afterwards"
	for n, day := range []int{80, 83, 89} {
		if text := on(day); text != before || strings.Count(j.Log.String(), logged) != n+1 {
			t.Errorf("on day %d it is warned: %q", day, text)
		}
	}
	const after = "crier.demo.potter must be connected again (crier accounts connect): the data access of its login ended at THEN, and the network may refuse its posts"
	if text := on(90); text != after {
		t.Errorf("after the end it is warned: %q", text)
	}
	j.isLive(j.ended(j.publish(j.imagePost("x").with("accountId", j.potter.ID))), 0)

	j.connect(sandbox.DemoAccounts()[1].UserToken.Reveal())
	if text := warned(); text != after {
		t.Errorf("connected again by the old login it is warned: %q", text)
	}
	until = j.Clock.Now().Add(90 * fullDay)
	back := j.login(ownApp("partner"), "&sandbox_account="+j.potter.SNUserID)
	j.Browser(t).Post(finishPath, body{"redirectedUrl": back}).Want(http.StatusOK)
	if text := warned(); text != "" {
		t.Errorf("connected again by a new login it is warned: %q", text)
	}
}
