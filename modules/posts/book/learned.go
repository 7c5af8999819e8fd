package book

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"crier/platform/database"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// most is how many people, hashtags and places an answer has each at most.
const most = 2000

// BookName is a person or a hashtag of what was posted.
type BookName struct {
	Name   string        `json:"name"   doc:"The name, without the sign before it, as it was written last." example:"sourdough"`
	Posts  int           `json:"posts"  doc:"How many posts have it." example:"14"`
	LastAt wiretime.Time `json:"lastAt" doc:"When the last of them went out, or is to."`
}

// learned collects people and hashtags by what makes two of them the same.
type learned struct {
	people, tags map[string]*used
	post         int
}

// used is a name in the posts that have been read.
type used struct {
	name  string
	posts int
	last  int64
	// Which post was the last that had the name, so that each counts once.
	post int
}

// when is the instant of a post that is no draft.
const when = "coalesce(published_at, scheduled_for, created_at)"

// learn reads what all posts but the drafts say. Few columns are read faster than many.
func learn(ctx context.Context, db bun.IDB) (*learned, error) {
	rows, err := database.Query(ctx, db, "SELECT "+when+", coalesce(caption, '') || char(10) || coalesce(first_comment, ''), "+
		"coalesce(user_tags, '') || coalesce(story_mentions, '') || coalesce(collaborators, '') || coalesce(people_tagged, '') FROM posts WHERE status <> 'DRAFT'")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	l := &learned{people: map[string]*used{}, tags: map[string]*used{}}
	var at int64
	var text, lists string
	for rows.Next() {
		if err := rows.Scan(&at, &text, &lists); err != nil {
			return nil, err
		}
		l.post++
		l.text(at, text)
		l.lists(at, lists)
	}
	return l, rows.Err()
}

// lists notes the people of stored lists: the texts in them that are no keys. No username has a
// sign that JSON writes in another way.
func (l *learned) lists(at int64, lists string) {
	for {
		_, rest, isText := strings.Cut(lists, `"`)
		name, rest, hasEnd := strings.Cut(rest, `"`)
		if !isText || !hasEnd {
			return
		}
		if lists = rest; !strings.HasPrefix(lists, ":") {
			l.person(at, name)
		}
	}
}

// text notes the hashtags and mentions of a text, as the interface marks them.
func (l *learned) text(at int64, text string) {
	for i := 0; i < len(text); i++ {
		sign := text[i]
		if sign != '#' && sign != '@' {
			continue
		}
		rest := text[i+1:]
		if sign == '#' {
			if tag := hashtag(rest); tag != "" {
				l.use(l.tags, strings.ToLower(tag), tag, at)
			}
		} else if before, _ := utf8.DecodeLastRuneInString(text[:i]); !isOfHashtag(before) && before != '.' { // Otherwise it is an address of mail.
			l.person(at, strings.TrimRight(username(rest), "."))
		}
	}
}

func (l *learned) person(at int64, name string) {
	name = strings.TrimPrefix(name, "@")
	if name != "" && len(name) <= 30 && username(name) == name {
		name = strings.ToLower(name)
		l.use(l.people, name, name, at)
	}
}

// use counts a post that has a name, and keeps how the last of them writes it.
func (l *learned) use(all map[string]*used, key, name string, at int64) {
	u := all[key]
	if u == nil {
		u = new(used)
		all[strings.Clone(key)] = u // A copy: the text that it is a part of can go.
	}
	if u.post != l.post {
		u.post = l.post
		u.posts++
	}
	if at >= u.last || u.name == "" {
		u.last = at
		if u.name != name {
			u.name = strings.Clone(name)
		}
	}
}

// names returns those of most posts, first those of the most.
func names(all map[string]*used) []BookName {
	list := make([]BookName, 0, len(all))
	for _, u := range all {
		list = append(list, BookName{Name: u.name, Posts: u.posts, LastAt: wiretime.Of(time.UnixMilli(u.last))})
	}
	slices.SortFunc(list, func(a, b BookName) int {
		return cmp.Or(cmp.Compare(b.Posts, a.Posts), b.LastAt.Time().Compare(a.LastAt.Time()), cmp.Compare(a.Name, b.Name))
	})
	return list[:min(len(list), most)]
}

// hashtag returns the hashtag that a text begins with, without its sign.
func hashtag(text string) string {
	for i, r := range text {
		if !isOfHashtag(r) {
			return text[:i]
		}
	}
	return text
}

func isOfHashtag(r rune) bool {
	if r < utf8.RuneSelf {
		return isOfUsername(byte(r)) && r != '.'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// username returns the username that a text begins with.
func username(text string) string {
	for i := range len(text) {
		if !isOfUsername(text[i]) {
			return text[:i]
		}
	}
	return text
}

func isOfUsername(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_' || b == '.'
}
