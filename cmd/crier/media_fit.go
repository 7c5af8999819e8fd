package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"slices"
	"strings"

	"crier/modules/media"
	"crier/modules/media/rules"
	"crier/platform/wireid"
)

type showMediaCommand struct {
	serviceFolder
	ID   string `arg:"" help:"Id of the file, from crier media list or an upload's answer, or the beginning of it."`
	JSON bool   `name:"json" help:"Print the file as JSON."`
}

// Run prints a file, as GET /media/{id} returns it.
func (c *showMediaCommand) Run(ctx context.Context) error {
	return c.withOne(ctx, findMedia, c.ID, func(service *serviceClient, id wireid.ID) error {
		var file media.MediaFile
		if err := service.get(ctx, "/api/v1/media/"+id.String(), &file); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(file)
		}
		return printFiles(os.Stdout, []media.MediaFile{file})
	})
}

type deleteMediaCommand struct {
	serviceFolder
	ID   string `arg:"" help:"Id of the file, from crier media list or an upload's answer, or the beginning of it."`
	JSON bool   `name:"json" help:"Print JSON: {\"success\"}."`
}

// Run deletes a file. The service would also take it from a scheduled post, which then fails at its
// time.
func (c *deleteMediaCommand) Run(ctx context.Context) error {
	return c.withOne(ctx, findMedia, c.ID, func(service *serviceClient, id wireid.ID) error {
		if err := mustNotBeScheduled(ctx, service, id); err != nil {
			return err
		}
		return service.remove(ctx, "/api/v1/media/"+id.String(), c.JSON, fmt.Sprintf("The file %s is deleted.", id))
	})
}

// mustNotBeScheduled refuses a file of a post that is yet to go out.
func mustNotBeScheduled(ctx context.Context, service *serviceClient, id wireid.ID) error {
	all := listing{Limit: math.MaxInt}
	waiting, err := all.read(ctx, service, "/api/v1/schedule", "", wireid.ID{})
	for i := range waiting.Posts {
		post := &waiting.Posts[i]
		if slices.ContainsFunc(post.MediaFiles, func(f media.MediaFile) bool { return f.ID == id }) {
			return fmt.Errorf("the post %[1]s has this file and is yet to go out; cancel it with crier schedule cancel %[1]s, or wait until it is published", short(post.ID))
		}
	}
	return err
}

type fitMediaCommand struct {
	serviceFolder
	ID   string `arg:"" help:"Id of the file, from crier media list or an upload's answer, or the beginning of it."`
	Crop bool   `xor:"how" help:"Cut the picture or video on both sides."`
	Pad  bool   `xor:"how" help:"Add white on both sides."`
	Blur bool   `xor:"how" help:"Add a blurred copy of it on both sides."`
	Trim bool   `xor:"how" help:"Shorten a video to what the network takes; its beginning stays. This needs ffmpeg, and goes on in the background."`
	For  word   `enum:"image,carousel,reels,stories," default:"" placeholder:"KIND" help:"The kind of post that it is to fit: image, carousel, reels or stories (default: image for a picture, reels for a video)."`
	JSON bool   `name:"json" help:"Print JSON, as crier media check --json does after it."`
}

// Run applies the fix that crier media check offers. A file that fits stays as it is.
func (c *fitMediaCommand) Run(ctx context.Context) error {
	if !c.Crop && !c.Pad && !c.Blur && !c.Trim {
		return usageError{errors.New("say how: --crop, --pad, --blur or --trim")}
	}
	return c.withService(ctx, func(service *serviceClient) error {
		if err := service.mustGoOn("--trim"); err != nil && c.Trim {
			return err
		}
		id, err := findMedia(ctx, service, c.ID)
		if err != nil {
			return err
		}
		path := "/api/media/" + id.String()
		var check media.Check
		if err := service.get(ctx, path+"/check", &check); err != nil {
			return err
		}
		use, err := c.use(check)
		if err != nil {
			return err
		}
		text := fmt.Sprintf("The file fits %s as it is; nothing was changed.\n", strings.ToLower(string(use.MediaType)))
		if !use.IsPublishable || len(use.Doubts) > 0 {
			if err := c.apply(ctx, service, path, use); err != nil {
				return err
			}
			if err := service.get(ctx, path+"/check", &check); err != nil {
				return err
			}
			text = checkText(check)
		}
		if c.JSON {
			return printJSON(check)
		}
		_, err = fmt.Print(text)
		return err
	})
}

// use returns the verdict about the file for the kind of post that is meant.
func (c *fitMediaCommand) use(check media.Check) (media.UseCheck, error) {
	kind := strings.ToUpper(string(c.For))
	isVideo := slices.ContainsFunc(check.Uses, func(u media.UseCheck) bool { return u.MediaType == rules.Reel })
	switch {
	case c.Trim && !isVideo:
		return media.UseCheck{}, usageError{errors.New("--trim shortens a video, and this file is a picture; use --crop, --pad or --blur")}
	case kind == "" && isVideo:
		kind = string(rules.Reel)
	}
	for _, use := range check.Uses {
		if kind == "" || string(use.MediaType) == kind {
			return use, nil
		}
	}
	return media.UseCheck{}, usageError{fmt.Errorf("the file cannot be published as %s, whatever its shape; crier media check says what it can be published as", c.For)}
}

func (c *fitMediaCommand) apply(ctx context.Context, service *serviceClient, path string, use media.UseCheck) error {
	for _, p := range slices.Concat(use.Problems, use.Doubts) {
		for _, fix := range p.Fixes {
			if fix.Kind == media.FixConvert && c.Trim && p.Rule == rules.TooLong {
				return service.post(ctx, path+"/conversion", map[string]string{"purpose": string(use.MediaType)}, nil)
			}
		}
		edits := slices.DeleteFunc(slices.Clone(p.Fixes), func(f media.Fix) bool { return f.Kind != media.FixEdit })
		if spec, err := reshaped(edits, c.how()); err == nil {
			return service.exchange(ctx, http.MethodPut, path+"/edits", spec, nil)
		}
	}
	var problems []string
	for _, p := range slices.Concat(use.Problems, use.Doubts) {
		problems = append(problems, p.Message)
	}
	return fmt.Errorf("--%s does not make the file fit %s: %s", c.how(), strings.ToLower(string(use.MediaType)), strings.Join(problems, " "))
}

func (c *fitMediaCommand) how() string {
	switch {
	case c.Crop:
		return "crop"
	case c.Pad:
		return "pad"
	case c.Blur:
		return "blur"
	}
	return "trim"
}

// commandOf returns the command that applies a fix, in brackets.
func commandOf(id wireid.ID, use rules.Use, rule rules.Rule, fix media.Fix) string {
	command := "crier media fit " + short(id)
	switch {
	case fix.Kind == media.FixConvert && rule != rules.TooLong:
		return fmt.Sprintf("(crier media convert %s --for %s)", short(id), strings.ToLower(string(use)))
	case fix.Kind == media.FixConvert:
		command += " --trim"
	case fix.Edits.Pad != nil:
		command += " --blur"
	default:
		command += " --crop"
	}
	return fmt.Sprintf("(%s --for %s)", command, strings.ToLower(string(use)))
}

// makeAlike gives the pictures of a carousel the shape of the first file, to which the network cuts
// them, by the method of --fit.
func (c *content) makeAlike(ctx context.Context, service *serviceClient, files []localFile, taken []media.MediaFile) error {
	var first media.MediaFile
	for i, file := range files {
		var now media.MediaFile // It may have been made to fit since it was uploaded.
		if err := service.get(ctx, "/api/v1/media/"+taken[i].ID.String(), &now); err != nil {
			return about(file.path, err)
		}
		if i == 0 {
			first = now
		}
		cut, isCut := now.CutBy(first)
		if !isCut || len(cut.Fixes) == 0 {
			continue
		}
		spec, err := reshaped(cut.Fixes, string(c.Fit))
		if err == nil {
			err = service.exchange(ctx, http.MethodPut, "/api/media/"+now.ID.String()+"/edits", spec, nil)
		}
		if err != nil {
			return about(file.path, err)
		}
	}
	return nil
}
