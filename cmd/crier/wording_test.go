package main

import (
	"testing"

	"crier/platform/apperror"
)

// TestInCommands: who uses the command line reads of flags and commands. What the service says
// otherwise stays as it is.
func TestInCommands(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"a carousel cannot be shared to a Page; leave crossPostToPartner out, or share a single picture or video": "a carousel cannot be shared to a Page; leave --share out, or share a single picture or video",
		"altText is for IMAGE, not for CAROUSEL; leave it out":                                                    "an alt text (--alt) is for a single picture, not for CAROUSEL; leave it out",
		`storyMentions[0].username is "x y"`:                                                                      `the username of --mention is "x y"`,
		"scheduledFor 2020-01-01T00:00:00.000Z is not in the future; it is now 2026-01-01T00:00:00.000Z. Send a later time, or publish at once with POST /posts/publish": "the time 2020-01-01T00:00:00.000Z is not in the future; it is now 2026-01-01T00:00:00.000Z. Name a later time, or publish at once",
		"the post a-b is not scheduled: it is a draft; schedule it with POST /schedule and draftId a-b":                                                                  "the post a-b is not scheduled: it is a draft; schedule it with crier posts publish a-b --at WHEN",
		"both will be published, unless you delete one of them (DELETE /posts/a-b)":                                                                                      "both will be published, unless you delete one of them (crier posts delete a-b)",
		"a carousel has 2 to 10 files, not 1; send their ids in mediaFileIds":                                                                                            "a carousel has 2 to 10 files, not 1",
		"mediaFileId is missing; IMAGE needs a file: upload it with POST /media/upload and send its id":                                                                  "the post has no file; crier open opens it in the browser, where you can add one",
		"the file 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e is an image; REELS needs a video. Publish it as IMAGE or STORIES, or send a video":                                "the file is a picture, and a reel needs a video; publish it as an image or a story, or name a video",
		"item 2 of 2: the file 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e is a video; IMAGE needs an image. Publish it as REELS or STORIES, or send a picture":                 "item 2 of 2: the file is a video, and an image needs a picture; publish it as a reel or a story, or name a picture",
		"body.session: this is no session": "this is no session",
		"the file is larger than 100 MB":   "the file is larger than 100 MB",
	} {
		if got := inCommands(said); got != want {
			t.Errorf("%q became %q", said, got)
		}
		if got := readable(apperror.New(apperror.NotFound, "%s", said)).Error(); got != want {
			t.Errorf("the error %q became %q", said, got)
		}
	}
}

// TestInColumns: who imports a file reads of its columns.
func TestInColumns(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"crossPostToPartner shares the post to a Page, and there is none; connect it, or leave crossPostToPartner out": "share shares the post to a Page, and there is none; connect it, or leave share out",
		"altText is for IMAGE, not for REELS; leave it out":                                                            "alt_text is for a single picture, not for REELS; leave it out",
		"mediaFileId is missing; IMAGE needs a file: upload it with POST /media/upload and send its id":                "the row names no file; write one into media",
		`collaborators[1] is "a b"`: `collaborators is "a b"`,
	} {
		if got := inColumns(said); got != want {
			t.Errorf("%q became %q", said, got)
		}
	}
}

// TestOrdinaryChanges: what stands for a change on the terminal stands for one that there is.
func TestOrdinaryChanges(t *testing.T) {
	t.Parallel()
	for c := range ordinaryChanges {
		if !c.from.CanBecome(c.to) {
			t.Errorf("no post becomes %s after %q", c.to, c.from)
		}
	}
}
