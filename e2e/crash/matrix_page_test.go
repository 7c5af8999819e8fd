package crash_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
)

// What is shared, by the call that makes it visible on the Page.
var (
	aShared           = content{kind: "IMAGE", potter: true, crossPost: true}
	aSharedVideo      = content{kind: "REELS", potter: true, crossPost: true}
	aSharedReel       = content{kind: "TALL REELS", potter: true, crossPost: true}
	aSharedStory      = content{kind: "STORIES", potter: true, crossPost: true}
	aSharedVideoStory = content{kind: "VIDEO STORIES", potter: true, crossPost: true}
	// anUpload is sent to the network as bytes.
	anUpload = content{kind: "TALL REELS", potter: true}
)

func uploadFaults() []matrixFault {
	on := e2e.UploadCalls
	all := []matrixFault{
		{name: "upload: cut", plan: faulty(e2e.Fault{Match: on, AfterBytes: 100_000})},
		{name: "upload: cut twice", plan: faulty(e2e.Fault{Match: on, AfterBytes: 100_000, Times: 2})},
		{name: "upload: lost on the way", plan: faulty(e2e.Fault{Match: on, DropBefore: true})},
		{name: "upload: lost for long", plan: faulty(e2e.Fault{Match: on, DropBefore: true, Times: 5})},
		{name: "upload: answer lost", plan: faulty(e2e.Fault{Match: on, DropAfterCommit: true})},
		{name: "upload: 502", plan: faulty(e2e.Fault{Match: on, HTTP: http.StatusBadGateway, Body: page})},
		{name: "upload: no success, and taken", plan: faulty(e2e.Fault{Match: on, HTTP: 200, Body: `{"success":false}`, AfterCommit: true})},
		{name: "upload: wrong offset", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Body: `{"debug_info":{"retriable":false,"type":"OffsetInvalidError","message":"x"}}`})},
	}
	for i := range all {
		all[i].content = anUpload
	}
	return all
}

// pageFaults befall the share to the Page.
func pageFaults() []matrixFault {
	all := slices.Concat(sharingFaults(), pageStateFaults())
	for i := range all {
		if all[i].content.kind == "" {
			all[i].content = aShared
		}
	}
	return all
}

// sharingCalls are the calls that make a share visible. Of a reel and a video story the Page tells
// whether it took the call; of the others nobody may ever know.
func sharingCalls() map[string]matrixFault {
	on := func(c content, match e2e.FaultMatch, skip int) matrixFault {
		return matrixFault{content: c, call: e2e.Fault{Match: match, Skip: skip}, unshared: skip == 0}
	}
	return map[string]matrixFault{
		"photo": on(aShared, e2e.PageFeedCalls, 0), "video": on(aSharedVideo, e2e.PageVideoCalls, 0), "reel": on(aSharedReel, e2e.ReelCalls, 1),
		"story": on(aSharedStory, e2e.PhotoStories, 0), "video story": on(aSharedVideoStory, e2e.VideoStories, 1),
	}
}

// sharingFaults are the ways in which each of them fails.
func sharingFaults() (all []matrixFault) {
	ways := []struct {
		name string
		how  e2e.Fault
		// before says that the call has not taken effect.
		before bool
	}{
		{"answer lost", e2e.Fault{DropAfterCommit: true}, false},
		{"lost on the way", e2e.Fault{DropBefore: true}, true},
		{"slow, answer lost", e2e.Fault{DelayMs: late, DropAfterCommit: true}, false},
		{"502 before", e2e.Fault{HTTP: http.StatusBadGateway, Body: page}, true},
		{"502 after", e2e.Fault{HTTP: http.StatusBadGateway, Body: page, AfterCommit: true}, false},
		{"a page for an answer", e2e.Fault{Body: page, AfterCommit: true}, false},
	}
	calls := sharingCalls()
	for _, kind := range slices.Sorted(maps.Keys(calls)) {
		for _, way := range ways {
			f := calls[kind]
			f.name, f.unshared = "page "+kind+": "+way.name, f.unshared && way.before
			way.how.Match, way.how.Skip = f.call.Match, f.call.Skip
			f.plan = faulty(way.how)
			all = append(all, f)
		}
	}
	return all
}

func pageStateFaults() []matrixFault {
	on, lost := e2e.PagePhotoCalls, []string{"page photo: answer lost"}
	return []matrixFault{
		{name: "page photo: malformed", plan: faulty(e2e.Fault{Match: on, Malformed: true})},
		{name: "page photo: refused", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 100}), unshared: true},
		{name: "page photo: too many calls", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 32})},
		{name: "page photo: token refused", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 190, Subcode: 460}), unshared: true, ends: []string{"TOKEN_EXPIRED"}},
		{name: "page list: server error", plan: faulty(e2e.Fault{Match: e2e.PageLists, HTTP: 500, Code: 2, Times: 2}), beside: lost},
		{name: "page list: malformed", plan: faulty(e2e.Fault{Match: e2e.PageLists, Malformed: true}), beside: lost},
		{name: "page list: gone for long", plan: faulty(e2e.Fault{Match: e2e.PageLists, HTTP: 500, Code: 2, Times: tooLong}), beside: lost, unshared: true},
		{name: "page story: photo lost", plan: faulty(e2e.Fault{Match: on, DropAfterCommit: true}), content: aSharedStory},
		{name: "page reel: start lost", plan: faulty(e2e.Fault{Match: e2e.ReelCalls, DropAfterCommit: true}), content: aSharedReel},
		{name: "page reel: status malformed", plan: faulty(e2e.Fault{Match: e2e.PageVideoReads, Malformed: true}), content: aSharedReel},
		{name: "page reel: status 500", plan: faulty(e2e.Fault{Match: e2e.PageVideoReads, HTTP: 500, Code: 2, Times: 3}), content: aSharedReel},
		{name: "page reel: bytes cut", plan: faulty(e2e.Fault{Match: e2e.PageUploadCalls, AfterBytes: 100_000}), content: aSharedReel},
		{name: "page reel: bytes lost", plan: faulty(e2e.Fault{Match: e2e.PageUploadCalls, DropBefore: true}), content: aSharedReel},
	}
}

// hasShared reports whether nothing more comes of the share of a post by itself.
func (p *matrixPost) hasShared() bool {
	return !p.crossPost || p.now.Status != "PUBLISHED" || p.now.PartnerPermalink != nil || p.saysUnshared()
}

// saysUnshared reports whether a post says that it was not shared; it may say of its comment more.
func (p *matrixPost) saysUnshared() bool {
	return strings.Contains(e2e.Text(p.now.ErrorMessage), "not shared to the Page")
}

// mayBe is what a post says of whose share nobody can tell whether it is on the Page.
const mayBe = "it may be on the Page"

// judgeShares holds what the posts say of the Page against what is on it: each is there once, or
// says that it is not.
func (r *run) judgeShares(t *testing.T, ledger e2e.Ledger) {
	t.Helper()
	left := slices.Clone(ledger.PartnerPublications)
	var unsure, silent []*matrixPost
	for _, p := range r.posts {
		id, says := e2e.Text(p.now.PartnerPostID), e2e.Text(p.now.ErrorMessage)
		if !p.crossPost || p.now.Status != "PUBLISHED" {
			continue
		}
		// A death right before the call cannot be told from one right after it.
		if p.saysUnshared() && !r.unshared && r.kills < 2 && !strings.Contains(says, mayBe) {
			r.lose(t, "%q is not shared for no reason: %s", p.key, says)
		}
		switch i := slices.IndexFunc(left, func(l e2e.PartnerPublication) bool { return l.PostID == id }); {
		case id != "" && i >= 0 && p.isOnPage(left[i]):
			left = slices.Delete(left, i, i+1)
		case id != "" && !p.isPageVideo():
			r.lose(t, "%q says that it is %s on the Page; there are %+v", p.key, id, ledger.PartnerPublications)
		case id != "", strings.Contains(says, mayBe):
			unsure = append(unsure, p)
		default:
			silent = append(silent, p)
		}
	}
	for _, l := range left {
		i := slices.IndexFunc(unsure, func(p *matrixPost) bool { return p.isOnPage(l) })
		if i >= 0 {
			unsure = slices.Delete(unsure, i, i+1)
			continue
		}
		if i := slices.IndexFunc(silent, func(p *matrixPost) bool { return p.isOnPage(l) }); i >= 0 {
			r.lose(t, "%q says %q, and is on the Page: %+v", silent[i].key, e2e.Text(silent[i].now.ErrorMessage), l)
			continue
		}
		r.duplicate(t, "on the Page once more: %+v; the posts are %+v", l, ledger.PartnerPublications)
	}
	for _, p := range unsure {
		if p.now.PartnerPostID != nil {
			r.lose(t, "%q says that it is %s on the Page; there are %+v", p.key, *p.now.PartnerPostID, ledger.PartnerPublications)
		}
	}
}

// isPageVideo reports whether the post may be known by its video on the Page, when the network
// named no post.
func (p *matrixPost) isPageVideo() bool { return p.kind == "TALL REELS" || p.isStory() }

// isOnPage reports whether what is on the Page can be the post. Stories have no text.
func (p *matrixPost) isOnPage(l e2e.PartnerPublication) bool {
	kinds := map[string]string{"IMAGE": "photo", "REELS": "video", "TALL REELS": "reel", "STORIES": "photo_story", "VIDEO STORIES": "video_story"}
	return l.Kind == kinds[p.kind] && (p.isStory() || l.Caption == p.key)
}
