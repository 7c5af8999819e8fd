package feed

import (
	"context"
	"errors"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/match"
	"crier/modules/posts/publish/timing"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/wiretime"
)

// Status asks about the container, which says whether it was published, but not as what. Of a
// container whose id is not known the network says nothing.
func (w *Work) Status(ctx context.Context, a attempt.Attempt) (channel.Status, error) {
	if a.Ref == "" {
		return channel.Status{}, nil
	}
	said, err := w.Network.ContainerStatus(ctx, w.account, a.Ref)
	if isForgotten(err) {
		return channel.Status{State: channel.Forgotten, Text: failure.Judge(err, 0).Message}, nil
	}
	if err != nil {
		return channel.Status{}, err
	}
	status := channel.Status{State: channel.Working, Text: said.Text}
	switch said.Code {
	case graph.Published:
		status.State = channel.Visible
	case graph.Finished:
		status.State = channel.Ready
	case graph.InProgress:
	case graph.Failed, graph.Expired:
		status.State, status.Failure = channel.Dead, failure.Container(w.run.Post, said, w.run.Failed())
		status.Failure.Action, status.Failure.Message = failure.Remake, "the network did not publish the post: "+failure.Reason(said.Err(), said.Text)
	}
	return status, nil
}

// Visible returns the account's media of the post's form.
func (w *Work) Visible(ctx context.Context, since time.Time) (channel.Listing, error) {
	of, err := w.Survey(ctx, since)
	if err != nil {
		return channel.Listing{}, err
	}
	return of(w.run.Post), nil
}

// Survey reads what Visible reads once, and returns the result for each post that would be in the
// same list.
func (w *Work) Survey(ctx context.Context, since time.Time) (of func(posts.Post) channel.Listing, err error) {
	all, err := w.list(ctx, since)
	var from time.Time
	if errors.Is(err, graph.ErrTruncated) && len(all) > 0 {
		from = all[len(all)-1].Timestamp.Add(timing.DatesCutTo)
	} else if err != nil {
		return nil, err
	}
	if day := w.Clock.StoriesSince(); isStory(w.run.Post) && day.After(from) {
		from = day
	}
	return func(post posts.Post) channel.Listing {
		return channel.Listing{Items: itemsOf(post, all, since), Since: from}
	}, nil
}

// Recent is Visible for reads before a call. It reads at most once a second for all posts of an
// account.
func (w *Work) Recent(ctx context.Context) (channel.Listing, error) {
	since := w.Clock.WindowBegins(tolerance)
	of := glanced{w.run.Post.SocialAccountID, isStory(w.run.Post)}
	all, err := w.glances.read(w.Clock.Now(), of, func() ([]graph.Media, error) { return w.list(ctx, since) })
	if err != nil && len(all) == 0 {
		return channel.Listing{}, err
	}
	return channel.Listing{Items: itemsOf(w.run.Post, all, since)}, nil
}

func isStory(post posts.Post) bool { return post.MediaType == posts.Stories }

// list reads the list in which the post would be.
func (w *Work) list(ctx context.Context, since time.Time) ([]graph.Media, error) {
	if isStory(w.run.Post) {
		return w.Network.Stories(ctx, w.account)
	}
	return w.Network.RecentMedia(ctx, w.account, since)
}

// itemsOf returns those of the media that have the post's form and appeared since the instant.
func itemsOf(post posts.Post, all []graph.Media, since time.Time) (items []channel.Item) {
	for _, m := range all {
		if m.Timestamp.Before(since) || !hasForm(post, m) {
			continue
		}
		items = append(items, channel.Item{ID: m.ID, Permalink: m.Permalink, At: m.Timestamp, IsAlike: hasCaption(post, m), IsPossible: true})
	}
	return items
}

// hasForm reports whether the network lists the media as what the post is.
func hasForm(post posts.Post, m graph.Media) bool {
	switch post.MediaType {
	case posts.Stories:
		return m.ProductType == graph.ProductStory && hasKind(post, m)
	case posts.Reels:
		return m.ProductType == graph.ProductReels
	case posts.Carousel:
		return m.Type == graph.TypeCarousel
	default:
		return m.Type == graph.TypeImage && m.ProductType == graph.ProductFeed
	}
}

// hasKind distinguishes a picture from a video, as long as the post still has its file.
func hasKind(post posts.Post, m graph.Media) bool {
	return len(post.MediaFiles) == 0 || post.MediaFiles[0].IsVideo() == (m.Type == graph.TypeVideo)
}

// hasCaption reports whether the media has the post's caption. Stories have none in the network's
// lists.
func hasCaption(post posts.Post, m graph.Media) bool {
	return isStory(post) || posts.PlainText(m.Caption) == posts.PlainText(channel.Text(post.Caption))
}

// Rivals returns stories that went out by the native way, whose ids in the publishing API nobody
// knows, posts that are due in the cloud and have no result yet, and those that came back from it
// without anybody knowing whether it had published them. The account need not show any of them: the
// network may not list a native story, and the cloud may not have published. So an item that may be
// a rival's is not bound to the post, and no item is bound to a rival, which could leave the post
// with one that somebody posted by hand.
func (w *Work) Rivals(ctx context.Context) ([]match.Attempt, error) {
	var all []match.Attempt
	add := func(from, until time.Time) {
		all = append(all, match.Attempt{Seq: -1 - int64(len(all)), From: from, Until: until})
	}
	if isStory(w.run.Post) {
		natives, err := attempt.Recent(ctx, w.DB, w.run.Post.SocialAccountID, attempt.Story)
		if err != nil {
			return nil, err
		}
		for _, one := range natives {
			switch {
			case one.Verdict != attempt.Open && one.Verdict != attempt.Live:
			case one.IsUnreadable:
				add(one.SentAt.Time().Add(-timing.ReferenceDay), one.SentAt.Time().Add(timing.ReferenceDay))
			default:
				from, until := timing.Window(one, tolerance)
				add(from.Add(-tolerance), until)
			}
		}
	}
	cloud, err := w.cloudRivals(ctx)
	for _, due := range cloud {
		add(due.Add(-tolerance), w.Clock.Now().Add(tolerance))
	}
	return all, err
}

// cloudRivals returns the times of the other posts of the look that the cloud may have published.
func (w *Work) cloudRivals(ctx context.Context) (due []time.Time, err error) {
	until := wiretime.Of(w.Clock.Now().Add(tolerance))
	rivals, err := alikeInCloud.All(ctx, w.DB, until, w.run.Post.SocialAccountID, w.run.Post.MediaType, w.run.Post.ID)
	if err != nil {
		return nil, err
	}
	since := wiretime.Of(until.Time().Add(-timing.ReferenceDay))
	returned, err := alikeReturned.All(ctx, w.DB, since, until, w.run.Post.SocialAccountID, w.run.Post.MediaType, w.run.Post.ID)
	if err != nil {
		return nil, err
	}
	rivals = append(rivals, returned...)
	if err := posts.AttachMedia(ctx, w.DB, w.Media, rivals); err != nil {
		return nil, err
	}
	mine, _ := w.Look(w.run.Post)
	for _, other := range rivals {
		if look, _ := w.Look(other); look != mine {
			continue
		}
		exposed, isExposed, err := posts.SelectExposure(ctx, w.DB, other.ID)
		if err != nil {
			return nil, err
		}
		if isExposed {
			due = append(due, exposed.DueAt.Time())
		} else {
			due = append(due, other.ScheduledFor.Time())
		}
	}
	return due, nil
}

// alikeInCloud are an account's other posts of a type that are the cloud's and due at an instant,
// alikeReturned those that it had, that were due lately, and that are not known to be live.
var (
	alikeInCloud = database.SelectFrom[posts.Post]("INDEXED BY posts_waiting WHERE " + posts.WaitingCondition +
		" AND status = 'SCHEDULED' AND cloud_job_id IS NOT NULL AND scheduled_for <= ? AND social_account_id = ? AND media_type = ? AND id <> ?")
	alikeReturned = database.SelectFrom[posts.Post](`WHERE id IN (SELECT post_id FROM post_exposures WHERE due_at BETWEEN ? AND ?)
		AND NOT (status = 'SCHEDULED' AND cloud_job_id IS NOT NULL) AND status <> 'PUBLISHED' AND social_account_id = ? AND media_type = ? AND id <> ?`)
)
