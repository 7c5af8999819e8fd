package e2e_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"crier/platform/database"
	"crier/platform/database/databasetest"
)

// remembered are the tables with changes that a copy of the folder must not forget: by which
// statements those come about, and without which columns. Those change together with one that is
// remembered, or say what can be read again.
var remembered = map[string]struct{ by, without string }{
	"instance":             {by: "UPDATE", without: "one id machine nonce marked_nonce version quarantine_cause quarantine_reason taken_at unchanged_nonce marked_in"},
	"posts":                {by: "INSERT UPDATE DELETE"},
	"post_media":           {by: "UPDATE", without: "position container_id container_created_at upload_uri"},
	"media_files":          {by: "UPDATE", without: "original_filename storage_path mime_type file_size width height duration_seconds aspect_ratio is_valid validation_errors thumbnail_path created_at facts card processed_size reviews"},
	"media_conversions":    {by: "INSERT UPDATE DELETE", without: "media_file_id state error requested_at tries"},
	"attempts":             {by: "INSERT UPDATE", without: "seq post_id account_id channel ref look seen_before sent_at net_sent_at ran_ms answered_at answer how evidence decided_at asked_ms is_limited"},
	"posts_archive":        {by: "UPDATE"},
	"post_exposures":       {by: "INSERT UPDATE"},
	"posts_imports":        {by: "INSERT UPDATE"},
	"schedule_cloud_jobs":  {by: "INSERT UPDATE DELETE", without: "post_id account_id since_rev epoch is_exposed token_mark put_keys proposal proposal_rev next_attempt_at attempts last_code last_error changes former_keys put_base carries_comment"},
	"cloud_worker":         {by: "INSERT UPDATE", without: "network fence account_id token_id sealed_encryption_key namespace_id worker_name subdomain deployed_version deployed_fingerprint deployed_at is_verified verified_at problem_code problem diagnostics reached_at updated_at notify_kind token_expires_at token_warned_at made_bucket media_checked_at is_media_wanted"},
	"cloud_bucket":         {by: "INSERT UPDATE DELETE", without: "id checked_at updated_at"},
	"api_keys":             {by: "UPDATE DELETE", without: "id name prefix created_at last_used_at"},
	"revoked_sessions":     {by: "INSERT UPDATE"},
	"social_accounts":      {by: "INSERT DELETE"},
	"account_tokens":       {by: "UPDATE", without: "account_id updated_at user_sealed obtained_at expiry_assumed next_refresh_at next_sync_at next_probe_at probe_tries"},
	"login_apps":           {by: "UPDATE"},
	"native_credentials":   {by: "UPDATE DELETE", without: "account_id username sealed_session last_login_at created_at updated_at"},
	"story_repost_configs": {by: "INSERT UPDATE DELETE", without: "id user_id social_account_id last_poll_at last_poll_status last_poll_error consecutive_failures auto_disable_reason challenge_count_30d last_challenge_at configured_at reposts_today reposts_today_reset_at last_auto_sync_at created_at updated_at next_poll_at challenges paused_until"},
	"story_reposts":        {by: "INSERT UPDATE", without: "id social_account_id reason source_media_id item_id thread_id author_id original_username mentioned_at expires_at is_automatic attempts media_file_id permalink published_at created_at updated_at tries"},
}

// forgotten are the other tables, each with the reason why a copy may forget what is in it.
var forgotten = map[string]string{
	"users": "the one user is made at the first start", "former_accounts": "changes with social_accounts", "account_caps": "the network says it again",
	"golive_looks": "a look is made again", "login_codes": "a sign-in link lives for minutes", "pending_logins": "a login that was begun lives for an hour, and the network takes its code once",
	"native_version_checks": "it is asked for again", "story_repost_pictures": "a mention is shown without one, and nothing is published by it",
	"preferences":   "how the interface looks is chosen again, and nothing is published by it",
	"book_texts":    "a kept text is written again, and what was inserted of it stays",
	"book_places":   "a name is given again, and the posts have theirs",
	"notify_places": "where somebody is told is chosen again, and nothing is published by it",
	"notify_told":   "at most something is told twice", "notify_waiting": "changes with notify_told",
	"backups_folder":         "where backups are is chosen again, and each is found by hand",
	"watch_folders":          "which folder is watched is chosen again",
	"watch_names":            "each name is looked at again",
	"watch_taken":            "a draft that a copy does not have is made again, and nothing is published by it",
	"posts_week":             "who has looked at the week looks again",
	"media_released_objects": "a copy deletes the objects with what they belong to",
	"scheduled_jobs":         "does what its post, or the settings of its account, say",
	"post_transitions":       "never changes", "post_counts": "changes with posts", "post_steps": "nothing is decided by it", "idempotent_answers": "an answer about a post changes with it; a draft may be made twice",
	"post_removals":      "changes with posts",
	"schedule_revisions": "changes with schedule_cloud_jobs, and the worker says it again", "cloud_steps": "what became of a set-up is shown, and nothing is decided by it",
	"quarantined_posts": "in a quarantine nobody can tell what a copy lacks", "uptime": "says for how long Crier has run", "schema_migrations": "a start makes them again",
}

var remembers = regexp.MustCompile(`^CREATE TRIGGER \w+ AFTER (INSERT|UPDATE|DELETE)( OF [\w, ]+)? ON \w+\s+(?s:(.*?))BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END$`)

// TestMemory_EachTable: a new table, or a new column of some, demands a decision: must a copy of
// the folder not forget a change of it? Then a trigger empties the unchanged_nonce of the folder.
func TestMemory_EachTable(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	tables := columnOf(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	for _, table := range tables {
		want, isRemembered := remembered[table]
		if isRemembered == (forgotten[table] != "") {
			t.Errorf("%s: is a change of it one that a copy of the folder must not forget? Name it in the one list or in the other", table)
		}
		by := map[string]bool{}
		for _, sql := range columnOf(t, db, "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?", table) {
			found := remembers.FindStringSubmatch(sql)
			if found == nil {
				continue
			}
			by[found[1]] = true
			named := found[2] + found[3]
			if isNarrow := strings.Contains(named, " OF ") || strings.Contains(named, " IS NOT "); !isNarrow {
				continue
			}
			var without []string
			for _, column := range columnOf(t, db, "SELECT name FROM pragma_table_info(?)", table) {
				if !regexp.MustCompile(`\b` + column + `\b`).MatchString(named) {
					without = append(without, column)
				}
			}
			if got := strings.Join(without, " "); got != want.without {
				t.Errorf("%s: a change of %q is forgotten; named are %q", table, got, want.without)
			}
		}
		for _, statement := range []string{"INSERT", "UPDATE", "DELETE"} {
			if by[statement] != slices.Contains(strings.Fields(want.by), statement) {
				t.Errorf("%s: a trigger remembers an %s: %t", table, statement, by[statement])
			}
		}
	}
	if len(tables) != len(remembered)+len(forgotten) {
		t.Errorf("there are %d tables, and %d in the lists", len(tables), len(remembered)+len(forgotten))
	}
}

func columnOf(t *testing.T, db *database.DB, query string, args ...any) []string {
	t.Helper()
	all, err := database.Values[string](t.Context(), db, query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
