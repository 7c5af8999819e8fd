package backup

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"crier/platform/secrets"

	"filippo.io/age"
)

// LeastPassphrase is the least number of characters of a passphrase. Anyone with the file could
// guess a shorter one.
const LeastPassphrase = 8

// mostWork bounds the scrypt work factor, and so the time that a foreign file can cost. It is a
// little above the factor with which age seals.
const mostWork = 20

// ErrPassphrase says that a passphrase is too short, or not the one under which a file is sealed.
var ErrPassphrase = errors.New("the passphrase is wrong")

var errNoKey = errors.New("the file holds no sealing key of Crier, or is damaged")

// carried is the content that SealKey seals.
type carried struct {
	Kind string `json:"kind"`
	Key  string `json:"key"`
}

const carriedKind = "crier sealing key"

// SealKey returns the key encrypted with the passphrase, as a file that the program age can open
// too.
func SealKey(key secrets.Key, passphrase string) ([]byte, error) {
	if len([]rune(passphrase)) < LeastPassphrase {
		return nil, fmt.Errorf("%w: it must have at least %d characters", ErrPassphrase, LeastPassphrase)
	}
	recipient, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return nil, err
	}
	return SealKeyTo(key, recipient)
}

// SealKeyTo returns the key encrypted to the recipient. SealKey gives it a passphrase with the work
// factor that age takes by itself.
func SealKeyTo(key secrets.Key, recipient age.Recipient) ([]byte, error) {
	content, err := json.Marshal(carried{carriedKind, base64.StdEncoding.EncodeToString(key[:])})
	if err != nil {
		return nil, err
	}
	var sealed bytes.Buffer
	w, err := age.Encrypt(&sealed, recipient)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return sealed.Bytes(), nil
}

// OpenKey returns the key that SealKey has sealed, or ErrPassphrase for a wrong passphrase.
func OpenKey(sealed []byte, passphrase string) (key secrets.Key, err error) {
	identity, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		return key, fmt.Errorf("%w: it is empty", ErrPassphrase)
	}
	identity.SetMaxWorkFactor(mostWork)
	r, err := age.Decrypt(bytes.NewReader(sealed), identity)
	var another *age.NoIdentityMatchError
	if errors.As(err, &another) {
		return key, ErrPassphrase
	}
	var content []byte
	if err == nil {
		content, err = io.ReadAll(io.LimitReader(r, mostSmall))
	}
	var c carried
	if err == nil {
		err = json.Unmarshal(content, &c)
	}
	decoded, decodeErr := base64.StdEncoding.DecodeString(c.Key)
	if err != nil || decodeErr != nil || c.Kind != carriedKind || len(decoded) != secrets.KeySize {
		return key, errNoKey
	}
	return secrets.Key(decoded), nil
}

// isSealed reports whether the file of a key is encrypted with a passphrase.
func isSealed(content []byte) bool { return bytes.HasPrefix(content, []byte("age-encryption.org/")) }

// ReadKey returns the key in a file. The file is from SealKey, and then ReadKey asks passphrase, or
// it is the secret.key of a data folder.
func ReadKey(path string, passphrase func() (string, error)) (key secrets.Key, err error) {
	f, err := os.Open(path)
	if err != nil {
		return key, fmt.Errorf("read the sealing key: %w", err)
	}
	defer func() { _ = f.Close() }()
	content, err := io.ReadAll(io.LimitReader(f, mostSmall))
	if err != nil {
		return key, fmt.Errorf("read the sealing key: %w", err)
	}
	content = bytes.TrimPrefix(content, []byte("\ufeff")) // As an editor of Windows writes it.
	if !isSealed(content) {
		if key, err = secrets.LoadKey(path); errors.Is(err, secrets.ErrRecord) {
			err = fmt.Errorf("%s: %w; name a file of crier key export, or the secret.key of a data folder", path, errNoKey)
		}
		return key, err
	}
	word, err := passphrase()
	if err != nil {
		return key, err
	}
	return OpenKey(content, word)
}
