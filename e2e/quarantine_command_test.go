package e2e_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/posts/quarantine"
	"crier/platform/clock"
	"crier/platform/needtest"
)

// TestMemory1_PutBack is finding 1 with the real program: a scheduled post goes out and a key is
// revoked after the copy was made, by cp -a or by crier backup. Once the copy is put back, the key
// stays dead, and the post is found to be live and not published again.
func TestMemory1_PutBack(t *testing.T) {
	t.Parallel()
	program := e2e.KillableProgram(t)
	photo := filepath.Join(t.TempDir(), "photo.png")
	if err := os.WriteFile(photo, picture(t, 320, 320), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		// save copies the folder, and putBack puts the copy back once the service has stopped.
		save, putBack func(t *testing.T, service *e2e.Service, to string)
		cause         string
	}{
		"cp -a": {
			func(t *testing.T, service *e2e.Service, to string) {
				service.Stop(t)
				system(t, "cp", "-a", service.Dir(), to)
			},
			func(t *testing.T, service *e2e.Service, from string) {
				if err := os.RemoveAll(service.Dir()); err != nil {
					t.Fatal(err)
				}
				system(t, "cp", "-a", from, service.Dir())
			},
			"older",
		},
		"crier restore": {
			func(t *testing.T, service *e2e.Service, to string) {
				want(t, service.Command(t, "backup", to), 0)
				service.Stop(t)
			},
			func(t *testing.T, service *e2e.Service, from string) { want(t, service.Command(t, "restore", from), 0) },
			"restored",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			started := clock.System().Now()
			network := program.Sandbox(t, "0", "", e2e.FastClock(started))
			settings := []string{
				"CRIER_DATA_DIR=" + filepath.Join(t.TempDir(), "data"), "CRIER_STATE_DIR=" + t.TempDir(), "CRIER_SANDBOX_URL=" + network.URL(), "CRIER_LOG_LEVEL=error",
			}
			service := program.Serve(t, append(settings, e2e.FastClock(started))...)
			key := strings.TrimSpace(service.Command(t, "keys", "create", "shop").Stdout)
			want(t, service.Command(t, "publish", photo, "--account", "crier.demo.bakery", "--caption", "rye", "--at", "+10h"), 0)
			saved := filepath.Join(t.TempDir(), "saved.crier")
			c.save(t, service, saved)

			// Later by what the post waits for, in the process and at the network.
			later := slices.Concat(settings, []string{e2e.FastClock(started.Add(-10 * time.Hour / (e2e.FastSpeed - 1)))})
			network.Control(t).AdvanceTime(10 * time.Hour)
			service = program.Serve(t, later...)
			want(t, service.Command(t, "keys", "revoke", "shop"), 0)
			e2e.Until(t, func() bool { return len(network.Control(t).Ledger().Publications) == 1 })
			service.Stop(t)
			c.putBack(t, service, saved)

			service = program.Serve(t, later...)
			withKey(t, service, key).Get("/api/v1/auth/me").WantError(http.StatusUnauthorized, "AUTH_INVALID_KEY")
			var status quarantine.QuarantineStatus
			e2e.Until(t, func() bool {
				exit := service.Command(t, "restore", "status", "--json")
				if err := json.Unmarshal([]byte(exit.Stdout), &status); err != nil || exit.Code != 3 || !status.IsQuarantined || *status.Cause != c.cause {
					t.Fatalf("%+v, %v", exit, err)
				}
				return len(status.Posts) == 1 && status.Posts[0].Verdict != nil
			})
			if p := status.Posts[0]; *p.Verdict != quarantine.Live || p.Permalink == nil || status.Open != 0 {
				t.Errorf("the post is %+v", p)
			}
			if exit := service.Command(t, "restore", "status"); strings.Contains(exit.Stdout, "signed-in browsers have ended") != (c.cause == "older") {
				t.Errorf("it says %s", exit.Stdout)
			}
			want(t, service.Command(t, "restore", "close"), 0)
			withKey(t, service, service.Key(t)).Get("/api/v1/auth/me").Want(http.StatusOK)
			want(t, service.Command(t, "status"), 0)
			if live := network.Control(t).Ledger().Publications; len(live) != 1 {
				t.Errorf("%d publications: %+v", len(live), live)
			}
		})
	}
}

func system(t *testing.T, name string, args ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatal(errors.Join(err, errors.New(strings.TrimSpace(string(out)))))
	}
}

// TestMemory_WorkerPublishedMeanwhile: after the backup was made, the cloud worker published one of
// two posts, and the folder that is then replaced took the result home and acknowledged it. The
// restored folder, which has both for posts that wait at the worker, finds out what became of the
// one, and the other is cancelled there. Neither is sent from here.
func TestMemory_WorkerPublishedMeanwhile(t *testing.T) {
	t.Parallel()
	c := newCloudWorld(t, e2e.Program(t))
	d := c.open(t)
	d.setUp()
	gone, waiting := d.schedule(d.image("gone out"), time.Hour), d.schedule(d.image("waiting"), time.Hour)
	saved := filepath.Join(t.TempDir(), "saved.crier")
	want(t, d.Command(t, "backup", saved), 0)
	d.client.Put("/api/v1/schedule/"+gone, body{"scheduledFor": clock.System().Now().Add(3 * time.Second)}).Want(http.StatusOK)
	was := d.ends(gone)
	d.shut()
	want(t, d.Command(t, "restore", saved), 0)

	d = c.open(t)
	if p := d.ends(gone); p.Status != posts.Published || text(p.SNMediaID) != text(was.SNMediaID) || text(p.SNPermalink) != text(was.SNPermalink) {
		t.Errorf("the post is %s, and was %s", describe(p), describe(was))
	}
	var status quarantine.QuarantineStatus
	if err := json.Unmarshal([]byte(d.Command(t, "restore", "status", "--json").Stdout), &status); err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(status.Posts, func(p quarantine.HeldPost) bool { return p.ID.String() == waiting })
	if at < 0 || status.Posts[at].Verdict == nil || *status.Posts[at].Verdict != quarantine.Cloud {
		t.Fatalf("the quarantine is %+v", status)
	}
	want(t, d.Command(t, "restore", "release", waiting), 1, "the cloud worker has the post")
	want(t, d.Command(t, "schedule", "cancel", waiting), 0)
	want(t, d.Command(t, "restore", "close"), 0)
	if p := d.post(waiting); p.Status != posts.Draft {
		t.Errorf("the post is %s", describe(p))
	}
	c.wantOnly(t, "gone out")
}

// TestMemory_CloudKeepsNobody: a post that the worker has as the folder knows it keeps nobody from
// ending a quarantine, whenever it is due. One that the worker was told to give up since is for
// somebody to decide about, and can be released.
func TestMemory_CloudKeepsNobody(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCloudWorld(t, e2e.Program(t))
	d := c.open(t)
	d.setUp()
	inStep, cancelled := d.schedule(d.image("in step"), time.Hour), d.schedule(d.image("cancelled"), time.Hour)
	saved := filepath.Join(t.TempDir(), "saved.crier")
	want(t, d.Command(t, "backup", saved), 0)
	want(t, d.Command(t, "schedule", "cancel", cancelled), 0)
	d.shut()
	want(t, d.Command(t, "restore", saved), 0)

	d = c.open(t)
	d.sync()
	var status quarantine.QuarantineStatus
	if err := json.Unmarshal([]byte(d.Command(t, "restore", "status", "--json").Stdout), &status); err != nil {
		t.Fatal(err)
	}
	for id, wanted := range map[string]quarantine.Verdict{inStep: quarantine.Cloud, cancelled: quarantine.Unsure} {
		at := slices.IndexFunc(status.Posts, func(p quarantine.HeldPost) bool { return p.ID.String() == id })
		if at < 0 || status.Posts[at].Verdict == nil || *status.Posts[at].Verdict != wanted || status.Posts[at].IsOpen != (id == cancelled) || !strings.Contains(status.Posts[at].Says, "crier cloud takeover") {
			t.Fatalf("the quarantine is %+v", status)
		}
	}
	want(t, d.Command(t, "restore", "close"), 1, "posts are still held (1)")
	want(t, d.Command(t, "restore", "release", "--absent"), 0, "No post is released")
	want(t, d.Command(t, "restore", "release", cancelled), 0, "1 post is released")
	want(t, d.Command(t, "restore", "close"), 0)
	e2e.Until(t, func() bool {
		d.sync()
		return c.Mirrored(t, cancelled) == "SCHEDULED"
	})
	for _, id := range []string{inStep, cancelled} {
		if p := d.post(id); !p.InCloud() || p.ErrorCode != nil {
			t.Errorf("the post is %s", describe(p))
		}
	}
}
