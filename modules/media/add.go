package media

import (
	"context"
	"errors"
	"io"
)

// Add takes in a file that another module has, as an upload takes one in: fill writes it, at most most bytes of it. The errors are
// those of an upload, with that of fill among their causes.
func (s *Service) Add(ctx context.Context, filename string, fill func(w io.Writer, most int64) error) (MediaFile, error) {
	r, w := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		// It returns nil always.
		_ = w.CloseWithError(fill(w, s.maxSize))
	}()
	up := staged{filename: cleanFilename(filename)}
	err := s.stage(r, &up)
	// A file that is refused before its end must not keep fill waiting.
	_ = r.CloseWithError(errors.New("the file is not taken"))
	<-ended
	if err != nil {
		return MediaFile{}, err
	}
	return s.add(ctx, up)
}
