package imaging_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/platform/imaging"
)

// poolJob returns a job in a folder of its own, with the file as its source.
func poolJob(t testing.TB, file []byte) imaging.Job {
	t.Helper()
	dir := t.TempDir()
	job := imaging.Job{
		Source:      filepath.Join(dir, "source"),
		Destination: filepath.Join(dir, "picture.jpg"),
		Thumbnail:   filepath.Join(dir, "thumbnail.jpg"),
	}
	if err := os.WriteFile(job.Source, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return job
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// checkNoOutputs fails if a job has left an output.
func checkNoOutputs(t *testing.T, name string, job imaging.Job) {
	t.Helper()
	for _, path := range []string{job.Destination, job.Thumbnail} {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %s is left: %v", name, path, err)
		}
	}
}

func TestPool_DoesTheWorkInAChild(t *testing.T) {
	t.Parallel()
	pool := imaging.NewPool(imaging.PoolOptions{})
	for name, file := range samples(t) {
		job := poolJob(t, file)
		res, err := pool.Normalise(t.Context(), job)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want, out, thumb, err := normalise(t, file, imaging.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Warnings) != len(want.Warnings) || res.Bytes != want.Bytes || res.Width != want.Width || res.ThumbHeight != want.ThumbHeight || res.Kind != want.Kind {
			t.Errorf("%s: %+v, in process %+v", name, res, want)
		}
		if !bytes.Equal(read(t, job.Destination), out) || !bytes.Equal(read(t, job.Thumbnail), thumb) {
			t.Errorf("%s: the files differ from those made in process", name)
		}
		for _, path := range []string{job.Destination, job.Thumbnail} {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
			}
		}
	}
}

func TestPool_WithoutThumbnail(t *testing.T) {
	t.Parallel()
	job := poolJob(t, jpegOf(t, quad()))
	unwanted := job.Thumbnail
	job.Thumbnail = ""
	res, err := imaging.NewPool(imaging.PoolOptions{}).Normalise(t.Context(), job)
	if err != nil || res.ThumbWidth != 0 {
		t.Errorf("%+v, %v", res, err)
	}
	if _, err := os.Lstat(unwanted); err == nil {
		t.Error("there is a thumbnail")
	}
}

func TestPool_PassesRefusalsOn(t *testing.T) {
	t.Parallel()
	pool := imaging.NewPool(imaging.PoolOptions{Options: imaging.Options{MaxPixels: 1000}})
	for name, file := range map[string][]byte{
		"too large":    jpegOf(t, quad()),
		"damaged":      jpegOf(t, uniform(quadColours()[0], 20, 20))[:400],
		"no picture":   []byte("<html>"),
		"unsupported":  bombs(t)["jpeg arithmetic-coded"].file,
		"a large side": jpegSized(t, 65_535, 65_535),
	} {
		job := poolJob(t, file)
		_, err := pool.Normalise(t.Context(), job)
		_, _, _, inProcess := normalise(t, file, imaging.Options{MaxPixels: 1000})
		if got, want := refusal(t, name, err), refusal(t, name, inProcess); *got != *want {
			t.Errorf("%s: got %+v, in process %+v", name, got, want)
		}
		checkNoOutputs(t, name, job)
	}
}

func TestPool_OverwritesNothing(t *testing.T) {
	t.Parallel()
	pool := imaging.NewPool(imaging.PoolOptions{})
	for name, taken := range map[string]func(imaging.Job) (path, other string){
		"destination": func(j imaging.Job) (path, other string) { return j.Destination, j.Thumbnail },
		"thumbnail":   func(j imaging.Job) (path, other string) { return j.Thumbnail, j.Destination },
	} {
		job := poolJob(t, jpegOf(t, quad()))
		path, other := taken(job)
		if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := pool.Normalise(t.Context(), job); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", name, err)
		}
		if string(read(t, path)) != "mine" {
			t.Errorf("%s was overwritten", name)
		}
		if _, err := os.Lstat(other); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the other output is left", name)
		}
	}
}

func TestPool_MissingSourceIsNoFaultOfThePicture(t *testing.T) {
	t.Parallel()
	job := poolJob(t, nil)
	if err := os.Remove(job.Source); err != nil {
		t.Fatal(err)
	}
	_, err := imaging.NewPool(imaging.PoolOptions{}).Normalise(t.Context(), job)
	if _, isRefusal := errors.AsType[*imaging.Error](err); err == nil || isRefusal {
		t.Errorf("got %v", err)
	}
	checkNoOutputs(t, "missing source", job)
}

func TestPool_SurvivesItsChildren(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]imaging.Error{
		"crash":    {Reason: imaging.Unprocessable, Message: "made to cause harm", Detail: "a decoder's bug"},
		"kill":     {Reason: imaging.Killed, Message: "memory is short", Detail: "killed"},
		"flood":    {Reason: imaging.Unprocessable, Message: "made to cause harm", Detail: "broken pipe"},
		"nonsense": {Reason: imaging.Unprocessable, Message: "made to cause harm", Detail: "cannot be read"},
		"silence":  {Reason: imaging.Unprocessable, Message: "made to cause harm", Detail: "cannot be read"},
	} {
		job := poolJob(t, jpegOf(t, quad()))
		_, err := imaging.NewPool(imaging.PoolOptions{}).WithEnv(misbehave+"="+how).Normalise(t.Context(), job)
		e := refusal(t, how, err)
		if e.Reason != want.Reason || !strings.Contains(e.Message, "could not be processed") || !strings.Contains(e.Message, want.Message) || !strings.Contains(e.Detail, want.Detail) {
			t.Errorf("%s: %+v", how, e)
		}
		checkNoOutputs(t, how, job)
	}
}

// TestPool_KillsAtTheDeadline: a child that hangs is ended. On a busy machine the deadline may pass
// before the child is started.
func TestPool_KillsAtTheDeadline(t *testing.T) {
	t.Parallel()
	for _, deadline := range []time.Duration{time.Nanosecond, 50 * time.Millisecond} {
		job := poolJob(t, jpegOf(t, quad()))
		pool := imaging.NewPool(imaging.PoolOptions{Deadline: deadline}).WithEnv(misbehave + "=hang")
		_, err := pool.Normalise(t.Context(), job)
		if e := refusal(t, "hang", err); e.Reason != imaging.Unprocessable || !strings.Contains(e.Message, "too long") {
			t.Errorf("%+v", e)
		}
		checkNoOutputs(t, "hang", job)
	}
}

func TestPool_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	job := poolJob(t, jpegOf(t, quad()))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := imaging.NewPool(imaging.PoolOptions{}).WithEnv(misbehave+"=hang").Normalise(ctx, job)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	checkNoOutputs(t, "cancelled", job)
}

func TestPool_QueuesWhatIsTooMany(t *testing.T) {
	t.Parallel()
	pool := imaging.NewPool(imaging.PoolOptions{Workers: 2})
	first, second := pool.Occupy(), pool.Occupy()
	defer second()
	job := poolJob(t, jpegOf(t, quad()))
	waiting, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pool.Normalise(waiting, job); !errors.Is(err, context.Canceled) {
		t.Errorf("a call that waits: %v", err)
	}
	checkNoOutputs(t, "waiting", job)
	done := make(chan error, 1)
	go func() {
		_, err := pool.Normalise(t.Context(), job)
		done <- err
	}()
	select {
	case err := <-done:
		t.Fatalf("a third child was let in: %v", err)
	default:
	}
	first()
	if err := <-done; err != nil {
		t.Errorf("after its turn came: %v", err)
	}
}

func TestPool_GivesNothingOfTheEnvironment(t *testing.T) {
	t.Setenv("CRIER_SECRET_OF_THE_SERVICE", "s3cret")
	job := poolJob(t, nil)
	_, stderr, err := imaging.NewPool(imaging.PoolOptions{}).WithEnv(misbehave+"=environment").NormaliseVerbose(t.Context(), job)
	if err == nil || stderr != misbehave+"=environment" {
		t.Errorf("the child had %q, %v", stderr, err)
	}
}

func TestWorkerMain_DoesNothingUnmarked(t *testing.T) {
	t.Parallel()
	if isWorker, code := imaging.WorkerMain(); isWorker || code != 0 {
		t.Errorf("%v, %d", isWorker, code)
	}
}

func TestWorkerMain_RefusesJobsItCannotRead(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, job := range map[string]string{"nothing": "", "no line": "{}", "nonsense": "nonsense\n", "too long": strings.Repeat(" ", 1<<20) + "\n"} {
		cmd := exec.CommandContext(t.Context(), program)
		cmd.Env = []string{imaging.WorkerMarker + "=1"}
		cmd.Stdin = strings.NewReader(job)
		out, err := cmd.Output()
		if _, exited := errors.AsType[*exec.ExitError](err); !exited || len(out) != 0 {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
}
