package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// creating are the operations that take a PublishablePost.
var creating = []string{"/api/v1/posts/draft", "/api/v1/posts/publish", "/api/v1/schedule"}

// shelf holds the ids of the media that content is made of.
type shelf struct{ photo, tall, broken, movie, nowhere string }

// stock puts one media file of each kind into the data folder.
func (j *journey) stock() shelf {
	j.t.Helper()
	record := func(mimeType string, width, height int, flaws *string) string {
		file := media.MediaFile{
			ID: wireid.New(), OriginalFilename: "file", MimeType: mimeType, FileSize: 1, Width: &width, Height: &height, IsValid: flaws == nil,
			ValidationErrors: flaws, CreatedAt: wiretime.Of(j.Clock.Now()),
		}
		file.StoragePath = "images/" + file.ID.String()
		if _, err := j.DB.NewInsert().Model(&file).Exec(j.t.Context()); err != nil {
			j.t.Fatal(err)
		}
		return file.ID.String()
	}
	return shelf{
		photo: record("image/jpeg", 1080, 1080, nil), tall: record("image/jpeg", 1080, 1920, nil),
		broken: record("image/jpeg", 1080, 1080, new(`["it is only half there"]`)), movie: record("video/mp4", 1080, 1920, nil),
		nowhere: wireid.New().String(),
	}
}

// without returns the body without some members.
func (b body) without(names ...string) body {
	other := maps.Clone(b)
	for _, n := range names {
		delete(other, n)
	}
	return other
}

// plain returns content of the type that breaks no rule, on the bakery's account.
func (s shelf) plain(j *journey, mediaType string) body {
	b := body{"accountId": j.bakery.ID, "mediaType": mediaType, "mediaFileId": s.photo}
	switch mediaType {
	case "REELS":
		b["mediaFileId"] = s.movie
	case "CAROUSEL":
		b["mediaFileIds"] = []string{s.photo, s.movie}
		delete(b, "mediaFileId")
	}
	return b
}

// refusal is content and the code that it gets; a draft that is taken all the same has none.
type refusal struct {
	name string
	body body
	code string
	// draft is the code that a draft gets.
	draft string
}

// always returns a refusal that a draft meets too.
func always(name string, b body, code string) refusal { return refusal{name, b, code, code} }

// later returns a refusal that a draft is spared.
func later(name string, b body, code string) refusal { return refusal{name, b, code, ""} }

// refusalStatus is the HTTP status of each code that content can get (contract 7).
func refusalStatus(code string) int {
	if code == "NOT_FOUND" {
		return http.StatusNotFound
	}
	return http.StatusBadRequest
}

// stored is what requests may have left behind.
type stored struct{ posts, scheduled, jobs int64 }

func (j *journey) stored() (s stored) {
	j.t.Helper()
	var list struct{ Total int64 }
	j.client.Get("/api/v1/posts").Want(http.StatusOK).JSON(&list)
	s.posts = list.Total
	j.client.Get("/api/v1/schedule").Want(http.StatusOK).JSON(&list)
	s.scheduled = list.Total
	s.jobs = j.counts().Total
	return s
}

// refuses sends the content to each operation and fails the test unless it is refused as it should
// be, and leaves nothing.
func (j *journey) refuses(cases []refusal) {
	j.t.Helper()
	for _, c := range cases {
		before := j.stored()
		for _, path := range creating {
			b, want := c.body, c.code
			switch path {
			case "/api/v1/posts/draft":
				want = c.draft
			case "/api/v1/schedule":
				b = b.with("scheduledFor", e2e.Start.Add(time.Hour))
			}
			r := j.client.Post(path, b)
			if want == "" {
				if r.Status != http.StatusCreated {
					j.t.Errorf("%s at %s: got %d %s", c.name, path, r.Status, r.Body)
				}
				before.posts++
				continue
			}
			j.checkError(c.name+" at "+path, r, want)
		}
		if after := j.stored(); after != before {
			j.t.Fatalf("%s: there were %+v and are %+v", c.name, before, after)
		}
	}
	if calls := j.network.Calls(); len(calls) != 0 {
		j.t.Errorf("the network was called: %+v", calls)
	}
}

// checkError holds an answer against the ErrorResponse of contract 2.
func (j *journey) checkError(name string, r e2e.Response, code string) {
	j.t.Helper()
	var said map[string]any
	r.JSON(&said)
	if r.Status != refusalStatus(code) || said["code"] != code {
		j.t.Errorf("%s: got %d %s, want %s", name, r.Status, r.Body, code)
	}
	words, _ := said["error"].(string)
	if said["status"] != float64(r.Status) || words == "" || len(said) != 3 {
		j.t.Errorf("%s: got %s", name, r.Body)
	}
}

// TestValidation_List is the validation list of contract 4: each code, and on which types.
func TestValidation_List(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	image, reel, story, carousel := s.plain(j, "IMAGE"), s.plain(j, "REELS"), s.plain(j, "STORIES"), s.plain(j, "CAROUSEL")
	tags, mentions, names := []body{{"username": "ann", "x": 0.5, "y": 0.5}}, []body{{"username": "ann"}}, []string{"ann"}
	eleven := slices.Repeat([]string{s.photo}, 11)
	j.refuses([]refusal{
		later("a carousel without files", carousel.without("mediaFileIds"), "INVALID_CAROUSEL"),
		later("a carousel of none", carousel.with("mediaFileIds", []string{}), "INVALID_CAROUSEL"),
		later("a carousel with mediaFileId alone", carousel.without("mediaFileIds").with("mediaFileId", s.photo), "INVALID_CAROUSEL"),
		always("a carousel of one", carousel.with("mediaFileIds", eleven[:1]), "INVALID_CAROUSEL"),
		always("a carousel of eleven", carousel.with("mediaFileIds", eleven), "INVALID_CAROUSEL"),
		always("a carousel of a hundred", carousel.with("mediaFileIds", slices.Repeat(eleven[:1], 100)), "INVALID_CAROUSEL"),
		always("tags on a reel", reel.with("userTags", tags), "INVALID_TAGS"),
		always("tags on a story", story.with("userTags", tags), "INVALID_TAGS"),
		always("mentions on an image", image.with("storyMentions", mentions), "INVALID_MENTIONS"),
		always("mentions on a reel", reel.with("storyMentions", mentions), "INVALID_MENTIONS"),
		always("mentions on a carousel", carousel.with("storyMentions", mentions), "INVALID_MENTIONS"),
		later("mentions without credentials", story.with("storyMentions", mentions), "PRIVATE_API_REQUIRED"),
		always("collaborators on a story", story.with("collaborators", names), "INVALID_COLLABORATORS"),
		always("sharing a carousel", carousel.with("crossPostToPartner", true).with("accountId", j.potter.ID), "INVALID_CROSS_POST"),
		always("sharing from an account without a Page", image.with("crossPostToPartner", true), "INVALID_CROSS_POST"),
		always("sharing a story from an account without a Page", story.with("crossPostToPartner", true), "INVALID_CROSS_POST"),
		always("a video as an image", image.with("mediaFileId", s.movie), "INVALID_MEDIA_TYPE"),
		always("an image as a reel", reel.with("mediaFileId", s.photo), "INVALID_MEDIA_TYPE"),
		later("an image without a file", image.without("mediaFileId"), "MEDIA_INVALID"),
		later("a reel without a file", reel.without("mediaFileId"), "MEDIA_INVALID"),
		later("a story without a file", story.without("mediaFileId"), "MEDIA_INVALID"),
		always("a file that there is not", image.with("mediaFileId", s.nowhere), "MEDIA_INVALID"),
		always("a file of a carousel that there is not", carousel.with("mediaFileIds", []string{s.photo, s.nowhere}), "MEDIA_INVALID"),
		later("a file that is not valid", story.with("mediaFileId", s.broken), "MEDIA_INVALID"),
		later("a file of a carousel that is not valid", carousel.with("mediaFileIds", []string{s.photo, s.broken}), "MEDIA_INVALID"),
		later("an image too tall for the feed", image.with("mediaFileId", s.tall), "MEDIA_INVALID"),
		always("mediaFileIds for an image", image.with("mediaFileIds", eleven[:2]), "VALIDATION_ERROR"),
		always("firstComment on a story", story.with("firstComment", "Which one next?"), "VALIDATION_ERROR"),
		always("altText on a reel", reel.with("altText", "a loaf"), "VALIDATION_ERROR"),
		always("a carousel of thousands", carousel.with("mediaFileIds", slices.Repeat([]string{wireid.New().String()}, 20_000)), "INVALID_CAROUSEL"),
		always("an account that there is not", image.with("accountId", s.nowhere), "NOT_FOUND"),
	})
}

// TestValidation_Schema: what the document says of each field (contract 4 and 8), which holds for
// drafts no less.
func TestValidation_Schema(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	image, story := s.plain(j, "IMAGE"), s.plain(j, "STORIES")
	tag := body{"username": "ann", "x": 0.5, "y": 0.5}
	mention := body{"username": "ann", "x": 0.5, "y": 0.5}
	var cases []refusal
	add := func(name string, bodies ...body) {
		for _, b := range bodies {
			cases = append(cases, always(name, b, "VALIDATION_ERROR"))
		}
	}
	add("nothing", body{})
	add("accountId", image.without("accountId"), image.with("accountId", "bakery"), image.with("accountId", 1), image.with("accountId", nil), image.with("accountId", ""))
	add("mediaType", image.without("mediaType"), image.with("mediaType", "VIDEO"), image.with("mediaType", "image"), image.with("mediaType", nil), image.with("mediaType", ""))
	add("mediaFileId", image.with("mediaFileId", "1"), image.with("mediaFileId", []string{s.photo}))
	add("mediaFileIds", image.with("mediaType", "CAROUSEL").with("mediaFileIds", []string{s.photo, "x"}), image.with("mediaFileIds", s.photo))
	add("caption", image.with("caption", strings.Repeat("x", 2201)), image.with("caption", strings.Repeat("😀", 2201)), image.with("caption", 1))
	add("locationId", image.with("locationId", 12), image.with("locationId", strings.Repeat("1", 101)))
	add("altText", image.with("altText", strings.Repeat("x", 1001)))
	add("firstComment", image.with("firstComment", strings.Repeat("x", 2201)), image.with("firstComment", 1))
	add("crossPostToPartner", image.with("crossPostToPartner", "true"), image.with("crossPostToPartner", 1))
	add("21 tags", image.with("userTags", slices.Repeat([]body{tag}, 21)))
	add("a list that is none", image.with("userTags", tag), image.with("collaborators", "ann"), story.with("storyMentions", mention))
	for _, wrong := range []body{
		tag.without("username"), tag.with("username", ""), tag.with("username", strings.Repeat("a", 31)), tag.with("username", 1),
		tag.without("x"), tag.without("y"), tag.with("x", -0.001), tag.with("y", 1.001), tag.with("x", "0.5"), tag.with("y", nil),
	} {
		add("a tag", image.with("userTags", []body{tag, wrong}))
	}
	add("4 collaborators", image.with("collaborators", []string{"a", "b", "c", "d"}))
	add("a collaborator", image.with("collaborators", []string{""}), image.with("collaborators", []string{"a", strings.Repeat("é", 31)}), image.with("collaborators", []int{1}))
	add("6 mentions", story.with("storyMentions", slices.Repeat([]body{mention}, 6)))
	for _, wrong := range []body{
		mention.without("username"), mention.with("username", ""), mention.with("username", strings.Repeat("a", 31)), mention.with("x", 1.001), mention.with("y", -1),
	} {
		add("a mention", story.with("storyMentions", []body{wrong}))
	}
	j.refuses(cases)
}

// TestValidation_Order: authentication, the schema, the account, the media, the rules by type, the
// account's state.
func TestValidation_Order(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	story := s.plain(j, "STORIES")
	steps := []struct {
		member       string
		wrong, right any
		code         string
	}{
		{"locationName", strings.Repeat("x", 201), "x", "VALIDATION_ERROR"},
		{"accountId", s.nowhere, j.bakery.ID, "NOT_FOUND"},
		{"mediaFileId", s.nowhere, s.photo, "MEDIA_INVALID"},
		{"userTags", []body{{"username": "ann", "x": 0, "y": 0}}, []body{}, "INVALID_TAGS"},
		{"collaborators", []string{"ann"}, []string{}, "INVALID_COLLABORATORS"},
		{"crossPostToPartner", true, false, "INVALID_CROSS_POST"},
		{"storyMentions", []body{{"username": "ann"}}, []body{}, "PRIVATE_API_REQUIRED"},
	}
	b := story
	for _, step := range steps {
		b = b.with(step.member, step.wrong)
	}
	for _, path := range creating {
		j.Anonymous(t).Post(path, b).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
	}
	var cases []refusal
	for _, step := range steps {
		c := always("wrong from "+step.member+" on", b, step.code)
		if step.code == "PRIVATE_API_REQUIRED" {
			c.draft = ""
		}
		cases = append(cases, c)
		b = b.with(step.member, step.right)
	}
	j.refuses(cases)
	// What is left of it breaks no rule.
	j.client.Post("/api/v1/schedule", b.with("scheduledFor", e2e.Start.Add(time.Hour))).Want(http.StatusCreated)
}

// TestValidation_Accepted: content at the very edge of what the contract allows, as a draft and as
// a scheduled post.
func TestValidation_Accepted(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	image, reel, story, carousel := s.plain(j, "IMAGE"), s.plain(j, "REELS"), s.plain(j, "STORIES"), s.plain(j, "CAROUSEL")
	name := strings.Repeat("a", 30)
	for what, b := range map[string]body{
		"the longest caption":            image.with("caption", strings.Repeat("x", 2200)),
		"the longest caption of emoji":   reel.with("caption", strings.Repeat("😀", 2200)),
		"an empty caption":               image.with("caption", ""),
		"20 tags at the corners":         image.with("userTags", slices.Repeat([]body{{"username": name, "x": 0, "y": 1}}, 20)),
		"tags on a carousel":             carousel.with("userTags", []body{{"username": "a", "x": 1, "y": 0}}),
		"3 collaborators":                reel.with("collaborators", []string{name, "b", "c"}),
		"collaborators on a carousel":    carousel.with("collaborators", []string{"a"}),
		"a carousel of two":              carousel.with("mediaFileIds", []string{s.photo, s.photo}),
		"a carousel of ten":              carousel.with("mediaFileIds", slices.Repeat([]string{s.movie}, 10)),
		"a tall story":                   story.with("mediaFileId", s.tall),
		"a video story":                  story.with("mediaFileId", s.movie),
		"empty lists":                    story.with("userTags", []body{}).with("collaborators", []string{}).with("storyMentions", []body{}).with("mediaFileIds", []string{}),
		"no wish to share a carousel":    carousel.with("crossPostToPartner", false),
		"sharing from a Page's account":  reel.with("accountId", j.potter.ID).with("crossPostToPartner", true),
		"sharing a story":                story.with("accountId", j.potter.ID).with("crossPostToPartner", true),
		"a place":                        image.with("locationId", strings.Repeat("1", 100)).with("locationName", strings.Repeat("ü", 200)),
		"the longest firstComment":       image.with("firstComment", strings.Repeat("ü", 2200)),
		"the longest altText":            image.with("altText", strings.Repeat("ü", 1000)),
		"properties that nobody knows":   image.with("future", body{"a": 1}).with("userTags", []body{{"username": "a", "x": 0, "y": 0, "z": 3}}),
		"a media file beside a carousel": carousel.with("mediaFileId", s.nowhere),
	} {
		before := j.stored()
		draft := j.client.Post(creating[0], b)
		scheduled := j.client.Post(creating[2], b.with("scheduledFor", e2e.Start.Add(time.Hour)))
		if draft.Status != http.StatusCreated || scheduled.Status != http.StatusCreated {
			t.Fatalf("%s: got %s and %s", what, draft.Body, scheduled.Body)
		}
		before.posts, before.scheduled, before.jobs = before.posts+2, before.scheduled+1, before.jobs+1
		if after := j.stored(); after != before {
			t.Errorf("%s: got %+v, want %+v", what, after, before)
		}
		for id, status := range map[string]posts.Status{draft.String("id"): posts.Draft, scheduled.String("postId"): posts.Scheduled} {
			j.holds(what, j.post(id), b, status)
		}
	}
}

// holds fails the test unless the post is what the body asks for.
func (j *journey) holds(what string, p posts.Post, b body, status posts.Status) {
	j.t.Helper()
	if caption, _ := b["caption"].(string); p.Status != status || text(p.Caption) != caption || string(p.MediaType) != b["mediaType"] {
		j.t.Errorf("%s: the post is %+v", what, p)
	}
	for member, stored := range map[string]*string{"userTags": p.UserTags, "collaborators": p.Collaborators} {
		var got []any
		if stored != nil {
			if err := json.Unmarshal([]byte(*stored), &got); err != nil {
				j.t.Errorf("%s: %v", what, err)
			}
		}
		var want []any
		if sent, err := json.Marshal(b[member]); err != nil || json.Unmarshal(sent, &want) != nil || len(got) != len(want) || (stored == nil) != (len(want) == 0) {
			j.t.Errorf("%s: %s is %q", what, member, text(stored))
		}
	}
	files, _ := b["mediaFileIds"].([]string)
	if want := max(1, len(files)); len(p.MediaFiles) != want {
		j.t.Errorf("%s: the post has %d files, not %d", what, len(p.MediaFiles), want)
	}
}

// TestValidation_BareDraft: a draft needs its account and its type, and nothing else (contract 4).
func TestValidation_BareDraft(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for _, mediaType := range []string{"IMAGE", "REELS", "STORIES", "CAROUSEL"} {
		var p posts.Post
		j.client.Post(creating[0], body{"accountId": j.bakery.ID, "mediaType": mediaType}).Want(http.StatusCreated).JSON(&p)
		if p.Status != posts.Draft || len(p.MediaFiles) != 0 || p.Caption != nil || p.UserTags != nil || p.CrossPostToPartner || p.Timezone != "UTC" {
			t.Errorf("the draft is %+v", p)
		}
	}
	if calls := j.network.Calls(); len(calls) != 0 || j.counts().Total != 0 {
		t.Errorf("a draft made the calls %+v and %d jobs", calls, j.counts().Total)
	}
}

// TestValidation_MentionsStandInTheMiddle: a mention without a place has the contract's default.
func TestValidation_MentionsStandInTheMiddle(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := j.stock().plain(j, "STORIES").with("storyMentions", []body{{"username": "ann"}, {"username": "ben", "x": 0, "y": 1}})
	var p posts.Post
	j.client.Post(creating[0], b).Want(http.StatusCreated).JSON(&p)
	if want := `[{"username":"ann","x":0.5,"y":0.5},{"username":"ben","x":0,"y":1}]`; text(p.StoryMentions) != want {
		t.Errorf("got %s", text(p.StoryMentions))
	}
}

// TestValidation_NullIsAbsent: a client that writes every member sends null for what it does not
// mean.
func TestValidation_NullIsAbsent(t *testing.T) {
	t.Parallel()
	j := begin(t)
	image := j.stock().plain(j, "IMAGE")
	for _, member := range []string{
		"mediaFileIds", "caption", "userTags", "collaborators", "locationId", "locationName", "crossPostToPartner", "storyMentions", "altText", "firstComment", "draftId", "timezone",
	} {
		if types := typesOf(j, "ScheduleRequest", member); !slices.Contains(types, "null") {
			t.Errorf("the document has the types %v for %s", types, member)
		}
		b := image.with(member, nil)
		j.client.Post(creating[0], b).Want(http.StatusCreated)
		id := j.client.Post(creating[2], b.with("scheduledFor", e2e.Start.Add(time.Hour))).Want(http.StatusCreated).String("postId")
		if p := j.post(id); p.Timezone != "UTC" {
			t.Errorf("%s: the post is %+v", member, p)
		}
		j.holds(member, j.post(id), image, posts.Scheduled)
	}
	mention := j.client.Post(creating[0], image.with("mediaType", "STORIES").with("storyMentions", []body{{"username": "ann", "x": nil}})).Want(http.StatusCreated)
	if got := mention.String("storyMentions"); got != `[{"username":"ann","x":0.5,"y":0.5}]` {
		t.Errorf("got %s", got)
	}
}

// typesOf returns the types that the document gives to a property of a schema.
func typesOf(j *journey, schema, property string) []string {
	j.t.Helper()
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Type any }
			}
		}
	}
	j.client.Get("/api/v1/openapi.json").Want(http.StatusOK).JSON(&doc)
	switch types := doc.Components.Schemas[schema].Properties[property].Type.(type) {
	case string:
		return []string{types}
	case []any:
		var all []string
		for _, one := range types {
			all = append(all, fmt.Sprint(one))
		}
		return all
	}
	return nil
}

// TestValidation_OfADraftThatIsPublished: what a draft was spared is asked for then, and a refusal
// leaves it a draft.
func TestValidation_OfADraftThatIsPublished(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	image := s.plain(j, "IMAGE")
	id := j.client.Post(creating[0], image.without("mediaFileId").with("caption", "kept")).Want(http.StatusCreated).String("id")
	before := j.post(id)
	for _, path := range creating[1:] {
		as := func(b body) e2e.Response {
			return j.client.Post(path, b.with("draftId", id).with("scheduledFor", e2e.Start.Add(time.Hour)))
		}
		as(image.without("mediaFileId")).WantError(http.StatusBadRequest, "MEDIA_INVALID")
		as(image.with("mediaFileId", s.broken)).WantError(http.StatusBadRequest, "MEDIA_INVALID")
		as(image.with("accountId", s.nowhere)).WantError(http.StatusNotFound, "NOT_FOUND")
		j.client.Post(path, image.with("draftId", "x").with("scheduledFor", e2e.Start.Add(time.Hour))).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
		j.client.Post(path, image.with("draftId", s.nowhere).with("scheduledFor", e2e.Start.Add(time.Hour))).WantError(http.StatusNotFound, "NOT_FOUND")
	}
	if after := j.post(id); after.Status != posts.Draft || text(after.Caption) != "kept" || after.UpdatedAt != before.UpdatedAt || j.counts().Total != 0 {
		t.Errorf("the draft is %+v", after)
	}
	j.client.Post(creating[2], image.with("draftId", id).with("scheduledFor", e2e.Start.Add(time.Hour))).Want(http.StatusCreated)
	for _, path := range creating[1:] {
		j.client.Post(path, image.with("draftId", id).with("scheduledFor", e2e.Start.Add(time.Hour))).WantError(http.StatusBadRequest, "INVALID_STATUS")
	}
	if got := j.stored(); got != (stored{posts: 1, scheduled: 1, jobs: 1}) {
		t.Errorf("got %+v", got)
	}
}
