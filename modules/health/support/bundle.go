package support

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"crier/modules/health"
	"crier/modules/posts"
	"crier/platform/backup"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Source is what a bundle is made from.
type Source struct {
	Dir *datadir.Dir
	// DB may be one that only reads, and of another version. It is nil where it cannot be opened,
	// for the reason DBProblem.
	DB        *database.DB
	DBProblem error
	Contents  backup.Contents
	// Box has the folder's key; nil where that cannot be read.
	Box     *secrets.Box
	Environ []string
	Version string
	// Service says how the system starts Crier, and whether it runs.
	Service map[string]any
	Health  func(ctx context.Context) (health.HealthReport, error)
	// Plan says what will happen to the posts that are due.
	Plan func(ctx context.Context) (posts.Forecast, error)
	// Posts are those whose timelines go in.
	Posts []wireid.ID
	Now   time.Time
}

// Entry is a file of a bundle.
type Entry struct {
	Name  string `json:"name"  doc:"Name of the file in the bundle." example:"health.json"`
	Bytes int    `json:"bytes" doc:"Its size." example:"5120"`
	Holds string `json:"holds" doc:"What it has." example:"how each part is"`
}

const introduction = `This is a bundle of Crier for a report of a fault. Crier sent it nowhere.

In it:
%s
Not in it: posts, their texts and files, names of accounts, passwords, tokens, keys, sessions, and the
values of variables. What looked like one of these in a text is replaced by words in brackets. Please
look through the files before you give them to somebody.
`

// mostPlanned is how many posts of a plan go in.
const mostPlanned = 1000

// Write makes the bundle, a zip file, and returns what is in it. A part that cannot be made has the
// reason in its place: a bundle is wanted most when something is broken.
func Write(ctx context.Context, s Source, out io.Writer) ([]Entry, error) {
	c := NewCleaner()
	learnMachine(c, s.Dir, s.Environ)
	told, failed := s.Plan(ctx)
	if n := len(told.Posts) - mostPlanned; n > 0 {
		told.Posts, told.LeftOut = told.Posts[:mostPlanned], told.LeftOut+n
	}
	if s.DB != nil {
		for _, post := range told.Posts {
			c.texts(ctx, s.DB, filesOfPost, post.PostID)
		}
		learnPersonal(ctx, c, s.DB, s.Posts)
		_ = learnSealed(ctx, c, s.DB, s.Box, s.Contents) // What cannot be read is not in the bundle either.
	}
	b := &bundle{cleaner: c, at: s.Now}
	b.add("about.json", "version, build, system, and the names of the variables that are set", func() (any, error) { return about(s), nil })
	b.add("health.json", "how each part is", func() (any, error) { return healthOf(ctx, s) })
	b.add("plan.json", "what will happen to the posts of the next days", func() (any, error) { return planOf(told), failed })
	b.add("counts.json", "how many there are of what, and the accounts by their ids", func() (any, error) { return counts(ctx, s) })
	for _, id := range s.Posts {
		b.add("posts/"+id.String()+".json", "what happened to that post, step by step, without its texts and files", func() (any, error) { return timelineOf(ctx, s, id) })
	}
	leftOut := b.addLog(s.Dir.Log())
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if leftOut > 0 {
		b.entries[len(b.entries)-1].Holds += fmt.Sprintf("; %d lines that are no records were left out", leftOut)
	}
	return b.entries, b.write(out)
}

// bundle collects files.
type bundle struct {
	cleaner  *Cleaner
	at       time.Time
	entries  []Entry
	contents [][]byte
}

func (b *bundle) add(name, holds string, do func() (any, error)) {
	value, err := do()
	if err != nil {
		value = map[string]string{"problem": err.Error()}
	}
	content, err := b.cleaner.CleanJSON(value)
	if err != nil {
		content = []byte(`{"problem": "it could not be written as JSON"}`)
	}
	b.put(name, holds, append(content, '\n'))
}

func (b *bundle) put(name, holds string, content []byte) {
	b.entries = append(b.entries, Entry{Name: name, Bytes: len(content), Holds: holds})
	b.contents = append(b.contents, content)
}

func (b *bundle) addLog(path string) (leftOut int) {
	content, leftOut, err := newestLog(b.cleaner, path)
	if err != nil {
		content = []byte(b.cleaner.Clean("the log cannot be read: "+err.Error()) + "\n")
	}
	b.put("crier.log", "the newest 5 MB of the log, of each record the fields that are known to be harmless", content)
	return leftOut
}

// write puts the files into a zip file, a page about them first.
func (b *bundle) write(out io.Writer) error {
	var list strings.Builder
	for _, e := range b.entries {
		fmt.Fprintf(&list, "  %s: %s\n", e.Name, e.Holds)
	}
	readme := fmt.Appendf(nil, introduction, list.String())
	b.entries = slices.Insert(b.entries, 0, Entry{Name: "README.txt", Bytes: len(readme), Holds: "what is in it"})
	b.contents = slices.Insert(b.contents, 0, readme)
	archive := zip.NewWriter(out)
	for i, e := range b.entries {
		w, err := archive.CreateHeader(&zip.FileHeader{Name: "crier-support/" + e.Name, Method: zip.Deflate, Modified: b.at.UTC()})
		if err == nil {
			_, err = w.Write(b.contents[i])
		}
		if err != nil {
			return errors.Join(err, archive.Close())
		}
	}
	return archive.Close()
}

// FileName is what a bundle of that time is called.
func FileName(now time.Time) string {
	return "crier-support-" + now.Format("2006-01-02-150405") + ".zip"
}

// healthPart is a part without its name, which may be that of an account.
type healthPart struct {
	ID       string         `json:"id"`
	Verdict  health.Verdict `json:"verdict"`
	Since    *wiretime.Time `json:"since"`
	Says     string         `json:"says"`
	Evidence string         `json:"evidence"`
	Figure   string         `json:"figure"`
	Unit     string         `json:"unit"`
	Command  string         `json:"command"`
}

func healthOf(ctx context.Context, s Source) (any, error) {
	report, err := s.Health(ctx)
	if err != nil {
		return nil, err
	}
	parts := make([]healthPart, len(report.Parts))
	for i, p := range report.Parts {
		parts[i] = healthPart{p.ID, p.Verdict, p.Since, p.Says, p.Evidence, p.Figure, p.Unit, p.Fix.Command}
	}
	return map[string]any{"checkedAt": report.CheckedAt, "lookedAt": report.LookedAt, "mend": report.Mend, "soon": report.Soon, "parts": parts}, nil
}

// foretold is one thing of a plan. Its sentences name accounts, which the cleaner replaces.
type foretold struct {
	Code   posts.ForecastCode `json:"code"`
	Fails  bool               `json:"fails"`
	Says   string             `json:"says"`
	At     wiretime.Time      `json:"at"`
	FreeAt *wiretime.Time     `json:"freeAt"`
}

func foretoldOf(all []posts.Foretold) []foretold {
	told := make([]foretold, len(all))
	for i, f := range all {
		told[i] = foretold{f.Code, f.Fails, f.Says, f.At, f.FreeAt}
	}
	return told
}

func planOf(told posts.Forecast) any {
	type postOf struct {
		ID       wireid.ID     `json:"id"`
		Account  wireid.ID     `json:"account"`
		At       wiretime.Time `json:"at"`
		Findings []foretold    `json:"findings"`
	}
	due := make([]postOf, len(told.Posts))
	for i, p := range told.Posts {
		due[i] = postOf{p.PostID, p.AccountID, p.At, foretoldOf(p.Findings)}
	}
	return map[string]any{"at": told.At, "until": told.Until, "count": told.Count, "lookedAt": told.LookedAt, "failing": told.Failing, "leftOut": told.LeftOut, "posts": due, "whole": foretoldOf(told.Whole)}
}
