package posts

import (
	"slices"

	"crier/platform/httpapi"
	"crier/platform/wireid"
)

// ContentPatch changes what a post says: only what it has is changed, and null clears (contract 4,
// PUT /posts/draft/{id} and PUT /schedule/{id}).
type ContentPatch struct {
	Caption            httpapi.Patch[string]         `json:"caption,omitzero"            maxLength:"2200" doc:"The text of the post, at most 2200 characters, which are Unicode code points; null clears it."`
	UserTags           httpapi.Patch[[]UserTag]      `json:"userTags,omitzero"           maxItems:"20" doc:"People in the picture, in place of those before; only on IMAGE and CAROUSEL."`
	Collaborators      httpapi.Patch[[]string]       `json:"collaborators,omitzero"      maxItems:"3" doc:"Usernames of co-authors, in place of those before; not on STORIES."`
	LocationID         httpapi.Patch[string]         `json:"locationId,omitzero"         maxLength:"100" doc:"Id of a place at the network; null clears it."`
	LocationName       httpapi.Patch[string]         `json:"locationName,omitzero"       maxLength:"200" doc:"Name of that place; null clears it."`
	CrossPostToPartner httpapi.Patch[bool]           `json:"crossPostToPartner,omitzero" doc:"Whether to share to the linked Page too; not on CAROUSEL."`
	StoryMentions      httpapi.Patch[[]StoryMention] `json:"storyMentions,omitzero"      maxItems:"5" doc:"Mention stickers, in place of those before; only on STORIES."`
	AltText            httpapi.Patch[string]         `json:"altText,omitzero"            maxLength:"1000" doc:"Description of the picture for those who do not see it; only on IMAGE. Null clears it."`
	FirstComment       httpapi.Patch[string]         `json:"firstComment,omitzero"       maxLength:"2200" doc:"What the account comments below the post once it is published; not on STORIES. Null clears it."`

	CoverMediaFileID httpapi.Patch[wireid.ID] `json:"coverMediaFileId,omitzero" doc:"The picture that the reel has as its cover; only on REELS, and not with thumbOffsetMs. Null removes it."`
	ThumbOffsetMs    httpapi.Patch[int64]     `json:"thumbOffsetMs,omitzero"    minimum:"0" doc:"The moment of the reel that is its cover, in milliseconds; only on REELS, and not with coverMediaFileId. Null removes it."`
	ShareToFeed      httpapi.Patch[bool]      `json:"shareToFeed,omitzero"      doc:"Whether the reel is to be on the account's grid and in the feed too; only on REELS. Null leaves it to the network."`
	AltTexts         httpapi.Patch[[]string]  `json:"altTexts,omitzero"         maxItems:"10" doc:"Descriptions of the pictures of a CAROUSEL by their positions, in place of those before."`
	PeopleTagged     httpapi.Patch[[]string]  `json:"peopleTagged,omitzero"     maxItems:"20" doc:"Usernames of people in the video or story, in place of those before; only on REELS and STORIES."`
	IsAIGenerated    httpapi.Patch[bool]      `json:"isAiGenerated,omitzero"    doc:"Whether the network labels the post as made with artificial intelligence. Null takes it back."`
	Trial            httpapi.Patch[Trial]     `json:"trial,omitzero"            enum:"manual,performance" doc:"Makes the reel a trial; only on REELS. Null makes it an ordinary one."`
}

// DraftPatch is the body of PUT /posts/draft/{id} (contract 4).
type DraftPatch struct {
	ContentPatch

	AccountID    httpapi.Replacement[wireid.ID] `json:"accountId,omitzero"    doc:"The account to publish for."`
	MediaType    httpapi.Replacement[MediaType] `json:"mediaType,omitzero"    enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Kind of the post. A change between CAROUSEL and another kind drops the files, unless the request names them."`
	MediaFileID  httpapi.Patch[wireid.ID]       `json:"mediaFileId,omitzero"   doc:"The file of an IMAGE, REELS or STORIES; null removes it."`
	MediaFileIDs httpapi.Patch[[]wireid.ID]     `json:"mediaFileIds,omitzero"  doc:"The files of a CAROUSEL, 2 to 10, in place of those before; null removes them."`
}

func (d DraftPatch) apply(p *PublishablePost) {
	d.ContentPatch.apply(&p.Content)
	if d.AccountID.Value != nil {
		p.AccountID = *d.AccountID.Value
	}
	if d.MediaType.Value != nil {
		p.MediaType = *d.MediaType.Value
	}
	d.MediaFileID.ApplyPointer(&p.MediaFileID)
	d.MediaFileIDs.Apply(&p.MediaFileIDs)
	// What the post had as another type is dropped, and is nothing that the request has sent.
	switch {
	case p.MediaType == Carousel && !d.MediaFileID.IsSet:
		p.MediaFileID = nil
	case p.MediaType != Carousel && !d.MediaFileIDs.IsSet:
		p.MediaFileIDs = nil
	}
}

// namesFiles reports whether the patch says which files there are.
func (d DraftPatch) namesFiles() bool { return d.MediaFileID.IsSet || d.MediaFileIDs.IsSet }

// touchesLook reports whether the patch says anything of how the files look.
func (c ContentPatch) touchesLook() bool {
	return c.CoverMediaFileID.IsSet || c.ThumbOffsetMs.IsSet || c.AltTexts.IsSet
}

// hasOtherFiles reports whether the patch gives a stored post other files, or another cover.
// content is the post after the patch.
func (d DraftPatch) hasOtherFiles(post Post, content PublishablePost) bool {
	return d.namesFiles() || !slices.Equal(idsOf(post), content.fileIDs()) || value(post.CoverMediaFileID) != value(content.CoverMediaFileID)
}

// touchesFiles reports whether the patch says anything of the draft's files or of what they have to
// fit.
func (d DraftPatch) touchesFiles() bool {
	return d.MediaType.Value != nil || d.namesFiles()
}
