package storyrepost

import (
	"context"
	"errors"
	"sync"
	"time"

	"crier/platform/native"
	"crier/platform/wireid"
)

const (
	// maxOlderPages is how many pages of older messages are read of one conversation, and
	// maxOlderPagesInAll how many of all conversations in one reading.
	maxOlderPages      = 10
	maxOlderPagesInAll = 20
)

// walk is one reading of the inboxes of an account.
type walk struct {
	caller caller
	// conversations are those in the inboxes, each with its latest messages.
	conversations []native.Thread
	// found are the new mentions.
	found []RepostRecord
	// left is how many pages of older messages may still be read.
	left int
}

// isFull reports whether the reading has found as much as it may.
func (w *walk) isFull() bool { return len(w.found) >= maxFound }

// olderMessages records the mentions among the older messages of the conversations. An inbox shows
// the latest messages of a conversation alone: without this, a friend who writes much hides the
// stories in which that friend has mentioned the account. When the network does not show older
// messages, the mentions that the inboxes show count all the same.
func (s *inboxes) olderMessages(ctx context.Context, w *walk) error {
	for _, t := range w.conversations {
		err := s.conversation(ctx, w, t)
		if isAboutConversations(err) {
			s.log.Warn("storyrepost: older messages cannot be read", "account", w.caller.account, "error", err)
			if native.ClassOf(err) != native.NotFound {
				return nil
			}
			continue
		}
		if err != nil || w.isFull() {
			return err
		}
	}
	return nil
}

// conversation reads on where the inbox ends, until the messages are as old as the newest that the
// last reading of the conversation saw, or as stories that have gone.
func (s *inboxes) conversation(ctx context.Context, w *walk, t native.Thread) error {
	account, now := w.caller.account, s.networkNow().Time()
	since, newest := later(s.seen.until(account, t.ID), now.Add(-storyLife)), newestOf(t.Items)
	for pages := 0; isLaterThan(t.Items, since) && t.Older != ""; pages++ {
		if w.left == 0 || pages == maxOlderPages {
			s.log.Warn("storyrepost: a conversation is longer than what one reading reads; mentions in its older messages are not seen",
				"account", account, "pages", pages)
			if pages < maxOlderPages {
				return nil // The next reading has pages left for it.
			}
			break
		}
		w.left--
		older, err := w.caller.older(ctx, t)
		if err != nil {
			return err
		}
		if err := s.record(ctx, w, []native.Thread{older}); err != nil || w.isFull() {
			return err
		}
		t = older
	}
	if newest.Before(now) {
		s.seen.note(account, t.ID, newest, now)
	}
	return nil
}

// isLaterThan reports whether all messages whose time is known are as late as the instant, or
// later. Messages come latest first.
func isLaterThan(items []native.Item, since time.Time) bool {
	isKnown := false
	for _, i := range items {
		if !i.At.IsZero() && i.At.Before(since) {
			return false
		}
		isKnown = isKnown || !i.At.IsZero()
	}
	return isKnown
}

func newestOf(items []native.Item) (newest time.Time) {
	for _, i := range items {
		newest = later(newest, i.At)
	}
	return newest
}

// isAboutConversations reports whether a failure is that of reading older messages and of nothing
// else.
func isAboutConversations(err error) bool {
	e, ok := errors.AsType[*native.Error](err)
	return ok && e.Op == native.OpThread && !e.Class.Stops() && (e.HTTPStatus != 0 || e.Class == native.NotFound)
}

// seen remembers up to which message each conversation was read without a gap. It is kept by this
// process alone: what it does not know is read again, which finds nothing new and loses nothing. A
// reading that was cut off notes nothing.
type seen struct {
	mu  sync.Mutex
	all map[conversation]time.Time
}

type conversation struct {
	account wireid.ID
	thread  string
}

func newSeen() *seen { return &seen{all: make(map[conversation]time.Time)} }

// until returns the time of the newest message that was seen, the zero time for a conversation
// about which nothing is known.
func (s *seen) until(account wireid.ID, thread string) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[conversation{account, thread}]
}

// note notes the newest message of a conversation that was read without a gap, and forgets all
// messages whose stories have gone.
func (s *seen) note(account wireid.ID, thread string, newest, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[conversation{account, thread}] = newest
	for c, at := range s.all {
		if now.Sub(at) > storyLife {
			delete(s.all, c)
		}
	}
}
