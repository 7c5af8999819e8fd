package media

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"crier/modules/media/editing"
	"crier/modules/media/rules"
	"crier/platform/wireid"
)

// Check says what a file can be published as, and what would make it fit for the rest.
type Check struct {
	MediaFileID wireid.ID  `json:"mediaFileId" doc:"The file." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	Film        *Film      `json:"film,omitempty" doc:"What was measured of a video; missing for a picture, and for a video that nobody could look into."`
	Uses        []UseCheck `json:"uses"        doc:"Each kind of post that takes files of its kind."`
	Notes       []string   `json:"notes"       doc:"What else there is to say about the file, for people."`
}

// Film is what a video says about itself beside its size and its length, as it would be published.
type Film struct {
	FrameRate float64 `json:"frameRate" doc:"Pictures a second on average; 0 when it is unknown." example:"29.97"`
	HasSound  bool    `json:"hasSound"  doc:"Whether it has sound." example:"true"`
}

// UseCheck is what the network's rules say of a file for one kind of post.
type UseCheck struct {
	MediaType     rules.Use      `json:"mediaType"     enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"The kind of post."`
	IsPublishable bool           `json:"isPublishable" doc:"Whether the file can be published so as it is." example:"true"`
	Longest       *float64       `json:"longestSeconds" doc:"How long a video may last; null for a picture." example:"60"`
	Source        string         `json:"source"        doc:"Where the rules are from." example:"the network's reference"`
	Problems      []ProblemCheck `json:"problems"      doc:"What stands in the way."`
	Doubts        []ProblemCheck `json:"doubts"        doc:"What the network may refuse, by limits that are not certain. Crier tries it."`
}

// ProblemCheck is a rule that a file breaks, and how to fix that.
type ProblemCheck struct {
	Rule    rules.Rule `json:"rule"    doc:"Name of the rule." example:"aspect-ratio"`
	Message string     `json:"message" doc:"The figure, the limit and what to do."`
	Figure  string     `json:"figure"  doc:"What the file has, as half a sentence." example:"the picture is 1080 by 1920 pixels, a ratio of 0.56"`
	Limit   string     `json:"limit"   doc:"What is taken." example:"0.75 (3:4) to 1.91 (1.91:1)"`
	Fixes   []Fix      `json:"fixes"   doc:"What Crier can do about it; empty when only another file helps."`
}

// FixKind says how a fix is applied.
type FixKind string

// The kinds of fixes.
const (
	// FixEdit is applied by PUT /api/media/{id}/edits.
	FixEdit FixKind = "EDIT"
	// FixConvert is applied by POST /api/media/{id}/conversion.
	FixConvert FixKind = "CONVERT"
)

// Fix is one way to solve a problem.
type Fix struct {
	Kind  FixKind       `json:"kind"  enum:"EDIT,CONVERT" doc:"EDIT is put to the file's edits, CONVERT asked for as a conversion for this kind of post."`
	Says  string        `json:"says"  doc:"What it does, for people." example:"Pad it to 4:5 with a blurred copy of itself."`
	Edits *editing.Spec `json:"edits,omitempty" doc:"For EDIT, the edits: those that the file has, and the fix."`
}

// check returns what a file can be published as, or NOT_FOUND.
func check(ctx context.Context, s *Service, id wireid.ID) (Check, error) {
	file, err := s.File(ctx, id)
	if err != nil {
		return Check{}, err
	}
	_, err = s.tools.findConverter(ctx)
	canConvert := err == nil
	answer := Check{MediaFileID: id, Uses: []UseCheck{}, Notes: []string{}}
	verdict := rules.Weigh(file.judged())
	for _, u := range rules.Uses() {
		if problems, ok := verdict.Problems[u]; ok {
			answer.Uses = append(answer.Uses, file.checkUse(u, problems, canConvert))
		}
	}
	answer.Notes = append(answer.Notes, s.tools.cardNotes(file)...)
	if file.Facts != nil {
		if file.Facts.Container != "" {
			answer.Film = &Film{FrameRate: file.Facts.FrameRate, HasSound: file.Facts.AudioCodec != ""}
		}
		if said := rules.Unevenness(*file.Facts); said != "" {
			answer.Notes = append(answer.Notes, said)
		}
	}
	c, err := selectConversion(ctx, s.db, id)
	switch {
	case err == nil:
		answer.Notes = append(answer.Notes, c.note())
	case !errors.Is(err, sql.ErrNoRows):
		return Check{}, err
	case file.IsVideo() && verdict.NeedsConversion():
		answer.Notes = append(answer.Notes, s.tools.say(conversionAdvice))
	}
	return answer, nil
}

// Remedies returns what keeps a file from being published for a use, with what
// Crier can do about it.
func Remedies(ctx context.Context, s *Service, file MediaFile, use rules.Use) []ProblemCheck {
	problems := file.Problems(use)
	if len(problems) == 0 {
		return nil
	}
	_, err := s.tools.findConverter(ctx)
	return file.checkUse(use, problems, err == nil).Problems
}

// cardNotes says why the thumbnail of a video is a drawn card; it is empty when it is a picture.
func (b *toolbox) cardNotes(file MediaFile) []string {
	switch {
	case file.Card == nil:
		return nil
	case *file.Card == noTool:
		return []string{"The thumbnail is a drawn card; " + b.say(posterAdvice)}
	}
	return []string{"The thumbnail is a drawn card: no picture of the video could be read, which may be damaged. See whether it plays before you publish it."}
}

// note describes the progress of the conversion.
func (c Conversion) note() string {
	const meanwhile = "; until that is done, it is published as it is now."
	switch {
	case c.State == ConversionWaiting:
		return "It waits to be converted" + meanwhile
	case c.State == ConversionRunning:
		return "It is being converted" + meanwhile
	case c.Error == nil:
		return "The last conversion failed."
	}
	return "The last conversion failed: " + strings.TrimSuffix(*c.Error, ".") + "."
}

// Doubts returns why the network may refuse a file for a use, by limits that are not certain, and
// what would make it sure.
func (f MediaFile) Doubts(use rules.Use) []ProblemCheck {
	return f.explained(use, rules.Doubts(f.judged(), use), false)
}

func (f MediaFile) checkUse(u rules.Use, problems []rules.Problem, canConvert bool) UseCheck {
	check := UseCheck{
		MediaType: u, IsPublishable: len(problems) == 0, Source: f.limits(u).Source(), Problems: f.explained(u, problems, canConvert),
		Doubts: f.explained(u, rules.Doubts(f.judged(), u), canConvert),
	}
	if f.IsVideo() {
		check.Longest = new(f.limits(u).Longest.Duration().Seconds())
	}
	return check
}

// limits returns what the network takes of a file of this kind.
func (f MediaFile) limits(u rules.Use) rules.Limits {
	limits, _ := rules.PictureLimits(u)
	if f.IsVideo() {
		limits, _ = rules.VideoLimits(u)
	}
	return limits
}

// explained returns the problems with their fixes.
func (f MediaFile) explained(u rules.Use, problems []rules.Problem, canConvert bool) []ProblemCheck {
	checks := []ProblemCheck{}
	for _, p := range problems {
		checks = append(checks, ProblemCheck{Rule: p.Rule, Message: p.Sentence(u), Figure: p.Figure, Limit: p.Limit, Fixes: f.fixes(p, f.limits(u), canConvert)})
	}
	return checks
}

// fixes returns how a problem can be solved. A problem of a video cannot be solved without ffmpeg.
func (f MediaFile) fixes(p rules.Problem, l rules.Limits, canConvert bool) []Fix {
	switch {
	case f.IsVideo() && !canConvert:
	case p.Rule == rules.AspectRatio:
		return f.reshapes(l.Safest().Text(), l.Widest.Text())
	case p.Converts():
		return []Fix{{Kind: FixConvert, Says: "Convert it to MP4 with H.264 and AAC, as the network takes it."}}
	case p.Rule == rules.TooLong:
		return []Fix{{Kind: FixConvert, Says: "Keep the first " + rules.Length(l.Longest.Duration()) + " and leave the rest out."}}
	case p.Rule == rules.FileSize && f.IsVideo():
		return []Fix{{Kind: FixConvert, Says: "Encode it again, so that it becomes small enough."}}
	}
	return []Fix{}
}

// reshapes returns the edits that give a picture the nearest ratio between the two.
func (f MediaFile) reshapes(tallest, widest string) []Fix {
	fix, ok := editing.FixFor(*f.Width, *f.Height, tallest, widest)
	if !ok {
		return []Fix{}
	}
	pad, crop := editing.Spec{}, editing.Spec{}
	if f.Edits != nil {
		pad, crop = *f.Edits, *f.Edits
	}
	pad.Pad, crop.Crop = fix.Pad.Pad, fix.Crop.Crop
	pad.Fit, crop.Fit = "", "" // A person chooses it, and Crier leaves it so.
	fixes := []Fix{{FixEdit, "Pad it to " + fix.Ratio + " with a blurred copy of itself.", &pad}}
	if crop.Rotate%180 != 0 || crop.Pad != nil {
		return fixes // A crop is of what is uploaded, before it is turned and padded.
	}
	return append(fixes, Fix{FixEdit, "Crop it to " + fix.Ratio + "; what is too much is cut off from both sides.", &crop})
}
