package posts

import (
	"strings"

	"crier/modules/posts/publish/attempt"
)

// FeedLook returns the look of a post in the lists of the publishing API: the form in which the API
// lists it, and the caption, which it does not show for stories. A post without a caption is not
// distinct, because anybody may make one like it.
func FeedLook(post Post) (look string, isDistinct bool) {
	if post.MediaType == Stories {
		return attempt.LookOf("feed", string(post.MediaType), KindOfFile(post)), false
	}
	caption := PlainText(value(post.Caption))
	return attempt.LookOf("feed", string(post.MediaType), caption), caption != ""
}

// KindOfFile returns "video" or "picture", or an empty text when the post's file was deleted.
func KindOfFile(post Post) string {
	switch {
	case len(post.MediaFiles) == 0:
		return ""
	case post.MediaFiles[0].IsVideo():
		return "video"
	}
	return "picture"
}

// PlainText returns a caption without what the network may change: blanks at its ends, and the form
// of its line ends.
func PlainText(caption string) string {
	return strings.TrimSpace(strings.ReplaceAll(caption, "\r\n", "\n"))
}
