package cloud

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/database"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// StackParts are what a Stack works with.
type StackParts struct {
	DB    *database.DB
	Clock clock.Clock
	Log   *slog.Logger
	Box   *secrets.Box
	// Network is the mode, sandbox or live, of which there is one stack each.
	Network string
	// Cloudflare calls its API; it needs no token yet.
	Cloudflare *cloudflare.Client
	// WorkersURL is where all workers answer, by the name of their host; empty for each at its own address.
	WorkersURL string
	Buckets    *Buckets
	// Release is the version of this Crier, which the worker remembers with the tables that it makes.
	Release string
	// NewName names the worker of a new set-up; nil is a random name.
	NewName func() string
	// Refusal says why there can be no worker here; empty if there can.
	Refusal string
	// Bindings returns the texts that a deployment binds besides the worker's own; nil is none.
	Bindings func() map[string]string
	// R2Endpoint returns the S3 API of an account; nil is R2Endpoint of the package.
	R2Endpoint func(account string) string
}

// Stack keeps what was made in the user's Cloudflare account.
type Stack struct {
	StackParts

	workers *workers
	copies  *copies
	edge    *edge
	// changing has one place, for the call that sets up, deploys, tears down or raises the fence.
	changing chan struct{}
	// saving is held while the row changes.
	saving sync.Mutex
	mu     sync.RWMutex
	state  state
	// last is what the worker last said; nil before it did.
	last *workerFacts

	// watching is held by Watch, which alone uses the next two.
	watching    sync.Mutex
	nextDeploy  time.Time
	deployPause time.Duration
	// lookedAt is when the worker was last looked at, and silent how many looks in a row have found nobody. mu guards them.
	lookedAt time.Time
	silent   int

	cron   *cached[cronFacts]
	mirror *cached[mirrorFacts]

	// base is the context of what runs in the background, until end.
	base    context.Context
	end     context.CancelFunc
	running sync.WaitGroup
}

// state is the row with its secrets opened.
type state struct {
	row        storedWorker
	token      secrets.Text
	workerKey  secrets.Text
	encryption secrets.Text // 32 bytes
	// locked says which secrets are stored and cannot be opened.
	locked struct{ token, workerKey, encryption bool }
}

// NewStack returns the stack, of which nothing is known before Start.
func NewStack(parts StackParts) *Stack {
	c, e := newCopies(), &edge{clock: parts.Clock}
	s := &Stack{
		StackParts: parts, workers: newWorkers(parts.WorkersURL, c.nonce, e.heed), copies: c, edge: e, changing: make(chan struct{}, 1),
		cron: newCached[cronFacts](), mirror: newCached[mirrorFacts](),
		state: state{row: storedWorker{Network: parts.Network}},
	}
	c.stack = s
	cloudflare.Heed(parts.Cloudflare, e.heed)
	s.base, s.end = context.WithCancel(context.Background())
	return s
}

// Start reads what is stored, and begins to Watch in the background.
func (s *Stack) Start(ctx context.Context) error {
	if err := s.load(ctx); err != nil {
		return err
	}
	s.running.Go(func() {
		if err := s.Watch(s.base); err != nil && s.base.Err() == nil {
			s.Log.Error("cloud: the worker could not be looked at", "error", err)
		}
	})
	return nil
}

// load reads what is stored. It asks nobody.
func (s *Stack) load(ctx context.Context) error {
	row, err := selectWorker(ctx, s.DB, s.Network)
	if err != nil || row == nil {
		return err
	}
	opened := s.open(*row)
	if opened.locked.encryption {
		s.Log.Error("cloud: the stored keys cannot be opened; set the cloud up again", "worker", row.WorkerName)
	}
	s.mu.Lock()
	s.state = opened
	s.mu.Unlock()
	return nil
}

// Stop ends what runs in the background and closes the kept connections.
func (s *Stack) Stop() {
	s.end()
	s.running.Wait()
	s.workers.closeIdleConnections()
	s.Cloudflare.CloseIdleConnections()
}

func (s *Stack) now() wiretime.Time { return wiretime.Of(s.Clock.Now()) }

// get returns the state as it is.
func (s *Stack) get() state {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state
}

// record binds a sealed secret to what it is for.
func (s *Stack) record(purpose string) string { return workerRecord(s.Network, purpose) }

func workerRecord(network, purpose string) string { return "cloud-worker:" + network + ":" + purpose }

// keyRecord binds the worker's key to the address that it is sent to.
func (s *Stack) keyRecord(row *storedWorker) string { return s.record("key:" + row.host()) }

func (s *Stack) open(row storedWorker) state {
	st := state{row: row}
	unseal := func(sealed []byte, record string) (secrets.Text, bool) {
		if sealed == nil {
			return secrets.Text{}, false
		}
		text, err := s.Box.Open(sealed, record)
		return text, err != nil
	}
	st.token, st.locked.token = unseal(row.SealedToken, s.record("token"))
	st.workerKey, st.locked.workerKey = unseal(row.SealedWorkerKey, s.keyRecord(&row))
	st.encryption, st.locked.encryption = unseal(row.SealedEncryptionKey, s.record("encryption"))
	if !st.encryption.IsEmpty() && len(st.encryption.Reveal()) != secrets.KeySize {
		st.encryption, st.locked.encryption = secrets.Text{}, true
	}
	return st
}

// update changes the row on disk, and then what everybody sees.
func (s *Stack) update(ctx context.Context, change func(*storedWorker)) (state, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	row := s.get().row
	change(&row)
	row.UpdatedAt = s.now()
	if err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return replaceWorker(ctx, tx, &row) }); err != nil {
		return state{}, fmt.Errorf("store the cloud worker: %w", err)
	}
	changed := s.open(row)
	s.mu.Lock()
	s.state = changed
	s.mu.Unlock()
	return changed, nil
}

// raise makes the epoch at least the given one, durably. One that nobody can have given out is left alone: behind it nothing would ever
// fire again.
func (s *Stack) raise(ctx context.Context, epoch int64) error {
	own := s.get().row.Epoch
	if own >= epoch {
		return nil
	}
	if last := max(own, s.edge.nowOrHere().UnixMilli()) + worker.Farthest; epoch > last {
		s.Log.Error("cloud: the worker tells an epoch that nobody can have given out; it is not taken over", "epoch", epoch, "highest", last)
		return nil
	}
	_, err := s.update(ctx, func(row *storedWorker) { row.Epoch = max(row.Epoch, epoch) })
	return err
}

// usable returns nil when the worker can be asked, and otherwise why not.
func (st *state) usable() *apperror.Error {
	switch {
	case st.row.ClaimedAt == nil || st.row.host() == "":
		return errNotSetUp("")
	case st.locked.encryption || st.locked.workerKey:
		return apperror.New(apperror.EncryptionKeyMismatch,
			"the stored keys of the cloud worker cannot be opened with this data folder's key; set the cloud up again (crier cloud setup)")
	case st.encryption.IsEmpty() || st.workerKey.IsEmpty():
		return apperror.New(apperror.CloudNotConfigured, "the cloud was not set up to its end; go on with crier cloud setup")
	}
	return nil
}

// errNotSetUp is CLOUD_NOT_CONFIGURED with what to do; refusal is why it cannot be set up here, if that is so.
func errNotSetUp(refusal string) *apperror.Error {
	if refusal != "" {
		return apperror.New(apperror.CloudNotConfigured, "cloud scheduling is not set up, and cannot be set up here: %s", refusal)
	}
	return apperror.New(apperror.CloudNotConfigured, "cloud scheduling is not set up: scheduled posts go out while Crier runs; set it up with crier cloud setup")
}

// target returns where the worker is asked.
func (st *state) target() target {
	return target{url: cloudflare.ScriptURL(st.row.WorkerName, st.row.Subdomain), key: st.workerKey}
}

// account returns what calls Cloudflare on behalf of the account that the stack is in.
func (s *Stack) account(st state) (*cloudflare.Account, error) {
	switch {
	case s.Refusal != "":
		return nil, apperror.New(apperror.NotConfigured, "%s", s.Refusal)
	case st.locked.token:
		return nil, errTokenLocked()
	case st.token.IsEmpty():
		return nil, errNoToken()
	case st.row.AccountID == "":
		return nil, errNotSetUp("")
	}
	return s.Cloudflare.As(st.token).Account(st.row.AccountID), nil
}

const keyCheckBytes = 8

// keyCheck tells which encryption key this is without telling the key, as the worker's diagnostics do.
func (st *state) keyCheck() string {
	if st.encryption.IsEmpty() {
		return ""
	}
	mac := hmac.New(sha256.New, []byte(st.encryption.Reveal()))
	mac.Write([]byte("kcv"))
	return hex.EncodeToString(mac.Sum(nil)[:keyCheckBytes])
}

// sealFor seals text for the worker, bound to what it belongs to.
func (st *state) sealFor(text secrets.Text, belongsTo string) (string, error) {
	block, err := aes.NewCipher([]byte(st.encryption.Reveal()))
	if err != nil {
		return "", err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(aead.Seal(nil, nil, []byte(text.Reveal()), []byte(belongsTo))), nil
}

// newKey returns 32 random bytes.
func newKey() secrets.Text {
	b := make([]byte, secrets.KeySize)
	// Read never fails: it ends the program when the system has no randomness.
	_, _ = rand.Read(b)
	return secrets.NewText(string(b))
}
