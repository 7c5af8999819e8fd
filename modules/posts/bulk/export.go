package bulk

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/when"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

const (
	csvType  = "text/csv; charset=utf-8"
	jsonType = "application/json"
)

type exportInput struct {
	Format    string                   `query:"format"    enum:"csv,json" default:"csv" doc:"What the file is." example:"csv"`
	AccountID httpapi.Param[wireid.ID] `query:"accountId" doc:"Only posts of this account."`
	MediaType posts.MediaType          `query:"mediaType" enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Only posts of this kind." example:"CAROUSEL"`
	Status    posts.Status             `query:"status"    enum:"DRAFT,SCHEDULED" doc:"Only posts in this status." example:"SCHEDULED"`
	From      string                   `query:"from"      format:"date" doc:"The first day; drafts without a day are left out then." example:"2026-12-01"`
	To        string                   `query:"to"        format:"date" doc:"The last day; needed with from." example:"2026-12-31"`
	Timezone  string                   `query:"timezone"  maxLength:"64" default:"UTC" doc:"IANA name of the time zone whose days these are." example:"Europe/Berlin"`
}

// exports writes the posts into a file that an import reads.
type exports struct {
	clock    clock.Clock
	accounts *auth.Service
	importer *posts.Importer
}

func newExports(clk clock.Clock, accounts *auth.Service, importer *posts.Importer) *exports {
	return &exports{clock: clk, accounts: accounts, importer: importer}
}

func (e *exports) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "exportFile", Method: http.MethodGet, Path: "/posts/exports/file", Tags: []string{"Posts"},
		Summary: "Get the posts as a file", Description: "The drafts and the posts that wait for their time, as crier export writes them, for POST /posts/tables or crier import. " +
			"Posts of accounts that are not connected are left out: no import could make them.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.WithResponse(httpapi.Errors(apperror.InvalidParam), http.StatusOK, func(huma.Registry) *huma.Response {
			text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
			return &huma.Response{Description: "The file.", Content: map[string]*huma.MediaType{csvType: text, jsonType: {Schema: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeObject}}}}}
		}),
	}, e.download)
}

// download writes the file while it reads the posts, a page of them at a time.
func (e *exports) download(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	from, to, err := in.bounds()
	if err != nil {
		return nil, err
	}
	all, err := e.accounts.Accounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("export posts: %w", err)
	}
	names := make(map[wireid.ID]string, len(all))
	for i := range all {
		names[all[i].ID] = all[i].Username
	}
	// What can go wrong goes wrong with the first page, before anything is sent.
	page, err := e.importer.Page(ctx, "")
	if err != nil {
		return nil, err
	}
	isJSON := in.Format == "json"
	return &huma.StreamResponse{Body: func(answer huma.Context) {
		kind := map[bool]string{true: jsonType, false: csvType}[isJSON]
		name := "crier-posts-" + e.clock.Now().Format(time.DateOnly) + "." + in.Format
		answer.SetHeader("Content-Type", kind)
		answer.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		answer.SetHeader("Cache-Control", "private, no-store")
		out := NewWriter(answer.BodyWriter(), isJSON)
		for {
			for i := range page.Posts {
				account, isConnected := names[page.Posts[i].Post.SocialAccountID]
				if !isConnected || !in.has(&page.Posts[i].Post, from, to) {
					continue
				}
				row, err := Exported(&page.Posts[i], account)
				if err == nil {
					err = out.Write(&row)
				}
				if err != nil {
					breakOff()
				}
			}
			if page.Next == nil {
				break
			}
			if page, err = e.importer.Page(ctx, *page.Next); err != nil {
				breakOff()
			}
		}
		// A reader that is gone needs no answer.
		_ = out.Close()
	}}, nil
}

// breakOff ends an answer in the middle, so that a browser tells of half a file that it failed.
func breakOff() { panic(http.ErrAbortHandler) }

// bounds returns the instants between which a calendar shows the posts; both zero for any.
func (in *exportInput) bounds() (from, to wiretime.Time, err error) {
	if in.From == "" && in.To == "" {
		return from, to, nil
	}
	zone, err := posts.Zone(in.Timezone)
	if err != nil {
		return from, to, err
	}
	first, errFrom := time.Parse(time.DateOnly, in.From)
	last, errTo := time.Parse(time.DateOnly, in.To)
	if errFrom != nil || errTo != nil || last.Before(first) {
		return from, to, apperror.New(apperror.InvalidParam, "the days are from %q to %q; name two, the earlier one first", in.From, in.To)
	}
	_, from = wiretime.Resolve(first, zone)
	_, to = wiretime.Resolve(last.AddDate(0, 0, 1), zone)
	return from, to, nil
}

func (in *exportInput) has(p *posts.Post, from, to wiretime.Time) bool {
	if in.AccountID.IsSet && in.AccountID.Value != p.SocialAccountID || in.MediaType != "" && in.MediaType != p.MediaType || in.Status != "" && in.Status != p.Status {
		return false
	}
	if to.IsZero() {
		return true
	}
	at := p.ScheduledFor
	if p.Status == posts.Draft {
		at = p.PlannedFor
	}
	return at != nil && at.UnixMilli() >= from.UnixMilli() && at.UnixMilli() < to.UnixMilli()
}

// Exported returns the row that an import turns into the same post.
func Exported(e *posts.ExportedPost, account string) (Row, error) {
	p := &e.Post
	row := Row{Ref: e.Ref, Account: account, Caption: textOf(p.Caption), AltText: textOf(p.AltText), Share: "no", AIGenerated: "no"}
	for name, wire := range MediaTypes {
		if wire == string(p.MediaType) {
			row.Type = name
		}
	}
	for i := range p.MediaFiles {
		row.Media = append(row.Media, p.MediaFiles[i].ID.String())
	}
	if p.CrossPostToPartner {
		row.Share = "yes"
	}
	row.FirstComment, row.AltTexts, row.People = textOf(p.FirstComment), p.AltTexts, p.PeopleTagged
	if p.CoverMediaFileID != nil {
		row.Cover = p.CoverMediaFileID.String()
	}
	if p.ThumbOffsetMs != nil {
		row.CoverAt = (time.Duration(*p.ThumbOffsetMs) * time.Millisecond).String()
	}
	if p.ShareToFeed != nil {
		row.Feed = map[bool]string{true: "yes", false: "no"}[*p.ShareToFeed]
	}
	if p.IsAIGenerated != nil && *p.IsAIGenerated {
		row.AIGenerated = "yes"
	}
	if p.Trial != nil {
		row.Trial = string(*p.Trial)
	}
	var err error
	if row.Collaborators, err = posts.DecodeList[string](p.Collaborators); err != nil {
		return row, err
	}
	if p.Status == posts.Scheduled && p.ScheduledFor != nil {
		row.At, row.Timezone = wallTime(p.ScheduledFor.Time(), p.Timezone), p.Timezone
	}
	return row, nil
}

// wallTime returns the zone's local time, with the offset where it is ambiguous.
func wallTime(at time.Time, name string) string {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return wiretime.Of(at).String()
	}
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02 15:04:05"} {
		text := at.In(zone).Format(layout)
		if read, err := when.Parse(text, at, zone); err == nil && read.Equal(at) {
			return text
		}
	}
	return at.In(zone).Format(time.RFC3339Nano)
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
