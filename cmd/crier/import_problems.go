package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

// problem is why a row cannot be imported.
type problem struct {
	Row  int    `json:"row"`
	Code string `json:"code"`
	Text string `json:"text"`
	Fix  string `json:"fix"`
}

// fixes say what to do about a code with which the service refuses a row, where the service's text
// does not.
var fixes = map[string]string{
	string(apperror.InvalidSchedule):       "write a later time",
	string(apperror.MediaInvalid):          "name another file; or upload it with crier upload, give it its shape with crier media fit, and write its id into media",
	string(apperror.InvalidMediaType):      "write the type that the file makes, or leave it empty",
	string(apperror.InvalidCarousel):       "name 2 to 10 files",
	string(apperror.InvalidCollaborators):  "name at most 3, and none on a story",
	string(apperror.InvalidCrossPost):      "write no into share",
	string(apperror.InvalidStatus):         "put the row back as it was, or give it a new ref",
	string(apperror.NotFound):              "leave the row out, or give it a new ref to make the post again",
	string(apperror.UploadError):           "make the file smaller, or name another one",
	string(apperror.ProcessingFailed):      "export the file once more from where it was made, or name another one",
	string(apperror.VideoProcessingFailed): "export the file once more from where it was made, or name another one",
	string(apperror.ValidationError):       "change the row as the text says",
}

func fixOf(code string) string {
	return cmp.Or(fixes[code], fixes[string(apperror.ValidationError)])
}

const unknownAccount = "write the username of an account that crier accounts list shows"

// problemOf words the service's refusal of a row.
func problemOf(row posts.ImportedRow) problem {
	fix := fixOf(row.Code)
	if row.Code == string(apperror.NotFound) && row.PostID == nil {
		fix = unknownAccount
	}
	return problem{row.Row, row.Code, inColumns(row.Text), fix}
}

// lost is the problem of a row that names a missing file of the library.
func (p *plannedRow) lost(id wireid.ID) problem {
	return problem{p.Row, string(apperror.MediaInvalid), fmt.Sprintf("there is no file %s in the library", id), "write an id that crier media list shows, or the path of a file"}
}

// refuseFor adds a problem of a file to the row. It returns false when err is about something else:
// the service, the connection to it, the session.
func (p *plannedRow) refuseFor(file plannedFile, err error) bool {
	if _, isLocal := errors.AsType[fileError](err); isLocal {
		p.refuse(apperror.MediaInvalid, "leave the file as it is while it is imported, and import again", "%s", onOneSentence(err))
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
		p.problems = append(p.problems, p.lost(file.id))
		return true
	case apperror.UploadError:
		if !strings.Contains(known.Message, media.TooLarge) {
			return false
		}
	case apperror.MediaInvalid, apperror.InvalidMediaType, apperror.ProcessingFailed, apperror.VideoProcessingFailed:
	default:
		return false
	}
	p.refuse(known.Code, fixOf(string(known.Code)), "%s", known.Message)
	return true
}

func problemsOf(rows []*plannedRow) (all []problem) {
	for _, p := range rows {
		all = append(all, p.problems...)
	}
	return all
}

// sound returns the rows without a known problem.
func sound(rows []*plannedRow) []*plannedRow {
	return slices.DeleteFunc(slices.Clone(rows), func(p *plannedRow) bool { return len(p.problems) > 0 })
}
