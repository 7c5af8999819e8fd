package main

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/media"
	"crier/modules/posts"
)

type draftCommand struct {
	serviceFolder
	content

	JSON bool `name:"json" help:"Print the draft as JSON."`
}

// Run uploads the files and saves them as a draft.
func (c *draftCommand) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	return c.compose(ctx, c.serviceFolder, func(service *serviceClient, r request, files []localFile, username string) error {
		if err := c.bring(ctx, service, files, &r); err != nil {
			return err
		}
		draft, err := saveDraft(ctx, service, r)
		if err != nil {
			return discardRefused(ctx, service, r, err)
		}
		if c.JSON {
			return printJSON(draft)
		}
		if err := warn(draft.Warnings); err != nil {
			return err
		}
		_, err = fmt.Printf("Post %s for %s is kept as a draft. crier posts publish %s publishes it.\n", draft.ID, onOneLine(username), short(draft.ID))
		return err
	})
}

func saveDraft(ctx context.Context, service *serviceClient, r request) (draft posts.SavedDraft, err error) {
	ctx, end := withGrace(ctx, nil)
	defer end()
	err = service.post(ctx, "/api/v1/posts/draft", r, &draft)
	return draft, err
}

type uploadCommand struct {
	serviceFolder
	Files []string `arg:"" name:"file" complete:"file" help:"Pictures and videos."`
	JSON  bool     `name:"json" help:"Print JSON: {\"files\": [...]}, and beside files what every error has when one of several is refused."`
}

// uploaded is what the command prints.
type uploaded struct {
	Files []media.MediaFile `json:"files"`

	// errorReport says why the command stopped after these files.
	*errorReport
}

// Run uploads the files. A refused file does not undo the files before it.
func (c *uploadCommand) Run(ctx context.Context) error {
	files, err := findFiles(c.Files)
	if err != nil {
		return err
	}
	return c.withService(ctx, func(service *serviceClient) error {
		result := uploaded{Files: []media.MediaFile{}}
		err := c.uploadEach(ctx, service, files, &result)
		switch {
		case !c.JSON || err != nil && len(result.Files) == 0:
			return err
		case err == nil:
			return printJSON(result)
		}
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			err = errors.New("stopped before the command was done")
		}
		err = readable(err)
		result.errorReport = new(reportOf(err, codeOf(err)))
		if codeOf(err) == exitUsage {
			return errors.Join(printJSON(result), usageError{errReported})
		}
		return errors.Join(printJSON(result), errReported)
	})
}

// uploadEach uploads the files one after the other, and reports each.
func (c *uploadCommand) uploadEach(ctx context.Context, service *serviceClient, files []localFile, result *uploaded) error {
	for _, file := range files {
		one, err := uploadFile(ctx, service, file)
		if err != nil {
			return err
		}
		result.Files = append(result.Files, one)
		if err := remark(file.path, one); err != nil {
			return err
		}
		if !c.JSON {
			if _, err := fmt.Printf("%s  %s\n", one.ID, onOneLine(one.OriginalFilename)); err != nil {
				return err
			}
		}
	}
	return nil
}
