package media

import (
	"context"
	"net/http"

	"crier/modules/media/rules"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

type (
	searchInput struct {
		Name   string    `query:"q"      maxLength:"200" doc:"Only files with this in their name, in large or small letters." example:"loaves"`
		Kind   string    `query:"kind"   enum:"image,video" doc:"Only pictures, or only videos."`
		Usable rules.Use `query:"usable" enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Only files that can be published as this kind of post, as they are."`
		Cursor string    `query:"cursor" maxLength:"60" pattern:"^[0-9]{1,15}\\.[0-9a-f-]{36}$" doc:"next of the answer before; absent for the newest files." example:"1773480067412.1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
		Limit  int       `query:"limit"  minimum:"1" maximum:"100" default:"60" doc:"How many files to return, 1 to 100."`
	}
	searchOutput struct{ Body LibraryPage }
)

// register is for the internal surface: v1 lists files by page.
func (l *library) register(surface huma.API) {
	huma.Register(surface, huma.Operation{
		OperationID: "searchMedia", Method: http.MethodGet, Path: "/media/search", Tags: []string{tag},
		Summary: "Search the library",
		Description: "The files, newest first, with what each can be published as. Files that are uploaded meanwhile do not move what comes after a cursor. Where only " +
			"few of many files can be published so, a page has fewer files than were asked for, and a cursor to go on.",
		Security: httpapi.CookieOnly(),
	}, l.searchFiles)
}

func (l *library) searchFiles(ctx context.Context, in *searchInput) (*searchOutput, error) {
	after, err := parsePlace(in.Cursor)
	if err != nil {
		return nil, err
	}
	page, err := l.search(ctx, wanted{name: in.Name, kind: in.Kind, use: in.Usable, after: after, limit: in.Limit})
	if err != nil {
		return nil, err
	}
	return &searchOutput{Body: page}, nil
}
