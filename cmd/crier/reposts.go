package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"

	"crier/modules/auth"
	"crier/modules/storyrepost"
	"crier/platform/clock"
	"crier/platform/wireid"
)

type repostsCommands struct {
	List    listReposts    `cmd:"" help:"List the mentions of your accounts in stories, and what became of each."`
	Scan    scanMentions   `cmd:"" help:"Look for new mentions in the inboxes now. This takes seconds or, for full inboxes, minutes, because Crier waits between its calls."`
	Repost  repostMention  `cmd:"" help:"Repost a mention as a story of yours."`
	Skip    skipMention    `cmd:"" help:"Leave a mention out for good."`
	Enable  enableReposts  `cmd:"" help:"Look for mentions in the inbox of an account from time to time. This is unofficial, and a risk for the account."`
	Disable disableReposts `cmd:"" help:"Stop looking for mentions in the inbox of an account."`
}

const (
	repostsPath = "/api/story-repost/"
	// repostsV1Path is the path of the operations of v1.
	repostsV1Path = "/api/v1/story-repost/"
)

type listReposts struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"reposts\": [...], \"warning\"}."`
}

// Run prints the newest mentions.
func (c *listReposts) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var list storyrepost.RepostList
		if err := service.get(ctx, repostsPath+"reposts", &list); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(list)
		}
		if len(list.Reposts) == 0 {
			return printLine(os.Stdout, "There are no mentions.")
		}
		var me auth.Me
		if err := service.get(ctx, "/api/v1/auth/me", &me); err != nil {
			return err
		}
		return printReposts(os.Stdout, list.Reposts, usernames(me))
	})
}

func printReposts(out io.Writer, list []storyrepost.RepostRecord, names map[wireid.ID]string) error {
	rows := [][]string{{"ID", "STATUS", "AUTHOR", "ACCOUNT", "MENTIONED", "WHY, OR WHERE"}}
	for i := range list {
		r := &list[i]
		rows = append(rows, []string{r.ID.String(), string(r.Status), cmp.Or(r.OriginalUsername, "-"), cmp.Or(names[r.SocialAccountID], "-"), r.MentionedAt.String(), noteOf(r)})
	}
	return printTable(out, rows)
}

// noteOf returns where the repost is, or why there is none.
func noteOf(r *storyrepost.RepostRecord) string {
	return shownOr(cmp.Or(r.Permalink, r.Reason), "-")
}

type scanMentions struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"detected\", \"pending\", \"items\": [...]}."`
}

// Run scans the inboxes of all accounts with native-story credentials, and names those that could
// not be read.
func (c *scanMentions) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var found storyrepost.StoryRepostScan
		began := clock.System().Now()
		if err := slowly(ctx, service, scanning, repostsV1Path+"scan", &found); err != nil {
			return err
		}
		if err := tellUnread(ctx, service, began); err != nil {
			return err
		}
		return say(c.JSON, found, fmt.Sprintf("New mentions: %d. Waiting to be reposted: %d. crier reposts list shows them.", found.Detected, found.Pending))
	})
}

type repostMention struct {
	serviceFolder
	ID   string `arg:"" help:"Id of the mention, as list shows it, or the beginning of it."`
	JSON bool   `name:"json" help:"Print the record as JSON."`
}

// Run reposts one mention.
func (c *repostMention) Run(ctx context.Context) error {
	return c.change(ctx, c.ID, "repost", c.JSON, "The repost is being published; crier reposts list shows what becomes of it.")
}

type skipMention struct {
	serviceFolder
	ID   string `arg:"" help:"Id of the mention, as list shows it, or the beginning of it."`
	JSON bool   `name:"json" help:"Print the record as JSON."`
}

// Run skips one mention.
func (c *skipMention) Run(ctx context.Context) error {
	return c.change(ctx, c.ID, "skip", c.JSON, "The mention is left out. Crier will never repost it.")
}

func (f serviceFolder) change(ctx context.Context, text, what string, asJSON bool, done string) error {
	return f.withService(ctx, func(service *serviceClient) error {
		if err := service.mustGoOn("a repost"); err != nil && what == "repost" {
			return err
		}
		id, err := findMention(ctx, service, text)
		if err != nil {
			return err
		}
		var record storyrepost.RepostRecord
		path := repostsPath + id.String() + "/" + what
		if what == "repost" {
			err = slowly(ctx, service, reposting, path, &record)
		} else {
			err = service.post(ctx, path, nil, &record)
		}
		if err != nil {
			return err
		}
		return say(asJSON, record, done)
	})
}

type enableReposts struct {
	serviceFolder
	ID   string `arg:"" name:"account" help:"The account: its username, or its id or the beginning of it."`
	Auto *bool  `name:"auto" negatable:"" help:"Repost mentions without asking you (default: as it was before; off at first)."`
	JSON bool   `name:"json" help:"Print the configuration as JSON."`
}

// Run switches an account on, and says what follows from that.
func (c *enableReposts) Run(ctx context.Context) error {
	return c.withOne(ctx, namedAccount, c.ID, func(service *serviceClient, id wireid.ID) error {
		if err := service.post(ctx, repostsV1Path+"enable", storyrepost.StoryRepostAccount{AccountID: id}, nil); err != nil {
			return err
		}
		var settings storyrepost.RepostSettings
		change := storyrepost.RepostSettingsRequest{AutoRepostEnabled: c.Auto}
		if err := service.exchange(ctx, http.MethodPut, repostsPath+"config/"+id.String(), change, &settings); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(settings)
		}
		return printSettings(os.Stdout, settings)
	})
}

func printSettings(out io.Writer, s storyrepost.RepostSettings) error {
	c := s.Config
	mode := "Mentions wait until you repost them with crier reposts repost."
	if c.AutoRepostEnabled {
		mode = fmt.Sprintf("Mentions are reposted without asking you, at most %d a day.", c.DailyRepostLimit)
	}
	_, err := fmt.Fprintf(out, "The inbox of %s is read every %d hours, next at %s, and not between %d and %d o'clock. %s\n\n%s\n",
		onOneLine(c.SNUsername), c.PollIntervalHours, textOf(s.NextPollAt, "soon"), c.SleepWindowStart, c.SleepWindowEnd, mode, s.Warning)
	return err
}

type disableReposts struct {
	serviceFolder
	ID   string `arg:"" name:"account" help:"The account: its username, or its id or the beginning of it."`
	JSON bool   `name:"json" help:"Print JSON: {\"success\"}."`
}

// Run switches an account off.
func (c *disableReposts) Run(ctx context.Context) error {
	return c.withOne(ctx, namedAccount, c.ID, func(service *serviceClient, id wireid.ID) error {
		if err := service.post(ctx, repostsV1Path+"disable", storyrepost.StoryRepostAccount{AccountID: id}, nil); err != nil {
			return err
		}
		return say(c.JSON, map[string]bool{"success": true}, "The inbox is not read any more. The history stays.")
	})
}
