package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/bulk"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/wireid"
)

// scripted is a service that takes every row and every file, but for what a test has it answer.
type scripted struct {
	mu sync.Mutex
	// told is called when the rows were looked at, before their files are asked for.
	told func()
	// others says of which rows another import has made the posts meanwhile.
	others map[int]posts.ImportOutcome
	// upload and imports answer in place of the service, when they return a refusal.
	upload, imports func(n int) (int, apperror.Code, string)

	taken, deleted []string
	uploads, made  int
	// uses is how many posts have a file.
	uses int64
}

func (s *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	answer := func(status int, what any) {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(what)
	}
	refused := func(status int, code apperror.Code, text string) {
		answer(status, map[string]any{"error": text, "code": code})
	}
	switch {
	case r.URL.Path == "/api/v1/auth/me":
		answer(200, map[string]any{"accounts": []any{map[string]any{"id": wireid.New(), "username": "bakery"}}})
	case r.URL.Path == "/api/v1/media/upload":
		s.uploads++
		if s.upload != nil {
			if status, code, text := s.upload(s.uploads); status != 0 {
				refused(status, code, text)
				return
			}
		}
		id := wireid.New()
		s.taken = append(s.taken, id.String())
		answer(201, map[string]any{"id": id, "mimeType": "image/jpeg", "isValid": true})
	case r.Method == http.MethodDelete:
		s.deleted = append(s.deleted, filepath.Base(r.URL.Path))
		answer(200, nil)
	case r.URL.Path == "/api/posts/imports":
		var in struct {
			Rows   []posts.ImportRow
			DryRun bool
		}
		if err := json.Unmarshal(body, &in); err != nil {
			refused(400, apperror.ValidationError, err.Error())
			return
		}
		if in.DryRun {
			defer s.told()
		} else {
			s.made++
			if status, code, text := s.imports(s.made); status != 0 {
				refused(status, code, text)
				return
			}
		}
		report := posts.ImportReport{IsDone: !in.DryRun}
		for _, row := range in.Rows {
			outcome := posts.ImportMade
			if other := s.others[row.Row]; other != "" && !in.DryRun {
				outcome = other
			}
			report.Rows = append(report.Rows, posts.ImportedRow{Row: row.Row, Ref: row.Ref, Outcome: outcome, NeedsFiles: row.FileIDs == nil})
		}
		answer(200, report)
	case strings.HasSuffix(r.URL.Path, "/uses"):
		answer(200, posts.MediaUses{Total: s.uses})
	default:
		refused(404, apperror.NotFound, "there is no media file")
	}
}

// importsFrom imports two rows, of a.png and of b.png, from a folder.
func importsFrom(t *testing.T, folder string, s *scripted) (importReport, error) {
	t.Helper()
	if s.told == nil {
		s.told = func() {}
	}
	if s.imports == nil {
		s.imports = func(int) (int, apperror.Code, string) { return 0, "", "" }
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	rows := []bulk.Row{
		{Number: 2, Ref: "a", Account: "bakery", Media: []string{"a.png"}},
		{Number: 3, Ref: "b", Account: "bakery", Media: []string{"b.png"}},
	}
	client := newServiceClient(address{origin: server.URL, app: server.URL})
	defer client.http.CloseIdleConnections()
	return newImporter(client, planRows(rows, folder, "", clock.System().Now())).run(t.Context(), false)
}

func twoFiles(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"a.png", "b.png"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("the picture "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestImport_FileChanges: a file that is another one by the time that it is uploaded is its row's
// problem, and nothing stays.
func TestImport_FileChanges(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(path string) error{
		"vanishes":           os.Remove,
		"becomes a folder":   func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) },
		"becomes empty":      func(path string) error { return os.Truncate(path, 0) },
		"becomes longer":     func(path string) error { return os.WriteFile(path, []byte("the picture b.png, and more"), 0o600) },
		"becomes shorter":    func(path string) error { return os.Truncate(path, 5) },
		"is another picture": func(path string) error { return os.WriteFile(path, []byte("the picture c.png"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := twoFiles(t)
			path := filepath.Join(folder, "b.png")
			s := &scripted{told: func() {
				if err := change(path); err != nil {
					t.Error(err)
				}
			}}
			report, err := importsFrom(t, folder, s)
			if err != nil || report.IsDone || len(report.Problems) != 1 {
				t.Fatalf("got %+v, %v", report, err)
			}
			if p := report.Problems[0]; p.Row != 3 || p.Code != "MEDIA_INVALID" || !strings.Contains(p.Text, path) || p.Fix == "" {
				t.Errorf("it says %+v", p)
			}
			s.wantNothing(t)
		})
	}
}

// wantNothing checks that no posts were asked for, and that what was uploaded was deleted.
func (s *scripted) wantNothing(t *testing.T) {
	t.Helper()
	slices.Sort(s.taken)
	slices.Sort(s.deleted)
	if s.made != 0 || !slices.Equal(s.taken, s.deleted) {
		t.Errorf("%d imports; uploaded %v, deleted %v", s.made, s.taken, s.deleted)
	}
}

// TestImport_UploadRefused: what is wrong with a file is its row's problem, and what is wrong with
// the service ends the command.
func TestImport_UploadRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		code   apperror.Code
		text   string
		isRow  bool
	}{
		"no picture":        {400, apperror.MediaInvalid, "the file is text", true},
		"not processed":     {500, apperror.ProcessingFailed, "the picture could not be processed", true},
		"a broken video":    {500, apperror.VideoProcessingFailed, "the video could not be read", true},
		"too large":         {400, apperror.UploadError, media.TooLarge + " 100 MB", true},
		"a full disk":       {400, apperror.UploadError, "the disk is full", false},
		"a broken upload":   {400, apperror.UploadError, "the upload could not be read", false},
		"too many requests": {429, apperror.RateLimited, "too many requests", false},
		"signed out":        {401, apperror.TokenInvalid, "the session is not valid", false},
		"a failure":         {500, apperror.InternalError, "internal error", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &scripted{upload: func(n int) (int, apperror.Code, string) {
				if n == 1 {
					return 0, "", ""
				}
				return c.status, c.code, c.text
			}}
			report, err := importsFrom(t, twoFiles(t), s)
			if c.isRow {
				if err != nil || len(report.Problems) != 1 || report.Problems[0].Row != 3 || report.Problems[0].Code != string(c.code) || report.Problems[0].Fix == "" {
					t.Errorf("got %+v, %v", report, err)
				}
			} else if err = readable(err); err == nil || codeOf(err) != exitFailure || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %+v, %v", report, err)
			}
			if s.wantNothing(t); len(s.taken) != 1 {
				t.Errorf("uploaded %v", s.taken)
			}
		})
	}
}

// TestImport_PostsRefused: files are deleted when their posts were certainly not made, and stay
// when they may have been.
func TestImport_PostsRefused(t *testing.T) {
	t.Parallel()
	for status, kept := range map[int]int{400: 0, 429: 0, 500: 2, 502: 2} {
		code := map[int]apperror.Code{400: apperror.ValidationError, 429: apperror.RateLimited, 500: apperror.InternalError, 502: apperror.WorkerUnreachable}[status]
		s := &scripted{imports: func(int) (int, apperror.Code, string) { return status, code, "no" }}
		report, err := importsFrom(t, twoFiles(t), s)
		if apperror.CodeOf(err) != code || len(report.Problems) != 0 || len(s.taken)-len(s.deleted) != kept {
			t.Errorf("%d: got %+v, %v; uploaded %v, deleted %v", status, report, err, s.taken, s.deleted)
		}
	}
}

// TestImport_LibraryFileGone: a file that is named by an id and is not there is its row's problem,
// at once where nothing else is uploaded.
func TestImport_LibraryFileGone(t *testing.T) {
	t.Parallel()
	id := wireid.New()
	for name, files := range map[string][]string{"alone": {id.String()}, "beside another": {"a.png", id.String()}} {
		s := &scripted{told: func() {}}
		server := httptest.NewServer(s)
		client := newServiceClient(address{origin: server.URL, app: server.URL})
		rows := planRows([]bulk.Row{{Number: 2, Ref: "a", Account: "bakery", Media: files}}, twoFiles(t), "", clock.System().Now())
		report, err := newImporter(client, rows).run(t.Context(), false)
		if err != nil || len(report.Problems) != 1 || report.Problems[0].Code != "MEDIA_INVALID" || !strings.Contains(report.Problems[0].Text, id.String()) {
			t.Errorf("%s: got %+v, %v", name, report, err)
		}
		s.wantNothing(t)
		client.http.CloseIdleConnections()
		server.Close()
	}
}

// TestImport_NoWarnings: a row without warnings has an empty list of them in the JSON, not null.
func TestImport_NoWarnings(t *testing.T) {
	t.Parallel()
	report, err := importsFrom(t, twoFiles(t), &scripted{})
	if err != nil || !report.IsDone || len(report.Rows) != 2 {
		t.Fatalf("got %+v, %v", report, err)
	}
	for _, row := range report.Rows {
		if text, err := json.Marshal(row); err != nil || !strings.Contains(string(text), `"warnings":[]`) {
			t.Errorf("got %s, %v", text, err)
		}
	}
}

// TestFound_ImportsOfOneFileAtOnce: the files of a row whose post another import has made meanwhile
// are deleted again, unless a post has them.
func TestFound_ImportsOfOneFileAtOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		others  map[int]posts.ImportOutcome
		uses    int64
		deleted int
	}{
		{nil, 0, 0},
		{map[int]posts.ImportOutcome{2: posts.ImportUnchanged}, 0, 1},
		{map[int]posts.ImportOutcome{2: posts.ImportUnchanged, 3: posts.ImportUnchanged}, 0, 2},
		{map[int]posts.ImportOutcome{2: posts.ImportChanged}, 1, 0},
	} {
		s := &scripted{others: c.others, uses: c.uses}
		report, err := importsFrom(t, twoFiles(t), s)
		if err != nil || !report.IsDone || len(s.taken) != 2 || len(s.deleted) != c.deleted {
			t.Errorf("%v: %+v, %v; uploaded %v, deleted %v", c.others, report, err, s.taken, s.deleted)
		}
	}
}

// TestLocalPath: a row names files of this machine alone.
func TestLocalPath(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{`\\host\share\a.png`, "//host/share/a.png", `\/host/a.png`, `/\host\a.png`, `\\?\UNC\host\share\a.png`, `\\.\pipe\a`, `\??\UNC\host\share\a.png`} {
		if path, err := localPath(folder, name); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s is %s", name, path)
		}
	}
	whole := filepath.Join(folder, "x", "a.png")
	for name, want := range map[string]string{
		"a.png": filepath.Join(folder, "a.png"), "x/../a.png": filepath.Join(folder, "a.png"), "../a.png": filepath.Join(filepath.Dir(folder), "a.png"), whole: whole,
	} {
		if path, err := localPath(folder, name); err != nil || path != want {
			t.Errorf("%s is %s, %v", name, path, err)
		}
	}
}
