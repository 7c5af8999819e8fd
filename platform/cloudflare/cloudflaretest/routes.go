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
	s.handle("GET /accounts", "", (*request).listAccounts)
	const kv = " /accounts/{account}/storage/kv/namespaces"
	s.handle("GET"+kv, KVWrite, (*request).listNamespaces)
	s.handle("POST"+kv, KVWrite, (*request).createNamespace)
	s.handle("DELETE"+kv+"/{ns}", KVWrite, (*request).deleteNamespace)
	s.handle("GET"+kv+"/{ns}/keys", KVWrite, (*request).listKeys)
	s.handle("GET"+kv+"/{ns}/values/{key}", KVWrite, (*request).getValue)
	s.handle("GET"+kv+"/{ns}/metadata/{key}", KVWrite, (*request).getMetadata)
	s.handle("PUT"+kv+"/{ns}/values/{key}", KVWrite, (*request).putValue)
	s.handle("DELETE"+kv+"/{ns}/values/{key}", KVWrite, (*request).deleteValue)
	s.handle("PUT"+kv+"/{ns}/bulk", KVWrite, (*request).putBulk)
	s.handle("POST"+kv+"/{ns}/bulk/delete", KVWrite, (*request).deleteBulk)
	s.handle("POST"+kv+"/{ns}/bulk/get", KVWrite, (*request).getBulk)
	const r2 = " /accounts/{account}/r2/buckets"
	s.handle("POST"+r2, R2Write, (*request).createBucket)
	s.handle("GET"+r2+"/{bucket}", R2Write, (*request).getBucket)
	s.handle("DELETE"+r2+"/{bucket}", R2Write, (*request).deleteBucket)
	s.handle("GET"+r2+"/{bucket}/domains/managed", R2Write, (*request).getManaged)
	s.handle("PUT"+r2+"/{bucket}/domains/managed", R2Write, (*request).putManaged)
	s.handle("GET"+r2+"/{bucket}/domains/custom", R2Write, (*request).listCustom)
	const workers = " /accounts/{account}/workers"
	s.handle("GET"+workers+"/subdomain", ScriptsWrite, (*request).getSubdomain)
	s.handle("PUT"+workers+"/subdomain", ScriptsWrite, (*request).putSubdomain)
	s.handle("GET"+workers+"/scripts", ScriptsWrite, (*request).listScripts)
	s.handle("PUT"+workers+"/scripts/{script}", ScriptsWrite, (*request).putScript)
	s.handle("DELETE"+workers+"/scripts/{script}", ScriptsWrite, (*request).deleteScript)
	s.handle("GET"+workers+"/scripts/{script}/secrets", ScriptsWrite, (*request).listSecrets)
	s.handle("PUT"+workers+"/scripts/{script}/secrets", ScriptsWrite, (*request).putSecret)
	s.handle("GET"+workers+"/scripts/{script}/subdomain", ScriptsWrite, (*request).getServed)
	s.handle("POST"+workers+"/scripts/{script}/subdomain", ScriptsWrite, (*request).postServed)
	s.handle("GET"+workers+"/scripts/{script}/schedules", ScriptsWrite, (*request).getSchedules)
	s.handle("PUT"+workers+"/scripts/{script}/schedules", ScriptsWrite, (*request).putSchedules)
}

// handle registers a call that wants the permission in the account of its path. The server's state is the call's alone meanwhile.
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
func (r *request) listAccounts() answer {
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
