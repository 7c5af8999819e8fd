package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"crier/cmd/crier/bulk"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/datadir"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// plannedRow is a row of a file that is to be sent to the service.
type plannedRow struct {
	posts.ImportRow

	account string
	// media are the files: local ones, and files of the library by their ids.
	media    []plannedFile
	problems []problem
	// missing are the problems of a row whose files are not in the library any more. There are none
	// while its post keeps its present files.
	missing []problem
	// unplain are the problems of texts that nobody can read as they are. There are none while its
	// post has these texts already, which it can have got through the API.
	unplain []problem
	// notes say what was done to the files.
	notes []posts.Warning
}

type plannedFile struct {
	localFile

	id wireid.ID
}

func (p *plannedRow) refuse(code apperror.Code, fix, format string, args ...any) {
	p.problems = append(p.problems, problem{Row: p.Row, Code: string(code), Text: fmt.Sprintf(format, args...), Fix: fix})
}

// planRows checks what can be checked without the service. Local paths are relative to folder.
func planRows(rows []bulk.Row, folder, as string, now time.Time) []*plannedRow {
	all := make([]*plannedRow, 0, len(rows))
	first := map[string]int{}
	for i := range rows {
		r := &rows[i]
		p := &plannedRow{account: r.Account}
		p.Row, p.Ref, p.Caption, p.AltText = r.Number, r.Ref, r.Caption, r.AltText
		for _, name := range r.Collaborators {
			p.Collaborators = append(p.Collaborators, strings.TrimPrefix(name, "@"))
		}
		switch before, isTwice := first[r.Ref]; {
		case r.Ref == "":
			p.refuse(apperror.ValidationError, "write a name of your own for the post, which stays the same for ever", "the row has no ref")
		case isTwice:
			p.refuse(apperror.ValidationError, "give each post a ref of its own", "row %d has the ref %s too", before, onOneLine(r.Ref))
		default:
			first[r.Ref] = r.Number
		}
		if refused := apperror.From(p.CheckTexts()); refused != nil {
			p.refuse(refused.Code, fixOf(string(refused.Code)), "%s", onOneLine(refused.Message))
		}
		p.planText("the caption", r.Caption)
		p.planText("the alt text", r.AltText)
		p.planText("the first comment", r.FirstComment)
		p.planText("an alt text", strings.Join(r.AltTexts, " "))
		p.planType(r)
		p.planLook(r)
		p.planTime(r, as, now)
		p.planFiles(r, folder)
		all = append(all, p)
	}
	return all
}

func (p *plannedRow) planText(name, text string) {
	err := checkPlain(name, text)
	if err == nil {
		return
	}
	const fix = "write the text again, without what was pasted with it"
	if strings.ContainsRune(text, 0) {
		p.refuse(apperror.ValidationError, fix, "%s", err) // No post has it: the API refuses it too.
		return
	}
	p.unplain = append(p.unplain, problem{p.Row, string(apperror.ValidationError), err.Error(), fix})
}

func (p *plannedRow) planType(r *bulk.Row) {
	switch strings.ToLower(r.Share) {
	case "", "no", "false", "0":
	case "yes", "true", "1", "x":
		p.Share = true
	default:
		p.refuse(apperror.ValidationError, "write yes or no", "share is %q", onOneLine(r.Share))
	}
	name := strings.ToLower(r.Type)
	if name == "" && len(r.Media) > 1 {
		name = "carousel"
	}
	if name == "" {
		return
	}
	wire, isKnown := mediaTypes[name]
	if !isKnown {
		p.refuse(apperror.ValidationError, "write image, carousel, reel or story, or leave it empty", "there is no type %s", onOneLine(r.Type))
		return
	}
	p.MediaType = posts.MediaType(wire)
	if n := len(r.Media); n > 1 && p.MediaType != posts.Carousel {
		p.refuse(apperror.ValidationError, "name one file, or write carousel", "a post of type %s has one file, and %d are named", name, n)
	} else if p.MediaType == posts.Carousel && (n == 1 || n > 10) {
		text := fmt.Sprintf("a carousel has 2 to 10 files, not %d", n)
		if n == 1 {
			text += "; others of it may have been deleted from the library"
		}
		p.refuse(apperror.InvalidCarousel, "name 2 to 10 files", "%s", text)
	}
}

// planLook reads the columns that a file may lack. What it lacks stays as it is in a post.
func (p *plannedRow) planLook(r *bulk.Row) {
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
			p.refuse(apperror.ValidationError, "write manual or performance, or leave it empty", "trial is %q", onOneLine(r.Trial))
		}
	}
	if r.Has("cover") {
		p.CoverID = new(strings.ToLower(r.Cover))
		if _, err := wireid.Parse(*p.CoverID); err != nil && r.Cover != "" {
			p.refuse(apperror.MediaInvalid, "upload the picture with crier upload, and write its id", "cover is %q, which is no id of a file in the library", onOneLine(r.Cover))
		}
	}
	if r.Has("cover_at") {
		p.CoverAtMs = new(int64(-1))
		if r.CoverAt == "" {
			return
		}
		at, err := time.ParseDuration(r.CoverAt)
		if err != nil || at < 0 {
			p.refuse(apperror.ValidationError, "write how far into the video the moment is, such as 2.5s", "cover_at is %q", onOneLine(r.CoverAt))
		}
		p.CoverAtMs = new(at.Milliseconds())
	}
}

// planChoice reads yes, no, or an empty text.
func (p *plannedRow) planChoice(column, text string) string {
	switch strings.ToLower(text) {
	case "":
		return ""
	case "no", "false", "0":
		return "no"
	case "yes", "true", "1", "x":
		return "yes"
	}
	p.refuse(apperror.ValidationError, "write yes or no", "%s is %q", column, onOneLine(text))
	return ""
}

// A time must mean the same whenever the file is imported, so +2h and tomorrow are not accepted.
var dated = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[T ]`) })

func (p *plannedRow) planTime(r *bulk.Row, as string, now time.Time) {
	const form = "write a day and a time, such as 2026-12-24 18:00"
	switch {
	case as == "draft", r.At == "" && as == "":
		return
	case r.At == "":
		p.refuse(apperror.InvalidSchedule, form, "--as scheduled needs a time, and the row has none")
		return
	case strings.EqualFold(r.At, "next"):
		p.refuse(apperror.InvalidSchedule, form, "this version cannot find the next free time by itself")
		return
	case !dated().MatchString(r.At):
		p.refuse(apperror.InvalidSchedule, form, "%s is no day with a time", onOneLine(r.At))
		return
	}
	at, zone, err := moment{r.Timezone}.read("at: ", r.At, now)
	if err != nil {
		p.refuse(apperror.InvalidSchedule, form+", and a time zone such as Europe/Lisbon", "%s", onOneSentence(err))
		return
	}
	p.At, p.Timezone = wiretime.Ptr(at), zone
}

func (p *plannedRow) planFiles(r *bulk.Row, folder string) {
	if len(r.Media) == 0 && p.At != nil {
		p.refuse(apperror.MediaInvalid, "name its files, with ; between them; or empty the column at, for a draft",
			"a scheduled post needs a file, and the row has none; the one that the post had may have been deleted from the library")
	}
	sum := sha256.New()
	for _, name := range r.Media {
		if id, err := wireid.Parse(strings.ToLower(name)); err == nil {
			p.media = append(p.media, plannedFile{id: id})
			_, _ = fmt.Fprintln(sum, id)
			continue
		}
		file, err := readFile(sum, folder, name)
		if err != nil {
			p.refuse(apperror.MediaInvalid, "name a picture or a video of this machine; a path is relative to the file that is imported", "%s", onOneSentence(err))
			continue
		}
		p.media = append(p.media, plannedFile{localFile: file})
	}
	p.MediaDigest = hex.EncodeToString(sum.Sum(nil))
}

// readFile reads the file that a row names, and also writes its content to hash.
func readFile(hash io.Writer, folder, name string) (localFile, error) {
	path, err := localPath(folder, name)
	if err != nil {
		return localFile{}, err
	}
	found, err := findFiles([]string{path})
	if err != nil {
		return localFile{}, err
	}
	err = found[0].hashInto(hash)
	return found[0], err
}

// localPath returns the path of a file that a row names: below the folder, or an absolute path. It
// refuses a path to another machine, because Windows authenticates the user to that machine before
// anything is read, and somebody else may have written the rows.
func localPath(folder, name string) (string, error) {
	strokes := strings.ReplaceAll(name, `\`, "/")
	if strings.HasPrefix(strokes, "//") || strings.HasPrefix(strokes, "/??/") {
		return "", fmt.Errorf("%s is on another machine; copy the file to this one, and write where it is", onOneLine(name))
	}
	if filepath.IsAbs(name) {
		return datadir.Spelled(name), nil
	}
	return datadir.Spelled(filepath.Join(folder, filepath.FromSlash(name))), nil
}

// seal computes the digest, once everything of the row but its files' ids is known.
func (p *plannedRow) seal() error {
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

// attach adds the files to the row, and the type of post that they make when the row names none.
func (p *plannedRow) attach(files []media.MediaFile) {
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
