//go:build !unix

package ffmpeg

import (
	"io"
	"os"
	"os/exec"
)

// endTogether ends the runner by closing its pipe. The runner then ends ffmpeg.
func endTogether(cmd *exec.Cmd, stdin io.Closer) { cmd.Cancel = stdin.Close }

// signalCode returns 0: there are no signals.
func signalCode(*os.ProcessState) int { return 0 }
