package settings

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// Preferences are how the user wants to see the interface.
type Preferences struct {
	bun.BaseModel `bun:"table:preferences" json:"-"`

	ID         int    `bun:",pk" json:"-"`
	Zone       string `json:"zone"       maxLength:"64" doc:"The time zone of the views, by its IANA name; empty for that of the browser." example:"Europe/Berlin"`
	WeekStart  string `json:"weekStart"  enum:"monday,saturday,sunday" doc:"The first day of a week." example:"monday"`
	Clock      string `json:"clock"      enum:"24,12" doc:"Whether an hour is shown as 18:05 or as 6:05 pm." example:"24"`
	Theme      string `json:"theme"      enum:"system,light,dark" doc:"The colours; system for those of the computer." example:"system"`
	SingleKeys bool   `json:"singleKeys" doc:"Whether single letters are commands." example:"true"`
	AccountID  string `json:"accountId"  maxLength:"64" doc:"The account that a new post begins with; empty for the one that was used last." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	PostTime   string `json:"postTime"   pattern:"^(([01][0-9]|2[0-3]):[0-5][0-9])?$" doc:"The time that a new post begins with; empty for the one that was used last." example:"09:00"`
}

// ShownPreferences are the answer of GET /api/preferences.
type ShownPreferences struct {
	Preferences

	IsChosen bool `json:"isChosen" doc:"Whether somebody has chosen anything yet. Until then these are what Crier begins with." example:"true"`
}

// preferences keeps the one row.
type preferences struct{ db *database.DB }

func newPreferences(db *database.DB) *preferences { return &preferences{db} }

type preferencesInput struct{ Body Preferences }

func (p *preferences) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getPreferences", Method: http.MethodGet, Path: "/preferences", Tags: []string{tag},
		Summary: "How the user wants to see the interface", Description: "The same in every browser and tab. An event of the kind status with the id preferences says that they have changed.",
		Security: httpapi.CookieOnly(),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[ShownPreferences], error) {
		return httpapi.Answer(p.get(ctx))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "choosePreferences", Method: http.MethodPut, Path: "/preferences", Tags: []string{tag},
		Summary: "Choose how the interface is seen", Description: "Keeps all of them. The zone must be one that Crier knows.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, func(ctx context.Context, in *preferencesInput) (*httpapi.Output[ShownPreferences], error) {
		return httpapi.Answer(p.choose(ctx, in.Body))
	})
}

func (p *preferences) get(ctx context.Context) (ShownPreferences, error) {
	shown := ShownPreferences{IsChosen: true}
	err := p.db.NewSelect().Model(&shown.Preferences).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return ShownPreferences{Preferences: Preferences{WeekStart: "monday", Clock: "24", Theme: "system", SingleKeys: true}}, nil
	}
	return shown, err
}

func (p *preferences) choose(ctx context.Context, chosen Preferences) (ShownPreferences, error) {
	if _, err := time.LoadLocation(chosen.Zone); err != nil || chosen.Zone == "Local" {
		return ShownPreferences{}, apperror.New(apperror.ValidationError, "there is no time zone of this name; choose one such as Europe/Berlin")
	}
	chosen.ID = 1
	err := p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&chosen).On("CONFLICT (id) DO UPDATE").
			Set("zone = EXCLUDED.zone").Set("week_start = EXCLUDED.week_start").Set("clock = EXCLUDED.clock").Set("theme = EXCLUDED.theme").
			Set("single_keys = EXCLUDED.single_keys").Set("account_id = EXCLUDED.account_id").Set("post_time = EXCLUDED.post_time").Exec(ctx)
		return err
	})
	return ShownPreferences{chosen, true}, err
}
