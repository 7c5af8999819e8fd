package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/limits"
	"crier/platform/secrets"
)

const (
	// answerPatience is how long the service may take to answer a request.
	answerPatience = 2 * time.Minute
	// lookPatience is how long it may take to say that it is there.
	lookPatience = 5 * time.Second
	// logoutPatience is how long it may take to end the session.
	logoutPatience = 5 * time.Second
	// maxServiceAnswer is far above the largest answer of the service.
	maxServiceAnswer = 64 << 20
)

// withService signs in to the folder's running service, as a browser does, and calls do. Within do,
// a refusal of the service is an apperror. The error of withService is readable.
func (f existingFolder) withService(ctx context.Context, do func(*serviceClient) error) error {
	c, err := f.signedIn(ctx)
	if apperror.CodeOf(err) == apperror.TokenInvalid {
		// A service that finds out that its folder was put back ends all codes, perhaps between the
		// issue of this one and its use.
		c, err = f.signedIn(ctx)
	}
	if err != nil {
		return readable(err)
	}
	return c.finish(ctx, do)
}

// signedIn signs in to the folder's running service with a new code.
func (f existingFolder) signedIn(ctx context.Context) (*serviceClient, error) {
	service, code, err := f.findService(ctx)
	if err != nil {
		return nil, err
	}
	return service.signedIn(ctx, code)
}

// findService returns the address of the folder's running service, and a code to sign in with. It
// does not make a folder that does not exist, because its name may be mistyped.
func (f existingFolder) findService(ctx context.Context) (service address, code secrets.Text, err error) {
	dir, err := f.existing()
	if err != nil {
		return service, code, err
	}
	if service, err = runningService(ctx, dir); err != nil {
		return service, code, err
	}
	err = f.withDatabase(ctx, func(_ *datadir.Dir, db *database.DB) (err error) {
		code, err = auth.NewLogins(db, clock.System()).Issue(ctx)
		return err
	})
	return service, code, err
}

// with signs in, calls do, and signs out.
func (a address) with(ctx context.Context, code secrets.Text, do func(*serviceClient) error) error {
	c, err := a.signedIn(ctx, code)
	if err != nil {
		return readable(err)
	}
	return c.finish(ctx, do)
}

// signedIn returns a client that has used the code to sign in.
func (a address) signedIn(ctx context.Context, code secrets.Text) (*serviceClient, error) {
	c := newServiceClient(a)
	if err := c.signIn(ctx, code); err != nil {
		c.http.CloseIdleConnections()
		return nil, err
	}
	return c, nil
}

// finish calls do, and signs out.
func (c *serviceClient) finish(ctx context.Context, do func(*serviceClient) error) error {
	defer c.http.CloseIdleConnections()
	defer c.signOut(ctx)
	return readable(do(c))
}

var (
	errNotRunning = errors.New("no Crier is running")
	// errOneCall is errNotRunning for a folder whose service ends with the call that started it.
	errOneCall = fmt.Errorf("%w that stays", errNotRunning)
	// errNoAnswer is errNotRunning for a folder that a service has that does not answer.
	errNoAnswer = fmt.Errorf("%w that answers", errNotRunning)
)

// address is the address of a running service.
type address struct {
	// origin is such as http://127.0.0.1:7171, which every machine can connect to.
	origin string
	// app is the app's own address, http://crier-k3v9x0qa.localhost:7171. Not every
	// machine resolves it.
	app string
	// isOwn says that the service ends with this call.
	isOwn bool
}

// existing returns the folder, whose limits of the network this process then goes by. Without one
// it returns the error that no service runs there.
func (f existingFolder) existing() (*datadir.Dir, error) {
	path, err := f.path()
	if err != nil {
		return nil, err
	}
	dir, err := datadir.Existing(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = notRunning(path)
	}
	if err == nil {
		limits.Use(limits.Read(dir.Limits()))
	}
	return dir, err
}

func notRunning(path string) error {
	return fmt.Errorf("%w on %s; start it with crier serve", errNotRunning, path)
}

// runningService returns the address of the service that uses the folder and does not end with
// another call.
func runningService(ctx context.Context, dir *datadir.Dir) (address, error) {
	r, err := dir.ReadRuntime()
	if errors.Is(err, fs.ErrNotExist) {
		return address{}, notRunning(dir.Path())
	}
	// A killed service leaves its address behind, where another program may listen now.
	if inUse, err := dir.InUse(); err == nil && !inUse {
		return address{}, notRunning(dir.Path())
	}
	if err != nil {
		return address{}, err
	}
	if r.IsForOneCall {
		return address{}, fmt.Errorf("%w on %s: another call of crier runs one there, which ends with that call; start one with crier serve when it has ended",
			errOneCall, dir.Path())
	}
	limited, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	req, err := http.NewRequestWithContext(limited, http.MethodGet, r.APIURL+"/health", http.NoBody)
	if err != nil {
		return address{}, err
	}
	resp, err := http.DefaultClient.Do(req)
	switch {
	case ctx.Err() != nil:
		return address{}, ctx.Err() // Somebody stopped this call, which says nothing about the service.
	case limited.Err() != nil:
		return address{}, fmt.Errorf("%w within %.0f seconds: a Crier has the data folder %s, and may be busy; make this call again later, and see crier status if this goes on",
			errNoAnswer, lookPatience.Seconds(), dir.Path())
	case err != nil:
		return address{}, notRunning(dir.Path())
	}
	origin := strings.TrimSuffix(r.APIURL, "/api/v1")
	// A service of an older version has no address of its own.
	return address{origin: origin, app: cmp.Or(r.AppURL, origin)}, resp.Body.Close()
}

// serviceClient is signed in to a running service at the app's own address. It connects to
// 127.0.0.1 and names that address in the request, so that the machine need not resolve the name.
type serviceClient struct {
	http    *http.Client
	service address
	session *http.Cookie
}

func newServiceClient(service address) *serviceClient {
	return &serviceClient{service: service, http: &http.Client{
		// It uses no proxy to its own machine, and follows no redirect, so that the cookie goes
		// nowhere else.
		Transport: &http.Transport{}, Timeout: answerPatience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// get decodes the answer of path, such as /api/service, into out. A refusal is an apperror.
func (c *serviceClient) get(ctx context.Context, path string, out any) error {
	return c.exchange(ctx, http.MethodGet, path, nil, out)
}

// post sends in as JSON, or nothing if it is nil, and decodes the answer into out, unless that is
// nil. A refusal is an apperror.
func (c *serviceClient) post(ctx context.Context, path string, in, out any) error {
	return c.exchange(ctx, http.MethodPost, path, in, out)
}

func (c *serviceClient) exchange(ctx context.Context, method, path string, in, out any) error {
	req, err := c.request(ctx, method, path, in)
	if err != nil {
		return err
	}
	return c.answered(req, out)
}

// remove deletes what path names and says so: as {"success": true}, or in words.
func (c *serviceClient) remove(ctx context.Context, path string, asJSON bool, done string) error {
	if err := c.exchange(ctx, http.MethodDelete, path, nil, nil); err != nil {
		return err
	}
	return say(asJSON, map[string]bool{"success": true}, done)
}

// create is post under an Idempotency-Key.
func (c *serviceClient) create(ctx context.Context, key, path string, in, out any) error {
	req, err := c.request(ctx, http.MethodPost, path, in)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	return c.answered(req, out)
}

// answered sends a request and decodes the answer into out, unless that is nil.
func (c *serviceClient) answered(req *http.Request, out any) error {
	resp, err := c.http.Do(req)
	if err != nil {
		return fmt.Errorf("ask the running service: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	return decodeAnswer(resp, out)
}

// decodeAnswer decodes an answer into out, unless that is nil.
func decodeAnswer(resp *http.Response, out any) error {
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxServiceAnswer))
	if err != nil {
		return fmt.Errorf("read the answer of the running service: %w", err)
	}
	if resp.StatusCode >= http.StatusMultipleChoices {
		return refusal(resp.StatusCode, body)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(body, out); err != nil {
		return fmt.Errorf("the running service answered what this version does not understand: %w", err)
	}
	return nil
}

func (c *serviceClient) request(ctx context.Context, method, path string, in any) (*http.Request, error) {
	var body bytes.Buffer
	if in != nil {
		if err := json.NewEncoder(&body).Encode(in); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, c.service.origin+path, &body)
	if err != nil {
		return nil, err
	}
	req.Host = strings.TrimPrefix(c.service.app, "http://")
	req.Header.Set("Origin", c.service.app)
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.session != nil {
		req.AddCookie(c.session)
	}
	return req, nil
}

// refusal returns the error of the service's answer.
func refusal(status int, body []byte) error {
	var answer struct {
		Error string        `json:"error"`
		Code  apperror.Code `json:"code"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || answer.Code == "" {
		return fmt.Errorf("the running service answered %d without a reason", status)
	}
	return apperror.New(answer.Code, "%s", onOneLine(answer.Error))
}

// signIn uses the code up.
func (c *serviceClient) signIn(ctx context.Context, code secrets.Text) error {
	req, err := c.request(ctx, http.MethodGet, auth.Link("", code), nil)
	if err != nil {
		return errors.New("the sign-in link cannot be used; try again")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		// The error is not included, because it contains the link.
		return errors.New("the running service did not let the command line sign in; try again")
	}
	defer func() { _ = resp.Body.Close() }()
	for _, cookie := range resp.Cookies() {
		if cookie.Name == httpapi.SessionCookie && cookie.Value != "" {
			c.session = cookie
			return nil
		}
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxServiceAnswer))
	if err != nil {
		return fmt.Errorf("read the answer of the running service: %w", err)
	}
	return refusal(resp.StatusCode, body)
}

// signOut ends the session, even if the command was told to stop. If that fails, the session is
// forgotten with this process.
func (c *serviceClient) signOut(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), logoutPatience)
	defer cancel()
	_ = c.post(ctx, "/api/v1/auth/logout", nil, nil)
}
