package posts

import (
	"context"
	"fmt"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

// exportPage is how many posts a page of an export has.
const exportPage = 100

// ExportedPost is a post with the ref under which it can be imported again.
type ExportedPost struct {
	Ref       string `json:"ref"       doc:"The ref that made the post, or its id." example:"advent-1"`
	Post      Post   `json:"post"      doc:"The post."`
	LostFiles int    `json:"lostFiles" doc:"How many of the post's files have been deleted, so that the post does not have them." example:"0"`
}

// ExportPage is the answer of GET /posts/exports.
type ExportPage struct {
	Posts []ExportedPost `json:"posts" doc:"Drafts and scheduled posts, oldest first."`
	Next  *string        `json:"next"  doc:"What after is for the next page; null when this is the last one."`
}

type (
	importInput struct {
		Body struct {
			Rows   []ImportRow `json:"rows"             minItems:"1" maxItems:"500" doc:"The rows."`
			DryRun bool        `json:"dryRun,omitempty" doc:"Only say what would be done. Rows may lack their files then."`
		}
	}
	exportInput struct {
		After string `query:"after" maxLength:"100" doc:"The next of the page before; absent for the first page."`
	}
)

func (m *Importer) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "importPosts", Method: http.MethodPost, Path: "/posts/imports", Tags: []string{tag},
		Summary: "Make and change the posts of a file",
		Description: "All rows or none. A row whose ref is new makes a draft or a scheduled post; one that was imported before and says the same does nothing; " +
			"one that says something else changes its post while that is a draft or waits for its time.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.WithBody(nil, maxImportBody)),
	}, m.handle)
	httpapi.Register(surface, huma.Operation{
		OperationID: "exportPosts", Method: http.MethodGet, Path: "/posts/exports", Tags: []string{tag},
		Summary: "List the posts that a file can hold", Description: "Drafts and posts that wait for their time, each with its ref, 100 on a page. What is made or deleted between two pages moves no other post from one to the other.",
		Security: httpapi.CookieOnly(),
	}, m.export)
}

func (m *Importer) handle(ctx context.Context, in *importInput) (*httpapi.Output[ImportReport], error) {
	return httpapi.Answer(m.Import(ctx, in.Body.Rows, in.Body.DryRun))
}

func (m *Importer) export(ctx context.Context, in *exportInput) (*httpapi.Output[ExportPage], error) {
	return httpapi.Answer(m.Page(ctx, in.After))
}

// Page returns the posts after those of the page whose Next is given, empty for the first page.
func (m *Importer) Page(ctx context.Context, next string) (ExportPage, error) {
	after := database.BeforeAll()
	if next != "" {
		var isCursor bool
		if after, isCursor = database.ParseCursor(next); !isCursor {
			return ExportPage{}, apperror.New(apperror.InvalidParam, "query.after: expected the next of the page before")
		}
	}
	found, err := exportedPosts.All(ctx, m.db, after.CreatedAt, after.ID, exportPage+1)
	if err != nil {
		return ExportPage{}, fmt.Errorf("export posts: %w", err)
	}
	page := ExportPage{Posts: []ExportedPost{}}
	if len(found) > exportPage {
		found = found[:exportPage]
		page.Next = new(cursorOf(found[exportPage-1]).String())
	}
	if err := AttachMedia(ctx, m.db, m.media, found); err != nil {
		return ExportPage{}, err
	}
	refs, err := refsOf(ctx, m.db, found)
	if err != nil {
		return ExportPage{}, fmt.Errorf("export posts: %w", err)
	}
	lost, err := lostFiles(ctx, m.db, found)
	if err != nil {
		return ExportPage{}, fmt.Errorf("export posts: %w", err)
	}
	for i := range found {
		ref, isImported := refs[found[i].ID]
		if !isImported {
			ref = found[i].ID.String()
		}
		page.Posts = append(page.Posts, ExportedPost{Ref: ref, Post: found[i], LostFiles: lost[found[i].ID]})
	}
	return page, nil
}

func cursorOf(post Post) database.Cursor {
	return database.Cursor{CreatedAt: post.CreatedAt.UnixMilli(), ID: post.ID.String()}
}

func newerFirst(a, b Post) int { return cursorOf(b).Compare(cursorOf(a)) }
