package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

type checkCommand struct {
	Release string `arg:"" help:"The folder of the release."`

	version string
	sums    map[string]string // by path in the folder
	scratch string
}

// errLacks says that a check needs something that is not here. The other checks go on.
var errLacks = errors.New("not checked here")

// Run checks everything and prints a line for each check. It ends with an error when one has
// failed.
func (c *checkCommand) Run(ctx context.Context) error {
	scratch, err := os.MkdirTemp("", "crier-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	// The image's user must get through to its root.
	if c.scratch = scratch; os.Chmod(scratch, 0o755) != nil { //nolint:gosec // It contains nothing secret.
		return errors.New("the folder for unpacking cannot be opened to others")
	}
	failed, left := 0, 0
	for _, check := range []struct {
		name string
		run  func(context.Context, *checkCommand) (string, error)
	}{
		{"SHA256SUMS", checkSums},
		{"archives", checkArchives},
		{"archive, started", startArchive},
		{"deb, installed and started", checkDeb},
		{"rpm, installed and started", checkRPM},
		{"image, started by chroot", checkImage},
		{"cask", checkCask},
		{"scoop", checkScoop},
		{"winget", checkWinget},
		{"compose.yaml", checkCompose},
		{"SBOM", checkSBOM},
	} {
		said, err := check.run(ctx, c)
		switch {
		case errors.Is(err, errLacks):
			left++
			said = err.Error()
		case err != nil:
			failed++
			said = "FAILED: " + err.Error()
		}
		if _, err := fmt.Fprintf(os.Stdout, "%-28s %s\n", check.name, said); err != nil {
			return err
		}
	}
	if failed > 0 || left > 0 && os.Getenv("CI") == "true" {
		return fmt.Errorf("%d checks failed, and %d could not be made", failed, left)
	}
	return nil
}

func (c *checkCommand) path(name string) string {
	return filepath.Join(c.Release, filepath.FromSlash(strings.ReplaceAll(name, "VERSION", c.version)))
}

// checkSums compares each file with its sum. The files that a release has are these and no others.
func checkSums(_ context.Context, c *checkCommand) (string, error) {
	found, err := sums(c.Release)
	if err != nil {
		return "", err
	}
	list, err := os.ReadFile(filepath.Join(c.Release, sumsFile))
	if err != nil {
		return "", err
	}
	c.sums = map[string]string{}
	for line := range strings.Lines(string(list)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		c.sums[name] = sum
		if version, ok := strings.CutSuffix(name, ".spdx.json"); ok {
			c.version = strings.TrimPrefix(version, "crier_")
		}
	}
	if !maps.Equal(found, c.sums) {
		return "", fmt.Errorf("the files are %v, and the list says %v", found, c.sums)
	}
	for name := range wanted(c.version) {
		if _, ok := found[name]; !ok {
			return "", errors.New("there is no " + name)
		}
	}
	if len(found) != len(wanted(c.version)) {
		return "", fmt.Errorf("there are %d files instead of %d: %q", len(found), len(wanted(c.version)), slices.Sorted(maps.Keys(found)))
	}
	return fmt.Sprintf("%d files, version %s", len(found), c.version), nil
}

// wanted names what a release has.
func wanted(version string) map[string]bool {
	all := map[string]bool{
		"compose.yaml": true, "homebrew/crier.rb": true, "scoop/crier.json": true, "crier_" + version + ".spdx.json": true, "crier_" + version + "_image.tar": true,
		"winget/Crier.Crier.yaml": true, "winget/Crier.Crier.installer.yaml": true, "winget/Crier.Crier.locale.en-US.yaml": true,
	}
	for _, system := range systems {
		all[archiveOf(version, system)] = true
	}
	// Where a version of semver has a hyphen, that of a package has a tilde, and sorts as semver
	// says.
	number, rest, isBefore := strings.Cut(version, "-")
	packaged := number
	if isBefore {
		packaged += "~" + rest
	}
	for deb, rpm := range map[string]string{"amd64": "x86_64", "arm64": "aarch64"} {
		all["crier_"+packaged+"_"+deb+".deb"] = true
		all["crier-"+packaged+"-1."+rpm+".rpm"] = true
	}
	return all
}

func archiveOf(version, system string) string {
	ending := ".tar.gz"
	if strings.HasPrefix(system, "windows/") {
		ending = ".zip"
	}
	return "crier_" + version + "_" + strings.ReplaceAll(system, "/", "_") + ending
}

// checkArchives looks for each file in each archive, and for the system that its program is for.
func checkArchives(ctx context.Context, c *checkCommand) (string, error) {
	var sizes []string
	for _, system := range systems {
		folder, err := c.unpackArchive(ctx, system)
		if err != nil {
			return "", err
		}
		program := programIn(folder, system)
		for _, name := range []string{
			filepath.Base(program), "LICENSE", "NOTICES.txt", "INSTALL.txt", "man/crier.1", "completions/crier.bash", "completions/_crier", "completions/crier.fish", "completions/crier.ps1",
			"systemd/crier.service",
		} {
			if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
				return "", fmt.Errorf("%s has no %s", archiveOf(c.version, system), name)
			}
		}
		// This reads ELF, Mach-O and PE.
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return "", fmt.Errorf("%s: %w", archiveOf(c.version, system), err)
		}
		if got := systemOf(info); got != system {
			return "", fmt.Errorf("the program for %s is for %s", system, got)
		}
		size, err := os.Stat(program)
		if err != nil {
			return "", err
		}
		sizes = append(sizes, fmt.Sprintf("%s %d", system, size.Size()))
	}
	return "each has its ten files; programs: " + strings.Join(sizes, ", "), nil
}

func programIn(folder, system string) string {
	if strings.HasPrefix(system, "windows/") {
		return filepath.Join(folder, "crier.exe")
	}
	return filepath.Join(folder, "crier")
}

// unpackArchive returns the one folder that the archive for a system unpacks to.
func (c *checkCommand) unpackArchive(ctx context.Context, system string) (string, error) {
	to := filepath.Join(c.scratch, strings.ReplaceAll(system, "/", "-"))
	archive := c.path(archiveOf(c.version, system))
	folder := filepath.Join(to, "crier_"+c.version)
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return "", err
	}
	if strings.HasSuffix(archive, ".zip") {
		return folder, unzip(archive, to)
	}
	_, err := output(ctx, nil, "tar", "-C", to, "-xzf", archive)
	return folder, err
}

// here is this system.
const here = runtime.GOOS + "/" + runtime.GOARCH

func startArchive(ctx context.Context, c *checkCommand) (string, error) {
	if !slices.Contains(systems, here) {
		return "", fmt.Errorf("%w: there is no archive for %s", errLacks, here)
	}
	folder, err := c.unpackArchive(ctx, here)
	if err != nil {
		return "", err
	}
	return c.start(ctx, programIn(folder, here))
}

// start has an installed program say its version and serve an empty data folder.
func (c *checkCommand) start(ctx context.Context, program string) (string, error) {
	said, err := output(ctx, nil, program, "version")
	if err != nil {
		return "", err
	}
	home, err := os.MkdirTemp(c.scratch, "home-")
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, program, "serve", "--port", "0")
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "SYSTEMROOT=" + os.Getenv("SYSTEMROOT"), "LOCALAPPDATA=" + home}
	answered, err := served(ctx, cmd, "")
	return strings.TrimSpace(string(said)) + "; " + answered, err
}

// address matches where the program says that it listens.
var address = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// served starts a service, asks it for a page, stops it, and returns what it answered. With also it
// asks at this address of the machine too, as the one who publishes a container's port does.
func served(ctx context.Context, cmd *exec.Cmd, also string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	defer stop()
	said, err := untilAddress(out)
	if err == nil {
		said, err = asked(ctx, said, also)
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_, _ = io.Copy(io.Discard, out) // It ends when the process does.
	if ended := cmd.Wait(); err == nil && ended != nil {
		err = fmt.Errorf("after SIGTERM: %w", ended)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, log.Bytes())
	}
	return said + ", and SIGTERM ended it with 0", nil
}

func untilAddress(out io.Reader) (string, error) {
	var said []byte
	for b := make([]byte, 1000); ; {
		n, err := out.Read(b)
		said = append(said, b[:n]...)
		if found := address.Find(said); found != nil {
			return string(found), nil
		}
		if err != nil {
			return "", fmt.Errorf("it says no address: %s", said)
		}
	}
}

func asked(ctx context.Context, base, also string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/docs/contents", nil)
	if err != nil {
		return "", err
	}
	said := "GET " + req.URL.String()
	if also != "" {
		said += " at " + also
		req.URL.Host = net.JoinHostPort(also, req.URL.Port()) // The header Host stays.
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err != nil || res.StatusCode != http.StatusOK || !bytes.Contains(body, []byte("Install and run")) {
		return "", fmt.Errorf("%s answers %d, %w", said, res.StatusCode, err)
	}
	return fmt.Sprintf("%s answered %d", said, res.StatusCode), nil
}
