package cloud

import (
	"context"
	"net/http"
	"strings"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/objectstore/bucket"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// BucketStatus is the answer of GET /api/cloud/bucket. It never contains the secret.
type BucketStatus struct {
	Configured      bool           `json:"configured"      doc:"Whether the network fetches media from a bucket." example:"true"`
	FromEnvironment bool           `json:"fromEnvironment" doc:"Whether the bucket is that of the variables CRIER_BUCKET_..., which nothing here can change."`
	Endpoint        *string        `json:"endpoint"        doc:"Address of the S3 API." example:"https://0123456789abcdef.r2.cloudflarestorage.com"`
	Region          *string        `json:"region"          doc:"Region of the bucket." example:"auto"`
	Name            *string        `json:"name"            doc:"Name of the bucket." example:"crier-media"`
	AccessKeyID     *string        `json:"accessKeyId"     doc:"The access key's id." example:"f1d2d2f924e986ac86fdf7b36c94bcdf"`
	PublicURL       *string        `json:"publicUrl"       doc:"Address under which everybody can read the objects." example:"https://media.example.com"`
	CheckedAt       *wiretime.Time `json:"checkedAt"       doc:"When the bucket was last found to work; null when it was not asked yet." example:"2026-03-10T17:04:12.000Z"`
	Problem         *string        `json:"problem"         doc:"Why a stored bucket is not used; null when it is, and when none is stored."`
}

// BucketRequest is the body of PUT /api/cloud/bucket.
type BucketRequest struct {
	Endpoint        string `json:"endpoint"                  maxLength:"1024" doc:"Address of the S3 API; https:// may be left out." example:"https://0123456789abcdef.r2.cloudflarestorage.com"`
	Region          string `json:"region,omitempty"          maxLength:"64" doc:"Region of the bucket; auto when it is left out, as Cloudflare R2 has it." example:"auto"`
	Name            string `json:"name"                      maxLength:"63" doc:"Name of the bucket." example:"crier-media"`
	AccessKeyID     string `json:"accessKeyId"               maxLength:"256" doc:"Id of an access key that may read, write, list and delete the bucket's objects." example:"f1d2d2f924e986ac86fdf7b36c94bcdf"`
	SecretAccessKey string `json:"secretAccessKey,omitempty" maxLength:"256" format:"password" writeOnly:"true" doc:"The access key's secret. It is stored sealed and never returned; left out, the stored one of the same access key is kept." example:"..."`
	PublicURL       string `json:"publicUrl"                 maxLength:"1024" doc:"Address under which everybody can read the bucket's objects." example:"https://media.example.com"`
}

type bucketInput struct{ Body BucketRequest }

func (b *Buckets) register(surface *httpapi.Operations) {
	asksProvider := []apperror.Code{apperror.BucketNotConfigured, apperror.CloudError}
	httpapi.Register(surface, huma.Operation{
		OperationID: "getBucket", Method: http.MethodGet, Path: "/cloud/bucket", Tags: []string{tag},
		Summary: "The bucket", Description: "Says from which bucket the network fetches media. It asks nobody.",
		Security: httpapi.CookieOnly(),
	}, b.get)
	httpapi.Register(surface, huma.Operation{
		OperationID: "setBucket", Method: http.MethodPut, Path: "/cloud/bucket", Tags: []string{tag},
		Summary: "Set the bucket", Description: "Puts a small object into the bucket, fetches it by its public address and deletes it; only when all of that works is the bucket stored and used. " +
			"Refused while a post is being published from another place.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(httpapi.Errors(append(asksProvider, apperror.InvalidStatus)...)),
	}, b.set)
	httpapi.Register(surface, huma.Operation{
		OperationID: "removeBucket", Method: http.MethodDelete, Path: "/cloud/bucket", Tags: []string{tag},
		Summary: "Remove the bucket", Description: "Forgets the bucket with its secret, after what Crier has in it was given up. Nothing is done to the bucket itself. Refused while a post is being published.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.InvalidStatus, apperror.ValidationError)),
	}, b.remove)
	httpapi.Register(surface, huma.Operation{
		OperationID: "checkBucket", Method: http.MethodPost, Path: "/cloud/bucket/check", Tags: []string{tag},
		Summary: "Does the bucket work?", Description: "Puts a small object into the bucket, fetches it by its public address and deletes it. The message of an error names the step that failed.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(asksProvider...)),
	}, b.check)
}

func (b *Buckets) get(context.Context, *struct{}) (*httpapi.Output[BucketStatus], error) {
	return httpapi.Answer(b.Status(), nil)
}

func (b *Buckets) set(ctx context.Context, in *bucketInput) (*httpapi.Output[BucketStatus], error) {
	err := b.Set(ctx, bucket.Config{
		Endpoint: in.Body.Endpoint, Region: in.Body.Region, Name: in.Body.Name, AccessKeyID: in.Body.AccessKeyID,
		SecretAccessKey: secrets.NewText(in.Body.SecretAccessKey), PublicURL: in.Body.PublicURL,
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(b.Status(), nil)
}

func (b *Buckets) remove(ctx context.Context, _ *struct{}) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(b.Remove(ctx))
}

func (b *Buckets) check(ctx context.Context, _ *struct{}) (*httpapi.Output[BucketStatus], error) {
	if err := b.Check(ctx); err != nil {
		return nil, err
	}
	return httpapi.Answer(b.Status(), nil)
}

// onOneLine joins several faults into one sentence.
func onOneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }
