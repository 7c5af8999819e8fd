package auth

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/sandbox"
	"crier/platform/secrets"
)

// look looks at a token.
func (c *connected) look(t *testing.T, in ConnectRequest) Connection {
	t.Helper()
	got, err := c.connector.Look(t.Context(), in)
	if err != nil || got.Ticket == "" || got.Account != nil {
		t.Fatalf("a look answers %+v, %v", got, err)
	}
	return got
}

// TestLook_StoresNothing: a look tells what a token is good for, and stores neither account nor
// token. The ticket connects the account, once.
func TestLook_StoresNothing(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	c.rememberApp(t)
	yes, no := true, false
	for _, one := range []struct {
		token               secrets.Text
		login               LoginMethod
		page                bool
		share, erase, speak *bool
		knows, assumed      bool
	}{
		{sandbox.FurtherAccounts()[0].Token, Primary, false, &no, &no, nil, false, true},
		{unified("DEMO-WEAVER"), Partner, false, &no, &yes, &yes, true, false},
		{unified("NO-COMMENTS"), Partner, false, &no, &yes, &no, true, false},
		{demoAccounts()[1].Token, Partner, true, &yes, &yes, &yes, true, false},
	} {
		before := c.dump(t)
		got := c.look(t, ConnectRequest{Token: one.token})
		s := got.Seen
		if s == nil || got.Refusal != nil || s.LoginMethod != one.login || (s.PartnerPageID != nil) != one.page || (len(s.Scopes) > 0) != one.knows || s.IsEndAssumed != one.assumed {
			t.Fatalf("%s: it saw %+v, %v", one.token.Reveal(), s, got.Refusal)
		}
		want := []Ability{{mayPublish, nil}, {mayComment, one.speak}, {mayShare, one.share}, {mayDelete, one.erase}}
		if one.knows {
			want[0].May = &yes
		}
		if !slices.EqualFunc(s.Abilities, want, func(a, b Ability) bool { return a.ID == b.ID && same(a.May, b.May) }) {
			t.Errorf("%s: it may %+v", one.token.Reveal(), s.Abilities)
		}
		if strings.Contains(got.Mask, one.token.Reveal()) || got.Mask == "" {
			t.Errorf("it shows %q", got.Mask)
		}
		if after := c.dump(t); after != before {
			t.Errorf("the look changed\n%s\nto\n%s", before, after)
		}
		connected, err := c.connector.Connect(t.Context(), ConnectRequest{Ticket: got.Ticket})
		if err != nil || connected.Account.SNUserID != s.SNUserID || len(connected.Warnings) != len(s.Warnings) {
			t.Fatalf("connecting it: %+v, %v", connected, err)
		}
		c.works(t, *connected.Account)
		if _, err := c.connector.Connect(t.Context(), ConnectRequest{Ticket: got.Ticket}); apperror.CodeOf(err) != apperror.ValidationError || !strings.Contains(err.Error(), "paste the token again") {
			t.Errorf("a second time: %v", err)
		}
		if again := c.look(t, ConnectRequest{Token: one.token}); !again.Seen.IsConnected {
			t.Error("it does not say that the account is connected")
		}
	}
}

func same(a, b *bool) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// dump returns what is stored of accounts and tokens.
func (c *connected) dump(t *testing.T) (all string) {
	t.Helper()
	for _, rows := range []string{
		"id || token_expires_at || coalesce(last_synced_at, '') FROM social_accounts", "hex(sealed) || updated_at FROM account_tokens",
		"hash FROM pending_logins", "hex(sealed_secret) || updated_at FROM login_apps",
	} {
		var found []string
		if err := c.db.NewRaw("SELECT "+rows+" ORDER BY 1").Scan(t.Context(), &found); err != nil {
			t.Fatal(err)
		}
		all += strings.Join(found, ",") + "\n"
	}
	return all
}

// TestLook_HoldsARefusedToken: a token that the network refuses is held, and is seen once it has
// been mended there. Of several accounts one is looked at by its id.
func TestLook_HoldsARefusedToken(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	got := c.look(t, ConnectRequest{Token: unified("SHORT")})
	if got.Seen != nil || got.Refusal == nil || !strings.Contains(got.Refusal.Message, "short-lived") {
		t.Fatalf("got %+v", got)
	}
	c.clock.Advance(heldFor - time.Minute)
	c.rememberApp(t)
	if again := c.look(t, ConnectRequest{Ticket: got.Ticket}); again.Seen == nil || again.Refusal != nil || again.Ticket != got.Ticket {
		t.Fatalf("once it is mended: %+v", again)
	}
	studio := secrets.NewText("SANDBOX-FB-USER-DEMO-STUDIO")
	several := c.look(t, ConnectRequest{Token: studio})
	if len(several.Choices) != 2 || several.Seen != nil {
		t.Fatalf("of several: %+v", several)
	}
	for _, choice := range several.Choices {
		if one := c.look(t, ConnectRequest{Ticket: several.Ticket, SNUserID: choice.SNUserID}); one.Seen == nil || one.Seen.SNUserID != choice.SNUserID {
			t.Errorf("of %s: %+v", choice.Username, one)
		}
	}
}

// TestLook_ForgetsInTenMinutes: a token is held for ten minutes, whatever became of the clock, and
// no more than a few are. What cannot be a token is sent nowhere, and is not held.
func TestLook_ForgetsInTenMinutes(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	token := sandbox.FurtherAccounts()[0].Token
	gone := func(when, ticket string) {
		t.Helper()
		if _, err := c.connector.Look(t.Context(), ConnectRequest{Ticket: ticket}); apperror.CodeOf(err) != apperror.ValidationError {
			t.Errorf("%s it is still held: %v", when, err)
		}
	}
	first := c.look(t, ConnectRequest{Token: token}).Ticket
	c.clock.Advance(heldFor)
	if err := c.connector.holds.Drop(t.Context()); err != nil || len(c.connector.holds.all) != 0 {
		t.Errorf("after ten minutes %d are in memory, %v", len(c.connector.holds.all), err)
	}
	gone("after ten minutes", first)
	back := c.look(t, ConnectRequest{Token: token}).Ticket
	c.clock.Advance(-time.Hour)
	gone("after the clock went back", back)
	oldest := c.look(t, ConnectRequest{Token: token}).Ticket
	for range mostHeld {
		c.clock.Advance(time.Second)
		c.connector.holds.put(token)
	}
	gone("after many others", oldest)
	if n := len(c.connector.holds.all); n != mostHeld {
		t.Errorf("%d are held", n)
	}
	for _, bad := range []secrets.Text{{}, secrets.NewText("IGAA-of-the-real-network"), secrets.NewText("SANDBOX- two words")} {
		if got, err := c.connector.Look(t.Context(), ConnectRequest{Token: bad}); apperror.CodeOf(err) != apperror.ValidationError || got.Ticket != "" {
			t.Errorf("%q: %+v, %v", bad.Reveal(), got, err)
		}
	}
	gone("a long ticket", strings.Repeat("x", maxCodeLength+1))
}
