package cloudflaretest

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"
)

// routes registers every path of the API that the server has.
func (s *Server) routes() {
	s.verifying("GET /user/tokens/verify", false)
	s.verifying("GET /accounts/{account}/tokens/verify", true)
	s.handle("GET /accounts", "", listAccounts)
	const kv = " /accounts/{account}/storage/kv/namespaces"
	s.handle("GET"+kv, KVWrite, listNamespaces)
	s.handle("POST"+kv, KVWrite, createNamespace)
	s.handle("DELETE"+kv+"/{ns}", KVWrite, deleteNamespace)
	s.handle("GET"+kv+"/{ns}/keys", KVWrite, listKeys)
	s.handle("GET"+kv+"/{ns}/values/{key}", KVWrite, getValue)
	s.handle("GET"+kv+"/{ns}/metadata/{key}", KVWrite, getMetadata)
	s.handle("PUT"+kv+"/{ns}/values/{key}", KVWrite, putValue)
	s.handle("DELETE"+kv+"/{ns}/values/{key}", KVWrite, deleteValue)
	s.handle("PUT"+kv+"/{ns}/bulk", KVWrite, putBulk)
	s.handle("POST"+kv+"/{ns}/bulk/delete", KVWrite, deleteBulk)
	s.handle("POST"+kv+"/{ns}/bulk/get", KVWrite, getBulk)
	const r2 = " /accounts/{account}/r2/buckets"
	s.handle("POST"+r2, R2Write, createBucket)
	s.handle("GET"+r2+"/{bucket}", R2Write, getBucket)
	s.handle("DELETE"+r2+"/{bucket}", R2Write, deleteBucket)
	s.handle("GET"+r2+"/{bucket}/domains/managed", R2Write, getManaged)
	s.handle("PUT"+r2+"/{bucket}/domains/managed", R2Write, putManaged)
	s.handle("GET"+r2+"/{bucket}/domains/custom", R2Write, listCustom)
	s.handle("GET"+r2+"/{bucket}/lifecycle", R2Write, getLifecycle)
	s.handle("PUT"+r2+"/{bucket}/lifecycle", R2Write, putLifecycle)
	const workers = " /accounts/{account}/workers"
	s.handle("GET"+workers+"/subdomain", ScriptsWrite, getSubdomain)
	s.handle("PUT"+workers+"/subdomain", ScriptsWrite, putSubdomain)
	s.handle("GET"+workers+"/scripts", ScriptsWrite, listScripts)
	s.handle("PUT"+workers+"/scripts/{script}", ScriptsWrite, putScript)
	s.handle("DELETE"+workers+"/scripts/{script}", ScriptsWrite, deleteScript)
	s.handle("GET"+workers+"/services/{script}", ScriptsWrite, getService)
	s.handle("DELETE"+workers+"/services/{script}", ScriptsWrite, deleteScript)
	s.handle("POST"+workers+"/scripts/{script}/versions", ScriptsWrite, postVersion)
	s.handle("GET"+workers+"/scripts/{script}/deployments", ScriptsWrite, getDeployments)
	s.handle("POST"+workers+"/scripts/{script}/deployments", ScriptsWrite, postDeployment)
	s.handle("PATCH"+workers+"/scripts/{script}/script-settings", ScriptsWrite, patchSettings)
	s.handle("GET"+workers+"/scripts/{script}/secrets", ScriptsWrite, listSecrets)
	s.handle("PUT"+workers+"/scripts/{script}/secrets", ScriptsWrite, putSecret)
	s.handle("GET"+workers+"/scripts/{script}/subdomain", ScriptsWrite, getServed)
	s.handle("POST"+workers+"/scripts/{script}/subdomain", ScriptsWrite, postServed)
	s.handle("POST"+workers+"/scripts/{script}/tails", TailRead, postTail)
	s.handle("DELETE"+workers+"/scripts/{script}/tails/{tail}", TailRead, deleteTail)
	s.handle("GET"+workers+"/scripts/{script}/schedules", ScriptsWrite, getSchedules)
	s.handle("PUT"+workers+"/scripts/{script}/schedules", ScriptsWrite, putSchedules)
}

// handle registers a call that wants the permission in the account of its path. The server's state
// is the call's alone meanwhile.
func (s *Server) handle(pattern, permission string, f func(*request) answer) {
	s.register(pattern, func(r *request) {
		if !r.authenticate(false) || (r.value("account") != "" && !r.authorize(permission)) {
			return
		}
		if a := f(r); r.answer.status == 0 {
			r.answer = a
		}
	})
}

// verifying registers a call that says how it is with its token.
func (s *Server) verifying(pattern string, ofAccount bool) {
	s.register(pattern, func(r *request) {
		if !r.authenticate(true) {
			return
		}
		if (ofAccount && r.token.Owner != r.value("account")) || (!ofAccount && r.token.Owner != "") {
			r.answer = refusal(http.StatusUnauthorized, 1000, "Invalid API Token")
			return
		}
		v := map[string]any{"id": r.token.ID, "status": r.token.status(r.server.clock.Now())}
		if !r.token.Expires.IsZero() {
			v["expires_on"] = r.token.Expires.UTC().Format(time.RFC3339)
		}
		r.answer = result(v)
	})
}

func (s *Server) register(pattern string, f func(*request)) {
	method, path, _ := strings.Cut(pattern, " ")
	s.mux.HandleFunc(method+" "+prefix+path, func(_ http.ResponseWriter, hr *http.Request) {
		r, ok := hr.Context().Value(requestKey{}).(*request)
		if !ok {
			return
		}
		r.http = hr
		s.mu.Lock()
		defer s.mu.Unlock()
		f(r)
	})
}

// listAccounts names the accounts that the token reaches, and none to one that may not see them.
func listAccounts(r *request) answer {
	type row struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Type string `json:"type"`
	}
	rows := []row{}
	for _, id := range r.token.Accounts {
		if a := r.server.accounts[id]; a != nil && r.token.may(SettingsRead) {
			rows = append(rows, row{ID: a.id, Name: a.name, Type: "standard"})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.Name, b.Name) })
	return page(r, rows, 20)
}
