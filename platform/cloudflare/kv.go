package cloudflare

import (
	"bytes"
	"context"
	"errors"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of KV.
const (
	MaxKeyBytes      = 512
	MaxMetadataBytes = 1024
	MaxValueBytes    = maxValueBytes
	MaxBulkGetKeys   = 100
	MinTTL           = time.Minute
	maxKeysPage      = 1000
)

// KV reads and writes in one namespace. It is safe for concurrent use.
type KV struct {
	account *Account
	id      string
}

// Key is a key as a list names it.
type Key struct {
	Name string
	// Metadata is JSON, nil for a key that has none.
	Metadata []byte
	// Expires is zero for a key that does not.
	Expires time.Time
}

// Page is a part of a list of keys.
type Page struct {
	Keys []Key
	// Cursor is where the list goes on; empty at its end.
	Cursor string
}

type wireKey struct {
	Name       string         `json:"name"`
	Expiration int64          `json:"expiration"`
	Metadata   jsontext.Value `json:"metadata"`
}

type wireKeys []wireKey

func (l *wireKeys) flaw() string {
	return lacking(*l, "a key has no name", func(one wireKey) bool { return one.Name == "" })
}

// Entry is a value to put.
type Entry struct {
	Key   string
	Value []byte
	// Metadata is JSON, nil for none.
	Metadata []byte
	// TTL is how long the entry lives, from MinTTL; zero is for ever.
	TTL time.Duration
}

// Keys returns the part of the keys that begin with the prefix that follows after the cursor, at
// most limit (10 to 1000; 0 is 1000). Each call is one list of the day's budget.
func (k *KV) Keys(ctx context.Context, prefix, cursor string, limit int) (Page, error) {
	if limit <= 0 {
		limit = maxKeysPage
	}
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	if prefix != "" {
		query.Set("prefix", prefix)
	}
	if cursor != "" {
		query.Set("cursor", cursor)
	}
	got, info, err := call[wireKeys](ctx, k.account.client, request{
		op: OpListKeys, method: http.MethodGet, path: k.path("keys"), query: query, limit: maxListBytes,
	})
	if err != nil {
		return Page{}, err
	}
	page := Page{Cursor: string(info.Cursor), Keys: make([]Key, 0, len(got))}
	if page.Cursor == cursor && cursor != "" {
		return Page{}, &Error{Op: OpListKeys, Kind: NotCloudflare, detail: "the list goes on where it began", cause: ErrMalformed}
	}
	for _, w := range got {
		page.Keys = append(page.Keys, w.key())
	}
	return page, nil
}

func (w wireKey) key() Key {
	key := Key{Name: w.Name}
	if len(w.Metadata) > 0 && w.Metadata.Kind() != 'n' {
		key.Metadata = w.Metadata
	}
	if w.Expiration > 0 {
		key.Expires = time.Unix(w.Expiration, 0).UTC()
	}
	return key
}

// Get returns the value of the key; a key that is not there is of Kind NotFound.
func (k *KV) Get(ctx context.Context, key string) ([]byte, error) {
	if err := checkKey(OpGetValue, key); err != nil {
		return nil, err
	}
	return k.account.client.fetch(ctx, request{op: OpGetValue, method: http.MethodGet, path: k.path("values", key), limit: maxValueBytes})
}

// Put writes the entry.
func (k *KV) Put(ctx context.Context, e Entry) error {
	if err := e.check(OpPutValue); err != nil {
		return err
	}
	query := url.Values{}
	if e.TTL > 0 {
		query.Set("expiration_ttl", strconv.FormatInt(seconds(e.TTL), 10))
	}
	return k.account.client.send(ctx, request{
		op: OpPutValue, method: http.MethodPut, path: k.path("values", e.Key), query: query, body: e.body(),
	})
}

// Delete removes the key, which need not be there.
func (k *KV) Delete(ctx context.Context, key string) error {
	if err := checkKey(OpDeleteValue, key); err != nil {
		return err
	}
	return gone(k.account.client.send(ctx, request{op: OpDeleteValue, method: http.MethodDelete, path: k.path("values", key)}))
}

func (k *KV) path(below ...string) []string {
	return k.account.path(append([]string{"storage", "kv", "namespaces", k.id}, below...)...)
}

// body is the value alone, or with the metadata beside it.
func (e Entry) body() body {
	if len(e.Metadata) == 0 {
		return body{contentType: "application/octet-stream", bytes: e.Value}
	}
	return form(part{name: "value", kind: "application/octet-stream", bytes: e.Value}, part{name: "metadata", kind: "application/json", bytes: e.Metadata})
}

func (e Entry) check(op Op) error {
	if err := checkKey(op, e.Key); err != nil {
		return err
	}
	switch {
	case len(e.Value) > MaxValueBytes:
		return notSent(op, "the value is too long")
	case len(e.Metadata) > MaxMetadataBytes:
		return notSent(op, "the metadata is too long")
	case len(e.Metadata) > 0 && !jsontext.Value(e.Metadata).IsValid():
		return notSent(op, "the metadata is not JSON")
	case e.TTL != 0 && e.TTL < MinTTL:
		return notSent(op, "the entry would live for less than a minute")
	}
	return nil
}

func checkKey(op Op, key string) error {
	switch {
	case key == "", key == ".", key == "..":
		return notSent(op, "this key cannot be used")
	case len(key) > MaxKeyBytes:
		return notSent(op, "the key is too long")
	case !utf8.ValidString(key):
		return notSent(op, "the key is not UTF-8")
	}
	return nil
}

func notSent(op Op, why string) error {
	return &Error{Op: op, Kind: Refused, detail: "not sent: " + why, cause: errors.New(why)}
}

// part is a part of a form with files.
type part struct {
	name, file, kind string
	bytes            []byte
}

func form(parts ...part) body {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		disposition := multipart.FileContentDisposition(p.name, p.file)
		if p.file == "" {
			disposition = `form-data; name="` + p.name + `"`
		}
		// Writing to memory does not fail.
		to, _ := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {p.kind}})
		_, _ = to.Write(p.bytes)
	}
	_ = w.Close()
	return body{contentType: w.FormDataContentType(), bytes: b.Bytes()}
}

type wireValues struct {
	Values map[string]jsontext.Value `json:"values"`
}

func (v *wireValues) flaw() string {
	return flawIf(v.Values == nil, "the result has no values")
}

// GetAll returns the values of those of the keys that are there, MaxBulkGetKeys in a call. It reads
// values that are text.
func (k *KV) GetAll(ctx context.Context, keys []string) (map[string]string, error) {
	all := make(map[string]string, len(keys))
	for some := range slices.Chunk(keys, MaxBulkGetKeys) {
		got, _, err := call[wireValues](ctx, k.account.client, request{
			op: OpGetValues, method: http.MethodPost, path: k.path("bulk", "get"),
			body: jsonBody(map[string]any{"keys": some, "type": "text"}), limit: maxValueBytes,
		})
		if err != nil {
			return nil, err
		}
		for key, value := range got.Values {
			var s text
			if value.Kind() != 'n' && httpclient.Unmarshal(value, &s) == nil {
				all[key] = string(s)
			}
		}
	}
	return all, nil
}
