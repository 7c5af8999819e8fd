package cloudflare

import (
	"context"
	"net/http"
	"slices"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json/jsontext"
)

type wireValues struct {
	Values map[string]jsontext.Value `json:"values"`
}

func (v *wireValues) flaw() string {
	if v.Values == nil {
		return "the result has no values"
	}
	return ""
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
