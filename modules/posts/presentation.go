package posts

import (
	"fmt"
	"iter"
	"unicode/utf8"

	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/limits"
	"crier/platform/wireid"
)

// misplacedLook yields the fields that the type does not have, or has not together with another
// one, each with a sentence. It knows of those that say how the network presents a post.
func (p PublishablePost) misplacedLook() iter.Seq2[string, string] {
	isReel, isStory, isNative := p.MediaType == Reels, p.MediaType == Stories, len(p.StoryMentions) > 0
	people := fmt.Sprintf("peopleTagged is for REELS and STORIES, not for %s; tag people in a picture with userTags, which have a place in it", p.MediaType)
	texts := fmt.Sprintf("altTexts is for CAROUSEL, not for %s; leave it out", p.MediaType)
	if p.MediaType == Image {
		texts = "altTexts is for CAROUSEL; the description of an IMAGE is altText"
	}
	const native = "storyMentions go out by a way of their own, which has no %s; leave out one of the two"
	return func(yield func(field, wrong string) bool) {
		for _, of := range []struct {
			isWrong      bool
			field, wrong string
		}{
			{p.CoverMediaFileID != nil && !isReel, "coverMediaFileId", p.onReelsAlone("coverMediaFileId")},
			{p.ThumbOffsetMs != nil && !isReel, "thumbOffsetMs", p.onReelsAlone("thumbOffsetMs")},
			{
				p.CoverMediaFileID != nil && p.ThumbOffsetMs != nil && isReel, "thumbOffsetMs",
				"a reel has one cover: send coverMediaFileId for a picture or thumbOffsetMs for a moment of the video, and null for the other",
			},
			{p.ShareToFeed != nil && !isReel, "shareToFeed", p.onReelsAlone("shareToFeed")},
			{len(p.AltTexts) > 0 && p.MediaType != Carousel, "altTexts", texts},
			{len(p.PeopleTagged) > 0 && !isReel && !isStory, "peopleTagged", people},
			{len(p.PeopleTagged) > 0 && isNative, "peopleTagged", fmt.Sprintf(native, "tags beside the mentions")},
			{value(p.IsAIGenerated) && isNative, "isAiGenerated", fmt.Sprintf(native, "label for artificial intelligence")},
			{p.Trial != nil && !isReel, "trial", p.onReelsAlone("trial")},
		} {
			if of.isWrong && !yield(of.field, of.wrong) {
				return
			}
		}
	}
}

func (p PublishablePost) onReelsAlone(field string) string {
	return fmt.Sprintf("%s is for REELS, not for %s; leave it out", field, p.MediaType)
}

// checkLook holds what the post says of its files against those of them that there are: the cover
// is a picture or a moment of the video, and a description belongs to a picture.
func (p PublishablePost) checkLook(files map[wireid.ID]media.MediaFile) error {
	if err := p.checkCover(files); err != nil {
		return err
	}
	ids := p.fileIDs()
	for i, text := range p.AltTexts {
		if err := checkAltText(text, i); err != nil {
			return err
		}
		if text == "" || len(ids) == 0 {
			continue
		}
		if i >= len(ids) {
			return apperror.New(apperror.ValidationError, "altTexts[%d] belongs to no file: the carousel has %d; send one text for each file, in their order", i, len(ids))
		}
		if file, ok := files[ids[i]]; ok && file.IsVideo() {
			return apperror.New(apperror.ValidationError, "altTexts[%d] belongs to a video, and the network takes descriptions of pictures alone; send an empty text in its place", i)
		}
	}
	return nil
}

func checkAltText(text string, i int) error {
	if n := utf8.RuneCountInString(text); n > limits.MaxAltText {
		return apperror.New(apperror.ValidationError, "altTexts[%d] has %d characters; it may have %d", i, n, limits.MaxAltText)
	}
	return nil
}

func (p PublishablePost) checkCover(files map[wireid.ID]media.MediaFile) error {
	if p.CoverMediaFileID != nil {
		return checkCoverFile(files, *p.CoverMediaFileID)
	}
	if p.ThumbOffsetMs == nil || p.MediaFileID == nil {
		return nil
	}
	film, ok := files[*p.MediaFileID]
	if !ok || film.DurationSeconds == nil {
		return nil
	}
	if lasts := *film.DurationSeconds * 1000; float64(*p.ThumbOffsetMs) >= lasts {
		return apperror.New(apperror.ValidationError, "thumbOffsetMs is %d, and the video lasts %.0f milliseconds; choose a moment within it", *p.ThumbOffsetMs, lasts).
			InPlain("the cover is a moment after the end of the video; choose another one")
	}
	return nil
}

func checkCoverFile(files map[wireid.ID]media.MediaFile, id wireid.ID) error {
	file, ok := files[id]
	switch {
	case !ok:
		return apperror.New(apperror.MediaInvalid, "there is no media file %s for the cover: it was deleted, or never uploaded; upload it with POST /media/upload", id).
			InPlain("the cover of the reel is gone: its picture was deleted; choose another one")
	case file.IsVideo():
		return apperror.New(apperror.ValidationError, "coverMediaFileId is the video %s; a cover is a picture: send one, or thumbOffsetMs for a moment of the reel itself", id).
			InPlain("the cover is a video; choose a picture, or a moment of the reel itself")
	case !file.IsValid:
		return apperror.New(apperror.MediaInvalid, "the cover %s cannot be published: %s", id, reasons(file)).InPlain("the cover cannot be published: %s", reasons(file))
	}
	return nil
}
