package graph

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// The sandbox's own parameters of an authorize page: who agrees, and that they refuse.
const (
	paramAccount = "sandbox_account"
	paramDeny    = "sandbox_deny"
)

//go:embed dialog.html
var dialogHTML string

var dialogPage = template.Must(template.New("dialog").Parse(dialogHTML))

// isAsked reports whether a person with a browser opens the authorize page. Any other client agrees
// at once.
func isAsked(c *wire.Call) bool {
	return c.Params[paramAccount] == "" && strings.Contains(c.Header.Get("Accept"), "text/html")
}

type dialogChoice struct{ Name, Link string }

// ask is the page on which a person chooses the account that agrees, or refuses.
func ask(c *wire.Call, back *url.URL, accounts []*world.Account) wire.Answer {
	link := func(name, value string) string {
		query := url.Values{name: {value}}
		for param, given := range c.Params {
			query.Set(param, given)
		}
		return "?" + query.Encode()
	}
	var choices []dialogChoice
	for _, a := range accounts {
		choices = append(choices, dialogChoice{a.Profile.Username, link(paramAccount, a.ID)})
	}
	var page bytes.Buffer
	err := dialogPage.Execute(&page, map[string]any{
		"Wants": strings.Join(scopesOf(c.Params["scope"]), ", "), "Back": back.Scheme + "://" + back.Host + back.Path,
		"Accounts": choices, "Deny": link(paramDeny, "1"),
	})
	if err != nil {
		// The template and its data are of this file.
		panic(err)
	}
	return wire.Answer{Status: http.StatusOK, Raw: page.Bytes(), Header: http.Header{
		"Content-Security-Policy": {"default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
	}}
}

func scopesOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}
