package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"crier/platform/clock"
	"crier/platform/logging"
)

type logsCommand struct {
	existingFolder
	Follow bool `short:"f" help:"Go on with each new line, until Ctrl-C."`
	Lines  int  `short:"n" placeholder:"N" default:"100" help:"How many lines to show (default: 100)."`
	Level  word `placeholder:"LEVEL" enum:"debug,info,warn,error" default:"debug" help:"Only lines of this level and above: debug, info, warn or error. crier serve --log-level sets what is logged at all."`
	JSON   bool `name:"json" help:"Print each line as JSON: {\"time\", \"level\", \"msg\", ...}."`
}

// logPause is how often a log is read that is followed.
const logPause = 300 * time.Millisecond

// Run prints the end of the log in the folder, whether or not the service runs.
func (c *logsCommand) Run(ctx context.Context) error {
	if c.Lines < 0 {
		return usageError{fmt.Errorf("--lines %d is not possible; write 0 or more", c.Lines)}
	}
	dir, err := c.mustExist()
	if err != nil {
		return err
	}
	log := &logReader{path: dir.Log()}
	records, err := log.all()
	if err != nil {
		return err
	}
	if !log.found && !c.Follow {
		return fmt.Errorf("there is no log in %s yet; crier serve writes one", dir.Path())
	}
	records = c.wanted(records)
	out := bufio.NewWriter(os.Stdout)
	err = c.print(out, records[max(0, len(records)-c.Lines):])
	for err == nil && c.Follow && clock.Sleep(ctx, clock.System(), logPause) == nil {
		if records, err = log.more(); err == nil {
			err = c.print(out, c.wanted(records))
		}
	}
	return err
}

// wanted drops the records below the level.
func (c *logsCommand) wanted(records []logging.Record) []logging.Record {
	least := logging.LevelRank(string(c.Level))
	return slices.DeleteFunc(records, func(r logging.Record) bool { return logging.LevelRank(r.Level()) < least })
}

func (c *logsCommand) print(out *bufio.Writer, records []logging.Record) error {
	for _, r := range records {
		line := onOneLine(string(r))
		if c.JSON {
			encoded, err := json.Marshal(r.Fields())
			if err != nil {
				return err
			}
			line = string(encoded)
		}
		if _, err := out.WriteString(line + "\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}

// logReader reads the log file and the one before it. It does not keep them open, because Windows
// could not rename an open file.
type logReader struct {
	path string
	// found says that a log exists.
	found bool
	// last is the file that was read last, up to the offset at.
	last fs.FileInfo
	at   int64
}

// all returns every stored record.
func (l *logReader) all() ([]logging.Record, error) {
	before, err := open(logging.Predecessor(l.path))
	if err != nil {
		return nil, err
	}
	defer before.close()
	records, _, err := before.records(0)
	if err != nil {
		return nil, err
	}
	l.found, l.last, l.at = before.found(), before.info, before.size()
	newer, err := l.more()
	return append(records, newer...), err
}

// more returns the records since the last call, also when the file was rotated since.
func (l *logReader) more() ([]logging.Record, error) {
	now, err := open(l.path)
	if err != nil || !now.found() {
		return nil, err
	}
	defer now.close()
	l.found = true
	var records []logging.Record
	from := l.at
	if !now.is(l.last) {
		if records, err = l.rest(); err != nil {
			return nil, err
		}
		from = 0
	} else if now.size() < from {
		from = 0 // It was emptied.
	}
	newer, end, err := now.records(from)
	if err != nil {
		return nil, err
	}
	l.last, l.at = now.info, end
	return append(records, newer...), nil
}

// rest returns the unread rest of the file that was read last, which has been rotated since.
func (l *logReader) rest() ([]logging.Record, error) {
	before, err := open(logging.Predecessor(l.path))
	if err != nil {
		return nil, err
	}
	defer before.close()
	if !before.is(l.last) {
		return nil, nil
	}
	records, _, err := before.records(l.at)
	return records, err
}

// openLog is a log file that is being read. The file may not exist.
type openLog struct {
	file *os.File
	info fs.FileInfo
}

func open(path string) (*openLog, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &openLog{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no file", path)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read the log: %w", err), file.Close())
	}
	return &openLog{file, info}, nil
}

func (o *openLog) found() bool { return o.file != nil }

func (o *openLog) close() {
	if o.file != nil {
		_ = o.file.Close()
	}
}

func (o *openLog) size() int64 {
	if o.file == nil {
		return 0
	}
	return o.info.Size()
}

// is reports whether it is the file that an earlier call found.
func (o *openLog) is(other fs.FileInfo) bool {
	return o.file != nil && other != nil && os.SameFile(o.info, other)
}

// records returns the complete records from an offset on, and where they end.
func (o *openLog) records(from int64) (records []logging.Record, end int64, err error) {
	if o.file == nil {
		return nil, 0, nil
	}
	content, err := io.ReadAll(io.NewSectionReader(o.file, from, 4*logging.MaxFileSize))
	if err != nil {
		return nil, 0, fmt.Errorf("read the log: %w", err)
	}
	content = content[:bytes.LastIndexByte(content, '\n')+1]
	for line := range bytes.Lines(content) {
		records = append(records, logging.Record(bytes.TrimRight(line, "\r\n")))
	}
	return records, from + int64(len(content)), nil
}
