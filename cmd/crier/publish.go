package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

type publishCommand struct {
	existingFolder
	content

	moment
	At    string `placeholder:"WHEN" help:"Publish it then in place of now: ${whenForms}."`
	Wait  bool   `help:"Tell what happens until the post is PUBLISHED or FAILED. Ctrl-C ends the telling, and the post goes on."`
	Again bool   `help:"Publish it although the same was published within the last ten minutes."`
	Key   string `name:"idempotency-key" placeholder:"KEY" help:"Your name for this call, for scripts: the same call under the same name makes one post, for 24 hours."`
	JSON  bool   `name:"json" help:"Print JSON: {\"postId\", \"status\", \"scheduledFor\", \"timezone\", \"isCloud\", \"isReplayed\", \"permalink\", \"errorCode\", \"errorMessage\", \"warnings\": [...]}."`
}

// published is what the command tells of the post. What is not known is null.
type published struct {
	PostID       wireid.ID       `json:"postId"`
	Status       posts.Status    `json:"status"`
	ScheduledFor *wiretime.Time  `json:"scheduledFor"`
	Timezone     string          `json:"timezone"`
	IsCloud      bool            `json:"isCloud"`
	IsReplayed   bool            `json:"isReplayed"`
	Permalink    *string         `json:"permalink"`
	ErrorCode    *string         `json:"errorCode"`
	ErrorMessage *string         `json:"errorMessage"`
	Warnings     []posts.Warning `json:"warnings"`
}

const (
	// repeatedWithin is how soon the same call again is taken for a slip of the hand.
	repeatedWithin = 10 * time.Minute
	// maxKey leaves room for what the command adds to a script's key.
	maxKey = 200
)

// Run uploads the files and has them published. Until the post is accepted nothing of it stays behind.
func (c *publishCommand) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	at, zone, err := c.due(clock.System().Now())
	if err != nil {
		return err
	}
	files, err := findFiles(c.Files)
	if err != nil {
		return err
	}
	caption, err := c.captionText(os.Stdin)
	if err != nil {
		return err
	}
	return c.withService(ctx, func(service *serviceClient) error {
		account, err := findAccount(ctx, service, c.Account)
		if err != nil {
			return err
		}
		r := c.composed(account.ID, caption)
		if !at.IsZero() {
			r.ScheduledFor, r.Timezone = at.Format(time.RFC3339), zone
		}
		told, err := c.once(ctx, service, r, files)
		if err != nil {
			return err
		}
		return c.tell(ctx, service, told, account.Username)
	})
}

func (c *publishCommand) check() error {
	switch {
	case c.Timezone != "" && c.At == "":
		return usageError{errors.New("--timezone says how --at is read, and there is no --at")}
	case len(c.Key) > maxKey:
		return usageError{fmt.Errorf("the idempotency key has %d characters; it may have %d", len(c.Key), maxKey)}
	case c.Key != "" && c.Again:
		return usageError{errors.New("--again is for a call that is repeated by hand; with --idempotency-key, choose another key")}
	}
	return c.content.check()
}

// due returns when the post is to go out, zero for now, and the zone's name.
func (c *publishCommand) due(now time.Time) (time.Time, string, error) {
	if c.At == "" {
		return time.Time{}, "", nil
	}
	return c.read("--at", c.At, now)
}

// once makes the post, unless the same call has made it: then that post is what is told of a script's key, and an error of a call
// without one.
func (c *publishCommand) once(ctx context.Context, service *serviceClient, r request, files []localFile) (published, error) {
	print, err := fingerprint(r, files)
	if err != nil {
		return published{}, err
	}
	now := clock.System().Now()
	key := fmt.Sprintf("crier publish %s at %d", print, now.Truncate(repeatedWithin).Unix())
	switch {
	case c.Key != "":
		key = c.Key + " " + print
	case c.Again:
		key = "crier publish " + rand.Text()
	}
	if !c.Again {
		told, err := c.before(ctx, service, print, now)
		if err != nil || told != nil {
			return *orZero(told), err
		}
	}
	if err := c.bring(ctx, service, files, &r); err != nil {
		return published{}, err
	}
	told, err := submit(ctx, service, r, key)
	if apperror.CodeOf(err) == apperror.ValidationError && !c.Again {
		// The same call may have come first by a moment.
		if earlier, failed := c.before(ctx, service, print, now); earlier != nil || failed != nil {
			err = failed
			told = *orZero(earlier)
		}
	}
	if err != nil {
		discardOf(ctx, service, r)
	}
	return told, err
}

func orZero(p *published) *published {
	if p == nil {
		return new(published)
	}
	return p
}

// before looks for the post that the same call has made, and returns nil when there is none.
func (c *publishCommand) before(ctx context.Context, service *serviceClient, print string, now time.Time) (*published, error) {
	prefix := "crier publish " + print
	if c.Key != "" {
		prefix = c.Key + " "
	}
	var found posts.CreatedPosts
	if err := service.get(ctx, "/api/posts/created?prefix="+url.QueryEscape(prefix), &found); err != nil {
		return nil, err
	}
	for _, made := range found.Created {
		if c.Key == "" {
			if ago := now.Sub(made.At.Time()); ago < repeatedWithin {
				return nil, fmt.Errorf("the same was published %s ago as post %s; crier posts show %s tells of it, and --again publishes it once more",
					ago.Round(time.Second), made.PostID, short(made.PostID))
			}
			continue
		}
		if made.Key != c.Key+" "+print {
			return nil, usageError{fmt.Errorf("the key %s was used at %s for another call, which made post %s; a new call needs a new key", onOneLine(c.Key), made.At, made.PostID)}
		}
		told, err := tellOf(ctx, service, made.PostID)
		told.IsReplayed = true
		return &told, err
	}
	return nil, nil
}

// fingerprint is the same for the same call: the same content for the same account, of files with the same bytes.
func fingerprint(r request, files []localFile) (string, error) {
	sum := sha256.New()
	if err := json.NewEncoder(sum).Encode(r); err != nil {
		return "", err
	}
	for _, file := range files {
		if err := hashInto(sum, file.path); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

func hashInto(sum io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	size, err := io.Copy(sum, f)
	if err != nil {
		return fmt.Errorf("read %s: %w", onOneLine(path), err)
	}
	_, err = fmt.Fprintf(sum, "\n%d\n", size)
	return err
}

// submit sends the request under the key. A scheduled one goes another way than one for now.
func submit(ctx context.Context, service *serviceClient, r request, key string) (published, error) {
	path := "/api/v1/posts/publish"
	if r.ScheduledFor != "" {
		path = "/api/v1/schedule"
	}
	var told published
	err := service.create(ctx, key, path, r, &told)
	return told, err
}

// tellOf returns what is to be told of a post that was made before.
func tellOf(ctx context.Context, service *serviceClient, id wireid.ID) (published, error) {
	var record posts.Record
	if err := service.get(ctx, "/api/posts/"+id.String()+"/record", &record); err != nil {
		return published{}, err
	}
	return toldOf(&record.Post), nil
}

func toldOf(p *posts.Post) published {
	told := published{
		PostID: p.ID, Status: p.Status, ScheduledFor: p.ScheduledFor, Timezone: p.Timezone, IsCloud: p.InCloud(),
		Permalink: p.SNPermalink, ErrorCode: p.ErrorCode, ErrorMessage: p.ErrorMessage, Warnings: []posts.Warning{},
	}
	return told
}

// short is how an id is shown to somebody who will type it.
func short(id wireid.ID) string { return id.String()[:8] }
