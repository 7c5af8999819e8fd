package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/bulk"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

type problem = bulk.Problem

const unknownAccount = "write the username of an account that crier accounts list shows"

// problemOf words the service's refusal of a row.
func problemOf(row posts.ImportedRow) problem {
	fix := bulk.FixOf(row.Code)
	if row.Code == string(apperror.NotFound) && row.PostID == nil {
		fix = unknownAccount
	}
	return problem{Row: row.Row, Code: row.Code, Text: inColumns(row.Text), Fix: fix}
}

// lost is the problem of a row that names a missing file of the library.
func (p *plannedRow) lost(id wireid.ID) problem {
	return problem{Row: p.Row, Code: string(apperror.MediaInvalid), Text: fmt.Sprintf("there is no file %s in the library", id), Fix: "write an id that crier media list shows, or the path of a file"}
}

// refuseFor adds a problem of a file to the row. It returns false when err is about something else:
// the service, the connection to it, the session.
func (p *plannedRow) refuseFor(file plannedFile, err error) bool {
	if _, isLocal := errors.AsType[fileError](err); isLocal {
		p.Refuse(apperror.MediaInvalid, "leave the file as it is while it is imported, and import again", "%s", onOneSentence(err))
		return true
	}
	known := apperror.From(err)
	if known == nil {
		return false
	}
	switch known.Code {
	case apperror.NotFound:
		if file.id.IsZero() {
			return false
		}
		p.Problems = append(p.Problems, p.lost(file.id))
		return true
	case apperror.UploadError:
		if !strings.Contains(known.Message, media.TooLarge) {
			return false
		}
	case apperror.MediaInvalid, apperror.InvalidMediaType, apperror.ProcessingFailed, apperror.VideoProcessingFailed:
	default:
		return false
	}
	p.Refuse(known.Code, bulk.FixOf(string(known.Code)), "%s", known.Message)
	return true
}

func problemsOf(rows []*plannedRow) (all []problem) {
	for _, p := range rows {
		all = append(all, p.Problems...)
	}
	return all
}

// sound returns the rows without a known problem.
func sound(rows []*plannedRow) []*plannedRow {
	return slices.DeleteFunc(slices.Clone(rows), func(p *plannedRow) bool { return len(p.Problems) > 0 })
}
