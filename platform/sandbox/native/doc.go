// Package native is the API of the simulated network's own app: logins, the inbox with mentions,
// stories and their uploads, and the manifest that names the newest version of the app.
//
// There is one native user (DemoNativeUser), whose app shows the demo bakery's account. A story
// that the user publishes is a live story of that account in the publishing API too, with another
// id, and the ledger has it under nativeStories alone. Calls need the session of the login's
// answer, on the device that signed in. Uploads must be what their headers say: pictures must
// decode, and videos must keep the rules of a story's. A video is processed for the video latency
// and the polls. Meanwhile the call that makes the story visible answers 202. The same upload made
// visible twice is two stories. device_timestamp of a story is the id of its upload, a string of
// digits.
//
// A login is refused with needs_upgrade when the app is older than the one that the manifest names,
// or sends data that belong to another version. An imported session is accepted from any app,
// because nothing else is known about the network.
//
// Every valid name is the name of a user, except those that begin with nobody. The network takes a
// mention of a name that begins with nomention and leaves it out of the story, as it does for
// people who let nobody mention them. The first-run world has a mention of each variant, one of
// them among the requests of strangers, and one that has ended. The files of stories are under
// /cdn/story for as long as the story lives.
//
// An inbox shows the latest ten messages of a conversation, and the cursor of those before; the
// conversation itself has all, in pages of twenty.
package native
