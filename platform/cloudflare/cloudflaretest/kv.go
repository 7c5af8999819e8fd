package cloudflaretest

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	maxKey      = 512
	maxMetadata = 1024
	maxValue    = 25 << 20
	minTTL      = 60
)

type namespace struct {
	id, title string
	entries   map[string]Entry
	written   map[string]time.Time
	// frozen is what reads see, if it is set.
	frozen map[string]Entry
}

// Entry is what a key of KV has.
type Entry struct {
	Value []byte
	// Metadata is JSON, nil for none.
	Metadata json.RawMessage
	// Expires is zero for one that does not.
	Expires time.Time
}

// read returns what is there at the time, as far as reads see it.
func (n *namespace) read(now time.Time) map[string]Entry {
	from := n.entries
	if n.frozen != nil {
		from = n.frozen
	}
	live := map[string]Entry{}
	for key, e := range from {
		if e.Expires.IsZero() || e.Expires.After(now) {
			live[key] = e
		}
	}
	return live
}

type namespaceRow struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Encoding bool   `json:"supports_url_encoding"`
}

func listNamespaces(r *request) answer {
	rows := []namespaceRow{}
	for _, n := range r.account.namespaces {
		rows = append(rows, namespaceRow{n.id, n.title, true})
	}
	return page(r, rows, 20)
}

func createNamespace(r *request) answer {
	var in struct {
		Title string `json:"title"`
	}
	if !r.decode(&in) || in.Title == "" || len(in.Title) > maxKey {
		return refusal(http.StatusBadRequest, 10019, "create namespace: 'title' is missing or invalid")
	}
	if slices.ContainsFunc(r.account.namespaces, func(n *namespace) bool { return n.title == in.Title }) {
		return refusal(http.StatusBadRequest, 10014, "create namespace: 'a namespace with this account ID and title already exists'")
	}
	n := &namespace{id: r.server.newID(), title: in.Title, entries: map[string]Entry{}, written: map[string]time.Time{}}
	r.account.namespaces = append(r.account.namespaces, n)
	return result(namespaceRow{n.id, n.title, true})
}

func deleteNamespace(r *request, n *namespace) answer {
	r.account.namespaces = slices.DeleteFunc(r.account.namespaces, func(other *namespace) bool { return other == n })
	return result(nil)
}

type keyRow struct {
	Name       string          `json:"name"`
	Expiration int64           `json:"expiration,omitempty"`
	Metadata   json.RawMessage `json:"metadata,omitempty"`
}

func listKeys(r *request, n *namespace) answer {
	limit := atoi(r.query().Get("limit"), 1000)
	if !r.spend("lists", r.account.plan.KVLists) {
		return answer{}
	}
	if limit < 10 || limit > 1000 {
		return refusal(http.StatusBadRequest, 10011, "list keys: 'limit' must be between 10 and 1000")
	}
	after, err := base64.RawURLEncoding.DecodeString(r.query().Get("cursor"))
	if err != nil {
		return refusal(http.StatusBadRequest, 10011, "list keys: 'invalid cursor'")
	}
	live := n.read(r.server.clock.Now())
	rows, cursor := []keyRow{}, ""
	for _, name := range slices.Sorted(maps.Keys(live)) {
		if name <= string(after) || !strings.HasPrefix(name, r.query().Get("prefix")) {
			continue
		}
		if len(rows) == limit {
			cursor = base64.RawURLEncoding.EncodeToString([]byte(rows[limit-1].Name))
			break
		}
		rows = append(rows, live[name].row(name))
	}
	return list(rows, map[string]any{"count": len(rows), "cursor": cursor})
}

func (e Entry) row(name string) keyRow {
	row := keyRow{Name: name, Metadata: e.Metadata}
	if !e.Expires.IsZero() {
		row.Expiration = e.Expires.Unix()
	}
	return row
}

func getValue(r *request, n *namespace) answer {
	if !r.spend("reads", r.account.plan.KVReads) {
		return answer{}
	}
	e, ok := n.read(r.server.clock.Now())[r.value("key")]
	if !ok {
		return refusal(http.StatusNotFound, 10009, "get: 'key not found'")
	}
	return answer{status: http.StatusOK, contentType: "application/octet-stream", body: e.Value}
}

func getMetadata(r *request, n *namespace) answer {
	if !r.spend("reads", r.account.plan.KVReads) {
		return answer{}
	}
	e, ok := n.read(r.server.clock.Now())[r.value("key")]
	if !ok {
		return refusal(http.StatusNotFound, 10009, "get: 'key not found'")
	}
	return result(e.Metadata)
}

func putValue(r *request, n *namespace) answer {
	e, ok := entry(r)
	if !ok {
		return refusal(http.StatusBadRequest, 10012, "put: 'the form is not as expected'")
	}
	ttl := atoi(r.query().Get("expiration_ttl"), 0)
	if !write(r, n, r.value("key"), e, ttl, true) {
		return answer{}
	}
	return result(map[string]any{})
}

// entry reads what is put: the body alone, or a form of value and metadata.
func entry(r *request) (Entry, bool) {
	kind, params, _ := mime.ParseMediaType(r.http.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		return Entry{Value: r.body}, true
	}
	parts, ok := readParts(r.body, params["boundary"])
	if !ok || len(parts) != 2 {
		return Entry{}, false
	}
	var e Entry
	for _, p := range parts {
		switch p.name {
		case "value":
			e.Value = p.bytes
		case "metadata":
			e.Metadata = p.bytes
		default:
			return Entry{}, false
		}
	}
	return e, json.Valid(e.Metadata)
}

// write puts the entry if the limits let it, and refuses otherwise.
func write(r *request, n *namespace, key string, e Entry, ttl int, paced bool) bool {
	now := r.server.clock.Now()
	switch last, ok := n.written[key]; {
	case len(key) > maxKey || key == "" || key == "." || key == "..":
		r.answer = refusal(http.StatusRequestURITooLong, 10030, "put: 'UTF-8 encoded length of "+strconv.Itoa(len(key))+" exceeds key length limit of 512.'")
	case len(e.Metadata) > maxMetadata:
		r.answer = refusal(http.StatusRequestEntityTooLarge, 10047, "put: 'metadata exceeds the limit of 1024 bytes'")
	case len(e.Value) > maxValue:
		r.answer = refusal(http.StatusRequestEntityTooLarge, 10046, "put: 'value exceeds the limit of 26214400 bytes'")
	case ttl != 0 && ttl < minTTL:
		r.answer = refusal(http.StatusBadRequest, 10033, "put: 'Invalid expiration_ttl of "+strconv.Itoa(ttl)+". Expiration TTL must be at least 60.'")
	case paced && ok && now.Sub(last) < r.account.plan.KVPace:
		r.answer = refusal(http.StatusTooManyRequests, 10429, "put: 'Too Many Requests'")
	case !r.spend("writes", r.account.plan.KVWrites):
	default:
		if ttl > 0 {
			e.Expires = now.Add(time.Duration(ttl) * time.Second)
		}
		n.entries[key], n.written[key] = e, now
		return true
	}
	return false
}

func deleteValue(r *request, n *namespace) answer {
	if !r.spend("deletes", r.account.plan.KVDeletes) {
		return answer{}
	}
	delete(n.entries, r.value("key"))
	return result(map[string]any{})
}

type readPart struct {
	name, file, kind string
	bytes            []byte
}

func readParts(body []byte, boundary string) ([]readPart, bool) {
	form := multipart.NewReader(strings.NewReader(string(body)), boundary)
	var parts []readPart
	for {
		p, err := form.NextRawPart()
		if err == io.EOF { //nolint:errorlint // that is what the reader promises
			return parts, true
		}
		if err != nil {
			return nil, false
		}
		b, err := io.ReadAll(p)
		if err != nil {
			return nil, false
		}
		// Not p.FileName(), which leaves only the last part of a path.
		_, disposition, _ := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
		parts = append(parts, readPart{name: p.FormName(), file: disposition["filename"], kind: p.Header.Get("Content-Type"), bytes: b})
	}
}

const (
	maxBulk    = 10_000
	maxBulkGet = 100
)

func putBulk(r *request, n *namespace) answer {
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

func deleteBulk(r *request, n *namespace) answer {
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

func getBulk(r *request, n *namespace) answer {
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
