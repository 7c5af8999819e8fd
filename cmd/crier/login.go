package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
)

type loginCommand struct {
	existingFolder
	Open bool `help:"Open the link in the browser."`
	JSON bool `name:"json" help:"Print JSON: {\"url\"}."`
}

// Run prints a sign-in link of the running service.
func (c *loginCommand) Run(ctx context.Context) error {
	if err := c.mustExist(); err != nil {
		return err
	}
	var link string
	err := c.withDatabase(ctx, func(dir *datadir.Dir, db *database.DB) error {
		origin, err := runningService(ctx, dir)
		if err != nil {
			return err
		}
		code, err := auth.NewLogins(db, clock.System()).Issue(ctx)
		link = auth.Link(origin, code)
		return err
	})
	if err != nil {
		return err
	}
	if c.JSON {
		err = json.NewEncoder(os.Stdout).Encode(map[string]string{"url": link})
	} else {
		_, err = fmt.Println(link)
	}
	if err != nil || !c.Open {
		return err
	}
	return openBrowser(ctx, link)
}

// runningService returns the origin of the service that uses the folder, such as http://127.0.0.1:7171.
func runningService(ctx context.Context, dir *datadir.Dir) (string, error) {
	notRunning := fmt.Errorf("no Crier is running on %s; start it with crier serve", dir.Path())
	r, err := dir.ReadRuntime()
	if errors.Is(err, fs.ErrNotExist) {
		return "", notRunning
	}
	if err != nil {
		return "", err
	}
	// A killed service leaves its address behind, where another program, or a Crier on another folder, may answer now.
	if lock, err := dir.Lock(); err == nil {
		return "", errors.Join(notRunning, lock.Release())
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.APIURL+"/health", http.NoBody)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", notRunning
	}
	return strings.TrimSuffix(r.APIURL, "/api/v1"), resp.Body.Close()
}

func openBrowser(ctx context.Context, link string) error {
	name, args := "xdg-open", []string{link}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", link}
	}
	if err := exec.CommandContext(ctx, name, args...).Run(); err != nil {
		return fmt.Errorf("open a browser: %w; open the link yourself", err)
	}
	return nil
}
