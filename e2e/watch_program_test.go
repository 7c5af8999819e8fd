package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/watch"
	"crier/platform/clock"
	"crier/platform/needtest"
)

// TestCommand_Watch sets, shows and removes a watched folder with the command line.
func TestCommand_Watch(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	folder := t.TempDir()
	if exit := service.Command(t, "watch"); exit.Code != 0 || !strings.Contains(exit.Stdout, "No folder is watched") {
		t.Errorf("%+v", exit)
	}
	if exit := service.Command(t, "watch", "set", "", "--account", demoAccount); exit.Code != 2 {
		t.Errorf("the folder in which the call is made: %+v", exit)
	}
	if exit := service.Command(t, "watch", "set", filepath.Join(folder, "none"), "--account", demoAccount); exit.Code != 2 || !strings.Contains(exit.Stderr, "is not there") {
		t.Errorf("%+v", exit)
	}
	if exit := service.Command(t, "watch", "set", folder, "--account", demoAccount, "--only-new"); exit.Code != 0 || !strings.Contains(exit.Stdout, "becomes a draft of crier.demo.bakery") {
		t.Errorf("%+v", exit)
	}
	var all watch.WatchedFolders
	if jsonOf(t, service.Command(t, "watch", "--json"), &all); len(all.Folders) != 1 || all.Folders[0].Path != folder || all.Folders[0].Problem != "" {
		t.Errorf("%+v", all)
	}
	if exit := service.Command(t, "watch"); exit.Code != 0 || !strings.Contains(exit.Stdout, folder) {
		t.Errorf("%+v", exit)
	}
	if exit := service.Command(t, "watch", "remove", t.TempDir()); exit.Code != 1 || !strings.Contains(exit.Stderr, "is not watched") {
		t.Errorf("%+v", exit)
	}
	if exit := service.Command(t, "watch", "remove"); exit.Code != 0 {
		t.Errorf("%+v", exit)
	}
	if exit := service.Command(t, "watch", "remove", folder); exit.Code != 1 {
		t.Errorf("%+v", exit)
	}
}

// TestWatch_Kills: wherever the program dies while it takes files, each becomes one draft in the
// end, and no file is stored twice.
func TestWatch_Kills(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	const many, deaths = 40, 5
	program, folder := e2e.KillableProgram(t), t.TempDir()
	var want []string
	for i := range many {
		want = append(want, fmt.Sprintf("%02d.png", i))
		if err := os.WriteFile(filepath.Join(folder, want[i]), e2e.Picture(t, 320, 320+i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settings := []string{"CRIER_DATA_DIR=" + filepath.Join(t.TempDir(), "data"), e2e.FastClock(clock.System().Now())}
	service := program.Serve(t, settings...)
	if exit := service.Command(t, "watch", "set", folder, "--account", demoAccount); exit.Code != 0 {
		t.Fatalf("%+v", exit)
	}
	taken := func() int64 {
		var all watch.WatchedFolders
		service.Browser(t).Internal("/api/watch").Want(http.StatusOK).JSON(&all)
		return all.Folders[0].Taken
	}
	for i := range int64(deaths) {
		e2e.Until(t, func() bool { return taken() > i*many/deaths })
		service.Kill(t)
		service = program.Serve(t, settings...)
	}
	e2e.Until(t, func() bool { return taken() == many })
	var list struct {
		Posts []struct {
			MediaFiles []struct{ OriginalFilename string }
		}
	}
	client := service.Client(t)
	client.Get("/api/v1/posts?status=DRAFT&limit=100").Want(http.StatusOK).JSON(&list)
	var got []string
	for _, p := range list.Posts {
		got = append(got, p.MediaFiles[0].OriginalFilename)
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("drafts of %q", got)
	}
	var stored struct{ Total int }
	if client.Get("/api/v1/media").Want(http.StatusOK).JSON(&stored); stored.Total != many {
		t.Errorf("%d files are stored", stored.Total)
	}
}
