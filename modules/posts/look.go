package posts

import (
	"strings"

	"crier/modules/posts/publish/attempt"
)

// FeedLook returns what makes posts look alike in the lists of the publishing API: the form in which it lists a post, with the caption,
// which stories do not show there. A post without a caption is not distinct: anybody may make one like it.
func FeedLook(post Post) (look string, isDistinct bool) {
	if post.MediaType == Stories {
		return attempt.LookOf("feed", string(post.MediaType), KindOfFile(post)), false
	}
	caption := PlainText(value(post.Caption))
	return attempt.LookOf("feed", string(post.MediaType), caption), caption != ""
}

// KindOfFile tells a post of a video from one of a picture; it is empty when the post has its file no longer.
func KindOfFile(post Post) string {
	switch {
	case len(post.MediaFiles) == 0:
		return ""
	case post.MediaFiles[0].IsVideo():
		return "video"
	}
	return "picture"
}

// PlainText is a caption without what the network may change: blanks at its ends, and how its lines end.
func PlainText(caption string) string {
	return strings.TrimSpace(strings.ReplaceAll(caption, "\r\n", "\n"))
}
