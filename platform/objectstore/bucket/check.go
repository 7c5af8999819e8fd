package bucket

import (
	"context"

	"crier/platform/objectstore"
	"crier/platform/publicurl"
)

// Check tests whether the bucket can serve media, as objectstore.Check says.
func (s *Store) Check(ctx context.Context) error {
	return objectstore.Check(ctx, s, "bucket", func(ctx context.Context, url, contentType string, size int64) error {
		return s.urls.Check(ctx, url, publicurl.File{ContentType: contentType, Size: size})
	})
}
