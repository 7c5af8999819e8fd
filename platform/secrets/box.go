package secrets

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// KeySize is the length of a Key in bytes.
const KeySize = 32

// Key is an AES-256 key.
type Key [KeySize]byte

// ErrSealed says that a sealed value does not open: it was sealed under another key or for another
// record, or it is damaged.
var ErrSealed = errors.New("secrets: the sealed value does not open with this key")

// Box seals and opens secrets under one key. It is safe for concurrent use once it has the key.
type Box struct{ aead cipher.AEAD }

// Sealed is a value that Seal gave, and the record that it is bound to.
type Sealed struct {
	Value  []byte
	Record string
}

// NewKey returns a new random key.
func NewKey() Key {
	var k Key
	// Read never fails: it ends the program when the system has no randomness.
	_, _ = rand.Read(k[:])
	return k
}

// Check returns a value that tells two keys apart without giving either away: 16 hexadecimal
// digits.
func (k Key) Check() string {
	mac := hmac.New(sha256.New, k[:])
	mac.Write([]byte("crier key check"))
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

// NewBox returns a Box that seals under key.
func NewBox(key Key) (*Box, error) {
	box := new(Box)
	return box, box.Use(key)
}

// Use has the Box seal under key from now on. A Box without a key must not be used for anything
// else.
func (b *Box) Use(key Key) error {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return err
	}
	b.aead, err = cipher.NewGCMWithRandomNonce(block)
	return err
}

// Fits reports whether the key opens any of the values, or there are none: a single one may be
// damaged, all of them are of another key.
func (b *Box) Fits(values []Sealed) bool {
	for _, v := range values {
		if _, err := b.Open(v.Value, v.Record); err == nil {
			return true
		}
	}
	return len(values) == 0
}

// Unopened returns the record of the first value that the key does not open, and false when it
// opens all of them.
func (b *Box) Unopened(values []Sealed) (record string, found bool) {
	for _, v := range values {
		if _, err := b.Open(v.Value, v.Record); err != nil {
			return v.Record, true
		}
	}
	return "", false
}

// Seal returns the secret sealed and bound to record: nonce (12 bytes), ciphertext and tag (16
// bytes). From now on HideKeys knows the secret, unless it is a document.
func (b *Box) Seal(secret Text, record string) []byte {
	rememberSealed(secret)
	return b.aead.Seal(nil, nil, []byte(secret.s), []byte(record))
}

// Open returns the secret that Seal sealed for the same record, or ErrSealed. From now on HideKeys
// knows the secret, unless it is a document.
func (b *Box) Open(sealed []byte, record string) (Text, error) {
	plain, err := b.aead.Open(nil, nil, sealed, []byte(record))
	if err != nil {
		return Text{}, ErrSealed
	}
	opened := Text{string(plain)}
	rememberSealed(opened)
	return opened, nil
}
