package main

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"path/filepath"
	"slices"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

// importer sends the rows of one file to the service.
type importer struct {
	service *serviceClient
	rows    []*plannedRow
	// uploads are the uploaded files. A file that two rows name is uploaded once.
	uploads map[localFile]media.MediaFile
}

func newImporter(service *serviceClient, rows []*plannedRow) *importer {
	return &importer{service: service, rows: rows, uploads: map[localFile]media.MediaFile{}}
}

// run has the service check all rows, uploads the missing files, and has the posts made. It returns
// an error of the service or of the connection; what is wrong with a row is in the report.
func (i *importer) run(ctx context.Context, isDry bool) (importReport, error) {
	if err := i.resolve(ctx); err != nil {
		return importReport{}, err
	}
	report, err := i.send(ctx, true)
	if err != nil {
		return report, err
	}
	needed, written := map[int]bool{}, map[int]bool{}
	for _, row := range report.Rows {
		needed[row.Row] = row.NeedsFiles
		written[row.Row] = row.Outcome == posts.ImportMade || row.Outcome == posts.ImportChanged
	}
	for _, p := range i.rows {
		if needed[p.Row] {
			report.Problems = append(report.Problems, p.missing...)
		}
		if written[p.Row] {
			report.Problems = append(report.Problems, p.Unplain...)
		}
	}
	if len(report.Problems) > 0 {
		slices.SortStableFunc(report.Problems, func(a, b problem) int { return cmp.Compare(a.Row, b.Row) })
		return report, nil
	}
	isAsked, err := i.bring(ctx, needed)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil || !isAsked {
		return importReport{Rows: []posts.ImportedRow{}, Problems: problemsOf(i.rows)}, i.discardUploads(ctx, err)
	}
	sending, end := withGrace(ctx, nil)
	defer end()
	report, err = i.send(sending, isDry)
	if !report.IsDone && (isDry || err == nil || isRefusal(err)) {
		err = i.discardUploads(ctx, err)
	}
	if err == nil && report.IsDone {
		err = i.discardUnused(ctx, report.Rows)
	}
	return report, err
}

// discardUnused deletes the uploads that no post has. Such are those of rows that another import of
// the same file has taken meanwhile. One that cannot be deleted stays in the library, where it is
// in nobody's way.
func (i *importer) discardUnused(ctx context.Context, rows []posts.ImportedRow) error {
	used := map[wireid.ID]bool{}
	for _, row := range rows {
		if row.Outcome != posts.ImportMade {
			continue
		}
		for _, p := range i.rows {
			for _, id := range p.FileIDs {
				used[id] = used[id] || p.Row == row.Row
			}
		}
	}
	for _, file := range i.uploads {
		if used[file.ID] {
			continue
		}
		var uses posts.MediaUses
		if err := i.service.get(ctx, "/api/media/"+file.ID.String()+"/uses", &uses); err != nil {
			return err
		}
		if uses.Total == 0 {
			discardFiles(ctx, i.service, []media.MediaFile{file})
		}
	}
	return nil
}

// isRefusal reports whether err says that the posts were not made. When the service failed, or gave
// no answer, they may exist and need their files.
func isRefusal(err error) bool {
	known := apperror.From(err)
	return known != nil && known.Code.Status() < http.StatusInternalServerError
}

// bring uploads the files of the rows that need them. It reports false when a file of a row is
// wrong.
func (i *importer) bring(ctx context.Context, needed map[int]bool) (bool, error) {
	for _, p := range i.rows {
		if !needed[p.Row] {
			continue
		}
		files := []media.MediaFile{}
		for _, file := range p.media {
			taken, err := i.file(ctx, file)
			if err == nil {
				files = append(files, taken)
				err = p.note(file, taken)
			}
			if err != nil && !p.refuseFor(file, err) {
				return false, err
			}
		}
		p.Attach(files)
	}
	return len(problemsOf(i.rows)) == 0, nil
}

// file returns a file of the library, and uploads it if necessary.
func (i *importer) file(ctx context.Context, file plannedFile) (taken media.MediaFile, err error) {
	if !file.id.IsZero() {
		err = i.service.get(ctx, "/api/v1/media/"+file.id.String(), &taken)
		return taken, err
	}
	if before, isThere := i.uploads[file.localFile]; isThere {
		return before, nil
	}
	if _, err := findFiles([]string{file.path}); err != nil {
		return taken, fileError{err}
	}
	if taken, err = uploadFile(ctx, i.service, file.localFile); err == nil {
		i.uploads[file.localFile] = taken
	}
	return taken, err
}

// codeFileNote is the code of a warning about what was done to a file.
const codeFileNote = "FILE_NOTE"

// note adds what an upload has changed of a file to the row's warnings.
func (p *plannedRow) note(file plannedFile, taken media.MediaFile) error {
	if !file.id.IsZero() {
		return nil
	}
	sentences, err := notesOn(taken)
	for _, s := range sentences {
		p.notes = append(p.notes, posts.Warning{Code: codeFileNote, Message: filepath.Base(file.path) + ": " + s})
	}
	return err
}

// resolve finds the accounts, and the files that are in the library already.
func (i *importer) resolve(ctx context.Context) error {
	var me auth.Me
	if err := i.service.get(ctx, "/api/v1/auth/me", &me); err != nil {
		return err
	}
	for _, p := range i.rows {
		account, err := chooseAccount(me.Accounts, p.Account)
		if err != nil {
			p.Refuse(apperror.NotFound, unknownAccount, "%s", onOneSentence(err))
		}
		p.AccountID = account.ID
		if err := p.Seal(); err != nil {
			return err
		}
		if err := i.find(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// find attaches the files of a row that names only files of the library.
func (i *importer) find(ctx context.Context, p *plannedRow) error {
	if slices.ContainsFunc(p.media, func(f plannedFile) bool { return f.id.IsZero() }) {
		return nil
	}
	var files []media.MediaFile
	for _, file := range p.media {
		found, err := i.file(ctx, file)
		switch {
		case apperror.CodeOf(err) == apperror.NotFound:
			p.missing = append(p.missing, p.lost(file.id))
		case err != nil:
			return err
		}
		files = append(files, found)
	}
	if len(p.missing) == 0 {
		p.Attach(files)
	}
	return nil
}

// send sends the rows without a known problem to the service.
func (i *importer) send(ctx context.Context, isDry bool) (importReport, error) {
	report := importReport{Rows: []posts.ImportedRow{}, Problems: problemsOf(i.rows)}
	var body struct {
		Rows   []posts.ImportRow `json:"rows"`
		DryRun bool              `json:"dryRun"`
	}
	body.DryRun = isDry
	notes := map[int][]posts.Warning{}
	for _, p := range sound(i.rows) {
		body.Rows = append(body.Rows, p.ImportRow)
		notes[p.Row] = p.notes
	}
	if len(body.Rows) == 0 {
		return report, nil
	}
	var answer posts.ImportReport
	if err := i.service.post(ctx, "/api/posts/imports", body, &answer); err != nil {
		return report, err
	}
	report.IsDone, report.Rows = answer.IsDone, answer.Rows
	for k, row := range answer.Rows {
		// Concat returns nil when there are none, and the JSON needs a list.
		report.Rows[k].Warnings = append([]posts.Warning{}, slices.Concat(notes[row.Row], row.Warnings)...)
		if row.Outcome == posts.ImportRefused {
			report.Problems = append(report.Problems, problemOf(row))
		}
	}
	return report, nil
}

// discardUploads deletes uploads that are not needed.
func (i *importer) discardUploads(ctx context.Context, err error) error {
	return discardUploads(ctx, i.service, slices.Collect(maps.Values(i.uploads)), err)
}
