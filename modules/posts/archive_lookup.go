package posts

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/uptrace/bun"
)

// Place is a place where a post, or what belongs to it, can be live.
type Place string

const (
	OnInstagram Place = "instagram"
	OnPage      Place = "page"
	// AsComment is below the post.
	AsComment Place = "comment"
)

// Record is what Crier knows of a post, also after its deletion here.
type Record struct {
	Post       Post           `json:"post"       doc:"The post as it is now, or as it was when it was deleted here."`
	ArchivedAt *wiretime.Time `json:"archivedAt" doc:"When it was deleted here; null while it is in the history."`
	Live       []Live         `json:"live"       doc:"Where it is live as far as Crier knows: what somebody deletes in the network's own app Crier does not hear of."`
}

// Live is one place where a post is live.
type Live struct {
	Place     Place   `json:"place"     enum:"instagram,page" doc:"Where." example:"page"`
	ID        string  `json:"id"        doc:"The network's id of it." example:"17920238422030506"`
	Permalink *string `json:"permalink" doc:"Its address; null while the network has not named it." example:"https://www.instagram.com/p/DAbCdEfGhIj/"`
}

// storyLife is how long the network shows a story.
const storyLife = 24 * time.Hour

// records are what is known of posts.
type records struct {
	db      *database.DB
	clock   clock.Clock
	uptime  *uptime.Meter
	media   *media.Service
	history *History
}

func newRecords(db *database.DB, clk clock.Clock, meter *uptime.Meter, files *media.Service, history *History) *records {
	return &records{db: db, clock: clk, uptime: meter, media: files, history: history}
}

// find returns the record of a post, also of a deleted one, or NOT_FOUND.
func (r *records) find(ctx context.Context, id wireid.ID) (Record, error) {
	post, err := r.history.Post(ctx, id)
	record := Record{Post: post}
	if apperror.CodeOf(err) == apperror.NotFound {
		record, err = r.archived(ctx, id)
	}
	if err != nil {
		return Record{}, err
	}
	removed, err := selectRemovals(ctx, r.db, id)
	if err != nil {
		return Record{}, fmt.Errorf("read where a post was deleted: %w", err)
	}
	record.Live = record.Post.live(removed, r.networkNow())
	return record, nil
}

func (r *records) networkNow() time.Time {
	ahead, _ := r.uptime.Ahead()
	return r.clock.Now().Add(-ahead)
}

// live returns where the post is live at the instant now, given where it was deleted.
func (p Post) live(removed map[Place]bool, now time.Time) []Live {
	places := []Live{}
	if p.MediaType == Stories && p.PublishedAt != nil && !now.Before(p.PublishedAt.Time().Add(storyLife)) {
		return places
	}
	for _, at := range []struct {
		place    Place
		id, link *string
	}{{OnInstagram, p.SNMediaID, p.SNPermalink}, {OnPage, p.PartnerPostID, p.PartnerPermalink}} {
		if at.id != nil && !removed[at.place] {
			places = append(places, Live{Place: at.place, ID: *at.id, Permalink: at.link})
		}
	}
	return places
}

// archived returns a post that was deleted here, or NOT_FOUND.
func (r *records) archived(ctx context.Context, id wireid.ID) (Record, error) {
	row, err := selectArchived(ctx, r.db, id)
	if err != nil {
		return Record{}, err
	}
	if row.MediaFiles, err = r.archivedFiles(ctx, row.MediaFileIDs); err != nil {
		return Record{}, fmt.Errorf("read the files of the archive: %w", err)
	}
	return Record{Post: row.Post, ArchivedAt: &row.ArchivedAt}, nil
}

// archivedFiles returns those of the files that have not been deleted.
func (r *records) archivedFiles(ctx context.Context, list string) ([]media.MediaFile, error) {
	var ids []*wireid.ID
	if err := json.Unmarshal([]byte(list), &ids); err != nil {
		return nil, err
	}
	var kept []wireid.ID
	for _, id := range ids {
		if id != nil {
			kept = append(kept, *id)
		}
	}
	byID, err := r.media.Files(ctx, r.db, kept)
	files := []media.MediaFile{}
	for _, id := range kept {
		if file, ok := byID[id]; ok {
			files = append(files, file)
		}
	}
	return files, err
}

// removal is one place where Crier has deleted a post at the network.
type removal struct {
	bun.BaseModel `bun:"table:post_removals"`

	PostID    wireid.ID `bun:",pk"`
	Place     Place     `bun:",pk"`
	RemovedAt wiretime.Time
}

// NoteRemoval stores that the network has deleted a post for Crier, in the transaction that takes
// the post out of the history.
func NoteRemoval(ctx context.Context, tx bun.IDB, id wireid.ID, place Place, now wiretime.Time) error {
	_, err := tx.NewInsert().Model(&removal{PostID: id, Place: place, RemovedAt: now}).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}

func selectRemovals(ctx context.Context, db bun.IDB, id wireid.ID) (map[Place]bool, error) {
	places, err := database.Values[Place](ctx, db, "SELECT place FROM post_removals WHERE post_id = ?", id)
	at := make(map[Place]bool, len(places))
	for _, place := range places {
		at[place] = true
	}
	return at, err
}

// register registers on the internal surface, because v1 does not show deleted posts.
func (r *records) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getPostRecord", Method: http.MethodGet, Path: "/posts/{id}/record", Tags: []string{tag},
		Summary: "What is known of a post, also after it was deleted here?",
		Description: "The post, when it was deleted from the history, and the addresses where it is still live: one that the network did not delete, or " +
			"the copy on the Page, which a deletion at the network leaves.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.NotFound),
	}, r.getRecord)
}

func (r *records) getRecord(ctx context.Context, in *postInput) (*httpapi.Output[Record], error) {
	return httpapi.Answer(r.find(ctx, in.ID))
}
