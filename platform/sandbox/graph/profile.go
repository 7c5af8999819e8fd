package graph

import (
	"strings"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// profileSide is the side of a Page's picture, in pixels, as the network states it.
const profileSide = 50

// appScoped begins the ids of the primary login, which differ from the ids that paths take.
const appScoped = "26"

// readProfile answers about the node of the token, or the account behind it.
func readProfile(w *world.World, g world.Grant, c *wire.Call, sel wire.Selection) wire.Answer {
	if g.Account.ID == world.InvitedAccount().SNUserID {
		return wire.Failed(wire.NotTester())
	}
	var o wire.Object
	var gerr *wire.Error
	switch {
	case c.Host == wire.HostIG, c.Node == g.Account.ID, c.Node == wire.Me && g.Scope == world.ScopeAccount:
		c.NodeAccount = g.Account.ID
		o, gerr = wire.Pick("IGUser", sel, func(f wire.Field) (any, bool) { return accountField(g.Account, c, f) })
	case c.Node == wire.Me && g.Scope == world.ScopeUser:
		o, gerr = wire.Pick("User", sel, func(f wire.Field) (any, bool) { return userField(g.User, f) })
	default:
		o, gerr = wire.Pick("Page", sel, func(f wire.Field) (any, bool) { return fieldOfPage(w, g, c, f) })
	}
	return wire.Shown(o, gerr)
}

// accountField returns a field of the account as its host shows it: only the primary login has
// user_id, and only it and accounts without a Page have account_type.
func accountField(a *world.Account, c *wire.Call, f wire.Field) (any, bool) {
	p, ig := a.Profile, c.Host == wire.HostIG
	switch f.Name {
	case "id":
		if ig {
			return appScoped + a.ID[2:], true
		}
		return a.ID, true
	case "user_id":
		return a.ID, ig
	case "account_type":
		return networkAccountType(p.AccountType), ig || p.PageID == ""
	case "ig_id":
		return a.ID[3:], !ig
	case "username":
		return p.Username, true
	case "name":
		return p.Name, true
	case "biography":
		return "A demo account of the sandbox network.", true
	case "website":
		return nil, true
	case "profile_picture_url":
		return c.Base + "/cdn/profile/" + a.ID + ".jpg", true
	case "followers_count":
		return p.FollowersCount, true
	case "follows_count":
		return 0, true
	case "media_count":
		return p.MediaCount + a.Older + len(a.Feed), true
	}
	return nil, false
}

func networkAccountType(t string) string {
	if t == world.AccountCreator {
		return "MEDIA_CREATOR"
	}
	return t
}

func fieldOfPage(w *world.World, g world.Grant, c *wire.Call, f wire.Field) (any, bool) {
	a := g.Account
	switch f.Name {
	case "id":
		return a.Profile.PageID, true
	case "name":
		return a.Profile.PageName, true
	case "access_token":
		return w.Logins.PageToken(g, c.Token), true
	case "category":
		return "Artist", true
	case "link":
		return "https://www.facebook.com/" + a.Profile.PageID, true
	case "followers_count", "fan_count":
		return a.Profile.FollowersCount, true
	case "username":
		return strings.ReplaceAll(a.Profile.Username, ".", ""), true
	case "picture":
		return wire.Object{{"data", wire.Object{
			{"height", profileSide}, {"is_silhouette", false}, {"url", c.Base + "/cdn/profile/" + a.ID + ".jpg"}, {"width", profileSide},
		}}}, true
	case "tasks", "permitted_tasks":
		return []string{"ADVERTISE", "ANALYZE", "CREATE_CONTENT", "MESSAGING", "MODERATE", "MANAGE"}, true
	case "instagram_business_account":
		o, gerr := wire.Pick("IGUser", f.Sub, func(f wire.Field) (any, bool) { return accountField(a, c, f) })
		if gerr != nil {
			return gerr, true
		}
		return o, true
	}
	return nil, false
}

func userField(u *world.PartnerUser, f wire.Field) (any, bool) {
	switch f.Name {
	case "id":
		return u.ID(), true
	case "name":
		return u.Name(), true
	}
	return nil, false
}
