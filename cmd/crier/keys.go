package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
)

type keysCommands struct {
	Create createKeyCommand `cmd:"" help:"Make an API key and print it. It cannot be shown again."`
	List   listKeysCommand  `cmd:"" help:"List the API keys."`
	Revoke revokeKeyCommand `cmd:"" aliases:"delete" help:"Revoke an API key, at once and for good."`
}

func (f folder) withKeys(ctx context.Context, do func(*settings.Keys) error) error {
	return f.withDatabase(ctx, func(dir *datadir.Dir, db *database.DB) error {
		if err := do(settings.NewKeys(db, clock.System())); err != nil {
			return err
		}
		return noteChange(ctx, dir, db)
	})
}

func (f existingFolder) withKeys(ctx context.Context, do func(*settings.Keys) error) error {
	if _, err := f.mustExist(); err != nil {
		return err
	}
	return f.folder.withKeys(ctx, do)
}

type createKeyCommand struct {
	folder
	Name string `arg:"" help:"A label for the key, 1 to 64 characters."`
	JSON bool   `name:"json" help:"Print JSON: {\"key\", \"fullKey\"}."`
}

// Run prints only the new key, so that it can be piped.
func (c *createKeyCommand) Run(ctx context.Context) error {
	return c.withKeys(ctx, func(keys *settings.Keys) error {
		key, full, err := keys.Create(ctx, c.Name)
		if err != nil {
			return readable(err)
		}
		if err = say(c.JSON, settings.CreatedAPIKey{Key: key, FullKey: full.Reveal()}, full.Reveal()); err == nil {
			return nil
		}
		if _, revokeErr := keys.Revoke(ctx, key.ID); revokeErr != nil {
			return errors.Join(err, revokeErr)
		}
		return fmt.Errorf("the new key is revoked, because nobody has seen it: %w", err)
	})
}

type listKeysCommand struct {
	existingFolder
	JSON bool `name:"json" help:"Print JSON: {\"keys\": [...]}."`
}

// Run prints all keys, each without its secret part.
func (c *listKeysCommand) Run(ctx context.Context) error {
	return c.withKeys(ctx, func(keys *settings.Keys) error {
		list, err := keys.List(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(settings.APIKeyList{Keys: list})
		}
		if len(list) == 0 {
			return printLine(os.Stdout, "There are no API keys; crier keys create NAME makes one.")
		}
		return printKeys(os.Stdout, list)
	})
}

func printKeys(out io.Writer, list []settings.APIKey) error {
	rows := [][]string{{"ID", "NAME", "PREFIX", "CREATED", "LAST USED", "REVOKED"}}
	for _, k := range list {
		rows = append(rows, []string{k.ID.String(), k.Name, k.Prefix, k.CreatedAt.String(), textOf(k.LastUsedAt, "-"), textOf(k.RevokedAt, "-")})
	}
	return printTable(out, rows)
}

type revokeKeyCommand struct {
	existingFolder
	Key  string `arg:"" help:"The key: its name, or its id or the beginning of it."`
	JSON bool   `name:"json" help:"Print JSON: {\"success\", \"alreadyRevoked\"}."`
}

// Run revokes the key.
func (c *revokeKeyCommand) Run(ctx context.Context) error {
	return c.withKeys(ctx, func(keys *settings.Keys) error {
		list, err := keys.List(ctx)
		if err != nil {
			return err
		}
		id, err := chooseKey(list, c.Key)
		if err != nil {
			return err
		}
		already, err := keys.Revoke(ctx, id)
		if err != nil {
			return readable(err)
		}
		text := "The key is revoked."
		if already {
			text = "The key had been revoked before."
		}
		return say(c.JSON, settings.RevokedAPIKey{Success: true, AlreadyRevoked: already}, text)
	})
}
