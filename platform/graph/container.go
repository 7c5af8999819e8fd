package graph

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// Kind is what a container is made for.
type Kind string

const (
	Image         Kind = "image"
	CarouselImage Kind = "carousel image"
	CarouselVideo Kind = "carousel video"
	Carousel      Kind = "carousel"
	Reel          Kind = "reel"
	ImageStory    Kind = "image story"
	VideoStory    Kind = "video story"
)

// Container is a post, or an item of a carousel, as the network is asked to prepare it. A field
// that its kind does not take is not sent: the network ignores some of them and refuses the rest.
//
//	                                 caption, location,                          share to feed,
//	kind            media  children  collaborators       alt text  user tags     cover, trial
//	Image           yes    -         yes                 yes       with points   -
//	CarouselImage   yes    -         -                   yes       with points   -
//	CarouselVideo   yes    -         -                   -         names only    -
//	Carousel        -      yes       yes                 -         -             -
//	Reel            yes    -         yes                 -         names only    yes
//	ImageStory      yes    -         -                   -         with points   -
//	VideoStory      yes    -         -                   -         names only    -
//
// The label for artificial intelligence is for all but the items of a carousel.
type Container struct {
	Kind Kind
	// MediaURL is where the network fetches the image or video.
	MediaURL string
	// Children are the ids of a carousel's item containers, in order.
	Children   []string
	Caption    string
	AltText    string
	LocationID string
	UserTags   []UserTag
	// Collaborators are usernames.
	Collaborators []string
	// ShareToFeed asks for a reel in the feed too; nil leaves it to the network.
	ShareToFeed *bool
	// CoverURL is where the network fetches a reel's cover image.
	CoverURL string
	// ThumbOffset is where in a reel, or in a video of a carousel, its cover is taken from when
	// there is no CoverURL, in whole milliseconds.
	ThumbOffset time.Duration
	// Trial makes a trial of a reel; empty for an ordinary one.
	Trial Trial
	// IsAIGenerated has the network label the post as made with artificial intelligence.
	IsAIGenerated bool
}

// Trial is the network's word for how a trial reel comes to be shown to everybody.
type Trial string

const (
	TrialManual      Trial = "MANUAL"
	TrialPerformance Trial = "SS_PERFORMANCE"
)

// UserTag tags a user, at a point if there is one: fractions of the width and the height from the
// top left corner.
type UserTag struct {
	Username string
	X, Y     *float64
}

// shape is what a kind is sent as, and which fields it takes.
type shape struct {
	mediaType string
	urlField  string
	child     bool
	post      bool // caption, location, collaborators
	altText   bool
	tags      bool
	points    bool
	reel      bool // share to feed, cover, trial
}

const videoField = "video_url"

func (k Kind) shape() (shape, error) {
	const image, video = "image_url", videoField
	switch k {
	case Image:
		return shape{urlField: image, post: true, altText: true, tags: true, points: true}, nil
	case CarouselImage:
		return shape{urlField: image, child: true, altText: true, tags: true, points: true}, nil
	case CarouselVideo:
		return shape{mediaType: "VIDEO", urlField: video, child: true, tags: true}, nil
	case Carousel:
		return shape{mediaType: "CAROUSEL", post: true}, nil
	case Reel:
		return shape{mediaType: "REELS", urlField: video, post: true, tags: true, reel: true}, nil
	case ImageStory:
		return shape{mediaType: "STORIES", urlField: image, tags: true, points: true}, nil
	case VideoStory:
		return shape{mediaType: "STORIES", urlField: video, tags: true}, nil
	}
	return shape{}, fmt.Errorf("unknown kind of container %q", k)
}

// CreateContainer asks the network to prepare a container and returns its id. The network fetches
// the media on its own time: ContainerStatus tells when it is done.
func (c *Containers) CreateContainer(ctx context.Context, a Account, container Container) (string, error) {
	params, err := container.params()
	if err != nil {
		return "", refuse(OpCreateContainer, Permanent, "%s", err)
	}
	return create(ctx, c.caller, OpCreateContainer, a, "media", params)
}

// create posts to an edge of the account and returns the id of what came to be.
func create(ctx context.Context, c *caller, op string, a Account, edge string, params url.Values) (string, error) {
	if !isID(a.ID) {
		return "", refuse(op, Permanent, "the account's id is no id of the network")
	}
	got, err := call[createdAnswer](ctx, c, request{
		op: op, method: http.MethodPost, account: a, path: []string{a.ID, edge}, params: params,
	})
	return string(got.ID), err
}

type createdAnswer struct {
	ID id `json:"id"`
}

func (a createdAnswer) flaw(*exchange) string {
	return flawIf(a.ID == "", "success without an id")
}

func (k Container) params() (url.Values, error) {
	s, err := k.Kind.shape()
	if err != nil {
		return nil, err
	}
	v := k.described(s)
	return v, errors.Join(k.setMedia(v, s), k.setPeople(v, s))
}

// uploadParams are the parameters of a container whose video is sent.
func (k Container) uploadParams() (url.Values, error) {
	s, err := k.Kind.shape()
	if err != nil {
		return nil, err
	}
	if s.urlField != videoField {
		return nil, fmt.Errorf("the network takes no bytes for a container of kind %q", k.Kind)
	}
	v := k.described(s)
	v.Set("upload_type", "resumable")
	return v, k.setPeople(v, s)
}

// described returns the parameters that are neither media nor people.
func (k Container) described(s shape) url.Values {
	v := url.Values{}
	set := func(takes bool, name, value string) {
		if takes && value != "" {
			v.Set(name, value)
		}
	}
	set(true, "media_type", s.mediaType)
	set(s.child, "is_carousel_item", "true")
	set(s.post, "caption", k.Caption)
	set(s.post, "location_id", k.LocationID)
	set(s.altText, "alt_text", k.AltText)
	set(s.reel, "cover_url", k.CoverURL)
	if s.reel && k.Trial != "" {
		v.Set("trial_params", `{"graduation_strategy":"`+string(k.Trial)+`"}`)
	}
	if k.IsAIGenerated && !s.child {
		v.Set("is_ai_generated", "true")
	}
	if s.reel && k.ShareToFeed != nil {
		v.Set("share_to_feed", strconv.FormatBool(*k.ShareToFeed))
	}
	if (s.reel || k.Kind == CarouselVideo) && k.CoverURL == "" && k.ThumbOffset > 0 {
		v.Set("thumb_offset", strconv.FormatInt(k.ThumbOffset.Milliseconds(), 10))
	}
	return v
}

func (k Container) setMedia(v url.Values, s shape) error {
	if s.urlField != "" {
		v.Set(s.urlField, k.MediaURL)
		if k.MediaURL == "" {
			return fmt.Errorf("a container of kind %q needs the URL of its media", k.Kind)
		}
		return nil
	}
	for _, child := range k.Children {
		if !isID(child) {
			return errors.New("a child's id is no id of the network")
		}
	}
	if len(k.Children) == 0 {
		return fmt.Errorf("a container of kind %q needs children", k.Kind)
	}
	v.Set("children", strings.Join(k.Children, ","))
	return nil
}

func (k Container) setPeople(v url.Values, s shape) error {
	if s.tags && len(k.UserTags) > 0 {
		b, err := json.Marshal(wireTags(k.UserTags, s.points))
		if err != nil {
			return fmt.Errorf("user tags: %w", err)
		}
		v.Set("user_tags", string(b))
	}
	if s.post && len(k.Collaborators) > 0 {
		names := make([]string, len(k.Collaborators))
		for i, name := range k.Collaborators {
			names[i] = plainName(name)
		}
		b, err := json.Marshal(names)
		if err != nil {
			return fmt.Errorf("collaborators: %w", err)
		}
		v.Set("collaborators", string(b))
	}
	return nil
}

type wireTag struct {
	Username string   `json:"username"`
	X        *float64 `json:"x,omitzero"`
	Y        *float64 `json:"y,omitzero"`
}

func wireTags(tags []UserTag, points bool) []wireTag {
	out := make([]wireTag, len(tags))
	for i, t := range tags {
		out[i].Username = plainName(t.Username)
		if points && t.X != nil && t.Y != nil {
			out[i].X, out[i].Y = t.X, t.Y
		}
	}
	return out
}

// plainName returns a username as the network takes it.
func plainName(s string) string { return strings.TrimPrefix(s, "@") }
