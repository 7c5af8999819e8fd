package e2e_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/settings"
	"crier/platform/disktest"
)

// TestSafe_UnknownUploadsAreKept is the restore of a copy of the database from before three
// uploads: they are put aside, come back with the right database, and go no sooner than after 30
// days on which Crier ran.
func TestSafe_UnknownUploadsAreKept(t *testing.T) {
	t.Parallel()
	boot := func(options ...e2e.Option) *e2e.App {
		return e2e.Boot(t, append(options, e2e.With(auth.Module, settings.Module, media.Module))...)
	}
	app := boot()
	dir, database := app.Dir, filepath.Join(app.Dir, "crier.db")
	known := uploadPhoto(t, app.Client(t))
	app.Stop()
	older := read(t, database)
	app = boot(e2e.In(dir))
	var late []string
	for range 3 {
		late = append(late, uploadPhoto(t, app.Client(t)))
	}
	// The network may fetch one of them, by an address that the older database knows nothing of.
	if err := os.Link(filepath.Join(dir, "uploads", "images", late[0]+".jpg"), filepath.Join(dir, "public", strings.Repeat("ab", 32)+".jpg")); err != nil {
		t.Fatal(err)
	}
	app.Stop()
	newer := read(t, database)

	write(t, database, older)
	app = boot(e2e.In(dir))
	day := filepath.Join(dir, "orphans", e2e.Start.Format(time.DateOnly))
	app.Client(t).Get("/uploads/images/" + known + ".jpg").Want(http.StatusOK)
	for _, id := range late {
		app.Client(t).Get("/uploads/images/"+id+".jpg").WantError(http.StatusNotFound, "NOT_FOUND")
		if len(read(t, filepath.Join(day, "uploads", "images", id+".jpg"))) == 0 || len(read(t, filepath.Join(day, "uploads", "thumbnails", id+".jpg"))) == 0 {
			t.Errorf("%s is empty", id)
		}
	}
	app.Anonymous(t).Get("/public/"+strings.Repeat("ab", 32)+".jpg").WantError(http.StatusNotFound, "NOT_FOUND")
	if log := app.Log.String(); strings.Count(log, "files that the database does not know were moved") != 1 || !strings.Contains(log, "files=7 path="+day) {
		t.Error("the log does not say what was moved where")
	}
	app.Clock.Advance(20 * 365 * 24 * time.Hour) // The clock jumps, and comes back.
	tidy(t, app)
	app.Stop()

	write(t, database, newer)
	app = boot(e2e.In(dir))
	for _, id := range late {
		app.Client(t).Get("/uploads/images/" + id + ".jpg").Want(http.StatusOK)
	}
	app.Stop()

	write(t, database, older)
	app = boot(e2e.In(dir))
	for days := 0; ; days++ {
		if _, err := os.Stat(filepath.Join(day+"-2", "uploads", "images", late[0]+".jpg")); err != nil {
			if days <= 30 || days > 32 {
				t.Errorf("they are gone after %d days, %v", days, err)
			}
			break
		}
		app.Clock.Advance(24 * time.Hour)
		tidy(t, app)
	}
	if left := listing(t, filepath.Join(dir, "uploads")); strings.Count(left, "\n") != 2 || !strings.Contains(left, known) {
		t.Errorf("uploads holds\n%s", left)
	}
}

func uploadPhoto(t *testing.T, client *e2e.Client) (id string) {
	t.Helper()
	return client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
}

func tidy(t *testing.T, app *e2e.App) {
	t.Helper()
	if err := app.Scheduler.RunNow(t.Context(), "orphans.tidy"); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// stopped returns a service that has ended, with an upload in its folder.
func stopped(t *testing.T) (service *e2e.Service, media string) {
	t.Helper()
	service = e2e.Program(t).Serve(t)
	media = uploadPhoto(t, service.Client(t))
	service.Stop(t)
	return service, media
}

// refusedCommand runs a command that must fail and leave the folder as it is, and returns what it
// says.
func refusedCommand(t *testing.T, service *e2e.Service, code int, args ...string) string {
	t.Helper()
	before := listing(t, service.Dir())
	if args[0] == "serve" {
		args = append(args, "--log-level=error")
	}
	exit := service.Command(t, args...)
	if exit.Code != code || exit.Stdout != "" || strings.Count(exit.Stderr, "\n") != 1 {
		t.Errorf("%v: got %+v", args, exit)
	}
	if after := listing(t, service.Dir()); after != before {
		t.Errorf("%v: the folder was\n%sand is\n%s", args, before, after)
	}
	return exit.Stderr
}

// TestSafe_EmptyDatabaseIsRefused: no command makes a new database in a folder that has lost its
// own, but crier serve --new, which deletes nothing.
func TestSafe_EmptyDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	service, photo := stopped(t)
	database, key := filepath.Join(service.Dir(), "crier.db"), filepath.Join(service.Dir(), "secret.key")
	content, sealing := read(t, database), read(t, key)
	if said := refusedCommand(t, service, 2, "serve", "--new"); !strings.Contains(said, "has a database") {
		t.Errorf("--new beside a database: %s", said)
	}
	refused := func(state, evidence string) {
		t.Helper()
		for _, args := range [][]string{{"serve"}, {"keys", "create", "x"}} {
			said := refusedCommand(t, service, 1, args...)
			for _, want := range []string{"crier.db is " + state, "there is " + evidence, filepath.Join(service.Dir(), "backups"), "crier serve --new"} {
				if !strings.Contains(said, want) {
					t.Errorf("%s, %v: it says %q, not %q", state, args, said, want)
				}
			}
		}
	}
	remove(t, database)
	refused("missing", key)
	write(t, database, nil)
	refused("empty", key)
	remove(t, key)
	refused("empty", filepath.Join(service.Dir(), "uploads"))
	write(t, key, sealing)
	// An empty database of SQLite has no tables.
	remove(t, database)
	execSQL(t, service.Dir(), "VACUUM")
	refused("empty", key)
	// The log of a database that is gone is deleted by the program that opens an empty one.
	write(t, database, nil)
	write(t, database+"-wal", []byte("what was written last"))

	afresh := e2e.Program(t).Start(t, []string{"CRIER_PORT=0", "CRIER_KEYRING=off", "CRIER_DATA_DIR=" + service.Dir()}, "serve", "--new")
	afresh.AwaitOutput(t, "Stop with Ctrl-C.\n")
	if exit := afresh.Stop(t); exit.Code != 0 || !strings.Contains(exit.Stderr, "moved to the orphans") {
		t.Errorf("got %+v", exit)
	}
	today := time.Now().UTC().Format(time.DateOnly) //nolint:forbidigo // The program has a clock of its own.
	if got := read(t, filepath.Join(service.Dir(), "crier."+today+".db-wal")); string(got) != "what was written last" {
		t.Errorf("put aside was %q", got)
	}
	if !bytes.Equal(read(t, key), sealing) {
		t.Error("the sealing key was replaced")
	}
	read(t, filepath.Join(service.Dir(), "orphans", today, "uploads", "images", photo+".jpg"))

	write(t, database, content)
	service.Again(t).Client(t).Get("/uploads/images/" + photo + ".jpg").Want(http.StatusOK)
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// TestSafe_LostSecretKeyIsRefused: without the key under which the accounts' tokens are sealed
// nothing starts, and no other is made.
func TestSafe_LostSecretKeyIsRefused(t *testing.T) {
	t.Parallel()
	service, _ := stopped(t)
	other, _ := stopped(t)
	key := filepath.Join(service.Dir(), "secret.key")
	sealing, foreign := read(t, key), read(t, filepath.Join(other.Dir(), "secret.key"))
	said := func(want string) {
		t.Helper()
		text := refusedCommand(t, service, 1, "serve")
		for _, want := range []string{want, key, "put the right secret.key back", "crier serve --new"} {
			if !strings.Contains(text, want) {
				t.Errorf("it says %q, not %q", text, want)
			}
		}
	}
	remove(t, key)
	said("there is no " + key + ", and 2 tokens and secrets in the database are sealed under it")
	write(t, key, foreign)
	said("is the key of another data folder")
	write(t, key, sealing[:20])
	said("is damaged")
	write(t, key, sealing)
	service.Again(t).Client(t).Get("/api/v1/auth/me").Want(http.StatusOK)
}

// TestFound_UnreadSecretKeyIsNotLost: of a key that is there and cannot be read now no command says
// that it is lost, none puts it aside, and all go on when it can be read again.
func TestFound_UnreadSecretKeyIsNotLost(t *testing.T) {
	t.Parallel()
	service, _ := stopped(t)
	key := filepath.Join(service.Dir(), "secret.key")
	sealing := read(t, key)
	remove(t, key)
	if err := os.Symlink(key, key); err != nil { // As root, a test can read a file of any mode.
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "secret.key")
	write(t, copied, sealing)
	for _, args := range [][]string{
		{"serve"}, {"serve", "--new"}, {"backup", filepath.Join(t.TempDir(), "one.crier")}, {"key", "import", copied}, {"key", "export", filepath.Join(t.TempDir(), "key.age")}, {"upgrade", "--check-folder"},
	} {
		exit := service.Command(t, args...)
		if said := exit.Stderr; exit.Code == 0 || !strings.Contains(said, "cannot be read now, and nothing is lost") || strings.Contains(said, "is lost;") || strings.Contains(said, "begin afresh") {
			t.Errorf("crier %v: %+v", args, exit)
		}
	}
	if exit := service.Command(t, "status"); exit.Code != 3 || !strings.Contains(exit.Stdout, "cannot be read now, and nothing is lost") || strings.Contains(exit.Stdout, "put it back") {
		t.Errorf("status: %+v", exit)
	}
	remove(t, key)
	write(t, key, []byte(`{"source": "keyring", "account": "none", "check": "0"}`))
	if said := refusedCommand(t, service, 1, "serve"); !strings.Contains(said, "OS keyring") || !strings.Contains(said, "nothing is lost") || strings.Contains(said, "begin afresh") {
		t.Errorf("a keyring that does not answer: %q", said)
	}
	write(t, key, sealing)
	service.Again(t).Client(t).Get("/api/v1/auth/me").Want(http.StatusOK)
}

// TestSafe_LostSecretKeyOfNothing: where nothing is sealed there is nothing to lose, and a key is
// made.
func TestSafe_LostSecretKeyOfNothing(t *testing.T) {
	t.Parallel()
	service, _ := stopped(t)
	remove(t, filepath.Join(service.Dir(), "secret.key"))
	execSQL(t, service.Dir(), "DELETE FROM account_tokens")
	execSQL(t, service.Dir(), "DELETE FROM social_accounts")
	service.Again(t).Client(t).Get("/api/v1/auth/me").Want(http.StatusOK)
}

// TestSafe_EverySealedValueIsKnown: a column whose name says that it is sealed is among those that
// the key is tried on.
func TestSafe_EverySealedValueIsKnown(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	var columns []string
	err := app.DB.NewRaw(`SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
		WHERE m.type = 'table' AND c.name LIKE '%sealed%' ORDER BY 1`).Scan(t.Context(), &columns)
	want := "[account_tokens.sealed account_tokens.user_sealed cloud_bucket.sealed_secret cloud_worker.sealed_encryption_key cloud_worker.sealed_notify_url cloud_worker.sealed_token " +
		"cloud_worker.sealed_worker_key login_apps.sealed_secret native_credentials.sealed_password native_credentials.sealed_session notify_places.sealed pending_logins.sealed]"
	if got := fmt.Sprint(columns); err != nil || got != want {
		t.Errorf("sealed are %s, %v; the module of a new one has to list it in its selectSealed", got, err)
	}
}

// TestSafe_LinkedFolderIsRefused: what a link in the data folder leads to is not Crier's to clear
// out. The folder itself may be one.
func TestSafe_LinkedFolderIsRefused(t *testing.T) {
	t.Parallel()
	service, _ := stopped(t)
	elsewhere := t.TempDir()
	write(t, filepath.Join(elsewhere, "my only copy.jpg"), []byte("x"))
	for _, name := range []string{"uploads", "public", "staging", "backups", "orphans", "uploads/images", "uploads/videos", "uploads/thumbnails", "uploads/processed", "uploads/avatars"} {
		own := filepath.Join(service.Dir(), name)
		_ = os.Rename(own, own+".real") // There are no orphans.
		if err := os.Symlink(elsewhere, own); err != nil {
			t.Fatal(err)
		}
		if said := refusedCommand(t, service, 1, "serve"); !strings.Contains(said, own+" is a symbolic link") || !strings.Contains(said, "CRIER_DATA_DIR") {
			t.Errorf("%s: it says %q", name, said)
		}
		remove(t, own)
		_ = os.Rename(own+".real", own)
	}
	read(t, filepath.Join(elsewhere, "my only copy.jpg"))
	link := filepath.Join(t.TempDir(), "data")
	if err := os.Symlink(service.Dir(), link); err != nil {
		t.Fatal(err)
	}
	e2e.Program(t).Serve(t, "CRIER_DATA_DIR="+link).Client(t).Get("/api/v1/auth/me").Want(http.StatusOK)
}

// TestSafe_StartOnAFullDisk: a new folder and one that is in use, on a disk without room.
func TestSafe_StartOnAFullDisk(t *testing.T) {
	t.Parallel()
	disktest.Want(t)
	for name, before := range map[string]string{
		"new":     "",
		"in use":  `(SMALL= "$crier" keys create x >/dev/null) && `,
		"no room": `mkdir -m 700 $CRIER_DATA_DIR/uploads && `,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, left := range []string{"0", "4", "16", "48"} {
				dir := filepath.Join(t.TempDir(), "data")
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				script := `crier=` + e2e.Program(t).Path() + `; mount -t tmpfs -o size=2m,mode=700 none "$CRIER_DATA_DIR" && ` + before +
					`dd if=/dev/zero of="$CRIER_DATA_DIR/filler" bs=1024 count=4096 2>/dev/null; truncate -s -` + left + `K "$CRIER_DATA_DIR/filler"; exec "$crier" serve`
				cmd := exec.CommandContext(t.Context(), "unshare", "-rm", "sh", "-c", script)
				cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "CRIER_DATA_DIR=" + dir, "CRIER_PORT=0", "CRIER_KEYRING=off", "HOME=" + t.TempDir()}
				var out bytes.Buffer
				cmd.Stderr = &out
				err := cmd.Run()
				if cmd.ProcessState.ExitCode() != 1 || !strings.HasPrefix(out.String(), "crier: the disk is full, and Crier cannot start") || strings.Count(out.String(), "\n") != 1 {
					t.Errorf("%s KB: %v, %s", left, err, &out)
				}
			}
		})
	}
}
