package cloud

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
)

const (
	// A bucket, its address and its keys need a moment until they work.
	bucketTries = 6
	bucketPause = 5 * time.Second
)

// r2Endpoint returns the address of the S3 API of an account's buckets.
func r2Endpoint(account string) string { return "https://" + account + ".r2.cloudflarestorage.com" }

// ensureBucket keeps the configured bucket if it works, and makes one in R2 if one is wanted.
// Without one the worker serves the files. It stores the token's id only when there is a bucket, so
// that a set-up that is repeated still knows of which token the keys are.
func (r *setupRun) ensureBucket(ctx context.Context) (string, bool, error) {
	if r.setup.buckets.inUse() == nil && r.in.BucketName == "" && r.in.BucketPublicURL == "" {
		return "No bucket is needed: the worker keeps the files.", false, nil
	}
	text, warning, err := r.findBucket(ctx)
	if err != nil {
		return "", false, err
	}
	_, err = r.stack.update(ctx, func(row *storedWorker) {
		row.TokenID = r.tokenInfo.ID
		row.IsMediaWanted = row.IsMediaWanted && r.in.BucketName == ""
	})
	return text, warning, err
}

func (r *setupRun) findBucket(ctx context.Context) (string, bool, error) {
	c := r.setup.buckets.inUse()
	if c != nil && (r.in.BucketName == "" || r.in.BucketName == c.store.Config().Name) && r.in.BucketPublicURL == "" {
		return r.useConfigured(ctx, c.store.Config())
	}
	if r.setup.buckets.Fixed != nil {
		return "", false, errFixed()
	}
	return r.makeBucket(ctx, cmp.Or(r.in.BucketName, defaultBucketName), r.in.BucketPublicURL)
}

// useConfigured checks the configured bucket. A bucket of R2 whose keys were made from an earlier
// token gets keys of this one, even if the earlier ones still work: R2 refuses them as soon as the
// user deletes that token. Other keys, which the user has chosen, are kept while they work. A
// bucket that Crier has made is made again when it is gone, and public again when it is so no
// longer.
func (r *setupRun) useConfigured(ctx context.Context, config bucket.Config) (string, bool, error) {
	isOfAccount := r.setup.buckets.Fixed == nil && config.Endpoint == r.r2Endpoint()
	rekeyed := config
	rekeyed.AccessKeyID, rekeyed.SecretAccessKey = cloudflare.S3Keys(r.tokenInfo.ID, r.token)
	var err error
	if isOfAccount && config.AccessKeyID == r.stack.get().row.TokenID && config.AccessKeyID != rekeyed.AccessKeyID {
		err = r.setBucket(ctx, rekeyed)
	} else if err = r.setup.buckets.Check(ctx); isOfAccount && apperror.CodeOf(err) == apperror.BucketNotConfigured {
		err = r.setup.buckets.Set(ctx, rekeyed)
	}
	isGone := isNoBucket(err)
	if isOfAccount && r.stack.get().row.MadeBucket == r.addressOf(config.Name) && (isGone || isPrivate(config, err)) {
		return r.makeAgain(ctx, config, isGone)
	}
	return fmt.Sprintf("The bucket %s works.", config.Name), false, err
}

func isNoBucket(err error) bool {
	failed, ok := errors.AsType[*objectstore.Error](err)
	return ok && failed.Kind == objectstore.NoBucket
}

// isPrivate reports whether r2.dev refuses what is in the bucket. Another address is the user's
// own.
func isPrivate(config bucket.Config, err error) bool {
	failed, ok := errors.AsType[*objectstore.CheckError](err)
	return ok && failed.Step == objectstore.StepFetch && apperror.CodeOf(err) == apperror.BucketNotConfigured && isOfR2(config.PublicURL)
}

func isOfR2(public string) bool { return strings.HasSuffix(public, ".r2.dev") }

// makeAgain makes the configured bucket as a first set-up does. An address that is the user's own
// stays. The files of a bucket that is gone are lost: posts get theirs again when they need them.
// For posts that the worker has, that is stored before there is a bucket, so that no death in
// between leaves one with an address under which there is nothing. It is stored once more when the
// bucket works, for files that were put in between and were sent with the former address.
func (r *setupRun) makeAgain(ctx context.Context, config bucket.Config, isGone bool) (string, bool, error) {
	if isGone {
		if _, err := r.setup.buckets.loseFiles(ctx); err != nil {
			return "", false, err
		}
	}
	address := config.PublicURL
	if isOfR2(address) {
		address = ""
	}
	r.isAgain = true
	text, warning, err := r.makeBucket(ctx, config.Name, address)
	r.setup.expiry.forgetRules()
	if err != nil {
		return "", false, err
	}
	if isGone {
		text = fmt.Sprintf("The bucket %s was gone, and Crier has made it again. ", config.Name) + text
	}
	if !isGone && r.setup.buckets.inUse().store.Config().PublicURL == config.PublicURL {
		return text, warning, nil
	}
	atWorker, err := r.setup.buckets.loseFiles(ctx)
	if atWorker > 0 {
		text += fmt.Sprintf(" The cloud worker has %s whose files were lost: Crier puts them there again and sends it the new addresses; leave Crier running meanwhile (crier cloud sync does it at once).", countPosts(atWorker))
	}
	return text, warning, err
}

func countPosts(n int) string {
	if n == 1 {
		return "1 post"
	}
	return fmt.Sprintf("%d posts", n)
}

func (r *setupRun) r2Endpoint() string { return r.setup.r2Endpoint(r.account.ID()) }

// makeBucket makes the bucket of R2 and its public address, and uses it once it works. An address
// is the user's own, or empty.
func (r *setupRun) makeBucket(ctx context.Context, name, address string) (string, bool, error) {
	_, isNew, err := r.account.R2().EnsureBucket(ctx, name)
	if err != nil {
		return "", false, cloudError(err, apperror.BucketNotConfigured)
	}
	if isNew {
		if _, err := r.stack.update(ctx, func(row *storedWorker) { row.MadeBucket = r.addressOf(name) }); err != nil {
			return "", false, err
		}
	}
	public, err := r.publicURL(ctx, name, address)
	if err != nil {
		return "", false, cloudError(err, apperror.BucketNotConfigured)
	}
	if err := r.setBucket(ctx, r.configOf(name, public)); err != nil {
		return "", false, err
	}
	if isOfR2(public) {
		return fmt.Sprintf("The bucket %s works. Its address %s is for little traffic; connect a domain of your own to it if the network cannot fetch from there.", name, public), false, nil
	}
	return fmt.Sprintf("The bucket %s works.", name), false, nil
}

// publicURL returns the wanted address, or a domain of the user's own, or that of r2.dev, which it
// switches on if the bucket may become public.
func (r *setupRun) publicURL(ctx context.Context, name, wanted string) (string, error) {
	if wanted != "" {
		return wanted, nil
	}
	own, err := r.account.R2().CustomDomains(ctx, name)
	if err != nil {
		return "", err
	}
	for _, d := range own {
		if d.Active {
			return "https://" + d.Name, nil
		}
	}
	managed, err := r.account.R2().ManagedDomain(ctx, name)
	if err == nil && !managed.Enabled {
		if err := r.mayBecomePublic(ctx, name, managed); err != nil {
			return "", err
		}
		managed, err = r.account.R2().SetManagedDomain(ctx, name, true)
	}
	return "https://" + managed.Name, err
}

// addressOf identifies a bucket of the account.
func (r *setupRun) addressOf(name string) string { return r.r2Endpoint() + "/" + name }

// mayBecomePublic refuses to make a bucket public that Crier has not made and that has objects,
// unless the user allows it.
func (r *setupRun) mayBecomePublic(ctx context.Context, name string, managed cloudflare.Domain) error {
	if r.in.BucketMayBePublic || r.stack.get().row.MadeBucket == r.addressOf(name) {
		return nil
	}
	isEmpty := false
	err := r.untilItWorks(ctx, func() (err error) {
		isEmpty, err = r.setup.buckets.isEmpty(ctx, r.configOf(name, "https://"+managed.Name))
		return err
	})
	if err != nil || isEmpty {
		return err
	}
	return apperror.Wrap(apperror.ValidationError, NeedsPublic, "the bucket %s is private and has objects, and a set-up would make all of them public at https://%s: everybody who knows the name of one could "+
		"read it. The bucket was left as it is. Name another bucket (crier cloud setup --bucket), which Crier makes if there is none, or say that this one may be public (crier cloud setup --bucket-may-be-public)",
		name, managed.Name)
}

// configOf returns the configuration of a bucket of the account with the keys of the token.
func (r *setupRun) configOf(name, public string) bucket.Config {
	config := bucket.Config{Endpoint: r.r2Endpoint(), Name: name, PublicURL: public}
	config.AccessKeyID, config.SecretAccessKey = cloudflare.S3Keys(r.tokenInfo.ID, r.token)
	return config
}

// setBucket sets the bucket, and repeats that while a bucket that was just made does not work yet.
func (r *setupRun) setBucket(ctx context.Context, config bucket.Config) error {
	set := r.setup.buckets.Set
	if r.isAgain {
		set = r.setup.buckets.setAgain
	}
	return r.untilItWorks(ctx, func() error { return set(ctx, config) })
}

// untilItWorks repeats do while a bucket, or its keys, that were just made do not work yet.
func (r *setupRun) untilItWorks(ctx context.Context, do func() error) error {
	for try := 1; ; try++ {
		err := do()
		code := apperror.CodeOf(err)
		if err == nil || try == bucketTries || code != apperror.BucketNotConfigured && code != apperror.CloudError {
			return err
		}
		if err := clock.Sleep(ctx, r.stack.clock, bucketPause); err != nil {
			return err
		}
	}
}
