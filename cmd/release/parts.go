package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"crier/cmd/crier/autostart"
)

// Where the program is once it is installed.
const (
	// byPackage is the path that the deb and the rpm give it.
	byPackage = "/usr/bin/crier"
	// byHand is where INSTALL.txt has it put from an archive. systemd replaces %h by the home
	// folder.
	byHand = "%h/.local/bin/crier"
)

type partsCommand struct {
	Program string `required:"" help:"A program of this release that runs here."`
	Out     string `required:"" help:"The folder to write to."`
}

// Run writes the manual page, the completions, the units and the licences of others.
func (c *partsCommand) Run(ctx context.Context) error {
	files := map[string][]byte{
		"package/crier.service": []byte(autostart.Packaged(byPackage)),
		"archive/crier.service": []byte(autostart.Packaged(byHand)),
	}
	for name, args := range map[string][]string{
		"crier.1":    {"man"},
		"crier.bash": {"completion", "bash"}, "_crier": {"completion", "zsh"},
		"crier.fish": {"completion", "fish"}, "crier.ps1": {"completion", "powershell"},
	} {
		out, err := output(ctx, nil, c.Program, args...)
		if err != nil {
			return err
		}
		files[name] = out
	}
	var err error
	if files["package/crier.1.gz"], err = gzipped(files["crier.1"]); err != nil {
		return err
	}
	if files["NOTICES.txt"], err = notices(ctx); err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(c.Out, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// gzipped compresses without a name and a time.
func gzipped(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// output returns what a program prints. With an error comes what it says of it.
func output(ctx context.Context, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	var words bytes.Buffer
	cmd.Stderr = &words
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cmd, err, words.Bytes())
	}
	return out, nil
}
