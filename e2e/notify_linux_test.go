package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"crier/e2e"
	"crier/modules/notify"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/programtest"
	"crier/platform/wireid"
)

// TestNotify_OnEvent: the program is told of a post that failed, once, also when the service starts
// again.
func TestNotify_OnEvent(t *testing.T) {
	t.Parallel()
	told := filepath.Join(t.TempDir(), "told")
	program := told + ".sh"
	programtest.Write(t, program, "#!/bin/sh\ncat >'"+told+".part' && mv '"+told+".part' '"+told+"'\n")
	onEvent := e2e.Configured(func(c *config.Config) { c.OnEvent = program })
	j := begin(t, onEvent)
	if _, err := database.Exec(t.Context(), j.DB, `INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, error_code, error_message, completed_at, created_at, updated_at)
		SELECT ?1, user_id, id, 'IMAGE', 'MANUAL', 'UTC', 'FAILED', 'MEDIA_INVALID', 'the file is no picture', ?2, ?2, ?2 FROM social_accounts WHERE id = ?3`,
		wireid.New(), j.Clock.Now().UnixMilli()+1, j.bakery.ID); err != nil {
		t.Fatal(err)
	}
	if err := j.Scheduler.RunNow(t.Context(), "notify.look"); err != nil {
		t.Fatal(err)
	}
	var said []byte
	e2e.Until(t, func() (isTold bool) {
		var err error
		said, err = os.ReadFile(told)
		return err == nil
	})
	var e notify.Event
	if err := json.Unmarshal(said, &e); err != nil || e.Event != "post.failed" || e.Title != "Sandbox: 1 post of "+j.bakery.Username+" failed" || e.Text != "The file is no picture." || e.Count != 1 || e.Code != "MEDIA_INVALID" {
		t.Errorf("it was told %s, %v", said, err)
	}
	const waitSQL = "SELECT count(*) FROM notify_waiting WHERE event LIKE '%post.failed%'"
	e2e.Until(t, func() bool { // The program has ended, and is not ended by the stop.
		n, err := database.Value[int](t.Context(), j.DB, waitSQL)
		return err != nil || n == 0
	})
	j.Stop()
	again := e2e.Boot(t, e2e.In(j.Dir), onEvent)
	if err := again.Scheduler.RunNow(t.Context(), "notify.look"); err != nil {
		t.Fatal(err)
	}
	if n, err := database.Value[int](t.Context(), again.DB, "SELECT count(*) FROM notify_told WHERE cause LIKE 'post.failed/%'"); err != nil || n != 1 {
		t.Errorf("%d causes are told, %v", n, err)
	}
	if n, err := database.Value[int](t.Context(), again.DB, waitSQL); err != nil || n != 0 {
		t.Errorf("%d wait after the start, %v", n, err)
	}
}
