// Package diskcopy copies a stream to a file, and writes what has come while it reads on.
package diskcopy

import (
	"errors"
	"io"
	"os"
	"sync"
)

const (
	bufferSize = 256 << 10
	// writebackSize is how much is written before the system is made to begin with the disk, in
	// bytes.
	writebackSize = 4 << 20
)

// WriteError is an error of the file, and not of the stream.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the file.
func (e *WriteError) Unwrap() error { return e.Err }

// Copier copies streams, and keeps its buffers for the next one. The zero Copier is ready, and safe
// for concurrent use.
type Copier struct{ pool sync.Pool }

// buffers are written and filled in turn.
type buffers [3][bufferSize]byte

// Copy copies all of a stream to the end of a file, and returns how many bytes it has read. It
// writes whole buffers, however small the pieces are in which the stream comes. The error is a
// *WriteError, or else one of from's. The file is not synced.
func (c *Copier) Copy(to *os.File, from io.Reader) (size int64, err error) {
	space, ok := c.pool.Get().(*buffers)
	if !ok {
		space = new(buffers)
	}
	defer c.pool.Put(space)
	empty, full := make(chan []byte, len(space)), make(chan []byte, len(space))
	for i := range space {
		empty <- space[i][:]
	}
	written := make(chan error, 1)
	go func() { written <- writeAll(to, full, empty) }()
	for err == nil {
		buffer, open := <-empty
		if !open {
			break // Writing has failed.
		}
		n := 0
		for n < len(buffer) && err == nil {
			var more int
			more, err = from.Read(buffer[n:])
			n += more
		}
		size += int64(n)
		full <- buffer[:n]
	}
	close(full)
	if failure := <-written; failure != nil {
		return size, &WriteError{failure}
	}
	if errors.Is(err, io.EOF) {
		return size, nil
	}
	return size, err
}

// writeAll writes what is full and gives it back empty. After a failure it gives nothing back.
func writeAll(to *os.File, full <-chan []byte, empty chan<- []byte) error {
	defer close(empty)
	var written, begun int64
	for buffer := range full {
		n, err := to.Write(buffer)
		if err != nil {
			return err
		}
		written += int64(n)
		if size := written - begun; size >= writebackSize {
			startWriteback(to, begun, size)
			begun = written
		}
		empty <- buffer[:cap(buffer)]
	}
	return nil
}
