package e2e_test

import (
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
	on := uploadCalls
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
	all := slices.Concat(photoFaults(), videoFaults(), storyFaults())
	for i := range all {
		if all[i].content.kind == "" {
			all[i].content = aShared
		}
	}
	return all
}

func photoFaults() []matrixFault {
	on, lost := pagePhotoCalls, []string{"page: answer lost"}
	return []matrixFault{
		{name: "page: answer lost", plan: faulty(e2e.Fault{Match: on, DropAfterCommit: true})},
		{name: "page: lost on the way", plan: faulty(e2e.Fault{Match: on, DropBefore: true}), unshared: true},
		{name: "page: slow, answer lost", plan: faulty(e2e.Fault{Match: on, DelayMs: 45_000, DropAfterCommit: true})},
		{name: "page: 502 before", plan: faulty(e2e.Fault{Match: on, HTTP: http.StatusBadGateway, Body: page}), unshared: true},
		{name: "page: 502 after", plan: faulty(e2e.Fault{Match: on, HTTP: http.StatusBadGateway, Body: page, AfterCommit: true})},
		{name: "page: a page for an answer", plan: faulty(e2e.Fault{Match: on, Body: page, AfterCommit: true})},
		{name: "page: malformed", plan: faulty(e2e.Fault{Match: on, Malformed: true})},
		{name: "page: refused", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 100}), unshared: true},
		{name: "page: too many calls", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 32})},
		{name: "page: token refused", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 190, Subcode: 460}), unshared: true, ends: []string{"TOKEN_EXPIRED"}},
		{name: "page list: server error", plan: faulty(e2e.Fault{Match: pageLists, HTTP: 500, Code: 2, Times: 2}), beside: lost},
		{name: "page list: malformed", plan: faulty(e2e.Fault{Match: pageLists, Malformed: true}), beside: lost},
		{name: "page list: gone for long", plan: faulty(e2e.Fault{Match: pageLists, HTTP: 500, Body: page, Times: tooLong}), beside: lost, unshared: true},
	}
}

func videoFaults() []matrixFault {
	finish := func(f e2e.Fault) func(*run) []string {
		f.Match, f.Skip = reelCalls, 1
		return faulty(f)
	}
	return []matrixFault{
		{name: "video: answer lost", plan: faulty(e2e.Fault{Match: pageVideoCalls, DropAfterCommit: true}), content: aSharedVideo},
		{name: "video: lost on the way", plan: faulty(e2e.Fault{Match: pageVideoCalls, DropBefore: true}), content: aSharedVideo, unshared: true},
		{name: "reel: start lost", plan: faulty(e2e.Fault{Match: reelCalls, DropAfterCommit: true}), content: aSharedReel},
		{name: "reel: answer lost", plan: finish(e2e.Fault{DropAfterCommit: true}), content: aSharedReel},
		{name: "reel: lost on the way", plan: finish(e2e.Fault{DropBefore: true}), content: aSharedReel},
		{name: "reel: slow, answer lost", plan: finish(e2e.Fault{DelayMs: 45_000, DropAfterCommit: true}), content: aSharedReel},
		{name: "reel: 502 after", plan: finish(e2e.Fault{HTTP: http.StatusBadGateway, Body: page, AfterCommit: true}), content: aSharedReel},
		{name: "reel: status malformed", plan: faulty(e2e.Fault{Match: pageVideoReads, Malformed: true}), content: aSharedReel},
		{name: "reel: status 500", plan: faulty(e2e.Fault{Match: pageVideoReads, HTTP: 500, Body: page, Times: 3}), content: aSharedReel},
		{name: "reel: bytes cut", plan: faulty(e2e.Fault{Match: pageUploadCalls, AfterBytes: 100_000}), content: aSharedReel},
		{name: "reel: bytes lost", plan: faulty(e2e.Fault{Match: pageUploadCalls, DropBefore: true}), content: aSharedReel},
	}
}

func storyFaults() []matrixFault {
	return []matrixFault{
		{name: "story: photo lost", plan: faulty(e2e.Fault{Match: pagePhotoCalls, DropAfterCommit: true}), content: aSharedStory},
		{name: "story: answer lost", plan: faulty(e2e.Fault{Match: photoStories, DropAfterCommit: true}), content: aSharedStory},
		{name: "story: lost on the way", plan: faulty(e2e.Fault{Match: photoStories, DropBefore: true}), content: aSharedStory, unshared: true},
		{name: "video story: answer lost", plan: faulty(e2e.Fault{Match: videoStories, Skip: 1, DropAfterCommit: true}), content: aSharedVideoStory},
		{name: "video story: lost on the way", plan: faulty(e2e.Fault{Match: videoStories, Skip: 1, DropBefore: true}), content: aSharedVideoStory},
	}
}

// hasShared reports whether nothing more comes of the share of a post by itself.
func (p *matrixPost) hasShared() bool {
	return !p.crossPost || p.now.Status != "PUBLISHED" || p.now.PartnerPermalink != nil || p.now.ErrorMessage != nil
}

// mayBe is what a post says of whose share nobody can tell whether it is on the Page.
const mayBe = "it may be on the Page"

// judgeShares holds what the posts say of the Page against what is on it: each is there once, or says that it is not.
func (r *run) judgeShares(t *testing.T, ledger e2e.Ledger) {
	t.Helper()
	left := slices.Clone(ledger.PartnerPublications)
	var unsure, silent []*matrixPost
	for _, p := range r.posts {
		id, says := deref(p.now.PartnerPostID), deref(p.now.ErrorMessage)
		if !p.crossPost || p.now.Status != "PUBLISHED" {
			continue
		}
		// A death right before the call cannot be told from one right after it.
		if says != "" && !r.unshared && r.kills < 2 && !strings.Contains(says, mayBe) {
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
			r.lose(t, "%q says %q, and is on the Page: %+v", silent[i].key, deref(silent[i].now.ErrorMessage), l)
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

// isPageVideo reports whether the post may be known by its video on the Page, when the network named no post.
func (p *matrixPost) isPageVideo() bool { return p.kind == "TALL REELS" || p.isStory() }

// isOnPage reports whether what is on the Page can be the post. Stories have no text.
func (p *matrixPost) isOnPage(l e2e.PartnerPublication) bool {
	kinds := map[string]string{"IMAGE": "photo", "REELS": "video", "TALL REELS": "reel", "STORIES": "photo_story", "VIDEO STORIES": "video_story"}
	return l.Kind == kinds[p.kind] && (p.isStory() || l.Caption == p.key)
}
