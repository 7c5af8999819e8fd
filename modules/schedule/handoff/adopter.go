package handoff

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"time"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/instance"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// adoptBefore is how long before its time a post must be adopted.
const adoptBefore = 30 * time.Second

// Adopted is a post of the worker's that now belongs to this folder.
type Adopted struct {
	PostID   wireid.ID       `json:"postId"   doc:"Id of the post."`
	Status   posts.Status    `json:"status"   doc:"SCHEDULED, or DRAFT for one whose time has passed and that the worker gave up." example:"SCHEDULED"`
	Warnings []posts.Warning `json:"warnings" doc:"What to know besides."`
}

// Adopter makes posts that only the worker knows posts of this folder.
type Adopter struct {
	queue    *queue
	exchange *exchange
	strays   *Strays
	sender   *Sender
	posts    *posts.CloudPosts
	drafts   *posts.Drafts
	intake   *posts.Intake
	media    addedFiles
}

type addedFiles interface {
	Add(ctx context.Context, filename string, fill func(w io.Writer, most int64) error) (media.MediaFile, error)
	Delete(ctx context.Context, id wireid.ID) error
}

// library are the files of package media.
type library struct {
	*media.Uploads
	*media.Service
}

func newAdopter(queue *queue, x *exchange, strays *Strays, sender *Sender, p *posts.CloudPosts, drafts *posts.Drafts, intake *posts.Intake, files addedFiles) *Adopter {
	return &Adopter{queue: queue, exchange: x, strays: strays, sender: sender, posts: p, drafts: drafts, intake: intake, media: files}
}

// Adopt stores a post as the worker has it: it fetches its files from the bucket, and makes it
// SCHEDULED under its id. The worker publishes it as before. It returns NOT_FOUND for a post that
// the worker does not have or this folder knows, and INVALID_STATUS for one that is being
// published.
func (a *Adopter) Adopt(ctx context.Context, id wireid.ID) (Adopted, error) {
	done, err := a.adopt(context.WithoutCancel(ctx), id)
	return done, forUser(err)
}

func (a *Adopter) adopt(ctx context.Context, id wireid.ID) (Adopted, error) {
	job, err := a.adoptable(ctx, id)
	if err != nil {
		return Adopted{}, err
	}
	content, err := a.content(ctx, job)
	if err != nil {
		return Adopted{}, err
	}
	files, cover, err := a.fetch(ctx, job.Post.Items)
	if err != nil {
		return Adopted{}, err
	}
	content.CoverMediaFileID = cover
	if content.MediaType == posts.Carousel {
		content.MediaFileIDs = files
	} else if len(files) > 0 {
		content.MediaFileID = &files[0]
	}
	err = a.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := a.drafts.Adopt(ctx, tx, id, content); err != nil {
			return err
		}
		// Adopting a post decides about it, also where the folder is in quarantine.
		if err := instance.Release(ctx, tx, id, a.queue.now()); err != nil {
			return err
		}
		return a.posts.RecordFoundInCloud(ctx, tx, id, job.RunAt)
	})
	if err != nil {
		if cover != nil {
			files = append(files, *cover)
		}
		return Adopted{}, errors.Join(err, a.drop(ctx, files))
	}
	if !job.RunAt.Time().After(a.queue.workerNow()) {
		return Adopted{PostID: id, Status: posts.Draft, Warnings: []posts.Warning{}}, a.strays.cancel(ctx, id)
	}
	accepted, err := a.intake.Submit(ctx, posts.Submission{PublishablePost: content, DraftID: &id, At: &job.RunAt, Timezone: "UTC", IsAdopted: true})
	if err == nil {
		accepted, err = a.sender.HandOver(ctx, accepted)
	}
	return Adopted{PostID: id, Status: posts.Scheduled, Warnings: append([]posts.Warning{}, accepted.Warnings...)}, err
}

// adoptable returns the job of a post that can be adopted.
func (a *Adopter) adoptable(ctx context.Context, id wireid.ID) (cloud.JobContent, error) {
	job, isStray, err := a.strays.look(ctx, id)
	switch {
	case err != nil:
		return job, err
	case !isStray:
		return job, errNoStray(id)
	case !a.queue.Takes():
		return job, apperror.New(apperror.WorkerUnreachable, "the last check of the cloud worker failed, so no post can be adopted now; check it again (crier cloud verify)")
	case job.State != cloud.JobScheduled && job.State != cloud.JobFenced || job.State == cloud.JobScheduled && !job.RunAt.Time().After(a.queue.workerNow().Add(adoptBefore)):
		return job, apperror.New(apperror.InvalidStatus, "the cloud worker is publishing the post, or is about to")
	}
	post, err := a.posts.Post(ctx, id)
	if apperror.CodeOf(err) == apperror.NotFound {
		return job, nil
	}
	if err == nil && post.Status != posts.Draft {
		err = apperror.New(apperror.InvalidStatus, "the post is %s here; have it cancelled at the worker instead (crier cloud cancel %s)", post.Status, id)
	}
	return job, err
}

// content returns what the worker has as a post of this folder, without its files.
func (a *Adopter) content(ctx context.Context, job cloud.JobContent) (posts.PublishablePost, error) {
	accounts, err := a.strays.accounts.Accounts(ctx)
	if err != nil {
		return posts.PublishablePost{}, err
	}
	i := slices.IndexFunc(accounts, func(one auth.SocialAccount) bool {
		return one.SNUserID == job.AccountID && string(one.LoginMethod) == job.Login
	})
	if i < 0 {
		return posts.PublishablePost{}, apperror.New(apperror.InvalidStatus, "the post's account (%s at the network) is not connected here; connect it, or have the post cancelled there (crier cloud cancel %s)", job.AccountID, job.ID)
	}
	content := posts.PublishablePost{
		AccountID: accounts[i].ID, MediaType: posts.MediaType(job.Post.MediaType),
		Content: posts.Content{
			Caption: job.Post.Caption, LocationID: job.Post.LocationID, Collaborators: job.Post.Collaborators,
			ShareToFeed: job.Post.ShareToFeed, IsAIGenerated: job.Post.IsAIGenerated, Trial: (*posts.Trial)(job.Post.Trial), FirstComment: job.Post.FirstComment,
		},
	}
	for i, item := range job.Post.Items {
		switch {
		case item.AltText == nil:
		case content.MediaType == posts.Carousel:
			content.AltTexts = append(append(content.AltTexts, make([]string, i-len(content.AltTexts))...), *item.AltText)
		default:
			content.AltText = item.AltText
		}
		content.ThumbOffsetMs = item.ThumbOffsetMs
		for _, tag := range item.UserTags {
			if tag.X == nil || tag.Y == nil {
				content.PeopleTagged = append(content.PeopleTagged, tag.Username)
				continue
			}
			content.UserTags = append(content.UserTags, posts.UserTag{Username: tag.Username, X: *tag.X, Y: *tag.Y})
		}
	}
	return content, nil
}

// fetch stores the files of a post of the worker's, and its cover, all of them or none.
func (a *Adopter) fetch(ctx context.Context, items []cloud.JobItem) (files []wireid.ID, cover *wireid.ID, err error) {
	add := func(name, url string) (wireid.ID, error) {
		file, err := a.media.Add(ctx, name, func(w io.Writer, most int64) error {
			return cloud.Fetch(ctx, a.exchange.link, url, w, most)
		})
		return file.ID, err
	}
	for i, item := range items {
		id, err := add("from the cloud worker "+strconv.Itoa(i+1), item.URL)
		if err != nil {
			return nil, nil, errors.Join(err, a.drop(ctx, files))
		}
		files = append(files, id)
	}
	if len(items) == 1 && items[0].CoverURL != nil {
		id, err := add("cover from the cloud worker", *items[0].CoverURL)
		if err != nil {
			return nil, nil, errors.Join(err, a.drop(ctx, files))
		}
		cover = &id
	}
	return files, cover, nil
}

// drop deletes files that were fetched for a post that is not adopted.
func (a *Adopter) drop(ctx context.Context, files []wireid.ID) error {
	errs := make([]error, len(files))
	for i, id := range files {
		errs[i] = a.media.Delete(ctx, id)
	}
	return errors.Join(errs...)
}
