package golive

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
)

const (
	pictureSide = 640
	pictureMode = 0o600
	// quarter of the side is the border of the picture.
	quarter = 4
	pale    = 0xe8
	dark    = 0x30
)

// picture returns the picture of the rehearsal, a JPEG of a shape and size that the network takes.
func picture() ([]byte, error) {
	img := image.NewGray(image.Rect(0, 0, pictureSide, pictureSide))
	inner := img.Rect.Inset(pictureSide / quarter)
	for y := range pictureSide {
		for x := range pictureSide {
			shade := color.Gray{Y: pale}
			if (image.Point{X: x, Y: y}).In(inner) {
				shade.Y = dark
			}
			img.SetGray(x, y, shade)
		}
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, img, nil)
	return b.Bytes(), err
}

// withPicture calls do with a file that has the picture.
func withPicture(ctx context.Context, do func(ctx context.Context, path string) error) error {
	content, err := picture()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "crier-rehearsal-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "picture.jpg")
	if err := os.WriteFile(path, content, pictureMode); err != nil {
		return err
	}
	return do(ctx, path)
}
