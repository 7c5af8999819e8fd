package editing

import (
	"context"
	"io"
)

// RenderImage is Render within the process, without files and without a thumbnail.
func RenderImage(ctx context.Context, dst io.Writer, src io.ReadSeeker, s Spec, o Options) (Result, error) {
	res, err := renderImage(ctx, dst, nil, src, s, o)
	return resultOf(res), err
}
