// Package authtest starts the accounts for tests of the modules that use them.
package authtest

import (
	"testing"

	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

// Bakery returns an account of the primary login.
func Bakery() auth.DemoAccount {
	return auth.DemoAccount{ID: wireid.New(), SNUserID: "17841400000000001", Username: "bakery", AccountType: "BUSINESS", LoginMethod: auth.Primary, Token: secrets.NewText("a")}
}

// Potter returns an account of the partner login.
func Potter() auth.DemoAccount {
	return auth.DemoAccount{ID: wireid.New(), SNUserID: "17841400000000002", Username: "potter", AccountType: "CREATOR", LoginMethod: auth.Partner, Token: secrets.NewText("b")}
}

// Start returns the service of the accounts in sandbox mode, with the accounts in their order.
func Start(t testing.TB, db *database.DB, clk clock.Clock, demo ...auth.DemoAccount) (*auth.Service, []auth.SocialAccount) {
	t.Helper()
	box, err := secrets.NewBox(secrets.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	accounts := auth.NewService(db, clk, box, config.Sandbox, demo)
	if err := accounts.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := accounts.Accounts(t.Context())
	if err != nil || len(list) != len(demo) {
		t.Fatalf("accounts %v, %v", list, err)
	}
	return accounts, list
}
