package main

import (
	"context"
	"io"
	"net/http"
	"os"

	"crier/modules/cloud"
)

type bucketCommands struct {
	Set    setBucket    `cmd:"" help:"Set the bucket, after a test: Crier puts an object into it, fetches it from its public address and deletes it."`
	Status bucketStatus `cmd:"" help:"Show which bucket is used."`
	Check  checkBucket  `cmd:"" help:"Test the bucket: put an object into it, fetch it from its public address and delete it."`
	Remove removeBucket `cmd:"" help:"Forget the bucket and its secret. The bucket itself stays as it is."`
}

const bucketPath = "/api/cloud/bucket"

type setBucket struct {
	serviceFolder
	Endpoint    string `required:"" placeholder:"URL" help:"Address of the S3 API, such as https://ACCOUNT.r2.cloudflarestorage.com."`
	Name        string `required:"" placeholder:"NAME" help:"Name of the bucket."`
	Region      string `default:"auto" help:"Region of the bucket (auto for Cloudflare R2)."`
	AccessKeyID string `required:"" name:"access-key-id" placeholder:"ID" help:"Id of an access key that may read, write, list and delete objects. Crier asks for its secret, or reads it from the standard input, because other users of the machine can see the flags of a command."`
	KeepSecret  bool   `name:"keep-secret" help:"Keep the stored secret of the same access key and ask for none."`
	PublicURL   string `required:"" name:"public-url" placeholder:"URL" help:"Address under which everybody can read the objects."`
	JSON        bool   `name:"json" help:"Print JSON: what status --json prints."`
}

// Run sets the bucket. It asks on the standard error.
func (c *setBucket) Run(ctx context.Context) error {
	in := cloud.BucketRequest{Endpoint: c.Endpoint, Region: c.Region, Name: c.Name, AccessKeyID: c.AccessKeyID, PublicURL: c.PublicURL}
	ask := newAsker(os.Stdin, os.Stderr)
	return c.withService(ctx, func(service *serviceClient) (err error) {
		if !c.KeepSecret {
			if in.SecretAccessKey, err = ask.secret(ctx, "Secret access key: "); err != nil {
				return err
			}
		}
		var status cloud.BucketStatus
		if err := service.exchange(ctx, http.MethodPut, bucketPath, in, &status); err != nil {
			return err
		}
		return say(c.JSON, status, "The bucket works and is used from now on.")
	})
}

type bucketStatus struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"configured\", \"fromEnvironment\", \"endpoint\", \"region\", \"name\", \"accessKeyId\", \"publicUrl\", \"checkedAt\", \"problem\"}."`
}

// Run prints which bucket is used.
func (c *bucketStatus) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var status cloud.BucketStatus
		if err := service.get(ctx, bucketPath, &status); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(status)
		}
		return printBucket(os.Stdout, status)
	})
}

func printBucket(out io.Writer, s cloud.BucketStatus) error {
	if !s.Configured {
		text := "There is no bucket. The sandbox needs none. In live mode the network fetches media from one: set it with crier bucket set, or have crier cloud setup make one."
		if s.Problem != nil {
			text = "No bucket is used: " + onOneLine(*s.Problem) + "."
		}
		return printLine(out, text)
	}
	source := "crier bucket set"
	if s.FromEnvironment {
		source = "the environment"
	}
	return printTable(out, [][]string{
		{"bucket", *s.Name},
		{"endpoint", *s.Endpoint},
		{"region", *s.Region},
		{"access key id", *s.AccessKeyID},
		{"public address", *s.PublicURL},
		{"set by", source},
		{"found to work", textOf(s.CheckedAt, "not yet")},
	})
}

type checkBucket struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: what status --json prints."`
}

// Run checks the bucket that is used.
func (c *checkBucket) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var status cloud.BucketStatus
		if err := service.post(ctx, bucketPath+"/check", nil, &status); err != nil {
			return err
		}
		return say(c.JSON, status, "The bucket works: Crier put a test object into it, fetched it from its public address and deleted it.")
	})
}

type removeBucket struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"success\"}."`
}

// Run deletes the configuration of the bucket.
func (c *removeBucket) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var status cloud.BucketStatus
		if err := service.get(ctx, bucketPath, &status); err != nil {
			return err
		}
		text := "Crier has forgotten the bucket. The bucket itself stays as it is, with its objects."
		if !status.Configured && status.Problem == nil {
			text = "There is no bucket to remove: none was set. Nothing was changed."
		}
		return service.remove(ctx, bucketPath, c.JSON, text)
	})
}
