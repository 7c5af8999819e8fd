package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"crier/platform/config"
	"crier/platform/datadir"
	"crier/platform/logging"
)

// logOutput is where the log goes beside the data folder.
type logOutput struct {
	io.Writer

	// kept takes the records that the standard error gets in another form.
	kept io.Writer
	end  func()
}

// openLogOutput opens the file that takes the log in place of the standard error, and keeps other
// processes from writing to it: each would take the file away that the other writes to.
func openLogOutput(path, dir string) (logOutput, error) {
	if path == "" {
		return logOutput{Writer: os.Stderr, kept: io.Discard, end: func() {}}, nil
	}
	path, err := filepath.Abs(datadir.Spelled(path))
	if err != nil {
		return logOutput{}, err
	}
	if info, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return logOutput{}, usageError{fmt.Errorf("--log-file: there is no folder %s; make it, or name another file", filepath.Dir(path))}
	}
	if datadir.Within(dir, path) {
		return logOutput{}, usageError{fmt.Errorf("--log-file: %s is in the data folder, which has a log of its own in any case; name a file elsewhere, or leave --log-file out", path)}
	}
	file, end, err := logging.OpenAlone(path, logging.MaxFileSize)
	switch {
	case errors.Is(err, logging.ErrTaken):
		return logOutput{}, usageError{fmt.Errorf("--log-file: another Crier writes to %s; give each one a file of its own", path)}
	case err != nil:
		return logOutput{}, usageError{fmt.Errorf("--log-file: Crier cannot write to %s, so that there would be no log: %w; name a file that you may write to", path, err)}
	}
	return logOutput{Writer: file, kept: file, end: end}, nil
}

// logToFolder copies the log into the folder. It returns a logger for records that belong there and
// beside it, because the standard error gets them in another form. If the log cannot be written,
// the service runs without it.
func logToFolder(cfg config.Config, dir *datadir.Dir, records *logging.Copier, beside io.Writer, log *slog.Logger) (kept *slog.Logger, closeLog func()) {
	file, err := logging.OpenFile(dir.Log(), logging.MaxFileSize)
	if err != nil {
		log.Warn("the log is not kept in the data folder", "error", err)
		return logging.New(beside, cfg), func() {}
	}
	records.Copy(file)
	return logging.New(io.MultiWriter(file, beside), cfg), func() { _ = file.Close() }
}
