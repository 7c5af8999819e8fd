package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/platform/apperror"
)

type connectCommand struct {
	serviceFolder
	Token       string `placeholder:"TOKEN" help:"A long-lived access token; - reads it from the standard input. Without this flag Crier asks for the token. That is safer: other users of the machine can see the flags of a command."`
	Login       string `enum:"primary,partner," default:"" placeholder:"LOGIN" help:"Which login: primary (by Instagram) or partner (by Facebook and a Page). For a token, Crier finds out by itself."`
	Account     string `placeholder:"ID" help:"The network's id of the account, when a token or a login leads to several."`
	OAuth       bool   `name:"oauth" help:"Log in with your own app, without a token. Crier asks for the secret of the app, and for the address to which the browser is sent."`
	AppID       string `name:"app-id" placeholder:"ID" help:"Id of the app (default: the one that was remembered)."`
	RedirectURI string `name:"redirect-uri" placeholder:"URL" help:"An address that the app has registered, exactly as it is registered."`
	Remember    bool   `help:"Store the app and its secret, encrypted, for the next login."`
	JSON        bool   `name:"json" help:"Print JSON: {\"account\", \"choices\", \"ticket\", \"warnings\", \"notes\"}."`

	// isLedBack says that the login is finished in the browser.
	isLedBack bool
}

// Run connects an account. It asks on the standard error, so that the standard output has only the
// result.
func (c *connectCommand) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return usageError{err}
	}
	ask := newAsker(os.Stdin, os.Stderr)
	return c.withService(ctx, func(service *serviceClient) error {
		connect := c.byToken
		if c.OAuth {
			connect = c.byLogin
		}
		answer, err := connect(ctx, service, ask)
		if err != nil || c.isLedBack {
			return err
		}
		if c.JSON {
			return printJSON(answer)
		}
		if err := printConnected(answer); err != nil {
			return err
		}
		return offerRestore(ctx, service, answer.Account.Account)
	})
}

// offerRestore names the command that restores the posts that failed when the account was
// disconnected, if there are any.
func offerRestore(ctx context.Context, service *serviceClient, account auth.SocialAccount) error {
	var lost posts.RetriedPosts
	request := map[string]any{"cause": apperror.NotFound, "accountId": account.ID, "dryRun": true}
	if err := service.post(ctx, "/api/posts/retries", request, &lost); err != nil {
		return err
	}
	lost.Posts = slices.DeleteFunc(lost.Posts, func(p posts.RetriedPost) bool { return p.Code != nil })
	if len(lost.Posts) == 0 {
		return nil
	}
	_, err := fmt.Printf("Note: %s failed because it was disconnected; crier posts retry --cause %s --account %s restores them: each goes out at its time, and what is past a minute apart.\n",
		count(len(lost.Posts), "post", "posts"), apperror.NotFound, onOneLine(account.Username))
	return err
}

func (c *connectCommand) check() error {
	switch {
	case c.OAuth && c.Token != "":
		return errors.New("--token and --oauth cannot be used together")
	case c.OAuth && c.Login == "":
		return errors.New("--oauth needs --login primary or --login partner")
	case !c.OAuth && (c.AppID != "" || c.RedirectURI != "" || c.Remember):
		return errors.New("--app-id, --redirect-uri and --remember need --oauth")
	case c.AppID == "" && c.Remember:
		return errors.New("--remember needs --app-id")
	}
	return nil
}

func (c *connectCommand) byToken(ctx context.Context, service *serviceClient, ask *asker) (answer auth.ConnectionAnswer, err error) {
	token := c.Token
	if token == "" || token == "-" {
		if token, err = ask.secret(ctx, "Access token: "); err != nil {
			return answer, err
		}
	}
	send := func(account string) error {
		in := map[string]string{"token": token, "login": c.Login, "snUserId": account}
		return service.post(ctx, accountsPath+"/connect", withoutEmpty(in), &answer)
	}
	if err := send(c.Account); err != nil {
		return answer, err
	}
	err = c.choose(ctx, ask, &answer, send)
	return answer, err
}

func (c *connectCommand) byLogin(ctx context.Context, service *serviceClient, ask *asker) (answer auth.ConnectionAnswer, err error) {
	in := map[string]any{"login": c.Login, "remember": c.Remember}
	if c.RedirectURI != "" {
		in["redirectUri"] = c.RedirectURI
	}
	if c.AppID != "" {
		secret, err := ask.secret(ctx, "Secret of the app: ")
		if err != nil {
			return answer, err
		}
		in["appId"], in["appSecret"] = c.AppID, secret
	}
	var begun auth.BegunLogin
	if err := service.post(ctx, accountsPath+"/oauth/begin", in, &begun); err != nil {
		return answer, err
	}
	if c.isLedBack = begun.IsLedBack; begun.IsLedBack {
		ask.say("Open this address in a browser that is signed in to Crier, and agree:\n\n  " + begun.URL + "\n\nYour cloud worker, at " + begun.RedirectURI +
			", then leads the browser back to Crier, where the account is connected. The app must have that address registered; --redirect-uri names another.\n")
		return answer, nil
	}
	ask.say("Open this address in a browser and agree:\n\n  " + begun.URL + "\n\nThe browser is then led to " + begun.RedirectURI +
		", which may show nothing. Copy the whole address that it was led to.\n")
	back, err := ask.secret(ctx, "Address: ")
	if err != nil {
		return answer, err
	}
	if err := service.post(ctx, accountsPath+"/oauth/finish", withoutEmpty(map[string]string{"redirectedUrl": back, "snUserId": c.Account}), &answer); err != nil {
		return answer, err
	}
	err = c.choose(ctx, ask, &answer, func(account string) error {
		return service.post(ctx, accountsPath+"/oauth/finish", map[string]string{"ticket": *answer.Ticket, "snUserId": account}, &answer)
	})
	return answer, err
}

// choose asks which of several accounts to connect, and sends the answer.
func (*connectCommand) choose(ctx context.Context, ask *asker, answer *auth.ConnectionAnswer, send func(account string) error) error {
	if answer.Account != nil || len(answer.Choices) == 0 {
		return nil
	}
	text := "There are several accounts:\n"
	for _, choice := range answer.Choices {
		page := "no Page"
		if choice.PageID != "" {
			page = "Page " + choice.PageName
		}
		text += fmt.Sprintf("  %s  %s (%s)\n", choice.SNUserID, onOneLine(choice.Username), onOneLine(page))
	}
	ask.say(text)
	id, err := ask.line(ctx, "Id of the one to connect: ")
	if err != nil {
		return usageError{errors.New("the token leads to several accounts; name one of the ids above with --account")}
	}
	return send(id)
}

func withoutEmpty(in map[string]string) map[string]string {
	for name, value := range in {
		if value == "" {
			delete(in, name)
		}
	}
	return in
}

func printConnected(answer auth.ConnectionAnswer) error {
	if answer.Account == nil {
		return errors.New("no account was connected")
	}
	a := answer.Account.Account
	text := fmt.Sprintf("Connected %s (%s login), id %s. Token expires: %s.\n", onOneLine(a.Username), a.LoginMethod, a.ID, expiryOf(*answer.Account))
	for _, w := range slices.Concat(answer.Warnings, answer.Notes) {
		text += "Note: " + onOneLine(w) + "\n"
	}
	_, err := fmt.Print(text)
	return err
}

// asker asks a person, or a script, line by line.
type asker struct {
	in    *os.File
	lines *bufio.Reader
	out   io.Writer
}

// maxAnswer is the longest line that is read as an answer.
const maxAnswer = 16 << 10

func newAsker(in *os.File, out io.Writer) *asker {
	return &asker{in: in, lines: bufio.NewReaderSize(in, maxAnswer), out: out}
}

// say prints a text. It ignores a failure to write.
func (a *asker) say(text string) { _, _ = io.WriteString(a.out, text) }

// secret is line without echo.
func (a *asker) secret(ctx context.Context, question string) (string, error) {
	show, isTerminal := hideTyping(a.in)
	if !isTerminal {
		return a.line(ctx, "")
	}
	defer a.say("\n")
	defer show()
	return a.line(ctx, question)
}

// export is secret for what a program has exported, of at most so many bytes: JSON goes on to the
// end of the input, on as many lines as it has.
func (a *asker) export(ctx context.Context, question string, most int) (string, error) {
	show, isTerminal := hideTyping(a.in)
	if isTerminal {
		defer a.say("\n")
		defer show()
		a.say(question)
	}
	first, err := a.line(ctx, "")
	if err != nil || !strings.HasPrefix(first, "{") {
		return first, err
	}
	rest, err := within(ctx, func() (string, error) {
		b, err := io.ReadAll(io.LimitReader(a.lines, int64(most)+1))
		return string(b), err
	})
	if err == nil && len(first)+len(rest) > most {
		err = usageError{fmt.Errorf("the standard input has more than %d characters", most)}
	}
	return first + "\n" + rest, err
}

// line returns the next line of the input, or an error when there is none or ctx ends.
func (a *asker) line(ctx context.Context, question string) (string, error) {
	a.say(question)
	return within(ctx, func() (string, error) {
		b, err := a.lines.ReadSlice('\n')
		text := strings.TrimSpace(strings.TrimPrefix(string(b), "\ufeff"))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return "", usageError{fmt.Errorf("a line of the standard input is longer than %d characters", maxAnswer)}
		case text == "":
			return "", usageError{errors.New("nothing was given on the standard input")}
		case err != nil && !errors.Is(err, io.EOF):
			return "", err
		}
		return text, nil
	})
}

// within returns what read returns, or an error when ctx ends before.
func within(ctx context.Context, read func() (string, error)) (string, error) {
	type result struct {
		text string
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := read()
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}
