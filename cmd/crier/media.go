package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"crier/modules/media"
	"crier/platform/wireid"
)

type mediaCommands struct {
	List    listMediaCommand    `cmd:"" help:"List the newest 20 files."`
	Check   checkMediaCommand   `cmd:"" help:"Show what a file can be published as, and what would make it fit."`
	Show    showMediaCommand    `cmd:"" help:"Show a file: its type, its size and its name."`
	Fit     fitMediaCommand     `cmd:"" help:"Give a file the shape, or a video the length, that the network takes."`
	Convert convertMediaCommand `cmd:"" help:"Encode a video again as the network takes it. This needs ffmpeg, and goes on in the background."`
	Delete  deleteMediaCommand  `cmd:"" help:"Delete a file. Crier refuses it while a scheduled post has the file."`
}

type listMediaCommand struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"files\": [...], \"total\", ...}."`
}

// Run prints the newest files, as GET /media returns them.
func (c *listMediaCommand) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var list media.MediaList
		if err := service.get(ctx, "/api/v1/media?limit=20", &list); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(list)
		}
		if len(list.Files) == 0 {
			return printLine(os.Stdout, "There are no files.")
		}
		return printFiles(os.Stdout, list.Files)
	})
}

func printFiles(out io.Writer, files []media.MediaFile) error {
	rows := [][]string{{"ID", "TYPE", "SIZE", "VALID", "NAME"}}
	for i := range files {
		f := &files[i]
		size := "-"
		if f.Width != nil && f.Height != nil {
			size = fmt.Sprintf("%dx%d", *f.Width, *f.Height)
		}
		rows = append(rows, []string{f.ID.String(), f.MimeType, size, strconv.FormatBool(f.IsValid), f.OriginalFilename})
	}
	return printTable(out, rows)
}

type checkMediaCommand struct {
	serviceFolder
	ID   string `arg:"" help:"Id of the file, from crier media list or an upload's answer, or the beginning of it."`
	JSON bool   `name:"json" help:"Print JSON: {\"mediaFileId\", \"uses\": [...], \"notes\": [...]}."`
}

// Run prints the network's rules that a file breaks.
func (c *checkMediaCommand) Run(ctx context.Context) error {
	return c.withOne(ctx, findMedia, c.ID, func(service *serviceClient, id wireid.ID) error {
		var check media.Check
		if err := service.get(ctx, "/api/media/"+id.String()+"/check", &check); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(check)
		}
		_, err := io.WriteString(os.Stdout, checkText(check))
		return err
	})
}

// checkText words a check, one line for each statement.
func checkText(check media.Check) string {
	var b strings.Builder
	for _, use := range check.Uses {
		fmt.Fprintf(&b, "%s: %s\n", use.MediaType, map[bool]string{true: "yes", false: "no"}[use.IsPublishable])
		var fixes []string
		for _, p := range slices.Concat(use.Problems, use.Doubts) {
			fmt.Fprintf(&b, "  %s\n", p.Message)
			for _, fix := range p.Fixes {
				fixes = append(fixes, "    Crier can: "+fix.Says+" "+commandOf(check.MediaFileID, use.MediaType, p.Rule, fix)+"\n")
			}
		}
		slices.Sort(fixes) // One conversion mends several problems.
		b.WriteString(strings.Join(slices.Compact(fixes), ""))
	}
	for _, note := range check.Notes {
		fmt.Fprintln(&b, note)
	}
	return b.String()
}

type convertMediaCommand struct {
	serviceFolder
	JSON    bool   `name:"json" help:"Print the conversion as JSON."`
	ID      string `arg:"" help:"Id of the video, from crier media list or an upload's answer, or the beginning of it."`
	Purpose word   `name:"for" enum:"reels,stories,carousel" default:"reels" help:"The kind of post whose limits the result keeps to: reels, stories or carousel."`
}

// Run asks for a conversion, which goes on in the service.
func (c *convertMediaCommand) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		if err := service.mustGoOn("a conversion"); err != nil {
			return err
		}
		id, err := findMedia(ctx, service, c.ID)
		if err != nil {
			return err
		}
		request := map[string]string{"purpose": strings.ToUpper(string(c.Purpose))}
		var conversion media.Conversion
		if err := service.post(ctx, "/api/media/"+id.String()+"/conversion", request, &conversion); err != nil {
			return err
		}
		return say(c.JSON, conversion, fmt.Sprintf("The video is being converted for %s; crier media check %s says when it is done.", strings.ToLower(string(conversion.Purpose)), id))
	})
}
