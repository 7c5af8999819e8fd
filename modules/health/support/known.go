package support

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/user"
	"strings"

	"crier/platform/backup"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

// learnMachine has the cleaner know what is secret or personal outside of the database.
func learnMachine(c *Cleaner, dir *datadir.Dir, environ []string) {
	for _, each := range environ {
		// Short values are words such as off and 7171.
		const leastValue = 8
		name, value, _ := strings.Cut(each, "=")
		if IsSetting(name) && len(value) >= leastValue && value != "sandbox" {
			c.Secret(value)
		}
	}
	c.Path(dir.Path(), "[data folder]")
	if home, err := os.UserHomeDir(); err == nil {
		c.Path(home, "~")
	}
	if who, err := user.Current(); err == nil && who.Username != "root" {
		_, name, _ := strings.Cut(`\`+who.Username, `\`)
		c.Name(name[strings.LastIndexByte(name, '\\')+1:], "[user]")
	}
	if name, err := os.Hostname(); err == nil && name != "localhost" {
		c.Name(name, "[machine]")
	}
	if b, err := os.ReadFile(dir.SessionSecret()); err == nil {
		c.Secret(strings.TrimSpace(string(b)))
	}
	if key, err := secrets.LoadKey(dir.SecretKey()); err == nil {
		c.Secret(string(key[:]))
	}
}

// learnSealed has the cleaner know what is sealed in the folder.
func learnSealed(ctx context.Context, c *Cleaner, db *database.DB, box *secrets.Box, contents backup.Contents) (err error) {
	if box == nil {
		return nil
	}
	for _, keeper := range contents.Sealed {
		values, failed := keeper(db)(ctx)
		err = errors.Join(err, failed)
		for _, v := range values {
			if text, err := box.Open(v.Value, v.Record); err == nil {
				c.Secret(text.Reveal())
			}
		}
	}
	return err
}

// The columns that hold what a person has named or written. A query that the schema of another
// version refuses is passed over: what it would have found is not in the bundle by itself either.
var (
	namesOf = []string{
		"SELECT username, id FROM social_accounts", "SELECT sn_user_id, id FROM social_accounts", "SELECT partner_page_id, id FROM social_accounts",
		"SELECT sn_user_id, account_id FROM former_accounts", "SELECT DISTINCT original_username, '' FROM story_reposts", "SELECT DISTINCT author_id, '' FROM story_reposts",
	}
	textsOf = []string{
		"SELECT name FROM social_accounts", "SELECT partner_page_name FROM social_accounts", "SELECT original_filename FROM media_files", "SELECT text FROM book_texts", "SELECT name FROM book_places",
		"SELECT name FROM api_keys", "SELECT public_url FROM cloud_bucket", "SELECT access_key_id FROM cloud_bucket",
		"SELECT caption FROM posts", "SELECT caption FROM posts_archive", "SELECT first_comment FROM posts", "SELECT first_comment FROM posts_archive", "SELECT alt_text FROM posts",
		"SELECT alt_text FROM posts_archive", "SELECT location_name FROM posts", "SELECT location_name FROM posts_archive",
		"SELECT sn_permalink FROM posts", "SELECT partner_permalink FROM posts",
		"SELECT path FROM watch_folders", "SELECT name FROM watch_names WHERE problem <> ''",
	}
	listsOf = []string{
		"SELECT hashtags FROM posts", "SELECT user_tags FROM posts", "SELECT collaborators FROM posts", "SELECT story_mentions FROM posts",
		"SELECT hashtags FROM posts_archive", "SELECT user_tags FROM posts_archive", "SELECT collaborators FROM posts_archive", "SELECT story_mentions FROM posts_archive",
	}
)

// filesOfPost finds what the plan may say of a post's files.
const filesOfPost = "SELECT original_filename FROM media_files WHERE id IN (SELECT media_file_id FROM post_media WHERE post_id = ?)"

// mostOfEach is how many texts of a kind are looked for, the newest: the log goes no further back,
// and to look for all that was ever written takes longer than anybody waits.
const mostOfEach = 1000

func newest(queries []string) []string {
	bounded := make([]string, len(queries))
	for i, query := range queries {
		bounded[i] = fmt.Sprintf("%s ORDER BY rowid DESC LIMIT %d", query, mostOfEach)
	}
	return bounded
}

// ofPost returns those of the queries that are about posts, each for one of them.
func ofPost(queries []string) (bounded []string) {
	for _, query := range queries {
		if strings.HasSuffix(query, " FROM posts") || strings.HasSuffix(query, " FROM posts_archive") {
			bounded = append(bounded, query+" WHERE id = ?")
		}
	}
	return bounded
}

// learnPersonal has the cleaner know names and texts of the person, all of those of the posts.
func learnPersonal(ctx context.Context, c *Cleaner, db *database.DB, posts []wireid.ID) {
	for _, query := range namesOf {
		rows, err := database.Query(ctx, db, query)
		if err != nil {
			continue
		}
		for rows.Next() {
			var name, id *string
			if rows.Scan(&name, &id) != nil || name == nil {
				continue
			}
			shown := "[name]"
			if id != nil && *id != "" {
				shown = "[account " + *id + "]"
			}
			c.Name(*name, shown)
		}
		_ = errors.Join(rows.Err(), rows.Close())
	}
	for _, query := range newest(textsOf) {
		c.texts(ctx, db, query)
	}
	for _, query := range newest(listsOf) {
		c.lists(ctx, db, query)
	}
	for _, id := range posts {
		for _, query := range ofPost(textsOf) {
			c.texts(ctx, db, query, id)
		}
		for _, query := range ofPost(listsOf) {
			c.lists(ctx, db, query, id)
		}
	}
}

func (c *Cleaner) texts(ctx context.Context, db *database.DB, query string, args ...any) {
	texts, _ := database.Values[*string](ctx, db, query, args...)
	for _, text := range texts {
		if text != nil {
			c.Name(*text, hidden)
			c.Name(url.QueryEscape(*text), hidden)
			c.Name(url.PathEscape(*text), hidden)
		}
	}
}

func (c *Cleaner) lists(ctx context.Context, db *database.DB, query string, args ...any) {
	lists, _ := database.Values[*string](ctx, db, query, args...)
	for _, list := range lists {
		var read any
		if list != nil && json.Unmarshal([]byte(*list), &read) == nil {
			c.words(read)
		}
	}
}

// words has the texts of a document replaced where they stand alone.
func (c *Cleaner) words(value any) {
	switch v := value.(type) {
	case string:
		c.Name(v, "[name]")
	case []any:
		for _, one := range v {
			c.words(one)
		}
	case map[string]any:
		for _, one := range v {
			c.words(one)
		}
	}
}

// IsSetting reports whether a variable is one of crier serve's.
func IsSetting(name string) bool {
	return strings.HasPrefix(name, "CRIER_") || name == "RATE_LIMIT_RPM" || name == "RATE_LIMIT_RPH" || name == "MAX_FILE_SIZE_MB"
}
