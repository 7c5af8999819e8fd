package book

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"strings"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// BookPlace is a place of what was posted, or one that somebody named.
type BookPlace struct {
	bun.BaseModel `bun:"table:book_places" json:"-"`

	ID     string         `bun:",pk" json:"id"     doc:"The network's number of the place." example:"213385402"`
	Name   string         `json:"name"   doc:"The name that somebody gave to it, or else that of the last post; empty for none." example:"Lisbon, Portugal"`
	Posts  int            `bun:",scanonly" json:"posts"  doc:"How many posts have it." example:"3"`
	LastAt *wiretime.Time `bun:",scanonly" json:"lastAt" doc:"When the last of them went out, or is to; null where no post has it."`
}

// KeptText is kept to be inserted by its name.
type KeptText struct {
	bun.BaseModel `bun:"table:book_texts" json:"-"`

	ID   wireid.ID `bun:",pk" json:"id"   doc:"Id of the text." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	Name string    `json:"name" doc:"What it is called." example:"Bread"`
	Text string    `json:"text" doc:"What is inserted: hashtags, or the beginning of a caption." example:"#bakery #sourdough"`
}

// Book is the answer of GET /book.
type Book struct {
	People   []BookName  `json:"people"   nullable:"false" doc:"Who was mentioned, tagged or invited, those in most posts first; 2,000 at most."`
	Hashtags []BookName  `json:"hashtags" nullable:"false" doc:"The hashtags of captions and first comments, those in most posts first; 2,000 at most."`
	Places   []BookPlace `json:"places"   nullable:"false" doc:"The places, those of most posts first; 2,000 at most."`
	Texts    []KeptText  `json:"texts"    nullable:"false" doc:"The kept texts by their names."`
}

// How many texts and names of places are kept.
const (
	maxTexts  = 200
	maxPlaces = 1000
)

// places are those of posts, then those that only have names.
const places = `SELECT u.id, coalesce(b.name, max(u.name)) AS name, sum(posts) AS posts, max(last_at) AS last_at FROM (
		SELECT location_id AS id, substr(max(iif(location_name <> '', printf('%016d', ` + when + `) || location_name, '')), 17) AS name, count(*) AS posts, max(` + when + `) AS last_at
			FROM posts WHERE location_id <> '' AND status <> 'DRAFT' GROUP BY location_id
		UNION ALL SELECT id, '', 0, NULL FROM book_places
	) AS u LEFT JOIN book_places AS b ON b.id = u.id GROUP BY u.id ORDER BY posts DESC, last_at DESC, name, u.id LIMIT ?`

type service struct{ db *database.DB }

func newService(db *database.DB) *service { return &service{db} }

type textInput struct {
	Body struct {
		ID   *wireid.ID `json:"id,omitempty" doc:"The text that is changed; without it, one is made."`
		Name string     `json:"name" minLength:"1" maxLength:"60" doc:"What it is called; no two are called the same." example:"Bread"`
		Text string     `json:"text" minLength:"1" maxLength:"2200" doc:"What is inserted." example:"#bakery #sourdough"`
	}
}

type textRef struct {
	ID wireid.ID `path:"id" doc:"Id of the text." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
}

type placeInput struct {
	ID   string `path:"id" pattern:"^[0-9]{1,20}$" doc:"The network's number of the place." example:"213385402"`
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"What it is called; an empty name forgets the one that was given." example:"Lisbon, Portugal"`
	}
}

func (s *service) register(surface *httpapi.Operations) {
	const tag = "Posts"
	httpapi.Register(surface, huma.Operation{
		OperationID: "getBook", Method: http.MethodGet, Path: "/book", Tags: []string{tag},
		Summary: "People, hashtags, places and texts", Description: "What completes while a post is written: the names of all posts that are no drafts, and the texts that are kept.",
		Security: httpapi.CookieOnly(),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[Book], error) {
		return httpapi.Answer(s.book(ctx))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "keepText", Method: http.MethodPost, Path: "/book/texts", Tags: []string{tag},
		Summary: "Keep a text", Description: "Makes a text that can be inserted by its name, or changes one. 200 are kept at most.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound)),
	}, func(ctx context.Context, in *textInput) (*httpapi.Output[KeptText], error) {
		text := KeptText{Name: strings.TrimSpace(in.Body.Name), Text: strings.TrimSpace(in.Body.Text)}
		return httpapi.Answer(s.keep(ctx, in.Body.ID, text))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "deleteText", Method: http.MethodDelete, Path: "/book/texts/{id}", Tags: []string{tag},
		Summary: "Delete a kept text", Description: "What was inserted of it stays where it is.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound)),
	}, func(ctx context.Context, in *textRef) (*struct{}, error) { return nil, s.delete(ctx, in.ID) })
	httpapi.Register(surface, huma.Operation{
		OperationID: "namePlace", Method: http.MethodPut, Path: "/book/places/{id}", Tags: []string{tag},
		Summary: "Name a place", Description: "Remembers what somebody calls the place of a number. 1,000 names are kept at most.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, func(ctx context.Context, in *placeInput) (*struct{}, error) {
		return nil, s.namePlace(ctx, in.ID, strings.TrimSpace(in.Body.Name))
	})
}

func (s *service) book(ctx context.Context) (Book, error) {
	l, err := learn(ctx, s.db)
	if err != nil {
		return Book{}, fmt.Errorf("read the names of the posts: %w", err)
	}
	book := Book{People: names(l.people), Hashtags: names(l.tags), Places: []BookPlace{}, Texts: []KeptText{}}
	if err := s.db.NewRaw(places, most).Scan(ctx, &book.Places); err != nil {
		return Book{}, fmt.Errorf("read the places of the posts: %w", err)
	}
	return book, s.db.NewSelect().Model(&book.Texts).Order("name").Scan(ctx)
}

// keep makes a text, or changes the one with an id.
func (s *service) keep(ctx context.Context, id *wireid.ID, text KeptText) (KeptText, error) {
	if text.Name == "" || text.Text == "" {
		return KeptText{}, apperror.New(apperror.ValidationError, "a kept text has a name and at least one word; write both")
	}
	text.ID = wireid.New()
	if id != nil {
		text.ID = *id
	}
	return text, s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		taken, err := database.Values[string](ctx, tx, "SELECT name FROM book_texts WHERE name = ? AND id <> ?", text.Name, text.ID)
		if err != nil {
			return err
		}
		if len(taken) > 0 {
			return apperror.New(apperror.ValidationError, "there is a text called %s already; choose another name, or change that one", taken[0])
		}
		if id != nil {
			return wants(database.Exec(ctx, tx, "UPDATE book_texts SET name = ?, text = ? WHERE id = ?", text.Name, text.Text, text.ID))
		}
		if err := hasRoom(ctx, tx, "book_texts", maxTexts, "texts are kept; delete one that you no longer use"); err != nil {
			return err
		}
		_, err = tx.NewInsert().Model(&text).Exec(ctx)
		return err
	})
}

func (s *service) delete(ctx context.Context, id wireid.ID) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return wants(database.Exec(ctx, tx, "DELETE FROM book_texts WHERE id = ?", id))
	})
}

func (s *service) namePlace(ctx context.Context, id, name string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := database.Exec(ctx, tx, "DELETE FROM book_places WHERE id = ?", id); err != nil || name == "" {
			return err
		}
		if err := hasRoom(ctx, tx, "book_places", maxPlaces, "places have names; take the name from one that you no longer use"); err != nil {
			return err
		}
		_, err := tx.NewInsert().Model(&BookPlace{ID: id, Name: name}).Exec(ctx)
		return err
	})
}

func hasRoom(ctx context.Context, tx bun.Tx, table string, limit int, what string) error {
	count, err := database.Value[int](ctx, tx, "SELECT count(*) FROM "+table)
	if err == nil && count >= limit {
		return apperror.New(apperror.ValidationError, "%d %s", count, what)
	}
	return err
}

// wants returns NOT_FOUND when a statement has changed nothing.
func wants(changed sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := changed.RowsAffected()
	if err == nil && n == 0 {
		return apperror.New(apperror.NotFound, "this text is no longer kept; it was deleted in another window")
	}
	return err
}
