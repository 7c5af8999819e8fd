package sandbox

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
)

// maxShown is how many of the latest publications the page lists.
const maxShown = 50

//go:embed page.html
var pageHTML string

type pageData struct {
	Accounts     []Account
	Further      []furtherAccount
	App          App
	AppSecret    string
	Native       NativeUser
	NativeSecret string
	Publications []publication
	Total        int
	Calls        int
	Unexpected   int
}

// furtherAccount is an account to connect, with the token to do it by.
type furtherAccount struct {
	Account

	Key string
}

// servePage shows people what this is, and what became visible so far, latest first.
func (n *Network) servePage(w http.ResponseWriter, _ *http.Request) {
	d := pageData{Accounts: DemoAccounts(), Native: DemoNativeUser(), NativeSecret: DemoNativeUser().Password.Reveal()}
	d.App, d.AppSecret = DemoApp(), DemoApp().Secret.Reveal()
	for _, a := range FurtherAccounts() {
		key := a.Token.Reveal()
		if !a.UserToken.IsEmpty() {
			key = a.UserToken.Reveal()
		}
		d.Further = append(d.Further, furtherAccount{a, key})
	}
	n.mu.Lock()
	d.Total, d.Calls, d.Unexpected = len(n.w.publications), n.w.past.publishCalls.count(), n.w.past.unexpected.count()
	for i := d.Total - 1; i >= 0 && len(d.Publications) < maxShown; i-- {
		d.Publications = append(d.Publications, n.w.ledgerEntry(n.w.publications[i]))
	}
	d.Total += n.w.past.publications.count()
	n.mu.Unlock()
	var buf bytes.Buffer
	page, err := template.New("page").Parse(pageHTML)
	if err == nil {
		err = page.Execute(&buf, d)
	}
	if err != nil {
		http.Error(w, "the page cannot be shown", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
	// A client that hung up has nobody to tell.
	_, _ = w.Write(buf.Bytes())
}
