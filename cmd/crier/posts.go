package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/platform/wireid"
)

type postsCommands struct {
	List    listPostsCommand    `cmd:"" help:"List the newest posts of any status."`
	Show    showPostCommand     `cmd:"" help:"Show what happened to a post, step by step, and where it is live, also after it was deleted here."`
	Publish publishDraftCommand `cmd:"" help:"Publish a draft as it is, now or at a time."`
	Retry   retryPostCommand    `cmd:"" help:"Try a FAILED post again. Crier first asks the network whether the post is live after all."`
	Delete  deletePostCommand   `cmd:"" help:"Delete a post from the history, and with --at-network at the network too."`
}

// listing has the flags of the commands that list posts.
type listing struct {
	serviceFolder
	Account string `placeholder:"NAME" help:"Only posts of this account: its username, or its id or the beginning of it."`
	Limit   int    `placeholder:"N" default:"20" help:"How many posts to list at most, 1 to 1000 (default: 20)."`
	JSON    bool   `name:"json" help:"Print JSON: {\"posts\": [...], \"total\", ...}, where total counts the posts of all accounts."`
}

type listPostsCommand struct {
	listing
	Status word `enum:"draft,scheduled,queued,processing,publishing,published,failed," default:"" placeholder:"STATUS" help:"Only posts in this status: draft, scheduled, queued, processing, publishing, published or failed."`
}

// Run prints the newest posts, as GET /posts returns them.
func (c *listPostsCommand) Run(ctx context.Context) error {
	return c.list(ctx, "/api/v1/posts", string(c.Status), "There are no posts.")
}

// list prints the first posts of a list of the service, or that there are none.
func (l *listing) list(ctx context.Context, path, status, none string) error {
	const most = 1000
	if l.Limit < 1 || l.Limit > most {
		return usageError{fmt.Errorf("--limit %d is not possible; write a number from 1 to %d", l.Limit, most)}
	}
	return l.withService(ctx, func(service *serviceClient) error {
		var me auth.Me
		if err := service.get(ctx, "/api/v1/auth/me", &me); err != nil {
			return err
		}
		var only wireid.ID
		if l.Account != "" {
			account, err := chooseAccount(me.Accounts, l.Account)
			if err != nil {
				return err
			}
			only = account.ID
		}
		found, err := l.read(ctx, service, path, status, only)
		if err != nil {
			return err
		}
		if l.JSON {
			return printJSON(found)
		}
		if len(found.Posts) == 0 {
			if status != "" || l.Account != "" {
				none = "No post matches."
			}
			return printLine(os.Stdout, none)
		}
		return printPosts(os.Stdout, columnsOf(os.Stdout), found.Posts, usernames(me))
	})
}

// read reads pages until there are enough posts of the account.
func (l *listing) read(ctx context.Context, service *serviceClient, path, status string, only wireid.ID) (posts.PostList, error) {
	found := posts.PostList{Posts: []posts.Post{}, Page: 1, Limit: l.Limit}
	size := min(l.Limit, 100)
	if !only.IsZero() {
		size = 100
	}
	query := url.Values{"limit": {strconv.Itoa(size)}}
	if status != "" {
		query.Set("status", strings.ToUpper(status))
	}
	for page := 1; ; page++ {
		query.Set("page", strconv.Itoa(page))
		var list posts.PostList
		if err := service.get(ctx, path+"?"+query.Encode(), &list); err != nil {
			return posts.PostList{}, err
		}
		found.Total = list.Total
		for i := range list.Posts {
			if only.IsZero() || list.Posts[i].SocialAccountID == only {
				found.Posts = append(found.Posts, list.Posts[i])
			}
		}
		if len(found.Posts) >= l.Limit || !list.HasMore {
			found.HasMore = list.HasMore || len(found.Posts) > l.Limit
			found.Posts = found.Posts[:min(l.Limit, len(found.Posts))]
			return found, nil
		}
	}
}

func usernames(me auth.Me) map[wireid.ID]string {
	names := make(map[wireid.ID]string, len(me.Accounts))
	for _, a := range me.Accounts {
		names[a.ID] = a.Username
	}
	return names
}

const (
	// freeCaption is how much of a caption is printed where no terminal has a width, and
	// leastCaption how much at least is printed in one.
	freeCaption  = 60
	leastCaption = 16
)

// printPosts prints a line for each post. A terminal of so many columns gets the beginnings of the
// ids, which every command takes, and as much of the captions as fits. With 0 columns there is no
// terminal.
func printPosts(out io.Writer, columns int, list []posts.Post, names map[wireid.ID]string) error {
	hasErrors := slices.ContainsFunc(list, func(p posts.Post) bool { return p.ErrorCode != nil })
	rows := [][]string{{"ID", "STATUS", "TYPE", "ACCOUNT", "TIME"}}
	for i := range list {
		p := &list[i]
		id := p.ID.String()
		if columns > 0 {
			id = short(p.ID)
		}
		name := cmp.Or(names[p.SocialAccountID], "-") // The account may have been disconnected.
		rows = append(rows, []string{id, string(p.Status), string(p.MediaType), name, timeOf(p)})
	}
	for i := range rows {
		if hasErrors && i == 0 {
			rows[i] = append(rows[i], "ERROR")
		} else if hasErrors {
			rows[i] = append(rows[i], shownOr(list[i-1].ErrorCode, "-"))
		}
	}
	room := freeCaption
	if columns > 0 {
		if room = columns - widthOf(rows); room < leastCaption {
			for i := range rows {
				rows[i] = slices.Delete(rows[i], 2, 3) // The type says the least.
			}
			room = max(columns-widthOf(rows), leastCaption)
		}
	}
	rows[0] = append(rows[0], "CAPTION")
	for i := range list {
		rows[i+1] = append(rows[i+1], beginning(shownOr(list[i].Caption, "-"), room))
	}
	return printTable(out, rows)
}

// timeOf returns when the post went out, is due or was made, in this machine's local time.
func timeOf(p *posts.Post) string {
	at := p.CreatedAt
	switch {
	case p.PublishedAt != nil:
		at = *p.PublishedAt
	case p.ScheduledFor != nil:
		at = *p.ScheduledFor
	}
	return inLocalZone(at.Time()).Format("2006-01-02 15:04 MST")
}

type deletePostCommand struct {
	serviceFolder
	ID        string `arg:"" help:"Id of the post, as list shows it, or the beginning of it."`
	AtNetwork bool   `name:"at-network" help:"Delete it at the network too. The copy on the Page stays unless you add --at-page."`
	AtPage    bool   `name:"at-page" help:"With --at-network: delete the copy on the Page too."`
	JSON      bool   `name:"json" help:"Print JSON: {\"success\", \"clearedPostId\"}, and with --at-network \"permalink\", \"deleteError\" and \"warnings\"."`
}

// Run deletes the post. A refusal of the network is a failure, although the post left the history.
func (c *deletePostCommand) Run(ctx context.Context) error {
	if c.AtPage && !c.AtNetwork {
		return usageError{errors.New("--at-page deletes the copy on the Page of a post that is deleted at the network; add --at-network")}
	}
	return c.withOne(ctx, findPost, c.ID, func(service *serviceClient, id wireid.ID) error {
		if !c.AtNetwork {
			var before posts.Timeline
			if err := service.get(ctx, "/api/posts/"+id.String()+"/timeline", &before); err != nil {
				return err
			}
			var cleared posts.ClearedPost
			if err := service.exchange(ctx, http.MethodDelete, "/api/v1/posts/"+id.String(), nil, &cleared); err != nil {
				return err
			}
			return say(c.JSON, cleared, afterDeletion(id, before.Doubt))
		}
		path := "/api/v1/posts/" + id.String() + "/instagram"
		if c.AtPage {
			path += "?partner=true"
		}
		var deleted publish.NetworkDeletion
		if err := service.exchange(ctx, http.MethodDelete, path, nil, &deleted); err != nil {
			return err
		}
		return c.report(deleted)
	})
}

// afterDeletion says what is left at the network of a post that left the history.
func afterDeletion(id wireid.ID, doubt posts.Doubt) string {
	left := fmt.Sprintf("A post that is live stays live; crier posts show %s says where.", short(id))
	switch doubt {
	case posts.MayBeLive:
		left = "It may be live, and Crier does not look for it any more: look in the network's own app, and delete it there."
	case posts.MayBeOnPage:
		left += " It may be on the Page too: look there, and delete it there."
	case posts.NoDoubt:
	}
	return fmt.Sprintf("Post %s is deleted from the history. %s", id, left)
}

func (c *deletePostCommand) report(deleted publish.NetworkDeletion) error {
	if c.JSON {
		if err := printJSON(deleted); err != nil {
			return err
		}
	} else if err := warn(deleted.Warnings); err != nil {
		return err
	}
	switch {
	case deleted.DeleteError == nil && c.JSON:
		return nil
	case deleted.DeleteError == nil:
		_, err := fmt.Printf("Post %s is deleted at the network and from the history.\n", deleted.ClearedPostID)
		return err
	case c.JSON:
		return errReported
	}
	where := ""
	if deleted.Permalink != nil {
		where = ", where it is live at " + onOneLine(*deleted.Permalink)
	}
	return fmt.Errorf("the post is deleted from the history, but not at the network%s: %s", where, onOneLine(*deleted.DeleteError))
}

// warn prints warnings about a post on the standard error.
func warn(warnings []posts.Warning) error {
	for _, w := range warnings {
		if err := printLine(os.Stderr, "Warning: "+onOneLine(inCommands(w.Message))); err != nil {
			return err
		}
	}
	return nil
}
