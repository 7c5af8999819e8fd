package posts

import (
	"slices"
	"time"
	"unicode/utf8"

	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/go-json-experiment/json"
)

// The bounds that contract 8 has for texts, which the schema holds everywhere else, and those of an
// import's own.
const (
	maxCaption       = 2200
	maxAltText       = 1000
	maxCollaborators = 3
	maxRef           = 200
	// maxImportBody is what MaxImported rows take whose texts are as long as they may be: JSON
	// writes a character in six bytes at most, unless somebody has it write ASCII alone, and a
	// kilobyte holds the ids, the digests, the time and the names of the fields.
	maxImportBody = MaxImported * (6*(maxRef+maxCaption+maxAltText+maxCollaborators*maxUsername) + 1<<10)
)

// on returns the content that the row makes of another one, without the files. What a row does not
// speak of stays.
func (r *ImportRow) on(p PublishablePost) PublishablePost {
	p.AccountID, p.MediaType = r.AccountID, r.MediaType
	p.Caption, p.AltText, p.Collaborators, p.CrossPostToPartner = textOrNone(r.Caption), textOrNone(r.AltText), r.Collaborators, &r.Share
	return p
}

func textOrNone(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// hold makes files the files of the content.
func (p *PublishablePost) hold(files []wireid.ID) {
	p.MediaFileID, p.MediaFileIDs = nil, nil
	switch {
	case p.MediaType == Carousel:
		p.MediaFileIDs = files
	case len(files) > 0:
		p.MediaFileID = &files[0]
	}
}

// over returns the content that the row makes of a post, which keeps its files or gets those of the
// row.
func (r *ImportRow) over(before PublishablePost, keepsFiles bool) PublishablePost {
	content, files := r.on(before), r.FileIDs
	if keepsFiles {
		files = before.fileIDs()
	}
	switch {
	case content.MediaType != "":
	case keepsFiles:
		content.MediaType = before.MediaType
	default:
		content.MediaType = Image
	}
	content.hold(files)
	return content
}

// CheckTexts holds the texts of the row against the bounds that the schema of v1 has. The size of
// what CheckTexts passes has a bound too.
func (r *ImportRow) CheckTexts() error {
	if n := utf8.RuneCountInString(r.Ref); n > maxRef {
		return apperror.New(apperror.ValidationError, "the ref has %d characters; it may have %d", n, maxRef)
	}
	if n := utf8.RuneCountInString(r.Caption); n > maxCaption {
		return apperror.New(apperror.ValidationError, "the caption has %d characters; it may have %d", n, maxCaption)
	}
	if n := utf8.RuneCountInString(r.AltText); n > maxAltText {
		return apperror.New(apperror.ValidationError, "the alt text has %d characters; it may have %d", n, maxAltText)
	}
	if n := len(r.Collaborators); n > maxCollaborators {
		return apperror.New(apperror.InvalidCollaborators, "there are %d collaborators; a post may have %d", n, maxCollaborators)
	}
	for _, name := range r.Collaborators {
		if n := utf8.RuneCountInString(name); n > maxUsername {
			return apperror.New(apperror.InvalidCollaborators, "a collaborator has a name of %d characters; a username has at most %d", n, maxUsername)
		}
	}
	return nil
}

// check is CheckTexts, and holds the time zone against the ones that there are.
func (r *ImportRow) check() error {
	if err := r.CheckTexts(); err != nil || r.At == nil {
		return err
	}
	if _, err := time.LoadLocation(r.Timezone); err != nil || r.Timezone == "" || r.Timezone == "Local" {
		return apperror.New(apperror.ValidationError, "%q is not a time zone; write one such as Europe/Lisbon or UTC", r.Timezone)
	}
	return nil
}

// isAt reports whether a post waits, or waited, for the row's time. A row without one asks for a
// draft, and for nothing of what became of it.
func (r *ImportRow) isAt(post Post) bool {
	if r.At == nil {
		return post.Status != Scheduled
	}
	return post.IsScheduled && *post.ScheduledFor == *r.At && post.Timezone == r.Timezone
}

// sameContent reports whether two contents make the same post.
func sameContent(a, b PublishablePost) bool {
	if !slices.Equal(a.fileIDs(), b.fileIDs()) {
		return false
	}
	var made [2]string
	for i, p := range []PublishablePost{a, b} {
		var post Post
		p.Caption, p.AltText = textOrNone(value(p.Caption)), textOrNone(value(p.AltText))
		if err := p.fill(&post); err != nil {
			return false
		}
		text, err := json.Marshal(post, json.Deterministic(true))
		if err != nil {
			return false
		}
		made[i] = string(text)
	}
	return made[0] == made[1]
}
