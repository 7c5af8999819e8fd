package datadir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Runtime says where a running service answers.
type Runtime struct {
	PID int `json:"pid"`
	// Mode is "sandbox" or "live".
	Mode    string `json:"mode"`
	APIURL  string `json:"apiUrl"`
	DocsURL string `json:"docsUrl"`
	// AppURL is the app's own address, for people's browsers. Programs that do not resolve its name
	// connect to 127.0.0.1 and send the name as the Host.
	AppURL     string `json:"appUrl"`
	SandboxURL string `json:"sandboxUrl"`
	// IsForOneCall says that the service ends with the call of a command that started it.
	IsForOneCall bool `json:"isForOneCall,omitempty"`
}

// WriteRuntime makes runtime.json say r. It does not wait for the disk, because no service runs
// after a power cut.
func (d *Dir) WriteRuntime(r Runtime) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return replace(d.runtimeFile(), append(b, '\n'), func(*os.File) error { return nil })
}

// mostRuntime is far above what runtime.json has.
const mostRuntime = 64 << 10

// ReadRuntime returns what runtime.json says. A file that a killed service left behind is still
// returned: whether anything answers there is for the caller to find out. Without a file, and with
// one whose content a power cut has taken, the error is fs.ErrNotExist.
func (d *Dir) ReadRuntime() (Runtime, error) {
	b, err := ReadFile(d.runtimeFile(), mostRuntime)
	if err != nil {
		return Runtime{}, err
	}
	if len(bytes.Trim(b, "\x00")) == 0 {
		return Runtime{}, &fs.PathError{Op: "read", Path: d.runtimeFile(), Err: fs.ErrNotExist}
	}
	var r Runtime
	if err := json.Unmarshal(b, &r); err != nil {
		return Runtime{}, fmt.Errorf("%s is damaged: %w", d.runtimeFile(), err)
	}
	return r, nil
}

// RemoveRuntime removes runtime.json; that there is none is no error.
func (d *Dir) RemoveRuntime() error {
	err := os.Remove(d.runtimeFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (d *Dir) runtimeFile() string { return filepath.Join(d.path, "runtime.json") }
