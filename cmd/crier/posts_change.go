package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"

	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/platform/wireid"
)

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
			var cleared posts.ClearedPost
			if err := service.exchange(ctx, http.MethodDelete, "/api/v1/posts/"+id.String(), nil, &cleared); err != nil {
				return err
			}
			return say(c.JSON, cleared, "Post %s is deleted from the history. A post that is live stays live; crier posts show %s says where.", id, short(id))
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

// warn tells a person what the author may not expect, on the standard error.
func warn(warnings []posts.Warning) error {
	for _, w := range warnings {
		if _, err := fmt.Fprintln(os.Stderr, "Warning: "+onOneLine(inCommands(w.Message))); err != nil {
			return err
		}
	}
	return nil
}
