package imaging_test

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"crier/platform/imaging"
)

// TestPool_TellsOfAFullDisk: the error of a child that finds the disk full says so as one of this
// process would.
func TestPool_TellsOfAFullDisk(t *testing.T) {
	t.Parallel()
	for name, fill := range map[string]func(*imaging.Job){
		"destination": func(j *imaging.Job) { j.Destination = "/dev/full" },
		"thumbnail":   func(j *imaging.Job) { j.Thumbnail = "/dev/full" },
	} {
		job := poolJob(t, jpegOf(t, quad()))
		for _, path := range []string{job.Destination, job.Thumbnail} {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		fill(&job)
		if err := imaging.NewPool(imaging.PoolOptions{}).NormaliseInto(t.Context(), job); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
