package ffmpeg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

const outputMode fs.FileMode = 0o600

// making makes the file dst, which must not exist yet, has work fill it and syncs it. If any of that fails there is no dst
// left. It is the service that makes the file, so that it decides what is overwritten.
func making(dst string, work func(*os.File) error) error {
	f, err := os.OpenFile(dst, os.O_CREATE|os.O_EXCL|os.O_RDWR, outputMode)
	if err != nil {
		return fmt.Errorf("create the video's file: %w", err)
	}
	err = work(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(dst))
	}
	return nil
}

// scratch makes the file path, which must not exist yet, for work, and removes it.
func scratch(path string, work func(*os.File) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, outputMode)
	if err != nil {
		return fmt.Errorf("create a file for the time being: %w", err)
	}
	return errors.Join(work(f), f.Close(), os.Remove(path))
}
