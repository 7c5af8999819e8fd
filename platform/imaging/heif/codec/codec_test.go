package codec

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestPrograms_AreTheOnesOfTheModules(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"hevc": hevcFile, "av1": av1File} {
		sum := sha256.Sum256(file)
		if !strings.Contains(string(readme), hex.EncodeToString(sum[:])) {
			t.Errorf("%s: README.md has another sum than %x", name, sum)
		}
	}
}

func fixture(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("../../../corpus/heif/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func enough() *Memory { return NewMemory(8 << 20) }

func TestHEVC(t *testing.T) {
	t.Parallel()
	file, size := fixture(t, "square.heic"), image.Pt(64, 64)
	m, err := HEVC(t.Context(), file, size, enough())
	planes, ok := m.(*image.YCbCr)
	if err != nil || !ok || planes.Rect.Max != size {
		t.Fatalf("%T, %v", m, err)
	}
	if luma := planes.Y[16*planes.YStride+16]; luma < 86 || luma > 90 {
		t.Errorf("the first quarter has the luma %d, want 88", luma)
	}
	if _, err := HEVC(t.Context(), fixture(t, "tile512.heic"), image.Pt(512, 512), NewMemory(-1<<18)); !errors.Is(err, ErrMemory) {
		t.Errorf("with little memory: %v", err)
	}
	if _, err := HEVC(t.Context(), file, image.Pt(640, 640), enough()); err == nil {
		t.Error("a picture of another size is taken")
	}
	if _, err := HEVC(t.Context(), file[:len(file)/2], size, enough()); err == nil {
		t.Error("half a file is taken")
	}
}

func TestAV1(t *testing.T) {
	t.Parallel()
	file, size := fixture(t, "quad.avif"), image.Pt(64, 48)
	m, err := AV1(t.Context(), file, size, enough())
	if err != nil || m.Rect.Max != size {
		t.Fatal(err)
	}
	if luma := m.Y[12*m.YStride+16]; luma < 86 || luma > 90 {
		t.Errorf("the first quarter has the luma %d, want 88", luma)
	}
	if _, err := AV1(t.Context(), file[:len(file)-20], size, enough()); err == nil {
		t.Error("half a file is taken")
	}
}

// TestMemory_IsUsedAgain: leftovers of one picture do not change the next, not even with another
// codec, and the same piece is reused.
func TestMemory_IsUsedAgain(t *testing.T) {
	t.Parallel()
	memory := enough()
	for range 2 {
		for _, name := range []string{"gray.avif", "quad.avif", "d12.avif"} {
			want, err := AV1(t.Context(), fixture(t, name), image.Pt(64, 48), enough())
			if err != nil {
				t.Fatal(err)
			}
			got, err := AV1(t.Context(), fixture(t, name), image.Pt(64, 48), memory)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: another picture, %v", name, err)
			}
		}
		if _, err := HEVC(t.Context(), fixture(t, "square.heic"), image.Pt(64, 64), memory); err != nil {
			t.Error(err)
		}
		if _, err := HEVC(t.Context(), fixture(t, "square.heic")[:200], image.Pt(64, 64), memory); err == nil {
			t.Error("a part of a file is taken")
		}
	}
	if len(memory.free) != 1 {
		t.Errorf("%d pieces were made", len(memory.free))
	}
}

func TestRun_EndedContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := AV1(ctx, nil, image.Pt(1, 1), enough()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
