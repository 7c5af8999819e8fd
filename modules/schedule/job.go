package schedule

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// mostOwned is how many media of other posts a job names.
const mostOwned = 100

// identity is on whose behalf a post is published.
type identity struct {
	account auth.SocialAccount
	token   secrets.Text
	expires *wiretime.Time
	// mark tells this token, and what is sent along with it, from any other.
	mark string
}

// identify returns the identity of an account of the current network mode.
func (o *Outbox) identify(ctx context.Context, id wireid.ID) (identity, error) {
	account, err := o.Accounts.Account(ctx, o.DB, id)
	if err != nil {
		return identity{}, err
	}
	token, err := o.Accounts.Token(ctx, id)
	if err != nil {
		return identity{}, err
	}
	expires := account.TokenExpiresAt
	if account.TokenDeadAt != nil {
		// The worker finds that out by itself, and holds the posts then; a token that has expired it does not even try.
		expires = account.TokenExpiryKept
	}
	text := fmt.Sprintf("%s\n%s\n%s\n%s\n%v", token.Reveal(), account.SNUserID, account.LoginMethod, o.Link.KeyCheck(), expires)
	sum := sha256.Sum256([]byte(text))
	return identity{account: account, token: token, expires: expires, mark: hex.EncodeToString(sum[:])}, nil
}

// job returns the post as the worker is sent it, but for its revision and epoch. Its files are public.
func (o *Outbox) job(ctx context.Context, post posts.Post, by identity) (cloud.Job, error) {
	content, err := o.Posts.Content(ctx, o.DB, post)
	if err != nil {
		return cloud.Job{}, err
	}
	owned, err := o.Posts.OwnedMedia(ctx, o.DB, post.SocialAccountID, mostOwned)
	if err != nil {
		return cloud.Job{}, err
	}
	sealed, err := o.Link.Seal(post.ID, by.token)
	if err != nil {
		return cloud.Job{}, err
	}
	worked := by.account.LastSyncedAt
	if by.account.TokenDeadAt != nil {
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
