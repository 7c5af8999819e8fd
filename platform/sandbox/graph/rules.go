package graph

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"crier/platform/limits"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"

	"github.com/go-json-experiment/json"
)

// minTrialFollowers is how many followers an account needs for trial reels.
const minTrialFollowers = 1000

// rules are the network's rules about the parameters of a new container.
type rules struct{ *wire.Call }

// draft reads the parameters of a new container and checks them against the rules of its kind
// (reference pages ig-user/media). For a parameter that the kind does not have, it returns an error
// where the network does, and otherwise ignores it.
func (c rules) draft() (*world.Container, *wire.Error) {
	d := &world.Container{
		ImageURL: c.Params["image_url"], VideoURL: c.Params["video_url"],
		Caption: c.Params["caption"], AltText: c.Params["alt_text"], Look: world.Look{CoverURL: c.Params["cover_url"]},
	}
	var gerr *wire.Error
	if d.Item, gerr = c.Boolean("is_carousel_item"); gerr != nil {
		return nil, gerr
	}
	if gerr := c.setKind(d); gerr != nil {
		return nil, gerr
	}
	for _, rule := range []func(*world.Container) *wire.Error{
		c.checkSource, c.checkCaption, c.checkAltText, c.checkTags, c.checkCollaborators, c.checkPlacement, c.checkTrial, c.checkLabel, c.checkChildren,
	} {
		if gerr := rule(d); gerr != nil {
			return nil, gerr
		}
	}
	return d, nil
}

// setKind reads media_type. Images have none; VIDEO is only for items of a carousel.
func (c rules) setKind(d *world.Container) *wire.Error {
	given, present := c.Params["media_type"]
	switch {
	case !present:
		d.MediaType = world.MediaImage
	case given == world.VideoItem && d.Item, given == world.MediaReel, given == world.MediaStory, given == world.MediaCarousel:
		d.MediaType = given
	case given == world.VideoItem:
		return wire.MediaError(wire.CodeParameter, wire.SubMediaType, "Unknown media type",
			"The VIDEO value for media_type is no longer supported. Use the REELS media_type to publish a video.")
	default:
		return wire.MediaError(wire.CodeParameter, wire.SubMediaType, "Unknown media type", "The media type is unknown.")
	}
	if d.Item && given != "" && given != world.VideoItem {
		return wire.BadParameter("%s containers cannot be carousel items", given)
	}
	return nil
}

// checkSource requires exactly one URL, that of the kind.
func (c rules) checkSource(d *world.Container) *wire.Error {
	if gerr := c.checkUploadType(d); gerr != nil || d.Upload {
		return gerr
	}
	image, video := d.MediaType == world.MediaImage, d.MediaType == world.MediaReel || d.MediaType == world.VideoItem
	switch {
	case d.MediaType == world.MediaCarousel:
		d.ImageURL, d.VideoURL, d.CoverURL = "", "", ""
		return nil
	case image && d.ImageURL == "":
		return wire.MissingParameter("image_url")
	case video && d.VideoURL == "":
		return wire.MissingParameter("video_url")
	case d.ImageURL == "" && d.VideoURL == "":
		return wire.MissingParameter("image_url or video_url")
	case d.ImageURL != "" && d.VideoURL != "":
		return wire.BadParameter("Give image_url or video_url, not both")
	}
	if d.MediaType != world.MediaReel {
		d.CoverURL = ""
	}
	return c.checkThumb(d)
}

// checkUploadType accepts a container whose video is uploaded. Only the partner host has it.
func (c rules) checkUploadType(d *world.Container) *wire.Error {
	kind, given := c.Params["upload_type"]
	switch {
	case !given:
		return nil
	case kind != "resumable" || c.Host != wire.HostFB:
		return wire.BadParameter("upload_type %s is not available here, give video_url", kind)
	case d.MediaType != world.MediaReel && d.MediaType != world.MediaStory && d.MediaType != world.VideoItem:
		return wire.BadParameter("upload_type resumable is for videos only")
	case d.VideoURL != "" || d.ImageURL != "":
		return wire.BadParameter("Give upload_type resumable or a URL, not both")
	}
	d.Upload = true
	if d.MediaType != world.MediaReel {
		d.CoverURL = ""
	}
	return c.checkThumb(d)
}

func (c rules) checkThumb(d *world.Container) *wire.Error {
	text := c.Params["thumb_offset"]
	if text == "" || !d.IsVideo() {
		return nil
	}
	ms, err := strconv.ParseInt(text, 10, 64)
	if err != nil || ms < 0 {
		return wire.BadParameter("Param thumb_offset must be a number of milliseconds")
	}
	d.ThumbOffsetMS = ms
	return nil
}

// checkCaption drops the caption where the network does: on stories and on the items of a carousel.
func (c rules) checkCaption(d *world.Container) *wire.Error {
	if d.Item || d.MediaType == world.MediaStory {
		d.Caption = ""
		return nil
	}
	if hashtags := limits.Of(limits.Hashtags); utf8.RuneCountInString(d.Caption) > limits.MaxCaption || countMarks(d.Caption, '#') > hashtags.Int() {
		return wire.MediaError(wire.CodeCaption, wire.SubCaption, "The caption was too long",
			fmt.Sprintf("The caption is longer than %d characters or has more than %d hashtags.", limits.MaxCaption, hashtags.Int()))
	}
	if countMarks(d.Caption, '@') > limits.Of(limits.CaptionMentions).Int() {
		return errTooManyTags()
	}
	return nil
}

// countMarks returns how many hashtags or mentions a text has: the sign, then a letter, a digit or
// an underscore.
func countMarks(text string, sign rune) (n int) {
	previous := ' '
	for _, r := range text {
		if previous == sign && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)) {
			n++
		}
		previous = r
	}
	return n
}

func (c rules) checkAltText(d *world.Container) *wire.Error {
	switch {
	case d.AltText == "":
		return nil
	case d.MediaType != world.MediaImage:
		return wire.BadParameter("Param alt_text is allowed on images only")
	case utf8.RuneCountInString(d.AltText) > limits.MaxAltText:
		return wire.BadParameter("Param alt_text must be at most %d characters", limits.MaxAltText)
	}
	return nil
}

func (c rules) checkCollaborators(d *world.Container) *wire.Error {
	text := c.Params["collaborators"]
	if text == "" {
		return nil
	}
	if d.Item || d.MediaType == world.MediaStory {
		return wire.BadParameter("param collaborators is not allowed")
	}
	var names []string
	if err := json.Unmarshal([]byte(text), &names); err != nil {
		return wire.BadParameter("Param collaborators must be an array")
	}
	if len(names) > limits.MaxCollaborators {
		return wire.BadParameter("Param collaborators must have at most %d usernames", limits.MaxCollaborators)
	}
	for _, name := range names {
		if strings.HasPrefix(name, "@") {
			return wire.MediaError(wire.CodeParameter, wire.SubCollaborator, "Invalid collaborator", "The collaborator's username is not valid.")
		}
	}
	d.Collaborators = names
	return nil
}

// checkTrial reads how a trial reel comes to be shown to everybody. Only reels have trials.
func (c rules) checkTrial(d *world.Container) *wire.Error {
	text := c.Params["trial_params"]
	if text == "" {
		return nil
	}
	var params struct {
		Strategy string `json:"graduation_strategy"`
	}
	err := json.Unmarshal([]byte(text), &params)
	switch {
	case err != nil || params.Strategy != "MANUAL" && params.Strategy != "SS_PERFORMANCE":
		return wire.BadParameter("Param trial_params must have a graduation_strategy of MANUAL or SS_PERFORMANCE")
	case d.MediaType != world.MediaReel:
		return wire.BadParameter("Param trial_params is allowed on reels only")
	}
	d.Trial = params.Strategy
	return nil
}

// mayTry refuses a trial reel of an account that has too few followers for one.
func mayTry(a *world.Account, d *world.Container) *wire.Error {
	if d.Trial == "" || a.Profile.FollowersCount >= minTrialFollowers {
		return nil
	}
	return wire.MediaError(wire.CodeParameter, wire.SubTrial, "Trial reels are not available", "This account is not eligible for trial reels.")
}

// checkLabel reads the label for artificial intelligence. The items of a carousel have none of
// their own.
func (c rules) checkLabel(d *world.Container) *wire.Error {
	var gerr *wire.Error
	d.IsAIGenerated, gerr = c.Boolean("is_ai_generated")
	if gerr == nil && d.IsAIGenerated && d.Item {
		gerr = wire.BadParameter("Param is_ai_generated is not allowed on an item of a carousel")
	}
	return gerr
}

// checkPlacement checks the location, and whether a reel is to be in the feed.
func (c rules) checkPlacement(d *world.Container) *wire.Error {
	shared, gerr := c.Boolean("share_to_feed")
	if gerr != nil {
		return gerr
	}
	d.IsOffGrid = d.MediaType == world.MediaReel && c.Params["share_to_feed"] != "" && !shared
	place := c.Params["location_id"]
	if place == "" || d.Item || d.MediaType == world.MediaStory {
		return nil
	}
	if id, err := strconv.ParseUint(place, 10, 64); err != nil || id == 0 {
		return &wire.Error{
			Code:    wire.CodeParameter,
			Message: "(#100) INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID: Param location_id must be a valid location page ID",
		}
	}
	return nil
}

func (c rules) checkChildren(d *world.Container) *wire.Error {
	if d.MediaType != world.MediaCarousel {
		return nil
	}
	text := c.Params["children"]
	if err := json.Unmarshal([]byte(text), &d.Children); err != nil {
		d.Children = strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	}
	if len(d.Children) < limits.MinCarousel || len(d.Children) > limits.MaxCarousel {
		return wire.MediaError(wire.CodeParameter, wire.SubChildren, "Carousel validation failed",
			fmt.Sprintf("A carousel needs at least %d and at most %d children.", limits.MinCarousel, limits.MaxCarousel))
	}
	seen := map[string]bool{}
	for _, id := range d.Children {
		if seen[id] {
			return wire.BadParameter("Param children names %s twice", id)
		}
		seen[id] = true
	}
	return nil
}

// userTag is one entry of user_tags; the place is a fraction of the picture, from its top left
// corner.
type userTag struct {
	Username string   `json:"username"`
	X        *float64 `json:"x"`
	Y        *float64 `json:"y"`
}

// checkTags requires x and y on the images of a feed, accepts them on image stories, and refuses
// them on videos. The parent of a carousel has no tags, because they belong to its items.
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
	if len(tags) > limits.MaxTags {
		return errTooManyTags()
	}
	for _, t := range tags {
		if gerr := t.check(d); gerr != nil {
			return gerr
		}
		d.Tagged = append(d.Tagged, t.Username)
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
