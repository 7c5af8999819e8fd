package cloudflaretest

import (
	"net/http"
	"regexp"
)

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
