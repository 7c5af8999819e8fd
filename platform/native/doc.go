// Package native is the client of the network's app API, which the network documents nowhere. It
// signs in as the network's own app does, and answers a challenge with the code that the network
// sends.
//
// Client has a type for each job; a consumer takes those that it uses.
//
//	Logins     Begin an Attempt to sign in; CurrentUser
//	Inboxes    Inbox, PendingInbox, Older: who has mentioned the user
//	Media      Info, Download: the story of somebody else
//	Stories    UserID, UploadStory, ConfigureStory: a story with mentions; OwnStories
//	Manifests  LatestVersion of the network's app
//
// An Attempt is one way of signing in, from the user's name and password to a Session. In between
// it keeps what the network recognises it by: the device's ids, the machine id, cookies. A Session
// can be exported as one secret text and restored; its device ids never change, because the network
// challenges each new device.
//
// # The way of an Attempt
//
//	Login --key for the password, login--> signed in
//	                                   \-> challenge: the code is sent, Login returns a Contact
//	Submit --code--> signed in (with a second login, when the answer has no user)
//	             \-> WrongCode: Submit can be called again
//
// An e-mail is preferred to a text message where the network offers both. A challenge that a code
// does not solve, and one after a code was accepted, are of class Manual: the user must go to the
// network's own app. Nothing is repeated.
//
// # What a Session is for
//
// Every call but Login, Submit, Download and LatestVersion needs a Session that is signed in. It
// takes over what the network's answer says about the session, so the caller must store the session
// afterwards. No call repeats anything or waits: the caller sets the pace. After a failure of a
// class that Stops, the account must be left alone.
//
// ConfigureStory is the one call that makes a story visible. When its answer is lost,
// OutcomeUnknown says that only OwnStories can tell.
//
// # What is read leniently
//
// Ids may be strings or integers of any size, and are kept as decimal text. A message that is no
// string is kept as its JSON. Everything else that is not as known is of class Transport and wraps
// ErrMalformed. An answer may have 1 MiB, a page of an inbox or of stories 16 MiB, and a header
// that is kept 4 KiB. Each item of such a page is read by itself; its Flaw says what is wrong with
// it. No redirect is followed. The version manifest is no answer of the API: it may have 64 KiB,
// and up to three redirects on its own host are followed.
//
// The client reports what it does not know in an answer to Options.Unknown and to the observer of
// the call's context: a status, another success than HTTP 200, a type of error, a refusal, a state
// of a story, a step of a challenge, a kind of story, an answer of another form, a success that
// lacks what it must have, and a header that announces an end. It decides nothing by it.
//
// No error text holds the password, a code, or what a session is made of. The file app_protocol.go
// has what changes with each version of the network's app.
package native
