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

// Deps are the parts that a Cloud works with.
type Deps struct {
	DB    *database.DB
	Clock clock.Clock
	Log   *slog.Logger
	Box   *secrets.Box
	// Cloudflare calls its API; it needs no token yet.
	Cloudflare *cloudflare.Client
	Buckets    *Buckets
}

// Options are the settings of a Cloud.
type Options struct {
	// Network is the mode, sandbox or live. There is one stack for each.
	Network string
	// WorkersURL is where all workers answer, distinguished by their Host; empty when each answers
	// at its own address.
	WorkersURL string
	// Release is the version of this Crier, which the worker stores with the tables that it makes.
	Release string
	// NewName names the worker of a new set-up; nil means a random name.
	NewName func() string
	// IsLocal says that the worker runs on this machine.
	IsLocal bool
	// Refusal says why there can be no worker here; empty if there can be one.
	Refusal string
	// Bindings returns the texts that a deployment binds besides the worker's own; nil means none.
	Bindings func() map[string]string
	// R2Endpoint returns the S3 API of an account; nil means r2Endpoint.
	R2Endpoint func(account string) string
}

// stack is the stored state of what was made in the user's Cloudflare account.
type stack struct {
	db      *database.DB
	clock   clock.Clock
	log     *slog.Logger
	box     *secrets.Box
	api     *cloudflare.Client
	edge    *edge
	network string
	refusal string

	// changing has one place, for the call that sets up, deploys, tears down or raises the fence.
	changing chan struct{}
	// saving is locked while the row changes.
	saving sync.Mutex
	mu     sync.RWMutex
	state  state
}

// state is the row with its secrets opened.
type state struct {
	row        storedWorker
	token      secrets.Text
	workerKey  secrets.Text
	encryption secrets.Text // 32 bytes
	notifyURL  secrets.Text
	// locked lists the secrets that are stored and cannot be opened.
	locked struct{ token, workerKey, encryption, notifyURL bool }
}

func newStack(d Deps, o Options) *stack {
	e := &edge{clock: d.Clock}
	cloudflare.OnRequest(d.Cloudflare, e.asked(apiTime))
	return &stack{
		db: d.DB, clock: d.Clock, log: d.Log, box: d.Box, api: d.Cloudflare, edge: e, network: o.Network, refusal: o.Refusal,
		changing: make(chan struct{}, 1), state: state{row: storedWorker{Network: o.Network}},
	}
}

// load reads what is stored. It sends no request.
func (s *stack) load(ctx context.Context) error {
	row, err := selectWorker(ctx, s.db, s.network)
	if err != nil || row == nil {
		return err
	}
	opened := s.open(*row)
	if opened.locked.encryption {
		s.log.Error("cloud: the stored keys cannot be opened; set the cloud up again", "worker", row.WorkerName)
	}
	s.mu.Lock()
	s.state = opened
	s.mu.Unlock()
	return nil
}

func (s *stack) now() wiretime.Time { return wiretime.Of(s.clock.Now()) }

// timer returns a function that reports whether so much time has passed since: by how long the
// machine has run, because its clock may be set meanwhile.
func (s *stack) timer(long time.Duration) (isOver func() bool) {
	begun := s.clock.Running().Elapsed
	return func() bool { return s.clock.Running().Elapsed-begun >= long }
}

func (s *stack) get() state {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state
}

// record binds a sealed secret to its purpose.
func (s *stack) record(purpose string) string { return workerRecord(s.network, purpose) }

func workerRecord(network, purpose string) string { return "cloud-worker:" + network + ":" + purpose }

// keyRecord binds the worker's key to the address that it is sent to.
func (s *stack) keyRecord(row *storedWorker) string { return s.record("key:" + row.host()) }

func (s *stack) open(row storedWorker) state {
	st := state{row: row}
	unseal := func(sealed []byte, record string) (secrets.Text, bool) {
		if sealed == nil {
			return secrets.Text{}, false
		}
		text, err := s.box.Open(sealed, record)
		return text, err != nil
	}
	st.token, st.locked.token = unseal(row.SealedToken, s.record("token"))
	st.workerKey, st.locked.workerKey = unseal(row.SealedWorkerKey, s.keyRecord(&row))
	st.encryption, st.locked.encryption = unseal(row.SealedEncryptionKey, s.record("encryption"))
	st.notifyURL, st.locked.notifyURL = unseal(row.SealedNotifyURL, s.record("notify"))
	if !st.encryption.IsEmpty() && len(st.encryption.Reveal()) != secrets.KeySize {
		st.encryption, st.locked.encryption = secrets.Text{}, true
	}
	return st
}

// take waits until nobody else changes the stack. The caller calls the returned function at the
// end.
func (s *stack) take(ctx context.Context) (func(), error) {
	select {
	case s.changing <- struct{}{}:
		return func() { <-s.changing }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// update changes the row on disk, and then the state in memory.
func (s *stack) update(ctx context.Context, change func(*storedWorker)) (state, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	row := s.get().row
	change(&row)
	row.UpdatedAt = s.now()
	if err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return replaceWorker(ctx, tx, &row) }); err != nil {
		return state{}, fmt.Errorf("store the cloud worker: %w", err)
	}
	changed := s.open(row)
	s.mu.Lock()
	s.state = changed
	s.mu.Unlock()
	return changed, nil
}

// raise makes the epoch at least the given one, durably. It ignores an epoch that nobody can have
// given out, because no job would ever fire after it.
func (s *stack) raise(ctx context.Context, epoch int64) error {
	own := s.get().row.Epoch
	if own >= epoch {
		return nil
	}
	if last := s.lastEpoch(own); epoch > last {
		s.log.Error("cloud: the worker reports an epoch that nobody can have issued; Crier ignores it", "epoch", epoch, "highest", last)
		return nil
	}
	_, err := s.update(ctx, func(row *storedWorker) { row.Epoch = max(row.Epoch, epoch) })
	return err
}

// lastEpoch returns the highest epoch that anybody can have given out.
func (s *stack) lastEpoch(own int64) int64 {
	return max(own, s.edge.nowOrHere().UnixMilli()) + worker.Farthest
}

// isAhead reports whether the worker has an epoch that this folder has neither asked for nor
// learned of: the folder was restored from an older state.
func (s *stack) isAhead(epoch int64) bool {
	row := s.get().row
	return epoch > max(row.Epoch, row.AskedEpoch) && epoch <= s.lastEpoch(row.Epoch)
}

// askEpoch stores the epoch that the worker may give out before it is asked for one: its answer may
// be lost.
func (s *stack) askEpoch(ctx context.Context) error {
	_, err := s.update(ctx, func(row *storedWorker) { row.AskedEpoch = max(row.Epoch, row.AskedEpoch) + 1 })
	return err
}

// usable returns nil when the worker can be asked, and the reason when it cannot.
func (st *state) usable() *apperror.Error {
	switch {
	case st.row.ClaimedAt == nil || st.row.host() == "":
		return errNotSetUp("")
	case st.locked.encryption || st.locked.workerKey:
		return apperror.New(apperror.EncryptionKeyMismatch,
			"the stored keys of the cloud worker cannot be opened with this data folder's key; set the cloud up again (crier cloud setup)")
	case st.encryption.IsEmpty() || st.workerKey.IsEmpty():
		return apperror.New(apperror.CloudNotConfigured, "the cloud's set-up was not finished; finish it (crier cloud setup)")
	}
	return nil
}

// isDeployed reports whether a worker was deployed, which may answer.
func (st *state) isDeployed() bool { return st.row.ClaimedAt != nil && st.row.DeployedAt != nil }

// errNotSetUp is CLOUD_NOT_CONFIGURED with the remedy. refusal says why the cloud cannot be set up
// here, if it cannot.
func errNotSetUp(refusal string) *apperror.Error {
	if refusal != "" {
		return apperror.New(apperror.CloudNotConfigured, "cloud scheduling is not set up, and cannot be set up here: %s", refusal)
	}
	return apperror.New(apperror.CloudNotConfigured, "cloud scheduling is not set up: scheduled posts go out while Crier runs; set up a worker (crier cloud setup)")
}

// target returns where the worker is asked.
func (st *state) target() target {
	return target{url: cloudflare.ScriptURL(st.row.WorkerName, st.row.Subdomain), key: st.workerKey}
}

// account returns a client of Cloudflare's API for the account that the stack is in.
func (s *stack) account(st state) (*cloudflare.Account, error) {
	switch {
	case s.refusal != "":
		return nil, apperror.New(apperror.NotConfigured, "%s", s.refusal)
	case st.locked.token:
		return nil, errTokenLocked()
	case st.token.IsEmpty():
		return nil, errNoToken()
	case st.row.AccountID == "":
		return nil, errNotSetUp("")
	}
	return s.api.As(st.token).Account(st.row.AccountID), nil
}

const keyCheckBytes = 8

// keyCheck identifies an encryption key without revealing it, as the worker's diagnostics do.
func (st *state) keyCheck() string {
	if st.encryption.IsEmpty() {
		return ""
	}
	mac := hmac.New(sha256.New, []byte(st.encryption.Reveal()))
	mac.Write([]byte("kcv"))
	return hex.EncodeToString(mac.Sum(nil)[:keyCheckBytes])
}

// cipher seals and opens what the worker and Crier tell each other of tokens.
func (st *state) cipher() (cipher.AEAD, error) {
	block, err := aes.NewCipher([]byte(st.encryption.Reveal()))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// sealFor seals text for the worker, bound to what it belongs to.
func (st *state) sealFor(text secrets.Text, belongsTo string) (string, error) {
	aead, err := st.cipher()
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
