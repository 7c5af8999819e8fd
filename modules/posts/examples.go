package posts

import (
	"crier/platform/httpapi"
)

// RequestExamples returns one request of each media type, as the documentation shows them; members
// are the JSON members that the request has beside the content, each with a comma before it.
func RequestExamples(members string) []httpapi.Example {
	const account = `"accountId":"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	const file = `"mediaFileId":"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	return []httpapi.Example{
		{Name: "image", Summary: "A picture with a caption and a person tagged in it", Body: `{` + account + `,"mediaType":"IMAGE",` + file + `,
			"caption":"Fresh from the oven: our spring rye. #bakery #sourdough","altText":"Three round loaves of rye bread on a wooden board",
			"userTags":[{"username":"potter","x":0.4,"y":0.6}]` + members + `}`},
		{Name: "reel", Summary: "A video with a co-author", Body: `{` + account + `,"mediaType":"REELS",` + file + `,
			"caption":"Shaping baguettes in 30 seconds","collaborators":["flour.and.stone"]` + members + `}`},
		{Name: "carousel", Summary: "Several files in their order, at a place", Body: `{` + account + `,"mediaType":"CAROUSEL",
			"mediaFileIds":["1b4e28ba-2fa1-4d2e-883f-0016d3cca427","9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e"],"caption":"Before and after",
			"locationId":"213385402","locationName":"Lisbon, Portugal"` + members + `}`},
		{Name: "story", Summary: "A story with a mention sticker", Body: `{` + account + `,"mediaType":"STORIES",` + file + `,
			"storyMentions":[{"username":"potter","x":0.5,"y":0.8}]` + members + `}`},
	}
}

// draftRequests shows how little a draft needs, beside the requests that publishing takes too.
func draftRequests() []httpapi.Example {
	return append([]httpapi.Example{{
		Name: "idea", Summary: "Nothing but a caption so far",
		Body: `{"accountId":"7c9e6679-7425-40de-944b-e07fc1f90ae7","mediaType":"IMAGE","caption":"Spring rye, picture to come"}`,
	}}, RequestExamples("")...)
}

// draftAnswer is a new draft.
func draftAnswer() httpapi.Example {
	return httpapi.Example{Name: "draft", Summary: "The saved draft", Changes: `{"status":"DRAFT",` + unpublished + `,"warnings":[]}`}
}

// draftChanges shows that a change names only what it changes.
func draftChanges() []httpapi.Example {
	return []httpapi.Example{
		{Name: "caption", Summary: "Another caption, and no place any more", Body: `{"caption":"Our spring rye is back","locationId":null,"locationName":null}`},
		{Name: "file", Summary: "The picture has come", Body: `{"mediaFileId":"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"}`},
	}
}

func publishAnswers() []httpapi.Example {
	return []httpapi.Example{
		{Name: "accepted", Summary: "Accepted; poll GET /posts/{id}", Changes: `{"warnings":[]}`},
		{Name: "warned", Summary: "Accepted, with something to think about", Changes: `{"warnings":[{"code":"NEAR_DUPLICATE",
			"message":"the post 8d7c6b5a-4f3e-4d2c-9b1a-0f9e8d7c6b5a of the same account has the same file and caption; both will be published"}]}`},
	}
}

// unpublished are the members of a post that the network has not got.
const unpublished = `"snContainerId":null,"snMediaId":null,"snPermalink":null,"lastAttemptAt":null,"publishedAt":null`

func postAnswers() []httpapi.Example {
	return []httpapi.Example{
		{Name: "published", Summary: "The post is live", Changes: `{}`},
		{Name: "publishing", Summary: "Not yet: ask again in 3 to 5 seconds", Changes: `{"status":"PUBLISHING","snMediaId":null,"snPermalink":null,"publishedAt":null}`},
		{Name: "failed", Summary: "The network refused it; errorCode says why", Changes: `{"status":"FAILED","errorCode":"TOKEN_EXPIRED",
			"errorMessage":"the access token of northwind.bakery expired at 2026-03-14T09:00:00.000Z; connect the account again, then retry",` + unpublished + `}`},
	}
}

// ScheduledAnswer is a post that waits for its time.
func ScheduledAnswer() httpapi.Example {
	return httpapi.Example{Name: "scheduled", Summary: "The post waits for its time", Changes: `{"status":"SCHEDULED","sourceType":"SCHEDULED",
		"isScheduled":true,"scheduledFor":"2026-12-24T08:00:00.000Z","timezone":"Europe/Lisbon",` + unpublished + `}`}
}
