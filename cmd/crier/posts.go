package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/platform/wireid"
)

type postsCommands struct {
	List listPostsCommand `cmd:"" help:"List the newest 20 posts of the running service."`
	Show showPostCommand  `cmd:"" help:"Show what happened to a post, step by step, and where it is live, also after it was deleted here."`
}

type listPostsCommand struct {
	existingFolder
	JSON bool `name:"json" help:"Print JSON: {\"posts\": [...], \"total\", ...}."`
}

// Run prints the newest posts, as GET /posts returns them.
func (c *listPostsCommand) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var list posts.PostList
		if err := service.get(ctx, "/api/v1/posts?limit=20", &list); err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(os.Stdout).Encode(list)
		}
		var me auth.Me
		if err := service.get(ctx, "/api/v1/auth/me", &me); err != nil {
			return err
		}
		return printPosts(os.Stdout, list.Posts, usernames(me))
	})
}

func usernames(me auth.Me) map[wireid.ID]string {
	names := make(map[wireid.ID]string, len(me.Accounts))
	for _, a := range me.Accounts {
		names[a.ID] = a.Username
	}
	return names
}

func printPosts(out io.Writer, list []posts.Post, names map[wireid.ID]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	rows := []string{"ID\tSTATUS\tTYPE\tACCOUNT\tTIME\tERROR"}
	for i := range list {
		p := &list[i]
		name, ok := names[p.SocialAccountID]
		if !ok {
			name = "-" // It has been disconnected.
		}
		failure := "-"
		if p.ErrorCode != nil {
			failure = *p.ErrorCode
		}
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s", p.ID, p.Status, p.MediaType, onOneLine(name), timeOf(p), failure))
	}
	if _, err := io.WriteString(w, strings.Join(rows, "\n")+"\n"); err != nil {
		return err
	}
	return w.Flush()
}

// timeOf returns when the post went out, or is to go out, or was made.
func timeOf(p *posts.Post) string {
	switch {
	case p.PublishedAt != nil:
		return p.PublishedAt.String()
	case p.ScheduledFor != nil:
		return p.ScheduledFor.String()
	}
	return p.CreatedAt.String()
}
