package posts

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
)

// maxLookedUp is how many posts or requests a look-up names at most.
const maxLookedUp = 10

// lookups finds posts by what a person or a script knows of them: the first characters of an id, or
// the Idempotency-Key of the request that made one.
type lookups struct {
	db      *database.DB
	answers *Answers
}

func newLookups(db *database.DB, answers *Answers) *lookups {
	return &lookups{db: db, answers: answers}
}

// PostIDs is the answer of GET /posts/ids.
type PostIDs struct {
	IDs []wireid.ID `json:"ids" doc:"The ids that begin so, in their order; at most 10."`
}

// CreatedPosts is the answer of GET /posts/created.
type CreatedPosts struct {
	Created []CreatedPost `json:"created" doc:"The requests, newest first; at most 10."`
}

// CreatedPost is a request that made a post, under an Idempotency-Key.
type CreatedPost struct {
	Key    string        `json:"key"    doc:"The Idempotency-Key of the request." example:"6b7f2d4e-morning-post"`
	At     wiretime.Time `json:"at"     doc:"When it was answered." example:"2026-03-14T09:21:07.412Z"`
	PostID wireid.ID     `json:"postId" doc:"The post that it made." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
}

type (
	idsInput struct {
		Prefix string `query:"prefix" required:"true" minLength:"4" maxLength:"36" pattern:"^[0-9a-f-]+$" doc:"The first characters of the id." example:"3f2b8c1e"`
	}
	createdInput struct {
		Prefix string `query:"prefix" required:"true" minLength:"1" maxLength:"255" doc:"The first characters of the Idempotency-Key." example:"6b7f2d4e"`
		Length int    `query:"length" minimum:"0" maximum:"255" doc:"How many characters the whole Idempotency-Key has; 0 for any number." example:"21"`
	}
)

// register registers on the internal surface, whose commands accept the beginning of an id.
func (l *lookups) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "findPostIDs", Method: http.MethodGet, Path: "/posts/ids", Tags: []string{tag},
		Summary: "Which posts have an id that begins so?", Description: "The ids of posts, also of those that were deleted here.",
		Security: httpapi.CookieOnly(),
	}, l.findIDs)
	httpapi.Register(surface, huma.Operation{
		OperationID: "findCreatedPosts", Method: http.MethodGet, Path: "/posts/created", Tags: []string{tag},
		Summary:     "Which requests made a post under such an Idempotency-Key?",
		Description: "The requests of the last 24 hours whose Idempotency-Key begins so, with the posts that they made.",
		Security:    httpapi.CookieOnly(),
	}, l.findCreated)
}

func (l *lookups) findIDs(ctx context.Context, in *idsInput) (*httpapi.Output[PostIDs], error) {
	// An id has digits, letters up to f and hyphens, so all ids that begin with the prefix sort
	// before the prefix and a g.
	ids, err := database.Values[wireid.ID](ctx, l.db, `SELECT id FROM posts WHERE id >= ?1 AND id < ?1 || 'g'
		UNION SELECT id FROM posts_archive WHERE id >= ?1 AND id < ?1 || 'g' ORDER BY id LIMIT ?2`, in.Prefix, maxLookedUp)
	if err != nil {
		return nil, fmt.Errorf("look for posts by their ids: %w", err)
	}
	return httpapi.Answer(PostIDs{IDs: append([]wireid.ID{}, ids...)}, nil)
}

func (l *lookups) findCreated(ctx context.Context, in *createdInput) (*httpapi.Output[CreatedPosts], error) {
	created, err := l.answers.created(ctx, in.Prefix, in.Length)
	if err != nil {
		return nil, fmt.Errorf("look for requests by their keys: %w", err)
	}
	return httpapi.Answer(CreatedPosts{Created: created}, nil)
}

// created returns the valid requests under keys that begin with prefix, newest first. Where length
// is not 0, the keys have so many characters.
func (k *Answers) created(ctx context.Context, prefix string, length int) ([]CreatedPost, error) {
	var rows []idempotentAnswer
	// A range of bytes is used, because LIKE would treat some characters as wildcards.
	err := k.db.NewSelect().Model(&rows).Where("key >= ?0 AND substr(key, 1, length(?0)) = ?0 AND ?1 IN (0, length(key))", prefix, length).
		OrderExpr("created_at DESC").Limit(maxLookedUp).Scan(ctx)
	if err != nil {
		return nil, err
	}
	created := []CreatedPost{}
	for _, row := range rows {
		var answer struct {
			PostID wireid.ID // Of an Accepted.
			ID     wireid.ID `json:"id"` // Of a SavedDraft.
		}
		if err := json.Unmarshal([]byte(row.Answer), &answer); err != nil {
			return nil, fmt.Errorf("read the answer under %s: %w", strings.ToValidUTF8(row.Key, "?"), err)
		}
		id := answer.PostID
		if id.IsZero() {
			id = answer.ID
		}
		if !id.IsZero() && !k.isOver(row) {
			created = append(created, CreatedPost{Key: row.Key, At: row.CreatedAt, PostID: id})
		}
	}
	return created, nil
}
