package badday

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	// patience is how long the sandbox, which is on this machine, may take.
	patience = 10 * time.Second
	// mostAnswer bounds an answer: the ledger has 20,000 entries of each kind at most.
	mostAnswer = 64 << 20
)

// errRefused says that the sandbox does not know what it is asked about.
var errRefused = errors.New("it refuses")

// control speaks to the sandbox's control API.
type control struct {
	// url returns where the sandbox answers.
	url  func() string
	http *http.Client
}

// call sends a control call and reads its answer.
func (c *control) call(ctx context.Context, method, path string, body, answer any) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("the sandbox, %s %s: %w", method, path, err)
		}
	}()
	var sent io.Reader = http.NoBody
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(b)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, c.url()+"/_sandbox/"+path, sent)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	if resp.StatusCode == http.StatusBadRequest {
		return errRefused
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("it answers %s", resp.Status)
	}
	return json.NewDecoder(io.LimitReader(resp.Body, mostAnswer)).Decode(answer)
}

// nothing is an answer that says nothing.
type nothing struct{}

func (c *control) post(ctx context.Context, path string, body any) error {
	return c.call(ctx, http.MethodPost, path, body, &nothing{})
}
