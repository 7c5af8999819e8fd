package native

// The version of the network's app that this client speaks as, the number of that version for this device, and the id of
// its screens: three values that belong together, so that one is never changed alone.
//
// They are what instagrapi, an open-source client with many users, has sent since its change of 2026-09-12 (its pull
// request 2792), read on 2026-11-22. The version before, 428.0.0.47.67, was answered needs_upgrade from August 2026 on
// (its issues 2773 and 2791); this one was answered the same to one user on 2026-09-19 (2807). Which versions the network
// takes for a login is thus not known for long, and a session that is imported does not depend on it.
const (
	AppVersion   = "446.0.0.49.77"
	versionCode  = "385211303"
	bloksVersion = "935a519904e9017324cdedb64a283a3c2c1a3d5b0bbc698b451f5aef72cc11df"
)
