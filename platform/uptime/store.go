package uptime

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// row is the row of a network.
type row struct {
	bun.BaseModel `bun:"table:uptime"`

	Network   config.Network `bun:",pk"`
	BeatAt    wiretime.Time
	Boot      string
	ElapsedMs int64
	RanMs     int64
	AheadMs   *int64
	Absences  string
}

// stored is an absence in Unix milliseconds.
type stored struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// row returns the row to store. The caller holds the lock.
func (m *Meter) row() row {
	list := make([]stored, len(m.absences))
	for i, a := range m.absences {
		list[i] = stored{a.From.UnixMilli(), a.To.UnixMilli()}
	}
	text, err := json.Marshal(list)
	if err != nil {
		text = []byte("[]") // Numbers can always be written.
	}
	r := row{
		Network: m.network, BeatAt: wiretime.Of(m.last.wall), Boot: m.last.running.Boot, ElapsedMs: m.last.running.Elapsed.Milliseconds(),
		RanMs: m.ran.Milliseconds(), Absences: string(text),
	}
	if m.compared {
		ms := m.ahead.Milliseconds()
		r.AheadMs = &ms
	}
	return r
}

func (r row) ran() time.Duration { return time.Duration(r.RanMs) * time.Millisecond }

// ahead returns zero if the clocks were never compared.
func (r row) ahead() time.Duration {
	if r.AheadMs == nil {
		return 0
	}
	return time.Duration(*r.AheadMs) * time.Millisecond
}

func (r row) point() point {
	p := point{wall: r.BeatAt.Time()}
	p.running.Boot, p.running.Elapsed = r.Boot, time.Duration(r.ElapsedMs)*time.Millisecond
	return p
}

// absences returns none if they cannot be read.
func (r row) absences() []Absence {
	var list []stored
	if err := json.Unmarshal([]byte(r.Absences), &list); err != nil {
		return nil
	}
	absences := make([]Absence, len(list))
	for i, s := range list {
		absences[i] = Absence{time.UnixMilli(s.From).UTC(), time.UnixMilli(s.To).UTC()}
	}
	return absences
}

var (
	selectRow = database.SelectFrom[row]("WHERE network = ?")
	upsertRow = database.InsertInto[row](`ON CONFLICT (network) DO UPDATE SET beat_at = EXCLUDED.beat_at, boot = EXCLUDED.boot,
		elapsed_ms = EXCLUDED.elapsed_ms, ran_ms = EXCLUDED.ran_ms, ahead_ms = EXCLUDED.ahead_ms, absences = EXCLUDED.absences`)
)

func read(ctx context.Context, db bun.IDB, network config.Network) (r row, found bool, err error) {
	r, err = selectRow.One(ctx, db, network)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, err
}

func (r row) store(ctx context.Context, db *database.DB) error {
	return db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return upsertRow.Exec(ctx, tx, &r)
	})
}
