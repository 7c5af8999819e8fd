package main

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// packaged are the files of the deb and the rpm, but for the completion of zsh, which each has in a
// place of its own.
var packaged = []string{
	"/usr/bin/crier", "/usr/lib/systemd/user/crier.service", "/usr/share/bash-completion/completions/crier", "/usr/share/fish/vendor_completions.d/crier.fish",
	"/usr/share/man/man1/crier.1.gz", "/usr/share/doc/crier/copyright", "/usr/share/doc/crier/NOTICES.txt",
}

// checkDeb installs the package into an empty system by dpkg itself, starts what it has installed
// there, and removes it.
func checkDeb(ctx context.Context, c *checkCommand) (string, error) {
	if err := needs("dpkg"); err != nil {
		return "", err
	}
	root := filepath.Join(c.scratch, "debian")
	admin := filepath.Join(root, "var", "lib", "dpkg")
	for _, folder := range []string{"info", "updates", "triggers", "parts"} {
		if err := os.MkdirAll(filepath.Join(admin, folder), 0o755); err != nil {
			return "", err
		}
	}
	if err := os.WriteFile(filepath.Join(admin, "status"), nil, 0o644); err != nil {
		return "", err
	}
	return checkPackage(ctx, c, root, "crier_*_"+runtime.GOARCH+".deb", "/usr/share/zsh/vendor-completions/_crier", [3][]string{
		{"dpkg", "--root=" + root, "--install"}, {"dpkg", "--root=" + root, "--listfiles", "crier"}, {"dpkg", "--root=" + root, "--purge", "crier"},
	})
}

// checkRPM does as checkDeb, by rpm.
func checkRPM(ctx context.Context, c *checkCommand) (string, error) {
	if err := needs("rpm"); err != nil {
		return "", err
	}
	architecture := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	root := filepath.Join(c.scratch, "fedora")
	return checkPackage(ctx, c, root, "crier-*."+architecture+".rpm", "/usr/share/zsh/site-functions/_crier", [3][]string{
		{"rpm", "--root", root, "--install"}, {"rpm", "--root", root, "--query", "--list", "crier"}, {"rpm", "--root", root, "--erase", "crier"},
	})
}

// needs returns errLacks where a program is not there, or packages cannot be installed at all.
func needs(program string) error {
	if _, err := exec.LookPath(program); err != nil {
		return fmt.Errorf("%w: there is no %s", errLacks, program)
	}
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		return fmt.Errorf("%w: it takes Linux and root", errLacks)
	}
	return nil
}

// checkPackage makes the calls that install a package below root, list its files and remove it.
func checkPackage(ctx context.Context, c *checkCommand, root, pattern, zsh string, calls [3][]string) (string, error) {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return "", err
	}
	found, err := filepath.Glob(filepath.Join(c.Release, pattern))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("%s are %q, %w", pattern, found, err)
	}
	if found[0], err = filepath.Abs(found[0]); err != nil {
		return "", err
	}
	if _, err := output(ctx, nil, calls[0][0], append(calls[0][1:], found[0])...); err != nil {
		return "", err
	}
	list, err := output(ctx, nil, calls[1][0], calls[1][1:]...)
	if err != nil {
		return "", err
	}
	for _, file := range append([]string{zsh}, packaged...) {
		if !strings.Contains("\n"+string(list), "\n"+file+"\n") {
			return "", fmt.Errorf("%s has no %s:\n%s", filepath.Base(found[0]), file, list)
		}
		if info, err := os.Stat(filepath.Join(root, file)); err != nil || info.Size() == 0 || info.Mode().Perm()&0o022 != 0 {
			return "", fmt.Errorf("%s is %v, %w", file, info, err)
		}
	}
	if err := checkUnit(ctx, root); err != nil {
		return "", err
	}
	said, err := c.start(ctx, filepath.Join(root, packaged[0]))
	if err != nil {
		return "", err
	}
	if _, err := output(ctx, nil, calls[2][0], calls[2][1:]...); err != nil {
		return "", err
	}
	for _, file := range packaged {
		if _, err := os.Stat(filepath.Join(root, file)); !os.IsNotExist(err) {
			return "", fmt.Errorf("%s is still there after the removal: %w", file, err)
		}
	}
	return filepath.Base(found[0]) + ": " + said + "; removed again", nil
}

// checkUnit has systemd read the unit of a package, where there is one.
func checkUnit(ctx context.Context, root string) error {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		return nil //nolint:nilerr // The test of the unit, which everybody runs, says that it is not there.
	}
	unit, err := os.ReadFile(filepath.Join(root, packaged[1]))
	if err != nil {
		return err
	}
	file := filepath.Join(root, "crier.service")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(unit), packaged[0], filepath.Join(root, packaged[0]))), 0o644); err != nil {
		return err
	}
	said, err := output(ctx, []string{"XDG_RUNTIME_DIR=" + root}, "systemd-analyze", "--user", "verify", file)
	if err != nil || strings.Contains(string(said), file) {
		return fmt.Errorf("systemd reads the unit: %s, %w", said, err)
	}
	return os.Remove(file)
}

// unzip unpacks an archive of our own.
func unzip(archive, to string) error {
	r, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	for _, f := range r.File {
		if !filepath.IsLocal(f.Name) || f.FileInfo().IsDir() {
			continue
		}
		path := filepath.Join(to, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		in, err := f.Open()
		if err != nil {
			return err
		}
		content, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, content, f.Mode()); err != nil {
			return err
		}
	}
	return nil
}
