package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/modules"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

const (
	supportAccount = "11111111-1111-4111-8111-111111111111"
	supportPost    = "33333333-3333-4333-8333-333333333333"
)

// sealedSecrets are secrets by the column that they are sealed in.
var sealedSecrets = map[string]string{
	"account_tokens.sealed":              "EAAGm0PX4ZCpsBAKZBwQaccessTokenOfTheAccount0000ZD",
	"account_tokens.user_sealed":         "EAAGuserTokenOfThePartner77Zq1xYwVuTsRqPoNmLkJiHg",
	"login_apps.sealed_secret":           "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
	"pending_logins.sealed":              `{"verifier":"pkceVerifierThatIsNotToLeave-42","token":"IGQWpendingTokenOfALogin0123456789"}`,
	"native_credentials.sealed_password": "hunter2 9x!",
	"native_credentials.sealed_session":  `{"cookies":{"sessionid":"58411%3AzK9sessionOfTheApp%3A12"},"device":"android-5f3c9e0d1b2a7788"}`,
	"cloud_bucket.sealed_secret":         "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
	"cloud_worker.sealed_token":          "cfut_TokenOfCloudflare_aB3dE5fG7hI9jK1lM3nO5p",
	"cloud_worker.sealed_worker_key":     "b3a1c9d27e6f5048b3a1c9d27e6f5048",
	"cloud_worker.sealed_encryption_key": "q9V2Encryption-Key_Of+The/Worker0123456789AB=",
	"notify_places.sealed":               "smtp://anna:Mail-Pass8word@mail.example.org:587/?from=anna@example.org&to=ben@example.org",
	"cloud_worker.sealed_notify_url":     "https://hooks.slack.com/services/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",
}

// loggedSecrets are in lines of the log, in the texts of errors, as others have written them.
var loggedSecrets = map[string]string{
	"API key":                `call with svc_live_%s`,
	"Graph token":            `GET "https://graph.instagram.com/v25.0/me?access_token=%s&fields=id": EOF`,
	"bearer":                 `answered 401 to Authorization: Bearer %s`,
	"cookie":                 `sent Cookie: crier_session=%s; theme=dark`,
	"JSON Web Token":         `the session eyJhbGciOiJIUzI1NiJ9.%s.c2ln is not good`,
	"sign-in code":           `open http://127.0.0.1:7171/login?code=%s`,
	"signed address":         `PUT https://0123abcd.r2.cloudflarestorage.com/media/a.jpg?X-Amz-Credential=AKIAZ&X-Amz-Signature=%s: 403`,
	"SMTP":                   `smtp://me:%s@mail.example.org:587/?from=a@example.org: timeout`,
	"ntfy":                   `ntfy://:%s@ntfy.sh/mytopic did not answer`,
	"Telegram":               `Post "https://api.telegram.org/bot12345:%s/sendMessage": refused`,
	"password in a form":     `the form had username=me&password=%s`,
	"password in JSON":       `sent {"enc_password": "%s"}`,
	"CDN address":            `fetch https://scontent.cdninstagram.com/v/t51.jpg?oh=%s&oe=6A`,
	"header of a key":        `X-Api-Key: %s`,
	"random word":            `the object %s is gone`,
	"address with user info": `proxy https://user:%s@proxy.example.org:8080`,
}

// personalTexts are no secrets, and are left out all the same.
var personalTexts = map[string]string{
	"username": "anna.bakes_bread", "name": "Anna Müller", "page": "Anna's Bakery in Basel", "caption": "My very first sourdough, after three weeks of trying!",
	"first comment": "Recipe in my newsletter, write to me", "alt text": "A loaf on a blue table", "file": "holiday with Ben.jpg", "network id": "17841400008460056",
}

// TestSupportBundle_HoldsNoSecret plants secrets of every kind in the folder, in the variables and
// in the log, and looks for each of them in all the ways in which it may be written.
func TestSupportBundle_HoldsNoSecret(t *testing.T) {
	t.Setenv("CRIER_PORT", "0")
	t.Setenv("CRIER_FFMPEG", "off")
	dir := t.TempDir()
	planted := plantSecrets(t, dir)
	path := filepath.Join(t.TempDir(), "bundle.zip")
	c := supportCommand{File: path, Post: []string{supportPost[:8]}}
	c.DataDir = dir
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the bundle is %v, %v", info, err)
	}
	files := unzipped(t, path)
	if len(planted) < 40 {
		t.Errorf("only %d secrets were planted", len(planted))
	}
	for what, secret := range planted {
		forms := traces(secret)
		if _, isPersonal := personalTexts[what]; isPersonal {
			forms = forms[:3]
		}
		for _, form := range forms {
			for name, content := range files {
				if at := strings.Index(content, form); at >= 0 {
					t.Errorf("%s, as %q, is in %s: ...%s...", what, form, name, content[max(0, at-80):min(len(content), at+len(form)+40)])
				}
			}
		}
	}
	for file, texts := range map[string][]string{
		"about.json":                     {`"CRIER_BUCKET_SECRET_ACCESS_KEY"`, `"version": "dev"`, `"kernel"`},
		"health.json":                    {`"id": "database"`, `"verdict": "well"`},
		"counts.json":                    {`"FAILED": 1`, supportAccount, `"schema"`},
		"posts/" + supportPost + ".json": {`"op": "publish"`, `"code": 190`, "graph.instagram.com", "[account " + supportAccount + "]"},
		"crier.log":                      {`"msg":"publish"`, `"code":"190"`, "graph.instagram.com/v25.0/me", "goroutine"},
		"README.txt":                     {"sent it nowhere", "crier.log"},
	} {
		for _, text := range texts {
			if !strings.Contains(files["crier-support/"+file], text) {
				t.Errorf("%s has no %q: %s", file, text, files["crier-support/"+file])
			}
		}
	}
	if err := c.Run(t.Context()); codeOf(err) != exitUsage || !strings.Contains(err.Error(), "there is a file") {
		t.Errorf("a second time: %v", err)
	}
	// Nothing is written for a call that is a mistake.
	c.File, c.Post = path+".other", []string{"nosuch"}
	if err := c.Run(t.Context()); codeOf(err) != exitUsage || !strings.Contains(err.Error(), "no post") {
		t.Errorf("a post that there is not: %v", err)
	}
	if _, err := os.Stat(c.File); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file: %v", err)
	}
}

// TestSupportBundle_Killed: nothing is where the bundle is to be until it is whole, so that a call
// that is killed before leaves nothing that the next would stop at.
func TestSupportBundle_Killed(t *testing.T) {
	t.Parallel()
	dir := takenFolder(t)
	databasetest.Put(t, filepath.Join(dir.Path(), "crier.db"))
	ctx, stop := context.WithCancel(t.Context())
	to, meanwhile := t.TempDir(), make(chan []os.DirEntry, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		found, _ := os.ReadDir(to)
		meanwhile <- found
		stop()
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	if err := dir.WriteRuntime(datadir.Runtime{PID: os.Getpid(), APIURL: server.URL + "/api/v1"}); err != nil {
		t.Fatal(err)
	}
	c := supportCommand{File: filepath.Join(to, "bundle.zip")}
	c.DataDir = dir.Path()
	if err := c.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if found := <-meanwhile; len(found) > 0 {
		t.Errorf("before it is made there is %s", found)
	}
}

// waysToWrite returns the ways in which programs write a secret, and long pieces of it.
func waysToWrite(secret string) []string {
	quoted, _ := json.Marshal(secret)
	forms := []string{secret, url.QueryEscape(secret), url.PathEscape(secret), hex.EncodeToString([]byte(secret)), string(quoted[1 : len(quoted)-1])}
	for _, before := range []string{"", ":", "a:"} {
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
			forms = append(forms, encoding.EncodeToString([]byte(before+secret)))
		}
	}
	const piece = 17
	if len(secret) > piece {
		forms = append(forms, secret[:piece], secret[len(secret)-piece:])
	}
	return forms
}

// traces returns what each of these ways leaves in a text that holds it.
func traces(secret string) []string {
	forms := waysToWrite(secret)
	for i, form := range forms {
		const margin = 4 // The digits at both ends are of what stands beside it too.
		if i > 4 && i < 11 {
			forms[i] = form[margin : len(form)-margin]
		}
	}
	return forms
}

// unzipped returns the files of the bundle.
func unzipped(t *testing.T, path string) map[string]string {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	files := map[string]string{}
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err = errors.Join(err, in.Close()); err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(content)
	}
	return files
}

// plantSecrets makes a data folder, and returns what must not leave it.
func plantSecrets(t *testing.T, path string) map[string]string {
	t.Helper()
	planted := map[string]string{}
	for name, value := range map[string]string{
		"CRIER_BUCKET_SECRET_ACCESS_KEY": "envBucketSecret/aB3+dE5fG7hI9jK1lM3nO5pQ7rS9", "CRIER_SESSION_SECRET": "session secret of the variables, 32 characters",
		"CRIER_BUCKET_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE", "CRIER_VERSION_MANIFEST": "https://manifests.example.org/private-8x7",
		"CRIER_LOG_FILE": "/srv/logs/of-anna/crier.log",
	} {
		t.Setenv(name, value)
		planted[name] = value
	}
	t.Setenv("CRIER_STATE_DIR", t.TempDir())
	dir, err := datadir.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := database.OpenIn(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := db.Migrate(t.Context(), dir.Backups(), clock.System().Now()); err != nil {
		t.Fatal(err)
	}
	key := secrets.NewKey()
	record, _ := json.Marshal(map[string]string{"source": "file", "key": base64.StdEncoding.EncodeToString(key[:]), "check": key.Check()})
	sessionSecret := "f00dfacef00dfacecafebabecafebabe-session"
	for file, content := range map[string][]byte{dir.SecretKey(): record, dir.SessionSecret(): []byte(sessionSecret)} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if loaded, err := secrets.LoadKey(dir.SecretKey()); err != nil || loaded != key {
		t.Fatalf("the key of the folder: %v", err)
	}
	planted["the key that seals"], planted["the secret of the sessions"] = string(key[:]), sessionSecret
	insertSecrets(t, db)
	seal(t, db, key)
	for column, secret := range sealedSecrets {
		var document any
		if json.Unmarshal([]byte(secret), &document) != nil || !strings.HasPrefix(secret, "{") {
			planted[column] = secret
			continue
		}
		for _, part := range strings.Split(secret, `"`) {
			if len(part) > 15 {
				planted[column+" "+part[:5]] = part
			}
		}
	}
	for what, text := range personalTexts {
		planted[what] = text
	}
	logSecrets(t, dir.Log(), planted)
	return planted
}

// insertSecrets makes the rows. Each sealed column has its own name in the place of its value.
func insertSecrets(t *testing.T, db *database.DB) {
	t.Helper()
	p := personalTexts
	for _, row := range [][]any{
		{"INSERT INTO users (id, created_at) VALUES ('u', 1)"},
		{"INSERT INTO social_accounts (id, user_id, network, sn_user_id, username, name, partner_page_name, login_method, created_at) VALUES (?, 'u', 'live', ?, ?, ?, ?, 'partner', 1)", supportAccount, p["network id"], p["username"], p["name"], p["page"]},
		{"INSERT INTO account_tokens (account_id, sealed, user_sealed, updated_at) VALUES (?, ?, ?, 1)", supportAccount, []byte("account_tokens.sealed"), []byte("account_tokens.user_sealed")},
		{"INSERT INTO login_apps VALUES ('live', 'primary', '1', ?, 'https://x', 1)", []byte("login_apps.sealed_secret")},
		{"INSERT INTO pending_logins VALUES ('h', 'live', ?, 1)", []byte("pending_logins.sealed")},
		{"INSERT INTO native_credentials (account_id, username, sealed_password, sealed_session, last_login_at, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1, 1)", supportAccount, p["username"], []byte("native_credentials.sealed_password"), []byte("native_credentials.sealed_session")},
		{"INSERT INTO cloud_bucket VALUES (1, 'https://s3.example.org', 'auto', 'media', 'KEYID', ?, 'https://media.example.org', 1, 1)", []byte("cloud_bucket.sealed_secret")},
		{"INSERT INTO cloud_worker (network, epoch, fence, account_id, token_id, sealed_token, sealed_worker_key, sealed_encryption_key, sealed_notify_url, namespace_id, worker_name, subdomain, deployed_version, deployed_fingerprint, is_verified, problem_code, problem, diagnostics, updated_at) " +
			"VALUES ('live', 1, 1, 'a', 't', ?, ?, ?, ?, 'n', 'w', 's', '1', 'f', 1, '', '', '', 1)", []byte("cloud_worker.sealed_token"), []byte("cloud_worker.sealed_worker_key"), []byte("cloud_worker.sealed_encryption_key"), []byte("cloud_worker.sealed_notify_url")},
		{"INSERT INTO notify_places (name, shows, sealed, is_on, problem, tries) VALUES ('phone', 'mail.example.org', ?, 1, '', 0)", []byte("notify_places.sealed")},
		{"INSERT INTO media_files (id, original_filename, storage_path, mime_type, file_size, is_valid, created_at) VALUES ('m', ?, 'x', 'image/jpeg', 1, 1, 1)", p["file"]},
		{
			"INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, caption, alt_text, first_comment, timezone, status, error_code, error_message, completed_at, created_at, updated_at) VALUES (?, 'u', ?, 'IMAGE', 'MANUAL', ?, ?, ?, 'UTC', 'FAILED', 'TOKEN_INVALID', ?, 2, 1, 1)",
			supportPost, supportAccount, p["caption"], p["alt text"], p["first comment"], "the token " + sealedSecrets["account_tokens.sealed"] + " of " + p["username"] + " has ended: " + p["caption"],
		},
		{
			"INSERT INTO post_steps VALUES (?, 1, 'CALL', 1, 1, 1, 0, ?, 1, 'publish', 'POST', 'graph.instagram.com', ?, 400, 190, 0, 'permanent', 'AbCdEfGhIjK', 0, '', '', '', NULL, 0, '')",
			supportPost, "Error validating access token for @" + p["username"] + ": " + sealedSecrets["account_tokens.user_sealed"], "/v25.0/" + p["network id"] + "/media_publish",
		},
	} {
		if _, err := database.Exec(t.Context(), db, row[0].(string), row[1:]...); err != nil { //nolint:forcetypeassert // Written above.
			t.Fatalf("%s: %v", row[0], err)
		}
	}
}

// seal replaces the name of each sealed column by its secret, sealed for its record as the module
// says it.
func seal(t *testing.T, db *database.DB, key secrets.Key) {
	t.Helper()
	box, err := secrets.NewBox(key)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, keeper := range modules.BackedUp().Sealed {
		values, err := keeper(db)(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			table, column, _ := strings.Cut(string(v.Value), ".")
			secret, ok := sealedSecrets[string(v.Value)]
			if !ok {
				t.Fatalf("nobody plants %s", v.Value)
			}
			if _, err := database.Exec(t.Context(), db, "UPDATE "+table+" SET "+column+" = ?", box.Seal(secrets.NewText(secret), v.Record)); err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	if n != len(sealedSecrets) {
		t.Errorf("%d of %d values are sealed", n, len(sealedSecrets))
	}
}

// logSecrets writes a log as none of Crier's walls has seen it.
func logSecrets(t *testing.T, path string, planted map[string]string) {
	t.Helper()
	var out bytes.Buffer
	logs := []*slog.Logger{slog.New(slog.NewTextHandler(&out, nil)), slog.New(slog.NewJSONHandler(&out, nil))}
	n := 0
	say := func(text string) {
		logs[n%2].ErrorContext(t.Context(), "publish", "error", text, "code", 190, "post", supportPost, "subject", text)
		n++
	}
	for _, what := range slices.Sorted(func(yield func(string) bool) {
		for what := range loggedSecrets {
			if !yield(what) {
				return
			}
		}
	}) {
		secret := fmt.Sprintf("Zq%dxV7kP2mW9sT4bN8%dc", n, n)
		say(fmt.Sprintf(loggedSecrets[what], secret))
		planted[what] = secret
	}
	for _, secret := range []string{
		sealedSecrets["native_credentials.sealed_password"], sealedSecrets["notify_places.sealed"], sealedSecrets["cloud_bucket.sealed_secret"], sealedSecrets["login_apps.sealed_secret"], sealedSecrets["cloud_worker.sealed_encryption_key"],
		planted["the key that seals"], planted["the secret of the sessions"], planted["CRIER_SESSION_SECRET"], planted["CRIER_BUCKET_SECRET_ACCESS_KEY"], planted["CRIER_LOG_FILE"],
		"android-5f3c9e0d1b2a7788", personalTexts["username"], personalTexts["name"], personalTexts["caption"], personalTexts["file"], personalTexts["network id"],
	} {
		for _, form := range waysToWrite(secret) {
			say("it said " + form + ", and ended")
		}
		say("basic " + base64.StdEncoding.EncodeToString([]byte("someone:"+secret)))
	}
	out.WriteString("panic: the token is " + sealedSecrets["account_tokens.sealed"] + "\n\n")
	logs[0].ErrorContext(t.Context(), "a panic", "stack", "goroutine 7 [running]:\n\t/src/modules/x.go:7")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestSupportBundle_DamagedDatabase: a bundle is wanted most when something is broken.
func TestSupportBundle_DamagedDatabase(t *testing.T) {
	t.Setenv("CRIER_PORT", "0")
	t.Setenv("CRIER_FFMPEG", "off")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "crier.db"), bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "bundle.zip")
	c := supportCommand{File: path}
	c.DataDir = dir
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	files := unzipped(t, path)
	if !strings.Contains(files["crier-support/counts.json"], "cannot be read") || !strings.Contains(files["crier-support/health.json"], `"mend"`) {
		t.Errorf("it has %v", files)
	}
}
