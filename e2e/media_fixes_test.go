package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"crier/modules/media"
	"crier/modules/media/rules"
)

// TestMedia_FixesAreOffered: a picture that the feed does not take comes with edits that make it fit.
func TestMedia_FixesAreOffered(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.client.Upload("file", "tall.png", picture(t, 720, 1280)).Want(http.StatusCreated).String("id")
	check := j.check(id)
	at := slices.IndexFunc(check.Uses, func(u media.UseCheck) bool { return u.MediaType == rules.Feed })
	if at < 0 || len(check.Uses[at].Problems) != 1 || len(check.Uses[at].Problems[0].Fixes) != 2 {
		t.Fatalf("the check is %+v", check)
	}
	for i, fix := range check.Uses[at].Problems[0].Fixes {
		j.Browser(t).Put("/api/media/"+id+"/edits", fix.Edits).Want(http.StatusOK)
		if got := strings.Join(publishable(j.check(id)), " "); got != "CAROUSEL IMAGE STORIES" {
			t.Errorf("%s: it can be published as %s", fix.Says, got)
		}
		p := j.ended(j.publish(body{"accountId": j.bakery.ID, "mediaType": "IMAGE", "mediaFileId": id, "caption": fix.Says}))
		j.isLive(p, i)
	}
}
