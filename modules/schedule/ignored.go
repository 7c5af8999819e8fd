package schedule

import (
	"fmt"
	"slices"

	"crier/modules/posts"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ignored names the members of a change that ask for another account, type or file, which a change
// does not apply. A member that has the present value, as in a post that is sent back whole, is not
// named.
func ignored(change SchedulePatch, post posts.Post) []posts.Warning {
	files := make([]string, len(post.MediaFiles))
	for i, file := range post.MediaFiles {
		files[i] = file.ID.String()
	}
	warnings := []posts.Warning{}
	for _, member := range []struct {
		name string
		sent jsontext.Value
		has  []string
	}{
		{"accountId", change.AccountID, []string{post.SocialAccountID.String()}},
		{"mediaType", change.MediaType, []string{string(post.MediaType)}},
		{"mediaFileId", change.MediaFileID, files},
		{"mediaFileIds", change.MediaFileIDs, files},
	} {
		if len(member.sent) == 0 || slices.Equal(textsIn(member.sent), member.has) {
			continue
		}
		warnings = append(warnings, posts.FieldIgnored(fmt.Sprintf("%s was ignored: a scheduled post keeps its account, type and files. "+
			"Cancel it (DELETE /schedule/%s), change the draft that it becomes (PUT /posts/draft/%[2]s), and schedule that again with its id as draftId",
			member.name, post.ID)))
	}
	return warnings
}

// textsIn returns the texts of a JSON string, or of a list of strings; nil for anything else.
func textsIn(sent jsontext.Value) []string {
	var one string
	if json.Unmarshal(sent, &one) == nil {
		return []string{one}
	}
	var list []string
	if json.Unmarshal(sent, &list) != nil {
		return nil
	}
	return list
}
