package posts

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Owner says who publishes a post.
type Owner string

const (
	OwnedHere  Owner = "local"
	OwnedCloud Owner = "cloud"
)

// PostSummary is the part of a post that a calendar or a list shows.
type PostSummary struct {
	ID           wireid.ID      `json:"id"            doc:"Id of the post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	AccountID    wireid.ID      `json:"accountId"     doc:"The account that the post belongs to." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	MediaType    MediaType      `json:"mediaType"     enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Kind of the post."`
	Status       Status         `json:"status"        enum:"DRAFT,SCHEDULED,QUEUED,PROCESSING,PUBLISHING,PUBLISHED,FAILED" doc:"Where the post stands." example:"SCHEDULED"`
	Caption      string         `json:"caption"       doc:"The first 120 characters of the caption; empty without one." example:"Fresh from the oven: our spring rye."`
	IsCaptionCut bool           `json:"isCaptionCut"  doc:"Whether the caption goes on." example:"false"`
	ThumbnailURL *string        `json:"thumbnailUrl"  doc:"Path of the thumbnail of the first file that there is; null without one." example:"/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	MediaCount   int            `json:"mediaCount"    doc:"How many files the post has." example:"1"`
	LostMedia    int            `json:"lostMedia"     doc:"How many of its files have been deleted." example:"0"`
	At           *wiretime.Time `json:"at"            doc:"The instant at which a calendar shows the post: when it was published, is scheduled for, is planned for, or failed; null for a draft without a plan." example:"2026-12-24T08:00:00.000Z"`
	LocalTime    *string        `json:"localTime"     doc:"What clocks show at that instant in the time zone that was asked for; null without one." example:"2026-12-24T09:00:00"`
	Timezone     string         `json:"timezone"      doc:"IANA name of the time zone that the post was planned in." example:"Europe/Berlin"`
	ScheduledFor *wiretime.Time `json:"scheduledFor"  doc:"The time that the post is, or was, scheduled for." example:"2026-12-24T08:00:00.000Z"`
	LateSeconds  int64          `json:"lateSeconds"   doc:"How long after its time the post was published, or has waited by now; 0 for one that is not late." example:"0"`
	HeldCode     *string        `json:"heldCode"      format:"error-code" doc:"Code of what keeps a waiting post back; null when nothing does." example:"WORKER_UNREACHABLE"`
	ErrorCode    *string        `json:"errorCode"     format:"error-code" doc:"Code of why the post failed, or of what went wrong with one that was published; null when nothing did." example:"TOKEN_EXPIRED"`
	ErrorMessage *string        `json:"errorMessage"  doc:"What heldCode or errorCode means, for people." example:"the access token of sandbox.bakery expired; connect the account again"`
	Doubt        Doubt          `json:"doubt"         enum:"none,may_be_live,may_be_on_page" doc:"What of a post that has ended may be live without Crier knowing it: a FAILED post itself, or the share of a PUBLISHED one." example:"none"`
	Owner        Owner          `json:"owner"         enum:"local,cloud" doc:"Who publishes the post, or did: this program or the cloud worker."`
	HasMentions  bool           `json:"hasMentions"   doc:"Whether it is a story with mentions." example:"false"`
	IsShared     bool           `json:"isShared"      doc:"Whether it is shared to the linked Page." example:"false"`
	Permalink    *string        `json:"permalink"     doc:"Address of the published post." example:"https://www.instagram.com/p/DAbCdEfGhIj/"`
	Warnings     []string       `json:"warnings"      doc:"Codes of what the author may not expect of a post that is not published yet; POST /posts/preflight says more."`
	Problem      *string        `json:"problem"       doc:"The first thing that a draft or a scheduled post would fail for if it were published as it is, for people; null when nothing is known, and for any other post. POST /posts/preflight says all of it." example:"The picture is 1080 by 1920 pixels, a ratio of 0.56; feed pictures take 0.75 (3:4) to 1.91 (1.91:1): crop it, pad it, or publish it as a story."`
	CreatedAt    wiretime.Time  `json:"createdAt"     doc:"When the post was made." example:"2026-12-01T10:00:00.000Z"`
	UpdatedAt    wiretime.Time  `json:"updatedAt"     doc:"When the post last changed; If-Match of PUT /posts/{id}." example:"2026-12-01T10:00:00.000Z"`
}

// captionBeginning is how many characters of a caption a summary has.
const captionBeginning = 120

// summaries makes summaries of posts.
type summaries struct {
	db       *database.DB
	clock    clock.Clock
	accounts *auth.Service
	media    *media.Service
}

func newSummaries(db *database.DB, clk clock.Clock, accounts *auth.Service, files *media.Service) *summaries {
	return &summaries{db: db, clock: clk, accounts: accounts, media: files}
}

// summarise returns the summaries of posts, which need no media files, with the time on the clocks
// of a zone.
func (s *summaries) summarise(ctx context.Context, list []Post, zone *time.Location) ([]PostSummary, error) {
	summarised := make([]PostSummary, len(list))
	if len(list) == 0 {
		return summarised, nil
	}
	links, err := linksOf(ctx, s.db, list)
	if err != nil {
		return nil, fmt.Errorf("read the media of posts: %w", err)
	}
	shown, files, err := s.shownMedia(ctx, list, links)
	if err != nil {
		return nil, err
	}
	accounts, err := s.accounts.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	byID := make(map[wireid.ID]auth.SocialAccount, len(accounts))
	for _, account := range accounts {
		byID[account.ID] = account
	}
	for i := range list {
		of := shown[list[i].ID]
		summarised[i] = s.summary(&list[i], of, zone)
		summarised[i].Problem, err = objection(&list[i], byID[list[i].SocialAccountID], files, of.files, of.lost)
		if err != nil {
			return nil, err
		}
		summarised[i].Warnings, err = shortWarnings(&list[i], summarised[i], byID)
		if err != nil {
			return nil, err
		}
	}
	return summarised, nil
}

// shownMedia is what a summary says of a post's files.
type shownMedia struct {
	files     []wireid.ID
	thumbnail *string
	lost      int
}

// shownMedia reads the files of the posts that are not published yet, and the first one of the
// others.
func (s *summaries) shownMedia(ctx context.Context, list []Post, links []Link) (map[wireid.ID]shownMedia, map[wireid.ID]media.MediaFile, error) {
	isOpen := make(map[wireid.ID]bool, len(list))
	for i := range list {
		isOpen[list[i].ID] = list[i].Status == Draft || list[i].Status == Scheduled
	}
	shown, read := make(map[wireid.ID]shownMedia), []wireid.ID{}
	for _, l := range links {
		of := shown[l.PostID]
		if l.MediaFileID == nil {
			of.lost++
		} else {
			if isOpen[l.PostID] || len(of.files) == 0 {
				read = append(read, *l.MediaFileID)
			}
			of.files = append(of.files, *l.MediaFileID)
		}
		shown[l.PostID] = of
	}
	for i := range list {
		if list[i].CoverMediaFileID != nil && isOpen[list[i].ID] {
			read = append(read, *list[i].CoverMediaFileID)
		}
	}
	files, err := s.media.Files(ctx, s.db, read)
	if err != nil {
		return nil, nil, fmt.Errorf("read the media of posts: %w", err)
	}
	for id, of := range shown {
		if len(of.files) > 0 {
			of.thumbnail = files[of.files[0]].ThumbnailURL
			shown[id] = of
		}
	}
	return shown, files, nil
}

func (s *summaries) summary(post *Post, files shownMedia, zone *time.Location) PostSummary {
	summary := PostSummary{
		ID: post.ID, AccountID: post.SocialAccountID, MediaType: post.MediaType, Status: post.Status,
		ThumbnailURL: files.thumbnail, MediaCount: len(files.files), LostMedia: files.lost,
		At: calendarInstant(post), Timezone: post.Timezone, ScheduledFor: post.ScheduledFor,
		LateSeconds: s.lateness(post), ErrorMessage: post.ErrorMessage, Doubt: post.Doubt, Owner: OwnedHere, HasMentions: post.IsNative(), IsShared: post.CrossPostToPartner,
		Permalink: post.SNPermalink, CreatedAt: post.CreatedAt, UpdatedAt: post.UpdatedAt,
	}
	summary.Caption, summary.IsCaptionCut = beginning(value(post.Caption))
	if summary.At != nil {
		summary.LocalTime = new(wiretime.FormatLocal(*summary.At, zone))
	}
	if WasInCloud(*post) {
		summary.Owner = OwnedCloud
	}
	if post.Status.HasEnded() {
		summary.ErrorCode = post.ErrorCode
	} else {
		summary.HeldCode = post.ErrorCode
	}
	return summary
}

func beginning(caption string) (text string, isCut bool) {
	if utf8.RuneCountInString(caption) <= captionBeginning {
		return caption, false
	}
	return string([]rune(caption)[:captionBeginning]), true
}

// lateness returns how long after its time a post was published, or has waited by now.
func (s *summaries) lateness(post *Post) int64 {
	until := s.clock.Now()
	switch {
	case post.ScheduledFor == nil || post.Status == Draft || post.Status == Failed:
		return 0
	case post.PublishedAt != nil:
		until = post.PublishedAt.Time()
	}
	return max(0, int64(until.Sub(post.ScheduledFor.Time())/time.Second))
}

// shortWarnings returns the codes of what is known of a post without a look at others.
func shortWarnings(post *Post, summary PostSummary, accounts map[wireid.ID]auth.SocialAccount) ([]string, error) {
	codes := []string{}
	if post.Status != Draft && post.Status != Scheduled && post.Status != Queued {
		return codes, nil
	}
	if summary.LostMedia > 0 {
		codes = append(codes, string(apperror.MediaInvalid))
	}
	account, isConnected := accounts[post.SocialAccountID]
	switch {
	case !isConnected:
		codes = append(codes, string(apperror.NotFound))
	case summary.At != nil && (account.IsMarked() || account.IsTokenExpired(*summary.At)):
		codes = append(codes, tokenExpires)
	}
	content, err := contentOf(*post, nil)
	if err != nil {
		return nil, err
	}
	for _, w := range foreseen(content, nil) {
		codes = append(codes, w.Code)
	}
	return codes, nil
}
