package support

import (
	"context"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"crier/modules/posts/timeline"
	"crier/platform/container"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// about says what runs, and where.
func about(s Source) map[string]any {
	build := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			switch setting.Key {
			case "GOOS", "GOARCH", "GOAMD64", "GOARM64", "CGO_ENABLED", "-trimpath", "-race", "vcs.time", "vcs.modified":
				build[setting.Key] = setting.Value
			case "vcs.revision":
				const short = 12 // The whole would be taken for a key.
				build[setting.Key] = setting.Value[:min(short, len(setting.Value))]
			}
		}
	}
	var names []string
	for _, each := range s.Environ {
		if name, value, _ := strings.Cut(each, "="); IsSetting(name) && value != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	zone, offset := s.Now.Zone()
	about := map[string]any{
		"version": s.Version, "go": runtime.Version(), "build": build, "madeAt": wiretime.Of(s.Now),
		"system": map[string]any{
			"os": runtime.GOOS, "arch": runtime.GOARCH, "kernel": kernel(), "processors": runtime.NumCPU(), "container": container.Detected(), "zone": zone, "zoneOffsetSeconds": offset,
		},
		"variables": append([]string{}, names...),
	}
	if s.Service != nil {
		about["service"] = s.Service
	}
	return about
}

// kernel returns the version of the system's kernel, empty where no file says it.
func kernel() string {
	const longest = 100
	b, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b[:min(len(b), longest)]))
}

// counted is how many rows there are of each kind.
type counted map[string]int64

func countOf(ctx context.Context, db *database.DB, query string) (any, error) {
	rows, err := database.Query(ctx, db, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	all := counted{}
	for rows.Next() {
		var kind string
		var n int64
		if err := rows.Scan(&kind, &n); err != nil {
			return nil, err
		}
		all[kind] = n
	}
	return all, rows.Err()
}

// countsOf are the counts, and the statements that make them.
var countsOf = map[string]string{
	"posts":       "SELECT status, count(*) FROM posts GROUP BY status",
	"deleted":     "SELECT status, count(*) FROM posts_archive GROUP BY status",
	"waiting":     "SELECT media_type, count(*) FROM posts WHERE is_scheduled = 1 AND status = 'SCHEDULED' GROUP BY media_type",
	"errors":      "SELECT coalesce(error_code, 'none'), count(*) FROM posts WHERE status = 'FAILED' GROUP BY 1",
	"attempts":    "SELECT channel || ' ' || verdict, count(*) FROM attempts GROUP BY 1",
	"media":       "SELECT mime_type, count(*) FROM media_files GROUP BY mime_type",
	"jobs":        "SELECT type || ' ' || status, count(*) FROM scheduled_jobs GROUP BY 1",
	"reposts":     "SELECT status, count(*) FROM story_reposts GROUP BY status",
	"cloudJobs":   "SELECT wish, count(*) FROM schedule_cloud_jobs GROUP BY wish",
	"apiKeys":     "SELECT iif(revoked_at IS NULL, 'in use', 'revoked'), count(*) FROM api_keys GROUP BY 1",
	"credentials": "SELECT 'native', count(*) FROM native_credentials",
}

// account is a connected account without its name.
type account struct {
	ID             string         `json:"id"`
	Network        string         `json:"network"`
	Login          string         `json:"login"`
	HasPage        bool           `json:"hasPage"`
	TokenExpiresAt *wiretime.Time `json:"tokenExpiresAt"`
	TokenDeadAt    *wiretime.Time `json:"tokenDeadAt"`
	ConnectedAt    wiretime.Time  `json:"connectedAt"`
}

// counts says how many there are of what.
func counts(ctx context.Context, s Source) (any, error) {
	if s.DB == nil {
		return nil, s.DBProblem
	}
	all := map[string]any{}
	for name, query := range countsOf {
		n, err := countOf(ctx, s.DB, query)
		if err != nil {
			n = "cannot be read: " + err.Error()
		}
		all[name] = n
	}
	if accounts, err := accountsOf(ctx, s.DB); err != nil {
		all["accounts"] = "cannot be read: " + err.Error()
	} else {
		all["accounts"] = accounts
	}
	if info, err := os.Stat(s.Dir.Database()); err == nil {
		all["databaseBytes"] = info.Size()
	}
	applied, err := database.Applied(ctx, s.DB)
	if err == nil && len(applied) > 0 {
		all["schema"] = map[string]any{"changes": len(applied), "last": applied[len(applied)-1]}
	}
	return all, nil
}

func accountsOf(ctx context.Context, db *database.DB) (all []account, err error) {
	rows, err := database.Query(ctx, db, "SELECT id, network, login_method, partner_page_id IS NOT NULL, token_expires_at, token_dead_at, created_at FROM social_accounts ORDER BY created_at, id")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	all = []account{}
	for rows.Next() {
		var a account
		if err := rows.Scan(&a.ID, &a.Network, &a.Login, &a.HasPage, &a.TokenExpiresAt, &a.TokenDeadAt, &a.ConnectedAt); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, rows.Err()
}

// postFacts are what a timeline begins with: no text, file or address of the post.
type postFacts struct {
	ID           wireid.ID       `json:"id"`
	Account      string          `json:"account"`
	MediaType    string          `json:"mediaType"`
	Status       string          `json:"status"`
	ErrorCode    *string         `json:"errorCode"`
	ErrorMessage *string         `json:"errorMessage"`
	ScheduledFor *wiretime.Time  `json:"scheduledFor"`
	PublishedAt  *wiretime.Time  `json:"publishedAt"`
	CreatedAt    wiretime.Time   `json:"createdAt"`
	IsDeleted    bool            `json:"isDeleted"`
	LeftOut      int             `json:"leftOut"`
	Steps        []timeline.Step `json:"steps"`
}

// timelineOf says what happened to a post.
func timelineOf(ctx context.Context, s Source, id wireid.ID) (any, error) {
	if s.DB == nil {
		return nil, s.DBProblem
	}
	const columns = "social_account_id, media_type, status, error_code, error_message, scheduled_for, published_at, created_at"
	rows, err := database.Query(ctx, s.DB, "SELECT "+columns+", 0 FROM posts WHERE id = ?1 UNION ALL SELECT "+columns+", 1 FROM posts_archive WHERE id = ?1", id)
	if err != nil {
		return nil, err
	}
	p := postFacts{ID: id}
	err = errors.New("there is no such post")
	if rows.Next() {
		err = rows.Scan(&p.Account, &p.MediaType, &p.Status, &p.ErrorCode, &p.ErrorMessage, &p.ScheduledFor, &p.PublishedAt, &p.CreatedAt, &p.IsDeleted)
	}
	// The one connection of a folder that is looked into is free for the steps.
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	if p.Steps, err = timeline.Select(ctx, s.DB, id); err != nil {
		return nil, err
	}
	p.LeftOut = timeline.LeftOut(p.Steps)
	return p, nil
}

// findPosts finds by the beginning of an id, among the deleted posts too.
const findPosts = `SELECT id FROM (SELECT id FROM posts UNION ALL SELECT id FROM posts_archive)
	WHERE substr(id, 1, length(?1)) = lower(?1) LIMIT 2`

// FindPosts returns the ids that begin with each of the texts. The error says which one names none,
// or several.
func FindPosts(ctx context.Context, db *database.DB, texts []string) ([]wireid.ID, error) {
	var found []wireid.ID
	for _, text := range texts {
		const two = 2
		ids, err := database.Values[wireid.ID](ctx, db, findPosts, text)
		switch {
		case err != nil:
			return nil, err
		case text == "" || len(ids) == 0:
			return nil, errors.New("there is no post " + text)
		case len(ids) == two:
			return nil, errors.New("more than one post begins with " + text + "; write more of its id")
		}
		found = append(found, ids...)
	}
	return found, nil
}
