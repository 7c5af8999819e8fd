package cloudflaretest

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
)

const (
	maxBulk    = 10_000
	maxBulkGet = 100
)

func putBulk(r *request) answer {
	n := r.namespace()
	if n == nil {
		return answer{}
	}
	var rows []struct {
		Key      string          `json:"key"`
		Value    string          `json:"value"`
		Base64   bool            `json:"base64"`
		Metadata json.RawMessage `json:"metadata"`
		TTL      int             `json:"expiration_ttl"`
	}
	if !r.decode(&rows) || len(rows) > maxBulk {
		return refusal(http.StatusBadRequest, 10012, "bulk put: 'the body is not as expected'")
	}
	for _, row := range rows {
		e := Entry{Value: []byte(row.Value), Metadata: row.Metadata}
		if row.Base64 {
			b, err := base64.StdEncoding.DecodeString(row.Value)
			if err != nil {
				return refusal(http.StatusBadRequest, 10012, "bulk put: 'not base64'")
			}
			e.Value = b
		}
		if !write(r, n, row.Key, e, row.TTL, false) {
			return answer{}
		}
	}
	return result(map[string]any{"successful_key_count": len(rows), "unsuccessful_keys": []string{}})
}

func deleteBulk(r *request) answer {
	n := r.namespace()
	if n == nil {
		return answer{}
	}
	var keys []string
	if !r.decode(&keys) || len(keys) > maxBulk {
		return refusal(http.StatusBadRequest, 10012, "bulk delete: 'the body is not as expected'")
	}
	for _, key := range keys {
		if !r.spend("deletes", r.account.plan.KVDeletes) {
			return answer{}
		}
		delete(n.entries, key)
	}
	return result(map[string]any{"successful_key_count": len(keys), "unsuccessful_keys": []string{}})
}

func getBulk(r *request) answer {
	n := r.namespace()
	if n == nil {
		return answer{}
	}
	var in struct {
		Keys []string `json:"keys"`
	}
	if !r.decode(&in) || len(in.Keys) > maxBulkGet {
		return refusal(http.StatusBadRequest, 10012, "bulk get: 'the body is not as expected'")
	}
	live, values := n.read(r.server.clock.Now()), map[string]any{}
	for _, key := range in.Keys {
		if !r.spend("reads", r.account.plan.KVReads) {
			return answer{}
		}
		values[key] = nil
		if e, ok := live[key]; ok {
			values[key] = string(e.Value)
		}
	}
	return result(map[string]any{"values": values})
}
