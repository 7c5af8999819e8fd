package posts

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"sync"
	"unicode/utf8"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/limits"
	"crier/platform/wireid"
)

// How many files a carousel has (contract 8).
const (
	MinCarousel = limits.MinCarousel
	MaxCarousel = limits.MaxCarousel
)

// PublishablePost is what draft, publish and schedule take (contract 4).
type PublishablePost struct {
	AccountID    wireid.ID   `json:"accountId"                    doc:"The account to publish for, one of GET /auth/me." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	MediaType    MediaType   `json:"mediaType"                    enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Kind of the post: a picture, a short video, a story or several files."`
	MediaFileID  *wireid.ID  `json:"mediaFileId,omitempty"        nullable:"true" doc:"The file, by its id from POST /media/upload; required for IMAGE, REELS and STORIES." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	MediaFileIDs []wireid.ID `json:"mediaFileIds,omitempty"       nullable:"true" doc:"The files of a CAROUSEL in their order, 2 to 10; only on CAROUSEL."`

	Content
}

// fileIDs returns the ids of the post's files in their order.
func (p PublishablePost) fileIDs() []wireid.ID {
	if p.MediaType == Carousel {
		return p.MediaFileIDs
	}
	if p.MediaFileID == nil {
		return nil
	}
	return []wireid.ID{*p.MediaFileID}
}

// allFiles returns the ids of the post's files, and of its cover.
func (p PublishablePost) allFiles() []wireid.ID {
	if p.CoverMediaFileID == nil {
		return p.fileIDs()
	}
	return append(slices.Clone(p.fileIDs()), *p.CoverMediaFileID)
}

// completeness says which parts of a post are required.
type completeness int

const (
	// whole: everything that publishing needs.
	whole completeness = iota
	// partial: files may be missing, and need not fit yet.
	partial
	// untouched: the files are not checked.
	untouched
)

// checkCount holds the number of the post's files against its type. A draft may lack them.
func (p PublishablePost) checkCount(how completeness) error {
	if p.MediaType != Carousel && len(p.MediaFileIDs) > 0 {
		return apperror.New(apperror.ValidationError, "mediaFileIds is for CAROUSEL; %s takes one file, in mediaFileId", p.MediaType)
	}
	ids := p.fileIDs()
	if len(ids) == 0 && how == partial {
		return nil
	}
	if p.MediaType == Carousel && len(ids) == 0 && p.MediaFileID != nil {
		return apperror.New(apperror.InvalidCarousel, "a CAROUSEL has its files in mediaFileIds, a list of %d to %d; mediaFileId is for IMAGE, REELS and STORIES. "+
			"Send mediaFileIds, or IMAGE for one picture", MinCarousel, MaxCarousel)
	}
	if n := len(ids); p.MediaType == Carousel && (n < MinCarousel || n > MaxCarousel) {
		return apperror.New(apperror.InvalidCarousel, "a carousel has %d to %d files, not %d; send their ids in mediaFileIds", MinCarousel, MaxCarousel, n).
			InPlain("a carousel has %d to %d files, not %d", MinCarousel, MaxCarousel, n)
	}
	if len(ids) == 0 {
		return apperror.New(apperror.MediaInvalid, "mediaFileId is missing; %s needs a file: upload it with POST /media/upload and send its id", p.MediaType).
			InPlain("a picture or a video is missing; add one")
	}
	return nil
}

// checkMedia holds the post's files against its type: they must exist, be valid and fit. What a
// draft has may not be wrong either, but not yet fit.
func (p PublishablePost) checkMedia(files map[wireid.ID]media.MediaFile, how completeness) error {
	ids := p.fileIDs()
	for i, id := range ids {
		file, ok := files[id]
		err := p.checkFile(file, how)
		if !ok {
			err = noFile(id)
		}
		if err != nil {
			return p.MediaType.OfItem(err, i+1, len(ids))
		}
	}
	return nil
}

func noFile(id wireid.ID) error {
	return apperror.New(apperror.MediaInvalid, "there is no media file %s: it was deleted, or never uploaded; upload it with POST /media/upload", id).
		InPlain("a file of the post is gone: it was deleted; add it again")
}

func (p PublishablePost) checkFile(file media.MediaFile, how completeness) error {
	switch {
	case p.MediaType == Image && file.IsVideo():
		return apperror.New(apperror.InvalidMediaType, "the file %s is a video; IMAGE needs an image. Publish it as REELS or STORIES, or send a picture", file.ID).
			InPlain("the file is a video, and the post a picture: make it a reel or a story, or choose a picture")
	case p.MediaType == Reels && !file.IsVideo():
		return apperror.New(apperror.InvalidMediaType, "the file %s is an image; REELS needs a video. Publish it as IMAGE or STORIES, or send a video", file.ID).
			InPlain("the file is a picture, and the post a reel: make it a picture or a story, or choose a video")
	case how == partial:
		return nil
	}
	return p.MediaType.CheckFile(file)
}

// misplaced is a field that the type or the account does not have.
type misplaced struct {
	field string
	err   *apperror.Error
}

// checkRules holds the fields against the type and the account.
func (p PublishablePost) checkRules(account auth.SocialAccount) error {
	if found := p.misplaced(account); len(found) > 0 {
		return found[0].err
	}
	return nil
}

// misplaced returns the fields that the type or the account does not have.
func (p PublishablePost) misplaced(account auth.SocialAccount) (found []misplaced) {
	refuse := func(field string, code apperror.Code, format string, args ...any) {
		found = append(found, misplaced{field, apperror.New(code, format, args...)})
	}
	if len(p.UserTags) > 0 && p.MediaType != Image && p.MediaType != Carousel {
		refuse("userTags", apperror.InvalidTags, "userTags are for IMAGE and CAROUSEL, not for %s; leave them out, or name the people in the caption", p.MediaType)
	}
	if len(p.StoryMentions) > 0 && p.MediaType != Stories {
		refuse("storyMentions", apperror.InvalidMentions, "storyMentions are for STORIES, not for %s; leave them out, or name the people in the caption", p.MediaType)
	}
	if len(p.Collaborators) > 0 && p.MediaType == Stories {
		refuse("collaborators", apperror.InvalidCollaborators, "collaborators are not for STORIES; leave them out, or mention the people with storyMentions")
	}
	if value(p.AltText) != "" && p.MediaType != Image {
		refuse("altText", apperror.ValidationError, "altText is for IMAGE, not for %s; leave it out", p.MediaType)
	}
	if value(p.FirstComment) != "" && p.MediaType == Stories {
		refuse("firstComment", apperror.ValidationError, "firstComment is not for STORIES, which nobody can comment on below them; leave it out")
	}
	for field, wrong := range p.misplacedLook() {
		refuse(field, apperror.ValidationError, "%s", wrong)
	}
	switch {
	case p.CrossPostToPartner == nil || !*p.CrossPostToPartner:
	case p.MediaType == Carousel:
		refuse("crossPostToPartner", apperror.InvalidCrossPost, "a carousel cannot be shared to a Page; leave crossPostToPartner out, or share a single picture or video")
	case account.LoginMethod != auth.Partner:
		refuse("crossPostToPartner", apperror.InvalidCrossPost, "crossPostToPartner shares the post to a Page, and the account %s was not connected with one; "+
			"connect it by Facebook (crier accounts connect --login partner), or leave crossPostToPartner out", account.Username)
	case account.PartnerPageID == nil:
		refuse("crossPostToPartner", apperror.InvalidCrossPost, "crossPostToPartner shares the post to a Page, and the token of %s leads to no Page: the account was connected without one; "+
			"connect it by a token that has a Page linked with it (crier accounts connect --login partner), or leave crossPostToPartner out", account.Username)
	}
	return found
}

// checkNames holds the usernames to the network's rule, which the schema does not know.
func (p PublishablePost) checkNames() error {
	for where, name := range p.names() {
		if err := checkName(where, name); err != nil {
			return err
		}
	}
	return nil
}

// names yields the usernames in the post with where they stand.
func (p PublishablePost) names() iter.Seq2[string, string] {
	return func(yield func(where, name string) bool) {
		for i, name := range p.Collaborators {
			if !yield(fmt.Sprintf("collaborators[%d]", i), name) {
				return
			}
		}
		for i, tag := range p.UserTags {
			if !yield(fmt.Sprintf("userTags[%d].username", i), tag.Username) {
				return
			}
		}
		for i, name := range p.PeopleTagged {
			if !yield(fmt.Sprintf("peopleTagged[%d]", i), name) {
				return
			}
		}
		for i, mention := range p.StoryMentions {
			if !yield(fmt.Sprintf("storyMentions[%d].username", i), mention.Username) {
				return
			}
		}
	}
}

const maxUsername = limits.MaxUsername

// networkName is what the network takes as a username. People write an @ before one, which is not
// counted as wrong.
var networkName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^@?[A-Za-z0-9._]+$`) })

// checkName refuses what nobody at the network can be called: the post would fail at its time.
func checkName(where, name string) error {
	n := utf8.RuneCountInString(name)
	switch {
	case n < 1 || n > maxUsername:
		return apperror.New(apperror.ValidationError, "%s has %d characters; a username has 1 to %d", where, n, maxUsername)
	case !networkName().MatchString(name):
		return apperror.New(apperror.ValidationError, "%s is %q, which nobody can be called at the network: a username has the letters a to z, digits, dots and underscores only", where, name)
	}
	return nil
}

// fill copies what the post is to be into a post, but for its files.
func (p PublishablePost) fill(post *Post) error {
	post.SocialAccountID, post.MediaType = p.AccountID, p.MediaType
	return p.store(post)
}

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
