package cloud

import (
	"context"
	"fmt"
	"strings"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/objectstore/bucket"
)

const (
	// A bucket, its address and its keys take a moment until they work.
	bucketTries = 6
	bucketPause = 5 * time.Second
)

// R2Endpoint returns the address of the S3 API of an account's buckets.
func R2Endpoint(account string) string { return "https://" + account + ".r2.cloudflarestorage.com" }

// ensureBucket keeps the bucket that is configured, if it works, and makes one in R2 where there is none or another one is wanted.
func (u *setup) ensureBucket(ctx context.Context) (string, bool, error) {
	c := u.Buckets.inUse()
	if c != nil && (u.in.BucketName == "" || u.in.BucketName == c.store.Config().Name) && u.in.BucketPublicURL == "" {
		return u.keepBucket(ctx, c.store.Config())
	}
	if u.Buckets.Fixed != nil {
		return "", false, errFixed()
	}
	return u.makeBucket(ctx)
}

// keepBucket checks the configured bucket. One of R2 whose keys were made of an earlier token gets those of this one.
func (u *setup) keepBucket(ctx context.Context, config bucket.Config) (string, bool, error) {
	err := u.Buckets.Check(ctx)
	if apperror.CodeOf(err) == apperror.BucketNotConfigured && u.Buckets.Fixed == nil && config.Endpoint == u.r2Endpoint() {
		config.AccessKeyID, config.SecretAccessKey = cloudflare.S3Keys(u.tokenInfo.ID, u.token)
		err = u.Buckets.Set(ctx, config)
	}
	if err != nil {
		return "", false, err
	}
	return fmt.Sprintf("The bucket %s works.", config.Name), false, nil
}

func (u *setup) r2Endpoint() string {
	endpoint := R2Endpoint
	if u.R2Endpoint != nil {
		endpoint = u.R2Endpoint
	}
	return endpoint(u.account.ID())
}

// makeBucket makes the bucket of R2 and its public address, and uses it once it works.
func (u *setup) makeBucket(ctx context.Context) (string, bool, error) {
	name := u.in.BucketName
	if name == "" {
		name = defaultBucketName
	}
	if _, _, err := u.account.EnsureBucket(ctx, name); err != nil {
		return "", false, cloudError(err, apperror.BucketNotConfigured)
	}
	public, err := u.publicURL(ctx, name)
	if err != nil {
		return "", false, cloudError(err, apperror.BucketNotConfigured)
	}
	config := bucket.Config{Endpoint: u.r2Endpoint(), Name: name, PublicURL: public}
	config.AccessKeyID, config.SecretAccessKey = cloudflare.S3Keys(u.tokenInfo.ID, u.token)
	if err := u.setBucket(ctx, config); err != nil {
		return "", false, err
	}
	if strings.HasSuffix(public, ".r2.dev") {
		return fmt.Sprintf("The bucket %s works. Its address %s is for little traffic; connect a domain of your own to it if the network cannot fetch from there.", name, public), false, nil
	}
	return fmt.Sprintf("The bucket %s works.", name), false, nil
}

// publicURL returns the address that is wanted, or a domain of the user's own, or that of r2.dev, which is switched on.
func (u *setup) publicURL(ctx context.Context, name string) (string, error) {
	if u.in.BucketPublicURL != "" {
		return u.in.BucketPublicURL, nil
	}
	own, err := u.account.CustomDomains(ctx, name)
	if err != nil {
		return "", err
	}
	for _, d := range own {
		if d.Active {
			return "https://" + d.Name, nil
		}
	}
	managed, err := u.account.ManagedDomain(ctx, name)
	if err == nil && !managed.Enabled {
		managed, err = u.account.SetManagedDomain(ctx, name, true)
	}
	return "https://" + managed.Name, err
}

// setBucket sets the bucket, with patience for one that was just made.
func (u *setup) setBucket(ctx context.Context, config bucket.Config) error {
	for try := 1; ; try++ {
		err := u.Buckets.Set(ctx, config)
		code := apperror.CodeOf(err)
		if err == nil || try == bucketTries || code != apperror.BucketNotConfigured && code != apperror.CloudError {
			return err
		}
		if err := clock.Sleep(ctx, u.Clock, bucketPause); err != nil {
			return err
		}
	}
}
