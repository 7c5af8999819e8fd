package watch

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

const tag = "Watched folders"

// WatchSettings is the body of PUT /watch/{accountId}.
type WatchSettings struct {
	Path     string `json:"path"              maxLength:"4096" doc:"The whole path of the folder, which is there." example:"/home/mara/Pictures/Phone"`
	Timezone string `json:"timezone"          maxLength:"64" doc:"IANA name of the time zone of the times in names." example:"Europe/Berlin"`
	OnlyNew  bool   `json:"onlyNew,omitempty" doc:"Leave what is in it now, and take only what comes."`
}

// WatchedFolder is a folder whose pictures and videos become drafts of an account.
type WatchedFolder struct {
	AccountID wireid.ID       `json:"accountId" doc:"The account."`
	Username  string          `json:"username"  doc:"Its name." example:"crier.demo.bakery"`
	Path      string          `json:"path"      doc:"The folder." example:"/home/mara/Pictures/Phone"`
	Timezone  string          `json:"timezone"  doc:"IANA name of the time zone of the times in names." example:"Europe/Berlin"`
	LookedAt  *wiretime.Time  `json:"lookedAt"  doc:"When Crier last looked; null before the first time since its start."`
	Problem   string          `json:"problem"   doc:"Why nothing is taken now; empty when all is well." example:"it is not there"`
	Taken     int64           `json:"taken"     doc:"How many files have become drafts, ever." example:"12"`
	Left      int             `json:"left"      doc:"How many files are still to be taken." example:"3"`
	Waiting   int             `json:"waiting"   doc:"How many files are still being written." example:"1"`
	Unusable  int64           `json:"unusable"  doc:"How many files cannot be used." example:"0"`
	Files     []UnusableWatch `json:"files"     nullable:"false" doc:"The first of those, by their names."`
}

// UnusableWatch is a file of a watched folder that cannot be used.
type UnusableWatch struct {
	Name    string `json:"name"    doc:"The name of the file." example:"scan.pdf"`
	Problem string `json:"problem" doc:"Why it cannot be used." example:"it is empty"`
}

// WatchedFolders is the answer of GET /watch.
type WatchedFolders struct {
	Folders []WatchedFolder `json:"folders" nullable:"false" doc:"The folders, at most one for each account, in the order in which they were set."`
}

type (
	accountInput struct {
		AccountID wireid.ID `path:"accountId" doc:"The account."`
	}
	setInput struct {
		AccountID wireid.ID `path:"accountId" doc:"The account."`
		Body      WatchSettings
	}
)

func (s *service) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "listWatchedFolders", Method: http.MethodGet, Path: "/watch", Tags: []string{tag},
		Summary: "The watched folders", Description: "Lists the folders whose pictures and videos become drafts, and how each is.",
		Security: httpapi.CookieOnly(),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[WatchedFolders], error) {
		return httpapi.Answer(s.overview(ctx))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "watchFolder", Method: http.MethodPut, Path: "/watch/{accountId}", Tags: []string{tag},
		Summary: "Watch a folder",
		Description: "Has each picture and video in the folder become a draft of the account, once, whatever its name is later. The files are read, and stay as they are. " +
			"It takes the place of another folder of the account. The same one again has Crier try again what it could not use.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.NotFound)),
	}, func(ctx context.Context, in *setInput) (*httpapi.Output[WatchedFolder], error) {
		return httpapi.Answer(s.set(ctx, in.AccountID, in.Body))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "unwatchFolder", Method: http.MethodDelete, Path: "/watch/{accountId}", Tags: []string{tag},
		Summary: "Watch the folder no longer", Description: "The folder and the drafts stay. What was taken from it is not taken again when it is watched again.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound)),
	}, func(ctx context.Context, in *accountInput) (*httpapi.Output[WatchedFolders], error) {
		if err := s.remove(ctx, in.AccountID); err != nil {
			return nil, err
		}
		return httpapi.Answer(s.overview(ctx))
	})
}
