package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

type retryPostCommand struct {
	serviceFolder
	ID      string `arg:"" optional:"" help:"Id of the post, as list shows it, or the beginning of it."`
	Cause   string `placeholder:"CODE" help:"In place of an id: all posts that failed with this code, such as TOKEN_EXPIRED, those of an account a minute apart."`
	Account string `placeholder:"NAME" help:"With --cause: only posts of this account, by its username, or its id or the beginning of it."`
	DryRun  bool   `name:"dry-run" help:"With --cause: only show which posts would be tried again, and when."`
	JSON    bool   `name:"json" help:"Print JSON: {\"postId\", \"status\"}, or with --cause {\"posts\": [{\"postId\", \"accountId\", \"mediaType\", \"runAt\", \"code\", \"error\"}]}, and beside posts what every error has when something went wrong on the way."`
}

func (c *retryPostCommand) check() error {
	switch {
	case c.ID == "" && c.Cause == "":
		return usageError{errors.New("name a post by its id, or with --cause the code with which posts failed; crier posts list --status failed shows both")}
	case c.ID != "" && c.Cause != "":
		return usageError{errors.New("an id and --cause cannot be used together")}
	case c.Cause == "" && (c.Account != "" || c.DryRun):
		return usageError{errors.New("--account and --dry-run need --cause")}
	case c.Cause == "":
		return nil
	}
	c.Cause = strings.ToUpper(strings.TrimSpace(c.Cause))
	if !slices.ContainsFunc(apperror.Catalog(), func(d apperror.Definition) bool { return string(d.Code) == c.Cause }) {
		return usageError{fmt.Errorf("%s is no code of an error; crier posts list --status failed shows the codes of posts that failed", onOneLine(c.Cause))}
	}
	return nil
}

// Run queues a failed post again, or all posts that failed for one cause.
func (c *retryPostCommand) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	return c.withService(ctx, func(service *serviceClient) error {
		if c.Cause != "" {
			if err := service.mustGoOn("--cause"); err != nil && !c.DryRun {
				return err
			}
			return c.retryAll(ctx, service, os.Stdout)
		}
		id, err := findPost(ctx, service, c.ID)
		if err != nil {
			return err
		}
		var queued posts.QueuedPost
		if err := service.post(ctx, "/api/v1/posts/"+id.String()+"/retry", nil, &queued); err != nil {
			return err
		}
		if service.service.isOwn {
			return c.await(ctx, service, id)
		}
		return say(c.JSON, queued, fmt.Sprintf("Post %s is %s again; crier posts show %s shows what happens to it.", queued.PostID, queued.Status, short(queued.PostID)))
	})
}

// await prints what becomes of the post while the service runs that this call has started.
func (c *retryPostCommand) await(ctx context.Context, service *serviceClient, id wireid.ID) error {
	post, err := followPost(ctx, service, id, !c.JSON)
	if err != nil {
		return err
	}
	if c.JSON {
		err = printJSON(posts.QueuedPost{PostID: id, Status: post.Status})
	}
	switch {
	case err != nil || post.Status != posts.Failed:
		return err
	case c.JSON:
		return errReported
	}
	return fmt.Errorf("the post is FAILED again, %s: %s", onOneLine(shownOr(post.ErrorCode, "")), onOneLine(shownOr(post.ErrorMessage, "")))
}

// retriedAll is what the command prints with --cause.
type retriedAll struct {
	posts.RetriedPosts

	// errorReport says why the command stopped after these posts.
	*errorReport
}

// retryAll retries all posts that failed for the cause, and reports each.
func (c *retryPostCommand) retryAll(ctx context.Context, service *serviceClient, out io.Writer) error {
	var me auth.Me
	if err := service.get(ctx, "/api/v1/auth/me", &me); err != nil {
		return err
	}
	request := map[string]any{"cause": c.Cause, "dryRun": true}
	if c.Account != "" {
		account, err := chooseAccount(me.Accounts, c.Account)
		if err != nil {
			return err
		}
		request["accountId"] = account.ID
	}
	var retried retriedAll
	if err := service.post(ctx, "/api/posts/retries", request, &retried.RetriedPosts); err != nil {
		return err
	}
	var broken error
	if !c.DryRun {
		retried.Posts, broken = c.retryEach(ctx, service, retried.Posts)
	}
	switch {
	case c.JSON && broken != nil:
		retried.errorReport = new(reportOf(broken, exitFailure))
		return errors.Join(json.NewEncoder(out).Encode(retried), errReported)
	case broken != nil && len(retried.Posts) == 0:
		return broken
	case c.JSON:
		if err := json.NewEncoder(out).Encode(retried); err != nil {
			return err
		}
	default:
		if err := c.print(out, retried.Posts, usernames(me)); err != nil {
			return err
		}
	}
	if broken != nil {
		return broken
	}
	return c.refusalOf(retried.Posts)
}

// refusalOf returns the text about the posts that cannot be retried.
func (c *retryPostCommand) refusalOf(list []posts.RetriedPost) error {
	refused := 0
	for _, p := range list {
		if p.RunAt == nil {
			refused++
		}
	}
	switch {
	case refused == 0:
		return nil
	case c.JSON:
		return errReported
	}
	return fmt.Errorf("%d of %s cannot be tried again; the table says why", refused, count(len(list), "post", "posts"))
}

// retryEach retries the planned posts one by one. When the service stops answering, the command
// still knows what was done. It skips a post that somebody else has retried meanwhile. Its error is
// readable.
func (c *retryPostCommand) retryEach(ctx context.Context, service *serviceClient, planned []posts.RetriedPost) (done []posts.RetriedPost, err error) {
	done = []posts.RetriedPost{}
	for i := range planned {
		p := &planned[i]
		if p.RunAt == nil {
			done = append(done, *p)
			continue
		}
		var one posts.RetriedPosts
		err := service.post(ctx, "/api/posts/retries", map[string]any{"cause": c.Cause, "postId": p.PostID, "runAt": p.RunAt}, &one)
		switch {
		case ctx.Err() != nil:
			err = errors.New("stopped")
		case err != nil:
			err = readable(err)
		}
		if err != nil {
			return done, fmt.Errorf("%w; post %s may be tried again already, and %s: crier posts list --status failed shows what is left, and the same call tries that",
				err, short(p.PostID), count(len(planned)-i-1, "more is not", "more are not"))
		}
		done = append(done, one.Posts...)
	}
	return done, nil
}

func (c *retryPostCommand) print(out io.Writer, list []posts.RetriedPost, names map[wireid.ID]string) error {
	if len(list) == 0 {
		_, err := fmt.Fprintf(out, "No post has failed with %s.\n", c.Cause)
		return err
	}
	rows := [][]string{{"ID", "TYPE", "ACCOUNT", "TRIED AGAIN"}}
	for _, p := range list {
		when := "no: "
		if p.RunAt != nil {
			when = p.RunAt.String()
		} else if p.Error != nil {
			when += *p.Error
		}
		rows = append(rows, []string{p.PostID.String(), string(p.MediaType), cmp.Or(names[p.AccountID], "-"), when})
	}
	if err := printTable(out, rows); err != nil || !c.DryRun {
		return err
	}
	return printLine(out, "Nothing was done; the same call without --dry-run does it.")
}
