package native

import (
	"context"
	"net/url"
	"strings"
)

// CheckPublic is what a media host's address must pass.
var CheckPublic = checkPublic

// DeleteStory deletes a story of the account that is signed in, as the network's app does. Crier
// itself deletes no story.
func (c *Stories) DeleteStory(ctx context.Context, s *Session, mediaID string, isVideo bool) error {
	kind := "PHOTO"
	if isVideo {
		kind = "VIDEO"
	}
	full := strings.Join([]string{decimal(mediaID), s.UserID()}, "_")
	return c.caller.session(ctx, s, request{
		op: OpMedia, path: pathMedia + full + "/delete/", query: url.Values{"media_type": {kind}}, changes: true,
		form: map[string]any{"media_id": full, "_uid": s.UserID(), "_uuid": s.state.Device.GUID},
	})
}
