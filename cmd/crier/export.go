package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/bulk"
	"crier/platform/datadir"
	"crier/platform/wireid"
)

type exportCommand struct {
	serviceFolder
	File    string `arg:"" optional:"" default:"-" complete:"file" help:"The file to write: JSON when its name ends so, otherwise CSV; - is the standard output (default)."`
	Account string `placeholder:"NAME" help:"Only posts of this account: its username, or its id or the beginning of it."`
	JSON    bool   `name:"json" help:"Write JSON: [{\"ref\", \"account\", \"type\", \"media\": [...], \"caption\", \"at\", \"timezone\", \"alt_text\", \"collaborators\": [...], \"share\", \"first_comment\", \"cover\", \"cover_at\", \"feed\", \"alt_texts\": [...], \"people\": [...], \"ai_generated\", \"trial\"}]."`
}

// Run writes the posts. It does not overwrite an existing file.
func (c *exportCommand) Run(ctx context.Context) error {
	if c.File != "-" {
		if err := mayMake(c.File); err != nil {
			return err
		}
	}
	return c.withService(ctx, func(service *serviceClient) error {
		rows, err := c.collect(ctx, service)
		if err != nil {
			return err
		}
		var text bytes.Buffer
		out := bulk.NewWriter(&text, c.JSON || strings.HasSuffix(strings.ToLower(c.File), ".json"))
		for i := range rows {
			if err := out.Write(&rows[i]); err != nil {
				return err
			}
		}
		if err := out.Close(); err != nil {
			return err
		}
		if c.File == "-" {
			_, err := os.Stdout.Write(text.Bytes())
			return err
		}
		if err := writeNew(c.File, text.Bytes()); err != nil {
			return fullDisk(err, "the file")
		}
		_, err = fmt.Fprintf(os.Stderr, "%s written to %s.\n", count(len(rows), "post", "posts"), onOneLine(c.File))
		return err
	})
}

// mayMake refuses the name of a file to write when it is taken, or when its folder is not there.
func mayMake(path string) error {
	if err := mayWrite(path); err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil {
		return usageError{fmt.Errorf("there is a file %s already; write to another one", onOneLine(path))}
	}
	return nil
}

// mayWrite refuses the name of a file that is a folder, or whose folder is not there.
func mayWrite(path string) error {
	if path == "" {
		return usageError{errNoName}
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return usageError{fmt.Errorf("%s is a folder; name a file in it", onOneLine(path))}
	}
	folder := filepath.Dir(path)
	info, err := os.Stat(folder)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || err == nil && !info.IsDir() {
		return usageError{fmt.Errorf("there is no folder %s; make it, or write to another one", onOneLine(folder))}
	}
	return nil
}

// writeNew makes a new file. It is there whole or not at all, whenever this process is killed.
func writeNew(path string, content []byte) error {
	if err := mayMake(path); err != nil {
		return err
	}
	return datadir.WriteFile(path, content)
}

func (c *exportCommand) collect(ctx context.Context, service *serviceClient) ([]bulk.Row, error) {
	var me auth.Me
	if err := service.get(ctx, "/api/v1/auth/me", &me); err != nil {
		return nil, err
	}
	var only wireid.ID
	if c.Account != "" {
		account, err := chooseAccount(me.Accounts, c.Account)
		if err != nil {
			return nil, err
		}
		only = account.ID
	}
	names := usernames(me)
	rows, disconnected := []bulk.Row{}, 0
	for path := "/api/posts/exports"; ; {
		var page posts.ExportPage
		if err := service.get(ctx, path, &page); err != nil {
			return nil, err
		}
		for i := range page.Posts {
			name, isConnected := names[page.Posts[i].Post.SocialAccountID]
			if !only.IsZero() && page.Posts[i].Post.SocialAccountID != only {
				continue
			}
			if !isConnected {
				disconnected++ // No import could make its post.
				continue
			}
			row, err := bulk.Exported(&page.Posts[i], name)
			if err != nil {
				return nil, err
			}
			if err := noteLost(&page.Posts[i]); err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
		if page.Next == nil {
			return rows, noteDisconnected(disconnected)
		}
		path = "/api/posts/exports?after=" + url.QueryEscape(*page.Next)
	}
}

// noteDisconnected says, on the standard error, how many posts are left out because no account of
// theirs is connected.
func noteDisconnected(n int) error {
	if n == 0 {
		return nil
	}
	return printLine(os.Stderr, fmt.Sprintf("Note: %s left out, because the account is not connected any more; connect it again, and export once more.",
		count(n, "draft was", "drafts were")))
}

// noteLost names, on the standard error, a post with files that were deleted: its row cannot be
// imported as it is.
func noteLost(e *posts.ExportedPost) error {
	if e.LostFiles == 0 {
		return nil
	}
	_, err := fmt.Fprintf(os.Stderr, "Note: %s deleted from the library; name another in the column media of its row (ref %s), or take the row out before the import.\n",
		count(e.LostFiles, "file of post "+short(e.Post.ID)+" was", "files of post "+short(e.Post.ID)+" were"), onOneLine(e.Ref))
	return err
}
