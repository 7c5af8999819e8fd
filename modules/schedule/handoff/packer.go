package handoff

import (
	"context"
	"errors"

	"crier/modules/cloud"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/keylock"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

// mostOwned is how many media of other posts a job names.
const mostOwned = 100

// packer makes a job of a post: its files, which it puts into the bucket before, its content, and a sealed token.
type packer struct {
	queue      *Queue
	posts      *posts.CloudPosts
	identities *identities
	media      publicFiles
	key        sealer
	// files is held while a post's files are put into the bucket.
	files keylock.Locks[wireid.ID]
}

type publicFiles interface {
	Publish(ctx context.Context, file media.MediaFile) (url string, err error)
}

type sealer interface {
	Seal(id wireid.ID, token secrets.Text) (string, error)
}

func newPacker(queue *Queue, p *posts.CloudPosts, i *identities, files publicFiles, key sealer) *packer {
	return &packer{queue: queue, posts: p, identities: i, media: files, key: key}
}

// errNotPublic says that the files of a post are not those any more that were put into the bucket.
var errNotPublic = errors.New("schedule: the files of the post have changed")

// prepare returns the post as a job, or what stands in its way.
func (p *packer) prepare(ctx context.Context, row *entry, post posts.Post) (cloud.Job, identity, error) {
	if keys := keysOf(post); keys == "" || keys != row.PutKeys {
		return cloud.Job{}, identity{}, errNotPublic
	}
	by, err := p.identities.of(ctx, row.AccountID)
	if err != nil {
		return cloud.Job{}, by, err
	}
	job, err := p.job(ctx, post, by)
	if own := apperror.From(err); own != nil {
		err = ofPost(own)
	}
	return job, by, err
}

// job returns the post as the worker is sent it, but for its revision and epoch. Its files are public.
func (p *packer) job(ctx context.Context, post posts.Post, by identity) (cloud.Job, error) {
	content, err := p.posts.Content(ctx, p.queue.db, post)
	if err != nil {
		return cloud.Job{}, err
	}
	owned, err := p.posts.OwnedMedia(ctx, p.queue.db, post.SocialAccountID, mostOwned)
	if err != nil {
		return cloud.Job{}, err
	}
	sealed, err := p.key.Seal(post.ID, by.token)
	if err != nil {
		return cloud.Job{}, err
	}
	worked := by.account.LastSyncedAt
	if by.account.IsMarked() {
		worked = nil
	}
	return cloud.Job{
		RunAt: *post.ScheduledFor, AccountID: by.account.SNUserID, Login: string(by.account.LoginMethod),
		TokenExpiresAt: by.expires, TokenWorkedAt: worked, Token: sealed,
		Post: cloud.JobPost{
			MediaType: string(post.MediaType), Caption: post.Caption, LocationID: post.LocationID, Collaborators: content.Collaborators,
			OwnedMediaIDs: owned, Items: items(post, content),
		},
	}, nil
}

// items returns the post's files with what is said of each of them. The people in a carousel are those in its first picture.
func items(post posts.Post, content posts.PublishablePost) []cloud.JobItem {
	list := make([]cloud.JobItem, len(post.MediaFiles))
	tagged := false
	for i, file := range post.MediaFiles {
		item := cloud.JobItem{Kind: "image", URL: *file.PublicURL}
		if file.IsVideo() {
			item.Kind = "video"
		}
		if post.MediaType == posts.Image {
			item.AltText = post.AltText
		}
		if item.Kind == "image" && !tagged {
			item.UserTags, tagged = tags(content.UserTags), true
		}
		list[i] = item
	}
	return list
}

func tags(of []posts.UserTag) []cloud.JobTag {
	var list []cloud.JobTag
	for _, tag := range of {
		list = append(list, cloud.JobTag{Username: tag.Username, X: tag.X, Y: tag.Y})
	}
	return list
}
