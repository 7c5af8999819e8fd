package storyrepost

import (
	"context"
	"errors"
	"io"
	"time"

	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/wireid"
)

// network makes calls for the accounts, with pauses between the calls of one account.
type network struct {
	natives *settings.Natives
	inboxes *native.Inboxes
	media   *native.Media
	clock   clock.Clock
	pace    *settings.Pace
	chance  Chance
}

func newNetwork(natives *settings.Natives, client *native.Client, clk clock.Clock, pace *settings.Pace, chance Chance) *network {
	return &network{natives, client.Inboxes, client.Media, clk, pace, chance}
}

// caller asks in the name of one account.
type caller struct {
	network *network
	account wireid.ID
	// sleep waits; a job's returns early when the program stops.
	sleep func(ctx context.Context, d time.Duration) error
}

// atOnce is the caller of somebody who waits for the answer.
func (n *network) atOnce(account wireid.ID) caller {
	return caller{network: n, account: account, sleep: func(ctx context.Context, d time.Duration) error { return clock.Sleep(ctx, n.clock, d) }}
}

// callError is a call that has failed; every other error is Crier's own.
type callError struct{ error }

func (e callError) Unwrap() error { return e.error }

// failed marks a failure of the network as a callError, unless the caller has ended.
func failed(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return errors.Join(context.Cause(ctx), err)
	case apperror.CodeOf(err) == apperror.InternalError && !isNative(err):
		return err
	}
	return callError{err}
}

func isNative(err error) bool {
	_, ok := errors.AsType[*native.Error](err)
	return ok
}

// pause waits until the next call for the account may be made.
func (c caller) pause(ctx context.Context) error {
	return c.sleep(ctx, c.network.pace.Reserve(c.account, c.network.chance()))
}

// inSession makes one call in the account's session, after the pause since the call before. It
// releases the session after each call, so that a story of the user's own does not wait for the end
// of a poll.
func (c caller) inSession(
	ctx context.Context, f func(ctx context.Context, s *native.Session) error,
) error {
	if err := c.pause(ctx); err != nil {
		return err
	}
	return failed(ctx, c.network.natives.InSession(ctx, c.account, f))
}

// inbox reads a page of the inbox, or of the messages of strangers.
func (c caller) inbox(ctx context.Context, pending bool, cursor string) (page native.Inbox, err error) {
	err = c.inSession(ctx, func(ctx context.Context, s *native.Session) (err error) {
		read := c.network.inboxes.Inbox
		if pending {
			read = c.network.inboxes.PendingInbox
		}
		page, err = read(ctx, s, cursor)
		return err
	})
	return page, err
}

// older reads the page of a conversation that comes before the messages of t.
func (c caller) older(ctx context.Context, t native.Thread) (page native.Thread, err error) {
	err = c.inSession(ctx, func(ctx context.Context, s *native.Session) (err error) {
		page, err = c.network.inboxes.Older(ctx, s, t)
		return err
	})
	return page, err
}

// media returns where the file of a story is.
func (c caller) media(ctx context.Context, id string) (info native.StoryMedia, err error) {
	err = c.inSession(ctx, func(ctx context.Context, s *native.Session) (err error) {
		info, err = c.network.media.Info(ctx, s, id)
		return err
	})
	return info, err
}

// download writes the file at address to w, after a pause; it needs no session.
func (c caller) download(ctx context.Context, address string, w io.Writer, most int64) error {
	if err := c.pause(ctx); err != nil {
		return err
	}
	_, err := c.network.media.Download(ctx, address, w, most)
	return failed(ctx, err)
}
