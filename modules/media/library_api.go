package media

import (
	"context"
	"fmt"
	"net/http"

	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

// maxLookedUp is how many files one look-up may name.
const maxLookedUp = 10

// MediaIDs is the answer of GET /media/ids.
type MediaIDs struct {
	IDs []wireid.ID `json:"ids" doc:"The ids that begin so, in their order; at most 10."`
}

type idsInput struct {
	Prefix string `query:"prefix" required:"true" minLength:"4" maxLength:"36" pattern:"^[0-9a-f-]+$" doc:"The first characters of the id." example:"1b4e28ba"`
}

type searchInput struct {
	Name   string    `query:"q"      maxLength:"200" doc:"Only files with this in their name, in large or small letters." example:"loaves"`
	Kind   string    `query:"kind"   enum:"image,video" doc:"Only pictures, or only videos."`
	Usable rules.Use `query:"usable" enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Only files that can be published as this kind of post, as they are."`
	Cursor string    `query:"cursor" maxLength:"60" pattern:"^[0-9]{1,15}\\.[0-9a-f-]{36}$" doc:"next of the answer before; absent for the newest files." example:"1773480067412.1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	Limit  int       `query:"limit"  minimum:"1" maximum:"100" default:"60" doc:"How many files to return, 1 to 100."`
}

type deletionInput struct {
	Body struct {
		IDs []wireid.ID `json:"ids" minItems:"1" maxItems:"500" doc:"The files."`
	}
}

// register registers on the internal surface, because v1 lists files by page.
func (l *library) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "searchMedia", Method: http.MethodGet, Path: "/media/search", Tags: []string{tag},
		Summary: "Search the library",
		Description: "The files, newest first, with what each can be published as. Files that are uploaded meanwhile do not move what comes after a cursor. Where only " +
			"few of many files can be published so, a page has fewer files than were asked for, and a cursor to go on.",
		Security: httpapi.CookieOnly(),
	}, l.searchFiles)
	httpapi.Register(surface, huma.Operation{
		OperationID: "findMediaIDs", Method: http.MethodGet, Path: "/media/ids", Tags: []string{tag},
		Summary: "Which files have an id that begins so?", Description: "The ids of media files that begin with the given characters.",
		Security: httpapi.CookieOnly(),
	}, l.findIDs)
	httpapi.Register(surface, huma.Operation{
		OperationID: "deleteMediaFiles", Method: http.MethodPost, Path: "/media/deletions", Tags: []string{tag},
		Summary: "Delete many media files",
		Description: "Deletes up to 500 files, one after the other, each as the operation for one file does. One that is gone already keeps no other from being deleted. " +
			"After an error some of them may be gone; the same request deletes the rest.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, l.deleteFiles)
}

func (l *library) deleteFiles(ctx context.Context, in *deletionInput) (*httpapi.SuccessOutput, error) {
	for _, id := range in.Body.IDs {
		if err := l.files.Delete(ctx, id); err != nil && apperror.CodeOf(err) != apperror.NotFound {
			return nil, err
		}
	}
	return httpapi.Succeeded(nil)
}

func (l *library) searchFiles(ctx context.Context, in *searchInput) (*httpapi.Output[LibraryPage], error) {
	after := database.AfterAll()
	if in.Cursor != "" {
		var isCursor bool
		if after, isCursor = database.ParseCursor(in.Cursor); !isCursor {
			return nil, apperror.New(apperror.InvalidParam, "query.cursor: expected the next of the page before")
		}
	}
	return httpapi.Answer(l.search(ctx, wanted{name: in.Name, kind: in.Kind, use: in.Usable, after: after, limit: in.Limit}))
}

func (l *library) findIDs(ctx context.Context, in *idsInput) (*httpapi.Output[MediaIDs], error) {
	// An id has digits, letters up to f and hyphens, so all ids that begin with the prefix sort
	// before prefix+g.
	ids, err := database.Values[wireid.ID](ctx, l.files.db, "SELECT id FROM media_files WHERE id >= ?1 AND id < ?1 || 'g' ORDER BY id LIMIT ?2", in.Prefix, maxLookedUp)
	if err != nil {
		return nil, fmt.Errorf("look for files by their ids: %w", err)
	}
	return httpapi.Answer(MediaIDs{IDs: append([]wireid.ID{}, ids...)}, nil)
}
