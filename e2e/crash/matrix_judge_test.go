package crash_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
)

// rescue has every post that has failed published after all, now that nothing is wrong any more:
// those that are live by the service's own search, the others by a retry. A failure that no fault
// explains is a loss.
func (r *run) rescue(t *testing.T) {
	t.Helper()
	for _, p := range r.posts {
		if p.now.Status != "FAILED" {
			continue
		}
		if !r.explains(p) {
			t.Errorf("lost: %q has failed for no reason: %s %s", p.key, e2e.Text(p.now.ErrorCode), e2e.Text(p.now.ErrorMessage))
			r.lost.Add(1)
		}
		if r.isPastProof(p) {
			continue
		}
		if r.isLive(p) {
			r.until(t, "the proof that a failed post is live", func() bool { r.look(t, p); return p.now.Status == "PUBLISHED" && p.hasEndedBeside() })
			continue
		}
		r.until(t, "the publication of a post that is retried", func() bool {
			if p.now.Status == "FAILED" {
				if r.isStuck && strings.HasSuffix(e2e.Text(p.now.ErrorCode), "PROCESSING_FAILED") {
					r.age() // What was stuck is gone then, and the retry makes it again.
				}
				r.ask(http.MethodPost, "/posts/"+p.id+"/retry", "", nil, nil)
			}
			r.look(t, p)
			return p.now.Status == "PUBLISHED" && p.hasEndedBeside()
		})
	}
}

// explains reports whether the faults and deaths of the run are a reason for a post to have failed.
func (r *run) explains(p *matrixPost) bool {
	code := e2e.Text(p.now.ErrorCode)
	return r.ends[code] || code == "UNKNOWN_ERROR" && r.kills > 1
}

func (r *run) isLive(p *matrixPost) bool {
	return slices.ContainsFunc(r.ledger().Publications, func(l e2e.Publication) bool { return p.is(l) })
}

// is reports whether a publication is the post. Stories have no caption; their containers tell them
// apart.
func (p *matrixPost) is(l e2e.Publication) bool {
	if p.mention != "" || l.MediaType == nativeStories {
		return l.MediaType == nativeStories && l.Caption == p.mention
	}
	if l.Caption != "" {
		return l.Caption == p.key
	}
	return p.now.SNContainerID != nil && *p.now.SNContainerID == l.ContainerID || p.now.SNMediaID != nil && *p.now.SNMediaID == l.MediaID
}

// awaitPermalinks waits until the posts have their addresses.
func (r *run) awaitPermalinks(t *testing.T) {
	t.Helper()
	r.until(t, "the address of a post", func() bool {
		all := true
		for _, p := range r.posts {
			if p.now.Status != "PUBLISHED" || p.now.SNPermalink != nil || r.hasVanished(p) || p.now.SNMediaID == nil && r.mayConfuse(p) {
				continue
			}
			r.look(t, p)
			all = all && p.now.SNPermalink != nil
		}
		return all
	})
}

// judge holds what the service says against the ledger.
func (r *run) judge(t *testing.T) {
	t.Helper()
	ledger := r.ledger()
	r.service.Kill(t)
	unclaimed := slices.Clone(ledger.Publications)
	for _, p := range r.posts {
		r.judgePost(t, p, ledger)
		unclaimed = slices.DeleteFunc(unclaimed, func(l e2e.Publication) bool { return p.is(l) })
	}
	for _, l := range unclaimed {
		r.duplicate(t, "a publication that is no post's: %+v", l)
	}
	r.judgeShares(t, ledger)
	r.judgeComments(t, ledger)
	published := map[string]bool{}
	for _, call := range ledger.PublishCalls {
		if published[call.ContainerID] {
			r.duplicate(t, "a publish call for the container %s, which had been published: %s", call.ContainerID, call.Outcome)
		}
		published[call.ContainerID] = published[call.ContainerID] || call.Outcome == "published"
	}
}

func (r *run) judgePost(t *testing.T, p *matrixPost, ledger e2e.Ledger) {
	t.Helper()
	var live []e2e.Publication
	for _, l := range ledger.Publications {
		if p.is(l) {
			live = append(live, l)
		}
	}
	switch {
	case len(live) > 1:
		r.duplicate(t, "%q was published %d times: %+v", p.key, len(live), live)
	case p.act == cancelling || p.act == deleting:
		if len(live) > 0 {
			r.duplicate(t, "%q was taken back, and is live", p.key)
		}
	case p.id == "":
		r.lose(t, "%q was never accepted", p.key)
	case len(live) == 0:
		r.lose(t, "%q is %s, and not live", p.key, p.now.Status)
	case r.isPastProof(p):
	case p.now.Status != "PUBLISHED":
		r.lose(t, "%q is live, and %s", p.key, p.now.Status)
	case p.now.SNMediaID == nil && (r.mayConfuse(p) || r.hasVanished(p)):
	case e2e.Text(p.now.SNMediaID) != live[0].MediaID:
		r.lose(t, "%q is %+v, and has media %s", p.key, live[0], e2e.Text(p.now.SNMediaID))
	case p.now.SNPermalink == nil && r.hasVanished(p):
	case e2e.PathOf(p.now.SNPermalink) != e2e.PathOf(live[0].Permalink):
		r.lose(t, "%q is %+v, and has media %s at %s", p.key, live[0], e2e.Text(p.now.SNMediaID), e2e.Text(p.now.SNPermalink))
	}
}

// mayConfuse reports whether several posts of the run look alike at the network, so that nobody can
// tell which is which.
func (r *run) mayConfuse(p *matrixPost) bool {
	alike := 0
	for _, other := range r.posts {
		// To the publishing API a native story is one like any other.
		if other.potter == p.potter && (other.kind == p.kind || other.kind == nativeStories) {
			alike++
		}
	}
	return alike > 1 && p.isStory() && p.kind != nativeStories
}

// hasVanished reports whether a post's day is over, after which the network tells nothing of it.
func (r *run) hasVanished(p *matrixPost) bool { return r.aged && p.isStory() }

func (p *matrixPost) isStory() bool { return strings.HasSuffix(p.kind, "STORIES") }

func (r *run) duplicate(t *testing.T, format string, args ...any) {
	t.Helper()
	t.Errorf("duplicate: "+format, args...)
	r.duplicates.Add(1)
}

func (r *run) lose(t *testing.T, format string, args ...any) {
	t.Helper()
	t.Errorf("lost: "+format, args...)
	r.lost.Add(1)
}
