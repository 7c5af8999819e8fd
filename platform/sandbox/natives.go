package sandbox

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// natives is what the world has for the network's own app: its users, the stories, and the messages about mentions.
type natives struct {
	*core

	users []*nativeUser
	// people are the other users whom somebody has asked for.
	people  map[string]*person
	media   map[string]*nativeMedia
	uploads map[string]*nativeUpload
	items   []*directItem
}

func newNatives(c *core) *natives {
	return &natives{
		core: c, users: []*nativeUser{newNativeUser(DemoNativeUser())},
		people: map[string]*person{}, media: map[string]*nativeMedia{}, uploads: map[string]*nativeUpload{},
	}
}

func (s *natives) user(username string) *nativeUser {
	for _, u := range s.users {
		if u.Username == username {
			return u
		}
	}
	return nil
}

func (s *natives) putUser(u *nativeUser) { s.record().Natives = append(s.record().Natives, u) }

func (s *natives) applyUser(u *nativeUser) error {
	if u == nil {
		return errNullEntry
	}
	known := s.user(u.Username)
	if known == nil || !slices.Contains(nativeLogins(), u.Login) || !isNativeCode(u.Code) || len(u.Trusted) > maxTrusted || len(u.Sessions) > maxSessions {
		return fmt.Errorf("no native user %q", u.Username)
	}
	profile := known.profile
	*known = *u
	known.profile = profile
	return nil
}

// person returns the user of the name, who is known from then on; nil for a name that is nobody's.
func (s *natives) person(username string) *person {
	username = strings.ToLower(username)
	if u := s.user(username); u != nil {
		return &person{ID: u.profile.UserID, Username: u.Username}
	}
	if p := s.people[username]; p != nil {
		return p
	}
	if !isUsername(username) || strings.HasPrefix(username, nobody) || len(s.people) >= maxPeople {
		return nil
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(username))
	p := &person{ID: personPrefix + fmt.Sprintf("%020d", h.Sum64())[2:], Username: username}
	s.record().People = append(s.record().People, p)
	s.people[username] = p
	return p
}

// personOf returns the known user of the id, nil when there is none.
func (s *natives) personOf(id string) *person {
	for _, u := range s.users {
		if u.profile.UserID == id {
			return &person{ID: id, Username: u.Username}
		}
	}
	for _, p := range s.people {
		if p.ID == id {
			return p
		}
	}
	return nil
}

func (s *natives) putMedia(m *nativeMedia) {
	s.record().NativeMedia = append(s.record().NativeMedia, m)
	s.media[m.ID] = m
}

func (s *natives) putDirect(i *directItem) {
	s.record().Direct = append(s.record().Direct, i)
	s.items = append(s.items, i)
}

func (s *natives) putUpload(u *nativeUpload) {
	s.record().NativeUploads = append(s.record().NativeUploads, u)
	s.uploads[u.ID] = u
}
