package cloud

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"

	"crier/platform/secrets"
	"crier/platform/wiretime"
)

// RenewedToken is a token that replaces an account's. The worker got it from the network while this
// machine was off. worker/API.md describes each field.
type RenewedToken struct {
	AccountID string `json:"accountId"`
	// Token is sealed; Link.OpenRenewed opens it.
	Token string `json:"token"`
	// Fingerprint identifies the token, and InPlaceOf the tokens that it replaces.
	Fingerprint string        `json:"fingerprint"`
	InPlaceOf   []string      `json:"replaces"`
	ExpiresAt   wiretime.Time `json:"expiresAt"`
	IsAssumed   bool          `json:"isAssumed"`
}

const fingerprintBytes = 16

// Replaces reports whether it replaces that token.
func (r RenewedToken) Replaces(token secrets.Text) bool {
	sum := sha256.Sum256([]byte(token.Reveal()))
	return slices.Contains(r.InPlaceOf, hex.EncodeToString(sum[:fingerprintBytes]))
}

// maxRenewed is the largest size of a sealed token.
const maxRenewed = 4096

// ErrNoEncryptionKey says that this folder cannot open what the worker has sealed until it has its
// key.
var ErrNoEncryptionKey = errors.New("cloud: the encryption key is missing or locked")

var errNotOurs = errors.New("cloud: the encryption key does not open the renewed token, or the token is damaged")

// OpenRenewed opens the token. It fails for a token that was sealed with another key, or for
// another account. The error is ErrNoEncryptionKey when a later attempt may succeed.
func (l *Link) OpenRenewed(r RenewedToken) (secrets.Text, error) {
	st := l.stack.get()
	if st.encryption.IsEmpty() {
		return secrets.Text{}, ErrNoEncryptionKey
	}
	raw, err := base64.StdEncoding.DecodeString(r.Token)
	if err != nil || len(raw) > maxRenewed || r.ExpiresAt.IsZero() {
		return secrets.Text{}, errNotOurs
	}
	aead, err := st.cipher()
	if err != nil {
		return secrets.Text{}, err
	}
	text, err := aead.Open(nil, nil, raw, []byte(r.AccountID+"|renewed|v1"))
	if err != nil || len(text) == 0 {
		return secrets.Text{}, errNotOurs
	}
	return secrets.NewText(string(text)), nil
}

type renewedRef struct {
	AccountID   string `json:"accountId"`
	Fingerprint string `json:"fingerprint"`
}

// AcknowledgeRenewed tells the worker that the tokens are stored here, or are not needed: it sends
// them no more.
func (l *Link) AcknowledgeRenewed(ctx context.Context, all []RenewedToken) error {
	for some := range slices.Chunk(all, mostPerPage) {
		refs := make([]renewedRef, len(some))
		for i, one := range some {
			refs[i] = renewedRef{one.AccountID, one.Fingerprint}
		}
		body := map[string]any{"results": []ResultRef{}, "renewed": refs}
		if err := l.asker.ask(ctx, workerCall{op: "acknowledge renewed tokens", method: http.MethodPost, path: "/v1/results/acknowledge", body: body}, &acknowledged{}); err != nil {
			return err
		}
	}
	return nil
}
