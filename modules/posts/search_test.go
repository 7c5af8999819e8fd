package posts

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func (b *bundle) search(t testing.TB, in searchInput) FoundPosts {
	t.Helper()
	if in.Timezone == "" {
		in.Timezone = "UTC"
	}
	if in.Limit == 0 {
		in.Limit = 50
	}
	out, err := newSearches(b.db, b.calendar().summaries).search(t.Context(), &in)
	if err != nil {
		t.Fatal(err)
	}
	return out.Body
}

// captions returns what posts begin with.
func captions(found []PostSummary) []string {
	all := make([]string, len(found))
	for i, p := range found {
		all[i] = p.Caption
	}
	return all
}

// TestSearch: each condition leaves out what does not fit it, and characters that mean something in
// LIKE or SQL are plain letters.
func TestSearch(t *testing.T) {
	t.Parallel()
	b := setup(t)
	made := start
	add := func(caption string, change func(*Post)) {
		made = made.Add(time.Minute)
		post := in(Published)
		post.MediaType, post.Caption, post.CreatedAt, post.PublishedAt = Image, &caption, wiretime.Of(made), at(made)
		change(&post)
		b.insert(t, post)
	}
	add("Rye and spelt", func(p *Post) { p.MediaType = Carousel })
	add("100% rye_bread", func(p *Post) { p.Status, p.ErrorCode = Failed, new("TOKEN_EXPIRED") })
	add(`A \ and 'quotes' "too"`, func(p *Post) { p.SocialAccountID = b.potter.ID })
	add("ÜBER ALLES BROT", func(p *Post) { p.Status = Draft })
	add("über den Teig", func(p *Post) { p.Status, p.PlannedFor = Draft, at(start) })
	for name, c := range map[string]struct {
		in   searchInput
		want []string
	}{
		"everything":     {searchInput{}, []string{"100% rye_bread", "ÜBER ALLES BROT", `A \ and 'quotes' "too"`, "Rye and spelt", "über den Teig"}},
		"a word":         {searchInput{Q: "RYE"}, []string{"100% rye_bread", "Rye and spelt"}},
		"a percent sign": {searchInput{Q: "%"}, []string{"100% rye_bread"}},
		"an underscore":  {searchInput{Q: "E_B"}, []string{"100% rye_bread"}},
		"a backslash":    {searchInput{Q: `\`}, []string{`A \ and 'quotes' "too"`}},
		"quotes":         {searchInput{Q: `'QUOTES' "`}, []string{`A \ and 'quotes' "too"`}},
		"an umlaut":      {searchInput{Q: "Über"}, []string{"ÜBER ALLES BROT", "über den Teig"}},
		"a status":       {searchInput{Status: []Status{Failed}}, []string{"100% rye_bread"}},
		"two statuses":   {searchInput{Status: []Status{Failed, Draft}, Q: "r"}, []string{"100% rye_bread", "ÜBER ALLES BROT", "über den Teig"}},
		"a code":         {searchInput{Code: "TOKEN_EXPIRED"}, []string{"100% rye_bread"}},
		"another code":   {searchInput{Code: "X"}, []string{}},
		"an account":     {searchInput{AccountID: httpapi.Param[wireid.ID]{Value: b.potter.ID, IsSet: true}}, []string{`A \ and 'quotes' "too"`}},
		"a kind":         {searchInput{MediaType: Carousel}, []string{"Rye and spelt"}},
		"a NUL":          {searchInput{Q: "\x00"}, []string{}},
		"after a NUL":    {searchInput{Q: "Teig\x00"}, []string{}},
		"nothing":        {searchInput{Q: "' OR 1 = 1 --"}, []string{}},
	} {
		if got := b.search(t, c.in); !slices.Equal(captions(got.Posts), c.want) || got.Next != nil {
			t.Errorf("%s: got %q, want %q", name, captions(got.Posts), c.want)
		}
	}
}

// TestSearch_Everywhere: a post is found by whatever somebody knows of it.
func TestSearch_Everywhere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := in(Failed)
	post.Caption, post.AltText, post.AltTexts = new("Out of the oven"), new("A loaf on a board"), Texts{"Crumb from above"}
	post.UserTags, post.PeopleTagged, post.ErrorMessage = new(`[{"username":"mara.voss","x":0.5,"y":0.5}]`), Texts{"ann.kiln"}, new("the token expired")
	post.StoryMentions, post.Collaborators = new(`[{"username":"wheel.thrown","x":0.5,"y":0.5}]`), new(`["flour.and.stone"]`)
	post.LocationID, post.LocationName = new("213385402"), new("Lisbon, Portugal")
	photo := b.photo(t)
	b.insert(t, post, photo)
	if _, err := b.db.NewRaw("INSERT INTO book_places (id, name) VALUES ('213385402', 'The shop')").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	var name string
	if err := b.db.NewRaw("SELECT original_filename FROM media_files WHERE id = ?", photo).Scan(t.Context(), &name); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"OVEN", "a loaf", "crumb", "mara", "ann.kiln", "wheel", "flour", "lisbon", "the shop", "token exp", strings.ToUpper(name)} {
		if got := b.search(t, searchInput{Q: q}); len(got.Posts) != 1 {
			t.Errorf("%s: found %d", q, len(got.Posts))
		}
	}
	if got := b.search(t, searchInput{Q: "rye"}); len(got.Posts) != 0 {
		t.Errorf("found %q", captions(got.Posts))
	}
}

// TestSearch_Pages: the pages have every post once, whatever their length, and posts of one instant
// too.
func TestSearch_Pages(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const all = 11
	for n := range byte(all) {
		post := in(Published)
		post.ID, post.CreatedAt, post.Caption = numbered(n), wiretime.Of(start.Add(time.Duration(n/3)*time.Minute)), new(fmt.Sprint(n))
		post.PublishedAt = &post.CreatedAt
		b.insert(t, post)
	}
	for _, status := range [][]Status{nil, {Published}} {
		for limit := 1; limit <= all+1; limit++ {
			var got []string
			in := searchInput{Limit: limit, Status: status}
			for range all + 1 {
				page := b.search(t, in)
				got = append(got, captions(page.Posts)...)
				if page.Next == nil {
					break
				}
				in.Cursor = *page.Next
			}
			if strings.Join(got, " ") != "10 9 8 7 6 5 4 3 2 1 0" {
				t.Errorf("by %d: %v", limit, got)
			}
		}
	}
	for _, cursor := range []string{"x", "1", "1.x", ".", "1." + strings.Repeat("0", 36), "99999999999999999999." + wireid.New().String()} {
		_, err := newSearches(b.db, b.calendar().summaries).search(t.Context(), &searchInput{Cursor: cursor, Timezone: "UTC", Limit: 1})
		if apperror.CodeOf(err) != apperror.InvalidParam {
			t.Errorf("%q: %v", cursor, err)
		}
	}
}

// TestFound_SearchInOrderOfWhatIsShown: posts are in the order of the time that is shown of them,
// page by page, whenever they were made; a draft without a day stands where it was made.
func TestFound_SearchInOrderOfWhatIsShown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for n, published := range []time.Duration{3 * time.Hour, time.Hour, 2 * time.Hour} {
		post := in(Published)
		post.CreatedAt, post.PublishedAt, post.Caption = wiretime.Of(start.Add(time.Duration(n)*time.Minute)), at(start.Add(published)), new(fmt.Sprint(n))
		b.insert(t, post)
	}
	b.insert(t, Post{Status: Draft, CreatedAt: wiretime.Of(start.Add(90 * time.Minute)), Caption: new("draft")})
	b.insert(t, Post{Status: Draft, CreatedAt: wiretime.Of(start), PlannedFor: at(start.Add(5 * time.Hour)), Caption: new("planned")})
	failed := in(Failed)
	failed.CreatedAt, failed.ScheduledFor, failed.Caption = wiretime.Of(start.Add(8*time.Hour)), at(start.Add(4*time.Hour)), new("failed")
	b.insert(t, failed)
	for want, status := range map[string][]Status{
		"planned failed 0 2 draft 1": nil, "0 2 1": {Published}, "planned draft": {Draft}, "failed 0 2 1": {Published, Failed}, "planned failed draft": {Draft, Failed},
	} {
		var got []string
		in := searchInput{Limit: 1, Status: status}
		for range 7 {
			page := b.search(t, in)
			got = append(got, captions(page.Posts)...)
			if page.Next == nil {
				break
			}
			in.Cursor = *page.Next
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v: got %v, want %s", status, got, want)
		}
	}
}

// fillHistory stores published posts, a minute apart.
func (b *bundle) fillHistory(tb testing.TB, n int) {
	tb.Helper()
	_, err := database.Exec(tb.Context(), b.db, `INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, caption, published_at, completed_at, created_at, updated_at)
		WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
		SELECT printf('%08x-0000-4000-8000-000000000000', n), ?2, ?2, 'IMAGE', 'MANUAL', 'UTC', 'PUBLISHED',
			'Post ' || n || '. ' || ?3, ?4 + n * 60000, ?4 + n * 60000, ?4 + n * 60000, ?4 + n * 60000 FROM numbers`,
		n, b.bakery.ID, strings.Repeat("A caption is seldom much longer than this. ", 6), start.UnixMilli())
	if err != nil {
		tb.Fatal(err)
	}
}

// TestSearch_LooksAtSoMany: a search for something rare looks at a part of the history, and the
// next searches go on to its end.
func TestSearch_LooksAtSoMany(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fillHistory(t, 2*searchedAtOnce+1)
	first := b.search(t, searchInput{Q: "Post 1."})
	if len(first.Posts) != 0 || first.Next == nil {
		t.Fatalf("got %q, next %v", captions(first.Posts), first.Next)
	}
	second := b.search(t, searchInput{Q: "Post 1.", Cursor: *first.Next})
	if len(second.Posts) != 0 || second.Next == nil {
		t.Fatalf("got %q, next %v", captions(second.Posts), second.Next)
	}
	third := b.search(t, searchInput{Q: "Post 1.", Cursor: *second.Next})
	if len(third.Posts) != 1 || third.Next != nil {
		t.Errorf("got %q, next %v", captions(third.Posts), third.Next)
	}
}

// BenchmarkSearch looks for captions among 100,000 posts, as a person does who types.
func BenchmarkSearch(tb *testing.B) {
	b := setup(tb)
	b.fillHistory(tb, 100_000)
	for name, in := range map[string]searchInput{
		"all": {}, "common": {Q: "seldom"}, "rare": {Q: "Post 100."}, "absent": {Q: "über"}, "status": {Q: "Post 100.", Status: []Status{Published}},
	} {
		tb.Run(name, func(tb *testing.B) {
			for tb.Loop() {
				b.search(tb, in)
			}
		})
	}
}
