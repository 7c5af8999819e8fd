package cloudflare

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json/jsontext"
)

type wireBulk struct {
	Successful   integer  `json:"successful_key_count"`
	Unsuccessful []string `json:"unsuccessful_keys"`
}

// PutAll writes the entries, MaxBulkKeys in a call, and fails if one of them was not written.
func (k *KV) PutAll(ctx context.Context, entries []Entry) error {
	for _, e := range entries {
		if err := e.check(OpPutValues); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(entries, MaxBulkKeys) {
		if err := k.putSome(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

func (k *KV) putSome(ctx context.Context, entries []Entry) error {
	rows := make([]bulk, len(entries))
	for i, e := range entries {
		rows[i] = e.bulk()
	}
	r := request{op: OpPutValues, method: http.MethodPut, path: k.path("bulk"), body: jsonBody(rows), limit: maxListBytes}
	got, _, err := call[*wireBulk](ctx, k.account.client, r)
	if err == nil && got != nil && len(got.Unsuccessful) > 0 {
		return &Error{Op: OpPutValues, Status: http.StatusOK, Kind: Unreachable, unsure: true, detail: fmt.Sprintf("%d of %d keys were not written", len(got.Unsuccessful), len(entries))}
	}
	return err
}

// DeleteAll removes the keys, MaxBulkKeys in a call; they need not be there.
func (k *KV) DeleteAll(ctx context.Context, keys []string) error {
	for _, key := range keys {
		if err := checkKey(OpDeleteValues, key); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(keys, MaxBulkKeys) {
		err := k.account.client.send(ctx, request{op: OpDeleteValues, method: http.MethodPost, path: k.path("bulk", "delete"), body: jsonBody(some)})
		if err != nil {
			return err
		}
	}
	return nil
}

type wireValues struct {
	Values map[string]jsontext.Value `json:"values"`
}

func (v *wireValues) flaw() string {
	if v.Values == nil {
		return "the result has no values"
	}
	return ""
}

// GetAll returns the values of those of the keys that are there, MaxBulkGetKeys in a call. It reads values that are text.
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
