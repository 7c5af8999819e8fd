package media

import (
	"context"
	"fmt"
	"net/http"

	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

// maxLookedUp is how many files a look-up names at most.
const maxLookedUp = 10

// MediaIDs is the answer of GET /media/ids.
type MediaIDs struct {
	IDs []wireid.ID `json:"ids" doc:"The ids that begin so, in their order; at most 10."`
}

type (
	idsInput struct {
		Prefix string `query:"prefix" required:"true" minLength:"4" maxLength:"36" pattern:"^[0-9a-f-]+$" doc:"The first characters of the id." example:"1b4e28ba"`
	}
	idsOutput struct{ Body MediaIDs }
)

// lookups finds files by the first characters of their ids.
type lookups struct{ db *database.DB }

func newLookups(db *database.DB) *lookups { return &lookups{db: db} }

// register is for the internal surface, whose commands take what is short to type.
func (l *lookups) register(surface huma.API) {
	huma.Register(surface, huma.Operation{
		OperationID: "findMediaIDs", Method: http.MethodGet, Path: "/media/ids", Tags: []string{tag},
		Summary: "Which files have an id that begins so?", Description: "The ids of media files that begin with the given characters.",
		Security: httpapi.CookieOnly(),
	}, l.findIDs)
}

func (l *lookups) findIDs(ctx context.Context, in *idsInput) (*idsOutput, error) {
	// An id has digits, letters up to f and hyphens: what begins with the prefix comes before the prefix and a g.
	ids, err := database.Values[wireid.ID](ctx, l.db, "SELECT id FROM media_files WHERE id >= ?1 AND id < ?1 || 'g' ORDER BY id LIMIT ?2", in.Prefix, maxLookedUp)
	if err != nil {
		return nil, fmt.Errorf("look for files by their ids: %w", err)
	}
	return &idsOutput{Body: MediaIDs{IDs: append([]wireid.ID{}, ids...)}}, nil
}
