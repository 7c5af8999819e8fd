package e2e_test

import (
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"crier/modules/media"
	"crier/modules/media/rules"
)

// TestCommand_MediaFit: each command that crier media check offers makes the file fit.
func TestCommand_MediaFit(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	client := s.Client(t)
	offered := regexp.MustCompile(`Crier can: .* \(crier (media fit .*--for image)\)`)
	seen := 0
	for n := range 2 {
		id := client.Upload("file", "tall.png", picture(t, 300, 400)).Want(http.StatusCreated).String("id")
		commands := offered.FindAllStringSubmatch(s.Command(t, "media", "check", id[:8]).Stdout, -1)
		if len(commands) != 2 {
			t.Fatalf("offered are %q", commands)
		}
		fitted := s.Command(t, strings.Fields(commands[n][1])...)
		if fitted.Code != 0 || !strings.Contains(fitted.Stdout, "IMAGE: yes\n") {
			t.Errorf("%s: %+v", commands[n][1], fitted)
		}
		seen++
	}
	tall := client.Upload("file", "tall.png", picture(t, 300, 400)).Want(http.StatusCreated).String("id")
	var check media.Check
	jsonOf(t, s.Command(t, "media", "fit", tall, "--pad", "--json"), &check)
	for _, use := range check.Uses {
		if use.MediaType == rules.Feed && !use.IsPublishable {
			t.Errorf("padded in white: %+v", use)
		}
	}
	var file media.MediaFile
	jsonOf(t, s.Command(t, "media", "show", tall[:8], "--json"), &file)
	if got := fmt.Sprintf("%dx%d", *file.Width, *file.Height); got != "320x400" {
		t.Errorf("the file is %s", got)
	}
	if again := s.Command(t, "media", "fit", tall[:8], "--crop"); again.Code != 0 || again.Stdout != "The file fits image as it is; nothing was changed.\n" || again.Stderr != "" {
		t.Errorf("fits already: %+v", again)
	}
	var same media.Check
	if jsonOf(t, s.Command(t, "media", "fit", tall, "--blur", "--json"), &same); !reflect.DeepEqual(same, check) {
		t.Errorf("fits already, as JSON: %+v, and was %+v", same, check)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"no way":        {[]string{"fit", tall}, 2, "--crop"},
		"two ways":      {[]string{"fit", tall, "--crop", "--pad"}, 2, "--"},
		"no such kind":  {[]string{"fit", tall, "--crop", "--for", "reels"}, 2, "cannot be published as reels"},
		"a short photo": {[]string{"fit", tall, "--trim"}, 2, "this file is a picture"},
		"no such file":  {[]string{"fit", unlike(tall), "--crop"}, 1, "no media file"},
		"shown, no id":  {[]string{"show", "x"}, 2, "no id of a media file"},
		"deleted, none": {[]string{"delete", unlike(tall)}, 1, "no media file"},
	} {
		if exit := s.Command(t, append([]string{"media"}, c.args...)...); exit.Code != c.code || exit.Stdout != "" || !strings.Contains(exit.Stderr, c.says) {
			t.Errorf("%s: %+v", name, exit)
		}
	}
	if exit := s.Command(t, "media", "delete", tall[:8]); exit.Code != 0 || s.files() != seen {
		t.Errorf("deleted: %+v, and %d files are left", exit, s.files())
	}
}
