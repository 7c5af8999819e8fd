package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"crier/modules/posts"
	"crier/modules/posts/bulk"
	"crier/platform/clock"
)

type importCommand struct {
	serviceFolder
	File   string `arg:"" complete:"file" help:"A CSV or a JSON file with a row for each post; - reads it from the standard input."`
	DryRun bool   `name:"dry-run" help:"Only say what would be done."`
	As     word   `enum:"draft,scheduled," default:"" placeholder:"HOW" help:"draft makes drafts of all rows, scheduled refuses those without a time (default: what has a time is scheduled, the others are drafts)."`
	JSON   bool   `name:"json" help:"Print JSON: {\"isDone\", \"rows\": [{\"row\", \"ref\", \"outcome\", \"postId\", ...}], \"problems\": [{\"row\", \"code\", \"text\", \"fix\"}]}."`
}

// importReport is what the command prints.
type importReport struct {
	IsDone   bool                `json:"isDone"`
	Rows     []posts.ImportedRow `json:"rows"`
	Problems []problem           `json:"problems"`
}

// Run imports the file. It checks all rows first, and then makes all posts or none.
func (c *importCommand) Run(ctx context.Context) error {
	rows, folder, err := c.read(os.Stdin)
	if err != nil {
		return usageError{err}
	}
	planned := planRows(rows, folder, string(c.As), clock.System().Now())
	return c.withService(ctx, func(service *serviceClient) error {
		report, err := newImporter(service, planned).run(ctx, c.DryRun)
		if err != nil {
			return err
		}
		return c.print(report, planned)
	})
}

// read returns the rows of the file, and the folder to which its paths are relative.
func (c *importCommand) read(in io.Reader) ([]bulk.Row, string, error) {
	folder, name := ".", "the standard input"
	if c.File != "-" {
		files, err := findFiles([]string{c.File})
		if err != nil {
			return nil, "", err
		}
		opened, err := os.Open(files[0].path)
		if err != nil {
			return nil, "", err
		}
		defer func() { _ = opened.Close() }()
		in, folder, name = opened, filepath.Dir(c.File), onOneLine(c.File)
	}
	content, err := io.ReadAll(io.LimitReader(in, bulk.MaxFile+1))
	if err != nil {
		return nil, "", fmt.Errorf("read %s: %w", name, err)
	}
	if len(content) > bulk.MaxFile {
		return nil, "", fmt.Errorf("%s is larger than %s; split it", name, megabytes(bulk.MaxFile))
	}
	rows, err := bulk.Read(content)
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("%s: %w", name, err)
	case len(rows) == 0:
		return nil, "", fmt.Errorf("%s has no rows", name)
	case len(rows) > posts.MaxImported:
		return nil, "", fmt.Errorf("%s has %d rows; one import has at most %d, so split it", name, len(rows), posts.MaxImported)
	}
	return rows, folder, nil
}

func (c *importCommand) print(report importReport, planned []*plannedRow) error {
	if report.Problems == nil {
		report.Problems = []problem{}
	}
	if c.JSON {
		if err := printJSON(report); err != nil || len(report.Problems) == 0 {
			return err
		}
		return usageError{errReported}
	}
	if len(report.Problems) > 0 {
		lines := [][]string{{"ROW", "CODE", "TEXT", "FIX"}}
		rows := map[int]bool{}
		for _, p := range report.Problems {
			rows[p.Row] = true
			lines = append(lines, []string{strconv.Itoa(p.Row), p.Code, p.Text, p.Fix})
		}
		if err := printTable(os.Stdout, lines); err != nil {
			return err
		}
		return usageError{fmt.Errorf("%s cannot be imported, so nothing was made or changed", count(len(rows), "row", "rows"))}
	}
	return c.tellDone(report, planned)
}

func (c *importCommand) tellDone(report importReport, planned []*plannedRow) error {
	for _, row := range report.Rows {
		for _, w := range row.Warnings {
			if _, err := fmt.Fprintf(os.Stderr, "Warning: row %d: %s\n", row.Row, onOneLine(inColumns(w.Message))); err != nil {
				return err
			}
		}
	}
	return printLine(os.Stdout, c.summary(report.Rows, planned))
}

// summary says in a sentence what the import does, or would do, and omits what it does not.
func (c *importCommand) summary(rows []posts.ImportedRow, planned []*plannedRow) string {
	hasTime := map[int]bool{}
	for _, p := range planned {
		hasTime[p.Row] = p.At != nil
	}
	scheduled, drafts, changed, unchanged := 0, 0, 0, 0
	for _, row := range rows {
		switch {
		case row.Outcome == posts.ImportMade && hasTime[row.Row]:
			scheduled++
		case row.Outcome == posts.ImportMade:
			drafts++
		case row.Outcome == posts.ImportChanged:
			changed++
		default:
			unchanged++
		}
	}
	would, makes, changes, leaves := "", "made ", "changed ", "left "
	if c.DryRun {
		would, makes, changes, leaves = "would ", "make ", "change ", "leave "
	}
	var made, parts []string
	if scheduled > 0 {
		made = append(made, count(scheduled, "scheduled post", "scheduled posts"))
	}
	if drafts > 0 {
		made = append(made, count(drafts, "draft", "drafts"))
	}
	if len(made) > 0 {
		parts = append(parts, makes+strings.Join(made, " and "))
	}
	if changed > 0 {
		parts = append(parts, changes+count(changed, "post", "posts"))
	}
	if unchanged > 0 {
		parts = append(parts, leaves+count(unchanged, "post", "posts")+" unchanged")
	}
	text := "The import " + would + strings.Join(parts, ", ") + "."
	if c.DryRun {
		text += " Nothing was done; the same call without --dry-run does it."
	}
	return text
}
