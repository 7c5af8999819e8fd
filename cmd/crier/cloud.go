package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/schedule/handoff"
	"crier/platform/apperror"
	"crier/platform/cloudflare"
)

type cloudCommands struct {
	Setup    setUpCloud      `cmd:"" help:"Set up a worker in your Cloudflare account that publishes scheduled posts while this machine is off. After a failure, run it again: it goes on."`
	Deploy   deployCloud     `cmd:"" help:"Deploy the worker of this version again. The posts that it has stay there."`
	Status   cloudStatus     `cmd:"" help:"Show what was set up, and what is wrong."`
	Verify   verifyCloud     `cmd:"" help:"Test whether the token, the worker and the place of files work."`
	Sync     syncCloud       `cmd:"" help:"Hand posts over to the worker and fetch its results, now."`
	Media    moveMedia       `cmd:"" help:"Have the network fetch the files of posts from the worker, or from the bucket that is set. Posts that wait at the worker get the new addresses first."`
	Notify   notifyOfCloud   `cmd:"" help:"Have the worker tell you of posts that fail while this machine is off: at a topic of ntfy, or at a webhook."`
	Logs     cloudLogs       `cmd:"" help:"Follow what the worker does and what goes wrong there, as Cloudflare tells it, until Ctrl-C."`
	Adopt    adoptCloudPost  `cmd:"" help:"Make a post that the worker has, and this folder does not know, a post of this folder. The worker publishes it as before."`
	Cancel   cancelCloudPost `cmd:"" help:"Have the worker give up a post that this folder does not know, so that it never goes out."`
	Takeover takeOverCloud   `cmd:"" help:"Take the posts that the worker has not begun back to this machine, and keep the worker from publishing them."`
	Teardown tearCloudDown   `cmd:"" help:"Delete the worker with its KV namespace, and forget the token. The bucket stays. Crier refuses it while the worker has posts."`
}

const (
	cloudSetupPath = "/api/cloud/setup"
	// cloudPatience is how long a set-up that waits for Cloudflare may take.
	cloudPatience = 15 * time.Minute
)

// withCloud is withService with the patience that Cloudflare needs.
func (f serviceFolder) withCloud(ctx context.Context, do func(*serviceClient) error) error {
	return f.withService(ctx, func(service *serviceClient) error {
		service.http.Timeout = cloudPatience
		return do(service)
	})
}

type setUpCloud struct {
	serviceFolder
	KeepToken  bool   `name:"keep-token" help:"Use the stored API token and ask for none."`
	Account    string `name:"account" placeholder:"ID" help:"The Cloudflare account, when the token reaches several or may not name them."`
	Bucket     string `name:"bucket" placeholder:"NAME" help:"R2 bucket for the files of posts; Crier makes it if there is none (default: the bucket that is set, or else none: the worker serves the files)."`
	PublicURL  string `name:"public-url" placeholder:"URL" help:"Address under which everybody can read that bucket (default: a domain that is connected to it, or else its r2.dev address)."`
	MayPublish bool   `name:"bucket-may-be-public" help:"Make that bucket public although it is private, has objects and was not made by Crier: everybody can read them then."`
	Subdomain  string `name:"subdomain" placeholder:"NAME" help:"Name below workers.dev, for an account that has none yet."`
	WorkerName string `name:"worker" placeholder:"NAME" help:"Name of the worker (default: crier- and eight random characters)."`
	Replace    bool   `name:"replace" help:"Replace a worker of that name that this Crier has not deployed, with everything that it keeps."`
	JSON       bool   `name:"json" help:"Print JSON: what status --json prints."`
}

// Run sets the cloud up. It asks on the standard error.
func (c *setUpCloud) Run(ctx context.Context) error {
	in := cloud.SetupRequest{
		AccountID: c.Account, BucketName: c.Bucket, BucketPublicURL: c.PublicURL, BucketMayBePublic: c.MayPublish, Subdomain: c.Subdomain, WorkerName: c.WorkerName, Replace: c.Replace,
	}
	ask := newAsker(os.Stdin, os.Stderr)
	return c.withCloud(ctx, func(service *serviceClient) (err error) {
		var before cloud.SetupStatus
		if err := service.get(ctx, cloudSetupPath, &before); err != nil {
			return err
		}
		if before.Refusal != nil {
			return apperror.New(apperror.NotConfigured, "%s", *before.Refusal) // Before the user looks for a token.
		}
		if !c.KeepToken {
			ask.say("Make a token at this page of Cloudflare, which is filled in; create it, and copy it:\n\n  " + cloudflare.TokenPage(c.Bucket != "" || before.BucketName != nil) +
				"\n\nFor crier cloud logs add the permission \"" + cloudflare.PermissionTail + "\" by hand.\n\n")
			if in.APIToken, err = ask.secret(ctx, "Cloudflare API token (not shown): "); err != nil {
				return err
			}
		}
		var status cloud.SetupStatus
		if err := service.post(ctx, cloudSetupPath, in, &status); err != nil {
			return errors.Join(err, tellSteps(ctx, service, c.JSON))
		}
		return sayCloud(c.JSON, status, "The cloud is set up: scheduled posts go out while this machine is off.")
	})
}

// tellSteps prints the progress of a failed set-up on the standard error.
func tellSteps(ctx context.Context, service *serviceClient, quiet bool) error {
	if quiet {
		return nil
	}
	var status cloud.SetupStatus
	if err := service.get(ctx, cloudSetupPath, &status); err != nil {
		return err
	}
	return printSteps(os.Stderr, status.Steps)
}

func sayCloud(asJSON bool, status cloud.SetupStatus, text string) error {
	for _, warning := range status.Warnings {
		text += "\nNote: " + onOneLine(warning)
	}
	return say(asJSON, status, text)
}

type deployCloud struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: what status --json prints."`
}

// Run deploys the worker again.
func (c *deployCloud) Run(ctx context.Context) error {
	return c.withCloud(ctx, func(service *serviceClient) error {
		var status cloud.SetupStatus
		if err := service.post(ctx, "/api/cloud/deploy", nil, &status); err != nil {
			return errors.Join(err, tellSteps(ctx, service, c.JSON))
		}
		return sayCloud(c.JSON, status, "The worker was deployed and answers.")
	})
}

type cloudStatus struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"isConfigured\", \"isVerified\", \"problem\", \"workerUrl\", \"version\", \"isCurrent\", \"lastCronRun\", \"isCronDead\", \"usage\", \"freePlan\", \"warnings\", \"steps\", \"unknownPosts\", ...}."`
}

// Run prints what was set up.
func (c *cloudStatus) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var status cloud.SetupStatus
		if err := service.get(ctx, cloudSetupPath, &status); err != nil {
			return err
		}
		unknown, err := unknownPosts(ctx, service, status)
		if c.JSON {
			return printJSON(shownCloud{status, unknown})
		}
		if err := printCloud(os.Stdout, status); err != nil {
			return err
		}
		return printUnknown(os.Stdout, unknown, err)
	})
}

// shownCloud is what status --json prints.
type shownCloud struct {
	cloud.SetupStatus

	// Unknown is null when the worker could not be asked.
	Unknown []handoff.Unknown `json:"unknownPosts"`
}

const unknownPath = "/api/schedule/unknown"

// unknownPosts asks the worker for posts that this folder does not know. Without
// a worker there are none.
func unknownPosts(ctx context.Context, service *serviceClient, status cloud.SetupStatus) ([]handoff.Unknown, error) {
	if status.WorkerURL == nil {
		return []handoff.Unknown{}, nil
	}
	var got struct{ Posts []handoff.Unknown }
	err := service.get(ctx, unknownPath, &got)
	return got.Posts, err
}

type adoptCloudPost struct {
	serviceFolder
	ID   string `arg:"" name:"id" help:"The post's id, as crier cloud status shows it, or the beginning of it."`
	JSON bool   `name:"json" help:"Print JSON: {\"postId\", \"status\", \"warnings\"}."`
}

// Run adopts a post that only the worker knows.
func (c *adoptCloudPost) Run(ctx context.Context) error {
	return c.withCloud(ctx, func(service *serviceClient) error {
		id, err := findUnknown(ctx, service, c.ID)
		if err != nil {
			return err
		}
		var done handoff.Adopted
		if err := service.post(ctx, unknownPath+"/"+id.String(), nil, &done); err != nil {
			return err
		}
		text := "The post is one of this folder now; the worker publishes it at its time."
		if done.Status == posts.Draft {
			text = "The post's time has passed. It is a draft of this folder now, and the worker never publishes it."
		}
		for _, warning := range done.Warnings {
			text += "\nNote: " + onOneLine(warning.Message)
		}
		return say(c.JSON, done, text)
	})
}

type cancelCloudPost struct {
	serviceFolder
	ID   string `arg:"" name:"id" help:"The post's id, as crier cloud status shows it, or the beginning of it."`
	JSON bool   `name:"json" help:"Print JSON: {\"success\"}."`
}

// Run makes the worker give a post up.
func (c *cancelCloudPost) Run(ctx context.Context) error {
	return c.withCloud(ctx, func(service *serviceClient) error {
		id, err := findUnknown(ctx, service, c.ID)
		if err != nil {
			return err
		}
		return service.remove(ctx, unknownPath+"/"+id.String(), c.JSON, "The worker has given the post up: it never goes out from there.")
	})
}

type verifyCloud struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: what status --json prints."`
}

// Run finds out whether the cloud works.
func (c *verifyCloud) Run(ctx context.Context) error {
	return c.withCloud(ctx, func(service *serviceClient) error {
		var status cloud.SetupStatus
		if err := service.post(ctx, "/api/cloud/verify", nil, &status); err != nil {
			return err
		}
		return sayCloud(c.JSON, status, "The token, the worker and the place of files work.")
	})
}

type syncCloud struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"sent\", \"results\", \"problems\"}."`
}

// Run hands posts over and fetches results.
func (c *syncCloud) Run(ctx context.Context) error {
	return c.withCloud(ctx, func(service *serviceClient) error {
		var done handoff.Sync
		if err := service.post(ctx, "/api/schedule/sync", nil, &done); err != nil {
			return err
		}
		text := fmt.Sprintf("Posts handed over: %d. Results fetched: %d.", done.Sent, done.Results)
		for _, problem := range done.Problems {
			text += "\nProblem: " + onOneLine(problem)
		}
		if err := say(c.JSON, done, text); err != nil || len(done.Problems) == 0 {
			return err
		}
		return errAttention
	})
}

type tearCloudDown struct {
	serviceFolder
	Force bool `name:"force" help:"Delete the worker even when it does not answer and nobody knows whether it has posts."`
	JSON  bool `name:"json" help:"Print JSON: {\"success\", \"existed\"}."`
}

// Run tears the cloud down.
func (c *tearCloudDown) Run(ctx context.Context) error {
	path := cloudSetupPath
	if c.Force {
		path += "?force=true"
	}
	return c.withCloud(ctx, func(service *serviceClient) error {
		var status cloud.SetupStatus
		if err := service.get(ctx, cloudSetupPath, &status); err != nil {
			return err
		}
		if !hasCloud(status) {
			return say(c.JSON, map[string]bool{"success": true, "existed": false}, "There is no cloud to tear down: none was set up from this folder. Nothing was changed.")
		}
		if err := service.exchange(ctx, http.MethodDelete, path, nil, nil); err != nil {
			return err
		}
		return say(c.JSON, map[string]bool{"success": true, "existed": true}, "The worker is deleted and the token forgotten. A bucket stays, and is still used.")
	})
}

type notifyOfCloud struct {
	serviceFolder
	Address string `arg:"" name:"address" optional:"" placeholder:"URL|off" help:"Where to: a topic of ntfy (https://ntfy.sh/TOPIC), a webhook that takes JSON, or off. Crier asks for it when it is left out, and does not show it: anybody who knows a topic can read it."`
	Kind    string `name:"kind" enum:"ntfy,webhook," default:"" placeholder:"ntfy|webhook" help:"How the worker sends: in the form of ntfy, or as JSON with text and content (default: ntfy for a host with that name, otherwise webhook)."`
	JSON    bool   `name:"json" help:"Print JSON: {\"host\", \"kind\", \"delivered\", \"problem\"}, or with off {\"success\"}."`
}

const notificationPath = "/api/cloud/notification"

// Run sets the address, or deletes it.
func (c *notifyOfCloud) Run(ctx context.Context) error {
	ask := newAsker(os.Stdin, os.Stderr)
	return c.withCloud(ctx, func(service *serviceClient) (err error) {
		if c.Address == "" {
			if c.Address, err = ask.secret(ctx, "Address for notifications, or off (not shown): "); err != nil {
				return err
			}
		}
		if c.Address == "off" {
			return service.remove(ctx, notificationPath, c.JSON, "The worker tells nobody of posts that fail.")
		}
		var done cloud.NotificationTest
		if err := service.exchange(ctx, http.MethodPut, notificationPath, cloud.NotificationRequest{URL: c.Address, Kind: c.Kind}, &done); err != nil {
			return err
		}
		text := fmt.Sprintf("The worker tells you of posts that fail while this machine is off, at %s (%s). ", done.Host, done.Kind)
		if done.Delivered {
			text += "It has sent a test message there."
		} else {
			text += "\nNote: its test message did not arrive: " + onOneLine(shownOr(done.Problem, "the worker does not say why")) + ". Check the address, and set it again if it is wrong."
		}
		return say(c.JSON, done, text)
	})
}
