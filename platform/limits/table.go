package limits

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// Sources that several limits have.
const (
	contract  = "the network's reference of POST /{ig-user-id}/media, v25.0, and version 1 of Crier's API, which promises it"
	reference = "the network's reference of POST /{ig-user-id}/media, v25.0: https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media"
	guide     = "the network's content publishing guide: https://developers.facebook.com/docs/instagram-platform/content-publishing"
	pageReels = "the network's guide to reels on Pages: https://developers.facebook.com/docs/video-api/guides/reels-publishing"

	september, november = "2026-09", "2026-11-29"
)

// Table has every limit once.
type Table struct {
	// Limits are in the order in which people read them.
	Limits []Limit
	// Problems are sentences about what limits.json has that cannot hold.
	Problems []string

	byName map[Name]Limit
}

// Of returns the limit of a name. A name that the table lacks is a slip of the program.
func (t *Table) Of(name Name) Limit {
	l, isThere := t.byName[name]
	if !isThere {
		panic(fmt.Sprintf("limits: there is no limit %q", name))
	}
	return l
}

// indexed sets what Of looks into.
func (t *Table) indexed() *Table {
	t.byName = make(map[Name]Limit, len(t.Limits))
	for _, l := range t.Limits {
		t.byName[l.Name] = l
	}
	return t
}

// current is the table of this process. It is one for all that the process runs, because the limits
// are of the network, of which there is one.
var current atomic.Pointer[Table]

// Current returns the table that holds in this process: the built-in one, until Use says another.
func Current() *Table {
	if t := current.Load(); t != nil {
		return t
	}
	return BuiltIn()
}

// Use makes a table the one that holds in this process.
func Use(t *Table) { current.Store(t) }

// Of returns the limit of a name in the table that holds in this process.
func Of(name Name) Limit { return Current().Of(name) }

// BuiltIn returns the table that Crier brings.
var BuiltIn = sync.OnceValue(func() *Table {
	all := slices.Concat(ofPosts(), ofPictures(), ofVideos(), ofPages())
	for i := range all {
		all[i].BuiltIn = all[i].Value
	}
	return (&Table{Limits: all}).indexed()
})

// fixed returns a limit that contract v1 fixes.
func fixed(name Name, value float64, unit, of string) Limit {
	return Limit{Name: name, Value: value, Unit: unit, For: of, Source: contract, Confirmed: september, Confidence: Certain, IsFixed: true}
}

// documented returns a certain limit of the network's reference.
func documented(name Name, value float64, unit, of string, least, most float64) Limit {
	return Limit{Name: name, Value: value, Unit: unit, For: of, Source: reference, Confirmed: september, Confidence: Certain, least: least, most: most}
}

// from returns the limit with another source.
func (l Limit) from(source, confirmed string, confidence Confidence) Limit {
	l.Source, l.Confirmed, l.Confidence = source, confirmed, confidence
	return l
}

func ofPosts() []Limit {
	return []Limit{
		fixed("caption", MaxCaption, characters, "the caption of a post"),
		fixed("first-comment", MaxFirstComment, characters, "the first comment of a post").
			from("the network's reference of POST /{ig-media-id}/comments, v25.0, and version 1 of Crier's API, which promises it", november, Certain),
		fixed("alt-text", MaxAltText, characters, "the alt text of a picture"),
		fixed("user-tags", MaxTags, people, "people tagged in a picture"),
		fixed("collaborators", MaxCollaborators, people, "collaborators of a post"),
		fixed("story-mentions", MaxMentions, people, "mention stickers on a story"),
		fixed("username", MaxUsername, characters, "a username"),
		fixed("carousel-least", MinCarousel, files, "files of a carousel, at least"),
		fixed("carousel", MaxCarousel, files, "files of a carousel; the app takes 20, and the API refuses more than 10").
			from("the network's reference, and carousels of 11 to 20 files that its API refused (threads and programs of others); version 1 of Crier's API promises it", november, Certain),
		documented(SureHashtags, 5, hashtags, "hashtags of a caption that no source disputes", 0, 1000).
			from("5: https://www.ayrshare.com/docs/apis/post/social-networks/instagram; 30: the network's reference", november, Disputed),
		documented(Hashtags, 30, hashtags, "hashtags of a caption", 0, 1000).from(reference, september, Likely),
		documented(CaptionMentions, 20, people, "accounts that a caption mentions", 0, 1000).from(reference, september, Likely),
		documented(PostsPerDay, 25, posts, "posts of an account within 24 hours, until the network has said the account's own number (config.quota_total of GET /{ig-user-id}/content_publishing_limit)", 1, 10_000).
			from("the network's pages say 25, 50 and 100; its answer decides", november, Disputed),
		documented(ContainersPerDay, 400, posts, "posts of an account that are prepared within 24 hours, published or not", 1, 100_000).from(guide, september, Likely),
		documented(PostSpacing, 20, minutes, "time between two posts of an account, as an advice", 0, 1440).
			from("version 1 of Crier's API, which advises it", september, Likely),
	}
}

func ofPictures() []Limit {
	return []Limit{
		documented(PictureSize, 8, megabytes, "a picture", 1, 1000),
		documented(PictureWidth, 320, pixels, "the width of a picture, at least; the network enlarges a narrower one, which blurs it", 1, 10_000).from(reference, september, Likely),
		documented(TallestPicture, 0.75, ratio, "a picture in the feed or of a carousel, at its tallest", 0.1, 1).
			from("the network's help page, 3:4 to 1.91:1: https://help.instagram.com/1631821640426723; pictures of 3:4 that were published by API: https://github.com/mvdicarlo/postybirb/pull/762", november, Certain),
		documented(SurePicture, 0.8, ratio, "a picture in the feed or of a carousel, at the tallest that no source disputes", 0.1, 1).
			from("the network's reference says 4:5, its help page 3:4", november, Disputed),
		documented(WidestPicture, 1.91, ratio, "a picture in the feed or of a carousel, at its widest", 1, 10),
	}
}

func ofVideos() []Limit {
	return []Limit{
		documented(ReelSize, 300, megabytes, "the video of a reel", 1, 10_000),
		documented(ReelLength, 900, seconds, "the length of a reel", 3, 36_000),
		documented(ReelTallest, 0.01, ratio, "a reel at its tallest", 0.001, 1),
		documented(StoryVideoSize, 100, megabytes, "the video of a story", 1, 10_000),
		documented(StoryVideoLength, 60, seconds, "the length of a story", 3, 36_000),
		documented(StoryVideoTallest, 0.1, ratio, "the video of a story at its tallest", 0.001, 1),
		documented(CarouselSize, 300, megabytes, "a video of a carousel", 1, 10_000).from(guide, september, Certain),
		documented(CarouselLength, 60, seconds, "the length of a video of a carousel", 3, 36_000).from(guide, september, Certain),
		documented(CarouselTallest, 0.01, ratio, "a video of a carousel at its tallest", 0.001, 1),
		documented(VideoShortest, 3, seconds, "the length of a video, at least", 0, 60),
		documented(VideoWidest, 10, ratio, "a video at its widest", 1, 100),
		documented(VideoWidth, 1920, pixels, "the width of a video", 100, 100_000),
		documented(VideoSlowest, 23, frames, "the frame rate of a video, at least", 1, 1000),
		documented(VideoFastest, 60, frames, "the frame rate of a video", 1, 1000),
		documented(VideoBitRate, 25, "Mbit/s", "the bit rate of a video, with its sound", 1, 10_000),
		documented(SoundRate, 48, "kHz", "the sample rate of the sound of a video", 1, 1000),
		documented(SoundChannels, 2, channels, "the sound of a video", 1, 100),
	}
}

func ofPages() []Limit {
	return []Limit{
		documented(PageReelLength, 90, seconds, "the length of a video that is shared to a Page as a reel; a longer one is shared as a video", 3, 36_000).from(pageReels, september, Certain),
		documented(PageReelColumns, 540, pixels, "the width of a video that is shared to a Page as a reel, at least", 1, 10_000).from(pageReels, september, Certain),
		documented(PageReelLines, 960, pixels, "the height of a video that is shared to a Page as a reel, at least", 1, 10_000).from(pageReels, september, Certain),
		documented(PageReelFrameRate, 24, frames, "the frame rate of a video that is shared to a Page as a reel, at least", 1, 1000).from(pageReels, september, Certain),
		documented(PageReelsPerDay, 30, posts, "reels on a Page within 24 hours", 1, 10_000).from(pageReels, september, Certain),
		documented(PageStoryLength, 60, seconds, "the length of a video that is shared to a Page as a story", 3, 36_000).from(pageReels, september, Certain),
		documented(PageTextCharacters, 63_206, characters, "the text of a post on a Page", 1, 1_000_000).from("the network's reference of POST /{page-id}/feed, v25.0", september, Certain),
	}
}
