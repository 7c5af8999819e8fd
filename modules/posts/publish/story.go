package publish

import (
	"context"
	"slices"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/native"
)

// story is the network's own app API: stories with mentions. The reference is the id of the upload, of which the network says nothing
// but with the story itself.
type story struct{}

const (
	// nativeProof is after how long the own stories prove that one of them is not there: the network may take so long to list it.
	nativeProof = 5 * time.Minute
	// nativeSight is how long after the call they can prove it: a story that is older may have come and gone.
	nativeSight = 20 * time.Hour
	// nativeSlack is how far apart the two clocks may be when nobody has compared them.
	nativeSlack = 15 * time.Minute
	// limitedLook is after how long the network is asked again that wants to be asked less.
	limitedLook = 5 * time.Minute
)

func (story) name() attempt.Channel { return attempt.Story }

func (story) rules() rules {
	return rules{absenceByList: true, listedWithin: nativeProof, sight: nativeSight, slack: nativeSlack}
}

// look is the mentions with the kind of the file. Nobody mentions the same people in the same moment by chance.
func (story) look(post posts.Post) (look string, isDistinct bool) {
	names, err := mentionNames(post)
	if err != nil {
		return attempt.LookOf("story", value(post.StoryMentions)), false
	}
	slices.Sort(names)
	return attempt.LookOf(append([]string{"story", posts.KindOfFile(post)}, names...)...), true
}

func (story) status(context.Context, *work, attempt.Attempt) (status, error) { return status{}, nil }

// visible returns the account's own live stories. The network may have left mentions out, and it adds none.
func (story) visible(ctx context.Context, w *work, _ time.Time) (listing, error) {
	names, err := mentionNames(w.post)
	if err != nil {
		return listing{}, err
	}
	stories, err := w.ownStories(ctx)
	if err != nil {
		return listing{}, err
	}
	account, err := w.connected(ctx, w.db)
	if err != nil {
		return listing{}, err
	}
	var shown listing
	for _, s := range stories {
		one := item{id: s.ID, at: s.TakenAt, permalink: native.StoryPermalink(account.Username, s.ID)}
		if len(s.UploadID) == len(native.NewUploadID(s.TakenAt)) {
			one.ref = s.UploadID
		}
		one.isAlike, one.isPossible = w.resembles(s, names)
		shown.items = append(shown.items, one)
	}
	return shown, nil
}

// resembles reports whether a story looks like the post, and whether it could be the post.
func (w *work) resembles(s native.OwnStory, names []string) (isAlike, isPossible bool) {
	if len(w.post.MediaFiles) > 0 && s.IsVideo != w.post.MediaFiles[0].IsVideo() {
		return false, false
	}
	for name := range storyNames(s) {
		if !slices.Contains(names, name) {
			return false, false
		}
	}
	return len(s.Mentions) == len(names), true
}

// mentionNames are the names that a post mentions, in lower case.
func mentionNames(post posts.Post) ([]string, error) {
	mentions, err := posts.DecodeList[posts.StoryMention](post.StoryMentions)
	names := make([]string, len(mentions))
	for i, m := range mentions {
		names[i] = mentionName(m)
	}
	return names, err
}
