package cloudflare

import (
	"context"
	"net/http"
	"time"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// LifecycleRule is a rule of a bucket for the end of objects. SetLifecycle sends a rule that was
// read back unchanged, even when it has fields that are not known here.
type LifecycleRule struct {
	ID string
	// IsOff says that the rule is switched off.
	IsOff bool
	// Prefix is that of the keys of the objects that it is for. DeleteOn is the day from which on
	// they are deleted, the zero time for a rule that is off or does otherwise.
	Prefix   string
	DeleteOn time.Time

	raw jsontext.Value
}

const onDate = "Date"

type wireRule struct {
	ID         string         `json:"id"`
	Enabled    bool           `json:"enabled"`
	Conditions wireConditions `json:"conditions"`
	Delete     *wireDelete    `json:"deleteObjectsTransition,omitempty"`
}

type wireConditions struct {
	Prefix string `json:"prefix"`
}

type wireDelete struct {
	Condition wireCondition `json:"condition"`
}

type wireCondition struct {
	Type string `json:"type"`
	Date text   `json:"date"`
}

type wireRules struct {
	Rules []jsontext.Value `json:"rules"`
}

// Lifecycle returns the rules of the bucket, those of others too.
func (a R2) Lifecycle(ctx context.Context, bucket string) ([]LifecycleRule, error) {
	got, _, err := call[wireRules](ctx, a.account.client, request{op: OpGetLifecycle, method: http.MethodGet, path: a.lifecycle(bucket)})
	if err != nil {
		return nil, err
	}
	rules := make([]LifecycleRule, len(got.Rules))
	for i, raw := range got.Rules {
		rules[i].raw = raw.Clone()
		var rule wireRule
		if httpclient.Unmarshal(raw, &rule) != nil {
			continue // Somebody else made it, in a form that is not known here.
		}
		rules[i].ID, rules[i].Prefix, rules[i].IsOff = rule.ID, rule.Conditions.Prefix, !rule.Enabled
		if rule.Enabled && rule.Delete != nil && rule.Delete.Condition.Type == onDate {
			rules[i].DeleteOn = dayOf(string(rule.Delete.Condition.Date))
		}
	}
	return rules, nil
}

// dayOf returns the instant of a date or of a time, the zero time for anything else.
func dayOf(date string) time.Time {
	for _, form := range []string{time.RFC3339Nano, time.DateOnly} {
		if at, err := time.Parse(form, date); err == nil {
			return at.UTC()
		}
	}
	return time.Time{}
}

// SetLifecycle gives the bucket these rules, and no others. Of one that was not read, ID, Prefix
// and DeleteOn are sent.
func (a R2) SetLifecycle(ctx context.Context, bucket string, rules []LifecycleRule) error {
	out := wireRules{Rules: make([]jsontext.Value, len(rules))}
	for i, rule := range rules {
		out.Rules[i] = rule.raw
		if rule.raw != nil {
			continue
		}
		raw, err := json.Marshal(map[string]any{
			"id": rule.ID, "enabled": true, "conditions": wireConditions{rule.Prefix},
			"deleteObjectsTransition": map[string]any{"condition": map[string]string{"type": onDate, "date": rule.DeleteOn.UTC().Format(time.RFC3339)}},
		})
		if err != nil {
			return err
		}
		out.Rules[i] = raw
	}
	return a.account.client.send(ctx, request{op: OpSetLifecycle, method: http.MethodPut, path: a.lifecycle(bucket), body: jsonBody(out), mayBeEmpty: true})
}

func (a R2) lifecycle(bucket string) []string {
	return a.account.path("r2", "buckets", bucket, "lifecycle")
}
