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
	s.handle("DELETE"+kv+"/{ns}", KVWrite, in((*request).namespace, deleteNamespace))
	s.handle("GET"+kv+"/{ns}/keys", KVWrite, in((*request).namespace, listKeys))
	s.handle("GET"+kv+"/{ns}/values/{key}", KVWrite, in((*request).namespace, getValue))
	s.handle("GET"+kv+"/{ns}/metadata/{key}", KVWrite, in((*request).namespace, getMetadata))
	s.handle("PUT"+kv+"/{ns}/values/{key}", KVWrite, in((*request).namespace, putValue))
	s.handle("DELETE"+kv+"/{ns}/values/{key}", KVWrite, in((*request).namespace, deleteValue))
	s.handle("PUT"+kv+"/{ns}/bulk", KVWrite, in((*request).namespace, putBulk))
	s.handle("POST"+kv+"/{ns}/bulk/delete", KVWrite, in((*request).namespace, deleteBulk))
	s.handle("POST"+kv+"/{ns}/bulk/get", KVWrite, in((*request).namespace, getBulk))
	const r2 = " /accounts/{account}/r2/buckets"
	s.handle("POST"+r2, R2Write, createBucket)
	s.handle("GET"+r2+"/{bucket}", R2Write, in((*request).bucket, getBucket))
	s.handle("DELETE"+r2+"/{bucket}", R2Write, in((*request).bucket, deleteBucket))
	s.handle("GET"+r2+"/{bucket}/domains/managed", R2Write, in((*request).bucket, getManaged))
	s.handle("PUT"+r2+"/{bucket}/domains/managed", R2Write, in((*request).bucket, putManaged))
	s.handle("GET"+r2+"/{bucket}/domains/custom", R2Write, in((*request).bucket, listCustom))
	s.handle("GET"+r2+"/{bucket}/lifecycle", R2Write, in((*request).bucket, getLifecycle))
	s.handle("PUT"+r2+"/{bucket}/lifecycle", R2Write, in((*request).bucket, putLifecycle))
	const workers = " /accounts/{account}/workers"
	s.handle("GET"+workers+"/subdomain", ScriptsWrite, getSubdomain)
	s.handle("PUT"+workers+"/subdomain", ScriptsWrite, putSubdomain)
	s.handle("GET"+workers+"/scripts", ScriptsWrite, listScripts)
	s.handle("PUT"+workers+"/scripts/{script}", ScriptsWrite, putScript)
	s.handle("DELETE"+workers+"/scripts/{script}", ScriptsWrite, in((*request).script, deleteScript))
	s.handle("GET"+workers+"/services/{script}", ScriptsWrite, getService)
	s.handle("DELETE"+workers+"/services/{script}", ScriptsWrite, in((*request).script, deleteScript))
	s.handle("POST"+workers+"/scripts/{script}/versions", ScriptsWrite, in((*request).script, postVersion))
	s.handle("GET"+workers+"/scripts/{script}/deployments", ScriptsWrite, in((*request).script, getDeployments))
	s.handle("POST"+workers+"/scripts/{script}/deployments", ScriptsWrite, in((*request).script, postDeployment))
	s.handle("PATCH"+workers+"/scripts/{script}/script-settings", ScriptsWrite, in((*request).script, patchSettings))
	s.handle("GET"+workers+"/scripts/{script}/secrets", ScriptsWrite, in((*request).script, listSecrets))
	s.handle("PUT"+workers+"/scripts/{script}/secrets", ScriptsWrite, in((*request).script, putSecret))
	s.handle("GET"+workers+"/scripts/{script}/subdomain", ScriptsWrite, in((*request).script, getServed))
	s.handle("POST"+workers+"/scripts/{script}/subdomain", ScriptsWrite, in((*request).script, postServed))
	s.handle("POST"+workers+"/scripts/{script}/tails", TailRead, in((*request).script, postTail))
	s.handle("DELETE"+workers+"/scripts/{script}/tails/{tail}", TailRead, deleteTail)
	s.handle("GET"+workers+"/scripts/{script}/schedules", ScriptsWrite, in((*request).script, getSchedules))
	s.handle("PUT"+workers+"/scripts/{script}/schedules", ScriptsWrite, in((*request).script, putSchedules))
}

// in returns a call about the thing that find finds for the path. find refuses when there is none.
func in[T any](find func(*request) *T, f func(*request, *T) answer) func(*request) answer {
	return func(r *request) answer {
		if thing := find(r); thing != nil {
			return f(r, thing)
		}
		return answer{}
	}
}

// handle registers a call that needs the permission in the account of its path. Until f returns, no
// other call reads or changes the server's state.
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

// verifying registers a call that returns the status of its token.
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
