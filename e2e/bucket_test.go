package e2e_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/config"
	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/s3test"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

const bucketPath = "/api/cloud/bucket"

// withBucket configures a bucket by environment variables.
func withBucket(c bucket.Config) e2e.Option {
	return e2e.Configured(func(cfg *config.Config) {
		cfg.BucketEndpoint, cfg.BucketName, cfg.BucketKeyID = c.Endpoint, c.Name, c.AccessKeyID
		cfg.BucketSecret, cfg.BucketPublicURL = c.SecretAccessKey.Reveal(), c.PublicURL
	})
}

// released waits until no released object is left.
func (j *journey) released() {
	j.t.Helper()
	if err := j.Scheduler.RunNow(j.t.Context(), "media.released-objects"); err != nil {
		j.t.Error(err)
	}
	left, err := j.DB.NewSelect().Table("media_released_objects").Count(j.t.Context())
	if err != nil || left != 0 {
		j.t.Errorf("%d objects are left to be deleted, %v", left, err)
	}
}

// publicURL returns the public address of a file, empty when it has none.
func (j *journey) publicURL(media string) string {
	j.t.Helper()
	var file mediaFile
	j.client.Get("/api/v1/media/" + media).Want(http.StatusOK).JSON(&file)
	return text(file.PublicURL)
}

// TestBucket_NamedInCloud: a released object stays while the cloud worker may name it for a post.
func TestBucket_NamedInCloud(t *testing.T) {
	t.Parallel()
	j := begin(t)
	former, other := strings.Repeat("a", 64)+".jpg", strings.Repeat("b", 64)+".jpg"
	now, post := j.Clock.Now().UnixMilli(), wireid.New().String()
	for _, statement := range []string{
		`INSERT INTO media_released_objects (object_key, released_at, next_attempt_at) VALUES (?2, ?0, ?0), (?3, ?0, ?0)`,
		`INSERT INTO schedule_cloud_jobs (post_id, account_id, wish, since_rev, rev, epoch, is_exposed, token_mark, put_keys, former_keys, attempts, last_code, last_error, changes)
			VALUES (?1, ?1, 'PRESENT', 0, 1, 0, 1, '', 'new.jpg', ?2, 0, '', '', 0)`,
	} {
		if _, err := j.DB.NewRaw(statement, now, post, former, other).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Scheduler.RunNow(t.Context(), "media.released-objects"); err != nil {
		t.Error(err)
	}
	var left []string
	if err := j.DB.NewRaw("SELECT object_key FROM media_released_objects").Scan(t.Context(), &left); err != nil || !slices.Equal(left, []string{former}) {
		t.Errorf("left are %v, %v", left, err)
	}
	if _, err := j.DB.NewRaw("UPDATE schedule_cloud_jobs SET former_keys = ''").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	j.Clock.Advance(2 * time.Hour)
	j.released()
}

// TestBucket_Journey: the network fetches a picture, a carousel and a reel from the bucket, and
// they are deleted from it afterwards.
func TestBucket_Journey(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	j := begin(t, withBucket(server.Config()))
	photo, reel := j.photo(), j.reel()
	for i, b := range []body{
		{"mediaType": "IMAGE", "mediaFileId": photo, "caption": "image"},
		{"mediaType": "CAROUSEL", "mediaFileIds": []string{photo, j.photo(), reel}, "caption": "carousel"},
		{"mediaType": "REELS", "mediaFileId": reel, "caption": "reel"},
	} {
		p := j.ended(j.publish(b.with("accountId", j.bakery.ID)))
		j.isLive(p, i)
		if fetched := j.createdWith(server.PublicURL + "/"); fetched == 0 {
			t.Errorf("%s: nothing was fetched from the bucket", b["mediaType"])
		}
	}
	j.wantCalls("published", "published", "published")
	j.released()
	if keys := server.Keys(t); len(keys) != 0 {
		t.Errorf("objects were left: %v", keys)
	}
	for _, id := range []string{photo, reel} {
		if url := j.publicURL(id); url != "" {
			t.Errorf("%s is still public", id)
		}
	}
	var status cloud.CloudStatus
	j.client.Get("/api/v1/cloud/status").Want(http.StatusOK).JSON(&status)
	if !status.BucketConfigured || status.IsConfigured || text(status.BucketName) != server.Bucket || text(status.BucketPublicURL) != server.PublicURL {
		t.Errorf("the status is %+v", status)
	}
}

// createdWith counts the containers whose media address begins so.
func (j *journey) createdWith(prefix string) (n int) {
	j.t.Helper()
	for _, call := range j.network.Calls() {
		form, err := json.Marshal(call.Params)
		if err != nil {
			j.t.Fatal(err)
		}
		if strings.HasSuffix(call.Path, "/media") && strings.Contains(string(form), prefix) {
			n++
		}
	}
	return n
}

// TestBucket_WrongSecret: the post fails with a reason that says what to correct, before anything
// is sent.
func TestBucket_WrongSecret(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	wrong := server.Config()
	wrong.SecretAccessKey = secrets.NewText("another-secret")
	j := begin(t, withBucket(wrong))
	p := j.ended(j.publish(j.imagePost("never")))
	j.hasFailed(p, "BUCKET_NOT_CONFIGURED")
	if !strings.Contains(text(p.ErrorMessage), "secret access key") || !strings.Contains(text(p.ErrorMessage), "nothing was sent") {
		t.Errorf("the reason is %q", text(p.ErrorMessage))
	}
	if n := j.creates(); n != 0 {
		t.Errorf("%d containers were made", n)
	}
	j.wantCalls()
	if strings.Contains(j.Log.String(), "another-secret") || strings.Contains(text(p.ErrorMessage), "another-secret") {
		t.Error("the secret was told")
	}
}

// TestBucket_Away: a bucket that cannot be reached is tried again later; the post is published once
// it answers.
func TestBucket_Away(t *testing.T) {
	t.Parallel()
	j := begin(t, withBucket(bucket.Config{
		Endpoint: "http://127.0.0.1:1", Name: "media", AccessKeyID: "id", SecretAccessKey: secrets.NewText("secret"), PublicURL: "http://127.0.0.1:1",
	}))
	p := j.ended(j.publish(j.imagePost("away")))
	j.hasFailed(p, "UNKNOWN_ERROR")
	if !strings.Contains(text(p.ErrorMessage), "cannot be reached") || p.RetryCount != 3 || j.creates() != 0 {
		t.Errorf("%d retries, %q", p.RetryCount, text(p.ErrorMessage))
	}
}

// TestBucket_SharedFile: a file that another post still needs stays public until that one is done
// too.
func TestBucket_SharedFile(t *testing.T) {
	t.Parallel()
	j := begin(t)
	photo := j.photo()
	post := body{"mediaType": "IMAGE", "mediaFileId": photo}
	j.network.Latency(e2e.Latency{ImageMs: new(int64(60_000))})
	slow := j.publish(post.with("accountId", j.potter.ID))
	j.awaited(slow, func(s posts.Status) bool { return s == posts.Processing })
	j.AdvanceUntil(t, time.Minute, func() bool { return j.post(slow).SNContainerID != nil })
	address := j.publicURL(photo)
	j.network.Latency(e2e.Latency{ImageMs: new(int64(0))})
	quick := j.ended(j.publish(post.with("accountId", j.bakery.ID)))
	if quick.Status != posts.Published || j.post(slow).Status != posts.Processing {
		t.Fatalf("the posts are %s and %s", describe(quick), describe(j.post(slow)))
	}
	if got := j.publicURL(photo); got != address || address == "" {
		t.Errorf("the file that a post needs is public at %q, and was at %q", got, address)
	}
	if p := j.ended(slow); p.Status != posts.Published {
		t.Fatalf("the post is %s", describe(p))
	}
	if got := j.publicURL(photo); got != "" {
		t.Error("a file that no post needs is public")
	}
	again := j.ended(j.publish(post.with("accountId", j.bakery.ID)))
	if again.Status != posts.Published {
		t.Errorf("the file is not made public again: %s", describe(again))
	}
	j.released()
	if status := fetchStatus(t, address); status != http.StatusNotFound {
		t.Errorf("the former address answers %d", status)
	}
}

func fetchStatus(t *testing.T, address string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode
}

// TestBucket_FailedPost: the public files of a FAILED post are taken back at once, and made public
// again by a retry.
func TestBucket_FailedPost(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	j := begin(t, withBucket(server.Config()))
	photo := j.photo()
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, Code: 352, Times: 1})
	p := j.ended(j.publish(body{"accountId": j.bakery.ID, "mediaType": "IMAGE", "mediaFileId": photo}))
	if p.Status != posts.Failed {
		t.Fatalf("the post is %s", describe(p))
	}
	j.released()
	if keys := server.Keys(t); len(keys) != 0 || j.publicURL(photo) != "" {
		t.Errorf("the file of a post that has failed is still public: %v", keys)
	}
	j.retry(p.ID.String())
	if p := j.ended(p.ID.String()); p.Status != posts.Published {
		t.Errorf("after the retry the post is %s", describe(p))
	}
	j.released()
}

// TestBucket_OnTheInternalSurface: a bucket is stored only when it works, its secret is never
// shown, and it survives a restart.
func TestBucket_OnTheInternalSurface(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	j := begin(t)
	browser := j.Browser(t)
	var status cloud.BucketStatus
	if browser.Internal(bucketPath).Want(http.StatusOK).JSON(&status); status != (cloud.BucketStatus{}) {
		t.Errorf("got %+v", status)
	}
	c := server.Config()
	request := body{"endpoint": c.Endpoint, "name": c.Name, "accessKeyId": c.AccessKeyID, "secretAccessKey": c.SecretAccessKey.Reveal(), "publicUrl": c.PublicURL}
	browser.Post(bucketPath+"/check", nil).WantError(http.StatusBadRequest, "BUCKET_NOT_CONFIGURED")
	for name, refused := range map[string]struct {
		body   body
		status int
		code   string
		says   string
	}{
		"name":     {request.with("name", "x"), http.StatusBadRequest, "VALIDATION_ERROR", "name"},
		"no key":   {request.with("secretAccessKey", ""), http.StatusBadRequest, "VALIDATION_ERROR", "secretAccessKey"},
		"secret":   {request.with("secretAccessKey", "a-wrong-secret"), http.StatusBadRequest, "BUCKET_NOT_CONFIGURED", "could not be put"},
		"bucket":   {request.with("name", "another"), http.StatusBadRequest, "BUCKET_NOT_CONFIGURED", "no bucket"},
		"public":   {request.with("publicUrl", c.Endpoint+"/media"), http.StatusBadRequest, "BUCKET_NOT_CONFIGURED", "public address"},
		"endpoint": {request.with("endpoint", "http://127.0.0.1:1"), http.StatusInternalServerError, "CLOUD_ERROR", "cannot be reached"},
	} {
		got := browser.Do(http.MethodPut, bucketPath, refused.body)
		got.WantError(refused.status, refused.code)
		if !strings.Contains(string(got.Body), refused.says) || strings.Contains(string(got.Body), "a-wrong-secret") {
			t.Errorf("%s: %s", name, got.Body)
		}
	}
	if keys := server.Keys(t); len(keys) != 0 {
		t.Errorf("test objects were left: %v", keys)
	}
	set := browser.Do(http.MethodPut, bucketPath, request).Want(http.StatusOK)
	if strings.Contains(string(set.Body), c.SecretAccessKey.Reveal()) || !strings.Contains(string(set.Body), `"configured":true`) {
		t.Errorf("got %s", set.Body)
	}
	browser.Post(bucketPath+"/check", nil).Want(http.StatusOK)
	browser.Do(http.MethodPut, bucketPath, request.with("secretAccessKey", "").with("publicUrl", c.PublicURL+"/")).Want(http.StatusOK)
	browser.Do(http.MethodPut, bucketPath, request.with("secretAccessKey", "").with("endpoint", "http://localhost:1")).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	j = j.again(0)
	p := j.ended(j.publish(j.imagePost("from the stored bucket")))
	j.isLive(p, 0)
	if j.createdWith(c.PublicURL+"/") == 0 {
		t.Error("nothing was fetched from the stored bucket")
	}
	j.Browser(t).Delete(bucketPath).Want(http.StatusOK)
	j.released()
	if keys := server.Keys(t); len(keys) != 0 {
		t.Errorf("objects were left: %v", keys)
	}
	j.isLive(j.ended(j.publish(j.imagePost("from this machine again"))), 1)
	if strings.Contains(j.Log.String(), c.SecretAccessKey.Reveal()) {
		t.Error("the log has the secret")
	}
}

// TestBucket_NotWhilePublishing: the store cannot be changed while a post is being published.
func TestBucket_NotWhilePublishing(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	j := begin(t)
	c := server.Config()
	request := body{"endpoint": c.Endpoint, "name": c.Name, "accessKeyId": c.AccessKeyID, "secretAccessKey": c.SecretAccessKey.Reveal(), "publicUrl": c.PublicURL}
	j.network.Latency(e2e.Latency{ImageMs: new(int64(60_000))})
	id := j.publish(j.imagePost("slow"))
	j.awaited(id, func(s posts.Status) bool { return s == posts.Processing })
	j.Browser(t).Do(http.MethodPut, bucketPath, request).WantError(http.StatusBadRequest, "INVALID_STATUS")
	j.ended(id)
	j.Browser(t).Do(http.MethodPut, bucketPath, request).Want(http.StatusOK)
}

// TestBucket_OfTheEnvironment: a bucket of the environment cannot be changed here, and takes
// precedence over a stored one.
func TestBucket_OfTheEnvironment(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	j := begin(t, withBucket(server.Config()))
	browser := j.Browser(t)
	var status cloud.BucketStatus
	browser.Internal(bucketPath).Want(http.StatusOK).JSON(&status)
	if !status.FromEnvironment || !status.Configured || status.CheckedAt != nil {
		t.Errorf("got %+v", status)
	}
	browser.Post(bucketPath+"/check", nil).Want(http.StatusOK).JSON(&status)
	if status.CheckedAt == nil {
		t.Error("the check is not noted")
	}
	browser.Delete(bucketPath).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	c := server.Config()
	browser.Do(http.MethodPut, bucketPath, body{
		"endpoint": c.Endpoint, "name": c.Name, "accessKeyId": c.AccessKeyID, "secretAccessKey": c.SecretAccessKey.Reveal(), "publicUrl": c.PublicURL,
	}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
}

// TestCommand_Bucket sets a bucket with the command line.
func TestCommand_Bucket(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	s := e2e.Program(t).Serve(t)
	c := server.Config()
	args := []string{"bucket", "set", "--endpoint", c.Endpoint, "--name", c.Name, "--access-key-id", c.AccessKeyID, "--public-url", c.PublicURL}
	if got := s.Command(t, "bucket", "status"); got.Code != 0 || !strings.Contains(got.Stdout, "There is no bucket") {
		t.Errorf("got %+v", got)
	}
	if got := typed(t, s, "a-wrong-secret\n", args...); got.Code == 0 || !strings.Contains(got.Stderr, "could not be put") || strings.Contains(got.Stderr, "a-wrong-secret") {
		t.Errorf("got %+v", got)
	}
	if got := typed(t, s, "", args...); got.Code != 2 {
		t.Errorf("without a secret: %+v", got)
	}
	if got := typed(t, s, c.SecretAccessKey.Reveal()+"\n", args...); got.Code != 0 || !strings.Contains(got.Stdout, "works") {
		t.Fatalf("got %+v", got)
	}
	var status cloud.BucketStatus
	jsonOf(t, s.Command(t, append(slices.Clone(args), "--keep-secret", "--json")...), &status)
	if !status.Configured || status.FromEnvironment || text(status.Endpoint) != c.Endpoint || text(status.Region) != bucket.DefaultRegion {
		t.Errorf("got %+v", status)
	}
	for _, args := range [][]string{{"status"}, {"check"}, {"remove"}} {
		if got := s.Command(t, append([]string{"bucket"}, args...)...); got.Code != 0 || got.Stdout == "" || strings.Contains(got.Stdout, c.SecretAccessKey.Reveal()) {
			t.Errorf("%v: got %+v", args, got)
		}
	}
	if got := s.Command(t, "bucket", "check"); got.Code == 0 || !strings.Contains(got.Stderr, "there is no bucket") {
		t.Errorf("got %+v", got)
	}
}
