package main

import (
	"strings"

	"crier/modules/posts/bulk"

	"crier/modules/media"
	"crier/platform/wireid"
)

// request is the body of a request that makes a post.
type request struct {
	AccountID     wireid.ID   `json:"accountId"`
	MediaType     string      `json:"mediaType"`
	MediaFileID   *wireid.ID  `json:"mediaFileId,omitempty"`
	MediaFileIDs  []wireid.ID `json:"mediaFileIds,omitempty"`
	Caption       string      `json:"caption,omitempty"`
	AltText       string      `json:"altText,omitempty"`
	UserTags      []person    `json:"userTags,omitempty"`
	Collaborators []string    `json:"collaborators,omitempty"`
	StoryMentions []person    `json:"storyMentions,omitempty"`
	Share         bool        `json:"crossPostToPartner,omitempty"`
	ScheduledFor  string      `json:"scheduledFor,omitempty"`
	Timezone      string      `json:"timezone,omitempty"`

	AltTexts         []string   `json:"altTexts,omitempty"`
	PeopleTagged     []string   `json:"peopleTagged,omitempty"`
	CoverMediaFileID *wireid.ID `json:"coverMediaFileId,omitempty"`
	ThumbOffsetMs    *int64     `json:"thumbOffsetMs,omitempty"`
	ShareToFeed      *bool      `json:"shareToFeed,omitempty"`
	IsAIGenerated    bool       `json:"isAiGenerated,omitempty"`
	Trial            word       `json:"trial,omitempty"`
	FirstComment     string     `json:"firstComment,omitempty"`
}

// composed is a request that does not contain its files yet.
func (c *content) composed(account wireid.ID, caption string) request {
	r := request{AccountID: account, MediaType: bulk.MediaTypes[string(c.Type)], Caption: caption, Share: c.Share}
	for _, text := range c.Alt {
		r.AltTexts = append(r.AltTexts, withoutMark(text))
	}
	for _, text := range c.Tag {
		if hasPlace(text) {
			r.UserTags = append(r.UserTags, people([]string{text})...)
		} else {
			r.PeopleTagged = append(r.PeopleTagged, strings.TrimPrefix(text, "@"))
		}
	}
	r.StoryMentions = people(c.Mention)
	if c.hasMoment() {
		r.ThumbOffsetMs = new(c.CoverAt.Milliseconds())
	}
	if c.NoFeed {
		r.ShareToFeed = new(false)
	}
	r.IsAIGenerated, r.Trial, r.FirstComment = c.AIGenerated, c.Trial, withoutMark(c.FirstComment)
	for _, name := range c.Collaborators {
		r.Collaborators = append(r.Collaborators, strings.TrimPrefix(name, "@"))
	}
	return r
}

// attach adds the files to the request. It sets the type of the post when the command did not name
// one.
func (r *request) attach(files []media.MediaFile) {
	if r.MediaType == "" {
		switch {
		case len(files) > 1:
			r.MediaType = "CAROUSEL"
		case len(r.StoryMentions) > 0:
			r.MediaType = "STORIES"
		case files[0].IsVideo():
			r.MediaType = "REELS"
		default:
			r.MediaType = "IMAGE"
		}
	}
	if r.MediaType != "CAROUSEL" {
		r.MediaFileID = &files[0].ID
		if len(r.AltTexts) > 0 {
			r.AltText, r.AltTexts = r.AltTexts[0], nil
		}
		return
	}
	for i := range files {
		r.MediaFileIDs = append(r.MediaFileIDs, files[i].ID)
	}
}
