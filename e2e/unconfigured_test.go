package e2e_test

import (
	"net/http"
	"testing"

	"crier/e2e"
	"crier/platform/wireid"
)

// TestUnconfigured_Cloud: what has no value is null, and what has no elements is empty.
func TestUnconfigured_Cloud(t *testing.T) {
	t.Parallel()
	client := e2e.Boot(t).Client(t)
	for path, want := range map[string]string{
		"status": `{"isConfigured":false,"isVerified":false,"lastVerifiedAt":null,"bucketConfigured":false,"workerConfigured":false,` +
			`"bucketName":null,"bucketPublicUrl":null,"workerUrl":null,"hasStoredApiToken":false}`,
		"cron-status":  `{"configured":false,"crons":[],"hasCron":false,"lastCronRun":null,"modified_on":null}`,
		"kv?prefix=a:": `{"configured":false,"keys":[],"keyCount":0,"metaValues":{}}`,
	} {
		if got := client.Get("/api/v1/cloud/" + path).Want(http.StatusOK); string(got.Body) != want {
			t.Errorf("%s: %s", path, got.Body)
		}
	}
	client.Get("/api/v1/cloud/diagnostics").WantError(http.StatusBadRequest, "CLOUD_NOT_CONFIGURED")
}

func TestUnconfigured_StoryRepost(t *testing.T) {
	t.Parallel()
	const path = "/api/v1/story-repost/"
	client := e2e.Boot(t).Client(t)
	unknown := wireid.New()
	for _, query := range []string{"", "?accountId=" + demoAccount} {
		if got := client.Get(path + "status" + query).Want(http.StatusOK); string(got.Body) != `{"configured":false,"isEnabled":false,"config":null}` {
			t.Errorf("status: %s", got.Body)
		}
		if got := client.Get(path + "history" + query).Want(http.StatusOK); string(got.Body) != `{"reposts":[]}` {
			t.Errorf("history: %s", got.Body)
		}
	}
	config := body{"accountId": demoAccount, "pollIntervalHours": 6, "autoTagOriginalPoster": true}
	client.Post(path+"config", config).WantError(http.StatusBadRequest, "CREDENTIALS_NOT_CONFIGURED")
	client.Post(path+"config", config.with("accountId", unknown)).WantError(http.StatusNotFound, "NOT_FOUND")
	for _, hours := range []any{5, 49, 6.5, "6", nil} {
		client.Post(path+"config", config.with("pollIntervalHours", hours)).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	}
	client.Post(path+"enable", body{"accountId": demoAccount}).WantError(http.StatusBadRequest, "CREDENTIALS_NOT_CONFIGURED")
	client.Post(path+"enable", body{"accountId": unknown}).WantError(http.StatusNotFound, "NOT_FOUND")
	client.Post(path+"scan", nil).WantError(http.StatusBadRequest, "CREDENTIALS_NOT_CONFIGURED")
	client.Post(path+"disable", body{"accountId": demoAccount}).Want(http.StatusOK)
	client.Delete(path + "config?accountId=" + demoAccount).Want(http.StatusOK)
	client.Delete(path+"config").WantError(http.StatusBadRequest, "MISSING_PARAM")
	client.Delete(path+"config?accountId=x").WantError(http.StatusBadRequest, "INVALID_PARAM")
	client.Get(path+"status?accountId=x").WantError(http.StatusBadRequest, "INVALID_PARAM")
}
