package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"crier/cmd/crier/bulk"
	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/clock"
)

type importCommand struct {
	serviceFolder
	File   string `arg:"" complete:"file" help:"A CSV or a JSON file with a row for each post; - reads it from the standard input."`
	DryRun bool   `name:"dry-run" help:"Only say what would be done."`
	As     string `enum:"draft,scheduled," default:"" placeholder:"HOW" help:"draft makes drafts of all rows, scheduled refuses those without a time (default: what has a time is scheduled, the others are drafts)."`
	JSON   bool   `name:"json" help:"Print JSON: {\"isDone\", \"rows\": [{\"row\", \"ref\", \"outcome\", \"postId\", ...}], \"problems\": [{\"row\", \"code\", \"text\", \"fix\"}]}."`
}

// importReport is what the command tells.
type importReport struct {
	IsDone   bool                `json:"isDone"`
	Rows     []posts.ImportedRow `json:"rows"`
	Problems []problem           `json:"problems"`
}

// maxImportFile is far above what 500 rows need.
const maxImportFile = 8 << 20

// Run imports the file: all rows are checked first, then all posts are made, or none.
func (c *importCommand) Run(ctx context.Context) error {
	rows, folder, err := c.read(os.Stdin)
	if err != nil {
		return usageError{err}
	}
	planned := planRows(rows, folder, c.As, clock.System().Now())
	return c.withService(ctx, func(service *serviceClient) error {
		i := &importer{service: service, rows: planned, uploads: map[string]media.MediaFile{}}
		report, err := i.run(ctx, c.DryRun)
		if err != nil {
			return err
		}
		return c.tell(report)
	})
}

// read returns the rows of the file, and the folder that its paths are relative to.
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
	content, err := io.ReadAll(io.LimitReader(in, maxImportFile+1))
	if err != nil {
		return nil, "", fmt.Errorf("read %s: %w", name, err)
	}
	if len(content) > maxImportFile {
		return nil, "", fmt.Errorf("%s is larger than %s; split it", name, megabytes(maxImportFile))
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

// importer takes the rows of one file to the service.
type importer struct {
	service *serviceClient
	rows    []*plannedRow
	// uploads are the files that were uploaded, by their paths: what two rows name is uploaded once.
	uploads map[string]media.MediaFile
}

func (i *importer) run(ctx context.Context, isDry bool) (importReport, error) {
	if err := i.resolve(ctx); err != nil {
		return importReport{}, err
	}
	report, err := i.send(ctx, true)
	if err != nil || len(report.Problems) > 0 {
		return report, err
	}
	needed := map[int]bool{}
	for _, row := range report.Rows {
		needed[row.Row] = row.NeedsFiles
	}
	report, err = i.bring(ctx, needed, isDry)
	// An import whose answer was lost may have made its posts, which need the files.
	if !report.IsDone && (err == nil || apperror.From(err) != nil || !i.isSent(err)) {
		i.discard(ctx)
	}
	return report, err
}

// unsentError is an error from before the posts were asked for.
type unsentError struct{ error }

func (e unsentError) Unwrap() error { return e.error }

func (*importer) isSent(err error) bool {
	var unsent unsentError
	return !errors.As(err, &unsent)
}

// bring uploads the files of the rows that need theirs, and has the posts made.
func (i *importer) bring(ctx context.Context, needed map[int]bool, isDry bool) (importReport, error) {
	for _, p := range i.rows {
		if !needed[p.Row] {
			continue
		}
		files := []media.MediaFile{}
		for _, file := range p.media {
			taken, err := i.file(ctx, file)
			if apperror.From(err) != nil {
				p.refuse(apperror.CodeOf(err), fixes[string(apperror.CodeOf(err))], "%s", apperror.From(err).Message)
				break
			}
			if err != nil {
				return importReport{}, unsentError{err}
			}
			files = append(files, taken)
		}
		p.attach(files)
	}
	if all := problemsOf(i.rows); len(all) > 0 {
		return importReport{Rows: []posts.ImportedRow{}, Problems: all}, nil
	}
	return i.send(ctx, isDry)
}

// file returns a file of the library, uploaded if need be.
func (i *importer) file(ctx context.Context, file plannedFile) (taken media.MediaFile, err error) {
	if !file.id.IsZero() {
		err = i.service.get(ctx, "/api/v1/media/"+file.id.String(), &taken)
		return taken, err
	}
	if before, isThere := i.uploads[file.path]; isThere {
		return before, nil
	}
	if taken, err = uploadFile(ctx, i.service, file.localFile); err == nil {
		i.uploads[file.path] = taken
	}
	return taken, err
}

// resolve finds the accounts, and the files that are in the library already.
func (i *importer) resolve(ctx context.Context) error {
	var me auth.Me
	if err := i.service.get(ctx, "/api/v1/auth/me", &me); err != nil {
		return err
	}
	for _, p := range i.rows {
		account, err := chooseAccount(me.Accounts, p.account)
		if err != nil {
			p.refuse(apperror.NotFound, "write the username of an account that crier accounts list shows", "%s", onOneSentence(err))
		}
		p.AccountID = account.ID
		if err := p.seal(); err != nil {
			return err
		}
		var files []media.MediaFile
		for _, file := range p.media {
			if file.id.IsZero() {
				break
			}
			found, err := i.file(ctx, file)
			if apperror.CodeOf(err) == apperror.NotFound {
				p.refuse(apperror.MediaInvalid, "write an id that crier media list shows, or the path of a file", "there is no file %s in the library", file.id)
				break
			}
			if err != nil {
				return err
			}
			files = append(files, found)
		}
		if len(files) == len(p.media) {
			p.attach(files)
		}
	}
	return nil
}

// send asks the service for the posts of the rows that nothing is known against.
func (i *importer) send(ctx context.Context, isDry bool) (importReport, error) {
	report := importReport{Rows: []posts.ImportedRow{}, Problems: problemsOf(i.rows)}
	var body struct {
		Rows   []posts.ImportRow `json:"rows"`
		DryRun bool              `json:"dryRun"`
	}
	body.DryRun = isDry
	for _, p := range sound(i.rows) {
		body.Rows = append(body.Rows, p.ImportRow)
	}
	if len(body.Rows) == 0 {
		return report, nil
	}
	var answer posts.ImportReport
	if err := i.service.post(ctx, "/api/posts/imports", body, &answer); err != nil {
		return report, err
	}
	report.IsDone, report.Rows = answer.IsDone, answer.Rows
	for _, row := range answer.Rows {
		if row.Outcome == posts.ImportRefused {
			report.Problems = append(report.Problems, problem{row.Row, row.Code, row.Text, fixes[row.Code]})
		}
	}
	return report, nil
}

// discard deletes what was uploaded for nothing.
func (i *importer) discard(ctx context.Context) {
	var files []media.MediaFile
	for _, file := range i.uploads {
		files = append(files, file)
	}
	discardFiles(ctx, i.service, files)
}

func (c *importCommand) tell(report importReport) error {
	if report.Problems == nil {
		report.Problems = []problem{}
	}
	if c.JSON {
		if err := printJSON(report); err != nil {
			return err
		}
		if len(report.Problems) > 0 {
			return usageError{errTold}
		}
		return nil
	}
	if len(report.Problems) > 0 {
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		lines := []string{"ROW\tCODE\tTEXT\tFIX"}
		rows := map[int]bool{}
		for _, p := range report.Problems {
			rows[p.Row] = true
			lines = append(lines, fmt.Sprintf("%d\t%s\t%s\t%s", p.Row, p.Code, onOneLine(p.Text), onOneLine(p.Fix)))
		}
		if _, err := io.WriteString(w, strings.Join(lines, "\n")+"\n"); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		return usageError{fmt.Errorf("%s cannot be imported, so that nothing was made or changed", counted(len(rows), "row"))}
	}
	return c.tellDone(report)
}

func (c *importCommand) tellDone(report importReport) error {
	count := map[posts.ImportOutcome]int{}
	for _, row := range report.Rows {
		count[row.Outcome]++
		for _, w := range row.Warnings {
			if _, err := fmt.Fprintf(os.Stderr, "Warning: row %d: %s\n", row.Row, onOneLine(w.Message)); err != nil {
				return err
			}
		}
	}
	form := "%s made, %d changed, %d as before.\n"
	if c.DryRun {
		form = "Nothing was done. The import would have %s made, %d changed and %d left as before.\n"
	}
	_, err := fmt.Printf(form, counted(count[posts.ImportMade], "post"), count[posts.ImportChanged], count[posts.ImportUnchanged])
	return err
}

// counted returns a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
