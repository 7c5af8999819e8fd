package posts

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"crier/platform/apperror"
	"crier/platform/limits"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
)

// The bounds that contract 8 has for texts, which the schema holds everywhere else, and those of an
// import's own.
const (
	maxCaption       = limits.MaxCaption
	maxAltText       = limits.MaxAltText
	maxCollaborators = limits.MaxCollaborators
	maxRef           = 200
	// MaxImported is how many rows one import has at most.
	MaxImported = 500
	// maxImportBody is what MaxImported rows with the longest texts need: JSON writes a character
	// in at most six bytes, unless only ASCII is written, and a kilobyte holds the ids, the
	// digests, the time and the names of the fields.
	maxImportBody = MaxImported * (6*(maxRef+maxCaption+limits.MaxFirstComment+(1+MaxCarousel)*maxAltText+(maxCollaborators+limits.MaxTags)*maxUsername) + 1<<10)
)

// ImportRow is a row of a file of posts. The errors of a row are reported with it, so that the
// schema has no bounds for its texts.
type ImportRow struct {
	Row           int            `json:"row"                     doc:"Number of the row in its file." example:"2"`
	Ref           string         `json:"ref"                     minLength:"1" maxLength:"200" doc:"The file's own name for the post, for ever; or the whole id of a post." example:"advent-1"`
	Digest        string         `json:"digest"                  minLength:"1" maxLength:"64" doc:"Is the same while the row says the same."`
	MediaDigest   string         `json:"mediaDigest"             minLength:"1" maxLength:"64" doc:"Is the same while the row has the same files."`
	AccountID     wireid.ID      `json:"accountId"               doc:"The account to publish for." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	MediaType     MediaType      `json:"mediaType,omitempty"     enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Kind of the post; absent for the kind that it has."`
	FileIDs       []wireid.ID    `json:"fileIds,omitzero"        doc:"The files in the library; absent while they are not uploaded."`
	Caption       string         `json:"caption,omitempty"       doc:"The text of the post." example:"First of Advent"`
	AltText       string         `json:"altText,omitempty"       doc:"Description of the picture for those who do not see it."`
	Collaborators []string       `json:"collaborators,omitempty" doc:"Usernames of co-authors."`
	Share         bool           `json:"share,omitempty"         doc:"Whether to share to the linked Page too."`
	At            *wiretime.Time `json:"at,omitempty"            doc:"When it is published; absent for a draft."`
	Timezone      string         `json:"timezone,omitempty"      doc:"IANA name of the time zone." example:"Europe/Lisbon"`

	FirstComment  *string   `json:"firstComment,omitempty"  doc:"What the account comments below the post; empty for nothing, absent for what it has."`
	CoverID       *string   `json:"coverId,omitempty"       doc:"The picture in the library that is the cover; empty for none, absent for what it has."`
	CoverAtMs     *int64    `json:"coverAtMs,omitempty"     doc:"The moment of the video that is the cover, in milliseconds; -1 for none, absent for what it has." example:"2500"`
	Feed          *string   `json:"feed,omitempty"          enum:"yes,no," doc:"Whether a reel is to be in the feed; empty leaves it to the network, absent for what it has."`
	AltTexts      *[]string `json:"altTexts,omitempty"      doc:"Descriptions of a carousel's pictures; absent for what it has."`
	PeopleTagged  *[]string `json:"peopleTagged,omitempty"  doc:"Usernames of people in a video or story; absent for what it has."`
	IsAIGenerated *bool     `json:"isAiGenerated,omitempty" doc:"Whether the post is labelled; absent for what it has."`
	Trial         *string   `json:"trial,omitempty"         enum:"manual,performance," doc:"Makes a reel a trial; empty for none, absent for what it has."`
}

// ImportOutcome is what an import does with a row.
type ImportOutcome string

// The outcomes of a row.
const (
	ImportMade      ImportOutcome = "made"
	ImportChanged   ImportOutcome = "changed"
	ImportUnchanged ImportOutcome = "unchanged"
	ImportRefused   ImportOutcome = "refused"
)

// ImportedRow is the result of a row.
type ImportedRow struct {
	Row        int           `json:"row"        doc:"Number of the row in its file." example:"2"`
	Ref        string        `json:"ref"        doc:"The file's own name for the post." example:"advent-1"`
	Outcome    ImportOutcome `json:"outcome"    enum:"made,changed,unchanged,refused" doc:"What is done with the row."`
	PostID     *wireid.ID    `json:"postId"     doc:"The post; null when there is none."`
	NeedsFiles bool          `json:"needsFiles" doc:"Whether the files of the row have to be uploaded."`
	Code       string        `json:"code"       doc:"Code of why the row is refused; empty when it is not." example:"INVALID_SCHEDULE"`
	Text       string        `json:"text"       doc:"Why the row is refused, for people; empty when it is not."`
	Warnings   []Warning     `json:"warnings"   doc:"What the author may not expect."`
}

// ImportReport is the answer of POST /posts/imports.
type ImportReport struct {
	IsDone bool          `json:"isDone" doc:"Whether the posts were made and changed. When a row is refused, none was."`
	Rows   []ImportedRow `json:"rows"   doc:"The rows in their order."`
}

// on returns the content with the row's changes, without the files. What the row does not contain
// stays.
func (r *ImportRow) on(p PublishablePost) PublishablePost {
	p.AccountID, p.MediaType = r.AccountID, r.MediaType
	p.Caption, p.AltText, p.Collaborators, p.CrossPostToPartner = textOrNone(r.Caption), textOrNone(r.AltText), r.Collaborators, &r.Share
	r.look(&p.Content)
	return p
}

// look sets what the row says of how the network presents the post.
func (r *ImportRow) look(c *Content) {
	if r.FirstComment != nil {
		c.FirstComment = textOrNone(*r.FirstComment)
	}
	if r.CoverID != nil {
		c.CoverMediaFileID = nil
		if id, err := wireid.Parse(*r.CoverID); err == nil {
			c.CoverMediaFileID = &id
		}
	}
	if r.CoverAtMs != nil {
		c.ThumbOffsetMs = nil
		if *r.CoverAtMs >= 0 {
			c.ThumbOffsetMs = r.CoverAtMs
		}
	}
	if r.Feed != nil {
		c.ShareToFeed = nil
		if *r.Feed != "" {
			c.ShareToFeed = new(*r.Feed == "yes")
		}
	}
	if r.AltTexts != nil {
		c.AltTexts = *r.AltTexts
	}
	if r.PeopleTagged != nil {
		c.PeopleTagged = *r.PeopleTagged
	}
	if r.IsAIGenerated != nil {
		c.IsAIGenerated = nil
		if *r.IsAIGenerated {
			c.IsAIGenerated = r.IsAIGenerated
		}
	}
	if r.Trial != nil {
		c.Trial = nil
		if *r.Trial != "" {
			c.Trial = new(Trial(*r.Trial))
		}
	}
}

func textOrNone(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// hold sets the files of the content.
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

// CheckTexts checks the texts of the row against the bounds that the schema of v1 has. So the size
// of a row that passes has a bound too.
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
	if r.FirstComment != nil && utf8.RuneCountInString(*r.FirstComment) > limits.MaxFirstComment {
		return apperror.New(apperror.ValidationError, "the first comment has %d characters; it may have %d", utf8.RuneCountInString(*r.FirstComment), limits.MaxFirstComment)
	}
	if r.AltTexts != nil && len(*r.AltTexts) > MaxCarousel {
		return apperror.New(apperror.ValidationError, "there are %d alt texts; a carousel may have %d", len(*r.AltTexts), MaxCarousel)
	}
	if r.AltTexts != nil {
		for i, text := range *r.AltTexts {
			if err := checkAltText(text, i); err != nil {
				return err
			}
		}
	}
	if r.PeopleTagged != nil && len(*r.PeopleTagged) > limits.MaxTags {
		return apperror.New(apperror.ValidationError, "there are %d people; a post may have %d", len(*r.PeopleTagged), limits.MaxTags)
	}
	if r.PeopleTagged != nil {
		for i, name := range *r.PeopleTagged {
			if err := checkName(fmt.Sprintf("people[%d]", i), name); err != nil {
				return err
			}
		}
	}
	for _, name := range r.Collaborators {
		if n := utf8.RuneCountInString(name); n > maxUsername {
			return apperror.New(apperror.InvalidCollaborators, "a collaborator has a name of %d characters; a username has at most %d", n, maxUsername)
		}
	}
	return nil
}

// check is CheckTexts, and checks that the time zone exists.
func (r *ImportRow) check() error {
	if err := r.CheckTexts(); err != nil || r.At == nil {
		return err
	}
	if _, err := Zone(r.Timezone); err != nil {
		return apperror.New(apperror.ValidationError, "%.64q is not a time zone; write one such as Europe/Lisbon or UTC", r.Timezone)
	}
	return nil
}

// isAt reports whether a post waits, or waited, for the row's time. A row without a time asks only
// for a draft.
func (r *ImportRow) isAt(post Post) bool {
	if r.At == nil {
		return post.Status != Scheduled
	}
	return post.IsScheduled && *post.ScheduledFor == *r.At && post.Timezone == r.Timezone
}

// sameContent reports whether two contents make the same post. Line ends of all systems are the
// same: a reader of CSV makes one of the others, so that a text comes back from an export with it.
func sameContent(a, b PublishablePost) bool {
	if !slices.Equal(a.fileIDs(), b.fileIDs()) {
		return false
	}
	var made [2]string
	for i, p := range []PublishablePost{a, b} {
		var post Post
		p.Caption, p.AltText = textOrNone(withPlainEnds(value(p.Caption))), textOrNone(withPlainEnds(value(p.AltText)))
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

func withPlainEnds(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }
