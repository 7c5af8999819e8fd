package posts

import (
	"testing"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestFailures: posts are grouped by account and cause, those that are held apart from those that
// failed, the latest group first.
func TestFailures(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ended := start
	fail := func(account wireid.ID, code, message string, after time.Duration) {
		ended = ended.Add(time.Second)
		post := in(Failed)
		post.SocialAccountID, post.ErrorMessage, post.CompletedAt = account, &message, at(start.Add(after))
		if code != "" {
			post.ErrorCode = &code
		}
		b.insert(t, post)
	}
	for i := range 7 {
		fail(b.bakery.ID, "TOKEN_EXPIRED", "number "+string(rune('0'+i)), -time.Duration(10-i)*time.Hour)
	}
	fail(b.potter.ID, "TOKEN_EXPIRED", "the potter's", -time.Hour)
	fail(b.potter.ID, "", "nobody knows", -2*time.Hour)
	fail(b.potter.ID, "MEDIA_INVALID", "long ago", -40*24*time.Hour)
	held := in(Scheduled)
	held.ErrorCode, held.ErrorMessage, held.IsScheduled = new("TOKEN_EXPIRED"), new("held"), true
	b.insert(t, held)
	b.insert(t, in(Scheduled))
	b.insert(t, in(Published))
	f := newFailures(b.db, b.clock, b.calendar().summaries)
	out, err := f.get(t.Context(), &failuresInput{Days: 30, Timezone: "Europe/Berlin"})
	if err != nil {
		t.Fatal(err)
	}
	want := []FailureGroup{
		{AccountID: b.bakery.ID, Code: "TOKEN_EXPIRED", IsHeld: true, Message: new("held"), Count: 1, FirstAt: wiretime.Of(start), LastAt: wiretime.Of(start)},
		{AccountID: b.potter.ID, Code: "TOKEN_EXPIRED", Message: new("the potter's"), Count: 1, FirstAt: *at(start.Add(-time.Hour)), LastAt: *at(start.Add(-time.Hour))},
		{AccountID: b.potter.ID, Message: new("nobody knows"), Count: 1, FirstAt: *at(start.Add(-2 * time.Hour)), LastAt: *at(start.Add(-2 * time.Hour))},
		{AccountID: b.bakery.ID, Code: "TOKEN_EXPIRED", Message: new("number 6"), Count: 7, FirstAt: *at(start.Add(-10 * time.Hour)), LastAt: *at(start.Add(-4 * time.Hour))},
	}
	if len(out.Body.Groups) != len(want) {
		t.Fatalf("got %+v", out.Body.Groups)
	}
	for i, g := range out.Body.Groups {
		w := want[i]
		if g.AccountID != w.AccountID || g.Code != w.Code || g.IsHeld != w.IsHeld || value(g.Message) != value(w.Message) || g.Count != w.Count ||
			g.FirstAt != w.FirstAt || g.LastAt != w.LastAt || len(g.Posts) != int(min(w.Count, shownOfGroup)) {
			t.Errorf("group %d is %+v, want %+v", i, g, w)
		}
	}
	if out, err := f.get(t.Context(), &failuresInput{Days: 365, Timezone: "UTC"}); err != nil || len(out.Body.Groups) != len(want)+1 {
		t.Errorf("of a year: %+v, %v", out, err)
	}
}

// TestDuplicates: the same text or file is found, also where the file was uploaded twice, and
// nothing of another account, of long ago or that failed.
func TestDuplicates(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := newDuplicates(b.db, b.clock, b.calendar().summaries)
	file, again, other := b.photo(t), b.photo(t), b.sized(t, 640, 480)
	add := func(caption string, change func(*Post), files ...wireid.ID) wireid.ID {
		post := in(Published)
		post.Caption = &caption
		change(&post)
		return b.insert(t, post, files...).ID
	}
	same := func(*Post) {}
	both := add(" rye\r\nbread\n", same, file)
	twice := add("spelt", same, other, again)
	text := add("rye\nbread", same, other)
	draft := add("rye\nbread", func(p *Post) { p.Status = Draft }, other)
	add("oats", same, other)
	add("rye\nbread", func(p *Post) { p.SocialAccountID = b.potter.ID }, file)
	add("rye\nbread", func(p *Post) { p.Status = Failed }, file)
	add("rye\nbread", func(p *Post) { p.CreatedAt = *at(start.AddDate(0, 0, -31)) }, file)
	find := func(r DuplicatesRequest) map[wireid.ID]Duplicate {
		t.Helper()
		r.AccountID, r.Timezone = b.bakery.ID, "UTC"
		if r.Days == 0 {
			r.Days = 30
		}
		out, err := d.find(t.Context(), &duplicatesInput{Body: r})
		if err != nil {
			t.Fatal(err)
		}
		found := map[wireid.ID]Duplicate{}
		for _, f := range out.Body.Duplicates {
			found[f.Post.ID] = f
		}
		return found
	}
	got := find(DuplicatesRequest{MediaFileIDs: []wireid.ID{file}, Caption: new("rye\nbread ")})
	if len(got) != 4 || !got[both].SameCaption || len(got[both].SameFiles) != 1 || got[twice].SameCaption || len(got[twice].SameFiles) != 1 ||
		got[twice].SameFiles[0] != file || !got[text].SameCaption || len(got[text].SameFiles) != 0 || !got[draft].SameCaption {
		t.Errorf("got %+v", got)
	}
	if got := find(DuplicatesRequest{MediaFileIDs: []wireid.ID{file}, Caption: new("rye\nbread"), PostID: &both}); len(got) != 3 {
		t.Errorf("of itself: %+v", got)
	}
	if got := find(DuplicatesRequest{Caption: new("rye\nbread"), Days: 365}); len(got) != 4 {
		t.Errorf("of a year: %+v", got)
	}
	for name, r := range map[string]DuplicatesRequest{"nothing": {}, "no text": {Caption: new(" \n")}, "another text": {Caption: new("rye")}, "no such file": {MediaFileIDs: []wireid.ID{wireid.New()}}} {
		if got := find(r); len(got) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
