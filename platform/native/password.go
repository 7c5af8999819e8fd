package native

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"crier/platform/secrets"
)

const (
	sealingVersion = 1
	aesKeyBytes    = 32
	minKeyBits     = 2048
	maxKeyBits     = 4096
)

// passwordKey is what the network wants passwords sealed with.
type passwordKey struct {
	id     byte
	public *rsa.PublicKey
}

// readKey reads the key from the headers of an answer from before a login.
func readKey(h http.Header) (passwordKey, error) {
	number, err := strconv.ParseUint(h.Get(headerKeyID), 10, 8)
	if err != nil {
		return passwordKey{}, errors.New("no id of a password key")
	}
	text := h.Get(headerPublicKey)
	if len(text) > maxHeader {
		return passwordKey{}, errors.New("the password key is too long")
	}
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return passwordKey{}, errors.New("the password key is not base64")
	}
	block, _ := pem.Decode(b)
	if block == nil {
		return passwordKey{}, errors.New("the password key is not PEM")
	}
	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	public, ok := parsed.(*rsa.PublicKey)
	if err != nil || !ok || public.N.BitLen() < minKeyBits || public.N.BitLen() > maxKeyBits {
		return passwordKey{}, errors.New("the password key is no RSA key of a usual size")
	}
	return passwordKey{id: byte(number), public: public}, nil
}

// seal returns the password in the form in which the network takes it at the instant now
// (enc_password).
//
// The blob is: version, key id, IV (12 bytes), length of the sealed AES key (2 bytes,
// little-endian), that key, the GCM tag (16 bytes), and only then the ciphertext; the time is
// authenticated with it.
func (k passwordKey) seal(password secrets.Text, now time.Time) (string, error) {
	var key [aesKeyBytes]byte
	// Read never fails: it ends the program when the system has no randomness.
	_, _ = rand.Read(key[:])
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	iv := make([]byte, gcm.NonceSize())
	_, _ = rand.Read(iv)
	sealedKey, err := rsa.EncryptPKCS1v15(rand.Reader, k.public, key[:]) //nolint:staticcheck // The network takes no other padding.
	if err != nil {
		return "", fmt.Errorf("seal the password's key: %w", err)
	}
	stamp := strconv.FormatInt(now.Unix(), 10)
	sealed := gcm.Seal(nil, iv, []byte(password.Reveal()), []byte(stamp))
	ciphertext, tag := sealed[:len(sealed)-gcm.Overhead()], sealed[len(sealed)-gcm.Overhead():]

	blob := append([]byte{sealingVersion, k.id}, iv...)
	blob = binary.LittleEndian.AppendUint16(blob, uint16(len(sealedKey)))
	blob = append(append(append(blob, sealedKey...), tag...), ciphertext...)
	return "#PWD_INSTAGRAM:4:" + stamp + ":" + base64.StdEncoding.EncodeToString(blob), nil
}
