package storyrepost

import (
	"strings"
	"testing"

	"crier/platform/apperror"
)

func TestParseOverlay(t *testing.T) {
	t.Parallel()
	text, err := parseOverlay(`{}`)
	if err != nil || specOf(text, "ann").Texts[0].Text != "Repost: @ann" || text.Y != defaultY || text.Background != defaultBox {
		t.Errorf("the default is %+v, %v", text, err)
	}
	text, err = parseOverlay(` {"text":"via {username}, thanks {username}","y":0.1,"bold":true,"background":""} `)
	if err != nil || specOf(text, "ann").Texts[0].Text != "via ann, thanks ann" || text.Y != 0.1 || !text.Bold || text.Background != "" {
		t.Errorf("got %+v, %v", text, err)
	}
	for _, wrong := range []string{
		``, `x`, `null`, `[]`, `"text"`, `{"text":1}`, `{"text":""}`, `{"x":2}`, `{"size":0}`, `{"color":"red"}`, `{} {}`, `{}x`,
		`{"text":"` + strings.Repeat("x", 501) + `"}`, `{"text":"` + strings.Repeat("{username}", 20) + `"}`, `{"text":"` + strings.Repeat("x", maxOverlay) + `"}`,
	} {
		if _, err := parseOverlay(wrong); apperror.CodeOf(err) != apperror.ValidationError {
			t.Errorf("%.40s: %v", wrong, err)
		}
	}
}

// FuzzParseOverlay: every overlay that is accepted can be drawn, for every name.
func FuzzParseOverlay(f *testing.F) {
	for _, s := range []string{`{}`, `{"text":"via @{username}","x":0.1,"y":0.2,"size":0.05,"align":"left","rotation":-10}`, `{"size":1e999}`, `null`, `{"text":"\ud800"}`} {
		f.Add(s, "ann")
	}
	f.Fuzz(func(t *testing.T, s, name string) {
		text, err := parseOverlay(s)
		if err != nil {
			if apperror.CodeOf(err) != apperror.ValidationError {
				t.Errorf("%q: %v", s, err)
			}
			return
		}
		if !isUsername(name) {
			name = "ann"
		}
		if err := specOf(text, name).Check(); err != nil {
			t.Errorf("%q for %q: %v", s, name, err)
		}
	})
}
