package imaging_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/imaging"
)

// BenchmarkBesideVips alternates between a child that normalises a picture and a vipsthumbnail
// process that does about the same. x-vips is the median ratio of their times, and x-vips-cpu that
// of their CPU times, which matters on a busy machine. The child also makes a thumbnail and syncs
// both files.
func BenchmarkBesideVips(b *testing.B) {
	vips, err := exec.LookPath("vipsthumbnail")
	if err != nil {
		b.Skip("vipsthumbnail is not installed")
	}
	for _, c := range []struct {
		name          string
		width, height int
	}{{"12MP", 4000, 3000}, {"24MP", 6000, 4000}} {
		b.Run(c.name, func(b *testing.B) { besideVips(b, vips, jpegOf(b, photo(c.width, c.height))) })
	}
}

func besideVips(b *testing.B, vips string, file []byte) {
	b.Helper()
	pool, clk := imaging.NewPool(imaging.PoolOptions{}), clock.System()
	job := poolJob(b, file)
	made := filepath.Join(b.TempDir(), "vips.jpg")
	timed := func(work func() error) (wall, cpu time.Duration) {
		start, used := clk.Now(), childrenTime(b)
		if err := work(); err != nil {
			b.Fatal(err)
		}
		return clk.Now().Sub(start), childrenTime(b) - used
	}
	var ours, theirs, ratios, cpuRatios []float64
	for b.Loop() {
		child, childCPU := timed(func() error { _, err := pool.Normalise(b.Context(), job); return err })
		native, nativeCPU := timed(func() error {
			return exec.CommandContext(b.Context(), vips, job.Source, "--size", "1440x", "-o", made+"[Q=85,strip]").Run()
		})
		ours, theirs = append(ours, child.Seconds()*1000), append(theirs, native.Seconds()*1000)
		ratios = append(ratios, child.Seconds()/native.Seconds())
		cpuRatios = append(cpuRatios, childCPU.Seconds()/nativeCPU.Seconds())
		for _, path := range []string{job.Destination, job.Thumbnail} {
			if err := os.Remove(path); err != nil {
				b.Fatal(err)
			}
		}
	}
	for name, values := range map[string][]float64{"ms-child": ours, "ms-vips": theirs, "x-vips": ratios, "x-vips-cpu": cpuRatios} {
		slices.Sort(values)
		b.ReportMetric(values[len(values)/2], name)
	}
}

// childrenTime returns the CPU time of the children that have ended.
func childrenTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
