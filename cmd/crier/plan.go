package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/platform/wireid"
)

type planCommand struct {
	serviceFolder
	moment
	Days int  `default:"7" help:"How many days are looked at, 1 to 31."`
	JSON bool `name:"json" help:"Print JSON: {\"at\", \"until\", \"timezone\", \"count\", \"lookedAt\", \"failing\", \"days\", \"accounts\", \"posts\": [{\"postId\", \"accountId\", \"at\", \"date\", \"fails\", \"findings\"}], \"leftOut\", \"whole\"}, where a finding is {\"code\", \"fails\", \"isAssumed\", \"says\", \"fix\", \"to\", \"command\", \"at\", \"freeAt\", \"otherId\"}."`
}

// Run prints what will go wrong with the posts that are due. It ends with the exit code for
// attention when one will not go out at its time.
func (c *planCommand) Run(ctx context.Context) error {
	if c.Days < 1 || c.Days > 31 {
		return usageError{fmt.Errorf("--days is %d; it can be 1 to 31", c.Days)}
	}
	zone, err := c.zone()
	if err != nil {
		return err
	}
	if zone == time.Local {
		zone = time.UTC // The service knows zones by their common names.
	}
	return c.withService(ctx, func(service *serviceClient) error {
		var told posts.Forecast
		query := url.Values{"days": {strconv.Itoa(c.Days)}, "timezone": {zone.String()}}
		if err := service.get(ctx, "/api/forecast?"+query.Encode(), &told); err != nil {
			return err
		}
		if c.JSON {
			err = printJSON(told)
		} else {
			err = printPlan(os.Stdout, told, zone)
		}
		if err == nil && told.Fails() {
			return errAttention
		}
		return err
	})
}

func printPlan(out io.Writer, told posts.Forecast, zone *time.Location) error {
	var b strings.Builder
	until := told.Until.Time().In(zone).Format(posts.WhenLayout)
	switch {
	case told.Count == 0:
		fmt.Fprintf(&b, "No posts are due until %s (%s).\n", until, zone)
	case told.Failing == 0 && told.Fails():
		fmt.Fprintf(&b, "%s due until %s (%s), and will not go out at the time that is set, as things are.\n", count(int(told.Count), "post is", "posts are"), until, zone)
	case told.Failing == 0:
		fmt.Fprintf(&b, "%s due until %s (%s). Nothing keeps a post from going out at its time.\n", count(int(told.Count), "post is", "posts are"), until, zone)
	default:
		fmt.Fprintf(&b, "%s due until %s (%s), and %d will not go out at the time that is set, as things are.\n", count(int(told.Count), "post is", "posts are"), until, zone, told.Failing)
	}
	if told.LookedAt < told.Count {
		fmt.Fprintf(&b, "The first %d were looked at.\n", told.LookedAt)
	}
	names := map[wireid.ID]string{}
	for _, account := range told.Accounts {
		names[account.AccountID] = account.Username
	}
	if len(told.Whole) > 0 {
		b.WriteString("\nAll posts\n")
		for _, of := range told.Whole {
			writeForetold(&b, "", of)
		}
	}
	days := told.Days
	for i, post := range told.Posts {
		if i == 0 || told.Posts[i-1].Date != post.Date {
			for len(days) > 1 && days[0].Date != post.Date {
				days = days[1:]
			}
			date, err := time.Parse(time.DateOnly, post.Date)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "\n%s, %s\n", date.Format("Monday 2 January"), count(days[0].Count, "post", "posts"))
		}
		fmt.Fprintf(&b, "  %s  %s  %s\n", post.At.Time().In(zone).Format("15:04"), short(post.PostID), onOneLine(names[post.AccountID]))
		for _, of := range post.Findings {
			writeForetold(&b, "  ", of)
		}
	}
	if told.LeftOut > 0 {
		fmt.Fprintf(&b, "\nSomething is foretold of %s too.\n", count(told.LeftOut, "more post", "more posts"))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// writeForetold writes what is foretold: what it is, what to do, and the command for that.
func writeForetold(b *strings.Builder, indent string, of posts.Foretold) {
	word := "Warning"
	if of.Fails {
		word = "Will fail"
	}
	fmt.Fprintf(b, "%s  %s (%s): %s\n", indent, word, of.Code, onOneLine(inCommands(of.Says)))
	for _, line := range []string{of.Fix, of.Command} {
		if line != "" {
			fmt.Fprintf(b, "%s    %s\n", indent, onOneLine(line))
		}
	}
}
