package handoff

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"crier/modules/cloud"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/keylock"
	"crier/platform/objectstore"
	"crier/platform/secrets"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// mostOwned is how many media of other posts a job names.
const mostOwned = 100

// packer makes a job of a post: it puts the files into the bucket first, and adds the content and a
// sealed token.
type packer struct {
	queue      *queue
	posts      *posts.CloudPosts
	identities *identities
	media      publicFiles
	key        sealer
	bucket     bucketRules
	// files is locked while a post's files are put into the bucket.
	files keylock.Locks[wireid.ID]
}

type publicFiles interface {
	CanMakePublic() error
	PublicBase() string
	MakePublicDue(ctx context.Context, file media.MediaFile, due time.Time) (url string, err error)
	Release(ctx context.Context, tx bun.IDB, id wireid.ID, after time.Duration) error
}

type sealer interface {
	Seal(id wireid.ID, token secrets.Text) (string, error)
}

// bucketRules makes files stay in the bucket for as long as a post needs them.
type bucketRules interface {
	// HasRules reports whether objects expire by the month in their keys.
	HasRules() bool
	KeepUntil(ctx context.Context, keys []string, due time.Time) error
}

func newPacker(queue *queue, p *posts.CloudPosts, i *identities, files publicFiles, key sealer, bucket bucketRules) *packer {
	return &packer{queue: queue, posts: p, identities: i, media: files, key: key, bucket: bucket}
}

// errNotPublic says that the post's files are not those that were put into the bucket, or that they
// are in another bucket than the one in use.
var errNotPublic = errors.New("schedule: the files of the post have changed")

// prepare returns the post as a job, or the reason why it cannot.
func (p *packer) prepare(ctx context.Context, row *entry, post posts.Post) (cloud.Job, identity, error) {
	if err := p.media.CanMakePublic(); err != nil {
		return cloud.Job{}, identity{}, err
	}
	if !row.hasPut(keysOf(post), p.media.PublicBase()) {
		return cloud.Job{}, identity{}, errNotPublic
	}
	err := p.bucket.KeepUntil(ctx, strings.Fields(row.PutKeys), post.ScheduledFor.Time())
	if errors.Is(err, cloud.ErrEndsEarlier) {
		return cloud.Job{}, identity{}, errNotPublic
	}
	if err != nil {
		return cloud.Job{}, identity{}, err
	}
	by, err := p.identities.of(ctx, row.AccountID)
	if err != nil {
		return cloud.Job{}, by, err
	}
	job, err := p.job(ctx, post, by)
	if own := apperror.From(err); own != nil {
		err = asPostError(own)
	}
	return job, by, err
}

// job returns the post as it is sent to the worker, without its revision and epoch. Its files are
// public.
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
	comment := content.FirstComment
	if !by.isCommenting {
		comment = nil // It is made here once the post is live, or it is said why not.
	}
	return cloud.Job{
		RunAt: *post.ScheduledFor, AccountID: by.account.SNUserID, Login: string(by.account.LoginMethod), Username: by.account.Username,
		TokenExpiresAt: by.expires, IsTokenEndAssumed: by.isEndAssumed, TokenWorkedAt: by.workedAt(p.queue), Token: sealed,
		Post: cloud.JobPost{
			MediaType: string(post.MediaType), Caption: post.Caption, LocationID: post.LocationID, Collaborators: content.Collaborators,
			ShareToFeed: content.ShareToFeed, IsAIGenerated: content.IsAIGenerated, Trial: (*string)(content.Trial), FirstComment: comment, OwnedMediaIDs: owned, Items: items(post, content),
		},
	}, nil
}

// items returns the post's files with their texts and tags. The people in a carousel are those in
// its first picture.
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
		if i < len(content.AltTexts) && content.AltTexts[i] != "" {
			item.AltText = &content.AltTexts[i]
		}
		if item.Kind == "image" && !tagged {
			item.UserTags, tagged = tags(content.UserTags), true
		}
		for _, name := range content.PeopleTagged {
			item.UserTags = append(item.UserTags, cloud.JobTag{Username: name})
		}
		if content.CoverMediaFileID != nil && post.Cover != nil {
			item.CoverURL = post.Cover.PublicURL
		}
		item.ThumbOffsetMs = content.ThumbOffsetMs
		list[i] = item
	}
	return list
}

func tags(of []posts.UserTag) []cloud.JobTag {
	var list []cloud.JobTag
	for _, tag := range of {
		list = append(list, cloud.JobTag{Username: tag.Username, X: &tag.X, Y: &tag.Y})
	}
	return list
}

// filesOf returns all that is put into the bucket for a post: its files, and its cover.
func filesOf(post posts.Post) []media.MediaFile {
	if post.Cover == nil {
		return post.MediaFiles
	}
	return append(slices.Clone(post.MediaFiles), *post.Cover)
}

// uploadPatience is how long an attempt may take to put a post's files into the bucket.
const uploadPatience = 15 * time.Minute

// keysOf returns the public keys of the files of a post. It returns nothing when one of them is not
// public.
func keysOf(post posts.Post) string {
	files := filesOf(post)
	keys := make([]string, len(files))
	for i, file := range files {
		if file.PublicKey == nil {
			return ""
		}
		keys[i] = *file.PublicKey
	}
	return strings.Join(keys, " ")
}

// firstKey returns the key of a post's first file.
func firstKey(keys string) *string {
	first, _, _ := strings.Cut(keys, " ")
	if first == "" {
		return nil
	}
	return &first
}

// publicise puts the files of a post into the bucket, except those that are there for this post
// already. It does nothing for a post that left the worker after its entry was read, because its
// caller may not hold the post: a cancelled one is a draft, and has no time.
func (p *packer) publicise(ctx context.Context, id wireid.ID) error {
	free, err := p.files.Lock(ctx, id)
	if err != nil {
		return err
	}
	defer free()
	row, err := p.queue.entry(ctx, id)
	if err != nil || row == nil {
		return err
	}
	post, err := p.posts.Post(ctx, id)
	if err != nil || !post.InCloud() {
		return err
	}
	due := post.ScheduledFor.Time()
	endsEarlier := p.endsEarlier(ctx, keysOf(post), due)
	base := p.media.PublicBase()
	if row.hasPut(keysOf(post), base) && !endsEarlier {
		return nil
	}
	if _, err := p.posts.Content(ctx, p.queue.db, post); err != nil {
		return err
	}
	if endsEarlier {
		if post, err = p.renew(ctx, post); err != nil {
			return err
		}
	}
	if err := p.putAll(ctx, filesOf(post), due); err != nil {
		return err
	}
	if post, err = p.posts.Post(ctx, id); err != nil {
		return err
	}
	failpoint.Reach("schedule.media.put")
	return p.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return updatePutKeys(ctx, tx, id, keysOf(post), row.PutBase, base)
	})
}

// endsEarlier reports whether a rule that cannot be changed from here may delete files before a
// post that is due then.
func (p *packer) endsEarlier(ctx context.Context, keys string, due time.Time) bool {
	return errors.Is(p.bucket.KeepUntil(ctx, strings.Fields(keys), due), cloud.ErrEndsEarlier)
}

// renew removes the keys of a post's files, so that they get new ones. The objects stay until the
// last post is due that the worker may publish from them.
func (p *packer) renew(ctx context.Context, post posts.Post) (posts.Post, error) {
	needed, err := p.needed(ctx)
	if err != nil {
		return post, err
	}
	last := slices.MaxFunc(append(needed, cloud.NeededFiles{Due: post.ScheduledFor.Time()}), func(a, b cloud.NeededFiles) int { return a.Due.Compare(b.Due) })
	after := max(0, last.Due.Sub(p.queue.clock.Now())) + renewedStay
	err = p.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, file := range filesOf(post) {
			if err := p.media.Release(ctx, tx, file.ID, after); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return post, err
	}
	return p.posts.Post(ctx, post.ID)
}

// needed returns the files that are needed by posts which the worker has, may have or should have.
func (p *packer) needed(ctx context.Context) ([]cloud.NeededFiles, error) {
	rows, err := p.queue.entries(ctx)
	if err != nil {
		return nil, err
	}
	var list []cloud.NeededFiles
	for _, row := range rows {
		post, err := p.posts.Post(ctx, row.PostID)
		if apperror.CodeOf(err) == apperror.NotFound || err == nil && post.ScheduledFor == nil {
			continue
		}
		if err != nil {
			return nil, err
		}
		keys := strings.Fields(row.PutKeys + " " + row.FormerKeys)
		list = append(list, cloud.NeededFiles{Keys: keys, Due: post.ScheduledFor.Time()})
		if row.Proposal == nil {
			continue
		}
		edit, err := row.edit()
		if err != nil {
			return nil, err
		}
		list = append(list, cloud.NeededFiles{Keys: keys, Due: edit.At.Time()})
	}
	return list, nil
}

// named returns those of some keys that a revision may name which the worker has. It may publish
// from their objects.
func (p *packer) named(ctx context.Context, keys []string) ([]string, error) {
	lists, err := selectNamed(ctx, p.queue.db)
	if err != nil {
		return nil, fmt.Errorf("read which files the worker may fetch: %w", err)
	}
	there := map[string]bool{}
	for _, list := range lists {
		for key := range strings.FieldsSeq(list) {
			there[key] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !there[key] }), nil
}

// renewedStay is how long, after the time of the post, objects stay whose files got other keys.
const renewedStay = 48 * time.Hour

// putAll puts files into the bucket. Where no rule deletes by month, new keys name no month.
func (p *packer) putAll(ctx context.Context, files []media.MediaFile, due time.Time) error {
	if !p.bucket.HasRules() {
		due = time.Time{}
	}
	ctx, cancel := context.WithTimeout(ctx, uploadPatience)
	defer cancel()
	for _, file := range slices.CompactFunc(slices.Clone(files), func(a, b media.MediaFile) bool { return a.ID == b.ID }) {
		if _, err := p.media.MakePublicDue(ctx, file, due); err != nil {
			return err
		}
	}
	return nil
}

// fileProblem says what is wrong with the files of a post, and reports whether that is permanent.
func fileProblem(err error) (problem *apperror.Error, isFinal bool) {
	store, isStore := errors.AsType[*objectstore.Error](err)
	own := apperror.From(err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return apperror.Wrap(apperror.MediaInvalid, err, "a media file of the post is not on the disk any more"), true
	case isStore && store.IsTransient():
		return apperror.Wrap(apperror.CloudError, err, "the media could not be put where the network fetches it: %s", store.Message), false
	case isStore:
		return apperror.Wrap(apperror.BucketNotConfigured, err, "the media could not be put where the network fetches it: %s", store.Message), false
	case own != nil:
		return own, own.Code == apperror.MediaInvalid
	}
	return nil, false
}
