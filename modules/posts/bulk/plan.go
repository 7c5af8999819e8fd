package bulk

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// MaxFile is more than 500 rows with texts of the greatest length need.
const MaxFile = 8 << 20

// Problem is why a row cannot be imported.
type Problem struct {
	Row  int    `json:"row"  doc:"Number of the row in its file." example:"2"`
	Code string `json:"code" doc:"Code of the error." example:"INVALID_SCHEDULE"`
	Text string `json:"text" doc:"What is wrong, for people."`
	Fix  string `json:"fix"  doc:"What to do about it, for people." example:"write a later time"`
}

// Planned is a row of a file that is to be sent to the service.
type Planned struct {
	posts.ImportRow

	// Account and Media are as the row names them.
	Account  string
	Media    []string
	Problems []Problem
	// Unplain are the problems of texts that nobody can read as they are. There are none while its
	// post has these texts already, which it can have got through the API.
	Unplain []Problem
}

// ReadTime returns the instant that the text of a row names in a zone, which the row may leave out,
// and the name of the zone.
type ReadTime func(zone, text string) (time.Time, string, error)

// MediaTypes are the kinds of posts by their names for people.
var MediaTypes = map[string]string{"image": "IMAGE", "carousel": "CAROUSEL", "reel": "REELS", "story": "STORIES"}

// Refuse adds a problem.
func (p *Planned) Refuse(code apperror.Code, fix, format string, args ...any) {
	p.Problems = append(p.Problems, Problem{Row: p.Row, Code: string(code), Text: fmt.Sprintf(format, args...), Fix: fix})
}

// Plan checks what can be checked without the posts, the accounts and the files that there are. As
// is draft, scheduled, or empty for what the row's time makes of it.
func Plan(rows []Row, as string, read ReadTime) []*Planned {
	all := make([]*Planned, 0, len(rows))
	first := map[string]int{}
	for i := range rows {
		r := &rows[i]
		p := &Planned{Account: r.Account, Media: r.Media}
		p.Row, p.Ref, p.Caption, p.AltText = r.Number, r.Ref, r.Caption, r.AltText
		for _, name := range r.Collaborators {
			p.Collaborators = append(p.Collaborators, strings.TrimPrefix(name, "@"))
		}
		switch before, isTwice := first[r.Ref]; {
		case r.Ref == "":
			p.Refuse(apperror.ValidationError, "write a name of your own for the post, which stays the same for ever", "the row has no ref")
		case isTwice:
			p.Refuse(apperror.ValidationError, "give each post a ref of its own", "row %d has the ref %s too", before, OneLine(r.Ref))
		default:
			first[r.Ref] = r.Number
		}
		if refused := apperror.From(p.CheckTexts()); refused != nil {
			p.Refuse(refused.Code, FixOf(string(refused.Code)), "%s", OneLine(refused.Message))
		}
		p.planText("the caption", r.Caption)
		p.planText("the alt text", r.AltText)
		p.planText("the first comment", r.FirstComment)
		p.planText("an alt text", strings.Join(r.AltTexts, " "))
		p.planType(r)
		p.planLook(r)
		p.planTime(r, as, read)
		p.planMedia()
		all = append(all, p)
	}
	return all
}

func (p *Planned) planMedia() {
	if len(p.Media) == 0 && p.At != nil {
		p.Refuse(apperror.MediaInvalid, "name its files, with ; between them; or empty the column at, for a draft",
			"a scheduled post needs a file, and the row has none; the one that the post had may have been deleted from the library")
	}
}

func (p *Planned) planText(name, text string) {
	err := CheckPlain(name, text)
	if err == nil {
		return
	}
	const fix = "write the text again, without what was pasted with it"
	if strings.ContainsRune(text, 0) {
		p.Refuse(apperror.ValidationError, fix, "%s", err) // No post has it: the API refuses it too.
		return
	}
	p.Unplain = append(p.Unplain, Problem{Row: p.Row, Code: string(apperror.ValidationError), Text: err.Error(), Fix: fix})
}

func (p *Planned) planType(r *Row) {
	switch strings.ToLower(r.Share) {
	case "", "no", "false", "0":
	case "yes", "true", "1", "x":
		p.Share = true
	default:
		p.Refuse(apperror.ValidationError, "write yes or no", "share is %q", OneLine(r.Share))
	}
	name := strings.ToLower(r.Type)
	if name == "" && len(r.Media) > 1 {
		name = "carousel"
	}
	if name == "" {
		return
	}
	wire, isKnown := MediaTypes[name]
	if !isKnown {
		p.Refuse(apperror.ValidationError, "write image, carousel, reel or story, or leave it empty", "there is no type %s", OneLine(r.Type))
		return
	}
	p.MediaType = posts.MediaType(wire)
	if n := len(r.Media); n > 1 && p.MediaType != posts.Carousel {
		p.Refuse(apperror.ValidationError, "name one file, or write carousel", "a post of type %s has one file, and %d are named", name, n)
	} else if p.MediaType == posts.Carousel && (n == 1 || n > 10) {
		text := fmt.Sprintf("a carousel has 2 to 10 files, not %d", n)
		if n == 1 {
			text += "; others of it may have been deleted from the library"
		}
		p.Refuse(apperror.InvalidCarousel, "name 2 to 10 files", "%s", text)
	}
}

// planLook reads the columns that a file may lack. What it lacks stays as it is in a post.
func (p *Planned) planLook(r *Row) {
	if r.Has("first_comment") {
		p.FirstComment = &r.FirstComment
	}
	if r.Has("alt_texts") {
		p.AltTexts = new(append([]string{}, r.AltTexts...))
	}
	if r.Has("people") {
		people := []string{}
		for _, name := range r.People {
			people = append(people, strings.TrimPrefix(name, "@"))
		}
		p.PeopleTagged = &people
	}
	if r.Has("feed") {
		p.Feed = new(p.planChoice("feed", r.Feed))
	}
	if r.Has("ai_generated") {
		p.IsAIGenerated = new(p.planChoice("ai_generated", r.AIGenerated) == "yes")
	}
	if r.Has("trial") {
		p.Trial = new(strings.ToLower(r.Trial))
		if t := *p.Trial; t != "" && t != string(posts.TrialManual) && t != string(posts.TrialPerformance) {
			p.Refuse(apperror.ValidationError, "write manual or performance, or leave it empty", "trial is %q", OneLine(r.Trial))
		}
	}
	if r.Has("cover") {
		p.CoverID = new(strings.ToLower(r.Cover))
		if _, err := wireid.Parse(*p.CoverID); err != nil && r.Cover != "" {
			p.Refuse(apperror.MediaInvalid, "upload the picture first (crier upload), and write its id", "cover is %q, which is no id of a file in the library", OneLine(r.Cover))
		}
	}
	if r.Has("cover_at") {
		p.CoverAtMs = new(int64(-1))
		if r.CoverAt == "" {
			return
		}
		at, err := time.ParseDuration(r.CoverAt)
		if err != nil || at < 0 {
			p.Refuse(apperror.ValidationError, "write how far into the video the moment is, such as 2.5s", "cover_at is %q", OneLine(r.CoverAt))
		}
		p.CoverAtMs = new(at.Milliseconds())
	}
}

// planChoice reads yes, no, or an empty text.
func (p *Planned) planChoice(column, text string) string {
	switch strings.ToLower(text) {
	case "":
		return ""
	case "no", "false", "0":
		return "no"
	case "yes", "true", "1", "x":
		return "yes"
	}
	p.Refuse(apperror.ValidationError, "write yes or no", "%s is %q", column, OneLine(text))
	return ""
}

// A time must mean the same whenever the file is imported, so +2h and tomorrow are not accepted.
var dated = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[T ]`) })

func (p *Planned) planTime(r *Row, as string, read ReadTime) {
	const form = "write a day and a time, such as 2026-12-24 18:00"
	switch {
	case as == "draft", r.At == "" && as == "":
		return
	case r.At == "":
		p.Refuse(apperror.InvalidSchedule, form, "a post that is scheduled needs a time, and the row has none")
		return
	case strings.EqualFold(r.At, "next"):
		p.Refuse(apperror.InvalidSchedule, form, "this version cannot find the next free time by itself")
		return
	case !dated().MatchString(r.At):
		p.Refuse(apperror.InvalidSchedule, form, "%s is no day with a time", OneLine(r.At))
		return
	}
	at, zone, err := read(r.Timezone, r.At)
	if err != nil {
		p.Refuse(apperror.InvalidSchedule, form+", and a time zone such as Europe/Lisbon", "%s", oneSentence(err))
		return
	}
	p.At, p.Timezone = wiretime.Ptr(at), zone
}

// Seal computes the digest, once everything of the row but its files' ids is known.
func (p *Planned) Seal() error {
	said := p.ImportRow
	said.Row, said.FileIDs = 0, nil
	text, err := json.Marshal(said)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	p.Digest = hex.EncodeToString(sum[:])
	return nil
}

// CheckPlain refuses a text that would be published differently from how it looks: one that is not
// UTF-8, whose wrong bytes JSON replaces, or one with control characters for a terminal. Any
// system's line end is allowed, and so is a tab.
func CheckPlain(name, text string) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("%s is not UTF-8, and Crier cannot read its letters; save it as UTF-8", name)
	}
	place := 0
	for _, r := range text {
		place++
		if r == utf8.RuneError {
			return fmt.Errorf("%s has the sign %c in place %d, which stands for a letter that was lost; write the letter", name, r, place)
		}
		if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
			return fmt.Errorf("%s has a control character (%U) in place %d, which nobody can read; take it out", name, r, place)
		}
	}
	return nil
}

// OneLine removes line ends and control characters from a name.
func OneLine(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, name)
}

// oneSentence joins the lines of an error.
func oneSentence(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// fixes say what to do about a code with which the service refuses a row, where the service's text
// does not.
var fixes = map[string]string{
	string(apperror.InvalidSchedule):       "write a later time",
	string(apperror.MediaInvalid):          "name another file; or upload it first and give it its shape (crier upload, crier media fit), and write its id into media",
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

func FixOf(code string) string {
	return cmp.Or(fixes[code], fixes[string(apperror.ValidationError)])
}

// Attach adds the files to the row, and the type of post that they make when the row names none.
func (p *Planned) Attach(files []media.MediaFile) {
	p.FileIDs = []wireid.ID{} // Not nil, which would say that the files are not uploaded yet.
	for i := range files {
		p.FileIDs = append(p.FileIDs, files[i].ID)
	}
	if p.MediaType != "" || len(files) == 0 {
		return
	}
	p.MediaType = posts.Image
	if files[0].IsVideo() {
		p.MediaType = posts.Reels
	}
}
