package conformance_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/needtest"
	"crier/platform/nodetest"
	"crier/platform/objectstore/s3test"
	"crier/platform/sandbox"
	"crier/platform/secrets"
	"crier/platform/video/mp4/mp4test"
)

// loud is what is said where the packages are not there.
const loud = "CLIENTS OF OTHERS ARE NOT TRIED: our simulators are held against nothing but ourselves"

// run has a journey drive the simulators that are given.
func run(t *testing.T, journey string, given map[string]any) {
	t.Helper()
	nodetest.WithPackages(t, loud, "e2e/conformance")
	runs(t, journey+".cjs", given)
}

// runs runs a script of the journeys, with or without packages.
func runs(t *testing.T, script string, given map[string]any) {
	t.Helper()
	program := nodetest.Program(t, loud)
	b, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, filepath.Join("journeys", script))
	cmd.Env = append(os.Environ(), "CONFORMANCE="+string(b), "NO_COLOR=1", "AWS_EC2_METADATA_DISABLED=true", "WRANGLER_SEND_METRICS=false", "NO_PROXY=127.0.0.1,localhost")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", script, err, out)
	}
	t.Logf("%s%.1f s of CPU", out, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
}

// network is a sandbox, and media for it to fetch.
type network struct{ url, media string }

// startNetwork starts one. Calls that are wrong on purpose are told by what is wrong with each.
func startNetwork(t *testing.T, wrong ...string) network {
	t.Helper()
	world, err := sandbox.Open(sandbox.Options{Clock: clock.System()})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(world.Handler())
	files := map[string][]byte{"/a.jpg": picture(t), "/a.mp4": tall()}
	media := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, r.URL.Path, time.Time{}, bytes.NewReader(files[r.URL.Path]))
	}))
	t.Cleanup(func() {
		if !t.Skipped() && !t.Failed() {
			e2e.NewSandboxControl(t, server.URL).LedgerDespite(wrong...)
		}
		media.Close()
		if err := world.Close(); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	return network{server.URL, media.URL}
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 720, 720)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tall() []byte {
	return mp4test.Movie{Width: 1080, Height: 1920, Duration: 5 * time.Second}.Bytes()
}

// TestMeta: facebook-nodejs-business-sdk, whose lists of fields Meta generates from its API.
func TestMeta(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	wrong := []string{"nonexisting field (tasks) on node type (Page)", "nonexisting field (shoe_size) on node type (IGUser)"}
	n := startNetwork(t, wrong...)
	studio := sandbox.FurtherAccounts()[2]
	run(t, "meta", map[string]any{
		"graph": n.url + "/graph-fb", "userToken": studio.UserToken.Reveal(), "account": studio.SNUserID, "username": studio.Username,
		"picture": n.media + "/a.jpg", "video": n.media + "/a.mp4", "tall": base64.StdEncoding.EncodeToString(tall()),
	})
	ledger := e2e.NewSandboxControl(t, n.url).LedgerDespite(wrong...)
	if len(ledger.Publications) != 7 || len(ledger.PartnerPublications) != 5 {
		t.Errorf("%d posts and %d on the Page became visible", len(ledger.Publications), len(ledger.PartnerPublications))
	}
	if c := ledger.Comments; len(c) != 2 || c[0].Text != "First! #bread @ann" || c[0].AccountID != studio.SNUserID || c[0].DeletedAt == nil || c[1].DeletedAt == nil {
		t.Errorf("the comments are %+v", c)
	}
}

// TestInstagram: instagram-private-api, and what it exports is imported.
func TestInstagram(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	n := startNetwork(t)
	control := e2e.NewSandboxControl(t, n.url)
	demo := sandbox.DemoNativeUser()
	control.Mention(e2e.Mention{Username: demo.Username, Author: "somebody", Kind: "photo"})
	exported := filepath.Join(t.TempDir(), "session.json")
	run(t, "instagram", map[string]any{
		"native": n.url + "/native", "control": n.url + "/_sandbox", "nativeUser": demo.Username, "nativePassword": demo.Password.Reveal(),
		"jpeg": base64.StdEncoding.EncodeToString(picture(t)), "exported": exported,
		"tall": base64.StdEncoding.EncodeToString(tall()), "mentioned": "ann",
	})
	if t.Skipped() || t.Failed() {
		return
	}
	text, err := os.ReadFile(exported)
	if err != nil {
		t.Fatal(err)
	}
	session, err := native.Import(native.NewSession(), secrets.NewText(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	client := native.New(native.Options{BaseURL: func() string { return native.SandboxURL(n.url) }})
	t.Cleanup(client.CloseIdleConnections)
	if who, err := client.Logins.CurrentUser(t.Context(), &session); err != nil || who.Username != demo.Username {
		t.Errorf("the session that it exported is %+v's, %v", who, err)
	}
}

// TestS3: Amazon's SDK.
func TestS3(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	s := s3test.Start(t)
	run(t, "s3", map[string]any{"s3": map[string]string{
		"endpoint": s.Endpoint, "key": s.AccessKeyID, "secret": s.SecretAccessKey.Reveal(), "bucket": s.Bucket,
	}})
}
