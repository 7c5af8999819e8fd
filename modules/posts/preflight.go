package posts

import (
	"context"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/limits"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// Preflight is the answer of POST /posts/preflight.
type Preflight struct {
	Problems []Finding `json:"problems" doc:"What the post would be refused for, or would fail for, all of it; empty for a post that is accepted."`
	Warnings []Finding `json:"warnings" doc:"What the author may not expect of it."`
	// Fits are of the pictures that are there, in their order.
	Fits []media.Fit `json:"fits" doc:"How each picture lies in the post, and which edits would have it fit."`
}

// preflighter makes all the checks of publishing and scheduling. Those stop at the first problem;
// a preflighter returns every one. It stores nothing.
type preflighter struct {
	db       *database.DB
	clock    clock.Clock
	accounts *auth.Service
	media    *media.Service
	checker  *Checker
	warner   *Warner
}

// newPreflighter returns a preflighter that finds what the checker refuses and what the warner
// warns of.
func newPreflighter(db *database.DB, clk clock.Clock, accounts *auth.Service, files *media.Service, checker *Checker, warner *Warner) *preflighter {
	return &preflighter{db: db, clock: clk, accounts: accounts, media: files, checker: checker, warner: warner}
}

// Check finds what stands in the way of a post at a time, or at once for nil. self is the id of the
// stored post, or the zero id for a new one.
func (f *preflighter) Check(ctx context.Context, p PublishablePost, at *wiretime.Time, self wireid.ID) (Preflight, error) {
	sub := Submission{PublishablePost: p, At: at, self: self}
	report := Preflight{Problems: append(p.tooLong(), p.badNames()...), Warnings: []Finding{}, Fits: []media.Fit{}}
	if at != nil {
		report.Problems = append(report.Problems, f.ofTime(*at)...)
	}
	files, err := f.media.Files(ctx, f.db, p.allFiles())
	if err != nil {
		return Preflight{}, err
	}
	report.Problems = append(report.Problems, f.ofFiles(ctx, p, files)...)
	report.Problems = append(report.Problems, ofLook(p, files)...)
	if report.Fits, err = f.fits(ctx, p, files, self); err != nil {
		return Preflight{}, err
	}
	account, err := f.accounts.Account(ctx, f.db, p.AccountID)
	if gone, isKnown := refusal(err); isKnown {
		report.Problems = append(report.Problems, gone.inField("accountId").with(reconnect(p.AccountID)))
		report.Warnings = append(report.Warnings, foreseenIn(p, files)...)
		return report, nil
	}
	if err != nil {
		return Preflight{}, err
	}
	ofAccount, err := f.ofAccount(ctx, account, sub)
	if err != nil {
		return Preflight{}, err
	}
	report.Problems = append(report.Problems, ofAccount...)
	warnings, err := f.warner.findings(ctx, f.db, account, sub)
	report.Warnings = append(report.Warnings, warnings...)
	return report, err
}

// tooLong checks the lengths against the bounds of contract 8, as the schemas of the other
// operations do.
func (p PublishablePost) tooLong() []Finding {
	found := []Finding{}
	for _, of := range []struct {
		field, things string
		n, max        int
	}{
		{"caption", "characters", utf8.RuneCountInString(value(p.Caption)), maxCaption},
		{"altText", "characters", utf8.RuneCountInString(value(p.AltText)), maxAltText},
		{"firstComment", "characters", utf8.RuneCountInString(value(p.FirstComment)), maxFirstComment},
		{"userTags", "people", len(p.UserTags), maxTags},
		{"peopleTagged", "people", len(p.PeopleTagged), maxTags},
		{"collaborators", "people", len(p.Collaborators), maxCollaborators},
		{"storyMentions", "people", len(p.StoryMentions), maxMentions},
	} {
		if of.n <= of.max {
			continue
		}
		over := finding(string(apperror.ValidationError), "%s has %d %s; it may have %d: take %d out", of.field, of.n, of.things, of.max, of.n-of.max).inField(of.field)
		over.Figure, over.Limit = fmt.Sprintf("%d %s", of.n, of.things), fmt.Sprintf("%d %s", of.max, of.things)
		found = append(found, over)
	}
	return found
}

// The bounds of contract 8 for lists of people, and of the network for a comment.
const (
	maxTags         = limits.MaxTags
	maxMentions     = limits.MaxMentions
	maxFirstComment = limits.MaxFirstComment
)

// badNames returns the invalid usernames.
func (p PublishablePost) badNames() (found []Finding) {
	for where, name := range p.names() {
		if bad, isKnown := refusal(checkName(where, name)); isKnown {
			found = append(found, bad.inField(where))
		}
	}
	return found
}

// soon is how far ahead a time is suggested in place of one that has passed.
const soon = 15 * time.Minute

func (f *preflighter) ofTime(at wiretime.Time) []Finding {
	past, isKnown := refusal(f.checker.checkFuture(at))
	if !isKnown {
		return nil
	}
	now := f.clock.Now()
	later := wiretime.Of(now.Add(soon).Truncate(time.Minute).Add(time.Minute))
	past.Figure, past.Limit = at.String(), "after "+wiretime.Of(now).String()
	return []Finding{past.inField("scheduledFor").with(Remedy{Action: Move, Says: "Move it to a quarter of an hour from now.", ScheduledFor: &later})}
}

// ofAccount returns what the account lacks, or cannot do now.
func (f *preflighter) ofAccount(ctx context.Context, account auth.SocialAccount, sub Submission) (found []Finding, err error) {
	for _, field := range sub.misplaced(account) {
		wrong, _ := refusal(field.err)
		found = append(found, wrong.inField(field.field).with(leaveOut(field.field)))
	}
	if sub.At == nil {
		if dead, isKnown := refusal(account.CheckUsable(wiretime.Of(f.clock.Now()))); isKnown {
			found = append(found, dead.inField("accountId").with(reconnect(account.ID)))
		}
	}
	err = f.checker.checkNative(ctx, f.db, account, sub.PublishablePost)
	if unsigned, isKnown := refusal(err); isKnown {
		return append(found, unsigned.inField("storyMentions").with(
			Remedy{Action: SignIn, Says: "Import a session of the account (crier accounts session), or save its username and password.", AccountID: &account.ID}, leaveOut("storyMentions"))), nil
	}
	return found, err
}

// ofFiles returns what is wrong with the files: how many they are, and each of them.
func (f *preflighter) ofFiles(ctx context.Context, p PublishablePost, files map[wireid.ID]media.MediaFile) (found []Finding) {
	field := "mediaFileId"
	if p.MediaType == Carousel {
		field = "mediaFileIds"
	}
	ids := p.fileIDs()
	if wrong, isKnown := refusal(p.checkCount(whole)); isKnown {
		wrong = wrong.inField(field)
		if p.MediaType == Carousel {
			wrong.Figure, wrong.Limit = fmt.Sprintf("%d files", len(ids)), fmt.Sprintf("%d to %d files", MinCarousel, MaxCarousel)
		}
		if len(ids) < MinCarousel {
			wrong = wrong.with(Remedy{Action: UploadFile, Says: "Add a file."})
		}
		if p.MediaType != Carousel && len(p.MediaFileIDs) > 0 {
			wrong = wrong.inField("mediaFileIds").with(leaveOut("mediaFileIds"))
		}
		found = append(found, wrong)
	}
	for i, id := range ids {
		where := field
		if p.MediaType == Carousel {
			where = fmt.Sprintf("%s[%d]", field, i)
		}
		for _, wrong := range f.ofFile(ctx, p, files, id) {
			if p.MediaType == Carousel {
				wrong.Message = fmt.Sprintf("item %d of %d: %s", i+1, len(ids), wrong.Message)
			}
			wrong.MediaFileID = &id
			found = append(found, wrong.inField(where))
		}
	}
	return found
}

func (f *preflighter) ofFile(ctx context.Context, p PublishablePost, files map[wireid.ID]media.MediaFile, id wireid.ID) (found []Finding) {
	file, isThere := files[id]
	if !isThere {
		gone, _ := refusal(noFile(id))
		return []Finding{gone.with(Remedy{Action: UploadFile, Says: "Upload it again."})}
	}
	if wrong, isKnown := refusal(p.checkFile(file, partial)); isKnown {
		fits := Image
		if file.IsVideo() {
			fits = Reels
		}
		return []Finding{wrong.with(changeType(fits), changeType(Stories))}
	}
	for _, problem := range media.Remedies(ctx, f.media, file, rules.Use(p.MediaType)) {
		found = append(found, ofRule(p.MediaType, file, problem))
	}
	if wrong, isKnown := refusal(p.checkFile(file, whole)); isKnown && len(found) == 0 {
		found = append(found, wrong)
	}
	return found
}

// fits returns how the pictures lie in the post. One that another post has gets no edits by itself
// once that waits to go out, because it would go out otherwise than its author saw it.
func (f *preflighter) fits(ctx context.Context, p PublishablePost, files map[wireid.ID]media.MediaFile, self wireid.ID) ([]media.Fit, error) {
	var there []media.MediaFile
	for _, id := range p.fileIDs() {
		if file, isThere := files[id]; isThere {
			there = append(there, file)
		}
	}
	fits := media.Fits(f.media, there, rules.Use(p.MediaType))
	for i, fit := range fits {
		if !fit.IsDue {
			continue
		}
		others, err := waitWith(ctx, f.db, fit.MediaFileID, self)
		if err != nil {
			return nil, fmt.Errorf("look for other posts with a picture: %w", err)
		}
		fits[i].IsShared = others > 0
		fits[i].IsDue = others == 0
	}
	return fits, nil
}

// ofLook returns what is wrong with the cover, and with the descriptions of a carousel's pictures.
func ofLook(p PublishablePost, files map[wireid.ID]media.MediaFile) []Finding {
	wrong, isKnown := refusal(p.checkLook(files))
	if !isKnown {
		return nil
	}
	field := "altTexts"
	switch {
	case p.CoverMediaFileID != nil:
		field, wrong.MediaFileID = "coverMediaFileId", p.CoverMediaFileID
	case p.ThumbOffsetMs != nil:
		field = "thumbOffsetMs"
	}
	return []Finding{wrong.inField(field).with(leaveOut(field))}
}

// PreflightRequest is the body of POST /posts/preflight. Its lists and texts may be longer than a
// post's, so that a text that is too long is one problem among others.
type PreflightRequest struct {
	PublishablePost

	MediaFileIDs  []wireid.ID    `json:"mediaFileIds,omitempty"  nullable:"true" maxItems:"100" doc:"The files of a CAROUSEL in their order."`
	Caption       *string        `json:"caption,omitempty"       nullable:"true" maxLength:"100000" doc:"The text of the post." example:"Fresh from the oven: our spring rye. #bakery #sourdough"`
	UserTags      []UserTag      `json:"userTags,omitempty"      nullable:"true" maxItems:"100" doc:"People in the picture."`
	Collaborators []string       `json:"collaborators,omitempty" nullable:"true" maxItems:"100" doc:"Usernames of co-authors." example:"[\"flour.and.stone\"]"`
	StoryMentions []StoryMention `json:"storyMentions,omitempty" nullable:"true" maxItems:"100" doc:"Mention stickers."`
	AltTexts      []string       `json:"altTexts,omitempty"      nullable:"true" maxItems:"100" doc:"Descriptions of the pictures of a CAROUSEL by their positions." example:"[\"Three round loaves of rye bread\"]"`
	PeopleTagged  []string       `json:"peopleTagged,omitempty"  nullable:"true" maxItems:"100" doc:"Usernames of people in the video or story." example:"[\"potter\"]"`
	AltText       *string        `json:"altText,omitempty"       nullable:"true" maxLength:"100000" doc:"Description of the picture for those who do not see it." example:"Three round loaves of rye bread on a wooden board"`
	FirstComment  *string        `json:"firstComment,omitempty"  nullable:"true" maxLength:"100000" doc:"What the account comments below the post once it is published." example:"Which loaf shall we bake next?"`

	ScheduledFor *wiretime.Time `json:"scheduledFor,omitempty" nullable:"true" doc:"When it is to be published; absent for at once." example:"2026-12-24T09:00:00+01:00"`
	PostID       *wireid.ID     `json:"postId,omitempty"       nullable:"true" doc:"The post that this is already, which is compared with others alone." example:"6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918"`
}

// post returns the post that the request asks about.
func (r PreflightRequest) post() PublishablePost {
	p := r.PublishablePost
	p.MediaFileIDs, p.Caption, p.UserTags = r.MediaFileIDs, r.Caption, r.UserTags
	p.Collaborators, p.StoryMentions, p.AltText = r.Collaborators, r.StoryMentions, r.AltText
	p.FirstComment = r.FirstComment
	p.AltTexts, p.PeopleTagged = r.AltTexts, r.PeopleTagged
	return p
}

type preflightInput struct{ Body PreflightRequest }

func (f *preflighter) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "preflightPost", Method: http.MethodPost, Path: "/posts/preflight", Tags: []string{tag},
		Summary: "What stands in the way of a post?",
		Description: "Holds a post against everything that publishing or scheduling it holds it against, and tells all of it at once: with the figure, the limit, and what one press of a button can do. " +
			"Nothing is stored, and nothing is sent to the network.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.WithAnswers(nil, preflightAnswer())),
	}, f.preflight)
}

func preflightAnswer() httpapi.Example {
	return httpapi.Example{Name: "tooTall", Summary: "A picture that is too tall for the feed", Body: `{"problems":[{"code":"MEDIA_INVALID","rule":"aspect-ratio","field":"mediaFileId",
		"mediaFileId":"1b4e28ba-2fa1-4d2e-883f-0016d3cca427","message":"The picture is 1080 by 1920 pixels, a ratio of 0.56; feed pictures take 0.75 (3:4) to 1.91 (1.91:1): crop it, pad it, or publish it as a story.",
		"figure":"the picture is 1080 by 1920 pixels, a ratio of 0.56","limit":"0.75 (3:4) to 1.91 (1.91:1)",
		"fixes":[{"action":"pad","says":"Pad it to 4:5 with a blurred copy of itself.","mediaFileId":"1b4e28ba-2fa1-4d2e-883f-0016d3cca427","ratio":"4:5","edits":{"pad":{"ratio":"4:5","fill":"blur"}}},
			{"action":"changeType","says":"Publish it as STORIES.","mediaType":"STORIES"}]}],"warnings":[],
		"fits":[{"mediaFileId":"1b4e28ba-2fa1-4d2e-883f-0016d3cca427","cut":0,"best":{"pad":{"ratio":"4:5","fill":"blur"},"fit":"AUTO"},"isDue":true,"isShared":false}]}`}
}

func (f *preflighter) preflight(ctx context.Context, in *preflightInput) (*httpapi.Output[Preflight], error) {
	return httpapi.Answer(f.Check(ctx, in.Body.post(), in.Body.ScheduledFor, value(in.Body.PostID)))
}
