package cloudflaretest

import (
	"encoding/json"
	"net/http"
	"time"
)

// defaultRule is what each bucket has from the start.
const defaultRule = `{"id":"Default Multipart Abort Rule","conditions":{"prefix":""},"enabled":true,"abortMultipartUploadsTransition":{"condition":{"maxAge":604800,"type":"Age"}}}`

const mostRules = 1000

// Lifecycle returns the rules of the bucket as they are stored, nil when it is not there.
func (r R2) Lifecycle(bucket string) []json.RawMessage {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	if b := r.server.accounts[r.account].buckets[bucket]; b != nil {
		return b.rules
	}
	return nil
}

func getLifecycle(_ *request, b *bucket) answer {
	return result(map[string]any{"rules": b.rules})
}

func putLifecycle(r *request, b *bucket) answer {
	var in struct {
		Rules []json.RawMessage `json:"rules"`
	}
	if !r.decode(&in) || len(in.Rules) > mostRules || !areRules(in.Rules) {
		return refusal(http.StatusBadRequest, 10040, "The JSON you provided was not well formed.")
	}
	b.rules, r.after = in.Rules, b.afterRules
	return result(map[string]any{})
}

// areRules reports whether each rule has an id of its own, and says what it does and when.
func areRules(rules []json.RawMessage) bool {
	type transition struct {
		Condition struct {
			Type   string
			MaxAge *int
			Date   string
		}
	}
	ids := map[string]bool{}
	for _, raw := range rules {
		var rule struct {
			ID         string
			Enabled    *bool
			Conditions *struct{ Prefix *string }
			Delete     *transition `json:"deleteObjectsTransition"`
			Abort      *transition `json:"abortMultipartUploadsTransition"`
		}
		if json.Unmarshal(raw, &rule) != nil || rule.ID == "" || ids[rule.ID] || rule.Enabled == nil || rule.Conditions == nil || rule.Conditions.Prefix == nil {
			return false
		}
		ids[rule.ID] = true
		if rule.Delete == nil && rule.Abort == nil {
			return false
		}
		if d := rule.Delete; d != nil {
			_, err := time.Parse(time.RFC3339, d.Condition.Date)
			if isDate := d.Condition.Type == "Date" && err == nil; !isDate && (d.Condition.Type != "Age" || d.Condition.MaxAge == nil) {
				return false
			}
		}
	}
	return true
}

// PutLifecycle stores rules as somebody else does. It does not check them.
func (r R2) PutLifecycle(bucket string, rules []json.RawMessage) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	r.server.accounts[r.account].buckets[bucket].rules = rules
}

// AfterLifecycle calls f after each call that has stored rules of the bucket.
func (r R2) AfterLifecycle(bucket string, f func()) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	r.server.accounts[r.account].buckets[bucket].afterRules = f
}
