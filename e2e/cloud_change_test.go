package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
)

// TestCloud_OtherFiles: a post that the real worker has gets other files and another type, stays the worker's, and goes out so, once, while
// Crier is closed.
func TestCloud_OtherFiles(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	id := d.schedule(d.image("before"), time.Hour)
	var changed posts.EditablePost
	d.inside().With("If-Match", d.post(id).UpdatedAt.String()).InternalDo(http.MethodPut, "/api/posts/"+id, body{
		"mediaType": "CAROUSEL", "mediaFileId": nil, "mediaFileIds": []string{d.photo(), d.photo()}, "caption": "after",
	}).Want(http.StatusOK).JSON(&changed)
	if !changed.InCloud() || len(changed.MediaFiles) != 2 || len(changed.Warnings) != 0 || changed.BucketMediaKey == nil {
		t.Errorf("it is %s, warnings %v", describe(changed.Post), changed.Warnings)
	}
	// Now it is changed as any other one that the worker has.
	d.inside().With("If-Match", changed.UpdatedAt.String()).InternalDo(http.MethodPut, "/api/posts/"+id, body{"scheduledFor": clock.System().Now().Add(3 * time.Second)}).Want(http.StatusOK)
	d.shut()
	e2e.Until(t, func() bool { return len(c.Ledger(t).Publications) > 0 })
	d = c.open(t)
	d.knows(map[string]string{"changed": id})
	if live := c.Ledger(t).Publications; len(live) != 1 || live[0].Caption != "after" || live[0].MediaType != "CAROUSEL" {
		t.Errorf("live is %+v", live)
	}
}
