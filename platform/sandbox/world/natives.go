package world

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"crier/platform/wiretime"
)

// Natives is what the world has for the network's own app: its users, the stories, and the messages
// about mentions.
type Natives struct {
	*core

	Users []*NativeUser
	// people are the other users that were requested.
	people  map[string]*Person
	Media   map[string]*NativeMedia
	Uploads map[string]*NativeUpload
	Items   []*DirectItem
}

func newNatives(c *core) *Natives {
	return &Natives{
		core: c, Users: []*NativeUser{newNativeUser(DemoNativeUser())},
		people: map[string]*Person{}, Media: map[string]*NativeMedia{}, Uploads: map[string]*NativeUpload{},
	}
}

// User returns the native user of the name, nil when there is none.
func (s *Natives) User(username string) *NativeUser {
	for _, u := range s.Users {
		if u.Username == username {
			return u
		}
	}
	return nil
}

// PutUser records what has changed about the user.
func (s *Natives) PutUser(u *NativeUser) { s.record().Natives = append(s.record().Natives, u) }

func (s *Natives) applyUser(u *NativeUser) error {
	if u == nil {
		return errNullEntry
	}
	known := s.User(u.Username)
	if known == nil || !slices.Contains(NativeLogins(), u.Login) || !IsNativeCode(u.Code) || len(u.Trusted) > maxTrusted || len(u.Sessions) > MaxSessions {
		return fmt.Errorf("no native user %q", u.Username)
	}
	profile := known.Profile
	*known = *u
	known.Profile = profile
	return nil
}

// Person returns the user of the name, and creates it at the first call. It returns nil for a name
// that no user has.
func (s *Natives) Person(username string) *Person {
	username = strings.ToLower(username)
	if u := s.User(username); u != nil {
		return &Person{ID: u.Profile.UserID, Username: u.Username}
	}
	if p := s.people[username]; p != nil {
		return p
	}
	if !IsUsername(username) || strings.HasPrefix(username, Nobody) || len(s.people) >= maxPeople {
		return nil
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(username))
	p := &Person{ID: personPrefix + fmt.Sprintf("%020d", h.Sum64())[2:], Username: username}
	s.record().People = append(s.record().People, p)
	s.people[username] = p
	return p
}

// PersonOf returns the known user of the id, nil when there is none.
func (s *Natives) PersonOf(id string) *Person {
	for _, u := range s.Users {
		if u.Profile.UserID == id {
			return &Person{ID: id, Username: u.Username}
		}
	}
	for _, p := range s.people {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// PutMedia adds a story, or replaces the one that has its id.
func (s *Natives) PutMedia(m *NativeMedia) {
	s.record().NativeMedia = append(s.record().NativeMedia, m)
	s.Media[m.ID] = m
}

func (s *Natives) putDirect(i *DirectItem) {
	s.record().Direct = append(s.record().Direct, i)
	s.Items = append(s.Items, i)
}

// PutUpload adds an upload, or replaces the one that has its id.
func (s *Natives) PutUpload(u *NativeUpload) {
	s.record().NativeUploads = append(s.record().NativeUploads, u)
	s.Uploads[u.ID] = u
}

func nativeSince(m *NativeMedia) wiretime.Time { return m.TakenAt }

func (m *NativeMedia) unlistedReads() *int { return &m.Unlisted }

// Listed returns what a read of a native user's own stories shows of them.
func (s *Natives) Listed(list []*NativeMedia) []*NativeMedia {
	return leaveOut(s.core, list, nativeSince, (*NativeMedia).unlistedReads, s.PutMedia)
}
