package storyrepost

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"crier/platform/database"
	"crier/platform/instance"
	"crier/platform/limits"
	"crier/platform/native"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// inboxes reads the inboxes of the accounts and records the mentions in them.
type inboxes struct {
	clocks

	db      *database.DB
	log     *slog.Logger
	configs *configs
	// pictures are fetched after a reading, by others.
	pictures *pictures
	seen     *seen
}

func newInboxes(db *database.DB, c clocks, log *slog.Logger, configs *configs, p *pictures) *inboxes {
	return &inboxes{c, db, log, configs, p, newSeen()}
}

var errTooSoon = errors.New("storyrepost: the inbox was read a moment ago")

// read reads the account's inbox and notes a success; the caller notes a failure. The time of the
// reading is on disk before its first call, so that a restart cannot make readings more frequent.
func (s *inboxes) read(ctx context.Context, c caller) ([]RepostRecord, error) {
	now := s.now()
	begun, err := beginPoll(ctx, s.db, c.account, now, wiretime.Of(now.Time().Add(-readGap)))
	if err != nil {
		return nil, fmt.Errorf("begin a poll: %w", err)
	}
	if !begun {
		return nil, errTooSoon
	}
	found, err := s.pages(ctx, c)
	s.log.Info("storyrepost: read an inbox", "account", c.account, "found", len(found), "error", err)
	if err != nil {
		return found, err
	}
	s.pictures.want(found)
	return found, s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return s.configs.alter(ctx, tx, c.account, func(config *StoryRepostConfig) {
			config.succeed(len(found), s.clock.Now(), s.configs.chance.around(), s.configs.zone)
		})
	})
}

// beginning says how new mentions begin that can be reposted.
type beginning struct {
	// isAutomatic says that they are reposted without being asked about.
	isAutomatic bool
	// reason is why they wait for the user; nil when that is the setting.
	reason *string
}

// beginningOf returns how new mentions of an account begin. A data folder that had gone back in
// time does not know which stories it has reposted: while those live, its mentions wait for the
// user. It runs in the transaction that stores the mentions, so that a quarantine comes before or
// after all of it.
func (s *inboxes) beginningOf(ctx context.Context, tx bun.IDB, account wireid.ID) (beginning, error) {
	folder, err := instance.Read(ctx, tx)
	if err != nil {
		return beginning{}, err
	}
	if folder.IsQuarantined() || folder.ClosedAt != nil && s.clock.Now().Sub(folder.ClosedAt.Time()) < storyLife {
		reason := reasonOlder
		return beginning{reason: &reason}, nil
	}
	config, err := selectConfig(ctx, tx, account)
	return beginning{isAutomatic: err == nil && config != nil && config.IsEnabled && config.AutoRepostEnabled}, err
}

const (
	// maxPages is how many pages of each inbox are read at most, latest first.
	maxPages = 8
	// oldestMention is how far back the inbox is read: older stories expired a week ago.
	oldestMention = 8 * 24 * time.Hour
	// maxFound bounds the new mentions of one reading; the next reading records the others.
	maxFound = 500
	// storyLife is how long the network shows a story.
	storyLife   = 24 * time.Hour
	maxUsername = limits.MaxUsername
	maxKey      = 200
)

// pages reads both inboxes of the account, and then the older messages of the conversations in
// them. It records every mention that has no record, each page at once. It stops at the first
// failure, with what it has found until then.
func (s *inboxes) pages(ctx context.Context, c caller) (found []RepostRecord, err error) {
	w := &walk{caller: c, left: maxOlderPagesInAll}
	for _, pending := range []bool{false, true} {
		if err := s.inbox(ctx, w, pending); err != nil || w.isFull() {
			return w.found, err
		}
	}
	err = s.olderMessages(ctx, w)
	return w.found, err
}

func (s *inboxes) inbox(ctx context.Context, w *walk, pending bool) error {
	cursor := ""
	for range maxPages {
		page, err := w.caller.inbox(ctx, pending, cursor)
		if err != nil {
			return err
		}
		if err := s.record(ctx, w, page.Threads); err != nil || w.isFull() {
			return err
		}
		w.conversations = append(w.conversations, page.Threads...)
		if cursor = page.Next; cursor == "" || !isRecent(page, s.networkNow()) {
			return nil
		}
	}
	return nil
}

// isRecent reports whether the page has an item that still counts. Pages come latest first.
func isRecent(page native.Inbox, now wiretime.Time) bool {
	oldest := now.Time().Add(-oldestMention)
	return slices.ContainsFunc(page.Threads, func(t native.Thread) bool {
		return slices.ContainsFunc(t.Items, func(i native.Item) bool { return i.At.After(oldest) })
	})
}

// record stores the mentions in the conversations that have no record yet.
func (s *inboxes) record(ctx context.Context, w *walk, threads []native.Thread) error {
	mentions := mentionsOf(w.caller.account, threads, s.times())
	if len(mentions) == 0 {
		return nil
	}
	var found []RepostRecord
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		found = nil
		b, err := s.beginningOf(ctx, tx, w.caller.account)
		if err != nil {
			return err
		}
		for i := range mentions {
			mentions[i].setFirstStatus(b)
			fresh, err := insertRepost(ctx, tx, &mentions[i])
			if err != nil {
				return err
			}
			if fresh {
				found = append(found, mentions[i])
			}
		}
		return nil
	})
	if err == nil {
		w.found = append(w.found, found...)
	}
	return err
}

func mentionsOf(account wireid.ID, threads []native.Thread, now times) (all []RepostRecord) {
	for _, thread := range threads {
		for _, item := range thread.Items {
			if item.Kind == native.Mention && len(all) < maxFound {
				all = append(all, newRecord(account, thread, item, now))
			}
		}
	}
	return all
}

// newRecord returns the first record of a mention. It trusts nothing that an item says: a mention
// that cannot be used is SKIPPED, with the reason.
func newRecord(account wireid.ID, thread native.Thread, item native.Item, now times) RepostRecord {
	r := RepostRecord{
		ID: wireid.New(), SocialAccountID: account, Status: Detected, ItemID: keyOf(thread, item), ThreadID: bounded(thread.ID),
		OriginalUsername: item.AuthorUsername, MentionedAt: now.there, CreatedAt: now.here, UpdatedAt: now.here, preview: item.Preview,
	}
	if !item.At.IsZero() && item.At.Before(now.there.Time()) {
		r.MentionedAt = wiretime.Of(item.At)
	}
	r.ExpiresAt = wiretime.Of(r.MentionedAt.Time().Add(storyLife))
	if at := item.ExpiresAt; !at.IsZero() && at.Before(r.ExpiresAt.Time()) {
		r.ExpiresAt = wiretime.Of(at)
	}
	if item.AuthorID != "" {
		r.AuthorID = &item.AuthorID
	}
	end := func(status Status, reason string) { r.Status, r.Reason = status, &reason }
	switch {
	case item.Flaw != "":
		end(Skipped, bounded(item.Flaw))
	case item.Expired || r.isExpired(now.gone):
		end(Expired, reasonExpired)
	case item.MediaID == "":
		end(Skipped, "the mention does not say which story it is about")
	case !isUsername(item.AuthorUsername):
		r.OriginalUsername = ""
		end(Skipped, "the inbox does not tell the author's username")
	case isPrivate(thread.Users, item):
		end(Skipped, "the author's account is private: a repost would show the story to everybody")
	}
	// A mention with a flaw must not keep another mention of the same story from being stored.
	if item.Flaw == "" && item.MediaID != "" {
		r.SourceMediaID = &item.MediaID
	}
	return r
}

func isPrivate(users []native.User, item native.Item) bool {
	return slices.ContainsFunc(users, func(u native.User) bool {
		return u.IsPrivate && (u.ID == item.AuthorID || u.Username == item.AuthorUsername)
	})
}

// isUsername reports whether s can be a username of the network.
func isUsername(s string) bool {
	return s != "" && len(s) <= maxUsername && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789._") == ""
}

// keyOf returns what identifies an item: its id, or all that is known of it when it has none.
func keyOf(thread native.Thread, item native.Item) string {
	if item.ID != "" && len(item.ID) <= maxKey {
		return item.ID
	}
	h := sha256.New()
	for _, s := range []string{thread.ID, item.ID, item.AuthorID, item.AuthorUsername, item.Variant, item.MediaID, item.At.UTC().String()} {
		_, _ = h.Write([]byte(s + "\x00")) // A hash takes everything.
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

func bounded(s string) string {
	if len(s) > maxKey {
		return strings.ToValidUTF8(s[:maxKey], "")
	}
	return s
}
