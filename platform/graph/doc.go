// Package graph is the client of the network's publishing API: one concrete Client for both of its
// hosts, the one of the primary login (Instagram Login) and the one of the partner login (Facebook
// Login). It knows the network's names, forms and error codes, and nothing of posts. The caller
// decides what to repeat and when. To help it decide, every failure is an *Error with a Class from
// one table, Rules.
//
// # Was it sent, and did it count
//
// A write whose answer is lost may have taken effect, and a second publish is a second post. So an
// Error says two things besides its class. NotSent: there never was a connection, and anything may
// be repeated. OutcomeUnknown: a write may have taken effect, because the connection was cut, the
// time ran out, or the answer was HTTP 5xx, not the network's, a success without an id, or a code
// that has been seen on posts that went live. After an unknown outcome only a read can tell.
//
// # Bytes and Pages
//
// With the partner login the bytes of a video can be sent: CreateUpload, then SendBytes, and after
// any interruption UploadStatus, which says where to go on. They go to the address that the network
// names, and only if that is on the host of Endpoints.Upload: a token is sent nowhere else. A file
// is streamed; no time bounds the whole, but a minute in which nothing of it moves ends it. That
// host has errors of its own shape: one with ErrOffset or ErrPartial asks for UploadStatus, one
// that it calls retriable is of class Retry, any other one is worth one new container.
//
// A call about a Page takes the Page's id and token as its account. Three calls make a photo, a
// photo story or a video visible at once. After one of them failed, only the Page's lists show
// whether it took effect. A reel and a video story have a video id before they are finished; the
// status of that id tells.
//
// # What the transport repeats by itself
//
// net/http repeats a request on its own in these cases, and this package leaves only the harmless
// ones:
//
//   - HTTP/1.1, a kept connection turned out to be closed and not one byte was written: repeated on
//     a new one, for writes too, as long as the body can be had again (GetBody).
//   - HTTP/1.1, a kept connection was closed after the request was written: GET only. A POST would
//     be repeated if it had an Idempotency-Key header, so this package sends none; a DELETE is not
//     repeated.
//   - HTTP/2, the stream was refused, reset with PROTOCOL_ERROR, or cut by GOAWAY: repeated if
//     GetBody gives the body again, although it had been written. GetBody refuses that once the
//     request was written whole, and the default transport speaks HTTP/1.1 only. A DELETE has no
//     body and could be repeated over HTTP/2 by a client that the caller supplied; deleting twice
//     deletes once.
//
// No redirect is followed and no cookie is kept: requests go to the transport itself, past
// http.Client.
//
// # What is read leniently
//
// The id of a Page's post may be two ids with an underscore between them; bytes_transferred may be
// spelt with one r; addresses on Pages may lack the site in front. Ids may be strings or integers
// of any size and are kept as decimal text; numbers and booleans may come as strings; unknown
// values of an enumeration are passed on as they are; /me may be wrapped as {"data":[{...}]}; text
// with broken UTF-8 is repaired. Everything else that is not as documented is an Error that wraps
// ErrMalformed: no JSON, a key twice, a missing or other id, a missing list, a timestamp in another
// format, an item of a list without one or with one that is more than 5 minutes ahead of the
// answer's Date, a status that says nothing, a page link to another host, more bytes than the bound
// (4 MiB for lists, 1 MiB for the rest).
//
// # Logins and tokens
//
// Calls about tokens (ExchangeCode, LongLived, Refresh, DebugToken, Pages, PageOf) go to the hosts
// of Endpoints and to no other; a sandbox's Endpoints name the sandbox alone. Their answers hold
// tokens. So an error about an unreadable answer quotes nothing of it, and tokens, codes and app
// secrets are cut out of what the network says. Pages follows the pages of a list by
// their cursor only. Picture asks https addresses of public names, without the token; a sandbox's
// client asks the sandbox.
//
// # Choices where the network's documentation is silent
//
// A field that a Kind does not take is not sent (see Container). RecentMedia reads at most 10 pages
// of 50 and says so with ErrTruncated when there was more, and so does Comments. A code that is not
// in the table is Permanent, unless the network calls it transient or the status does: 429 is Wait,
// and 5xx is Retry. A subcode 2207xxx that is not in the table is worth one retry. The token is cut
// out of every text of the network that an Error repeats, because the network is known to echo it.
package graph
