package main

import (
	"context"
	"fmt"
	"os"

	"crier/modules/settings"
	"crier/platform/wireid"
)

type sessionCommand struct {
	serviceFolder
	ID   string `arg:"" name:"account" help:"The account: its username, or its id or the beginning of it."`
	File string `type:"existingfile" placeholder:"FILE" help:"Read the session from a file. Without this flag Crier asks for it, or reads it from the standard input: the cookie sessionid of a browser that is signed in, or a session that instagrapi or instagram-private-api has exported as JSON."`
	JSON bool   `name:"json" help:"Print JSON: {\"snUsername\", \"message\", \"versionWarning\"}."`
}

// maxSessionFile bounds what is read as a session.
const maxSessionFile = 128 << 10

// Run imports the session. Questions go to the standard error.
func (c *sessionCommand) Run(ctx context.Context) error {
	ask := newAsker(os.Stdin, os.Stderr)
	return c.withOne(ctx, namedAccount, c.ID, func(service *serviceClient, id wireid.ID) error {
		text, err := c.read(ctx, ask)
		if err != nil {
			return err
		}
		var answer settings.ImportedSession
		if err := service.post(ctx, accountsPath+"/"+id.String()+"/native-session", map[string]string{"session": text}, &answer); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(answer)
		}
		if answer.VersionWarning != nil {
			ask.say(onOneLine(*answer.VersionWarning))
		}
		_, err = fmt.Println(onOneLine(answer.Message))
		return err
	})
}

func (c *sessionCommand) read(ctx context.Context, ask *asker) (string, error) {
	if c.File == "" {
		return ask.secret(ctx, "Session: ")
	}
	info, err := os.Stat(c.File)
	if err == nil && info.Size() > maxSessionFile {
		err = fmt.Errorf("%s is larger than a session can be", c.File)
	}
	if err != nil {
		return "", err
	}
	b, err := os.ReadFile(c.File)
	return string(b), err
}
