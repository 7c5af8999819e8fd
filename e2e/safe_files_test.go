package e2e_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/e2e"
)

// publicFiles is how many files anybody can fetch who has their address.
func (j *journey) publicFiles() int {
	j.t.Helper()
	entries, err := os.ReadDir(filepath.Join(j.Dir, "public"))
	if err != nil {
		j.t.Fatal(err)
	}
	return len(entries)
}

// TestSafe_FilesOfFailedPostsAreTakenBack: the end of a post is the end of its files' public
// addresses; a retry gives them new ones for as long as it takes.
func TestSafe_FilesOfFailedPostsAreTakenBack(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]e2e.Fault{
		"refused":      {Match: e2e.PublishCalls, Code: 36003, Subcode: 2207009},
		"no container": {Match: e2e.CreateCalls, Skip: 2, Code: 36003, Subcode: 2207009},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(fault)
			first, second := j.photo(), j.photo()
			id := j.publish(body{"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": []string{first, second}})
			p := j.ended(id)
			if p.Status != "FAILED" {
				t.Fatalf("the post is %s", describe(p))
			}
			j.released()
			if j.publicURL(first)+j.publicURL(second) != "" || j.publicFiles() != 0 {
				t.Errorf("%s: %d files are public after the failure: %q %q", describe(p), j.publicFiles(), j.publicURL(first), j.publicURL(second))
			}
			j.network.ClearFaults()
			j.retry(id)
			j.isLive(j.ended(id), 0)
			j.released()
			if j.publicFiles() != 0 {
				t.Errorf("%d files are public after the retry", j.publicFiles())
			}
		})
	}
}

// TestSafe_FilesThatAreBeingFetched: a post fails because the network takes long. It may still
// fetch the file for two hours, and a retry uses what it makes of it; later a retry makes another
// container, with the file public again.
func TestSafe_FilesThatAreBeingFetched(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ready      time.Duration
		containers int
	}{
		"in time": {100 * time.Minute, 1}, "too late": {3 * time.Hour, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			ready, none := c.ready.Milliseconds(), int64(0)
			j.network.Latency(e2e.Latency{ImageMs: &ready})
			photo := j.photo()
			id := j.publish(body{"accountId": j.bakery.ID, "mediaType": "IMAGE", "mediaFileId": photo})
			j.hasFailed(j.ended(id), "PROCESSING_FAILED")
			if j.publicURL(photo) != "" || j.publicFiles() != 1 {
				t.Errorf("%d files are public, under %q", j.publicFiles(), j.publicURL(photo))
			}
			j.network.Latency(e2e.Latency{ImageMs: &none})
			j.pass(c.ready)
			j.chore("media.released-objects")
			j.retry(id)
			j.isLive(j.ended(id), 0)
			if j.creates() != c.containers {
				t.Errorf("%d containers", j.creates())
			}
			j.pass(2 * time.Hour)
			j.released()
			if j.publicFiles() != 0 {
				t.Errorf("%d files are public in the end", j.publicFiles())
			}
		})
	}
}

// TestSafe_FilesOfAPostThatMayBeLive: the background check only reads, and a retry that finds the
// post live needs no file.
func TestSafe_FilesOfAPostThatMayBeLive(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.unknown(e2e.Fault{DropAfterCommit: true})
	j.released()
	if j.publicFiles() != 0 {
		t.Errorf("%d files are public after the failure", j.publicFiles())
	}
	j.network.ClearFaults()
	j.retry(id)
	j.isLive(j.ended(id), 0)
	j.wantCalls("published")
	if j.creates() != 1 || j.publicFiles() != 0 {
		t.Errorf("%d containers, %d files are public", j.creates(), j.publicFiles())
	}
}
