package backups

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

const tag = "Backups"

// StageRequest is the body of POST /api/backups/staged.
type StageRequest struct {
	NoMedia bool `json:"noMedia,omitempty" doc:"Copy the database alone, without the files that it names."`
}

// Staged is its answer.
type Staged struct {
	Folder string `json:"folder" doc:"Name of the folder in staging/ of the data folder that has the copy of the database and links to the files. The client that asked removes it; after half a day Crier does." example:"backup-1847205963"`
}

// Stored is a backup in the folder of the backups.
type Stored struct {
	Name        string        `json:"name"        doc:"The name of the file." example:"crier-20260314T050000Z-1f2e3d4c-4.4.0.crier"`
	At          wiretime.Time `json:"at"          doc:"When it was made, read back and found to be whole." example:"2026-03-14T05:00:00.000Z"`
	Bytes       int64         `json:"bytes"       doc:"Its size." example:"1800000000"`
	IsAutomatic bool          `json:"isAutomatic" doc:"Whether Crier made it by itself, and deletes it when there are enough later ones." example:"false"`
	HasMedia    bool          `json:"hasMedia"    doc:"Whether the pictures and videos are in it. Where they lie beside it on the same disk, an automatic one leaves them out." example:"true"`
}

// Overview is the answer of GET /api/backups.
type Overview struct {
	Folder    string         `json:"folder"    doc:"Where the backups are." example:"/home/mara/.local/share/crier/backups"`
	IsBeside  bool           `json:"isBeside"  doc:"Whether that is in the data folder, on the same disk." example:"true"`
	IsFixed   bool           `json:"isFixed"   doc:"Whether Crier was started with that folder, so that none can be chosen." example:"false"`
	Files     []Stored       `json:"files"     doc:"The backups of this data folder, newest first."`
	Next      *wiretime.Time `json:"next"      doc:"When the next automatic one is due; null when they are switched off." example:"2026-03-15T05:00:00.000Z"`
	FailedAt  *wiretime.Time `json:"failedAt"  doc:"When the last automatic one failed; null when it did not."`
	FailedFor string         `json:"failedFor" doc:"Why it failed."`
	Problem   string         `json:"problem"   doc:"Why the backups cannot be listed, empty otherwise."`
	Restored  *Restored      `json:"restored,omitempty" doc:"The last restore that was asked for here; absent when there was none."`
}

// MakeRequest is the body of POST /api/backups.
type MakeRequest struct {
	Passphrase string `json:"passphrase,omitempty" maxLength:"1000" doc:"Puts the key of the tokens and passwords into the backup, under this passphrase."`
}

type (
	stageInput struct{ Body StageRequest }
	makeInput  struct{ Body MakeRequest }
	moveInput  struct {
		Body struct {
			Folder string `json:"folder" maxLength:"4096" doc:"The whole path; empty for the folder backups in the data folder." example:"/media/disk/crier"`
		}
	}
	fileInput struct {
		Name string `path:"name" maxLength:"255" doc:"The name of the backup."`
	}
)

// uploadInput has the body as it comes, which huma would read as a whole.
type uploadInput struct {
	body io.Reader
	size int64
}

// Resolve takes the body from huma.
func (in *uploadInput) Resolve(ctx huma.Context) []error {
	in.body = ctx.BodyReader()
	in.size, _ = strconv.ParseInt(ctx.Header("Content-Length"), 10, 64)
	return nil
}

func (s *service) register(surface *httpapi.Operations) {
	o := opener{s}
	httpapi.Register(surface, huma.Operation{
		OperationID: "stageBackup", Method: http.MethodPost, Path: "/backups/staged", Tags: []string{tag},
		Summary: "Prepare a backup",
		Description: "Copies the database and links the files that the copy names, while deletions of files wait. " +
			"It is for crier backup, which makes the archive of what it finds there.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, s.stage)
	httpapi.Register(surface, huma.Operation{
		OperationID: "listBackups", Method: http.MethodGet, Path: "/backups", Tags: []string{tag},
		Summary: "The backups, and the next one", Description: "Lists the backups of this data folder that are in the folder of the backups. Each was read back when it was made.",
		Security: httpapi.CookieOnly(),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[Overview], error) {
		return httpapi.Answer(s.overview(ctx))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "makeBackup", Method: http.MethodPost, Path: "/backups", Tags: []string{tag},
		Summary: "Make a backup", Description: "Makes a backup with everything, reads it back, and answers once it is proved. Crier never deletes it by itself.",
		Security: httpapi.CookieOnly(), DefaultStatus: http.StatusCreated, Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.InvalidState)),
	}, func(ctx context.Context, in *makeInput) (*httpapi.Output[Stored], error) {
		return httpapi.Answer(s.make(ctx, in.Body))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "moveBackups", Method: http.MethodPut, Path: "/backups/folder", Tags: []string{tag},
		Summary:     "Choose the folder of the backups",
		Description: "The folder is made where it is not there, is tried, and must lie outside of the data folder with room for a whole backup. Earlier backups stay where they are: they are no longer listed, and no longer deleted.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.InvalidState)),
	}, func(ctx context.Context, in *moveInput) (*httpapi.Output[Overview], error) {
		return httpapi.Answer(s.move(ctx, in.Body.Folder))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "getBackup", Method: http.MethodGet, Path: "/backups/files/{name}", Tags: []string{tag},
		Summary: "Download a backup", Description: "Answers with the file.",
		Security: httpapi.CookieOnly(),
		Metadata: httpapi.AtOwnAddress(httpapi.WithResponse(httpapi.Errors(apperror.NotFound), http.StatusOK, func(huma.Registry) *huma.Response {
			return &huma.Response{Description: "The file.", Content: map[string]*huma.MediaType{octets: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}
		})),
	}, s.download)
	httpapi.Register(surface, huma.Operation{
		OperationID: "deleteBackup", Method: http.MethodDelete, Path: "/backups/files/{name}", Tags: []string{tag},
		Summary: "Delete a backup", Description: "Removes the file for good.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.NotFound)),
	}, s.remove)
	httpapi.Register(surface, huma.Operation{
		OperationID: "uploadBackup", Method: http.MethodPost, Path: "/backups/uploads", Tags: []string{tag},
		Summary: "Upload a backup",
		Description: "Takes the bytes of a backup as they are, to check or restore it, and keeps them for half a day, or until the next one comes. " +
			"What is no backup is refused at its first bytes.",
		Security: httpapi.CookieOnly(), DefaultStatus: http.StatusCreated, Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.UploadError, apperror.InvalidState)),
	}, func(ctx context.Context, in *uploadInput) (*httpapi.Output[Looked], error) {
		return httpapi.Answer(s.upload(ctx, in))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "checkBackup", Method: http.MethodPost, Path: "/backups/check", Tags: []string{tag},
		Summary: "Check a backup", Description: "Reads all of a backup as a restore would, and tries the key on what is sealed in it. Nothing is changed.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound, apperror.UploadError, apperror.InvalidState)),
	}, func(ctx context.Context, in *checkInput) (*httpapi.Output[Looked], error) {
		return httpapi.Answer(o.check(ctx, in.Body))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "restoreBackup", Method: http.MethodPost, Path: "/backups/restore", Tags: []string{tag},
		Summary: "Restore a backup",
		Description: "Answers 202 and has Crier start again: it stops in order, puts the data folder back as it was when the backup was made, keeps the present one beside it, " +
			"and starts. Of a restore that fails nothing is left, and restored of listBackups says why. Posts are held afterwards until somebody has decided about them.",
		Security: httpapi.CookieOnly(), DefaultStatus: http.StatusAccepted,
		Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.NotFound, apperror.UploadError, apperror.InvalidState)),
	}, func(ctx context.Context, in *restoreInput) (*httpapi.Output[Restoring], error) {
		return httpapi.Answer(o.restore(ctx, in.Body))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "exportKey", Method: http.MethodPost, Path: "/backups/key/export", Tags: []string{tag},
		Summary: "Export the key", Description: "Gives the key of the tokens and passwords, encrypted with a passphrase, as crier key export writes it.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(nil),
	}, func(_ context.Context, in *exportInput) (*httpapi.Output[KeyFile], error) {
		return httpapi.Answer(o.exportKey(in.Body))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "tryKey", Method: http.MethodPost, Path: "/backups/key/try", Tags: []string{tag},
		Summary: "Try an exported key", Description: "Opens the file of an exported key, and says whether it is the key of this data folder. Nothing is changed.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.UploadError)),
	}, func(_ context.Context, in *tryInput) (*httpapi.Output[TriedKey], error) {
		return httpapi.Answer(o.tryKey(in.Body))
	})
}

const octets = "application/octet-stream"

// at returns the time for an answer, nil for the zero time.
func at(t time.Time) *wiretime.Time {
	if t.IsZero() {
		return nil
	}
	wire := wiretime.Of(t)
	return &wire
}
