package publish

import (
	"context"
	"errors"
	"os"
	"sync"

	"crier/platform/imaging"
)

// drawnOnce has a pool draw the first story of each picture, and hands out copies of that for the
// others: what a story shows decides nothing in a history, and a child process for each of them
// takes more of the machine than the history itself.
type drawnOnce struct {
	pool *imaging.Pool

	mu    sync.Mutex
	drawn map[string]drawn
}

type drawn struct {
	picture, thumbnail []byte
	result             imaging.Result
}

func (d *drawnOnce) Normalise(ctx context.Context, job imaging.Job) (imaging.Result, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if one, ok := d.drawn[job.Source]; ok {
		return one.result, errors.Join(
			os.WriteFile(job.Destination, one.picture, 0o600), os.WriteFile(job.Thumbnail, one.thumbnail, 0o600))
	}
	one := drawn{}
	var err error
	if one.result, err = d.pool.Normalise(ctx, job); err != nil {
		return imaging.Result{}, err
	}
	if one.picture, err = os.ReadFile(job.Destination); err != nil {
		return imaging.Result{}, err
	}
	if one.thumbnail, err = os.ReadFile(job.Thumbnail); err != nil {
		return imaging.Result{}, err
	}
	if d.drawn == nil {
		d.drawn = map[string]drawn{}
	}
	d.drawn[job.Source] = one
	return one.result, nil
}
