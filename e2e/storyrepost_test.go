package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/modules/storyrepost"
	"crier/platform/wireid"
)

const repostPath = "/api/v1/story-repost/"

type repostStatus struct {
	Configured, IsEnabled bool
	Config                *storyrepost.StoryRepostConfig
}

func (n *natives) repost(query string) (s repostStatus) {
	n.t.Helper()
	n.client.Get(repostPath + "status" + query).Want(http.StatusOK).JSON(&s)
	return s
}

func TestStoryRepost_ConfigureAndSwitch(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	n.save(login()).Want(http.StatusOK)
	account := body{"accountId": demoAccount}
	setting := account.with("pollIntervalHours", 6).with("autoTagOriginalPoster", false)
	var made storyrepost.StoryRepostConfig
	n.client.Post(repostPath+"config", setting).Want(http.StatusOK).JSON(&made)
	if made.IsEnabled || made.PollIntervalHours != 6 || made.AutoTagOriginalPoster || made.SNUsername != "crier.demo.bakery" || made.SocialAccountID == nil ||
		made.SocialAccountID.String() != demoAccount || made.UserID.IsZero() || made.JitterMinutes != 30 || made.SleepWindowStart != 23 || made.SleepWindowEnd != 7 ||
		made.DailyRepostLimit != 10 || made.AutoRepostEnabled || made.WarmUpComplete || made.ConfiguredAt == nil || made.LastPollStatus != nil {
		t.Errorf("made %+v", made)
	}
	for _, enabled := range []bool{true, true, false, false} {
		n.client.Post(repostPath+map[bool]string{true: "enable", false: "disable"}[enabled], account).Want(http.StatusOK)
		if s := n.repost("?accountId=" + demoAccount); !s.Configured || s.IsEnabled != enabled || s.Config == nil || s.Config.IsEnabled != enabled || s.Config.ID != made.ID {
			t.Errorf("enabled %t: %+v", enabled, s)
		}
	}
	n.client.Post(repostPath+"enable", account).Want(http.StatusOK)
	n.Clock.Advance(7 * 24 * time.Hour)
	var changed storyrepost.StoryRepostConfig
	n.client.Post(repostPath+"config", setting.with("pollIntervalHours", 48).with("autoTagOriginalPoster", true)).Want(http.StatusOK).JSON(&changed)
	if changed.ID != made.ID || !changed.IsEnabled || changed.PollIntervalHours != 48 || !changed.AutoTagOriginalPoster || !changed.WarmUpComplete ||
		changed.CreatedAt != made.CreatedAt || changed.UpdatedAt == made.UpdatedAt || *changed.ConfiguredAt != *made.ConfiguredAt {
		t.Errorf("changed to %+v", changed)
	}
	for _, hours := range []any{5, 49, 6.5, "6", nil} {
		n.client.Post(repostPath+"config", setting.with("pollIntervalHours", hours)).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	}
	n = n.again()
	if s := n.repost(""); !s.IsEnabled || s.Config == nil || *s.Config.SocialAccountID != *changed.SocialAccountID || s.Config.PollIntervalHours != 48 {
		t.Errorf("after a restart: %+v", s)
	}
	for range 2 {
		n.client.Delete(repostPath + "config?accountId=" + demoAccount).Want(http.StatusOK)
		if s := n.repost(""); s.Configured || s.IsEnabled || s.Config != nil {
			t.Errorf("after the deletion: %+v", s)
		}
	}
}

func TestStoryRepost_EnableMakesAConfiguration(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	n.save(login()).Want(http.StatusOK)
	n.client.Post(repostPath+"enable", body{"accountId": demoAccount}).Want(http.StatusOK)
	if s := n.repost(""); !s.IsEnabled || s.Config == nil || s.Config.PollIntervalHours != 12 || !s.Config.AutoTagOriginalPoster {
		t.Errorf("got %+v", s)
	}
}

// TestStoryRepost_FirstConfiguredAccount: without accountId, status is that of the account that was
// connected first among those with a configuration, whichever was configured first.
func TestStoryRepost_FirstConfiguredAccount(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	var me struct{ Accounts []auth.SocialAccount }
	n.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	for _, i := range []int{1, 0} {
		id := me.Accounts[i].ID
		n.save(login().with("accountId", id)).Want(http.StatusOK)
		n.client.Post(repostPath+"enable", body{"accountId": id}).Want(http.StatusOK)
		if s := n.repost(""); s.Config == nil || *s.Config.SocialAccountID != id || s.Config.SNUsername != me.Accounts[i].Username {
			t.Errorf("after account %d: %+v", i, s.Config)
		}
	}
	if s := n.repost("?accountId=" + wireid.New().String()); s.Configured || s.Config != nil {
		t.Errorf("an unknown account: %+v", s)
	}
}

func TestStoryRepost_NeedsCredentials(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	account := body{"accountId": demoAccount}
	setting := account.with("pollIntervalHours", 6).with("autoTagOriginalPoster", true)
	unknown := wireid.New()
	without := func() {
		t.Helper()
		n.client.Post(repostPath+"config", setting).WantError(http.StatusBadRequest, "CREDENTIALS_NOT_CONFIGURED")
		n.client.Post(repostPath+"enable", account).WantError(http.StatusBadRequest, "CREDENTIALS_NOT_CONFIGURED")
		n.client.Post(repostPath+"scan", nil).WantError(http.StatusBadRequest, "CREDENTIALS_NOT_CONFIGURED")
		n.client.Post(repostPath+"config", setting.with("accountId", unknown)).WantError(http.StatusNotFound, "NOT_FOUND")
		n.client.Post(repostPath+"enable", account.with("accountId", unknown)).WantError(http.StatusNotFound, "NOT_FOUND")
	}
	without()
	n.save(login()).Want(http.StatusOK)
	n.client.Post(repostPath+"enable", account).Want(http.StatusOK)
	if found := (&reposts{natives: n}).scan(); found.Detected != firstRun || found.Pending != 2 {
		t.Errorf("a scan found %+v", found)
	}
	n.client.Post(repostPath+"config", setting.with("accountId", unknown)).WantError(http.StatusNotFound, "NOT_FOUND")

	// Forgetting the credentials switches story repost off, and keeps its configuration.
	n.client.Delete(credentialsPath + "/" + demoAccount).Want(http.StatusOK)
	if s := n.repost(""); !s.Configured || s.IsEnabled || s.Config == nil || s.Config.IsEnabled {
		t.Errorf("without credentials: %+v", s)
	}
	without()
	n.client.Post(repostPath+"disable", account).Want(http.StatusOK)
	n.save(login()).Want(http.StatusOK)
	if s := n.repost(""); s.IsEnabled {
		t.Errorf("new credentials switch it on: %+v", s)
	}
}

// TestStoryRepost_GoesWithTheAccount: a disconnected account leaves neither credentials nor
// configuration.
func TestStoryRepost_GoesWithTheAccount(t *testing.T) {
	t.Parallel()
	n := bootNatives(t)
	n.save(login()).Want(http.StatusOK)
	n.client.Post(repostPath+"enable", body{"accountId": demoAccount}).Want(http.StatusOK)
	n.set(e2e.NativeChallengeEmail)
	n.save(login()).Want(http.StatusOK)
	n.client.Delete("/api/v1/auth/accounts/" + demoAccount).Want(http.StatusOK)
	n.answer(nativeCode).WantError(http.StatusNotFound, "NOT_FOUND")
	for _, table := range []string{"story_repost_configs", "native_credentials"} {
		var rows int
		if err := n.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&rows); err != nil || rows != 0 {
			t.Errorf("%s has %d rows, %v", table, rows, err)
		}
	}
	n.client.Get(credentialsPath+"/"+demoAccount).WantError(http.StatusNotFound, "NOT_FOUND")
	n.client.Post(repostPath+"enable", body{"accountId": demoAccount}).WantError(http.StatusNotFound, "NOT_FOUND")
	if s := n.repost("?accountId=" + demoAccount); s.Configured {
		t.Errorf("got %+v", s)
	}
}
