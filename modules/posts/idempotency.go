package posts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/uptime"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/uptrace/bun"
)

// keyLifetime is how long, at least, a repeated request gets the answer of the first one.
const keyLifetime = 24 * time.Hour

// Answers stores the answers to creating requests by their Idempotency-Keys.
type Answers struct {
	db     *database.DB
	clock  clock.Clock
	uptime *uptime.Meter
}

// NewAnswers returns the Answers of a database.
func NewAnswers(db *database.DB, clk clock.Clock, meter *uptime.Meter) *Answers {
	return &Answers{db: db, clock: clk, uptime: meter}
}

// creation is one creating request, as its client can repeat it.
type creation struct {
	// Operation distinguishes the three creating operations.
	Operation string
	// IdempotencyKey is the client's name for the request; empty for none.
	IdempotencyKey string
	// Content is the content of the request. Two requests with the same content are the same
	// request.
	Content any
}

// once runs create in a durable transaction, or returns what the request was answered under its key
// before: then replayed is true. The answer is stored in the transaction that it speaks of, so that
// of requests with one key, however many come at once and whenever the process dies, one creates. A
// key that came with another request is a VALIDATION_ERROR.
func once[T any](ctx context.Context, k *Answers, r creation, create func(ctx context.Context, tx bun.Tx) (T, error)) (answer T, replayed bool, err error) {
	err = k.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if r.IdempotencyKey == "" {
			answer, err = create(ctx, tx)
			return err
		}
		replayed, err = k.recall(ctx, tx, r, &answer)
		if err != nil || replayed {
			return err
		}
		if answer, err = create(ctx, tx); err != nil {
			return err
		}
		return k.remember(ctx, tx, r, answer)
	})
	return answer, replayed, err
}

// First stores the given answer under the key and returns it, unless the key has an answer already:
// then it returns that one. Without a key it returns the given answer. A key that came with another
// request is a VALIDATION_ERROR.
func First[T any](ctx context.Context, k *Answers, operation, key string, content any, answer T) (T, error) {
	first, _, err := once(ctx, k, creation{Operation: operation, IdempotencyKey: key, Content: content}, func(context.Context, bun.Tx) (T, error) { return answer, nil })
	return first, err
}

// idempotentAnswer is what was answered under a key.
type idempotentAnswer struct {
	bun.BaseModel `bun:"table:idempotent_answers"`

	Key         string `bun:",pk"`
	Fingerprint string
	Answer      string
	CreatedAt   wiretime.Time
	// RanMs is for how long Crier had run at the answer, and NetAt is the time of the answer by the
	// network's clock. They are nil for an answer of an earlier version.
	RanMs *int64
	NetAt *wiretime.Time
}

// recall reads the earlier answer to the request into answer. It reports false when there is none.
func (k *Answers) recall(ctx context.Context, tx bun.IDB, r creation, answer any) (bool, error) {
	stored, err := selectAnswer(ctx, tx, r.IdempotencyKey)
	if isNotFound(err) {
		return false, nil
	}
	if err != nil || k.isOver(stored) {
		return false, err
	}
	fingerprint, err := r.fingerprint()
	if err != nil {
		return false, err
	}
	if stored.Fingerprint != fingerprint {
		return false, apperror.New(apperror.ValidationError,
			"the Idempotency-Key was used for another request at %s; a new request needs a new key", stored.CreatedAt)
	}
	if err := json.Unmarshal([]byte(stored.Answer), answer); err != nil {
		return false, fmt.Errorf("read the answer under an Idempotency-Key: %w", err)
	}
	return true, nil
}

func (k *Answers) remember(ctx context.Context, tx bun.IDB, r creation, answer any) error {
	fingerprint, err := r.fingerprint()
	if err != nil {
		return err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("write the answer under an Idempotency-Key: %w", err)
	}
	ahead, _ := k.uptime.Ahead()
	ran, now := k.uptime.Ran().Milliseconds(), k.clock.Now()
	return replaceAnswer(ctx, tx, &idempotentAnswer{
		Key: r.IdempotencyKey, Fingerprint: fingerprint, Answer: string(text), CreatedAt: wiretime.Of(now),
		RanMs: &ran, NetAt: wiretime.Ptr(now.Add(-ahead)),
	})
}

// fingerprint identifies the content of a request of an operation, independently of its spelling.
func (r creation) fingerprint() (string, error) {
	content, err := json.Marshal(r.Content, json.Deterministic(true))
	if err != nil {
		return "", fmt.Errorf("compare requests: %w", err)
	}
	sum := sha256.Sum256(append([]byte(r.Operation+"\n"), content...))
	return hex.EncodeToString(sum[:]), nil
}

// Forget removes the answers that are too old to be repeated.
func (k *Answers) Forget(ctx context.Context) error {
	now := k.clock.Now()
	old, err := selectOldAnswers(ctx, k.db, wiretime.Of(now.Add(-keyLifetime)), wiretime.Of(now))
	if err != nil {
		return err
	}
	old = slices.DeleteFunc(old, func(a idempotentAnswer) bool { return !k.isOver(a) })
	return k.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, a := range old {
			if err := deleteAnswer(ctx, tx, a); err != nil {
				return err
			}
		}
		return nil
	})
}

// isOver reports whether an answer need not be kept any more: its lifetime has passed by the wall
// clock, and also by the time for which Crier ran and did not run since. The second condition is
// there because a wall clock may jump ahead and back again, and a request must not be carried out
// twice for that. For how long Crier did not run counts once the two clocks were compared, since
// nobody knows it before. For an answer whose instant is in the future, by a clock that was set
// back since, only the second condition counts.
func (k *Answers) isOver(a idempotentAnswer) bool {
	now := k.clock.Now()
	age := now.Sub(a.CreatedAt.Time())
	if a.RanMs == nil || a.NetAt == nil {
		return age >= keyLifetime
	}
	passed := k.uptime.Ran() - time.Duration(*a.RanMs)*time.Millisecond
	if _, known := k.uptime.Ahead(); known {
		passed += k.uptime.Away(a.NetAt.Time())
	}
	return (age >= keyLifetime || age < 0) && passed >= keyLifetime
}

func selectAnswer(ctx context.Context, db bun.IDB, key string) (idempotentAnswer, error) {
	return answerUnder.One(ctx, db, key)
}

var answerUnder = database.SelectFrom[idempotentAnswer]("WHERE key = ?")

// selectOldAnswers returns answers that were given until the one instant, or after the other,
// without their bodies.
func selectOldAnswers(ctx context.Context, db bun.IDB, until, now wiretime.Time) (old []idempotentAnswer, err error) {
	err = db.NewSelect().Model(&old).ExcludeColumn("answer").Where("created_at <= ? OR created_at > ?", until, now).Scan(ctx)
	return old, err
}

// replaceAnswer stores an answer. It replaces one under the same key that is too old to count.
func replaceAnswer(ctx context.Context, db bun.IDB, answer *idempotentAnswer) error {
	_, err := db.NewInsert().Model(answer).On("CONFLICT (key) DO UPDATE").
		Set("fingerprint = EXCLUDED.fingerprint, answer = EXCLUDED.answer, created_at = EXCLUDED.created_at, ran_ms = EXCLUDED.ran_ms, net_at = EXCLUDED.net_at").Exec(ctx)
	return err
}

// deleteAnswer removes an answer, unless the key has a newer one by now.
func deleteAnswer(ctx context.Context, db bun.IDB, answer idempotentAnswer) error {
	_, err := db.NewDelete().Model((*idempotentAnswer)(nil)).Where("key = ? AND created_at = ?", answer.Key, answer.CreatedAt).Exec(ctx)
	return err
}
