package workerstore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"crier/platform/objectstore"

	"golang.org/x/sync/errgroup"
)

const (
	// partSize is that of every part but the last.
	partSize = 1 << 20
	// rounds is how often an upload looks which parts are missing.
	rounds = 2
	// atOnce is how many parts are on their way at once.
	atOnce = 3
)

// upload brings one file to the worker.
type upload struct {
	*client

	name  string
	file  *os.File
	until time.Time
}

// manifest says what a file is going to be.
type manifest struct {
	Size     int64  `json:"size"`
	Type     string `json:"type"`
	PartSize int    `json:"partSize"`
	// SHA256 has the checksums of the parts, one after the other.
	SHA256 []byte    `json:"sha256"`
	Until  time.Time `json:"until"`
}

func (u *upload) path(what string) string { return "/v1/media/" + u.name + what }

// send brings the parts that the worker lacks. A name that has other content keeps it: content
// never changes under a key. What is left of another upload that nobody has finished is deleted.
func (u *upload) send(ctx context.Context, contentType string) error {
	of, err := u.manifest(contentType)
	if err != nil {
		return err
	}
	for range rounds {
		got, err := u.begin(ctx, of)
		if err == nil && got.IsWhole {
			return nil
		}
		if err == nil {
			err = u.sendParts(ctx, of, got.Parts)
		}
		if err == nil {
			_, err = u.call(ctx, call{method: http.MethodPost, path: u.path("/commit")})
		}
		if _, isRefused := errors.AsType[*refusal](err); !isRefused {
			return err
		}
	}
	return u.failed(objectstore.Unavailable, "somebody else changes the same file there", nil)
}

// manifest reads the file once for its checksums.
func (u *upload) manifest(contentType string) (manifest, error) {
	of := manifest{Type: contentType, PartSize: partSize, Until: u.until}
	for sum := sha256.New(); ; sum.Reset() {
		n, err := io.CopyN(sum, u.file, partSize)
		if of.Size += n; n > 0 {
			of.SHA256 = sum.Sum(of.SHA256)
		}
		if errors.Is(err, io.EOF) {
			return of, nil
		}
		if err != nil {
			return manifest{}, err
		}
	}
}

func (u *upload) begin(ctx context.Context, of manifest) (answer, error) {
	body, err := json.Marshal(of)
	if err != nil {
		return answer{}, fmt.Errorf("word the manifest: %w", err)
	}
	for tries := 0; ; tries++ {
		got, err := u.call(ctx, call{method: http.MethodPost, path: u.path(""), body: body})
		refused, isRefused := errors.AsType[*refusal](err)
		switch {
		case !isRefused:
			return got, err
		case refused.isWhole:
			return answer{IsWhole: true}, nil
		case tries == rounds:
			return got, err
		}
		if _, err := u.call(ctx, call{method: http.MethodDelete, path: u.path("")}); err != nil {
			return answer{}, err
		}
	}
}

// sendParts brings the parts that are not there, several at once, so that the line does not wait
// for answers. A part that is not as it was when the checksums were made is not sent.
func (u *upload) sendParts(ctx context.Context, of manifest, there []int) error {
	var sending errgroup.Group
	var failed atomic.Bool
	// A part is read once there is room for it. One that is on its way is waited for, so that it
	// does not arrive late.
	free := make(chan []byte, atOnce)
	for range atOnce {
		free <- make([]byte, min(partSize, of.Size))
	}
	for n := 0; n*sha256.Size < len(of.SHA256) && !failed.Load(); n++ {
		if slices.Contains(there, n) {
			continue
		}
		buffer := <-free
		part, err := u.part(of, n, buffer)
		if err != nil {
			sending.Go(func() error { return err })
			break
		}
		sending.Go(func() error {
			_, err := u.call(ctx, call{method: http.MethodPut, path: u.path(fmt.Sprintf("/parts/%d", n)), body: part})
			failed.CompareAndSwap(false, err != nil)
			free <- buffer
			return err
		})
	}
	return sending.Wait()
}

// part reads a part into the buffer.
func (u *upload) part(of manifest, n int, buffer []byte) ([]byte, error) {
	start := int64(n) * partSize
	part := buffer[:min(partSize, of.Size-start)]
	_, err := u.file.ReadAt(part, start)
	isEnd := errors.Is(err, io.EOF)
	if err != nil && !isEnd {
		return nil, err
	}
	if sum := sha256.Sum256(part); isEnd && start+int64(len(part)) != of.Size || !bytes.Equal(sum[:], of.SHA256[n*sha256.Size:(n+1)*sha256.Size]) {
		return nil, objectstore.NewError(objectstore.Unavailable, "the file was changed while Crier brought it to the cloud worker; Crier begins again with it as it is now", nil)
	}
	return part, nil
}
