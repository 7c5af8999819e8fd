package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crier/e2e"
)

// TestMemory_OnlyDrafts: a copy that lacks nothing but drafts and uploads is put back, and Crier
// goes on with it: keys stay valid, nothing is held, and what is scheduled goes out once.
func TestMemory_OnlyDrafts(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	_, key, err := j.Keys.Create(t.Context(), "shop")
	if err != nil {
		t.Fatal(err)
	}
	id := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	kept := j.draft(j.imagePost("spelt"))
	var lost string
	for range 2 { // What was put back is copied, and put back again.
		j = j.older(func(j *journey) {
			lost = j.draft(j.imagePost("oats"))
			j.client.Put(draftPath+lost, body{"caption": "oats and milk"}).Want(http.StatusOK)
			j.client.Put(draftPath+kept, body{"caption": "spelt and salt"}).Want(http.StatusOK)
			j.client.Delete(postsPath + j.draft(j.imagePost("flour"))).Want(http.StatusOK)
			j.client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated)
		})
		j.Anonymous(t).With("Authorization", "Bearer "+key.Reveal()).Get("/api/v1/auth/me").Want(http.StatusOK)
		j.isGone(lost)
		if healthy := j.Anonymous(t).Get("/api/v1/health").Want(http.StatusOK); healthy.String("status") != "healthy" {
			t.Errorf("/health says %s", healthy.Body)
		}
		if p := j.post(kept); e2e.Text(p.Caption) != "spelt" {
			t.Errorf("the draft is %s", describe(p))
		}
	}
	j.passes(2 * time.Hour)
	j.isLive(j.ended(id), 0)
	j.wantCalls("published")
}

// TestMemory_WhatMatters does one thing after another, and holds of each whether a copy from before
// must not forget it. Package instance tests what follows from that.
func TestMemory_WhatMatters(t *testing.T) {
	t.Parallel()
	j := begin(t)
	n := &natives{App: j.App, t: t, client: j.client, network: j.network}
	r := &reposts{natives: n, browser: j.Browser(t)}
	at := j.Clock.Now().Add(24 * time.Hour)
	var draft, scheduled, published, file string
	const matters, may = true, false
	for _, step := range []struct {
		what    string
		matters bool
		do      func()
	}{
		{"a draft is made", may, func() { draft = j.draft(j.imagePost("rye")) }},
		{"edited", may, func() { j.client.Put(draftPath+draft, body{"caption": "rye bread"}).Want(http.StatusOK) }},
		{"made once more under a key", may, func() { j.keyed("k").Post("/api/v1/posts/draft", j.imagePost("rye")).Want(http.StatusCreated) }},
		{"its picture is replaced by none", may, func() { j.client.Put(draftPath+draft, body{"mediaFileId": nil}).Want(http.StatusOK) }},
		{"deleted", may, func() { j.client.Delete(postsPath + draft).Want(http.StatusOK) }},
		{"a picture is uploaded", may, func() {
			file = j.client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
		}},
		{"edited, while no post has it", may, func() {
			r.browser.InternalDo(http.MethodPut, "/api/media/"+file+"/edits", body{"rotate": 90}).Want(http.StatusOK)
		}},
		{"a key is made", may, func() { createKey(r.browser, "shop") }},
		{"and used", may, func() { j.client.Get("/api/v1/auth/me").Want(http.StatusOK) }},
		{"revoked", matters, func() {
			keys := listKeys(r.browser)
			at := slices.IndexFunc(keys, func(k apiKey) bool { return k.Name == "shop" })
			r.browser.Delete(keysPath + "/" + keys[at].ID).Want(http.StatusOK)
		}},
		{"somebody signs in", may, func() { j.Browser(t).Get("/api/v1/auth/me").Want(http.StatusOK) }},
		{"and out", matters, j.signOut},
		{"a post is scheduled", matters, func() { scheduled = j.schedule(j.imagePost("oats").with("mediaFileId", file), at) }},
		{"moved", matters, func() {
			j.client.Put("/api/v1/schedule/"+scheduled, body{"scheduledFor": at.Add(time.Hour)}).Want(http.StatusOK)
		}},
		{"edited, too", matters, func() {
			j.client.Put("/api/v1/schedule/"+scheduled, body{"scheduledFor": at.Add(time.Hour), "caption": "oats and milk"}).Want(http.StatusOK)
		}},
		{"its picture is edited", matters, func() {
			r.browser.InternalDo(http.MethodPut, "/api/media/"+file+"/edits", body{"rotate": 180}).Want(http.StatusOK)
		}},
		{"its picture is deleted", matters, func() { j.client.Delete("/api/v1/media/" + file).Want(http.StatusOK) }},
		{"cancelled", matters, func() { j.client.Delete("/api/v1/schedule/" + scheduled).Want(http.StatusOK) }},
		{"it is a draft by now, and deleted", may, func() { j.client.Delete(postsPath + scheduled).Want(http.StatusOK) }},
		{"a post is published", matters, func() {
			published = j.publish(j.imagePost("flour"))
			j.isLive(j.ended(published), 0)
		}},
		{"is looked at", may, func() { j.post(published) }},
		{"and leaves the history", matters, func() { j.client.Delete(postsPath + published).Want(http.StatusOK) }},
		{"an account is connected", matters, func() { j.connect(florist().Token.Reveal()) }},
		{"again", matters, func() { j.connect(florist().Token.Reveal()) }},
		{"the profiles are read", may, func() {
			j.Clock.Advance(25 * time.Hour)
			j.chore("auth.sync")
		}},
		{"a password for stories is given", may, func() { n.save(login()).Want(http.StatusOK) }},
		{"once more", matters, func() { n.save(login()).Want(http.StatusOK) }},
		{"reposts are set up", matters, func() { r.configure(body{"pollIntervalHours": 6}) }},
		{"altered", matters, func() { r.configure(body{"pollIntervalHours": 12}) }},
		{"stay as they are", may, func() { r.configure(body{"pollIntervalHours": 12}) }},
		{"switched on", matters, r.enable},
		{"a mention is found", matters, func() { r.scan() }},
		{"the chores run", may, j.chores},
		{"the reposts go", matters, func() { j.client.Delete(repostPath + "config?accountId=" + demoAccount).Want(http.StatusOK) }},
		{"so does the password", matters, func() { j.client.Delete(credentialsPath + "/" + demoAccount).Want(http.StatusOK) }},
		{"and the account", matters, func() { j.client.Delete(accountsPath + j.bakery.ID.String()).Want(http.StatusOK) }},
	} {
		execute(t, j.DB, "UPDATE instance SET unchanged_nonce = nonce")
		step.do()
		j.Rest(t)
		if state, err := j.Folder.State(t.Context()); err != nil || (state.UnchangedNonce == nil) != step.matters {
			t.Errorf("%s: a copy must not forget it: %t, %v", step.what, state.UnchangedNonce == nil, err)
		}
	}
}

// TestMemory_CommandsWithoutService: what a command changes while no service runs, a copy from
// before must not forget either.
func TestMemory_CommandsWithoutService(t *testing.T) {
	t.Parallel()
	for name, command := range map[string][]string{
		"a key is revoked":    {"keys", "revoke", "shop"},
		"the folder is moved": {"backup", "--move", filepath.Join(t.TempDir(), "moved.crier")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			settings := []string{"CRIER_STATE_DIR=" + t.TempDir(), "CRIER_DATA_DIR=" + filepath.Join(folder, "data")}
			service := e2e.Program(t).Serve(t, settings...)
			want(t, service.Command(t, "keys", "create", "shop"), 0)
			service.Stop(t)
			before := filepath.Join(folder, "before")
			if err := os.CopyFS(before, os.DirFS(service.Dir())); err != nil {
				t.Fatal(err)
			}
			want(t, service.Command(t, command...), 0)
			second := e2e.Program(t).Serve(t, append(settings, "CRIER_DATA_DIR="+before)...)
			want(t, second.Command(t, "restore", "status"), 3, "older than what has been done with it")
		})
	}
}

// TestMemory_UnnamedPlace: who runs the service names the place of the mark, and who calls a
// command does not. The command uses that mark: no key ends, and a copy from before the command is
// an older one.
func TestMemory_UnnamedPlace(t *testing.T) {
	t.Parallel()
	program, folder := e2e.Program(t), t.TempDir()
	unnamed := []string{"CRIER_KEYRING=off", "CRIER_DATA_DIR=" + filepath.Join(folder, "data")}
	named := append(slices.Clone(unnamed), "CRIER_STATE_DIR="+t.TempDir())
	service := program.Serve(t, named...)
	want(t, service.Command(t, "keys", "create", "shop"), 0)
	service.Stop(t)
	want(t, program.Run(t, unnamed, "posts", "list", "--start"), 0)
	service = program.Serve(t, named...)
	want(t, service.Command(t, "restore", "status"), 0)
	want(t, service.Command(t, "keys", "list"), 0, "shop")
	service.Stop(t)
	before := filepath.Join(folder, "before")
	if err := os.CopyFS(before, os.DirFS(service.Dir())); err != nil {
		t.Fatal(err)
	}
	want(t, program.Run(t, unnamed, "keys", "revoke", "shop"), 0)
	older := program.Serve(t, append(named, "CRIER_DATA_DIR="+before)...)
	want(t, older.Command(t, "restore", "status"), 3, "older than what has been done with it")
}
