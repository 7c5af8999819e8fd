package limits_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/limits"
)

// TestRead: the file sets values; each slip in it leaves Crier's own value, and has a sentence that
// names the file and the name.
func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file string
		of   limits.Name
		want float64
		says []string
	}{
		"a value":             {`{"feed-picture-tallest": 0.8}`, limits.TallestPicture, 0.8, nil},
		"none":                {`{}`, limits.TallestPicture, 0.75, nil},
		"null":                {`null`, limits.TallestPicture, 0.75, nil},
		"a part of a MB":      {`{"picture-size": 8.5}`, limits.PictureSize, 8.5, nil},
		"one good, one bad":   {`{"picture-size": 30, "nothing": 1}`, limits.PictureSize, 30, []string{`there is no limit "nothing"`}},
		"an unknown name":     {`{"` + strings.Repeat("x", 50_000) + `": 1}`, limits.PictureSize, 8, []string{`there is no limit "xxxx`}},
		"a fixed one":         {`{"caption": 3000}`, limits.PictureSize, 8, []string{`"caption" cannot be changed, because version 1 of the API promises 2200`}},
		"a text":              {`{"picture-size": "8"}`, limits.PictureSize, 8, []string{`"picture-size" is "8", which is no number; Crier uses 8`}},
		"no value":            {`{"picture-size": null}`, limits.PictureSize, 8, []string{`is null, which is no number`}},
		"beyond a double":     {`{"picture-size": 1e999}`, limits.PictureSize, 8, []string{`which is no number`}},
		"a list":              {`{"picture-size": [8]}`, limits.PictureSize, 8, []string{`which is no number`}},
		"too much":            {`{"feed-picture-tallest": 12}`, limits.TallestPicture, 0.75, []string{`is 12, and can be 0.1 to 1; Crier uses 0.75`}},
		"less than nothing":   {`{"hashtags": -1}`, limits.Hashtags, 30, []string{`is -1, and can be 0 to 1000`}},
		"half a channel":      {`{"sound-channels": 1.5}`, limits.SoundChannels, 2, []string{`counts whole channels`}},
		"no JSON":             {`picture-size = 8`, limits.PictureSize, 8, []string{`is not used: it is no JSON object of names and numbers`}},
		"a list of them":      {`[8]`, limits.PictureSize, 8, []string{`is not used`}},
		"an empty file":       {``, limits.PictureSize, 8, []string{`is not used`}},
		"larger than it need": {`{"picture-size": 30}` + strings.Repeat(" ", 64<<10), limits.PictureSize, 8, []string{`it is larger than 64 KB`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), limits.FileName)
			if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			table := limits.Read(path)
			if got := table.Of(c.of).Value; got != c.want || len(table.Problems) != len(c.says) {
				t.Fatalf("%s is %g, with the problems %q", c.of, got, table.Problems)
			}
			if l := table.Of(c.of); l.IsOwn() != (c.want != limits.BuiltIn().Of(c.of).Value) || l.BuiltIn != limits.BuiltIn().Of(c.of).Value {
				t.Errorf("%+v", l)
			}
			for i, says := range c.says {
				if !strings.Contains(table.Problems[i], says) || !strings.HasPrefix(table.Problems[i], path) || !strings.Contains(table.Problems[i], "start Crier again") {
					t.Errorf("it says %q, and not %q", table.Problems[i], says)
				}
			}
		})
	}
	if table := limits.Read(filepath.Join(t.TempDir(), limits.FileName)); table != limits.BuiltIn() {
		t.Errorf("without a file: %+v", table)
	}
	if table := limits.Read(t.TempDir()); len(table.Problems) != 1 || !strings.Contains(table.Problems[0], "it is no file") {
		t.Errorf("a folder of that name: %q", table.Problems)
	}
}
