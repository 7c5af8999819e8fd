package posts

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

const (
	// duplicatesLookedAt is how many posts are compared, the latest.
	duplicatesLookedAt = 5000
	// maxDuplicates is how many duplicates are returned.
	maxDuplicates = 20
)

// DuplicatesRequest is the body of POST /posts/duplicates.
type DuplicatesRequest struct {
	AccountID    wireid.ID   `json:"accountId"              doc:"The account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	MediaFileIDs []wireid.ID `json:"mediaFileIds,omitempty" nullable:"true" maxItems:"10" doc:"The files of the post, in any order."`
	Caption      *string     `json:"caption,omitempty"      nullable:"true" maxLength:"100000" doc:"The text of the post; an empty one is like no other." example:"Fresh from the oven: our spring rye."`
	PostID       *wireid.ID  `json:"postId,omitempty"       nullable:"true" doc:"The post that this is already, which is no duplicate of its own." example:"6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918"`
	Days         int         `json:"days,omitempty"         minimum:"1" maximum:"365" default:"30" doc:"How many days back posts are looked at, by when they were made." example:"30"`
	Timezone     string      `json:"timezone,omitempty"     maxLength:"64" default:"UTC" doc:"IANA name of the time zone for localTime." example:"Europe/Berlin"`
}

// Duplicates is the answer of POST /posts/duplicates.
type Duplicates struct {
	Duplicates []Duplicate `json:"duplicates" doc:"The posts that are alike, the newest first; at most 20."`
}

// Duplicate is a post that resembles another one.
type Duplicate struct {
	Post        PostSummary `json:"post"        doc:"The post."`
	SameCaption bool        `json:"sameCaption" doc:"Whether it has the same text, but for blanks at its ends." example:"true"`
	SameFiles   []wireid.ID `json:"sameFiles"   doc:"Which of the files that were sent it has too, also where they were uploaded twice."`
}

type duplicatesInput struct{ Body DuplicatesRequest }

// duplicates finds posts that are alike.
type duplicates struct {
	db        *database.DB
	clock     clock.Clock
	summaries *summaries
}

func newDuplicates(db *database.DB, clk clock.Clock, s *summaries) *duplicates {
	return &duplicates{db: db, clock: clk, summaries: s}
}

func (d *duplicates) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "findDuplicates", Method: http.MethodPost, Path: "/posts/duplicates", Tags: []string{tag},
		Summary: "Which posts are like this one?", Description: "Posts of the account with the same text or one of the same files, but for FAILED ones. Two files are the same when all of kind, size, measures and length are: " +
			"a picture that is uploaded twice is stored byte for byte alike. Looked at are the latest 5,000.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.WithAnswers(nil, httpapi.Example{
			Name: "twin", Summary: "A post with the same file and text", Changes: `{"duplicates":[{"post":{"heldCode":null,"errorCode":null,"errorMessage":null,"permalink":null,"warnings":[]},"sameFiles":["1b4e28ba-2fa1-4d2e-883f-0016d3cca427"]}]}`,
		})),
	}, d.find)
}

func (d *duplicates) find(ctx context.Context, in *duplicatesInput) (*httpapi.Output[Duplicates], error) {
	zone, err := Zone(in.Body.Timezone)
	if err != nil {
		return nil, err
	}
	alike, err := d.sameFiles(ctx, in.Body)
	if err != nil {
		return nil, fmt.Errorf("look for the same files: %w", err)
	}
	rows, err := d.alike(ctx, in.Body, alike)
	if err != nil {
		return nil, fmt.Errorf("look for posts that are alike: %w", err)
	}
	found, err := selectRows(ctx, d.db, rows, newerFirst)
	if err != nil {
		return nil, err
	}
	summarised, err := d.summaries.summarise(ctx, found, zone)
	if err != nil {
		return nil, err
	}
	out := &httpapi.Output[Duplicates]{Body: Duplicates{Duplicates: make([]Duplicate, len(found))}}
	for i := range found {
		out.Body.Duplicates[i] = Duplicate{
			Post: summarised[i], SameCaption: in.Body.plain() != "" && PlainText(value(found[i].Caption)) == in.Body.plain(),
			SameFiles: append([]wireid.ID{}, alike[found[i].ID]...),
		}
	}
	return out, nil
}

// plain is the text that others are compared with.
func (r DuplicatesRequest) plain() string { return PlainText(value(r.Caption)) }

// since is the time from which posts are compared.
func (d *duplicates) since(r DuplicatesRequest) wiretime.Time {
	return wiretime.Of(d.clock.Now().AddDate(0, 0, -r.Days))
}

// sameFiles returns which of the files each of the latest posts has.
func (d *duplicates) sameFiles(ctx context.Context, r DuplicatesRequest) (map[wireid.ID][]wireid.ID, error) {
	files, err := database.List(r.MediaFileIDs)
	if err != nil {
		return nil, err
	}
	// CROSS JOIN has SQLite go in this order, from a bounded number of posts.
	rows, err := database.Query(ctx, d.db, `SELECT DISTINCT link.post_id, own.id
		FROM (SELECT id FROM posts WHERE created_at >= ? ORDER BY created_at DESC, id DESC LIMIT ?) AS recent
		CROSS JOIN post_media AS link ON link.post_id = recent.id
		CROSS JOIN media_files AS other ON other.id = link.media_file_id
		CROSS JOIN media_files AS own ON own.id IN (SELECT value FROM json_each(?)) AND own.file_size = other.file_size AND own.mime_type = other.mime_type
			AND own.width IS other.width AND own.height IS other.height AND own.duration_seconds IS other.duration_seconds
		ORDER BY link.post_id, own.id`, d.since(r), duplicatesLookedAt, files)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	has := map[wireid.ID][]wireid.ID{}
	for rows.Next() {
		var post, file wireid.ID
		if err := rows.Scan(&post, &file); err != nil {
			return nil, err
		}
		has[post] = append(has[post], file)
	}
	return has, rows.Err()
}

// alike returns the rows of the latest posts that are alike, at most maxDuplicates.
func (d *duplicates) alike(ctx context.Context, r DuplicatesRequest, sameFiles map[wireid.ID][]wireid.ID) ([]int64, error) {
	list, err := database.List(slices.Collect(maps.Keys(sameFiles)))
	if err != nil {
		return nil, err
	}
	// trim gets the characters that PlainText removes at the ends.
	return database.Values[int64](ctx, d.db, `SELECT p.row FROM (SELECT rowid AS row, id, social_account_id, status, caption FROM posts WHERE created_at >= ? ORDER BY created_at DESC, id DESC LIMIT ?) AS p
		WHERE p.social_account_id = ? AND p.status <> 'FAILED' AND p.id <> ?
			AND (p.id IN (SELECT value FROM json_each(?)) OR ? <> '' AND trim(replace(p.caption, char(13, 10), char(10)), char(9, 10, 11, 12, 13, 32)) = ?) LIMIT ?`,
		d.since(r), duplicatesLookedAt, r.AccountID, value(r.PostID), list, r.plain(), r.plain(), maxDuplicates)
}
