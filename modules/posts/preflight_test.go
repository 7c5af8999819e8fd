package posts

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/posts/networkclock"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func (b *bundle) preflighter() *preflighter {
	checker := b.drafts.checker
	return newPreflighter(b.db, b.clock, b.accounts, b.files, checker, NewWarner(b.clock, new(networkclock.Clock), b.files, NoCloud{}))
}

// look finds what stands in the way of a post.
func (b *bundle) look(t *testing.T, p PublishablePost, at *wiretime.Time) Preflight {
	t.Helper()
	told, err := b.preflighter().Check(t.Context(), p, at, wireid.ID{})
	if err != nil {
		t.Fatal(err)
	}
	return told
}

// sized stores the record of a picture of a size.
func (b *bundle) sized(t *testing.T, width, height int) wireid.ID {
	t.Helper()
	id := b.photo(t)
	if _, err := b.db.NewRaw("UPDATE media_files SET width = ?, height = ? WHERE id = ?", width, height, id).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	return id
}

// film stores the record of a video that nobody has looked into.
func (b *bundle) film(t *testing.T) wireid.ID {
	t.Helper()
	id := b.photo(t)
	if _, err := b.db.NewRaw("UPDATE media_files SET mime_type = 'video/mp4' WHERE id = ?", id).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	return id
}

// TestPreflight_IsWhatSubmitSays: where a submission is refused, the preflight finds a problem with
// that code; where it is accepted, it finds none. Both give the same warnings.
func TestPreflight_IsWhatSubmitSays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	photo, tall, film, gone := b.photo(t), b.sized(t, 1080, 1920), b.film(t), wireid.New()
	plain := PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &photo}
	later, past := at(start.Add(time.Hour)), at(start.Add(-time.Hour))
	for name, change := range map[string]func(p *PublishablePost){
		"nothing":              func(*PublishablePost) {},
		"a caption":            func(p *PublishablePost) { p.Caption = new("rye") },
		"31 hashtags":          func(p *PublishablePost) { p.Caption = new(strings.Repeat("#a ", 31)) },
		"21 names":             func(p *PublishablePost) { p.Caption = new(strings.Repeat("@a ", 21)) },
		"a place's name":       func(p *PublishablePost) { p.LocationID = new("Lisbon") },
		"no such account":      func(p *PublishablePost) { p.AccountID = gone },
		"no file":              func(p *PublishablePost) { p.MediaFileID = nil },
		"no such file":         func(p *PublishablePost) { p.MediaFileID = &gone },
		"too tall":             func(p *PublishablePost) { p.MediaFileID = &tall },
		"a tall story":         func(p *PublishablePost) { p.MediaType, p.MediaFileID = Stories, &tall },
		"an unseen caption":    func(p *PublishablePost) { p.MediaType, p.Caption = Stories, new("unseen") },
		"a video as a picture": func(p *PublishablePost) { p.MediaFileID = &film },
		"a picture as a reel":  func(p *PublishablePost) { p.MediaType = Reels },
		"a carousel of one": func(p *PublishablePost) {
			p.MediaType, p.MediaFileID, p.MediaFileIDs = Carousel, nil, []wireid.ID{photo}
		},
		"a carousel of a file": func(p *PublishablePost) { p.MediaType = Carousel },
		"a carousel": func(p *PublishablePost) {
			p.MediaType, p.MediaFileID, p.MediaFileIDs = Carousel, nil, []wireid.ID{photo, photo}
		},
		"a carousel with worse": func(p *PublishablePost) {
			p.MediaType, p.MediaFileID, p.MediaFileIDs = Carousel, nil, []wireid.ID{photo, gone, tall}
		},
		"files of a picture":    func(p *PublishablePost) { p.MediaFileIDs = []wireid.ID{photo} },
		"tags on a story":       func(p *PublishablePost) { p.MediaType, p.UserTags = Stories, []UserTag{{Username: "ann"}} },
		"mentions on a picture": func(p *PublishablePost) { p.StoryMentions = []StoryMention{{Username: "ann"}} },
		"mentions, signed out":  func(p *PublishablePost) { p.MediaType, p.StoryMentions = Stories, []StoryMention{{Username: "ann"}} },
		"no such name":          func(p *PublishablePost) { p.Collaborators = []string{"no one!", "ann"} },
		"a shared story":        func(p *PublishablePost) { p.CrossPostToPartner = new(true) },
		"a shared carousel": func(p *PublishablePost) {
			p.AccountID, p.MediaType, p.CrossPostToPartner = b.potter.ID, Carousel, new(true)
		},
		"a described reel": func(p *PublishablePost) { p.MediaType, p.AltText = Reels, new("x") },
	} {
		for when, at := range map[string]*wiretime.Time{"now": nil, "later": later, "past": past} {
			p := plain
			change(&p)
			told := b.look(t, p, at)
			accepted, err := b.intake.Submit(t.Context(), Submission{PublishablePost: p, At: at, Timezone: "UTC"})
			if err != nil && apperror.From(err) == nil {
				t.Fatal(err)
			}
			code := string(apperror.CodeOf(err))
			if (err != nil) != (len(told.Problems) > 0) || err != nil && !slices.ContainsFunc(told.Problems, func(f Finding) bool { return f.Code == code }) {
				t.Errorf("%s, %s: found %+v, and was told %v", name, when, told.Problems, err)
			}
			if err == nil && !slices.Equal(warningsOf(told.Warnings), accepted.Warnings) {
				t.Errorf("%s, %s: warned of %+v, and was told %+v", name, when, told.Warnings, accepted.Warnings)
			}
			if err == nil {
				if err := b.deleter.Delete(t.Context(), accepted.PostID); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestPreflight_FindsAll: a post with many mistakes has all of them told, each with its place.
func TestPreflight_FindsAll(t *testing.T) {
	t.Parallel()
	b := setup(t)
	photo, tall, film := b.photo(t), b.sized(t, 1080, 1920), b.film(t)
	gone := wireid.New()
	told := b.look(t, PublishablePost{
		AccountID: b.bakery.ID, MediaType: Carousel, MediaFileIDs: []wireid.ID{photo, tall, gone, film},
		Content: Content{Caption: new(strings.Repeat("x", 2201)), AltText: new("x"), Collaborators: []string{"ann", "b!", "cy", "d?"}, StoryMentions: []StoryMention{{Username: "ann"}}, CrossPostToPartner: new(true)},
	}, at(start))
	type place struct{ code, field, rule string }
	var got []place
	for _, f := range told.Problems {
		got = append(got, place{f.Code, f.Field, f.Rule})
	}
	want := []place{
		{"VALIDATION_ERROR", "caption", ""},
		{"VALIDATION_ERROR", "collaborators", ""},
		{"VALIDATION_ERROR", "collaborators[1]", ""},
		{"VALIDATION_ERROR", "collaborators[3]", ""},
		{"INVALID_SCHEDULE", "scheduledFor", ""},
		{"MEDIA_INVALID", "mediaFileIds[1]", "aspect-ratio"},
		{"MEDIA_INVALID", "mediaFileIds[2]", ""},
		{"INVALID_MENTIONS", "storyMentions", ""},
		{"VALIDATION_ERROR", "altText", ""},
		{"INVALID_CROSS_POST", "crossPostToPartner", ""},
		{"PRIVATE_API_REQUIRED", "storyMentions", ""},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for _, f := range told.Problems {
		if f.Message == "" || f.Fixes == nil {
			t.Errorf("got %+v", f)
		}
	}
}

// fixes returns the actions that a post's findings offer, with the details of each.
func fixes(found []Finding) (actions []string) {
	for _, f := range found {
		for _, r := range f.Fixes {
			text := string(r.Action) + " " + r.Ratio + string(r.MediaType) + r.Field
			if r.ScheduledFor != nil {
				text += r.ScheduledFor.String()
			}
			actions = append(actions, text)
		}
	}
	return actions
}

// TestPreflight_Fixes: a finding offers what one press of a button can do, with what that takes.
func TestPreflight_Fixes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	tall, photo, film := b.sized(t, 1080, 1920), b.photo(t), b.film(t)
	for name, c := range map[string]struct {
		post PublishablePost
		at   *wiretime.Time
		want []string
	}{
		"too tall":         {PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &tall}, nil, []string{"pad 4:5", "crop 4:5", "changeType STORIES"}},
		"a video":          {PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &film}, nil, []string{"changeType REELS", "changeType STORIES"}},
		"no file":          {PublishablePost{AccountID: b.bakery.ID, MediaType: Image}, nil, []string{"upload "}},
		"the past":         {PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &photo}, at(start.Add(-time.Hour)), []string{"move 2026-11-21T09:46:00.000Z"}},
		"no account":       {PublishablePost{AccountID: wireid.New(), MediaType: Image, MediaFileID: &photo}, nil, []string{"reconnect "}},
		"tags on a story":  {PublishablePost{AccountID: b.bakery.ID, MediaType: Stories, MediaFileID: &photo, Content: Content{UserTags: []UserTag{{Username: "ann"}}}}, nil, []string{"leaveOut userTags"}},
		"not signed in":    {PublishablePost{AccountID: b.bakery.ID, MediaType: Stories, MediaFileID: &photo, Content: Content{StoryMentions: []StoryMention{{Username: "ann"}}}}, nil, []string{"signIn ", "leaveOut storyMentions"}},
		"nothing is wrong": {PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &photo}, nil, nil},
	} {
		if got := fixes(b.look(t, c.post, c.at).Problems); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	phone := b.sized(t, 1080, 1440)
	for kind, want := range map[MediaType][]string{Image: {"pad 4:5", "crop 4:5", "changeType STORIES"}, Stories: nil} {
		report := b.look(t, PublishablePost{AccountID: b.bakery.ID, MediaType: kind, MediaFileID: &phone}, nil)
		if len(report.Problems) != 0 || !slices.Equal(fixes(report.Warnings), want) || want != nil && report.Warnings[0].Code != mayBeRefused {
			t.Errorf("a photo of 3:4 as %s: %+v", kind, report)
		}
	}
	padded := b.look(t, PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &tall}, nil).Problems[0].Fixes[0]
	if padded.Edits == nil || padded.Edits.Pad.Ratio != "4:5" || *padded.MediaFileID != tall {
		t.Errorf("got %+v", padded)
	}
}

// TestPreflight_Neighbours: a time that is too near to others is moved to where there is room, and
// a post is no neighbour of its own.
func TestPreflight_Neighbours(t *testing.T) {
	t.Parallel()
	b := setup(t)
	photo := b.photo(t)
	content := PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &photo}
	var last Accepted
	for i := range 3 {
		var err error
		content.Caption = new(strings.Repeat("x", i))
		if last, err = b.intake.Submit(t.Context(), Submission{PublishablePost: content, At: at(start.Add(time.Hour + time.Duration(i)*25*time.Minute)), Timezone: "UTC"}); err != nil {
			t.Fatal(err)
		}
	}
	content.Caption = new("other")
	near := b.look(t, content, at(start.Add(time.Hour+5*time.Minute)))
	if len(near.Warnings) != 1 || near.Warnings[0].Code != closeToAnother || !slices.Equal(fixes(near.Warnings), []string{"move 2026-11-21T11:40:00.000Z"}) {
		t.Errorf("got %+v", near.Warnings)
	}
	content.Caption = new("xx")
	when := at(start.Add(time.Hour + 50*time.Minute))
	if told, err := b.preflighter().Check(t.Context(), content, when, last.PostID); err != nil || len(told.Warnings) != 0 {
		t.Errorf("of itself: %+v, %v", told.Warnings, err)
	}
	if told := b.look(t, content, when); len(told.Warnings) != 2 || told.Warnings[0].Code != nearDuplicate || told.Warnings[0].Fixes[0].PostID == nil ||
		!strings.HasPrefix(told.Warnings[0].Message, "the account has the same file and caption planned for 2026-11-21T11:20:00.000Z; ") {
		t.Errorf("of another one: %+v", told.Warnings)
	}
	content.Caption = new("out")
	out := b.withPost(t, Post{Status: Published, PublishedAt: at(start), Caption: content.Caption}, 0, photo)
	want := "the account published the same file and caption at 2026-11-21T09:30:00.000Z (GET /posts/" + out.ID.String() + "); leave this post out if once is enough"
	if told := b.look(t, content, nil); len(told.Warnings) != 1 || told.Warnings[0].Message != want {
		t.Errorf("of one that is out: %+v", told.Warnings)
	}
}

// TestPreflight_SmallPicture: a picture that the network takes but enlarges is a warning, and no
// problem.
func TestPreflight_SmallPicture(t *testing.T) {
	t.Parallel()
	b := setup(t)
	small, enough, film := b.sized(t, 100, 100), b.sized(t, 320, 320), b.film(t)
	told := b.look(t, PublishablePost{AccountID: b.bakery.ID, MediaType: Carousel, MediaFileIDs: []wireid.ID{enough, small, film}}, nil)
	if len(told.Problems) != 0 || len(told.Warnings) != 1 || told.Warnings[0].Code != smallPicture || *told.Warnings[0].MediaFileID != small ||
		told.Warnings[0].Figure != "100 pixels wide" || told.Warnings[0].Limit != "320 pixels or more" {
		t.Errorf("got %+v", told)
	}
}

// TestMayNotComment: a post with a first comment of an account that is known to have no permission
// for it is taken with a warning, at the preflight, on publishing and on a draft.
func TestMayNotComment(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		scopes  *string
		comment string
		warns   bool
	}{
		"without it":                 {new("instagram_business_basic instagram_business_content_publish"), "Which one next?", true},
		"without it, and no comment": {new("instagram_business_basic"), "", false},
		"with it":                    {new("instagram_business_basic instagram_business_manage_comments"), "Which one next?", false},
		"nobody knows":               {nil, "Which one next?", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			if _, err := b.db.ExecContext(t.Context(), "UPDATE social_accounts SET scopes = ?", c.scopes); err != nil {
				t.Fatal(err)
			}
			photo := b.photo(t)
			content := PublishablePost{AccountID: b.bakery.ID, MediaType: Image, MediaFileID: &photo, Content: Content{FirstComment: &c.comment}}
			told := b.look(t, content, nil)
			draft, _, err := b.drafts.Save(t.Context(), content, "")
			if err != nil {
				t.Fatal(err)
			}
			for what, warns := range map[string]bool{
				"the preflight": slices.ContainsFunc(told.Warnings, func(f Finding) bool { return f.Code == mayNotComment && f.Field == "firstComment" }),
				"a draft":       slices.ContainsFunc(draft.Warnings, func(w Warning) bool { return w.Code == mayNotComment }),
			} {
				if warns != c.warns {
					t.Errorf("%s warns: %t", what, warns)
				}
			}
		})
	}
}
