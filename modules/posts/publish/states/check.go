package states

import (
	"context"
	"database/sql"
	"fmt"

	"crier/modules/posts"
	"crier/platform/jobs"
	"crier/platform/wireid"
)

// Combination is the state of a post together with its job and its latest attempt.
type Combination struct {
	Status  posts.Status
	Beside  Beside
	Job     jobs.Status
	Verdict Verdict
}

// Post is a post with its combination. WrongDoubt is its doubt where that does not fit the ledger,
// and WrongComment the state of its first comment; they are empty otherwise.
type Post struct {
	ID wireid.ID
	Combination
	WrongDoubt   posts.Doubt
	WrongComment posts.CommentState
}

// String returns the combination on one line.
func (c Combination) String() string {
	text := string(c.Status)
	if c.Beside != Nothing {
		text += ", " + string(c.Beside)
	}
	return fmt.Sprintf("%s, job: %s, call: %s", text, c.Job, c.Verdict)
}

// String names the post and its combination.
func (p Post) String() string {
	text := fmt.Sprintf("the post %s is %s", p.ID, p.Combination)
	if p.WrongDoubt != "" {
		text += ", doubt: " + string(p.WrongDoubt)
	}
	if p.WrongComment != "" {
		text += ", first comment: " + string(p.WrongComment)
	}
	return text
}

var legal = func() map[Combination]bool {
	all := map[Combination]bool{}
	for _, s := range table {
		for _, c := range s.combinations() {
			all[c] = true
		}
	}
	return all
}()

// combinations returns what a row of the table stands for.
func (s State) combinations() (all []Combination) {
	for _, job := range s.Jobs {
		for _, verdict := range s.Verdicts {
			all = append(all, Combination{s.Status, s.Beside, job, verdict})
		}
	}
	return all
}

// IsLegal reports whether the table has the combination.
func (c Combination) IsLegal() bool { return legal[c] }

// fitsDoubt is the condition that a post that has ended is in doubt exactly when the outcome of its
// latest call is open. One of which nobody could find out stays in doubt until it is tried again,
// as does one that the cloud worker may have published, or somebody with a later copy of the
// folder.
const fitsDoubt = `CASE p.doubt
	WHEN 'may_be_live' THEN p.status = 'FAILED' AND (coalesce(a.verdict, '') IN ('open', 'given up')
		OR EXISTS (SELECT 1 FROM post_exposures WHERE post_id = p.id) OR EXISTS (SELECT 1 FROM quarantined_posts WHERE post_id = p.id))
	WHEN 'may_be_on_page' THEN p.status = 'PUBLISHED' AND p.share_state IS NULL AND coalesce(share.verdict, '') IN ('open', 'given up')
	ELSE NOT (p.status = 'FAILED' AND coalesce(a.verdict, '') = 'open')
		AND NOT (p.status = 'PUBLISHED' AND p.share_state IS NULL AND coalesce(share.verdict, '') = 'open')
END`

// fitsComment is the condition that a first comment of which nobody knows whether it is there has a
// call that may have made it, and one that is there is known. What the cloud worker, or somebody
// with a later copy of the folder, did with it the ledger does not say.
const fitsComment = `CASE coalesce(p.first_comment_state, '')
	WHEN 'PENDING' THEN coalesce(comment.verdict, '') <> 'given up'
	WHEN 'MADE' THEN p.first_comment_id IS NOT NULL AND (coalesce(comment.verdict, '') = 'live' OR p.cloud_job_id IS NOT NULL)
	WHEN 'NOT_MADE' THEN coalesce(comment.verdict, '') <> 'live'
	WHEN 'NOT_SEEN' THEN coalesce(comment.verdict, '') IN ('open', 'given up') OR p.cloud_job_id IS NOT NULL
		OR EXISTS (SELECT 1 FROM quarantined_posts WHERE post_id = p.id)
	ELSE comment.verdict IS NULL
END`

// standing reads how each post stands, by what one instant of the database shows. A post goes out
// by one channel; only its comment and its share are others'.
const standing = `SELECT p.id, p.status,
	CASE WHEN p.status = 'SCHEDULED' AND p.cloud_job_id IS NOT NULL THEN 'in the cloud'
		WHEN p.first_comment_state = 'PENDING' AND (p.sn_media_id IS NOT NULL OR p.share_state IS NULL) THEN 'first comment'
		WHEN p.share_state IS NOT NULL THEN 'share to the Page' ELSE '' END,
	coalesce(job.status, 'none'),
	CASE WHEN a.verdict IS NULL THEN 'no call' WHEN a.verdict = 'live' AND a.media_id IS NULL THEN 'live, item not known' ELSE a.verdict END,
	iif(` + fitsDoubt + `, '', p.doubt), iif(` + fitsComment + `, '', coalesce(p.first_comment_state, 'none'))
	FROM posts AS p
	LEFT JOIN scheduled_jobs AS job ON job.subject_id = p.id AND job.type = 'PUBLISH' AND job.status IN ('PENDING', 'PROCESSING')
	LEFT JOIN attempts AS a ON a.seq = (SELECT max(seq) FROM attempts WHERE post_id = p.id AND channel IN ('feed', 'story'))
	LEFT JOIN attempts AS share ON share.seq = (SELECT max(seq) FROM attempts WHERE post_id = p.id AND channel = 'page')
	LEFT JOIN attempts AS comment ON comment.seq = (SELECT max(seq) FROM attempts WHERE post_id = p.id AND channel = 'comment')`

// Reader reads a database, the program's own or another one.
type Reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Illegal returns the posts whose combination is not in the table. It reads every post.
func Illegal(ctx context.Context, db Reader) ([]Post, error) { return illegal(ctx, db, standing) }

// IllegalPost returns the post if its combination is not in the table, and nothing if it is, or if
// there is no such post.
func IllegalPost(ctx context.Context, db Reader, id wireid.ID) ([]Post, error) {
	return illegal(ctx, db, standing+" WHERE p.id = ?", id)
}

func illegal(ctx context.Context, db Reader, query string, args ...any) (illegal []Post, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read how posts stand: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var p Post
		if err := rows.Scan(&p.ID, &p.Status, &p.Beside, &p.Job, &p.Verdict, &p.WrongDoubt, &p.WrongComment); err != nil {
			return nil, fmt.Errorf("read how a post stands: %w", err)
		}
		if !p.IsLegal() || p.WrongDoubt != "" || p.WrongComment != "" {
			illegal = append(illegal, p)
		}
	}
	return illegal, rows.Err()
}
