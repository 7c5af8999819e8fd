package posts

import (
	"context"
	"net/http"

	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// PreflightRequest is the body of POST /posts/preflight. Its lists and texts may be longer than a
// post's, so that a text that is too long is one problem among others.
type PreflightRequest struct {
	PublishablePost

	MediaFileIDs  []wireid.ID    `json:"mediaFileIds,omitempty"  nullable:"true" maxItems:"100" doc:"The files of a CAROUSEL in their order."`
	Caption       *string        `json:"caption,omitempty"       nullable:"true" maxLength:"100000" doc:"The text of the post." example:"Fresh from the oven: our spring rye. #bakery #sourdough"`
	UserTags      []UserTag      `json:"userTags,omitempty"      nullable:"true" maxItems:"100" doc:"People in the picture."`
	Collaborators []string       `json:"collaborators,omitempty" nullable:"true" maxItems:"100" doc:"Usernames of co-authors." example:"[\"flour.and.stone\"]"`
	StoryMentions []StoryMention `json:"storyMentions,omitempty" nullable:"true" maxItems:"100" doc:"Mention stickers."`
	AltText       *string        `json:"altText,omitempty"       nullable:"true" maxLength:"100000" doc:"Description of the picture for those who do not see it." example:"Three round loaves of rye bread on a wooden board"`

	ScheduledFor *wiretime.Time `json:"scheduledFor,omitempty" nullable:"true" doc:"When it is to be published; absent for at once." example:"2026-12-24T09:00:00+01:00"`
	PostID       *wireid.ID     `json:"postId,omitempty"       nullable:"true" doc:"The post that this is already, which is compared with others alone." example:"6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918"`
}

// post returns the post that the request asks about.
func (r PreflightRequest) post() PublishablePost {
	p := r.PublishablePost
	p.MediaFileIDs, p.Caption, p.UserTags = r.MediaFileIDs, r.Caption, r.UserTags
	p.Collaborators, p.StoryMentions, p.AltText = r.Collaborators, r.StoryMentions, r.AltText
	return p
}

type preflightInput struct{ Body PreflightRequest }

// register is for the internal surface.
func (f *preflighter) register(surface huma.API) {
	huma.Register(surface, huma.Operation{
		OperationID: "preflightPost", Method: http.MethodPost, Path: "/posts/preflight", Tags: []string{tag},
		Summary: "What stands in the way of a post?",
		Description: "Holds a post against everything that publishing or scheduling it holds it against, and tells all of it at once: with the figure, the limit, and what one press of a button can do. " +
			"Nothing is stored, and nothing is sent to the network.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.WithAnswers(nil, preflightAnswer())),
	}, f.preflight)
}

func preflightAnswer() httpapi.Example {
	return httpapi.Example{Name: "tooTall", Summary: "A picture that is too tall for the feed", Body: `{"problems":[{"code":"MEDIA_INVALID","rule":"aspect-ratio","field":"mediaFileId",
		"mediaFileId":"1b4e28ba-2fa1-4d2e-883f-0016d3cca427","message":"The picture is 1080 by 1920 pixels, a ratio of 0.56; feed pictures take 0.80 (4:5) to 1.91 (1.91:1): crop it, pad it, or publish it as a story.",
		"figure":"the picture is 1080 by 1920 pixels, a ratio of 0.56","limit":"0.80 (4:5) to 1.91 (1.91:1)",
		"fixes":[{"action":"pad","says":"Pad it to 4:5 with a blurred copy of itself.","mediaFileId":"1b4e28ba-2fa1-4d2e-883f-0016d3cca427","ratio":"4:5","edits":{"pad":{"ratio":"4:5","fill":"blur"}}},
			{"action":"changeType","says":"Publish it as STORIES.","mediaType":"STORIES"}]}],"warnings":[]}`}
}

func (f *preflighter) preflight(ctx context.Context, in *preflightInput) (*httpapi.Output[Preflight], error) {
	var self wireid.ID
	if in.Body.PostID != nil {
		self = *in.Body.PostID
	}
	return httpapi.Answer(f.Look(ctx, in.Body.post(), in.Body.ScheduledFor, self))
}
