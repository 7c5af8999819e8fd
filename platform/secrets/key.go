package secrets

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"crier/platform/datadir"

	"github.com/google/uuid"
	"github.com/zalando/go-keyring"
)

const (
	keyringService = "crier"
	// keyringPatience bounds a call to a keyring that waits for somebody to unlock it.
	keyringPatience = 10 * time.Second

	sourceFile    = "file"
	sourceKeyring = "keyring"
)

// keyRecord is what the data folder says about its key.
type keyRecord struct {
	Source string `json:"source"`
	// Key is the key itself in base64, for the source "file".
	Key string `json:"key,omitempty"`
	// Account names the keyring entry, for the source "keyring".
	Account string `json:"account,omitempty"`
	Check   string `json:"check"`
}

// LoadKey returns the key that the file at path records. The error is fs.ErrNotExist without such a
// file, ErrRecord when there is no key to be had from it, and another one when it cannot be read
// now.
func LoadKey(path string) (Key, error) {
	rec, err := readRecord(path)
	if err != nil {
		return Key{}, err
	}
	return rec.load(path)
}

// RecordedCheck returns the Check of the key that the file at path records, without asking a
// keyring for it. Without such a file the error is fs.ErrNotExist.
func RecordedCheck(path string) (string, error) {
	rec, err := readRecord(path)
	return rec.Check, err
}

// ErrRecord says that a file is not the record of a key, or a damaged one, or one of a key that the
// keyring has lost.
var ErrRecord = errors.New("the key record is damaged")

// mostRecord is far above what a key record has.
const mostRecord = 64 << 10

func readRecord(path string) (rec keyRecord, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return rec, fmt.Errorf("read the key record: %w", err)
	}
	if err != nil {
		return rec, datadir.Unread("the sealing key", err)
	}
	defer func() { _ = f.Close() }()
	b, err := io.ReadAll(io.LimitReader(f, mostRecord))
	if err != nil {
		return rec, datadir.Unread("the sealing key", err)
	}
	// An editor of Windows that somebody looked into the file with begins it with a mark.
	if err := json.Unmarshal(bytes.TrimPrefix(b, []byte("\ufeff")), &rec); err != nil {
		return rec, fmt.Errorf("%w: %s", ErrRecord, path)
	}
	return rec, nil
}

func (rec keyRecord) load(path string) (Key, error) {
	encoded := rec.Key
	if rec.Source == sourceKeyring {
		var err error
		if encoded, err = keyringGet(rec.Account); err != nil {
			err = fmt.Errorf("%s says that the key is in the OS keyring (entry %s/%s), which gave: %w", path, keyringService, rec.Account, err)
			if errors.Is(err, keyring.ErrNotFound) {
				return Key{}, fmt.Errorf("%w: %w", ErrRecord, err)
			}
			return Key{}, fmt.Errorf("the sealing key cannot be read now, and nothing is lost: %w; unlock the keyring, and try again", err)
		}
	}
	b, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(b) != KeySize {
		return Key{}, fmt.Errorf("%w: the key recorded in %s is not a key of %d bytes", ErrRecord, path, KeySize)
	}
	key := Key(b)
	if key.Check() != rec.Check {
		return Key{}, fmt.Errorf("%w: the key recorded in %s is not the one that this data folder was sealed with", ErrRecord, path)
	}
	return key, nil
}

// MakeKey makes a key and records it in the file at path, which must not be there yet: in the OS
// keyring if useKeyring is set and a keyring answers, and otherwise in the file itself.
func MakeKey(path string, useKeyring bool) (Key, error) {
	key := NewKey()
	return key, KeepKey(path, key, useKeyring)
}

// KeepKey records a key as MakeKey does one that it has made.
func KeepKey(path string, key Key, useKeyring bool) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("there is a key record %s already, which is not replaced", path)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("look for the key record: %w", err)
	}
	encoded := base64.StdEncoding.EncodeToString(key[:])
	rec := keyRecord{Source: sourceFile, Key: encoded, Check: key.Check()}
	if useKeyring {
		account := uuid.NewString()
		if keyringSet(account, encoded) == nil {
			rec = keyRecord{Source: sourceKeyring, Account: account, Check: key.Check()}
		}
	}
	b, err := json.MarshalIndent(rec, "", "  ")
	if err != nil {
		return err
	}
	// A key that is lost takes every sealed token with it.
	if err := datadir.WriteFile(path, append(b, '\n')); err != nil {
		return fmt.Errorf("write the key record: %w", err)
	}
	return nil
}

func keyringGet(account string) (string, error) {
	return withPatience(func() (string, error) { return keyring.Get(keyringService, account) })
}

func keyringSet(account, value string) error {
	_, err := withPatience(func() (string, error) { return "", keyring.Set(keyringService, account, value) })
	return err
}

func withPatience(call func() (string, error)) (string, error) {
	type answer struct {
		value string
		err   error
	}
	c := make(chan answer, 1)
	go func() {
		v, err := call()
		c <- answer{v, err}
	}()
	select {
	case a := <-c:
		return a.value, a.err
	case <-time.After(keyringPatience):
		return "", fmt.Errorf("no answer within %s", keyringPatience)
	}
}
