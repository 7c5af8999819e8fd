package limits

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
)

// FileName is the file of the data folder that sets other values, for the day on which the network
// changes one before Crier does.
const FileName = "limits.json"

// maxFile is far above what the file needs.
const maxFile = 64 << 10

// Read returns the table with the values of the file at path, which need not be there. What of the
// file cannot hold leaves the built-in value, with a sentence among the table's problems: a slip in
// it must not keep Crier from publishing.
func Read(path string) *Table {
	own, problem := readFile(path)
	if problem == nil && len(own) == 0 {
		return BuiltIn()
	}
	t := &Table{Limits: slices.Clone(BuiltIn().Limits)}
	if problem != nil {
		t.Problems = append(t.Problems, fmt.Sprintf("%s is not used: %v. Crier goes by its own values. Write it as {%q: 0.8} or delete it, and start Crier again", path, problem, TallestPicture))
	}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if problem := t.set(name, own[name]); problem != "" {
			t.Problems = append(t.Problems, fmt.Sprintf("%s: %s. Correct the line or delete it, and start Crier again", path, problem))
		}
	}
	return t.indexed()
}

func readFile(path string) (map[string]json.RawMessage, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no file") // To open a pipe would wait for its writer.
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if len(content) > maxFile {
		return nil, fmt.Errorf("it is larger than %d KB", maxFile>>10)
	}
	var own map[string]json.RawMessage
	if err := json.Unmarshal(content, &own); err != nil {
		return nil, fmt.Errorf("it is no JSON object of names and numbers (%w)", err)
	}
	return own, nil
}

// set sets a limit, or returns why that cannot be.
func (t *Table) set(name string, value json.RawMessage) (problem string) {
	i := slices.IndexFunc(t.Limits, func(l Limit) bool { return string(l.Name) == name })
	if i < 0 {
		return fmt.Sprintf("there is no limit %q; crier limits lists all of them", shortened(name))
	}
	l := &t.Limits[i]
	if l.IsFixed {
		return fmt.Sprintf("%q cannot be changed, because version 1 of the API promises %s", name, l.Text())
	}
	var number *float64
	if err := json.Unmarshal(value, &number); err != nil || number == nil {
		return fmt.Sprintf("%q is %s, which is no number; Crier uses %g", name, shortened(string(value)), l.Value)
	}
	if *number < l.least || *number > l.most {
		return fmt.Sprintf("%q is %g, and can be %g to %g; Crier uses %g", name, *number, l.least, l.most, l.Value)
	}
	if l.counts() && *number != math.Trunc(*number) {
		return fmt.Sprintf("%q is %g, and counts whole %s; Crier uses %g", name, *number, l.Unit, l.Value)
	}
	l.Value = *number
	return ""
}

// counts reports whether the limit counts things, of which there is no half.
func (l Limit) counts() bool {
	return slices.Contains([]string{characters, people, hashtags, files, posts, pixels, channels}, l.Unit)
}

// shortened returns the text, or its beginning.
func shortened(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
