package e2e_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/needtest"
	"crier/platform/objectstore/s3test"
)

// TestBucket_Kills: at whatever step the program dies between making a file public and deleting the
// object, the post is published once, and the bucket is empty in the end.
func TestBucket_Kills(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	server := s3test.Start(t)
	program := e2e.KillableProgram(t)
	for _, point := range []string{"posts.publicised", "media.object.put", "media.releasing", "jobs.completed", "media.object.deleted"} {
		t.Run(point, func(t *testing.T) {
			c := server.Config()
			settings := func(more ...string) []string {
				return append([]string{
					e2e.FastClock(clock.System().Now()),
					"CRIER_BUCKET_ENDPOINT=" + c.Endpoint, "CRIER_BUCKET_NAME=" + c.Name, "CRIER_BUCKET_ACCESS_KEY_ID=" + c.AccessKeyID,
					"CRIER_BUCKET_SECRET_ACCESS_KEY=" + c.SecretAccessKey.Reveal(), "CRIER_BUCKET_PUBLIC_URL=" + c.PublicURL,
				}, more...)
			}
			dir := "CRIER_DATA_DIR=" + filepath.Join(t.TempDir(), "data")
			killed := program.Serve(t, settings(dir, "CRIER_KILL_AT="+point)...)
			client := killed.Client(t)
			photo := client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
			id := client.Post("/api/v1/posts/publish", body{"accountId": accountOf(t, client), "mediaType": "IMAGE", "mediaFileId": photo}).Want(http.StatusAccepted).String("postId")
			e2e.Await(t, killed.Ended(), "the death")
			again := program.Serve(t, settings(dir)...)
			client = again.Client(t)
			e2e.AwaitStatus(t, client, id, "PUBLISHED")
			e2e.Until(t, func() bool { return len(server.Keys(t)) == 0 })
			if file := client.Get("/api/v1/media/" + photo).Want(http.StatusOK); file.String("publicUrl") != "" {
				t.Errorf("the file is still public: %s", file.Body)
			}
			var ledger e2e.Ledger
			if e2e.GetJSON(t, again.SandboxURL()+"/_sandbox/ledger", &ledger); len(ledger.Publications) != 1 {
				t.Errorf("published %d times", len(ledger.Publications))
			}
		})
	}
}

// accountOf returns the id of an account.
func accountOf(t *testing.T, client *e2e.Client) string {
	t.Helper()
	var me struct{ Accounts []struct{ ID string } }
	client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	if len(me.Accounts) == 0 {
		t.Fatal("there is no account")
	}
	return me.Accounts[0].ID
}
