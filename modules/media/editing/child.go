package editing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"crier/platform/imaging"
)

// order is the request to a child: edit a picture by its Spec, or draw an overlay.
type order struct {
	Spec    *Spec    `json:"spec,omitempty"`
	Overlay *overlay `json:"overlay,omitempty"`
}

type overlay struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Texts  []Text `json:"texts"`
}

// Render edits a picture as s says, in a child of the pool, which decodes pictures and fonts. It
// reads and writes the files of the job, and makes a thumbnail of the finished picture if the job
// names one. The result is a JPEG of less than 8 MB. s is a Spec that Plan accepts for the picture.
// Outputs and errors are as imaging.Pool.Normalise describes.
func Render(ctx context.Context, pool imaging.Normaliser, job imaging.Job, s Spec) (Result, error) {
	return run(ctx, pool, job, order{Spec: &s})
}

// Overlay does the work of RenderOverlay in a child of the pool, to a file that must not exist yet.
func Overlay(ctx context.Context, pool imaging.Normaliser, destination string, g Geometry, texts []Text) (Result, error) {
	return run(ctx, pool, imaging.Job{Destination: destination}, order{Overlay: &overlay{g.Width, g.Height, texts}})
}

func run(ctx context.Context, pool imaging.Normaliser, job imaging.Job, o order) (Result, error) {
	how, err := json.Marshal(o)
	if err != nil {
		return Result{}, fmt.Errorf("tell the picture worker: %w", err)
	}
	job.Edit = how
	res, err := pool.Normalise(ctx, job)
	return resultOf(res), err
}

// WorkerMain is imaging.WorkerMain for a program that edits pictures too.
func WorkerMain() (isWorker bool, exitCode int) { return imaging.WorkerMainWith(work) }

func work(ctx context.Context, src io.ReadSeeker, dst, thumb io.Writer, how json.RawMessage, opts imaging.Options) (imaging.Result, error) {
	var o order
	if err := json.Unmarshal(how, &o); err != nil {
		return imaging.Result{}, fmt.Errorf("read what is to be done: %w", err)
	}
	switch {
	case o.Overlay != nil:
		g := Geometry{Width: o.Overlay.Width, Height: o.Overlay.Height}
		missing, err := RenderOverlay(dst, g, o.Overlay.Texts, Options{})
		return imaging.Result{Width: g.Width, Height: g.Height, Missing: missing}, err
	case o.Spec != nil && src != nil:
		return renderImage(ctx, dst, thumb, src, *o.Spec, Options{Imaging: opts})
	default:
		return imaging.Result{}, errors.New("nothing is to be done")
	}
}
