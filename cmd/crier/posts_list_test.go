package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"crier/modules/posts"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestFound_ListsShowCaptions: a list says which post is which, on lines that a terminal does not
// break, and has a column for errors only when there are any.
func TestFound_ListsShowCaptions(t *testing.T) {
	t.Parallel()
	account, code := wireid.New(), "MEDIA_INVALID"
	caption := "Rye bread\tfrom the oven,\nevery morning at six, with butter and a very long story about the miller and his wife"
	list := []posts.Post{
		{ID: wireid.New(), SocialAccountID: account, MediaType: posts.Carousel, Status: posts.Scheduled, Caption: &caption, CreatedAt: wiretime.Of(time.Date(2026, 12, 24, 18, 0, 0, 0, time.UTC))},
		{ID: wireid.New(), SocialAccountID: account, MediaType: posts.Image, Status: posts.Draft},
	}
	shown := func(columns int) (lines []string) {
		t.Helper()
		var out bytes.Buffer
		if err := printPosts(&out, columns, list, map[wireid.ID]string{account: "crier.demo.bakery"}); err != nil {
			t.Fatal(err)
		}
		lines = strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != 3 {
			t.Fatalf("got %q", out.String())
		}
		for _, line := range lines {
			if columns > 0 && utf8.RuneCountInString(line) > columns {
				t.Errorf("%d columns: the line has %d: %q", columns, utf8.RuneCountInString(line), line)
			}
		}
		return lines
	}
	wide := shown(0)
	if !strings.HasPrefix(wide[1], list[0].ID.String()) || !strings.Contains(wide[1], "Rye bread from the oven, every morning at six, with butter…") || strings.Contains(wide[0], "ERROR") || !strings.HasSuffix(wide[2], "-") {
		t.Errorf("without a terminal: %q", wide)
	}
	for columns, begins := range map[int]string{80: "Rye bread", 120: "Rye bread from the oven, every", 300: "the miller and his wife"} {
		lines := shown(columns)
		if !strings.Contains(lines[1], begins) || strings.Contains(lines[1], list[0].ID.String()) || !strings.HasPrefix(lines[1], short(list[0].ID)) || (columns > 80) != strings.Contains(lines[0], "TYPE") {
			t.Errorf("%d columns: %q", columns, lines)
		}
	}
	list[1].ErrorCode = &code
	if lines := shown(140); !strings.Contains(lines[0], "ERROR") || !strings.Contains(lines[2], code) {
		t.Errorf("with an error: %q", lines)
	}
}

// TestBeginning counts columns of the terminal, of which some characters take two and some none.
func TestBeginning(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "1234567890": "1234567890", "12345678901": "123456789…", "123456789 1": "123456789…", "12345678 90": "12345678…",
		"\u30af\u30e9\u30a4\u30a2\u30f3": "\u30af\u30e9\u30a4\u30a2\u30f3", "\u30af\u30e9\u30a4\u30a2\u30f3\u30c8": "\u30af\u30e9\u30a4\u30a2…",
		"cafe\u0301 au lait": "cafe\u0301 au l…", "a\x1b[31m\u202eb": "a\ufffd[31mb",
	} {
		if got := beginning(text, 10); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
