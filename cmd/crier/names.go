package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/schedule/handoff"
	"crier/modules/settings"
	"crier/modules/storyrepost"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

const (
	// shortest is how many characters of an id are needed at least.
	shortest = 4
	wholeID  = 36
)

var idPrefix = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f-]*$`) })

// findPost returns the only post that text names: its id, or the first characters of it.
func findPost(ctx context.Context, service *serviceClient, text string) (wireid.ID, error) {
	return whole("post", text, func(prefix string) ([]wireid.ID, error) {
		var found posts.PostIDs
		err := service.get(ctx, "/api/posts/ids?prefix="+url.QueryEscape(prefix), &found)
		return found.IDs, err
	})
}

// findMedia is findPost for media files.
func findMedia(ctx context.Context, service *serviceClient, text string) (wireid.ID, error) {
	return whole("media file", text, func(prefix string) ([]wireid.ID, error) {
		var found media.MediaIDs
		err := service.get(ctx, "/api/media/ids?prefix="+url.QueryEscape(prefix), &found)
		return found.IDs, err
	})
}

// findUnknown is findPost for the posts that the worker has and this folder does not know.
func findUnknown(ctx context.Context, service *serviceClient, text string) (wireid.ID, error) {
	return whole("post", text, func(prefix string) (begun []wireid.ID, err error) {
		var got struct{ Posts []handoff.Unknown }
		if err := service.get(ctx, unknownPath, &got); err != nil {
			return nil, err
		}
		for i := range got.Posts {
			if id := got.Posts[i].ID; strings.HasPrefix(id.String(), prefix) {
				begun = append(begun, id)
			}
		}
		return begun, nil
	})
}

// findMention is findPost for mentions: the beginning of an id names one of the newest 500.
func findMention(ctx context.Context, service *serviceClient, text string) (wireid.ID, error) {
	return whole("mention", text, func(prefix string) (begun []wireid.ID, err error) {
		var list storyrepost.RepostList
		if err := service.get(ctx, repostsPath+"reposts", &list); err != nil {
			return nil, err
		}
		for i := range list.Reposts {
			if id := list.Reposts[i].ID; strings.HasPrefix(id.String(), prefix) {
				begun = append(begun, id)
			}
		}
		return begun, nil
	})
}

// whole returns the id that begins with text. It does not check whether a complete id exists.
func whole(kind, text string, find func(prefix string) ([]wireid.ID, error)) (wireid.ID, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if id, err := wireid.Parse(text); err == nil {
		return id, nil
	}
	if !idPrefix().MatchString(text) || len(text) > wholeID {
		return wireid.ID{}, usageError{fmt.Errorf("%q is no id of a %s, nor the beginning of one", text, kind)}
	}
	if len(text) < shortest {
		return wireid.ID{}, usageError{fmt.Errorf("%q is too short for an id; write at least %d characters of it", text, shortest)}
	}
	found, err := find(text)
	if err != nil {
		return wireid.ID{}, err
	}
	switch len(found) {
	case 0:
		return wireid.ID{}, readableError{fmt.Sprintf("there is no %s whose id begins with %s", kind, text), apperror.NotFound}
	case 1:
		return found[0], nil
	}
	return wireid.ID{}, usageError{fmt.Errorf("%d or more ids begin with %s, such as %s and %s; write more of the one that you mean", len(found), text, found[0], found[1])}
}

// findAccount returns the account that text names: its username, its id, or the first characters of
// its id. An empty text names the only account.
func findAccount(ctx context.Context, service *serviceClient, text string) (auth.SocialAccount, error) {
	var me auth.Me
	if err := service.get(ctx, "/api/v1/auth/me", &me); err != nil {
		return auth.SocialAccount{}, err
	}
	return chooseAccount(me.Accounts, text)
}

// namedAccount returns the id of the account that text names. It does not check a complete id.
func namedAccount(ctx context.Context, service *serviceClient, text string) (wireid.ID, error) {
	if text = strings.TrimSpace(text); text == "" {
		return wireid.ID{}, usageError{errors.New("no account is named; write its username, or its id or the beginning of it")}
	}
	if id, err := wireid.Parse(strings.ToLower(text)); err == nil {
		return id, nil
	}
	account, err := findAccount(ctx, service, text)
	return account.ID, err
}

func chooseAccount(all []auth.SocialAccount, text string) (auth.SocialAccount, error) {
	if len(all) == 0 {
		return auth.SocialAccount{}, errors.New("no account is connected; crier accounts connect connects one")
	}
	text = strings.TrimPrefix(strings.TrimSpace(text), "@")
	if text == "" && len(all) == 1 {
		return all[0], nil
	}
	var named, begun []auth.SocialAccount
	var names []string
	for _, a := range all {
		names = append(names, onOneLine(a.Username))
		switch {
		case strings.EqualFold(a.Username, text):
			named = append(named, a)
		case a.ID.String() == strings.ToLower(text), len(text) >= shortest && strings.HasPrefix(a.ID.String(), strings.ToLower(text)):
			begun = append(begun, a)
		}
	}
	// A username can look like the beginning of an id.
	if found := slices.Concat(named, begun); len(named) == 1 || len(found) == 1 {
		return found[0], nil
	}
	list := strings.Join(names, ", ")
	switch {
	case text == "":
		return auth.SocialAccount{}, usageError{fmt.Errorf("there are several accounts: %s; choose one with --account", list)}
	case len(named)+len(begun) > 1:
		return auth.SocialAccount{}, usageError{fmt.Errorf("%q names several accounts; write the whole id that crier accounts list shows", text)}
	}
	return auth.SocialAccount{}, usageError{fmt.Errorf("there is no account %q; there are: %s", text, list)}
}

// chooseKey returns the only API key that text names: its name, its id or the beginning of it. A
// name means an active key before a revoked one.
func chooseKey(all []settings.APIKey, text string) (wireid.ID, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return wireid.ID{}, usageError{errors.New("no API key is named; write its name, or its id or the beginning of it")}
	}
	id := strings.ToLower(text)
	var working, revoked, begun []wireid.ID
	for _, k := range all {
		switch {
		case k.ID.String() == id:
			return k.ID, nil
		case k.Name == text && k.RevokedAt == nil:
			working = append(working, k.ID)
		case k.Name == text:
			revoked = append(revoked, k.ID)
		case len(id) >= shortest && strings.HasPrefix(k.ID.String(), id):
			begun = append(begun, k.ID)
		}
	}
	for how, found := range [][]wireid.ID{working, revoked, begun} {
		switch len(found) {
		case 0:
			continue
		case 1:
			return found[0], nil
		}
		called := []string{"keys are called", "keys were called", "ids of keys begin with"}[how]
		return wireid.ID{}, usageError{fmt.Errorf("%d %s %s: %s; write the id of the one that you mean", len(found), called, onOneLine(text), listed(found))}
	}
	return wireid.ID{}, readableError{fmt.Sprintf("there is no API key %s; crier keys list lists them", onOneLine(text)), apperror.NotFound}
}
