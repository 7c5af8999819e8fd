package main

import (
	"fmt"
	"strings"
	"testing"

	"crier/modules/posts/bulk"

	"crier/platform/wireid"
)

// TestCheckPlain: what people write passes, in every script, and what nobody can
// read is named with its place.
func TestCheckPlain(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "Bread, \u00e0 la carte\n\tline two\r\n#rye", "\u05dc\u05d7\u05dd \U0001f468\u200d\U0001f373 \u2028"} {
		if err := bulk.CheckPlain("the caption", text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]string{"ab\x1b[31m": "(U+001B) in place 3", "\x00": "(U+0000) in place 1", "a\xff": "not UTF-8", "\u0085": "(U+0085)", "a\ufffd": "a letter that was lost"} {
		if err := bulk.CheckPlain("the caption", text); err == nil || !strings.HasPrefix(err.Error(), "the caption ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestContent_CountsFilesBeforeTheUpload: nobody waits for uploads of a post that cannot be made.
func TestContent_CountsFilesBeforeTheUpload(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		files int
		kind  word
		want  string
	}{
		{1, "", ""},
		{10, "", ""},
		{11, "", "a carousel has 2 to 10 files, and 11 are named"},
		{1, "carousel", "a carousel has 2 to 10 files, and 1 is named"},
		{2, "carousel", ""},
	} {
		err := (&content{Files: make([]string, c.files), Type: c.kind}).check()
		if got := fmt.Sprint(err); got != c.want && (err != nil || c.want != "") || err != nil && codeOf(err) != exitUsage {
			t.Errorf("%d files, %q: %v; want %q", c.files, c.kind, err, c.want)
		}
	}
}

// TestCaptionText_OfNothing: a program in the pipe that has failed must not publish without a
// caption.
func TestCaptionText_OfNothing(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "", "\n": "", "Rye\n": "Rye"} {
		got, err := (&content{Caption: "-"}).captionText(strings.NewReader(in))
		if got != want || (err == nil) != (want != "") || err != nil && codeOf(err) != exitUsage {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	if got, err := new(content).captionText(strings.NewReader("")); got != "" || err != nil {
		t.Errorf("without --caption: %q, %v", got, err)
	}
}

// TestFound_MarkIsNoCaption: the mark with which programs of Windows begin a text is not published,
// however the text comes in.
func TestFound_MarkIsNoCaption(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"\ufeffHello\r\n", "\xff\xfeH\x00e\x00l\x00l\x00o\x00\r\x00\n\x00"} {
		if got, err := (&content{Caption: "-"}).captionText(strings.NewReader(in)); got != "Hello" || err != nil {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	if got, err := (&content{Caption: "\ufeffHello"}).captionText(nil); got != "Hello" || err != nil {
		t.Errorf("in the call: %q, %v", got, err)
	}
	r := (&content{Alt: []string{"\ufeffA loaf"}}).composed(wireid.ID{}, "")
	if len(r.AltTexts) != 1 || r.AltTexts[0] != "A loaf" {
		t.Errorf("the alt text: %q", r.AltTexts)
	}
}
