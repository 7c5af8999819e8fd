package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"crier/modules/watch"
	"crier/platform/datadir"
)

type watchCommands struct {
	Show   watchShow   `cmd:"" default:"withargs" help:"Show the folders whose pictures and videos become drafts, and how each is. crier watch alone does the same."`
	Set    watchSet    `cmd:"" help:"Have each picture and video that is in a folder, or comes there, become a draft of an account, once. The files stay as they are."`
	Remove watchRemove `cmd:"" help:"Watch a folder no longer. The folder and the drafts stay."`
}

const watchPath = "/api/watch"

type watchShow struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"folders\": [{\"accountId\", \"username\", \"path\", \"timezone\", \"lookedAt\", \"problem\", \"taken\", \"left\", \"waiting\", \"unusable\", \"files\": [{\"name\", \"problem\"}]}]}."`
}

// Run prints the folders. It ends with the exit code for attention when one needs some.
func (c *watchShow) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var all watch.WatchedFolders
		if err := service.get(ctx, watchPath, &all); err != nil {
			return err
		}
		needs := slices.ContainsFunc(all.Folders, func(f watch.WatchedFolder) bool { return f.Problem != "" || f.Unusable > 0 })
		var err error
		switch {
		case c.JSON:
			err = printJSON(all)
		case len(all.Folders) == 0:
			err = printLine(os.Stdout, "No folder is watched. crier watch set DIR --account NAME has what comes there become drafts.")
		default:
			err = printFolders(all.Folders)
		}
		if err == nil && needs {
			return errAttention
		}
		return err
	})
}

func printFolders(all []watch.WatchedFolder) error {
	for i := range all {
		f := &all[i]
		rows := [][]string{
			{"folder", f.Path},
			{"account", f.Username},
			{"times in names", f.Timezone},
			{"drafts made", fmt.Sprint(f.Taken)},
			{"left to take", fmt.Sprint(f.Left)},
			{"still written", fmt.Sprint(f.Waiting)},
			{"last look", textOf(f.LookedAt, "not yet")},
		}
		if f.Problem != "" {
			rows = append(rows, []string{"nothing is taken", f.Problem})
		}
		if f.Unusable > 0 {
			rows = append(rows, []string{"cannot be used", fmt.Sprint(f.Unusable)})
		}
		for _, u := range f.Files {
			rows = append(rows, []string{"", u.Name + ": " + u.Problem})
		}
		if i > 0 {
			rows = append([][]string{{""}}, rows...)
		}
		if err := printTable(os.Stdout, rows); err != nil {
			return err
		}
	}
	return nil
}

type watchSet struct {
	serviceFolder
	Dir     string `arg:"" complete:"folder" help:"The folder. Folders in it are not looked into."`
	Account string `placeholder:"NAME" help:"Account that the drafts are for: its username, its id or the beginning of it (default: the only one). Each account has at most one folder."`
	OnlyNew bool   `name:"only-new" help:"Leave what is in the folder now, and take only what comes."`
	JSON    bool   `name:"json" help:"Print JSON: the folder, as crier watch --json has it."`
}

// Run sets the folder. Times in names are those of this machine's zone.
func (c *watchSet) Run(ctx context.Context) error {
	if c.Dir == "" {
		return usageError{errors.New("the folder has no name; write its path, or . for the folder that you are in")}
	}
	path, err := filepath.Abs(c.Dir)
	if err != nil {
		return err
	}
	zone, err := localZone()
	if err != nil {
		return err
	}
	return c.withService(ctx, func(service *serviceClient) error {
		account, err := findAccount(ctx, service, c.Account)
		if err != nil {
			return err
		}
		want := watch.WatchSettings{Path: path, Timezone: zone.String(), OnlyNew: c.OnlyNew}
		if zone.String() == "Local" {
			want.Timezone = "UTC"
		}
		var set watch.WatchedFolder
		if err := service.exchange(ctx, http.MethodPut, watchPath+"/"+account.ID.String(), want, &set); err != nil {
			return err
		}
		return say(c.JSON, set, fmt.Sprintf("What comes into %s becomes a draft of %s from now on. Times in names are those of %s.", onOneLine(set.Path), onOneLine(set.Username), want.Timezone))
	})
}

type watchRemove struct {
	serviceFolder
	Dir  string `arg:"" optional:"" complete:"folder" help:"The folder (default: the only one)."`
	JSON bool   `name:"json" help:"Print JSON: {\"success\"}."`
}

// Run ends the watching of the folder, for every account that has it.
func (c *watchRemove) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var all watch.WatchedFolders
		if err := service.get(ctx, watchPath, &all); err != nil {
			return err
		}
		of, err := c.choose(all.Folders)
		for i := 0; err == nil && i < len(of); i++ {
			err = service.exchange(ctx, http.MethodDelete, watchPath+"/"+of[i].AccountID.String(), nil, nil)
		}
		if err != nil {
			return err
		}
		return say(c.JSON, map[string]bool{"success": true}, "The folder is not watched any more. It stays as it is, and so do the drafts.")
	})
}

// choose returns the folders that are meant, of which there is at least one.
func (c *watchRemove) choose(all []watch.WatchedFolder) (of []watch.WatchedFolder, err error) {
	if c.Dir == "" && len(all) > 1 {
		return nil, usageError{errors.New("several folders are watched; name the one that you mean, as crier watch shows it")}
	}
	if c.Dir == "" && len(all) == 1 {
		return all, nil
	}
	path, err := filepath.Abs(c.Dir)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Path == datadir.Spelled(path) || all[i].Path == strings.TrimSpace(c.Dir) {
			of = append(of, all[i])
		}
	}
	if len(of) == 0 {
		return nil, errors.New("this folder is not watched; crier watch shows those that are")
	}
	return of, nil
}
