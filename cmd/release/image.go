package main

import (
	"archive/tar"
	"bytes"
	"encoding/asn1"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// nobody is the user whom the container runs as. No machine has one of that number.
const nobody = 65532

type layerCommand struct {
	Program string `required:"" help:"The program for the image's system."`
	Roots   string `required:"" help:"The file bundle.der of golang.org/x/crypto/x509roots."`
	Parts   string `required:"" help:"The folder that the command parts has written."`
	Out     string `required:"" help:"The file to write."`
}

// entry is a folder, or with content a file.
type entry struct {
	name    string
	mode    int64
	owner   int
	content []byte
}

// Run writes the whole file system of the image. The volumes are there as folders of the user, so
// that Docker gives new volumes this owner.
func (c *layerCommand) Run(at made) error {
	program, err := os.ReadFile(c.Program)
	if err != nil {
		return err
	}
	licence, err := os.ReadFile("LICENSE")
	if err != nil {
		return err
	}
	notices, err := os.ReadFile(filepath.Join(c.Parts, "NOTICES.txt"))
	if err != nil {
		return err
	}
	der, err := os.ReadFile(c.Roots)
	if err != nil {
		return err
	}
	roots, err := inPEM(der)
	if err != nil {
		return err
	}
	return writeTar(c.Out, at, []entry{
		{"data/", 0o700, nobody, nil},
		{"etc/", 0o755, 0, nil},
		{"etc/group", 0o644, 0, []byte("root:x:0:\ncrier:x:65532:\n")},
		{"etc/passwd", 0o644, 0, []byte("root:x:0:0:root:/:/sbin/nologin\ncrier:x:65532:65532:Crier:/data:/sbin/nologin\n")},
		{"etc/ssl/", 0o755, 0, nil},
		{"etc/ssl/certs/", 0o755, 0, nil},
		{"etc/ssl/certs/ca-certificates.crt", 0o644, 0, roots},
		{"state/", 0o700, nobody, nil},
		{"tmp/", 0o1777, 0, nil},
		{"usr/", 0o755, 0, nil},
		{"usr/bin/", 0o755, 0, nil},
		{"usr/bin/crier", 0o755, 0, program},
		{"usr/share/", 0o755, 0, nil},
		{"usr/share/doc/", 0o755, 0, nil},
		{"usr/share/doc/crier/", 0o755, 0, nil},
		{"usr/share/doc/crier/LICENSE", 0o644, 0, licence},
		{"usr/share/doc/crier/NOTICES.txt", 0o644, 0, notices},
	})
}

// inPEM returns certificates that stand one after the other, as Go's crypto/x509 reads them.
func inPEM(der []byte) ([]byte, error) {
	var out bytes.Buffer
	for len(der) > 0 {
		var one asn1.RawValue
		rest, err := asn1.Unmarshal(der, &one)
		if err != nil {
			return nil, err
		}
		if err := pem.Encode(&out, &pem.Block{Type: "CERTIFICATE", Bytes: one.FullBytes}); err != nil {
			return nil, err
		}
		der = rest
	}
	return out.Bytes(), nil
}

type packCommand struct {
	Folder string `arg:"" help:"The folder with the image, in the layout of OCI."`
	Tag    string `required:"" help:"The image's name and tag."`
	Out    string `required:"" help:"The file to write."`
}

// Run writes the folder in the order of the names, and gives the image its name.
func (c *packCommand) Run(at made) error {
	var entries []entry
	root := os.DirFS(c.Folder)
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || path == ".":
			return err
		case d.IsDir():
			entries = append(entries, entry{name: path + "/", mode: 0o755})
			return nil
		}
		content, err := fs.ReadFile(root, path)
		if path == imageIndex && err == nil {
			content, err = c.named(content)
		}
		entries = append(entries, entry{name: path, mode: 0o644, content: content})
		return err
	})
	if err != nil {
		return err
	}
	return writeTar(c.Out, at, entries)
}

// imageIndex is the file that says which images a layout has.
const imageIndex = "index.json"

// named puts the image's name into the index, where podman and containerd look for it.
func (c *packCommand) named(index []byte) ([]byte, error) {
	var parsed struct {
		SchemaVersion int              `json:"schemaVersion"`
		MediaType     string           `json:"mediaType"`
		Manifests     []map[string]any `json:"manifests"`
	}
	if err := json.Unmarshal(index, &parsed); err != nil {
		return nil, err
	}
	if len(parsed.Manifests) != 1 {
		return nil, fmt.Errorf("%s has %d images, not one", imageIndex, len(parsed.Manifests))
	}
	name := "docker.io/library/" + c.Tag
	parsed.Manifests[0]["annotations"] = map[string]string{"io.containerd.image.name": name, "org.opencontainers.image.ref.name": name}
	return json.Marshal(parsed)
}

func writeTar(path string, at made, entries []entry) error {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Mode: e.mode, Uid: e.owner, Gid: e.owner, Size: int64(len(e.content)), ModTime: at.Time, Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}
		if strings.HasSuffix(e.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(e.content); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}
