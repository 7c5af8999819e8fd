package graph

import (
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"

	"github.com/go-json-experiment/json"
)

// userTag is one entry of user_tags; the place is a fraction of the picture, from its top left corner.
type userTag struct {
	Username string   `json:"username"`
	X        *float64 `json:"x"`
	Y        *float64 `json:"y"`
}

// checkTags wants x and y on the images of a feed, takes them on image stories, and refuses them on videos. The
// parent of a carousel has no tags: they belong to its items.
func (c rules) checkTags(d *world.Container) *wire.Error {
	text := c.Params["user_tags"]
	if text == "" {
		return nil
	}
	if d.MediaType == world.MediaCarousel {
		return wire.BadParameter("param user_tags is not allowed on a carousel, tag its items")
	}
	var tags []userTag
	if err := json.Unmarshal([]byte(text), &tags); err != nil {
		return wire.BadParameter("Param user_tags must be an array")
	}
	if len(tags) > maxUserTags {
		return errTooManyTags()
	}
	for _, t := range tags {
		if gerr := t.check(d); gerr != nil {
			return gerr
		}
	}
	return nil
}

func (t userTag) check(d *world.Container) *wire.Error {
	switch {
	case t.Username == "":
		return wire.BadParameter("Param user_tags needs a username in every tag")
	case d.IsVideo() && (t.X != nil || t.Y != nil):
		return wire.BadParameter("Param user_tags takes no x and y on videos")
	case d.MediaType == world.MediaImage && (t.X == nil || t.Y == nil):
		return wire.BadParameter("Param user_tags needs x and y in every tag of an image")
	case !isFraction(t.X) || !isFraction(t.Y):
		return wire.BadParameter("Param user_tags takes x and y from 0.0 to 1.0")
	}
	return nil
}

func isFraction(f *float64) bool { return f == nil || *f >= 0 && *f <= 1 }

func errTooManyTags() *wire.Error {
	return wire.MediaError(wire.CodeParameter, wire.SubTags, "Too many tags", "Cannot use more than 20 tags per created media.")
}
