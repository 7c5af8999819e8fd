package posts

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// searchedAtOnce is how many posts one search reads, so that it takes a bounded time, however rare
// the matches are.
const searchedAtOnce = 10_000

// FoundPosts is the answer of GET /posts/search.
type FoundPosts struct {
	Posts []PostSummary `json:"posts" doc:"The posts that were found, in the order of at, the latest first. A draft without a day stands where it was made."`
	Next  *string       `json:"next"  doc:"The cursor of the next page, which has earlier posts; null when there are none. A page may have few posts, or none, and a next one all the same: one search looks at 10,000 posts." example:"1793615400000.3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
}

// searchQuery is what a client searches for. Its zero value finds everything.
type searchQuery struct {
	text, code string
	filter     calendarFilter
}

type searchInput struct {
	Q         string                   `query:"q"         maxLength:"200" doc:"Part of the caption, of the name of a person or place, of an alt text, of the name of a file or of why the post failed; capital and small letters are the same." example:"sourdough"`
	Status    []Status                 `query:"status"    maxItems:"7" enum:"DRAFT,SCHEDULED,QUEUED,PROCESSING,PUBLISHING,PUBLISHED,FAILED" doc:"Only posts in these statuses, with commas between them." example:"[\"FAILED\"]"`
	AccountID httpapi.Param[wireid.ID] `query:"accountId" doc:"Only posts of this account."`
	Code      string                   `query:"code"      maxLength:"64" doc:"Only posts with this errorCode: why they failed, or are held." example:"TOKEN_EXPIRED"`
	MediaType MediaType                `query:"mediaType" enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Only posts of this kind." example:"CAROUSEL"`
	Timezone  string                   `query:"timezone"  maxLength:"64" default:"UTC" doc:"IANA name of the time zone for localTime." example:"Europe/Berlin"`
	Cursor    string                   `query:"cursor"    maxLength:"100" doc:"The next of the page before; absent for the first page." example:"1793615400000.3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	Limit     int                      `query:"limit"     minimum:"1" maximum:"100" default:"50" doc:"How many posts a page has at most."`
}

// searches finds posts in the history.
type searches struct {
	db        *database.DB
	summaries *summaries
}

func newSearches(db *database.DB, s *summaries) *searches { return &searches{db: db, summaries: s} }

// register registers on the internal surface, because v1 has only lists.
func (s *searches) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "searchPosts", Method: http.MethodGet, Path: "/posts/search", Tags: []string{tag},
		Summary: "Find posts", Description: "Posts of all accounts in any stage that fit all that is asked for, in the order of the times at which a calendar shows them, the latest first; a draft without a day stands where it was made. Ask for the next page while next is not null; what is made meanwhile moves nothing from one page to another.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.WithAnswers(nil, httpapi.Example{
			Name: "failed", Summary: "A failed post", Changes: `{"posts":[{"status":"FAILED","heldCode":null,"permalink":null,"warnings":[]}],"next":null}`,
		}),
	}, s.search)
}

func (s *searches) search(ctx context.Context, in *searchInput) (*httpapi.Output[FoundPosts], error) {
	zone, err := Zone(in.Timezone)
	if err != nil {
		return nil, err
	}
	before := database.AfterAll()
	if in.Cursor != "" {
		var isCursor bool
		if before, isCursor = database.ParseCursor(in.Cursor); !isCursor {
			return nil, apperror.New(apperror.InvalidParam, "query.cursor: expected the next of the page before")
		}
	}
	q := searchQuery{text: in.Q, code: in.Code, filter: calendarFilter{account: in.AccountID.Pointer(), statuses: in.Status, mediaType: in.MediaType}}
	found, next, err := q.page(ctx, s.db, before, in.Limit)
	if err != nil {
		return nil, fmt.Errorf("search posts: %w", err)
	}
	summarised, err := s.summaries.summarise(ctx, found, zone)
	if err != nil {
		return nil, err
	}
	out := &httpapi.Output[FoundPosts]{Body: FoundPosts{Posts: summarised}}
	if next != nil {
		out.Body.Next = new(next.String())
	}
	return out, nil
}

// shownAt returns the position of a post in the search's order: that of the time that is shown of
// it.
func shownAt(post Post) database.Cursor {
	if calendarInstant(&post) == nil {
		return cursorOf(post)
	}
	return database.Cursor{CreatedAt: calendarMillis(&post), ID: post.ID.String()}
}

// page returns matching posts that come after a cursor in the search's order, and where the next
// page begins; nil when there is none.
func (q searchQuery) page(ctx context.Context, db bun.IDB, before database.Cursor, limit int) (found []Post, next *database.Cursor, err error) {
	scanned, scannedArgs := q.scanned(before)
	condition, args, err := q.condition()
	if err != nil {
		return nil, nil, err
	}
	// The posts come in the order of the index, so that the query ends as soon as there are enough.
	rows, err := database.Values[int64](ctx, db, "SELECT p.row FROM ("+scanned+" LIMIT ?) AS p WHERE "+condition+" LIMIT ?",
		slices.Concat(scannedArgs, []any{searchedAtOnce}, args, []any{limit + 1})...)
	if err != nil {
		return nil, nil, err
	}
	if found, err = selectRows(ctx, db, rows, func(a, b Post) int { return shownAt(b).Compare(shownAt(a)) }); err != nil {
		return nil, nil, err
	}
	if len(found) > limit {
		found = found[:limit]
		last := shownAt(found[limit-1])
		return found, &last, nil
	}
	last, err := database.Values[string](ctx, db, "SELECT instant || '.' || id FROM ("+scanned+" LIMIT 1 OFFSET ?)", append(scannedArgs, searchedAtOnce-1)...)
	if err != nil || len(last) == 0 {
		return found, nil, err
	}
	end, _ := database.ParseCursor(last[0])
	return found, &end, nil
}

// Beginning returns the posts whose caption begins with a text, the oldest first.
func Beginning(ctx context.Context, db bun.IDB, caption string) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, "SELECT id FROM posts WHERE substr(caption, 1, length(?1)) = ?1 ORDER BY created_at, id", caption)
}

// looksAt are the columns of the conditions. Reading all columns of every post takes several times
// as long.
const looksAt = "rowid AS row, id, status, social_account_id, media_type, caption, error_code, error_message, alt_text, alt_texts, user_tags, people_tagged, story_mentions, collaborators, location_id, location_name"

// searchedColumns are what a post says, beside the names of its files.
var searchedColumns = []string{"caption", "user_tags", "people_tagged", "story_mentions", "collaborators", "location_name", "alt_text", "alt_texts", "error_message"}

// scanned selects the posts that one search reads: those after a cursor in its order. What a
// calendar shows comes from the calendar's index, whose first condition is there because SQLite
// does not use a partial index for a comparison of rows alone; drafts without a day come from the
// index of their status. SQLite merges the two as it reads them.
func (q searchQuery) scanned(before database.Cursor) (text string, args []any) {
	at := []any{before.CreatedAt, before.ID}
	text, args = "SELECT "+calendarAt+" AS instant, "+looksAt+" FROM posts AS p INDEXED BY posts_calendar WHERE "+calendarAt+" <= ? AND ("+calendarAt+", id) < (?, ?)",
		append([]any{before.CreatedAt}, at...)
	if len(q.filter.statuses) == 1 {
		text, args = text+" AND status = ?", append(args, q.filter.statuses[0])
	}
	if len(q.filter.statuses) == 0 || slices.Contains(q.filter.statuses, Draft) {
		text += " UNION ALL SELECT created_at AS instant, " + looksAt + " FROM posts AS p INDEXED BY posts_by_status WHERE status = 'DRAFT' AND planned_for IS NULL AND (created_at, id) < (?, ?)"
		args = append(args, at...)
	}
	return text + " ORDER BY instant DESC, id DESC", args
}

// condition returns the search as a condition on p, with its arguments.
func (q searchQuery) condition() (text string, args []any, err error) {
	if text, args, err = q.filter.condition(); err != nil {
		return "", nil, err
	}
	if q.code != "" {
		text, args = text+" AND p.error_code = ?", append(args, q.code)
	}
	if q.text != "" {
		ways := []string{"0"} // A text that nothing contains has no pattern.
		for _, pattern := range database.Containing(q.text) {
			for _, column := range searchedColumns {
				ways, args = append(ways, "p."+column+` LIKE ? ESCAPE '\'`), append(args, pattern)
			}
			// Somebody may have given a place another name than its posts have.
			ways, args = append(ways, `p.location_id IN (SELECT id FROM book_places WHERE name LIKE ? ESCAPE '\')`), append(args, pattern)
			ways, args = append(ways, `EXISTS (SELECT 1 FROM post_media AS m JOIN media_files AS f ON f.id = m.media_file_id WHERE m.post_id = p.id AND f.original_filename LIKE ? ESCAPE '\')`), append(args, pattern)
		}
		text += " AND (" + strings.Join(ways, " OR ") + ")"
	}
	return text, args, nil
}
