package e2e_test

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"testing"

	"crier/e2e"
	"crier/modules"
	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
	"go.uber.org/fx"
)

// MediaFile is what a v2 could make of v1's: a type of the same name with a field that is called
// otherwise.
type MediaFile struct {
	ID    wireid.ID `json:"id"    doc:"Id of the file."`
	Bytes int64     `json:"bytes" doc:"Size of the file."`
}

type newerMediaInput struct {
	ID wireid.ID `path:"id" doc:"Id of the file."`
}

type newerMediaOutput struct{ Body MediaFile }

// v2Module mounts a v2 with one operation of v1 that has changed in a way that would break v1's
// clients (contract 9.4).
func v2Module() fx.Option {
	return fx.Provide(
		httpapi.ProvideSurface(func() httpapi.Surface {
			return httpapi.Surface{
				Name: "v2", Prefix: "/api/v2", Title: "Crier API", Version: "5.0.0", Description: "The next one.", Access: httpapi.Public(),
				Tags: []*huma.Tag{{Name: "Media", Description: "Uploaded files."}},
			}
		}),
		httpapi.ProvideRoutes(func(files *media.Service) httpapi.Routes {
			return httpapi.Routes{Module: "media", Surface: "v2", Register: func(api *httpapi.Operations) { registerV2(api, files) }}
		}),
	)
}

func registerV2(api *httpapi.Operations, files *media.Service) {
	httpapi.Register(api, huma.Operation{
		OperationID: "getMedia", Method: http.MethodGet, Path: "/media/{id}", Tags: []string{"Media"},
		Summary: "Get a media file", Description: "Says how many bytes it has.",
		Security: httpapi.Any(), Metadata: httpapi.Errors(apperror.NotFound),
	}, func(ctx context.Context, in *newerMediaInput) (*newerMediaOutput, error) {
		file, err := files.File(ctx, in.ID)
		return &newerMediaOutput{Body: MediaFile{ID: file.ID, Bytes: file.FileSize}}, err
	})
}

// TestVersioning_V2BesideV1 serves both from one process: each with a document of its own, all else
// alike.
func TestVersioning_V2BesideV1(t *testing.T) {
	t.Parallel()
	limited := e2e.Configured(func(c *config.Config) { c.RateLimitRPM = 5 })
	app := e2e.Boot(t, e2e.With(modules.All(), v2Module()), limited)
	anonymous, client := app.Anonymous(t), app.Client(t)
	alone, err := e2e.Boot(t).Server.V1Document()
	if err != nil {
		t.Fatal(err)
	}
	if got := anonymous.Get("/api/v1/openapi.json").Want(http.StatusOK).Body; !bytes.Equal(got, alone) {
		t.Error("v1's document is another one when there is a v2")
	}
	checkV2Document(t, anonymous)

	picture, err := os.ReadFile("testdata/media/alpha.png")
	if err != nil {
		t.Fatal(err)
	}
	file := client.Upload("file", "picture.png", picture).Want(http.StatusCreated)
	v1, v2 := "/api/v1/media/"+file.String("id"), "/api/v2/media/"+file.String("id")
	var older struct{ FileSize, Bytes int64 }
	client.Get(v1).Want(http.StatusOK).JSON(&older)
	var newer struct{ FileSize, Bytes int64 }
	client.Get(v2).Want(http.StatusOK).JSON(&newer)
	if older.Bytes != 0 || newer.FileSize != 0 || older.FileSize == 0 || older.FileSize != newer.Bytes {
		t.Errorf("v1 says %+v, v2 %+v", older, newer)
	}

	anonymous.Get(v2).WantError(http.StatusUnauthorized, string(apperror.AuthRequired))
	anonymous.With("Authorization", "Bearer svc_live_wrong").Get(v2).WantError(http.StatusUnauthorized, string(apperror.AuthInvalidKey))
	app.Browser(t).Get(v2).Want(http.StatusOK)
	client.Get("/api/v2/media/x").WantError(http.StatusBadRequest, string(apperror.InvalidParam))
	client.Get("/api/v2/media/"+wireid.New().String()).WantError(http.StatusNotFound, string(apperror.NotFound))
	anonymous.Get("/api/v2/media").WantError(http.StatusNotFound, string(apperror.NotFound))
	// One budget for both: the five requests with the key are used up.
	refused := client.Get(v2)
	refused.WantError(http.StatusTooManyRequests, string(apperror.RateLimited))
	if h := refused.Header; h.Get("Retry-After") == "" || h.Get("RateLimit-Policy") != "5;w=60, 1000;w=3600" {
		t.Errorf("the headers are %v", h)
	}
	client.Get(v1).WantError(http.StatusTooManyRequests, string(apperror.RateLimited))
}

func checkV2Document(t *testing.T, client *e2e.Client) {
	t.Helper()
	var doc struct {
		OpenAPI    string `json:"openapi"`
		Info       struct{ Version string }
		Paths      map[string]any
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	client.Get("/api/v2/openapi.json").Want(http.StatusOK).JSON(&doc)
	fields := doc.Components.Schemas["MediaFile"].Properties
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "5.0.0" || len(doc.Paths) != 1 || len(fields) != 2 || fields["bytes"] == nil {
		t.Errorf("v2's document is %+v", doc)
	}
	if doc.Components.Schemas["ErrorResponse"].Properties["code"] == nil {
		t.Error("v2 has errors of another shape")
	}
}
