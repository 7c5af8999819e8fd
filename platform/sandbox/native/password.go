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
	"slices"
	"strings"
	"sync"
)

const (
	nativeKeyBits = 2048
	nativeKeyID   = 77
)

// nativeKey is the key with which passwords are sealed. Each start of the program has another one.
type nativeKey struct {
	private *rsa.PrivateKey
	// public is the base64 of the PEM.
	public string
}

// theNativeKey makes the key for all networks of this process when the first client asks for it,
// because that takes a while.
var theNativeKey = sync.OnceValues(newNativeKey)

func newNativeKey() (nativeKey, error) {
	private, err := rsa.GenerateKey(rand.Reader, nativeKeyBits)
	if err != nil {
		return nativeKey{}, err
	}
	der, err := x509.MarshalPKIXPublicKey(&private.PublicKey)
	if err != nil {
		return nativeKey{}, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	return nativeKey{private: private, public: base64.StdEncoding.EncodeToString(text)}, nil
}

var errSealedPassword = errors.New("enc_password cannot be opened")

// open returns the password that a client has sealed as #PWD_INSTAGRAM:4:time:blob. The blob is:
// version 1, key id, IV, length of the sealed AES key (little-endian), that key, the GCM tag, the
// ciphertext.
func (k nativeKey) open(sealed string) (string, error) {
	const (
		ivAt, lengthAt, keyAt = 2, 14, 16
		keyBytes, tagBytes    = nativeKeyBits / 8, 16
		parts                 = 4
	)
	field := strings.SplitN(sealed, ":", parts)
	if len(field) != parts || field[0] != "#PWD_INSTAGRAM" || field[1] != "4" {
		return "", errSealedPassword
	}
	blob, err := base64.StdEncoding.DecodeString(field[3])
	if err != nil || len(blob) < keyAt+keyBytes+tagBytes || blob[0] != 1 || blob[1] != nativeKeyID ||
		binary.LittleEndian.Uint16(blob[lengthAt:]) != keyBytes {
		return "", errSealedPassword
	}
	iv, sealedKey := blob[ivAt:lengthAt], blob[keyAt:keyAt+keyBytes]
	tag, ciphertext := blob[keyAt+keyBytes:keyAt+keyBytes+tagBytes], blob[keyAt+keyBytes+tagBytes:]
	key, err := rsa.DecryptPKCS1v15(nil, k.private, sealedKey) //nolint:staticcheck // It is the padding that the network takes.
	if err != nil {
		return "", errSealedPassword
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", errSealedPassword
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return "", errSealedPassword
	}
	plain, err := gcm.Open(nil, iv, slices.Concat(ciphertext, tag), []byte(field[2]))
	if err != nil {
		return "", errSealedPassword
	}
	return string(plain), nil
}
