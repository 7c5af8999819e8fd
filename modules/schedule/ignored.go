package schedule

import (
	"fmt"
	"slices"

	"crier/modules/posts"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// unread is a member of a request that the operation ignores: any JSON value, kept as it was sent.
type unread struct{ jsontext.Value }

// Schema accepts every value. Without it the schema of a string would refuse the others.
func (unread) Schema(huma.Registry) *huma.Schema { return &huma.Schema{} }

// ignored names the members of a change that ask for another account, type or file, which a change
// does not apply. A member that has the present value, as in a post that is sent back whole, is not
// named, and neither is one that asks for no file where the type of the post has none there.
func ignored(change SchedulePatch, post posts.Post) []posts.Warning {
	files := make([]string, len(post.MediaFiles))
	for i, file := range post.MediaFiles {
		files[i] = file.ID.String()
	}
	isCarousel := post.MediaType == posts.Carousel
	warnings := []posts.Warning{}
	for _, member := range []struct {
		name string
		sent unread
		has  []string
		// isUnused says that posts of this type do not have the member.
		isUnused bool
	}{
		{"accountId", change.AccountID, []string{post.SocialAccountID.String()}, false},
		{"mediaType", change.MediaType, []string{string(post.MediaType)}, false},
		{"mediaFileId", change.MediaFileID, files, isCarousel},
		{"mediaFileIds", change.MediaFileIDs, files, !isCarousel},
	} {
		texts, isText := textsIn(member.sent)
		if len(member.sent.Value) == 0 || isText && (slices.Equal(texts, member.has) || len(texts) == 0 && member.isUnused) {
			continue
		}
		warnings = append(warnings, posts.FieldIgnored(fmt.Sprintf("%s was ignored: a scheduled post keeps its account, type and files. "+
			"Cancel it (DELETE /schedule/%s), change the draft that it becomes (PUT /posts/draft/%[2]s), and schedule that again with its id as draftId",
			member.name, post.ID)))
	}
	return warnings
}

// textsIn returns the texts of a JSON string or of a list of strings, none for null, and false for
// anything else.
func textsIn(sent unread) (texts []string, isText bool) {
	var one *string
	if json.Unmarshal(sent.Value, &one) == nil {
		if one == nil {
			return nil, true
		}
		return []string{*one}, true
	}
	var list []string
	if json.Unmarshal(sent.Value, &list) != nil {
		return nil, false
	}
	return list, true
}
