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
	"io/fs"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

type publishCommand struct {
	serviceFolder
	content

	moment
	At    string `placeholder:"WHEN" help:"Publish it then in place of now: ${whenForms}."`
	Wait  bool   `help:"Show each step until the post is PUBLISHED or FAILED. Ctrl-C ends that, and the post goes on. With --start a post that is published now is waited for in any case."`
	Again bool   `help:"Publish it even though the same was published within the last ten minutes."`
	Key   string `name:"idempotency-key" placeholder:"KEY" help:"For scripts: the same call with the same key makes one post, for 24 hours. You choose the key."`
	JSON  bool   `name:"json" help:"Print JSON: {\"postId\", \"status\", \"scheduledFor\", \"timezone\", \"isCloud\", \"isReplayed\", \"permalink\", \"errorCode\", \"errorMessage\", \"warnings\": [...]}."`
}

// published is what the command prints about the post. An unknown value is null.
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
	// repeatedWithin is how soon the same call again counts as a mistake.
	repeatedWithin = 10 * time.Minute
	// maxKey leaves room for what the command adds to a script's key.
	maxKey = 200
)

// Run uploads the files and publishes them. It deletes them if the post is not accepted.
func (c *publishCommand) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	at, zone, err := c.due(clock.System().Now())
	if err != nil {
		return err
	}
	return c.compose(ctx, c.serviceFolder, func(service *serviceClient, r request, files []localFile, username string) error {
		if !at.IsZero() {
			r.ScheduledFor, r.Timezone = at.Format(time.RFC3339), zone
		}
		outcome, err := c.once(ctx, service, r, files, clock.System().Now())
		if err != nil {
			return err
		}
		return c.report(ctx, service, outcome, username)
	})
}

func (c *publishCommand) check() error {
	switch {
	case len(c.Key) > maxKey:
		return usageError{fmt.Errorf("the idempotency key has %d characters; it may have %d", len(c.Key), maxKey)}
	case strings.ContainsFunc(c.Key, func(r rune) bool { return r < ' ' || r > '~' }):
		return usageError{errors.New("the idempotency key may have only letters, digits and signs of ASCII")}
	case c.Key != "" && c.Again:
		return usageError{errors.New("--again is for a call that is repeated by hand; with --idempotency-key, choose another key")}
	}
	return c.content.check()
}

// due returns when the post is to go out, zero for now, and the zone's name.
func (c *publishCommand) due(now time.Time) (time.Time, string, error) {
	switch {
	case c.At != "":
		return c.read("--at: ", c.At, now)
	case c.Timezone != "":
		return time.Time{}, "", usageError{errors.New("--timezone says how --at is read, and there is no --at")}
	}
	return time.Time{}, "", nil
}

// once makes the post, unless the same call has made it before. Then it prints that post for a call
// with a script's key, and returns an error for a call without one.
func (c *publishCommand) once(ctx context.Context, service *serviceClient, r request, files []localFile, now time.Time) (published, error) {
	call := r
	call.ScheduledFor = c.At // As it was typed: +2h is the same call a minute later.
	sum, err := fingerprint(call, files)
	if err != nil {
		return published{}, err
	}
	key := "crier publish " + rand.Text()
	if !c.Again {
		found, err := c.before(ctx, service, sum, now)
		if err != nil || found.outcome != nil {
			return *orZero(found.outcome), err
		}
		key = found.key
	}
	if err := c.bring(ctx, service, files, &r); err != nil {
		return published{}, err
	}
	outcome, err := submit(ctx, service, r, key)
	err = discardRefused(ctx, service, r, err)
	if apperror.CodeOf(err) == apperror.ValidationError && !c.Again {
		// The same call may have come a moment before.
		if found, failed := c.before(ctx, service, sum, now); found.outcome != nil || failed != nil {
			return *orZero(found.outcome), failed
		}
	}
	return outcome, err
}

func orZero(p *published) *published {
	if p == nil {
		return new(published)
	}
	return p
}

// earlier is what is known of the same call before this one.
type earlier struct {
	// outcome is the post that it made, nil where this call has to make one.
	outcome *published
	// key is the Idempotency-Key of the post that this call makes.
	key string
}

// before looks for the post that the same call has made. The key of a call without a script's key
// names the latest such post, and no time: of calls that run at once each finds the same post, so
// that the service takes one of them, however long their uploads take.
func (c *publishCommand) before(ctx context.Context, service *serviceClient, sum string, now time.Time) (earlier, error) {
	own := earlier{key: "crier publish " + sum}
	query := url.Values{"prefix": {own.key}}
	if c.Key != "" {
		own.key = c.Key + " " + sum
		// A longer key may begin so.
		query = url.Values{"prefix": {c.Key + " "}, "length": {strconv.Itoa(len(own.key))}}
	}
	var found posts.CreatedPosts
	if err := service.get(ctx, "/api/posts/created?"+query.Encode(), &found); err != nil || len(found.Created) == 0 {
		return own, err
	}
	made := found.Created[0]
	switch {
	case c.Key == "":
		if now.Sub(made.At.Time()) < repeatedWithin {
			return own, fmt.Errorf("the same was published %s ago as post %s; crier posts show %s shows it, and --again publishes it again",
				max(clock.System().Now().Sub(made.At.Time()), 0).Round(time.Second), made.PostID, short(made.PostID))
		}
		own.key += " after " + made.PostID.String()
		return own, nil
	case made.Key != own.key:
		return own, usageError{fmt.Errorf("the key %s was used at %s for another call, which made post %s; a new call needs a new key", onOneLine(c.Key), made.At, made.PostID)}
	}
	outcome, err := readPublished(ctx, service, made.PostID)
	outcome.IsReplayed = true
	own.outcome = &outcome
	return own, err
}

// fingerprint identifies the call: it is the same for the same content, the same account, and files
// with the same bytes. It records the hash of each file, by which uploadFile refuses other bytes.
func fingerprint(r request, files []localFile) (string, error) {
	hash := sha256.New()
	if err := json.NewEncoder(hash).Encode(r); err != nil {
		return "", err
	}
	for i := range files {
		if err := files[i].hashInto(hash); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:16]), nil
}

// sizeBehind is what hashInto writes after the content of a file. It marks where the next file
// begins.
const sizeBehind = "\n%d\n"

// hashInto reads the file, writes its content to hash, and records the file's own hash.
func (l *localFile) hashInto(hash io.Writer) error {
	f, err := os.Open(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the file %s has gone since the call began; put it back, or name another one", onOneLine(l.path))
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	own := sha256.New()
	both := io.MultiWriter(hash, own)
	size, err := io.Copy(both, f)
	if err != nil {
		return fmt.Errorf("read %s: %w", onOneLine(l.path), err)
	}
	_, err = fmt.Fprintf(both, sizeBehind, size)
	l.sum = hex.EncodeToString(own.Sum(nil))
	return err
}

// submit sends the request under the key. A scheduled post has another operation than one for now.
func submit(ctx context.Context, service *serviceClient, r request, key string) (published, error) {
	path := "/api/v1/posts/publish"
	if r.ScheduledFor != "" {
		path = "/api/v1/schedule"
	}
	ctx, end := withGrace(ctx, nil)
	defer end()
	var outcome published
	err := service.create(ctx, key, path, r, &outcome)
	return outcome, err
}

// readPublished returns what the command prints of a post that exists already.
func readPublished(ctx context.Context, service *serviceClient, id wireid.ID) (published, error) {
	var record posts.Record
	if err := service.get(ctx, "/api/posts/"+id.String()+"/record", &record); err != nil {
		return published{}, err
	}
	return publishedOf(&record.Post), nil
}

func publishedOf(p *posts.Post) published {
	return published{
		PostID: p.ID, Status: p.Status, ScheduledFor: p.ScheduledFor, Timezone: p.Timezone, IsCloud: p.InCloud(),
		Permalink: p.SNPermalink, ErrorCode: p.ErrorCode, ErrorMessage: p.ErrorMessage, Warnings: []posts.Warning{},
	}
}

// short is the form of an id for a person who will type it.
func short(id wireid.ID) string { return id.String()[:8] }

type publishDraftCommand struct {
	serviceFolder
	moment
	ID   string `arg:"" help:"Id of the draft, as crier posts list shows it, or the beginning of it."`
	At   string `placeholder:"WHEN" help:"Publish it then in place of now: ${whenForms}."`
	Wait bool   `help:"Show each step until the post is PUBLISHED or FAILED. Ctrl-C ends that, and the post goes on. With --start a post that is published now is waited for in any case."`
	JSON bool   `name:"json" help:"Print JSON, as crier publish does."`
}

// publishedDraft is the body of a request that makes a post of a draft.
type publishedDraft struct {
	posts.PublishablePost

	DraftID      wireid.ID `json:"draftId"`
	ScheduledFor string    `json:"scheduledFor,omitempty"`
	Timezone     string    `json:"timezone,omitempty"`
}

// Run publishes the draft as it is. Repeating the call makes no second post, because only a draft
// can become one.
func (c *publishDraftCommand) Run(ctx context.Context) error {
	as := publishCommand{moment: c.moment, At: c.At, Wait: c.Wait, JSON: c.JSON}
	at, zone, err := as.due(clock.System().Now())
	if err != nil {
		return err
	}
	return c.withOne(ctx, findPost, c.ID, func(service *serviceClient, id wireid.ID) error {
		draft, name, err := readDraft(ctx, service, id)
		if err != nil {
			return err
		}
		path := "/api/v1/posts/publish"
		if !at.IsZero() {
			path, draft.ScheduledFor, draft.Timezone = "/api/v1/schedule", at.Format(time.RFC3339), zone
		}
		outcome, err := draft.submit(ctx, service, path)
		if err != nil {
			return err
		}
		return as.report(ctx, service, outcome, name)
	})
}

func (d publishedDraft) submit(ctx context.Context, service *serviceClient, path string) (outcome published, err error) {
	ctx, end := withGrace(ctx, nil)
	defer end()
	err = service.create(ctx, "crier posts publish "+rand.Text(), path, d, &outcome)
	return outcome, err
}

// readDraft returns the request that publishes a draft as it is, and the username of its account.
func readDraft(ctx context.Context, service *serviceClient, id wireid.ID) (publishedDraft, string, error) {
	var post posts.Post
	if err := service.get(ctx, "/api/v1/posts/"+url.PathEscape(id.String()), &post); err != nil {
		return publishedDraft{}, "", err
	}
	if post.Status != posts.Draft {
		return publishedDraft{}, "", usageError{fmt.Errorf("the post %s is no draft, it is %s; crier posts list --status draft lists the drafts", id, post.Status)}
	}
	content, err := posts.ContentOf(post)
	if err != nil {
		return publishedDraft{}, "", err
	}
	var me auth.Me
	if err := service.get(ctx, "/api/v1/auth/me", &me); err != nil {
		return publishedDraft{}, "", err
	}
	return publishedDraft{PublishablePost: content, DraftID: id}, usernames(me)[post.SocialAccountID], nil
}
