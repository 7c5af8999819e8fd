package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

type (
	ociDescriptor struct {
		Digest   string `json:"digest"`
		Platform struct {
			OS           string `json:"os"`
			Architecture string `json:"architecture"`
		} `json:"platform"`
	}
	ociIndex struct {
		Manifests []ociDescriptor `json:"manifests"`
	}
	ociManifest struct {
		Config ociDescriptor   `json:"config"`
		Layers []ociDescriptor `json:"layers"`
	}
	ociConfig struct {
		Architecture string `json:"architecture"`
		OS           string `json:"os"`
		Config       struct {
			User       string
			Env        []string
			Entrypoint []string
			Cmd        []string
			WorkingDir string
			Labels     map[string]string
		} `json:"config"`
	}
)

// checkImage unpacks the image's root for this machine, and starts there what the image says, with
// its settings and as its user. Two things differ from a container: a variable says that it is one,
// and the port is any that is free. The service must answer at the address of this machine that
// others reach, because a container's port is published from there.
func checkImage(ctx context.Context, c *checkCommand) (string, error) {
	if err := needs("chroot"); err != nil {
		return "", err
	}
	layout := filepath.Join(c.scratch, "image")
	if err := os.MkdirAll(layout, 0o755); err != nil {
		return "", err
	}
	if _, err := output(ctx, nil, "tar", "-C", layout, "-xf", c.path("crier_VERSION_image.tar")); err != nil {
		return "", err
	}
	var outer, inner ociIndex
	if err := readJSON(filepath.Join(layout, imageIndex), &outer); err != nil {
		return "", err
	}
	if err := readJSON(blob(layout, outer.Manifests[0]), &inner); err != nil {
		return "", err
	}
	var found *ociConfig
	root := filepath.Join(c.scratch, "root")
	for _, each := range inner.Manifests {
		var manifest ociManifest
		var config ociConfig
		if err := readJSON(blob(layout, each), &manifest); err != nil {
			return "", err
		}
		if err := readJSON(blob(layout, manifest.Config), &config); err != nil {
			return "", err
		}
		if config.OS != "linux" || config.Architecture != each.Platform.Architecture || config.Config.User != "65532:65532" || config.Config.Labels["org.opencontainers.image.version"] != c.version {
			return "", fmt.Errorf("the image %+v is for %+v", config, each.Platform)
		}
		if config.Architecture != runtime.GOARCH {
			continue
		}
		found = &config
		if err := os.Mkdir(root, 0o755); err != nil {
			return "", err
		}
		for _, layer := range manifest.Layers {
			if _, err := output(ctx, nil, "tar", "-C", root, "--numeric-owner", "--same-owner", "-xzpf", blob(layout, layer)); err != nil {
				return "", err
			}
		}
	}
	if found == nil || len(inner.Manifests) != 2 {
		return "", fmt.Errorf("the image is for %+v", inner.Manifests)
	}
	args := slices.Concat([]string{"--userspec=" + found.Config.User, root}, found.Config.Entrypoint, found.Config.Cmd, []string{"--port", "0"})
	cmd := exec.CommandContext(ctx, "chroot", args...)
	cmd.Env = slices.Concat(found.Config.Env, []string{"container=check", "CRIER_MACHINE_ID=check"})
	own, err := ownAddress()
	if err != nil {
		return "", err
	}
	said, err := served(ctx, cmd, own)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(root, "data", "crier.db")); err != nil {
		return "", err
	}
	return "amd64 and arm64; chroot " + strings.Join(args[:1], " ") + " " + strings.Join(args[2:], " ") + ": " + said, nil
}

// ownAddress returns an address of this machine that is not of its loopback interface.
func ownAddress() (string, error) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return "", err
	}
	for _, each := range all {
		if ip, ok := each.(*net.IPNet); ok && ip.IP.To4() != nil && ip.IP.IsGlobalUnicast() {
			return ip.IP.String(), nil
		}
	}
	return "", fmt.Errorf("%w: this machine has no address of its own", errLacks)
}

func blob(layout string, of ociDescriptor) string {
	return filepath.Join(layout, "blobs", strings.ReplaceAll(of.Digest, ":", string(filepath.Separator)))
}

func readJSON(path string, into any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, into)
}
