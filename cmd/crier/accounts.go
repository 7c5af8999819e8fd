package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"crier/modules/auth"
	"crier/modules/posts/bulk"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

type accountsCommands struct {
	Connect    connectCommand    `cmd:"" help:"Connect an account, by an access token or by a login with your own app."`
	List       listAccounts      `cmd:"" help:"List the accounts and the state of their tokens."`
	Refresh    refreshCommand    `cmd:"" help:"Refresh the token and the profile of an account, or of all."`
	Session    sessionCommand    `cmd:"" help:"Import a session of the network's own app for native stories and reposts, in the place of a password."`
	Disconnect disconnectCommand `cmd:"" help:"Disconnect an account. Its posts stay in the history."`
}

const accountsPath = "/api/accounts"

type listAccounts struct {
	serviceFolder
	JSON bool `name:"json" help:"Print JSON: {\"network\", \"accounts\": [...]}."`
}

// Run prints the accounts of the network that is on.
func (c *listAccounts) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var list auth.AccountOverviews
		if err := service.get(ctx, accountsPath, &list); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(list)
		}
		if len(list.Accounts) == 0 {
			return printLine(os.Stdout, "No account is connected; crier accounts connect connects one.")
		}
		return printAccounts(os.Stdout, list)
	})
}

func printAccounts(out io.Writer, list auth.AccountOverviews) error {
	rows := [][]string{{"ID", "ACCOUNT", "LOGIN", "TYPE", "TOKEN", "EXPIRES"}}
	for _, o := range list.Accounts {
		a := o.Account
		rows = append(rows, []string{a.ID.String(), a.Username, string(a.LoginMethod), shownOr(a.AccountType, "-"), o.Health, expiryOf(o)})
	}
	if err := printTable(out, rows); err != nil {
		return err
	}
	for _, o := range list.Accounts {
		for _, text := range []*string{o.Remedy, o.Warning} {
			if text == nil {
				continue
			}
			if err := printLine(out, onOneLine(*text)); err != nil {
				return err
			}
		}
	}
	return nil
}

func expiryOf(o auth.AccountOverview) string {
	switch {
	case o.Account.TokenExpiresAt == nil && o.TokenExpiryAssumed:
		return "not known"
	case o.Account.TokenExpiresAt == nil:
		return "never"
	case o.TokenExpiryAssumed:
		return "about " + o.Account.TokenExpiresAt.String()
	}
	return o.Account.TokenExpiresAt.String()
}

type refreshCommand struct {
	serviceFolder
	ID   string `arg:"" optional:"" name:"account" help:"The account: its username, or its id or the beginning of it (default: all)."`
	JSON bool   `name:"json" help:"Print JSON: {\"accounts\": [{\"account\", \"tokenRefreshed\", \"note\"}], \"errors\": [{\"accountId\", \"error\", \"code\"}]}."`
}

// Run refreshes one account, or all of them. It continues after an account that fails.
func (c *refreshCommand) Run(ctx context.Context) error {
	return c.withService(ctx, func(service *serviceClient) error {
		var ids []wireid.ID
		if c.ID != "" {
			id, err := namedAccount(ctx, service, c.ID)
			if err != nil {
				return err
			}
			ids = []wireid.ID{id}
		} else {
			var list auth.AccountOverviews
			if err := service.get(ctx, accountsPath, &list); err != nil {
				return err
			}
			for _, o := range list.Accounts {
				ids = append(ids, o.Account.ID)
			}
		}
		return c.refresh(ctx, service, ids)
	})
}

func (c *refreshCommand) refresh(ctx context.Context, service *serviceClient, ids []wireid.ID) error {
	outcome := refreshed{Accounts: []auth.RefreshAnswer{}, Errors: []refusedRefresh{}}
	for _, id := range ids {
		var answer auth.RefreshAnswer
		err := service.post(ctx, accountsPath+"/"+id.String()+"/refresh", nil, &answer)
		switch known := apperror.From(err); {
		case err == nil:
			outcome.Accounts = append(outcome.Accounts, answer)
		case known == nil:
			return err
		case len(ids) == 1:
			return readableError{inCommands(known.Message), known.Code} // No mistake in the call, whatever the code.
		default:
			outcome.Errors = append(outcome.Errors, refusedRefresh{id, onOneLine(known.Message), string(known.Code)})
		}
	}
	print := outcome.print
	if c.JSON {
		print = func() error { return printJSON(outcome) }
	}
	if err := print(); err != nil || len(outcome.Errors) == 0 {
		return err
	}
	return errReported
}

// refreshed is the result for each account.
type refreshed struct {
	Accounts []auth.RefreshAnswer `json:"accounts"`
	Errors   []refusedRefresh     `json:"errors"`
}

type refusedRefresh struct {
	AccountID wireid.ID `json:"accountId"`
	Error     string    `json:"error"`
	Code      string    `json:"code"`
}

func (r refreshed) print() error {
	for _, answer := range r.Accounts {
		if err := printRefreshed(answer); err != nil {
			return err
		}
	}
	for _, refused := range r.Errors {
		if _, err := fmt.Fprintf(os.Stderr, "crier: account %s: %s\n", refused.AccountID, refused.Error); err != nil {
			return err
		}
	}
	return nil
}

func printRefreshed(answer auth.RefreshAnswer) error {
	text := "the token is new and expires " + expiryOf(answer.Account)
	if !answer.TokenRefreshed {
		text = onOneLine(answer.Note)
	}
	_, err := fmt.Printf("%s: the profile was read; %s\n", onOneLine(answer.Account.Account.Username), text)
	return err
}

type disconnectCommand struct {
	serviceFolder
	ID   string `arg:"" name:"account" help:"The account: its username, or its id or the beginning of it."`
	JSON bool   `name:"json" help:"Print JSON: {\"success\"}."`
}

// Run disconnects the account.
func (c *disconnectCommand) Run(ctx context.Context) error {
	return c.withOne(ctx, namedAccount, c.ID, func(service *serviceClient, id wireid.ID) error {
		return service.remove(ctx, accountsPath+"/"+id.String(), c.JSON, "The account is disconnected. Its posts stay in the history; those that were scheduled have failed.")
	})
}

type sessionCommand struct {
	serviceFolder
	ID   string `arg:"" name:"account" help:"The account: its username, or its id or the beginning of it."`
	File string `type:"existingfile" placeholder:"FILE" help:"Read the session from a file. Without this flag Crier asks for it, or reads it from the standard input: the cookie sessionid of a browser that is signed in, or a session that instagrapi or instagram-private-api has exported as JSON."`
	JSON bool   `name:"json" help:"Print JSON: {\"snUsername\", \"message\", \"versionWarning\"}."`
}

// maxSessionFile is the largest size of a session's file.
const maxSessionFile = 128 << 10

// Run imports the session. It asks on the standard error.
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
		return printLine(os.Stdout, onOneLine(answer.Message))
	})
}

// read returns the session as it was given.
func (c *sessionCommand) read(ctx context.Context, ask *asker) (string, error) {
	if c.File == "" {
		return ask.export(ctx, "Session: ", maxSessionFile)
	}
	f, err := os.Open(c.File)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	b, err := io.ReadAll(io.LimitReader(f, maxSessionFile+1))
	if err == nil && len(b) > maxSessionFile {
		err = fmt.Errorf("%s is larger than a session can be", c.File)
	}
	return string(bulk.UTF8(b)), err
}
