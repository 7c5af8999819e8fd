package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/bulk"
	"crier/platform/apperror"
	"crier/platform/datadir"
	"crier/platform/wireid"
)

// plannedRow is a row of a file that is to be sent to the service.
type plannedRow struct {
	bulk.Planned

	// media are the files: local ones, and files of the library by their ids.
	media []plannedFile
	// missing are the problems of a row whose files are not in the library any more. There are none
	// while its post keeps its present files.
	missing []problem
	// notes say what was done to the files.
	notes []posts.Warning
}

type plannedFile struct {
	localFile

	id wireid.ID
}

// planRows checks what can be checked without the service. Local paths are relative to folder.
func planRows(rows []bulk.Row, folder, as string, now time.Time) []*plannedRow {
	all := make([]*plannedRow, 0, len(rows))
	for _, planned := range bulk.Plan(rows, as, func(zone, text string) (time.Time, string, error) { return moment{zone}.read("at: ", text, now) }) {
		p := &plannedRow{Planned: *planned}
		p.planFiles(folder)
		all = append(all, p)
	}
	return all
}

func (p *plannedRow) planFiles(folder string) {
	sum := sha256.New()
	for _, name := range p.Media {
		if id, err := wireid.Parse(strings.ToLower(name)); err == nil {
			p.media = append(p.media, plannedFile{id: id})
			_, _ = fmt.Fprintln(sum, id)
			continue
		}
		file, err := readFile(sum, folder, name)
		if err != nil {
			p.Refuse(apperror.MediaInvalid, "name a picture or a video of this machine; a path is relative to the file that is imported", "%s", onOneSentence(err))
			continue
		}
		p.media = append(p.media, plannedFile{localFile: file})
	}
	p.MediaDigest = hex.EncodeToString(sum.Sum(nil))
}

// readFile reads the file that a row names, and also writes its content to hash.
func readFile(hash io.Writer, folder, name string) (localFile, error) {
	path, err := localPath(folder, name)
	if err != nil {
		return localFile{}, err
	}
	found, err := findFiles([]string{path})
	if err != nil {
		return localFile{}, err
	}
	err = found[0].hashInto(hash)
	return found[0], err
}

// localPath returns the path of a file that a row names: below the folder, or an absolute path. It
// refuses a path to another machine, because Windows authenticates the user to that machine before
// anything is read, and somebody else may have written the rows.
func localPath(folder, name string) (string, error) {
	strokes := strings.ReplaceAll(name, `\`, "/")
	if strings.HasPrefix(strokes, "//") || strings.HasPrefix(strokes, "/??/") {
		return "", fmt.Errorf("%s is on another machine; copy the file to this one, and write where it is", onOneLine(name))
	}
	if filepath.IsAbs(name) {
		return datadir.Spelled(name), nil
	}
	return datadir.Spelled(filepath.Join(folder, filepath.FromSlash(name))), nil
}
