// Package native is the API of the simulated network's own app: logins, the inbox with mentions,
// stories and their uploads, and the manifest that names the newest version of the app.
package native
