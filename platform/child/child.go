// Package child starts the program a second time, as a process of its own, for one piece of work.
//
// The parent sends the request as a line of JSON on the child's standard input. It keeps that pipe
// open until the child has ended, so that the child learns from its closing that the parent is
// gone.
package child

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// MaxRequest bounds a request, in bytes: what a pipe holds, nearly.
const MaxRequest = 60 << 10

// Read reads what the service asks of this process, and returns the rest of its standard input,
// which ends with the service.
func Read(stdin io.Reader, request any) (rest io.Reader, err error) {
	lines := bufio.NewReaderSize(stdin, MaxRequest)
	line, err := lines.ReadSlice('\n')
	if err != nil {
		return nil, fmt.Errorf("read the request: %w", err)
	}
	if err := json.Unmarshal(line, request); err != nil {
		return nil, fmt.Errorf("read the request: %w", err)
	}
	return lines, nil
}
