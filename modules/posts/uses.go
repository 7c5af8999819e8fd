package posts

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// MediaUses is the answer of GET /media/{id}/uses.
type MediaUses struct {
	Posts []PostSummary `json:"posts" doc:"The drafts and posts that have the file, the newest first; at most 50."`
	Total int64         `json:"total" doc:"How many there are." example:"1"`
}

// maxUses is how many posts are told of one file.
const maxUses = 50

// uses tells where files are used.
type uses struct {
	db        *database.DB
	media     *media.Service
	summaries *summaries
}

func newUses(db *database.DB, files *media.Service, s *summaries) *uses { return &uses{db, files, s} }

type usesInput struct {
	ID       wireid.ID `path:"id" doc:"Id of the media file." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	Timezone string    `query:"timezone" maxLength:"64" default:"UTC" doc:"IANA name of the time zone of localTime." example:"Europe/Berlin"`
}

// register is for the internal surface: v1 says which files a post has, and not the reverse.
func (u *uses) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getMediaUses", Method: http.MethodGet, Path: "/media/{id}/uses", Tags: []string{tag},
		Summary:     "Where is a file used?",
		Description: "The drafts and posts that have the file, with their statuses and times. Posts that were deleted here are not among them.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.WithAnswers(httpapi.Errors(apperror.NotFound), usesAnswer()),
	}, u.getUses)
}

func usesAnswer() httpapi.Example {
	return httpapi.Example{
		Name: "scheduled", Summary: "A file that one scheduled post has",
		Changes: `{"posts":[{"heldCode":null,"errorCode":null,"errorMessage":null,"permalink":null,"warnings":[]}]}`,
	}
}

func (u *uses) getUses(ctx context.Context, in *usesInput) (*httpapi.Output[MediaUses], error) {
	zone, err := Zone(in.Timezone)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(u.find(ctx, in.ID, zone))
}

// find returns the posts that have a file, or NOT_FOUND.
func (u *uses) find(ctx context.Context, file wireid.ID, zone *time.Location) (answer MediaUses, err error) {
	if _, err := u.media.File(ctx, file); err != nil {
		return MediaUses{}, err
	}
	list, total, err := selectUses(ctx, u.db, file, maxUses)
	if err != nil {
		return MediaUses{}, fmt.Errorf("look for the posts of a file: %w", err)
	}
	answer.Total = total
	answer.Posts, err = u.summaries.summarise(ctx, list, zone)
	return answer, err
}

var postsWithFile = database.SelectFrom[Post]("WHERE id IN (SELECT post_id FROM post_media WHERE media_file_id = ?) ORDER BY created_at DESC, id DESC LIMIT ?")

func selectUses(ctx context.Context, db bun.IDB, file wireid.ID, limit int) ([]Post, int64, error) {
	total, err := database.Value[int64](ctx, db, "SELECT count(DISTINCT post_id) FROM post_media WHERE media_file_id = ?", file)
	if err != nil || total == 0 {
		return nil, total, err
	}
	list, err := postsWithFile.All(ctx, db, file, limit)
	return list, total, err
}

// waitWith returns how many other posts than self have a file and wait to go out, or are about to.
func waitWith(ctx context.Context, db bun.IDB, file, self wireid.ID) (int64, error) {
	return database.Value[int64](ctx, db, `SELECT count(*) FROM post_media JOIN posts ON posts.id = post_id
		WHERE media_file_id = ? AND post_id <> ? AND status NOT IN ('DRAFT', 'PUBLISHED', 'FAILED')`, file, self)
}

// UnusedFiles returns the media files of a name that no post has.
func UnusedFiles(ctx context.Context, db bun.IDB, name string) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, `SELECT id FROM media_files AS m WHERE original_filename = ?
		AND NOT EXISTS (SELECT 1 FROM post_media WHERE media_file_id = m.id)`, name)
}

// EndedMedia returns those of the media files whose posts have all ended, so that nobody publishes
// them any more.
func EndedMedia(ctx context.Context, db bun.IDB, media []string) ([]string, error) {
	list, err := database.List(media)
	if err != nil {
		return nil, err
	}
	ended, err := database.Values[string](ctx, db, `SELECT media_file_id FROM post_media JOIN posts ON posts.id = post_id
		WHERE media_file_id IN (SELECT value FROM json_each(?)) GROUP BY media_file_id HAVING min(status IN ('PUBLISHED', 'FAILED'))`, list)
	if err != nil {
		return nil, fmt.Errorf("find what has ended: %w", err)
	}
	return ended, nil
}
