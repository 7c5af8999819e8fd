package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"crier/modules/posts/quarantine"
	"crier/platform/instance"
	"crier/platform/wireid"
)

// quarantineCommands list and decide about the posts of a folder that has gone back in time.
type quarantineCommands struct {
	Status  quarantineStatus  `cmd:"" help:"Show whether posts are held because the data folder has gone back in time, why, and what the accounts say of each. Exit code 3 when they are."`
	Release releaseQuarantine `cmd:"" help:"Let held posts go out. Late ones go out now."`
	Live    liveQuarantine    `cmd:"" help:"Tell Crier that a held post is live already. The post becomes PUBLISHED, and nothing is sent."`
	Drop    dropQuarantine    `cmd:"" help:"Make drafts of held posts, so that they do not go out."`
	Close   closeQuarantine   `cmd:"" help:"End the quarantine. Crier refuses it while there are posts that nobody has decided about."`
}

const quarantinePath = "/api/quarantine"

type quarantineStatus struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"isQuarantined\", \"since\", \"cause\", \"reason\", \"takenAt\", \"rival\", \"markProblem\", \"open\", \"posts\": [...]}."`
}

// Run makes the service read the accounts, and prints the posts that are held.
func (c *quarantineStatus) Run(ctx context.Context) error {
	return changeQuarantine(ctx, c.serviceFolder, at("/look"), c.JSON, nil)
}

// quarantineChange is what a command asks the service for. The posts are as the user named them;
// ask returns the path of the operation, and the body of the request, for their ids.
type quarantineChange struct {
	named []string
	ask   func(ids []wireid.ID) (path string, body any)
}

// at is a change that names no post.
func at(path string) quarantineChange {
	return quarantineChange{ask: func([]wireid.ID) (string, any) { return path, nil }}
}

func (q quarantineChange) run(ctx context.Context, service *serviceClient, answer *quarantine.QuarantineRelease) error {
	ids := make([]wireid.ID, len(q.named))
	for i, text := range q.named {
		var err error
		if ids[i], err = findPost(ctx, service, text); err != nil {
			return err
		}
	}
	path, body := q.ask(ids)
	return service.post(ctx, quarantinePath+path, body, answer)
}

// said returns what a command prints after its change. released is how many posts were released.
type said func(released int) string

func always(text string) said { return func(int) string { return text } }

// changeQuarantine makes a request, and prints what was done: without says, the quarantine
// after it.
func changeQuarantine(ctx context.Context, f serviceFolder, change quarantineChange, asJSON bool, says said) error {
	var answer quarantine.QuarantineRelease // Of the other changes it has only the status.
	err := f.withService(ctx, func(service *serviceClient) error {
		service.http.Timeout = cloudPatience // The accounts may be many, and slow.
		return change.run(ctx, service, &answer)
	})
	status := answer.QuarantineStatus
	switch {
	case err != nil:
		return err
	case asJSON:
		err = printJSON(status)
	case says != nil:
		err = printLine(os.Stdout, says(answer.Released))
	default:
		err = printQuarantine(os.Stdout, status)
	}
	if err == nil && says == nil && (status.IsQuarantined || status.MarkProblem != "") {
		return errAttention
	}
	return err
}

func printQuarantine(out io.Writer, status quarantine.QuarantineStatus) error {
	var head strings.Builder
	if status.MarkProblem != "" {
		fmt.Fprintf(&head, "Crier cannot write its mark outside of the data folder (%s), and would not notice that the folder has gone back in time. "+
			"CRIER_STATE_DIR names another place.\n", onOneLine(status.MarkProblem))
	}
	if !status.IsQuarantined {
		return printLine(out, head.String()+"Nothing is held.")
	}
	fmt.Fprintf(&head, "Nothing has been published since %s, because %s.\n", localTime(status.Since.Time()), onOneLine(status.Reason))
	if status.Rival != "" {
		fmt.Fprintln(&head, onOneLine(status.Rival)+".")
	}
	if c := status.Cause; c != nil && (*c == string(instance.CauseOlder) || *c == string(instance.CauseWorker)) {
		head.WriteString("The folder's API keys and signed-in browsers have ended, because the folder does not know which of them you had revoked. Make new keys: crier keys create NAME.\n")
	}
	if _, err := io.WriteString(out, head.String()); err != nil {
		return err
	}
	var rows [][]string
	for _, post := range status.Posts {
		said := "not read yet"
		switch {
		case post.Decision != nil:
			said = *post.Decision
		case post.Verdict != nil:
			said = string(*post.Verdict)
		}
		rows = append(rows, []string{post.ID.String(), string(post.Status), said, post.Caption, post.Says})
	}
	if err := printTable(out, rows); err != nil {
		return err
	}
	next := "Decide about " + count(status.Open, "post", "posts") + ": crier restore release ID | --absent, live ID or drop ID."
	if status.Open == 0 {
		next = "Every post is decided. End the quarantine with crier restore close."
	}
	return printLine(out, next)
}

type releaseQuarantine struct {
	serviceFolder
	IDs    []string `arg:"" optional:"" name:"id" help:"Ids of the posts, as status shows them, or the beginnings of them."`
	Absent bool     `help:"Release every post that the accounts prove not to be live. Crier reads the accounts again first."`
	JSON   bool     `name:"json" help:"Print JSON: what status --json prints."`
}

// Run releases posts.
func (c *releaseQuarantine) Run(ctx context.Context) error {
	if len(c.IDs) == 0 && !c.Absent {
		return usageError{errors.New("name the posts, or add --absent for all that are ABSENT")}
	}
	change := quarantineChange{c.IDs, func(ids []wireid.ID) (string, any) {
		return "/release", map[string]any{"ids": ids, "absent": c.Absent}
	}}
	return changeQuarantine(ctx, c.serviceFolder, change, c.JSON, saidOfReleased)
}

func saidOfReleased(released int) string {
	switch released {
	case 0:
		return "No post is released: of none do the accounts prove that it is not live. crier restore status shows what they say of each."
	case 1:
		return "1 post is released, and goes out in its turn."
	}
	return fmt.Sprintf("%d posts are released, and go out in their turn.", released)
}

type liveQuarantine struct {
	serviceFolder
	ID        string `arg:"" name:"id" help:"Id of the post, as status shows it, or the beginning of it."`
	Permalink string `placeholder:"URL" help:"Its address at the network. It tells Crier which item of the account the post is."`
	JSON      bool   `name:"json" help:"Print JSON: what status --json prints."`
}

// Run records that a post is PUBLISHED.
func (c *liveQuarantine) Run(ctx context.Context) error {
	change := quarantineChange{[]string{c.ID}, func(ids []wireid.ID) (string, any) {
		return "/" + ids[0].String() + "/live", map[string]any{"permalink": c.Permalink}
	}}
	return changeQuarantine(ctx, c.serviceFolder, change, c.JSON, always("The post is PUBLISHED."))
}

type dropQuarantine struct {
	serviceFolder
	IDs  []string `arg:"" name:"id" help:"Ids of the posts, as status shows them, or the beginnings of them."`
	JSON bool     `name:"json" help:"Print JSON: what status --json prints."`
}

// Run makes drafts of posts.
func (c *dropQuarantine) Run(ctx context.Context) error {
	change := quarantineChange{c.IDs, func(ids []wireid.ID) (string, any) { return "/drop", map[string]any{"ids": ids} }}
	return changeQuarantine(ctx, c.serviceFolder, change, c.JSON, always("The posts do not go out. They are drafts now; one that may have been sent is FAILED."))
}

type closeQuarantine struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: what status --json prints."`
}

// Run ends the quarantine.
func (c *closeQuarantine) Run(ctx context.Context) error {
	return changeQuarantine(ctx, c.serviceFolder, at("/close"), c.JSON, always("The quarantine is over: posts go out again."))
}
