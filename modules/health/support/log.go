package support

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"crier/platform/logging"
)

// mostLog bounds what of the log goes in, in bytes.
const mostLog = 5 << 20

// logFields are the fields of a record that go in. Others may hold what a person has written or
// named.
var logFields = strings.Fields(`
	time level msg error post account job code reason media method path status version worker channel try tries stack panic part chore step state started
	since shown problem pid pause took mode lived highest fault epoch done deaths class call becomes attempts ahead after accounts bytes files jobs posts
	found id kind op count url`)

// newestLog returns the newest records of the log as lines of JSON, the oldest first, and how many
// lines were left out because they are no records.
func newestLog(c *Cleaner, path string) (text []byte, leftOut int, err error) {
	var lines [][]byte
	for _, name := range []string{logging.Predecessor(path), path} {
		some, left, err := cleanLog(c, name)
		if err != nil {
			return nil, 0, err
		}
		lines, leftOut = append(lines, some...), leftOut+left
	}
	size, from := 0, len(lines)
	for from > 0 && size+len(lines[from-1])+1 <= mostLog {
		from--
		size += len(lines[from]) + 1
	}
	return append(bytes.Join(lines[from:], []byte("\n")), '\n'), leftOut, nil
}

// cleanLog reads a log file, which may not exist.
func cleanLog(c *Cleaner, path string) (lines [][]byte, leftOut int, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, 0, errors.Join(errors.New("the log is no file"), err)
	}
	const longest = 1 << 20
	in := bufio.NewScanner(file)
	in.Buffer(nil, longest)
	for in.Scan() {
		line, err := cleanRecord(c, logging.Record(in.Text()))
		if err != nil {
			return nil, 0, err
		}
		if line == nil {
			leftOut++
			continue
		}
		lines = append(lines, line)
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return lines, leftOut + 1, nil
	}
	return lines, leftOut, in.Err()
}

// cleanRecord returns the record as JSON, and nil for a line that is none.
func cleanRecord(c *Cleaner, r logging.Record) ([]byte, error) {
	fields := r.Fields()
	if fields["time"] == nil || fields["level"] == nil {
		return nil, nil
	}
	for name := range fields {
		if !slices.Contains(logFields, name) {
			delete(fields, name)
		}
	}
	for _, name := range []string{"time", "level"} {
		if text, isText := fields[name].(string); !isText || len(text) > 40 {
			return nil, nil
		}
	}
	return json.Marshal(c.cleaned(fields))
}
