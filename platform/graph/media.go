package graph

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

const mediaFields = "id,permalink,caption,media_type,media_product_type,timestamp"

// MediaType is the form of a media. The network may add others, which are passed on as they are.
type MediaType string

// The documented media types.
const (
	TypeImage    MediaType = "IMAGE"
	TypeVideo    MediaType = "VIDEO"
	TypeCarousel MediaType = "CAROUSEL_ALBUM"
)

// ProductType is where a media is shown. The network may add others, which are passed on as they
// are.
type ProductType string

// The documented product types. A reel is a TypeVideo of ProductReels.
const (
	ProductFeed  ProductType = "FEED"
	ProductReels ProductType = "REELS"
	ProductStory ProductType = "STORY"
	ProductAd    ProductType = "AD"
)

// Media is a published post, reel or story. What the network left out is zero.
type Media struct {
	ID          string
	Permalink   string
	Caption     string
	Type        MediaType
	ProductType ProductType
	// Timestamp is when it was published, in whole seconds, UTC.
	Timestamp time.Time
}

// Media returns one published media. For some minutes after a publish the network may deny that it
// exists, with an *Error of class Retry.
func (c *Publications) Media(ctx context.Context, a Account, mediaID string) (Media, error) {
	if !isID(mediaID) {
		return Media{}, refuse(OpMedia, Permanent, "the media's id is no id of the network")
	}
	got, err := call[mediaAnswer](ctx, c.caller, request{
		op: OpMedia, method: http.MethodGet, account: a, path: []string{mediaID}, asked: mediaID,
		params: url.Values{"fields": {mediaFields}},
	})
	return got.media(), err
}

type mediaAnswer struct {
	ID          id      `json:"id"`
	Permalink   string  `json:"permalink"`
	Caption     string  `json:"caption"`
	Type        string  `json:"media_type"`
	ProductType string  `json:"media_product_type"`
	Timestamp   instant `json:"timestamp"`
}

func (a mediaAnswer) flaw(x *exchange) string {
	switch {
	case a.ID == "":
		return "media without an id"
	case x.asked != "" && string(a.ID) != x.asked:
		return "another media"
	}
	return ""
}

func (a mediaAnswer) media() Media {
	return Media{
		ID: string(a.ID), Permalink: a.Permalink, Caption: a.Caption, Type: MediaType(a.Type),
		ProductType: ProductType(a.ProductType), Timestamp: a.Timestamp.Time,
	}
}
