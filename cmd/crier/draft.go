package main

import (
	"context"
	"fmt"

	"crier/modules/media"
	"crier/modules/posts"
)

type draftCommand struct {
	serviceFolder
	content

	JSON bool `name:"json" help:"Print the draft as JSON."`
}

// Run uploads the files and keeps them as a draft.
func (c *draftCommand) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	return c.compose(ctx, c.serviceFolder, func(service *serviceClient, r request, files []localFile, username string) error {
		if err := c.bring(ctx, service, files, &r); err != nil {
			return err
		}
		var draft posts.SavedDraft
		if err := service.post(ctx, "/api/v1/posts/draft", r, &draft); err != nil {
			discardRefused(ctx, service, r, err)
			return err
		}
		if c.JSON {
			return printJSON(draft)
		}
		if err := warn(draft.Warnings); err != nil {
			return err
		}
		_, err := fmt.Printf("Post %s for %s is kept as a draft. crier posts publish %s publishes it.\n", draft.ID, onOneLine(username), short(draft.ID))
		return err
	})
}

type uploadCommand struct {
	serviceFolder
	Files []string `arg:"" name:"file" complete:"file" help:"Pictures and videos."`
	JSON  bool     `name:"json" help:"Print JSON: {\"files\": [...]}."`
}

// Run uploads the files. One that is refused does not undo those before it.
func (c *uploadCommand) Run(ctx context.Context) error {
	files, err := findFiles(c.Files)
	if err != nil {
		return err
	}
	return c.withService(ctx, func(service *serviceClient) error {
		taken := []media.MediaFile{}
		for _, file := range files {
			one, err := uploadFile(ctx, service, file)
			if err != nil {
				return err
			}
			taken = append(taken, one)
			if err := remark(file.path, one); err != nil {
				return err
			}
			if !c.JSON {
				if _, err := fmt.Printf("%s  %s\n", one.ID, onOneLine(one.OriginalFilename)); err != nil {
					return err
				}
			}
		}
		if c.JSON {
			return printJSON(map[string]any{"files": taken})
		}
		return nil
	})
}
