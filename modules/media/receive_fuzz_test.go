package media

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzCleanFilename holds that a cleaned name is no path, is not too long, and changes neither a
// terminal nor a page's direction.
func FuzzCleanFilename(f *testing.F) {
	for _, name := range []string{
		"photo.jpg", "../../etc/passwd", `C:\Users\ada\photo.jpg`, "", ".", "..", "/", `\`, "a\x00b", "\x1b[31m", "\u202egpj.exe", "\xff\xfe", strings.Repeat("é", 400) + ".png", "." + strings.Repeat("x", 400),
	} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		clean := cleanFilename(name)
		if clean == "" || len(clean) > maxFilename || !utf8.ValidString(clean) || strings.Trim(clean, ". ") == "" || strings.ContainsAny(clean, "/\\\x00\n\r\x1b\u202e") {
			t.Errorf("%q became %q", name, clean)
		}
		if again := cleanFilename(clean); again != clean {
			t.Errorf("%q became %q, and that %q", name, clean, again)
		}
	})
}
