package bulk

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/when"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// TableRow is a row of a table as it was read, with what an import would do with it.
type TableRow struct {
	Row          int                 `json:"row"          doc:"Number of the row in its file." example:"2"`
	Ref          string              `json:"ref"          doc:"The table's own name for the post." example:"advent-1"`
	AccountID    *wireid.ID          `json:"accountId"    doc:"The account to publish for; null when the row names none that is connected."`
	Account      string              `json:"account"      doc:"The account as the row names it; empty when it names none." example:"crier.demo.bakery"`
	At           *wiretime.Time      `json:"at"           doc:"The time that the row names, also when it is to be a draft; null for none that can be read."`
	Caption      string              `json:"caption"      doc:"The text of the post." example:"First of Advent"`
	ThumbnailURL *string             `json:"thumbnailUrl" doc:"Path at which this machine serves the thumbnail of its first file; null while that is not known."`
	Outcome      posts.ImportOutcome `json:"outcome"      enum:"made,changed,unchanged,refused" doc:"What an import would do with the row."`
	Missing      []string            `json:"missing"      doc:"The files that the row names and that are neither in the library nor among those of the request." nullable:"false"`
	Problems     []Problem           `json:"problems"     doc:"What is wrong in the row; none when a post can be made of it." nullable:"false"`
	Warnings     []posts.Warning     `json:"warnings"     doc:"What the author may not expect." nullable:"false"`
	Import       *posts.ImportRow    `json:"import,omitempty" doc:"The row for POST /posts/imports; absent when something is wrong in it, or when its post says so already."`
}

// Table is the answer of POST /posts/tables.
type Table struct {
	Rows []TableRow `json:"rows" doc:"The rows in their order." nullable:"false"`
}

// NamedFile says which file of the library a name in a table means.
type NamedFile struct {
	Name   string    `json:"name"   maxLength:"255" doc:"The name in the table, without folders." example:"kipferl.jpg"`
	FileID wireid.ID `json:"fileId" doc:"The file in the library."`
}

// Change is what a cell of a row says in place of what the file does.
type Change struct {
	Row    int    `json:"row"    doc:"Number of the row in its file." example:"2"`
	Column string `json:"column" enum:"account,type,media,caption,at,timezone" doc:"Name of the column." example:"at"`
	Text   string `json:"text"   maxLength:"20000" doc:"What the cell is to say." example:"2026-12-24 18:00"`
}

type tableInput struct {
	Body struct {
		Content  []byte      `json:"content"         doc:"The bytes of the file."`
		Timezone string      `json:"timezone"        maxLength:"64" doc:"IANA name of the time zone of rows that name none." example:"Europe/Berlin"`
		AsDrafts bool        `json:"asDrafts"        doc:"Whether every row is to be a draft."`
		Files    []NamedFile `json:"files,omitempty" maxItems:"1000" doc:"Files that were uploaded for the table. They go before others of the same name."`
		Changes  []Change    `json:"changes,omitempty" maxItems:"3000" doc:"What was changed in rows since. A row counts as the one that the file has: the same file makes it once, changed or not."`
	}
}

// tables reads the tables that are dropped on the calendar.
type tables struct {
	db       *database.DB
	clock    clock.Clock
	accounts *auth.Service
	media    *media.Service
	importer *posts.Importer
}

func newTables(db *database.DB, clk clock.Clock, accounts *auth.Service, files *media.Service, importer *posts.Importer) *tables {
	return &tables{db: db, clock: clk, accounts: accounts, media: files, importer: importer}
}

func (t *tables) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "readTable", Method: http.MethodPost, Path: "/posts/tables", Tags: []string{"Posts"},
		Summary: "Read a table of posts", Description: "Reads the CSV or JSON that crier import reads, makes nothing, and says of each row what an import would do and what is wrong in it. " +
			"A file is known by its name: one of the request, or else the newest of the library. POST /posts/imports makes the posts of the rows that are right.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.WithBody(nil, MaxFile/3*4+1<<20)),
	}, t.read)
}

func (t *tables) read(ctx context.Context, in *tableInput) (*httpapi.Output[Table], error) {
	rows, err := Read(in.Body.Content)
	switch {
	case err != nil:
		return nil, apperror.New(apperror.ValidationError, "%s", oneSentence(err))
	case len(rows) == 0:
		return nil, apperror.New(apperror.ValidationError, "the table has no rows below the names of its columns")
	case len(rows) > posts.MaxImported:
		return nil, apperror.New(apperror.ValidationError, "the table has %d rows; one import has at most %d, so split it", len(rows), posts.MaxImported)
	}
	planned, out, err := t.plan(ctx, changed(rows, in.Body.Changes), in)
	if err != nil {
		return nil, err
	}
	if len(in.Body.Changes) > 0 {
		before, _, err := t.plan(ctx, rows, in)
		if err != nil {
			return nil, err
		}
		for i := range planned {
			planned[i].Digest, planned[i].MediaDigest = before[i].Digest, before[i].MediaDigest
		}
	}
	if err := t.foretell(ctx, planned, out); err != nil {
		return nil, err
	}
	for i, p := range planned {
		out[i].Problems = append([]Problem{}, p.Problems...)
		switch {
		case len(p.Problems) > 0:
			out[i].Outcome = posts.ImportRefused
		case out[i].Outcome != posts.ImportUnchanged:
			out[i].Import = &p.ImportRow
		}
	}
	return httpapi.Answer(Table{Rows: out}, nil)
}

// changed returns the rows with the changes.
func changed(rows []Row, changes []Change) []Row {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Named = slices.Clone(rows[i].Named)
		for _, c := range changes {
			if c.Row == rows[i].Number {
				rows[i].set(c.Column, c.Text)
			}
		}
	}
	return rows
}

// plan reads the rows, and finds their accounts and files.
func (t *tables) plan(ctx context.Context, rows []Row, in *tableInput) ([]*Planned, []TableRow, error) {
	planned := Plan(rows, "", t.readTime(in.Body.Timezone))
	out := make([]TableRow, len(planned))
	for i, p := range planned {
		out[i] = TableRow{Row: p.Row, Ref: p.Ref, Account: p.Account, At: p.At, Caption: p.Caption, Outcome: posts.ImportRefused, Missing: []string{}, Warnings: []posts.Warning{}}
		if in.Body.AsDrafts {
			p.At, p.Timezone = nil, ""
		}
	}
	if err := t.chooseAccounts(ctx, planned, out); err != nil {
		return nil, nil, err
	}
	return planned, out, t.findFiles(ctx, planned, out, in.Body.Files)
}

// readTime reads times of the zone, where the row names none.
func (t *tables) readTime(usual string) ReadTime {
	return func(name, text string) (time.Time, string, error) {
		zone, err := posts.Zone(cmp.Or(name, usual))
		if err != nil {
			return time.Time{}, "", fmt.Errorf("%q is no time zone; write one such as Europe/Lisbon or UTC", OneLine(cmp.Or(name, usual)))
		}
		at, err := when.Parse(text, t.clock.Now(), zone)
		if err != nil {
			return time.Time{}, "", errors.New("at: " + OneLine(err.Error()))
		}
		return at, zone.String(), nil
	}
}

// chooseAccounts finds the accounts that the rows name by their usernames or ids.
func (t *tables) chooseAccounts(ctx context.Context, planned []*Planned, out []TableRow) error {
	all, err := t.accounts.Accounts(ctx)
	if err != nil {
		return fmt.Errorf("read a table: %w", err)
	}
	var names []string
	for i := range all {
		names = append(names, all[i].Username)
	}
	for i, p := range planned {
		name := strings.TrimPrefix(strings.TrimSpace(p.Account), "@")
		at := slices.IndexFunc(all, func(a auth.SocialAccount) bool {
			return strings.EqualFold(a.Username, name) || a.ID.String() == strings.ToLower(name)
		})
		if name == "" && len(all) == 1 {
			at = 0
		}
		switch {
		case at >= 0:
			p.AccountID, out[i].AccountID = all[at].ID, &all[at].ID
		case len(all) == 0:
			p.Refuse(apperror.NotFound, "connect the account first, on the page Accounts", "no account is connected")
		case name == "":
			p.Refuse(apperror.NotFound, "write the username of one: "+strings.Join(names, ", "), "the row names no account, and there are several")
		default:
			p.Refuse(apperror.NotFound, "write the username of one: "+strings.Join(names, ", "), "there is no account %s", OneLine(name))
		}
	}
	return nil
}

// nameIn returns a name of a row as files are known by it: without folders, in small letters.
func nameIn(row string) string {
	return strings.ToLower(path.Base(strings.ReplaceAll(row, `\`, "/")))
}

// findFiles gives the rows their files. It seals them by the names of these, so that the same table
// says the same when its files are uploaded once more.
func (t *tables) findFiles(ctx context.Context, planned []*Planned, out []TableRow, uploaded []NamedFile) error {
	given := map[string]wireid.ID{}
	var ids []wireid.ID
	var names []string
	for _, file := range uploaded {
		given[nameIn(file.Name)] = file.FileID
		ids = append(ids, file.FileID)
	}
	for _, p := range planned {
		for _, name := range p.Media {
			if id, err := wireid.Parse(strings.ToLower(name)); err == nil {
				ids = append(ids, id)
				continue
			}
			names = append(names, nameIn(name))
		}
	}
	byID, err := t.media.Files(ctx, t.db, ids)
	if err != nil {
		return fmt.Errorf("read a table: %w", err)
	}
	byName, err := t.media.Named(ctx, t.db, names)
	if err != nil {
		return fmt.Errorf("read a table: %w", err)
	}
	for i, p := range planned {
		found := []media.MediaFile{}
		sum := sha256.New()
		for _, name := range p.Media {
			_, _ = fmt.Fprintln(sum, nameIn(name))
			id, err := wireid.Parse(strings.ToLower(name))
			if err != nil {
				id = given[nameIn(name)]
			}
			file, isThere := byID[id]
			if !isThere {
				file, isThere = byName[nameIn(name)]
			}
			if !isThere {
				out[i].Missing = append(out[i].Missing, name)
				continue
			}
			found = append(found, file)
		}
		p.MediaDigest = hex.EncodeToString(sum.Sum(nil))
		if err := p.Seal(); err != nil {
			return fmt.Errorf("read a table: %w", err)
		}
		if len(found) > 0 {
			out[i].ThumbnailURL = found[0].ThumbnailPreviewURL
		}
		if len(out[i].Missing) == 0 {
			p.Attach(found)
		}
	}
	return nil
}

// foretell has the importer say what it would do with each row. Of a row that something is wrong
// with it says whether its post was made, as it was changed then.
func (t *tables) foretell(ctx context.Context, planned []*Planned, out []TableRow) error {
	var rows []posts.ImportRow
	var of []int
	for i, p := range planned {
		if p.Ref != "" {
			rows, of = append(rows, p.ImportRow), append(of, i)
		}
	}
	report, err := t.importer.Import(ctx, rows, true)
	if err != nil {
		return err
	}
	for k, row := range report.Rows {
		p, told := planned[of[k]], &out[of[k]]
		if len(p.Problems) > 0 {
			if row.Outcome == posts.ImportUnchanged {
				p.Problems, told.Outcome, told.Missing = nil, row.Outcome, []string{}
			}
			continue
		}
		told.Outcome, told.Warnings = row.Outcome, row.Warnings
		switch {
		case row.Outcome == posts.ImportRefused && row.Code == string(apperror.InvalidSchedule) && p.At != nil && !p.At.Time().After(t.clock.Now()):
			p.Refuse(apperror.InvalidSchedule, FixOf(row.Code), "that time is over")
		case row.Outcome == posts.ImportRefused:
			p.Refuse(apperror.Code(row.Code), cmp.Or(fixesHere[row.Code], FixOf(row.Code)), "%s", row.Text)
		case row.Outcome != posts.ImportUnchanged:
			p.Problems = append(p.Problems, p.Unplain...)
		}
		if row.NeedsFiles {
			for _, name := range told.Missing {
				p.Refuse(apperror.MediaInvalid, "drop it together with the table, or choose it", "%s is neither beside the table nor in Media", OneLine(name))
			}
		} else {
			told.Missing = []string{}
		}
	}
	return nil
}

// fixesHere are the fixes that name pages where those of the command line name commands.
var fixesHere = map[string]string{
	string(apperror.MediaInvalid): "name another file; or give it its shape on the page Media",
}
