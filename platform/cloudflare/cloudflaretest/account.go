package cloudflaretest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"
)

// The permissions that a token can have, as Cloudflare's API names them.
const (
	ScriptsWrite = "Workers Scripts Write"
	KVWrite      = "Workers KV Storage Write"
	TailRead     = "Workers Tail Read"
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
	// Status is "active" when it is empty. It may be "disabled" or "expired", or a word that only a
	// changed Cloudflare would use.
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
	// NeedsSubdomain says that scripts may be uploaded only when the account has a workers.dev
	// subdomain.
	NeedsSubdomain bool
	// Schedules is how many the account may have.
	Schedules int
	// ScriptBytes is how large a script may be.
	ScriptBytes int
	// ForgetsSecrets says that an upload ends the secrets that it does not bind, as users report
	// (alchemy#1452, agi-cli#2422). Cloudflare's own wrangler 4.86.0 relies on the opposite: what
	// it deploys keeps them, and nothing that it sends asks for that (workers-sdk#5296). Neither
	// can be proved here, so a deployment must be right with both.
	ForgetsSecrets bool
	// KVReads to KVLists are the operations of a day.
	KVReads, KVWrites, KVDeletes, KVLists int
	// KVPace is how long a key stays closed after a write.
	KVPace time.Duration
}

// FreePlan returns the free plan, with R2 switched on.
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
	t.Status = cmp.Or(t.Status, "active")
	s.tokens[t.Value] = &t
	return t.ID
}

// keysOfPage are the permissions by the words that the address of the page for tokens has for them,
// and how much of each it asks for.
var keysOfPage = map[string]string{
	"workers_scripts edit": ScriptsWrite, "workers_kv_storage edit": KVWrite, "workers_r2 edit": R2Write, "account_settings read": SettingsRead,
}

// PermissionsOf returns what a token may do that a user makes at the page for tokens with this
// address, without changing what is filled in, and false for an address that fills in nothing.
func PermissionsOf(page string) ([]string, bool) {
	u, err := url.Parse(page)
	if err != nil || u.Host != "dash.cloudflare.com" || u.Path != "/profile/api-tokens" {
		return nil, false
	}
	var asked []struct{ Key, Type string }
	query := u.Query()
	isKnown := json.Unmarshal([]byte(query.Get("permissionGroupKeys")), &asked) == nil && query.Get("accountId") == "*" && query.Get("zoneId") == "all"
	permissions := []string{}
	for _, one := range asked {
		permission, known := keysOfPage[one.Key+" "+one.Type]
		isKnown = isKnown && known
		permissions = append(permissions, permission)
	}
	return permissions, isKnown
}

// RevokeToken makes the token unknown.
func (s *Server) RevokeToken(value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tokens, value)
}

// R2 returns the buckets of an account.
func (s *Server) R2(account string) R2 { return R2{s, account} }

// Tails returns the listeners to the scripts of all accounts.
func (s *Server) Tails() Tails { return Tails{s} }

// KV returns a namespace of an account; neither has to be there.
func (s *Server) KV(account, namespace string) KV { return KV{s, account, namespace} }

// newID returns 32 hex digits that no other thing has.
func (s *Server) newID() string {
	s.made++
	return fmt.Sprintf("%032x", 0xc10d<<16|s.made)
}

func (t *Token) may(permission string) bool {
	return t.Permissions == nil || slices.Contains(t.Permissions, permission)
}

func (t *Token) status(now time.Time) string {
	if !t.Expires.IsZero() && !now.Before(t.Expires) {
		return "expired"
	}
	return t.Status
}

func (t *Token) hasEnded(now time.Time) bool {
	status := t.status(now)
	return status == "disabled" || status == "expired"
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

// namespace returns the account's namespace of KV, nil when it has none of that id.
func (a *account) namespace(id string) *namespace {
	if i := slices.IndexFunc(a.namespaces, func(n *namespace) bool { return n.id == id }); i >= 0 {
		return a.namespaces[i]
	}
	return nil
}

// SetSubdomain gives the account a workers.dev subdomain; with an empty account, somebody else has
// it.
func (s *Server) SetSubdomain(account, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subdomains[name] = account
	if a := s.accounts[account]; a != nil {
		a.subdomain = name
	}
}

// Script returns the script as it is now, and whether the account has it.
func (s *Server) Script(account, name string) (Script, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sc := s.accounts[account].scripts[name]
	if sc == nil {
		return Script{}, false
	}
	return sc.snapshot(), true
}

// SetSecret gives the script, if it is there, a secret or another value for one, as its owner can
// without the client.
func (s *Server) SetSecret(account, script, name, value string) {
	s.mu.Lock()
	sc, watch := s.accounts[account].scripts[script], s.watch
	if sc != nil {
		sc.Secrets[name] = value
	}
	s.mu.Unlock()
	if sc != nil && watch != nil {
		watch(account, script)
	}
}

// Host returns the name at which the script answers when it is served, and the empty one for an
// account without a subdomain.
func (s *Server) Host(account, name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.accounts[account].subdomain == "" {
		return ""
	}
	return name + "." + s.accounts[account].subdomain + ".workers.dev"
}

var subdomainName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

func getSubdomain(r *request) answer {
	if r.account.subdomain == "" {
		return refusal(http.StatusNotFound, 10007, "workers.api.error.subdomain_not_found")
	}
	return result(map[string]string{"subdomain": r.account.subdomain})
}

func putSubdomain(r *request) answer {
	var in struct {
		Subdomain string `json:"subdomain"`
	}
	switch ok := r.decode(&in); {
	case !ok || !subdomainName.MatchString(in.Subdomain):
		return refusal(http.StatusBadRequest, 10030, "the subdomain is not valid")
	case r.account.subdomain != "" && r.account.subdomain != in.Subdomain:
		return refusal(http.StatusConflict, 10036, "Account already has an associated subdomain")
	}
	if owner, taken := r.server.subdomains[in.Subdomain]; taken && owner != r.account.id {
		return refusal(http.StatusConflict, 10031, "Subdomain is unavailable, please try a different subdomain")
	}
	r.server.subdomains[in.Subdomain], r.account.subdomain = r.account.id, in.Subdomain
	return getSubdomain(r)
}
