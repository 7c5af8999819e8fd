package graph

import "time"

// Version is the version of the network's API that every path names.
const Version = "v25.0"

// VersionEnds returns the day from which the network no longer answers the version, by its
// changelog.
func VersionEnds() time.Time { return time.Date(2028, time.July, 29, 0, 0, 0, 0, time.UTC) }

// Endpoints are the base URLs of the network's hosts, without a closing slash.
type Endpoints struct {
	// Instagram serves accounts of the primary login.
	Instagram string
	// Facebook serves accounts of the partner login.
	Facebook string
	// Upload takes the bytes of videos. The network names it in its answers; nothing is sent
	// anywhere else.
	Upload string
	// InstagramLogin exchanges the codes of the primary login.
	InstagramLogin string
	// InstagramWeb and FacebookWeb are where a browser agrees to a login.
	InstagramWeb, FacebookWeb string
}

// LiveEndpoints returns the addresses of the real network.
func LiveEndpoints() Endpoints {
	return Endpoints{
		Instagram: "https://graph.instagram.com", Facebook: "https://graph.facebook.com", Upload: "https://rupload.facebook.com",
		InstagramLogin: "https://api.instagram.com", InstagramWeb: "https://www.instagram.com", FacebookWeb: "https://www.facebook.com",
	}
}

// SandboxEndpoints returns the addresses of a sandbox network that listens at base (without a
// closing slash).
func SandboxEndpoints(base string) Endpoints {
	return Endpoints{
		Instagram: base + "/graph-ig", Facebook: base + "/graph-fb", Upload: base + "/rupload",
		InstagramLogin: base + "/api-ig", InstagramWeb: base + "/www-ig", FacebookWeb: base + "/www-fb",
	}
}

// of returns the base URL that serves accounts of the login, or the empty string.
func (e Endpoints) of(l Login) string {
	switch l {
	case Primary:
		return e.Instagram
	case Partner:
		return e.Facebook
	}
	return ""
}
