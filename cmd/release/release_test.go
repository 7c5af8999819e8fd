package main

import (
	"archive/tar"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"io"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// tree is the top of the source.
const tree = "../.."

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestConfig compares what goreleaser is told with what there is: the files that go into packages,
// the systems, and the path of the program that the unit starts.
func TestConfig(t *testing.T) {
	t.Parallel()
	config := read(t, filepath.Join(tree, ".goreleaser.yaml"))
	made := []string{"NOTICES.txt", "crier.1", "crier.bash", "crier.fish", "crier.ps1", "_crier", "archive/crier.service", "package/crier.1.gz", "package/crier.service"}
	count := 0
	for _, src := range regexp.MustCompile(`src: ([^,\s]+)`).FindAllStringSubmatch(config, -1) {
		count++
		if part, ok := strings.CutPrefix(src[1], ".cache/parts/"); ok {
			if !slices.Contains(made, part) {
				t.Errorf("the command parts does not write %s", part)
			}
		} else if _, err := os.Stat(filepath.Join(tree, src[1])); err != nil {
			t.Error(err)
		}
	}
	if count < 2*len(made)-3 {
		t.Errorf("the packages have %d files", count)
	}
	if !strings.Contains(config, "bindir: "+filepath.Dir(byPackage)+"\n") || !strings.Contains(config, "binary: "+filepath.Base(byPackage)+"\n") {
		t.Errorf("the packages do not put the program at %s, where the unit starts it", byPackage)
	}
	for _, file := range packaged[1:] {
		if !strings.Contains(config, "dst: "+file+",") {
			t.Errorf("the packages have no %s", file)
		}
	}
	for _, system := range systems {
		if !strings.Contains(config, "- "+strings.ReplaceAll(system, "/", "_")+"\n") {
			t.Errorf("no program is made for %s", system)
		}
	}
	// Each way to publish is closed.
	if open, closed := strings.Count(config, "repository:"), strings.Count(config, "skip_upload: true"); open != closed || !strings.Contains(config, "release:\n  disable: true") {
		t.Errorf("%d of %d ways to publish are closed", closed, open)
	}
	script, makefile := read(t, filepath.Join(tree, ".release", "make.sh")), read(t, filepath.Join(tree, "Makefile"))
	if !strings.Contains(script, "--skip=publish,") {
		t.Error("goreleaser may publish")
	}
	for _, tool := range []string{`GORELEASER := \.bin/goreleaser-v[\d.]+`, `CRANE +:= \.bin/crane-v[\d.]+`, `ROOTS +:= \.bin/roots-v0\.0\.0-[\d]{14}-[0-9a-f]{12}`} {
		if !regexp.MustCompile(tool).MatchString(makefile) {
			t.Errorf("the Makefile names no version: %s", tool)
		}
	}
}

// TestCompose_PublishesToThisMachineAlone holds that for the file as it is, and refuses each way to
// open the port to others.
func TestCompose_PublishesToThisMachineAlone(t *testing.T) {
	t.Parallel()
	compose := read(t, filepath.Join(tree, ".release", "compose.yaml"))
	if said, err := publishes(compose); err != nil {
		t.Error(said, err)
	}
	if !strings.Contains(compose, "image: crier:VERSION\n") {
		t.Error("the version of the image cannot be put in")
	}
	const ports = `ports: ["127.0.0.1:7171:7171"]`
	for _, other := range []string{
		`ports: ["7171:7171"]`, `ports: ["0.0.0.0:7171:7171"]`, `ports: ["127.0.0.1:7171:7171", "80:7171"]`, "network_mode: host", ports + "\n    network_mode: host",
		"ports:\n      - \"7171:7171\"", "ports:\n      - target: 7171\n        published: 7171", "",
	} {
		if said, err := publishes(strings.Replace(compose, ports, other, 1)); err == nil {
			t.Errorf("%q is taken: %s", other, said)
		}
	}
}

func TestVersionOf(t *testing.T) {
	t.Parallel()
	for described, want := range map[string]string{
		"v1.2.3":                       "1.2.3",
		"v1.2.3-rc.1":                  "1.2.3-rc.1",
		"v1.2.3-4-g0123456789ab":       "1.2.4-4.g0123456789ab",
		"v1.2.9-4-g0123456789ab":       "1.2.10-4.g0123456789ab",
		"v2.0.0-rc.1-17-g0123456789ab": "2.0.0-rc.1.17.g0123456789ab",
		"0123456789ab":                 "0.0.0-250.g0123456789ab",
		"nightly-2-g0123456789ab":      "0.0.0-250.gnightly-2-g0123456789ab",
	} {
		if got := versionOf(described, 250); got != want {
			t.Errorf("%s: %s, want %s", described, got, want)
		}
	}
}

// TestLayer reads what the image's root has. Another one of the same is the same bytes.
func TestLayer(t *testing.T) {
	folder := t.TempDir()
	program, parts, roots := filepath.Join(folder, "crier"), filepath.Join(folder, "parts"), filepath.Join(folder, "roots")
	two := slices.Concat(certificate(t), certificate(t))
	if err := errors.Join(os.Mkdir(parts, 0o700), os.WriteFile(program, []byte("program"), 0o600), os.WriteFile(filepath.Join(parts, "NOTICES.txt"), []byte("notices"), 0o600), os.WriteFile(roots, two, 0o600)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(tree)
	at := made{time.Unix(1_700_000_000, 0).UTC()}
	var files [2]string
	for i := range files {
		files[i] = filepath.Join(folder, string(rune('a'+i)))
		if err := (&layerCommand{Program: program, Parts: parts, Roots: roots, Out: files[i]}).Run(at); err != nil {
			t.Fatal(err)
		}
	}
	if read(t, files[0]) != read(t, files[1]) {
		t.Error("two layers of the same differ")
	}
	found := map[string]*tar.Header{}
	for r := tar.NewReader(strings.NewReader(read(t, files[0]))); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		found[h.Name] = h
		if !h.ModTime.Equal(at.Time) || h.Uid != h.Gid || h.Uname != "" {
			t.Errorf("%+v", h)
		}
		if h.Name == "etc/ssl/certs/ca-certificates.crt" {
			text, _ := io.ReadAll(r)
			if !x509.NewCertPool().AppendCertsFromPEM(text) || strings.Count(string(text), "BEGIN CERTIFICATE") != 2 {
				t.Errorf("the certificates are %s", text)
			}
		}
	}
	for name, want := range map[string]struct {
		mode  int64
		owner int
	}{"data/": {0o700, nobody}, "state/": {0o700, nobody}, "tmp/": {0o1777, 0}, "usr/bin/crier": {0o755, 0}, "etc/ssl/certs/ca-certificates.crt": {0o644, 0}} {
		if h := found[name]; h == nil || h.Mode != want.mode || h.Uid != want.owner {
			t.Errorf("%s is %+v", name, h)
		}
	}
}

func certificate(t *testing.T) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{SerialNumber: big.NewInt(1)}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return der
}

// TestSBOM describes the program of this test twice, and reads what it says.
func TestSBOM(t *testing.T) {
	t.Parallel()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	c := sbomCommand{Version: "1.2.3", Lock: filepath.Join(tree, "modules/desktop/app/package-lock.json"), Programs: []string{own}}
	var texts [2]string
	for i := range texts {
		c.Out = filepath.Join(folder, string(rune('a'+i)))
		if err := c.Run(made{time.Unix(1_700_000_000, 0).UTC()}); err != nil {
			t.Fatal(err)
		}
		texts[i] = read(t, c.Out)
	}
	if texts[0] != texts[1] {
		t.Error("two documents of the same differ")
	}
	for _, part := range []string{
		`"created": "2023-11-14T22:13:20Z"`, `"spdxVersion": "SPDX-2.3"`, `"pkg:golang/github.com/alecthomas/kong@v`, `"pkg:golang/stdlib@1.`, `"pkg:npm/svelte@5.`, `"algorithm": "SHA512"`,
	} {
		if !strings.Contains(texts[0], part) {
			t.Errorf("the document has no %s", part)
		}
	}
	var doc spdxDocument
	if err := readJSON(c.Out, &doc); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{doc.ID: true}
	for _, p := range doc.Packages {
		if ids[p.ID] || !regexp.MustCompile(`^SPDXRef-[a-zA-Z0-9.-]+$`).MatchString(p.ID) {
			t.Errorf("the id %s is there twice, or is none", p.ID)
		}
		ids[p.ID] = true
	}
	for _, f := range doc.Files {
		ids[f.ID] = true
	}
	for _, r := range doc.Relationships {
		if !ids[r.From] || !ids[r.To] {
			t.Errorf("%+v is about what is not there", r)
		}
	}
}

// TestSBOM_NamesTheBrowsersPackages reads what the interface's source imports.
func TestSBOM_NamesTheBrowsersPackages(t *testing.T) {
	t.Parallel()
	imported := map[string]bool{}
	pattern := regexp.MustCompile(`(?m)(?:from|import) ['"]([^.'"][^/'"]*)[^'"]*['"]`)
	err := filepath.WalkDir(filepath.Join(tree, "modules/desktop/app/src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, found := range pattern.FindAllStringSubmatch(read(t, path), -1) {
			imported[found[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(imported)); !slices.Equal(got, inTheBrowser) {
		t.Errorf("the interface imports %q, and the SBOM lists %q", got, inTheBrowser)
	}
}

// TestPack gives the image its name, and nothing else.
func TestPack(t *testing.T) {
	t.Parallel()
	folder, out := t.TempDir(), filepath.Join(t.TempDir(), "image.tar")
	index := `{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[{"mediaType":"m","size":9007199,"digest":"sha256:0"}]}`
	if err := errors.Join(os.WriteFile(filepath.Join(folder, imageIndex), []byte(index), 0o600), os.WriteFile(filepath.Join(folder, "oci-layout"), []byte("{}"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := (&packCommand{Folder: folder, Tag: "crier:1", Out: out}).Run(made{time.Unix(1, 0)}); err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(strings.NewReader(read(t, out)))
	if h, err := r.Next(); err != nil || h.Name != imageIndex {
		t.Fatal(h, err)
	}
	got, _ := io.ReadAll(r)
	want := `{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[{"annotations":{"io.containerd.image.name":"docker.io/library/crier:1",` +
		`"org.opencontainers.image.ref.name":"docker.io/library/crier:1"},"digest":"sha256:0","mediaType":"m","size":9007199}]}`
	if string(got) != want {
		t.Errorf("%s", got)
	}
}

// TestCheckSums finds a file that has changed, one that is missing and one too many.
func TestCheckSums(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want string) {
		t.Helper()
		c := checkCommand{Release: folder}
		if said, err := checkSums(t.Context(), &c); err == nil && want != "" || err != nil && !strings.Contains(err.Error(), want) || want == "" && err != nil {
			t.Errorf("%q, %v; want %q", said, err, want)
		}
	}
	var lines strings.Builder
	list := func() {
		t.Helper()
		lines.Reset()
		all, err := sums(folder)
		if err != nil {
			t.Fatal(err)
		}
		for name, sum := range all {
			lines.WriteString(sum + "  " + name + "\n")
		}
		write(sumsFile, lines.String())
	}
	for name := range wanted("1.2.3-4.g0") {
		write(name, name)
	}
	list()
	check("")
	write("compose.yaml", "changed")
	check("the list says")
	list()
	check("")
	write("more", "")
	list()
	check("files instead of")
	if err := os.Remove(filepath.Join(folder, "scoop/crier.json")); err != nil {
		t.Fatal(err)
	}
	list()
	check("there is no scoop/crier.json")
}

// TestCheckPairs finds a sum that is not that of the file, and a file that is not named.
func TestCheckPairs(t *testing.T) {
	t.Parallel()
	sum, other := strings.Repeat("0a", 32), strings.Repeat("b", 64)
	c := checkCommand{version: "1", sums: map[string]string{"crier_1_linux_amd64.tar.gz": sum, "crier_1_linux_arm64.tar.gz": other}}
	amd, arm := "url \"https://x/crier_1_linux_amd64.tar.gz\"\nsha256 ", "url: https://x/crier_1_linux_arm64.tar.gz\nhash: "
	for text, want := range map[string]string{
		amd + sum + "\n" + arm + strings.ToUpper(other): "",
		amd + other + "\n" + arm + other:                "has the sum",
		amd + sum:                                       "lacks",
		"url https://x/else.tar.gz " + sum:              "has the sum",
	} {
		err := checkPairs(&c, text, "linux/amd64", "linux/arm64")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestInOrder puts the archives of a manifest of winget into one order, whichever goreleaser had.
func TestInOrder(t *testing.T) {
	t.Parallel()
	const head, x64, arm64, tail = "A: b\nInstallers:\n", "  - Architecture: x64\n    Url: x\n      Deep: x\n", "  - Architecture: arm64\n    Url: a\n", "ManifestType: installer\n"
	for _, other := range []string{head + x64 + arm64 + tail, head + arm64 + x64 + tail} {
		if got := string(inOrder([]byte(other))); got != head+arm64+x64+tail {
			t.Errorf("%s", got)
		}
	}
	if got := string(inOrder([]byte(head + tail))); got != head+tail {
		t.Errorf("%s", got)
	}
}
