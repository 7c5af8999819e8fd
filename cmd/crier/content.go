package main

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/modules/media"
	"crier/modules/media/editing"
	"crier/modules/posts"
	"crier/modules/posts/bulk"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

// content holds the arguments of the commands that make posts.
type content struct {
	Files         []string `arg:"" name:"file" complete:"file" help:"Pictures and videos, in the order in which they are shown."`
	Caption       string   `placeholder:"TEXT" help:"The caption, with its hashtags; - reads it from the standard input."`
	Account       string   `placeholder:"NAME" help:"The account: its username, or its id or the beginning of it (default: the only one)."`
	Type          word     `placeholder:"TYPE" enum:"image,carousel,reel,story," default:"" help:"image, carousel, reel or story (default: what the files make: a picture is an image, a video a reel, several files are a carousel; with --mention, a story)."`
	Fit           word     `placeholder:"HOW" enum:"crop,pad,blur," default:"" help:"What to do with a picture or a video whose shape the network does not take, or would cut to that of a carousel's first file: crop cuts it, pad adds white, blur adds a blurred copy of it."`
	Alt           []string `placeholder:"TEXT" sep:"none" help:"What a picture shows, for those who do not see it. Of a carousel, repeat it for each file in their order; an empty one for none, as for a video."`
	Tag           []string `placeholder:"USER[@X,Y]" sep:"none" help:"A person in the picture, and where: 0,0 is its top left corner, 1,1 its bottom right one; in a reel or a story the name alone. Repeat it for each person."`
	Collaborators []string `name:"collaborator" placeholder:"USER" sep:"none" help:"An account to invite as a second author. Repeat it for each."`
	Mention       []string `placeholder:"USER[@X,Y]" sep:"none" help:"A person to mention in a story with a sticker, and where. Repeat it for each person."`
	Share         bool     `help:"Share it to the linked Page too."`

	Cover       string        `placeholder:"FILE" complete:"file" help:"The picture that a reel has as its cover."`
	CoverAt     time.Duration `placeholder:"TIME" default:"-1ns" help:"The moment of a reel that is its cover, such as 2.5s."`
	NoFeed      bool          `help:"Keep a reel off the account's grid and out of the feed: it is among its reels alone."`
	AIGenerated bool          `name:"ai-generated" help:"Have the network label the post as made with artificial intelligence."`
	Trial       word          `placeholder:"HOW" enum:"manual,performance," default:"" help:"Show a reel at first only to people who do not follow the account: manual until you show it to all in the network's own app, performance until it does well."`

	FirstComment string `placeholder:"TEXT" help:"What the account comments below the post once it is published."`
}

// check checks the arguments before anything is sent.
func (c *content) check() error {
	if len(c.Alt) > len(c.Files) {
		return usageError{fmt.Errorf("--alt is given more often than there are files (%d); give one text for each, in their order", len(c.Files))}
	}
	if c.Cover != "" && c.hasMoment() {
		return usageError{errors.New("--cover and --cover-at are both given; a reel has one cover: name a picture, or a moment of the video")}
	}
	if c.CoverAt < 0 && c.hasMoment() {
		return usageError{errors.New("--cover-at is before the beginning; write how far into the video the moment is, such as 2.5s")}
	}
	if c.Share && (len(c.Files) > 1 || c.Type == "carousel") {
		return usageError{errors.New("--share: a carousel cannot be shared to a Page; leave --share out, or publish one file")}
	}
	if c.Type != "" && c.Type != "story" && len(c.Mention) > 0 {
		return usageError{errors.New("--mention is for stories; use --tag for people in a picture, or --type story")}
	}
	if len(c.Files) > 1 && c.Type != "" && c.Type != "carousel" {
		return usageError{fmt.Errorf("a post of type %s has one file, and %d are named; several make a carousel", c.Type, len(c.Files))}
	}
	if n := len(c.Files); n > posts.MaxCarousel || n == 1 && c.Type == "carousel" {
		return usageError{fmt.Errorf("a carousel has %d to %d files, and %d %s named", posts.MinCarousel, posts.MaxCarousel, n, map[bool]string{true: "is", false: "are"}[n == 1])}
	}
	if err := cmp.Or(bulk.CheckPlain("the caption", c.Caption), bulk.CheckPlain("--alt", strings.Join(c.Alt, "")), bulk.CheckPlain("--first-comment", c.FirstComment)); err != nil {
		return usageError{err}
	}
	for _, text := range slices.Concat(c.Tag, c.Mention) {
		if _, err := placed(text); err != nil {
			return usageError{err}
		}
	}
	for _, text := range c.Tag {
		if !hasPlace(text) && !c.isPlaceless() {
			return usageError{fmt.Errorf("--tag %s does not say where the person is; write %s@0.5,0.5 for the middle of the picture", onOneLine(text), onOneLine(text))}
		}
	}
	return nil
}

// noMoment is the default of --cover-at: 0s is a moment.
const noMoment = -1 * time.Nanosecond

func (c *content) hasMoment() bool { return c.CoverAt != noMoment }

// isPlaceless reports whether people in the post have no place: it is a story or a reel, as far as
// the names of the files tell.
func (c *content) isPlaceless() bool {
	switch {
	case c.Type == "story" || c.Type == "reel":
		return true
	case c.Type != "" || len(c.Files) != 1:
		return false
	}
	return slices.Contains([]string{".mp4", ".mov", ".m4v", ".mkv", ".webm", ".avi"}, strings.ToLower(filepath.Ext(c.Files[0])))
}

// hasPlace reports whether a text of --tag says where the person is.
func hasPlace(text string) bool { return strings.Contains(strings.TrimPrefix(text, "@"), "@") }

// person is a person who is tagged at a place of a picture.
type person struct {
	Username string   `json:"username"`
	X        *float64 `json:"x,omitempty"`
	Y        *float64 `json:"y,omitempty"`
}

// placed parses USER@X,Y, or USER alone.
func placed(text string) (person, error) {
	name, at, found := strings.Cut(strings.TrimPrefix(text, "@"), "@")
	p := person{Username: name}
	if name == "" {
		return p, fmt.Errorf("%q names nobody; write user@0.5,0.5", text)
	}
	if !found {
		return p, nil
	}
	left, top, found := strings.Cut(at, ",")
	x, errX := strconv.ParseFloat(left, 64)
	y, errY := strconv.ParseFloat(top, 64)
	if !found || errX != nil || errY != nil || !(x >= 0 && x <= 1 && y >= 0 && y <= 1) {
		return p, fmt.Errorf("%q is no place in a picture; write two numbers from 0 to 1 with a comma between them, such as %s@0.5,0.5", onOneLine(at), onOneLine(name))
	}
	p.X, p.Y = &x, &y
	return p, nil
}

func people(texts []string) []person {
	all := make([]person, 0, len(texts))
	for _, text := range texts {
		p, _ := placed(text) // It was checked.
		all = append(all, p)
	}
	return all
}

// maxCaption is far above the network's limit, which the service reports.
const maxCaption = 64 << 10

// captionText returns the caption. It reads the standard input if that is meant.
func (c *content) captionText(in io.Reader) (string, error) {
	if c.Caption != "-" {
		return withoutMark(c.Caption), nil // It was checked.
	}
	text, err := io.ReadAll(io.LimitReader(in, maxCaption+1))
	if err != nil {
		return "", fmt.Errorf("read the caption from the standard input: %w", err)
	}
	if len(text) > maxCaption {
		return "", usageError{errors.New("the caption on the standard input is longer than 64 KB")}
	}
	text = bulk.UTF8(text)
	if err := bulk.CheckPlain("the caption on the standard input", string(text)); err != nil {
		return "", usageError{err}
	}
	caption := strings.TrimRight(string(text), "\r\n")
	if caption == "" { // A program that failed before this one in a pipe has written nothing.
		return "", usageError{errors.New("there is no caption on the standard input; leave --caption out for a post without one")}
	}
	return caption, nil
}

// withoutMark leaves out the mark with which programs of Windows begin a text, as in the content of
// a file that a shell has put into the call.
func withoutMark(text string) string { return strings.TrimPrefix(text, "\ufeff") }

// compose reads the files and the caption, and calls do with a request for the account. Nothing is
// uploaded yet.
func (c *content) compose(ctx context.Context, folder serviceFolder, do func(service *serviceClient, r request, files []localFile, username string) error) error {
	files, err := findFiles(c.Files)
	if err != nil {
		return err
	}
	caption, err := c.captionText(os.Stdin)
	if err != nil {
		return err
	}
	return folder.withService(ctx, func(service *serviceClient) error {
		account, err := findAccount(ctx, service, c.Account)
		if err != nil {
			return err
		}
		return do(service, c.composed(account.ID, caption), files, account.Username)
	})
}

// bring uploads the files and makes them fit. If it fails it deletes what it has uploaded.
func (c *content) bring(ctx context.Context, service *serviceClient, files []localFile, r *request) error {
	taken, err := c.uploadAll(ctx, service, files)
	all := taken
	if err == nil && c.Cover != "" {
		var cover []media.MediaFile
		if cover, err = c.bringCover(ctx, service); len(cover) > 0 {
			all, r.CoverMediaFileID = append(slices.Clone(taken), cover...), &cover[0].ID
		}
	}
	if err == nil {
		r.attach(taken)
		for i := 0; i < len(taken) && err == nil; i++ {
			err = c.makeFit(ctx, service, files[i].path, taken[i].ID, r.MediaType)
		}
		if err == nil && r.MediaType == "CAROUSEL" && c.Fit != "" {
			err = c.makeAlike(ctx, service, files, taken)
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return discardUploads(ctx, service, all, err)
	}
	return nil
}

// bringCover uploads the picture of the cover.
func (c *content) bringCover(ctx context.Context, service *serviceClient) ([]media.MediaFile, error) {
	found, err := findFiles([]string{c.Cover})
	if err != nil {
		return nil, err
	}
	return c.uploadAll(ctx, service, found)
}

func (c *content) uploadAll(ctx context.Context, service *serviceClient, files []localFile) (taken []media.MediaFile, err error) {
	for _, file := range files {
		one, err := uploadFile(ctx, service, file)
		if err != nil {
			return taken, err
		}
		taken = append(taken, one)
		if err := remark(file.path, one); err != nil {
			return taken, err
		}
	}
	return taken, nil
}

// makeFit checks a file against the rules for its kind of post, and gives it the ratio by the
// method of --fit when only the ratio is wrong.
func (c *content) makeFit(ctx context.Context, service *serviceClient, path string, id wireid.ID, mediaType string) error {
	var check media.Check
	if err := service.get(ctx, "/api/media/"+id.String()+"/check", &check); err != nil {
		return about(path, err)
	}
	i := slices.IndexFunc(check.Uses, func(u media.UseCheck) bool { return string(u.MediaType) == mediaType })
	if i < 0 || check.Uses[i].IsPublishable {
		return nil // The service says why a file of another kind is not taken.
	}
	problem := check.Uses[i].Problems[0]
	edits := slices.DeleteFunc(slices.Clone(problem.Fixes), func(f media.Fix) bool { return f.Kind != media.FixEdit })
	switch {
	case len(edits) == 0:
		return usageError{about(path, errors.New(problem.Message))}
	case c.Fit == "":
		return usageError{about(path, errors.New(strings.TrimSuffix(problem.Message, ".")+"; add --fit crop, --fit pad or --fit blur, and Crier makes it fit"))}
	}
	spec, err := reshaped(edits, string(c.Fit))
	if err != nil {
		return about(path, err)
	}
	return about(path, service.exchange(ctx, http.MethodPut, "/api/media/"+id.String()+"/edits", spec, nil))
}

// reshaped returns the fix that the user has chosen.
func reshaped(fixes []media.Fix, fit string) (*editing.Spec, error) {
	for _, fix := range fixes {
		switch {
		case fit == "crop" && fix.Edits.Crop != nil && fix.Edits.Pad == nil, fit == "blur" && fix.Edits.Pad != nil:
			return fix.Edits, nil
		case fit == "pad" && fix.Edits.Pad != nil:
			spec, pad := *fix.Edits, *fix.Edits.Pad
			pad.Fill, pad.Color = editing.FillColor, ""
			spec.Pad = &pad
			return &spec, nil
		}
	}
	return nil, fmt.Errorf("it cannot be made to fit by --fit %s", fit)
}

// about adds the name of the file to an error, and keeps the error's code.
func about(path string, err error) error {
	if err == nil {
		return nil
	}
	if known := apperror.From(err); known != nil {
		return apperror.New(known.Code, "%s: %s", onOneLine(path), known.Message)
	}
	return fmt.Errorf("%s: %w", onOneLine(path), err)
}

// word is one of a few words. Capitals are accepted too, because crier posts list prints a status
// in capitals.
type word string

var _ encoding.TextUnmarshaler = (*word)(nil)

// UnmarshalText parses the word.
func (w *word) UnmarshalText(text []byte) error {
	*w = word(strings.ToLower(string(text)))
	return nil
}
