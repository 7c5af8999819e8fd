package cloudflaretest

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// The permissions that a token can have, as Cloudflare's API names them.
const (
	ScriptsWrite = "Workers Scripts Write"
	KVWrite      = "Workers KV Storage Write"
	R2Write      = "Workers R2 Storage Write"
	SettingsRead = "Account Settings Read"
)

// Token is an API token.
type Token struct {
	// ID is made up when it is empty.
	ID    string
	Value string
	// Accounts are the ids of those that it reaches.
	Accounts []string
	// Permissions are those that it has; nil is all.
	Permissions []string
	// Owner is the account that owns it; empty for one of a user.
	Owner string
	// Status is active when it is empty; else disabled or expired.
	Status string
	// Expires is when it becomes expired; zero is never.
	Expires time.Time
}

// Plan is what an account may do.
type Plan struct {
	// R2 says that R2 is switched on.
	R2 bool
	// EmailVerified says that scripts may be uploaded at all.
	EmailVerified bool
	// NeedsSubdomain says that none may be before the account has its workers.dev subdomain.
	NeedsSubdomain bool
	// Schedules is how many the account may have.
	Schedules int
	// ScriptBytes is how large a script may be.
	ScriptBytes int
	// KVReads to KVLists are the operations of a day.
	KVReads, KVWrites, KVDeletes, KVLists int
	// KVPace is how long a key stays closed after a write.
	KVPace time.Duration
}

// FreePlan returns what an account has for nothing, with R2 switched on.
func FreePlan() Plan {
	return Plan{
		R2: true, EmailVerified: true, Schedules: 5, ScriptBytes: 3 << 20,
		KVReads: 100_000, KVWrites: 1000, KVDeletes: 1000, KVLists: 1000, KVPace: time.Second,
	}
}

type account struct {
	id, name   string
	plan       Plan
	subdomain  string
	namespaces []*namespace
	buckets    map[string]*bucket
	scripts    map[string]*script
	day        string
	used       map[string]int
}

// AddAccount makes an account on the free plan and returns its id.
func (s *Server) AddAccount(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.newID()
	s.accounts[id] = &account{id: id, name: name, plan: FreePlan(), buckets: map[string]*bucket{}, scripts: map[string]*script{}, used: map[string]int{}}
	return id
}

// SetPlan gives the account another plan.
func (s *Server) SetPlan(account string, p Plan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accounts[account].plan = p
}

// AddToken makes the token known, in the place of one of the same value, and returns its id.
func (s *Server) AddToken(t Token) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.ID == "" {
		t.ID = s.newID()
	}
	if t.Status == "" {
		t.Status = "active"
	}
	s.tokens[t.Value] = &t
	return t.ID
}

// RevokeToken makes the token unknown.
func (s *Server) RevokeToken(value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tokens, value)
}

// newID returns 32 hex digits that no other thing has.
func (s *Server) newID() string {
	s.made++
	return fmt.Sprintf("%032x", 0xc10d<<16|s.made)
}

func (t *Token) may(permission string) bool {
	if t.Permissions == nil {
		return true
	}
	for _, p := range t.Permissions {
		if p == permission {
			return true
		}
	}
	return false
}

func (t *Token) status(now time.Time) string {
	if !t.Expires.IsZero() && !now.Before(t.Expires) {
		return "expired"
	}
	return t.Status
}

// authenticate finds the request's token, or refuses as Cloudflare does.
func (r *request) authenticate(verify bool) bool {
	header := r.http.Header.Get("Authorization")
	value, isBearer := strings.CutPrefix(header, "Bearer ")
	switch {
	case header == "":
		r.answer = refusal(http.StatusBadRequest, 9106, `Missing "Authorization" header`)
	case !isBearer || value == "" || strings.ContainsAny(value, " \t"):
		r.answer = refusal(http.StatusBadRequest, 6003, "Invalid request headers")
	default:
		r.token = r.server.tokens[value]
		if r.token == nil && verify {
			r.answer = refusal(http.StatusUnauthorized, 1000, "Invalid API Token")
		} else if r.token == nil || (!verify && r.token.status(r.server.clock.Now()) != "active") {
			r.answer = refusal(http.StatusForbidden, 9109, "Invalid access token")
		}
	}
	return r.answer.status == 0
}

// authorize finds the request's account, or refuses a token that may not do this there.
func (r *request) authorize(permission string) bool {
	id := r.value("account")
	r.account = r.server.accounts[id]
	if r.account == nil {
		path := strings.TrimPrefix(r.http.URL.Path, prefix)
		r.answer = refusal(http.StatusNotFound, 7003, "Could not route to "+path+", perhaps your object identifier is invalid?")
		return false
	}
	for _, reached := range r.token.Accounts {
		if reached == id && (permission == "" || r.token.may(permission)) {
			return true
		}
	}
	r.answer = refusal(http.StatusForbidden, 10000, "Authentication error")
	return false
}

// spend takes one operation from the account's budget of the day and refuses when there is none left.
func (r *request) spend(what string, budget int) bool {
	a, today := r.account, r.server.clock.Now().Format(time.DateOnly)
	if a.day != today {
		a.day, a.used = today, map[string]int{}
	}
	if a.used[what] >= budget {
		r.answer = refusal(http.StatusTooManyRequests, 10048, "your account has reached the free usage limit for this operation for today, please try again tomorrow or upgrade your plan")
		return false
	}
	a.used[what]++
	return true
}

// Used returns how many operations the account has spent today: reads, writes, deletes or lists.
func (s *Server) Used(account, what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.accounts[account]
	if a.day != s.clock.Now().Format(time.DateOnly) {
		return 0
	}
	return a.used[what]
}
