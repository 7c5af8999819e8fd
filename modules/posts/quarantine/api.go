package quarantine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// QuarantineStatus is the answer of GET /quarantine.
type QuarantineStatus struct {
	IsQuarantined bool           `json:"isQuarantined" doc:"Whether posts are held." example:"true"`
	Since         *wiretime.Time `json:"since"         doc:"Since when; null without a quarantine." example:"2026-03-14T09:26:53.120Z"`
	Cause         *string        `json:"cause"         enum:"older,machine,copy,restored,worker" doc:"Why: the folder is older than what was done with it, it comes from another machine, another copy of it is in use, it was restored from a backup, or the cloud worker is ahead of it; null without a quarantine." example:"older"`
	Reason        string         `json:"reason"        doc:"Why, for people; empty without a quarantine." example:"this data folder is older than what has been done with it"`
	TakenAt       *wiretime.Time `json:"takenAt"       doc:"Until when the folder knows what was done; null without a quarantine." example:"2026-03-13T22:00:00.000Z"`
	Rival         string         `json:"rival"         doc:"What is known of another copy of the folder that is in use now; empty when nothing is." example:""`
	MarkProblem   string         `json:"markProblem"   doc:"Why the mark outside the data folder cannot be written; empty while it can. Without the mark Crier cannot notice that the folder was put back to an earlier time." example:""`
	Open          int64          `json:"open"          doc:"How many posts somebody has to decide about." example:"1"`
	Posts         []HeldPost     `json:"posts"         doc:"The posts that are held, those to decide about first; at most 1,000." nullable:"false"`
}

// QuarantineRelease is the answer of POST /quarantine/release.
type QuarantineRelease struct {
	QuarantineStatus

	Released int `json:"released" doc:"How many posts the request released." example:"1"`
}

// HeldPost is a post that the quarantine holds, or held.
type HeldPost struct {
	ID           wireid.ID       `json:"id"           doc:"Id of the post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	AccountID    wireid.ID       `json:"accountId"    doc:"The account that the post belongs to." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	MediaType    posts.MediaType `json:"mediaType"    enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Kind of the post."`
	Status       posts.Status    `json:"status"       enum:"DRAFT,SCHEDULED,QUEUED,PROCESSING,PUBLISHING,PUBLISHED,FAILED" doc:"Where the post stands." example:"SCHEDULED"`
	Caption      string          `json:"caption"      doc:"The first 120 characters of the caption; empty without one." example:"Fresh from the oven: our spring rye."`
	ScheduledFor *wiretime.Time  `json:"scheduledFor" doc:"The time that the post is, or was, scheduled for; null without one." example:"2026-03-14T08:00:00.000Z"`
	Verdict      *Verdict        `json:"verdict"      enum:"LIVE,ABSENT,UNSURE,CLOUD" doc:"What the account says: the post is live, it is not there, that cannot be told, or the cloud worker has it as it is here; null as long as it was not read." example:"ABSENT"`
	Says         string          `json:"says"         doc:"What the verdict rests on, for people." example:"the account shows everything since 2026-03-13T21:58:00.000Z, and not this post"`
	Permalink    *string         `json:"permalink"    doc:"The address of what the post turned out to be; null without one." example:"https://www.instagram.com/p/Cx1/"`
	Decision     *string         `json:"decision"     enum:"released,live,dropped" doc:"What was decided; null as long as nobody has." example:"released"`
	IsOpen       bool            `json:"isOpen"       doc:"Whether somebody has to decide about it." example:"true"`
}

type (
	releaseInput struct {
		Body struct {
			IDs    []wireid.ID `json:"ids,omitempty"    maxItems:"1000" doc:"The posts." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
			Absent bool        `json:"absent,omitempty" doc:"Release every post that is ABSENT, after the accounts were read once more." example:"false"`
		}
	}
	dropInput struct {
		Body struct {
			IDs []wireid.ID `json:"ids" minItems:"1" maxItems:"1000" doc:"The posts." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
		}
	}
	liveInput struct {
		ID   wireid.ID `path:"id" doc:"Id of the post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
		Body struct {
			Permalink string `json:"permalink,omitempty" maxLength:"2000" doc:"The address of the post at the network." example:"https://www.instagram.com/p/Cx1/"`
		}
	}
)

func (s *service) register(surface *httpapi.Operations) {
	op := func(id, method, path, summary, description string, codes ...apperror.Code) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: path, Tags: []string{"Quarantine"}, Summary: summary, Description: description,
			Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(codes...)),
		}
	}
	httpapi.Register(surface, op("getQuarantine", http.MethodGet, "/quarantine", "Is anything held, because the data folder has gone back in time?",
		"Says whether there is a quarantine, why, and what is known of each post that it holds."),
		func(ctx context.Context, _ *struct{}) (*httpapi.Output[QuarantineStatus], error) {
			return s.answer(ctx, nil)
		})
	httpapi.Register(surface, op("lookAtQuarantine", http.MethodPost, "/quarantine/look", "Read the accounts now",
		"Reads what the accounts show of the posts that nobody has decided about; those that are live are PUBLISHED. Crier does so every minute by itself."),
		func(ctx context.Context, _ *struct{}) (*httpapi.Output[QuarantineStatus], error) {
			return s.answer(ctx, s.Look(ctx))
		})
	httpapi.Register(surface, op("releaseQuarantined", http.MethodPost, "/quarantine/release", "Let posts go out",
		"Releases the posts, all or none: they go out in their turn, late ones under the rules for late posts.", apperror.NotFound, apperror.InvalidStatus),
		func(ctx context.Context, in *releaseInput) (*httpapi.Output[QuarantineRelease], error) {
			released, err := s.Release(ctx, in.Body.IDs, in.Body.Absent)
			if err != nil {
				return nil, err
			}
			status, err := s.Status(ctx)
			return httpapi.Answer(QuarantineRelease{status, released}, err)
		})
	httpapi.Register(surface, op("dropQuarantined", http.MethodPost, "/quarantine/drop", "Make drafts of posts",
		"Makes drafts of the posts, all or none, so that they do not go out. One that may have been sent is FAILED instead.", apperror.NotFound, apperror.InvalidStatus),
		func(ctx context.Context, in *dropInput) (*httpapi.Output[QuarantineStatus], error) {
			return s.answer(ctx, s.Drop(ctx, in.Body.IDs))
		})
	httpapi.Register(surface, op("confirmQuarantinedLive", http.MethodPost, "/quarantine/{id}/live", "Say that a post is live",
		"Makes the post PUBLISHED without sending anything.", apperror.NotFound, apperror.InvalidStatus),
		func(ctx context.Context, in *liveInput) (*httpapi.Output[QuarantineStatus], error) {
			return s.answer(ctx, s.Live(ctx, in.ID, in.Body.Permalink))
		})
	httpapi.Register(surface, op("closeQuarantine", http.MethodPost, "/quarantine/close", "End the quarantine",
		"Ends it once somebody has decided about every post; what was made meanwhile goes out.", apperror.InvalidStatus),
		func(ctx context.Context, _ *struct{}) (*httpapi.Output[QuarantineStatus], error) {
			return s.answer(ctx, s.Close(ctx))
		})
}

// maxShown bounds how many posts an answer has, captionShown what it has of a caption.
const maxShown, captionShown = 1000, 120

// answer returns the state of the quarantine, unless there was an error.
func (s *service) answer(ctx context.Context, err error) (*httpapi.Output[QuarantineStatus], error) {
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(s.Status(ctx))
}

// Status returns the state of the quarantine.
func (s *service) Status(ctx context.Context) (QuarantineStatus, error) {
	state, err := s.Folder.State(ctx)
	if err != nil {
		return QuarantineStatus{}, err
	}
	status := QuarantineStatus{IsQuarantined: state.IsQuarantined(), Reason: state.Reason(), MarkProblem: s.Folder.MarkProblem(), Posts: []HeldPost{}}
	if !status.IsQuarantined {
		return status, nil
	}
	status.Since, status.TakenAt = state.QuarantinedAt, state.TakenAt
	if state.QuarantineCause != nil {
		status.Cause = new(string(*state.QuarantineCause))
	}
	if err := s.Folder.CheckRival(); err != nil {
		status.Rival = err.Error()
	}
	if status.Open, err = countOpen(ctx, s.DB); err != nil {
		return status, fmt.Errorf("count the posts that are held: %w", err)
	}
	status.Posts, err = s.heldPosts(ctx)
	return status, err
}

// heldPosts returns the posts that the quarantine holds, or held.
func (s *service) heldPosts(ctx context.Context) ([]HeldPost, error) {
	rows, err := heldRows.All(ctx, s.DB, maxShown)
	if err != nil {
		return nil, fmt.Errorf("read what is held: %w", err)
	}
	all := make([]HeldPost, 0, len(rows))
	for _, r := range rows {
		post, err := posts.SelectPost(ctx, s.DB, r.PostID)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read a post that is held: %w", err)
		}
		all = append(all, shown(post, r))
	}
	return all, nil
}

func shown(post posts.Post, r row) HeldPost {
	h := HeldPost{
		ID: post.ID, AccountID: post.SocialAccountID, MediaType: post.MediaType, Status: post.Status, ScheduledFor: post.ScheduledFor,
		Verdict: r.Verdict, Permalink: r.Permalink, Decision: r.Decision,
		IsOpen: r.Decision == nil && (post.Status != posts.Failed || r.Verdict == nil) && (!post.InCloud() || r.Verdict == nil || *r.Verdict != Cloud),
	}
	if post.Caption != nil {
		runes := []rune(*post.Caption)
		h.Caption = string(runes[:min(len(runes), captionShown)])
	}
	if r.Says != nil {
		h.Says = *r.Says
	}
	return h
}
