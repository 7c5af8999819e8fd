package graph

import (
	"net/url"
	"strings"
)

// Authorization is what a user is asked to agree to in a browser.
type Authorization struct {
	AppID string
	// RedirectURI is an address that the app has registered, exactly as it is registered.
	RedirectURI string
	// State comes back with the code.
	State  string
	Scopes []string
}

// PrimaryScopes returns the permissions that publishing with the primary login needs.
func PrimaryScopes() []string {
	return []string{"instagram_business_basic", "instagram_business_content_publish"}
}

// PartnerScopes returns the permissions that publishing with the partner login needs.
func PartnerScopes() []string {
	return []string{"instagram_basic", "instagram_content_publish", "pages_show_list", "pages_read_engagement"}
}

// PartnerExtraScopes returns the permissions that the rest needs: to find Pages of a business, to
// cross-post, to delete.
func PartnerExtraScopes() []string {
	return []string{"business_management", "pages_manage_posts", "instagram_manage_contents"}
}

// AuthorizeURL returns where a browser asks the user to agree to the login, empty for a login that
// there is not.
func (e Endpoints) AuthorizeURL(l Login, a Authorization) string {
	base := ""
	switch l {
	case Primary:
		base = e.InstagramWeb + "/oauth/authorize"
	case Partner:
		base = e.FacebookWeb + "/" + Version + "/dialog/oauth"
	default:
		return ""
	}
	return base + "?" + url.Values{
		"client_id": {a.AppID}, "redirect_uri": {a.RedirectURI}, "response_type": {"code"},
		"scope": {strings.Join(a.Scopes, ",")}, "state": {a.State},
	}.Encode()
}

// AuthorizeURL returns where a browser asks the user of this network to agree to the login.
func (c *Tokens) AuthorizeURL(l Login, a Authorization) string {
	return c.caller.endpoints().AuthorizeURL(l, a)
}
