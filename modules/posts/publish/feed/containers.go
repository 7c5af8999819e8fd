package feed

import (
	"cmp"
	"context"
	"errors"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/delivery"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/graph"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// maker makes the containers of a run's post.
type maker struct {
	clock   *timing.Clock
	network *graph.Client
	files   *delivery.Files
	run     *channel.Run
	account graph.Account
	poller  *poller
}

// makeContainer makes the post's container, and before it those of a carousel's items, and returns
// its id.
func (m *maker) makeContainer(ctx context.Context, found contents) (string, error) {
	spec, err := m.describe(ctx, found)
	if err != nil {
		return "", err
	}
	id, destination, err := m.create(ctx, spec, found.files[0])
	if err != nil {
		return "", err
	}
	failpoint.Reach("posts.container.made")
	now, post := m.clock.Stored(), &m.run.Post
	// If a power cut undoes this, another container is made. This one was never published, because
	// the intent comes after it.
	err = m.run.Claim.Prepared(ctx, func(ctx context.Context, tx bun.IDB) error {
		return posts.Update(ctx, tx, post.ID, now, func(u *database.Update) {
			u.Set("sn_container_id = ?, container_created_at = ?, upload_uri = ?", id, now, destination)
		})
	})
	failpoint.Reach("posts.container.stored")
	post.SNContainerID, post.ContainerCreatedAt, post.UploadURI = &id, &now, destination
	return id, err
}

// create makes a container of a file, or of a carousel's items. If the bytes of the file must be
// sent, it returns their destination; otherwise the network fetches the file.
func (m *maker) create(ctx context.Context, spec graph.Container, file media.MediaFile) (id string, destination *string, err error) {
	if !sendsBytes(m.account.Login, spec.Kind) {
		id, err = m.network.CreateContainer(ctx, m.account, spec)
		return id, nil, err
	}
	upload, err := m.network.CreateUpload(ctx, m.account, spec)
	failpoint.Reach("posts.upload.made")
	return upload.ID, new(delivery.Destination(upload.URI, file)), err
}

// sendsBytes reports whether the network gets the bytes of a container's video instead of an
// address. The partner login does so, and needs no public address.
func sendsBytes(login graph.Login, kind graph.Kind) bool {
	isVideo := kind == graph.Reel || kind == graph.VideoStory || kind == graph.CarouselVideo
	return isVideo && login == graph.Partner
}

// describe returns the description of the post for the network.
func (m *maker) describe(ctx context.Context, found contents) (graph.Container, error) {
	post := m.run.Post
	c := graph.Container{
		Kind: kindOf(post.MediaType, found.files[0]), Caption: channel.Text(post.Caption), AltText: channel.Text(post.AltText), LocationID: channel.Text(post.LocationID),
		ShareToFeed: post.ShareToFeed, Trial: trialOf(post.Trial), IsAIGenerated: post.IsAIGenerated != nil && *post.IsAIGenerated,
	}
	if post.ThumbOffsetMs != nil {
		c.ThumbOffset = time.Duration(*post.ThumbOffsetMs) * time.Millisecond
	}
	var err error
	if c.Collaborators, err = posts.DecodeList[string](post.Collaborators); err != nil {
		return c, err
	}
	tags, err := userTags(post)
	if err != nil {
		return c, err
	}
	if post.MediaType == posts.Carousel {
		c.Children, err = m.makeChildren(ctx, found.links, found.files, tags)
		return c, err
	}
	c.UserTags = tags
	if found.cover != nil {
		if c.CoverURL, err = m.files.MakePublic(ctx, *found.cover); err != nil {
			return c, err
		}
	}
	if !sendsBytes(m.account.Login, c.Kind) {
		c.MediaURL, err = m.files.MakePublic(ctx, found.files[0])
	}
	return c, err
}

func trialOf(t *posts.Trial) graph.Trial {
	switch {
	case t == nil:
		return ""
	case *t == posts.TrialPerformance:
		return graph.TrialPerformance
	}
	return graph.TrialManual
}

func kindOf(t posts.MediaType, file media.MediaFile) graph.Kind {
	switch {
	case t == posts.Carousel:
		return graph.Carousel
	case t == posts.Reels:
		return graph.Reel
	case t == posts.Stories && file.IsVideo():
		return graph.VideoStory
	case t == posts.Stories:
		return graph.ImageStory
	}
	return graph.Image
}

func userTags(post posts.Post) ([]graph.UserTag, error) {
	tags, err := posts.DecodeList[posts.UserTag](post.UserTags)
	result := make([]graph.UserTag, len(tags))
	for i, t := range tags {
		result[i] = graph.UserTag{Username: t.Username, X: &t.X, Y: &t.Y}
	}
	for _, name := range post.PeopleTagged {
		result = append(result, graph.UserTag{Username: name})
	}
	return result, err
}

// makeChildren makes a carousel's items, keeps those that an earlier attempt made, and waits for
// all of them.
func (m *maker) makeChildren(ctx context.Context, links []posts.Link, files []media.MediaFile, tags []graph.UserTag) ([]string, error) {
	ids := make([]string, len(links))
	for i := range links {
		l := &links[i]
		if l.ContainerID == nil || m.clock.Age(l.ContainerCreatedAt) >= timing.KeepsReference {
			if err := m.makeChild(ctx, l, files[i], tags, m.altText(i)); err != nil {
				return nil, &posts.ItemError{Item: i + 1, Of: len(links), Err: err}
			}
			failpoint.Reach("posts.child.stored")
		}
		if !files[i].IsVideo() {
			tags = nil // They went to the first image.
		}
		ids[i] = *l.ContainerID
	}
	return ids, m.awaitChildren(ctx, links, files)
}

// altText returns the description of a carousel's picture, empty for none.
func (m *maker) altText(i int) string {
	if texts := m.run.Post.AltTexts; i < len(texts) {
		return texts[i]
	}
	return ""
}

// makeChild makes the container of a carousel's item.
func (m *maker) makeChild(ctx context.Context, l *posts.Link, file media.MediaFile, tags []graph.UserTag, alt string) error {
	spec := graph.Container{Kind: graph.CarouselImage, UserTags: tags, AltText: alt}
	if file.IsVideo() {
		spec = graph.Container{Kind: graph.CarouselVideo}
	}
	var err error
	if !sendsBytes(m.account.Login, spec.Kind) {
		if spec.MediaURL, err = m.files.MakePublic(ctx, file); err != nil {
			return err
		}
	}
	id, destination, err := m.create(ctx, spec, file)
	if err != nil {
		return err
	}
	failpoint.Reach("posts.child.made")
	now := m.clock.Stored()
	l.ContainerID, l.ContainerCreatedAt, l.UploadURI = &id, &now, destination
	return m.run.Claim.Prepared(ctx, func(ctx context.Context, tx bun.IDB) error { return setContainer(ctx, tx, *l) })
}

// awaitChildren waits for all items of a carousel. It finds all failed items that may be made again
// in one attempt: otherwise a carousel whose files could not be fetched for a moment would use up
// its attempts.
func (m *maker) awaitChildren(ctx context.Context, links []posts.Link, files []media.MediaFile) error {
	var first error
	for i := range links {
		err := m.awaitChild(ctx, links[i], files[i])
		if err == nil {
			continue
		}
		err = &posts.ItemError{Item: i + 1, Of: len(links), Err: err}
		var lost *failure.Error
		if !errors.As(err, &lost) || lost.Failure.Action != failure.Remake {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// errForgotten is about an item whose container the network does not know any more.
var errForgotten error = &failure.Error{Failure: failure.Failure{
	Action: failure.Remake, Code: apperror.UnknownError, Message: "the network has forgotten what was prepared before it was published; Crier prepares it again",
}}

// awaitChild waits for an item. It drops one that failed or is forgotten, and one that was to get
// the rest of a file that was edited since, so that the next attempt makes only that one again.
func (m *maker) awaitChild(ctx context.Context, l posts.Link, file media.MediaFile) error {
	if l.UploadURI != nil {
		err := m.poller.sendRest(ctx, *l.ContainerID, *l.UploadURI, file)
		if errors.Is(err, delivery.ErrReplaced) {
			return cmp.Or(m.dropChild(ctx, l), err)
		}
		if err != nil {
			return err
		}
	}
	status, err := m.poller.poll(ctx, *l.ContainerID)
	if isForgotten(err) {
		return cmp.Or(m.dropChild(ctx, l), errForgotten)
	}
	if err != nil {
		return err
	}
	if status.Code == graph.Finished {
		return nil
	}
	if err := m.dropChild(ctx, l); err != nil {
		return err
	}
	post := m.run.Post
	post.MediaFiles = []media.MediaFile{file}
	return &failure.Error{Failure: failure.Container(post, status, m.run.Failed())}
}

// dropChild forgets the container of a carousel's item.
func (m *maker) dropChild(ctx context.Context, l posts.Link) error {
	l.ContainerID, l.ContainerCreatedAt, l.UploadURI = nil, nil, nil
	err := m.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error { return setContainer(ctx, tx, l) })
	if err == nil {
		failpoint.Reach("posts.child.dropped")
	}
	return err
}

// checkedContents returns what Check has read, once, or else reads it.
func (w *Work) checkedContents(ctx context.Context) (contents, error) {
	if found := w.checked; found != nil {
		w.checked = nil
		return *found, nil
	}
	return w.contents(ctx)
}

func (w *Work) contents(ctx context.Context) (contents, error) {
	links, err := posts.SelectLinks(ctx, w.DB, []wireid.ID{w.run.Post.ID})
	if err != nil {
		return contents{}, err
	}
	files, err := w.Files.Of(ctx, w.DB, w.run.Post, links)
	if err != nil {
		return contents{}, err
	}
	cover, err := w.Files.Cover(ctx, w.DB, w.run.Post)
	return contents{files, links, cover}, err
}

// setContainer stores the container of a carousel's item.
func setContainer(ctx context.Context, db bun.IDB, l posts.Link) error {
	_, err := db.NewUpdate().Model(&l).Column("container_id", "container_created_at", "upload_uri").WherePK().Exec(ctx)
	return err
}
