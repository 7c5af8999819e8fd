package posts

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

// These are the files of the tests, named by what they are.
var (
	square  = wireid.MustParse("00000000-0000-4000-8000-000000000001")
	movie   = wireid.MustParse("00000000-0000-4000-8000-000000000002")
	broken  = wireid.MustParse("00000000-0000-4000-8000-000000000003")
	tall    = wireid.MustParse("00000000-0000-4000-8000-000000000004")
	unsized = wireid.MustParse("00000000-0000-4000-8000-000000000005")
	mute    = wireid.MustParse("00000000-0000-4000-8000-000000000006")
	nowhere = wireid.MustParse("00000000-0000-4000-8000-00000000000f")
)

func testFiles() map[wireid.ID]media.MediaFile {
	files := map[wireid.ID]media.MediaFile{
		square:  {MimeType: "image/jpeg", IsValid: true, Width: new(320), Height: new(320)},
		movie:   {MimeType: "video/mp4", IsValid: true, Width: new(320), Height: new(1000), DurationSeconds: new(3.2)},
		broken:  {MimeType: "image/jpeg", ValidationErrors: new(`["it has no pixels","it is empty"]`)},
		tall:    {MimeType: "image/jpeg", IsValid: true, Width: new(1080), Height: new(1920)},
		unsized: {MimeType: "image/jpeg", IsValid: true},
		mute:    {MimeType: "video/mp4", ValidationErrors: new(`not a list`)},
	}
	for id, f := range files {
		f.ID = id
		files[id] = f
	}
	return files
}

// check holds the content against all rules that need no database, in the order in which the
// service does.
func check(p PublishablePost, account auth.SocialAccount, how completeness) error {
	if err := p.checkNames(); err != nil {
		return err
	}
	if err := p.checkCount(how); err != nil {
		return err
	}
	if err := p.checkMedia(testFiles(), how); err != nil {
		return err
	}
	if err := p.checkLook(testFiles()); err != nil {
		return err
	}
	return p.checkRules(account)
}

var (
	primary = auth.SocialAccount{Username: "bakery", LoginMethod: auth.Primary}
	partner = auth.SocialAccount{Username: "potter", LoginMethod: auth.Partner, PartnerPageID: new("100000000000203")}
	// pageless is of the partner login too, without a Page.
	pageless = auth.SocialAccount{Username: "weaver", LoginMethod: auth.Partner}
)

// valid returns content of the type that breaks no rule.
func valid(kind MediaType) PublishablePost {
	switch kind {
	case Carousel:
		return PublishablePost{MediaType: kind, MediaFileIDs: []wireid.ID{square, movie}}
	case Reels:
		return PublishablePost{MediaType: kind, MediaFileID: &movie}
	default:
		return PublishablePost{MediaType: kind, MediaFileID: &square}
	}
}

// changed returns content of the type, changed.
func changed(kind MediaType, change func(*PublishablePost)) PublishablePost {
	p := valid(kind)
	change(&p)
	return p
}

// verdicts are the codes that content gets as a post and as a draft; empty is none.
type verdicts struct {
	name        string
	content     PublishablePost
	post, draft apperror.Code
	// says is a part of the message of the post.
	says string
}

func (v verdicts) run(t *testing.T, account auth.SocialAccount) {
	t.Helper()
	for how, want := range map[completeness]apperror.Code{whole: v.post, partial: v.draft} {
		err := check(v.content, account, how)
		if apperror.CodeOf(err) != want {
			t.Errorf("%s, draft %t: got %v, want %q", v.name, how == partial, err, want)
		}
		if how == whole && v.says != "" && (err == nil || !strings.Contains(apperror.From(err).Message, v.says)) {
			t.Errorf("%s: %v does not say %q", v.name, err, v.says)
		}
	}
}

// both returns verdicts that are the same for a draft.
func both(name string, content PublishablePost, code apperror.Code, says string) verdicts {
	return verdicts{name, content, code, code, says}
}

// TestPublishable_Media: which files each type takes (contract 4).
func TestPublishable_Media(t *testing.T) {
	t.Parallel()
	file := func(id wireid.ID) func(*PublishablePost) { return func(p *PublishablePost) { p.MediaFileID = &id } }
	files := func(ids ...wireid.ID) func(*PublishablePost) {
		return func(p *PublishablePost) { p.MediaFileIDs = ids }
	}
	none := func(p *PublishablePost) { p.MediaFileID = nil }
	cases := []verdicts{
		both("image", valid(Image), "", ""),
		both("reel", valid(Reels), "", ""),
		both("story", valid(Stories), "", ""),
		both("video story", changed(Stories, file(movie)), "", ""),
		both("a tall story", changed(Stories, file(tall)), "", ""),
		both("an image of unknown size", changed(Image, file(unsized)), "", ""),
		{"image without a file", changed(Image, none), apperror.MediaInvalid, "", "mediaFileId is missing; IMAGE needs a file"},
		{"reel without a file", changed(Reels, none), apperror.MediaInvalid, "", "REELS needs a file"},
		{"story without a file", changed(Stories, none), apperror.MediaInvalid, "", "STORIES needs a file"},
		both("video as image", changed(Image, file(movie)), apperror.InvalidMediaType, "is a video; IMAGE needs an image"),
		both("image as reel", changed(Reels, file(square)), apperror.InvalidMediaType, "is an image; REELS needs a video"),
		both("a file that there is not", changed(Image, file(nowhere)), apperror.MediaInvalid, "there is no media file "+nowhere.String()),
		{"a file that is not valid", changed(Image, file(broken)), apperror.MediaInvalid, "", "it has no pixels"},
		{"a file whose flaws cannot be read", changed(Reels, file(mute)), apperror.MediaInvalid, "", "it is not valid"},
		{"a tall image", changed(Image, file(tall)), apperror.MediaInvalid, "", "1080 by 1920 pixels, a ratio of 0.56"},
		{"a tall image in a carousel", changed(Carousel, files(square, tall)), apperror.MediaInvalid, "", "1080 by 1920"},
		{"a file that is not valid in a carousel", changed(Carousel, files(square, broken)), apperror.MediaInvalid, "", "it has no pixels"},
		both("a file that there is not in a carousel", changed(Carousel, files(square, nowhere)), apperror.MediaInvalid, nowhere.String()),
		both("the same file twice", changed(Carousel, files(square, square)), "", ""),
		both("mediaFileIds for an image", changed(Image, files(square, square)), apperror.ValidationError, "mediaFileIds is for CAROUSEL"),
		both("mediaFileIds for a story", changed(Stories, files(square)), apperror.ValidationError, "STORIES takes one file, in mediaFileId"),
		both("an empty list for an image", changed(Image, files()), "", ""),
		both("mediaFileId beside mediaFileIds", changed(Carousel, file(nowhere)), "", ""),
		{"mediaFileId in place of mediaFileIds", changed(Carousel, func(p *PublishablePost) { *p = valid(Image); p.MediaType = Carousel }), apperror.InvalidCarousel, "", "mediaFileId is for IMAGE"},
	}
	for _, c := range cases {
		c.run(t, primary)
	}
}

// TestPublishable_CarouselSize: 2 to 10 files, and a draft may still be without any (contract 4).
func TestPublishable_CarouselSize(t *testing.T) {
	t.Parallel()
	for n := range 12 {
		c := verdicts{name: "carousel", content: changed(Carousel, func(p *PublishablePost) { p.MediaFileIDs = slices.Repeat([]wireid.ID{square}, n) })}
		if n < 2 || n > 10 {
			c.post, c.says = apperror.InvalidCarousel, "a carousel has 2 to 10 files, not "
		}
		if n == 1 || n > 10 {
			c.draft = apperror.InvalidCarousel
		}
		c.run(t, primary)
	}
}

// TestPublishable_RulesByType is the validation list of contract 4, each rule on each type, as a
// post and as a draft.
func TestPublishable_RulesByType(t *testing.T) {
	t.Parallel()
	tags := func(p *PublishablePost) { p.UserTags = []UserTag{{Username: "ann", X: 0.25, Y: 1}} }
	mentions := func(p *PublishablePost) { p.StoryMentions = []StoryMention{{Username: "ann"}} }
	collaborators := func(p *PublishablePost) { p.Collaborators = []string{"ann"} }
	altText := func(p *PublishablePost) { p.AltText = new("a loaf") }
	comment := func(p *PublishablePost) { p.FirstComment = new("Which one next?") }
	share := func(p *PublishablePost) { p.CrossPostToPartner = new(true) }
	for _, rule := range []struct {
		name   string
		change func(*PublishablePost)
		code   apperror.Code
		takes  []MediaType
	}{
		{"userTags", tags, apperror.InvalidTags, []MediaType{Image, Carousel}},
		{"storyMentions", mentions, apperror.InvalidMentions, []MediaType{Stories}},
		{"collaborators", collaborators, apperror.InvalidCollaborators, []MediaType{Image, Reels, Carousel}},
		{"altText", altText, apperror.ValidationError, []MediaType{Image}},
		{"firstComment", comment, apperror.ValidationError, []MediaType{Image, Reels, Carousel}},
		{"coverMediaFileId", func(p *PublishablePost) { p.CoverMediaFileID = &square }, apperror.ValidationError, []MediaType{Reels}},
		{"thumbOffsetMs", func(p *PublishablePost) { p.ThumbOffsetMs = new(int64(3199)) }, apperror.ValidationError, []MediaType{Reels}},
		{"shareToFeed", func(p *PublishablePost) { p.ShareToFeed = new(false) }, apperror.ValidationError, []MediaType{Reels}},
		{"altTexts", func(p *PublishablePost) { p.AltTexts = []string{"a loaf", ""} }, apperror.ValidationError, []MediaType{Carousel}},
		{"peopleTagged", func(p *PublishablePost) { p.PeopleTagged = []string{"ann"} }, apperror.ValidationError, []MediaType{Reels, Stories}},
		{"isAiGenerated", func(p *PublishablePost) { p.IsAIGenerated = new(true) }, apperror.ValidationError, []MediaType{Image, Reels, Stories, Carousel}},
		{"trial", func(p *PublishablePost) { p.Trial = new(TrialManual) }, apperror.ValidationError, []MediaType{Reels}},
		{"crossPostToPartner", share, apperror.InvalidCrossPost, []MediaType{Image, Reels, Stories}},
	} {
		for _, kind := range []MediaType{Image, Reels, Stories, Carousel} {
			want := rule.code
			if slices.Contains(rule.takes, kind) {
				want = ""
			}
			both(rule.name+" on "+string(kind), changed(kind, rule.change), want, "").run(t, partner)
			draft := changed(kind, rule.change)
			draft.MediaFileID, draft.MediaFileIDs = nil, nil
			if err := check(draft, partner, partial); apperror.CodeOf(err) != want {
				t.Errorf("a draft without media with %s on %s: %v", rule.name, kind, err)
			}
		}
	}
}

// TestPublishable_Look: what says how a post looks fits its files and what else it says.
func TestPublishable_Look(t *testing.T) {
	t.Parallel()
	cover := func(id wireid.ID) func(*PublishablePost) {
		return func(p *PublishablePost) { p.CoverMediaFileID = &id }
	}
	offset := func(ms int64) func(*PublishablePost) {
		return func(p *PublishablePost) { p.ThumbOffsetMs = &ms }
	}
	texts := func(of ...string) func(*PublishablePost) {
		return func(p *PublishablePost) { p.AltTexts, p.MediaFileIDs = of, []wireid.ID{square, movie} }
	}
	const invalid = apperror.ValidationError
	for name, c := range map[string]struct {
		kind   MediaType
		change func(*PublishablePost)
		code   apperror.Code
		says   string
	}{
		"a tall cover":            {Reels, cover(tall), "", ""},
		"a cover that is a video": {Reels, cover(movie), invalid, "a cover is a picture"},
		"a cover that is broken":  {Reels, cover(broken), apperror.MediaInvalid, "it has no pixels"},
		"no such cover":           {Reels, cover(nowhere), apperror.MediaInvalid, "for the cover"},
		"the first moment":        {Reels, offset(0), "", ""},
		"a moment at the end":     {Reels, offset(3200), invalid, "the video lasts 3200 milliseconds"},
		"a moment that is huge":   {Reels, offset(1 << 62), invalid, "the video lasts 3200 milliseconds"},
		"both covers":             {Reels, func(p *PublishablePost) { cover(square)(p); offset(1)(p) }, invalid, "a reel has one cover"},
		"a text of a video":       {Carousel, texts("a loaf", "a film"), invalid, "altTexts[1] belongs to a video"},
		"one text too many":       {Carousel, texts("a loaf", "", "another"), invalid, "altTexts[2] belongs to no file: the carousel has 2"},
		"empty texts at the end":  {Carousel, texts("a loaf", "", ""), "", ""},
		"a text that is too long": {Carousel, texts(strings.Repeat("ä", 1001)), invalid, "altTexts[0] has 1001 characters; it may have 1000"},
		"the longest text":        {Carousel, texts(strings.Repeat("ä", 1000)), "", ""},
		"people in a picture":     {Image, func(p *PublishablePost) { p.PeopleTagged = []string{"ann"} }, invalid, "tag people in a picture with userTags"},
		"nobody's name":           {Reels, func(p *PublishablePost) { p.PeopleTagged = []string{"ann", "a b"} }, invalid, "peopleTagged[1]"},
		"people beside mentions": {
			Stories, func(p *PublishablePost) {
				p.PeopleTagged, p.StoryMentions = []string{"ann"}, []StoryMention{{Username: "ann"}}
			},
			invalid, "leave out one of the two",
		},
		"a label beside mentions": {
			Stories, func(p *PublishablePost) {
				p.IsAIGenerated, p.StoryMentions = new(true), []StoryMention{{Username: "ann"}}
			},
			invalid, "no label for artificial intelligence",
		},
		"texts of a picture": {Image, func(p *PublishablePost) { p.AltTexts = []string{"a loaf"} }, invalid, "the description of an IMAGE is altText"},
	} {
		both(name, changed(c.kind, c.change), c.code, c.says).run(t, primary)
	}
}

// TestPublishable_CrossPost: a post is shared only when it asks for that and its account was
// connected with a Page.
func TestPublishable_CrossPost(t *testing.T) {
	t.Parallel()
	share := func(wish bool) func(*PublishablePost) {
		return func(p *PublishablePost) { p.CrossPostToPartner = &wish }
	}
	for _, kind := range []MediaType{Image, Reels, Stories} {
		both("on "+string(kind), changed(kind, share(true)), apperror.InvalidCrossPost, "the account bakery was not connected with one").run(t, primary)
		both("without a Page on "+string(kind), changed(kind, share(true)), apperror.InvalidCrossPost, "the token of weaver leads to no Page").run(t, pageless)
		both("not wished on "+string(kind), changed(kind, share(false)), "", "").run(t, primary)
	}
	both("a carousel of any account", changed(Carousel, share(true)), apperror.InvalidCrossPost, "a carousel cannot").run(t, primary)
	both("a carousel without the wish", changed(Carousel, share(false)), "", "").run(t, primary)
}

// TestPublishable_Names: a username has 1 to 30 characters (contract 8) of those that the network
// allows.
func TestPublishable_Names(t *testing.T) {
	t.Parallel()
	for name, ok := range map[string]bool{
		"a": true, "@ann": true, "A.b_9": true, strings.Repeat("a", 30): true,
		"": false, strings.Repeat("a", 31): false, "é": false, "@": false, "@@ann": false, "not a name!": false, "a\n": false,
	} {
		for where, p := range map[string]PublishablePost{
			"collaborators[1]":          {Content: Content{Collaborators: []string{"ann", name}}},
			"userTags[0].username":      {Content: Content{UserTags: []UserTag{{Username: name}}}},
			"storyMentions[1].username": {Content: Content{StoryMentions: []StoryMention{{Username: "ann"}, {Username: name}}}},
		} {
			err := p.checkNames()
			if (err == nil) != ok || err != nil && (apperror.CodeOf(err) != apperror.ValidationError || !strings.Contains(err.Error(), where)) {
				t.Errorf("%s %q: %v", where, name, err)
			}
		}
	}
}

// TestPublishable_OrderOfRules: the media come before the rules by type, and names before both.
func TestPublishable_OrderOfRules(t *testing.T) {
	t.Parallel()
	p := changed(Reels, func(p *PublishablePost) {
		p.UserTags, p.StoryMentions, p.Collaborators = []UserTag{{Username: "ann"}}, []StoryMention{{Username: "ann"}}, []string{""}
		p.MediaFileID, p.CrossPostToPartner, p.AltText = &square, new(true), new("a loaf")
	})
	for _, step := range []struct {
		code apperror.Code
		mend func()
	}{
		{apperror.ValidationError, func() { p.Collaborators = nil }},
		{apperror.InvalidMediaType, func() { p.MediaFileID = &movie }},
		{apperror.InvalidTags, func() { p.UserTags = nil }},
		{apperror.InvalidMentions, func() { p.StoryMentions = nil }},
		{apperror.ValidationError, func() { p.AltText = nil }},
		{apperror.InvalidCrossPost, func() { p.CrossPostToPartner = nil }},
	} {
		if err := check(p, primary, whole); apperror.CodeOf(err) != step.code {
			t.Fatalf("got %v, want %s", err, step.code)
		}
		step.mend()
	}
	if err := check(p, primary, whole); err != nil {
		t.Error(err)
	}
}

// TestPublishable_Fill: the lists become JSON texts that read back, and what is empty is null
// (contract 2, Post).
func TestPublishable_Fill(t *testing.T) {
	t.Parallel()
	p := PublishablePost{
		AccountID: wireid.New(), MediaType: Image,
		Content: Content{Caption: new("Brot & <Käse>"), LocationID: new("42"), LocationName: new("Bäckerei"), AltText: new("a loaf"), UserTags: []UserTag{{"ann", 0.1, 0.9}}, Collaborators: []string{"ben", "cat"}, StoryMentions: []StoryMention{{Username: "dan", X: new(0.5)}}, CrossPostToPartner: new(true)},
	}
	var post Post
	if err := p.fill(&post); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{
		"caption": value(post.Caption), "locationId": value(post.LocationID), "locationName": value(post.LocationName), "altText": value(post.AltText),
		"userTags": value(post.UserTags), "collaborators": value(post.Collaborators), "storyMentions": value(post.StoryMentions),
	}
	want := map[string]string{
		"caption": "Brot & <Käse>", "locationId": "42", "locationName": "Bäckerei", "altText": "a loaf",
		"userTags": `[{"username":"ann","x":0.1,"y":0.9}]`, "collaborators": `["ben","cat"]`, "storyMentions": `[{"username":"dan","x":0.5}]`,
	}
	if !maps.Equal(got, want) || !post.CrossPostToPartner || post.SocialAccountID != p.AccountID || post.MediaType != Image {
		t.Errorf("got %v", got)
	}
	tags, err := DecodeList[UserTag](post.UserTags)
	if err != nil || !slices.Equal(tags, p.UserTags) {
		t.Errorf("read back %v, %v", tags, err)
	}
	if err := (PublishablePost{MediaType: Image, Content: Content{UserTags: []UserTag{}, CrossPostToPartner: new(false)}}).fill(&post); err != nil {
		t.Fatal(err)
	}
	if post.UserTags != nil || post.Collaborators != nil || post.StoryMentions != nil || post.Caption != nil || post.CrossPostToPartner {
		t.Errorf("empty content leaves %+v", post)
	}
	if list, err := DecodeList[string](nil); list != nil || err != nil {
		t.Errorf("nothing reads as %v, %v", list, err)
	}
	if _, err := DecodeList[string](new("{")); err == nil {
		t.Error("a text that is no list is read")
	}
}

// TestCheckMedia_NamesTheItem: an error about an item of a carousel names its place and the count;
// one about another post names neither.
func TestCheckMedia_NamesTheItem(t *testing.T) {
	t.Parallel()
	for want, ids := range map[string][]wireid.ID{
		"item 2 of 3: there is no media file " + nowhere.String(): {square, nowhere, broken},
		"item 3 of 4: the file " + broken.String() + " cannot be": {square, square, broken, nowhere},
		"item 1 of 2: the file " + tall.String() + " cannot be":   {tall, square},
	} {
		err := PublishablePost{MediaType: Carousel, MediaFileIDs: ids}.checkMedia(testFiles(), whole)
		if own := apperror.From(err); own == nil || own.Code != apperror.MediaInvalid || !strings.HasPrefix(own.Message, want) {
			t.Errorf("%v: %v", ids, err)
		}
	}
	if err := (PublishablePost{MediaType: Image, MediaFileID: &nowhere}).checkMedia(testFiles(), whole); err == nil || strings.Contains(err.Error(), "item") {
		t.Errorf("a picture: %v", err)
	}
}
