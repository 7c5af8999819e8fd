// Package control is the control API, by which tests, and people who try things out, change the
// simulated network. An unknown member in a body is an error (400, {"error": text}), and so is a
// value out of range. The rest of this comment is what the description of the API leaves open.
//
// # Faults
//
//   - Faults are tried in the order in which they were made. The first one that matches and has
//     nothing left to skip takes the call. match.method is compared in any case. match.path is
//     searched for in the path of the call, with the host's prefix and without it. match.host is a
//     prefix such as graph-ig, or the host that it stands for.
//   - An error answer without http is HTTP 400, a body without http is HTTP 200. An http below 400
//     that stands alone has an empty object. A body is the whole answer, whatever code says.
//   - delayMs comes first and runs on the sandbox's clock. Without another member the call is then
//     done. A delayed call goes on when the client hangs up, as it would on the network.
//   - malformed alone cuts the true answer in half, after the call took effect.
//   - afterCommit is an addition: the call takes effect, and the fault's answer replaces its own.
//   - afterBytes is an addition: an upload takes so many bytes of its body, and then the connection
//     is cut.
//   - effectAfterMs reads the whole call, cuts its connection, and lets it take effect so much
//     later on the sandbox's clock, which moves with the time and with the control call clock. No
//     call is answered before what is due has taken effect. The network checks the late call at
//     that time: a container may have expired or been published. A waiting call survives a restart,
//     and ends with a reset. A kill while it takes effect may lose it, and never doubles it. At
//     most 1,000 calls wait; others are lost.
//   - kill is an addition for crier serve --rehearsal: the call takes effect, and the process is
//     killed before it answers, as by kill -9. It is refused without a rehearsal.
//
// # Other calls
//
//   - latency changes the named latencies, for containers that are made from then on.
//   - containers/next can be called several times: each call forces one container, in order. A
//     forced container fetches nothing. An ERROR without a subcode has 2207032.
//   - quota's used stands for that many publications at this instant, which leave the window
//     together. A total above 400 lets the account make as many containers in a day, too.
//   - reads: fresh media are those of the last 24 hours, and a lagging read counts down. lag does
//     not affect lists, and listLag affects only lists: while listLag is n, a new publication is
//     left out of the first n reads of a list to which it belongs. These are the two lists of an
//     account, the three of a Page, the comments on a post, and the own stories of the app API. A
//     native story counts separately in either API. Reading something by its id is no read of a
//     list, and each page of a list is a read. A list of comments begins with a read of its post,
//     which lag affects.
//   - clock moves the sandbox's own time only: containers, stories and tokens age. The Date header
//     stays with Options.Clock, since clients measure their own clock by it, and so do the times in
//     answers: what is published after the move is new by the Date.
//   - posts: the ledger shows a post by hand with an empty containerId, and it does not count
//     against the cap. With mentions, a list of names that may be empty, a story is one of the
//     native user of the account: the ledger has it under nativeStories, and its device_timestamp
//     belongs to no upload. pageId instead of accountId makes a post on a Page, an IMAGE or a
//     VIDEO, which the ledger has under partnerPublications. The answer is the entry of the ledger.
//   - comments is an addition. With mediaId and text, somebody comments by hand, in the name of
//     username or of a passer-by; the answer is the entry of the ledger. With hideNext, the filters
//     of the network hide the next so many comments: each is made and stands in the ledger with
//     isHidden, and no list and no page shows it.
//   - mentions: kind is photo and variant is xma when they are left out. The answer names what was
//     made. expired ends the story at any age, and one older than a day has ended by itself.
//   - native changes how the existing users log in. A call ends the challenge and the sessions of
//     the user, and makes every device new. code is what is sent for challenges, 123456 at first. A
//     challenge by e-mail ends without a user, so that the client has to log in again; one by text
//     message ends with a user. hideDeviceTimestamp is an addition that can stand alone: the app
//     API leaves device_timestamp out until it is false again, because the network does not promise
//     it.
//   - log is {"calls": [...]}, the latest 10,000.
//   - reset keeps the counter behind the ids, so that no id ever means two things to a client that
//     remembers it. A call whose media or bytes are being received at the reset gets an error, and
//     leaves nothing.
//
// # Outcomes in publishCalls
//
//	published          the container became media
//	republish_refused  it had been published before: 9007/2207027
//	not_ready          it is still IN_PROGRESS: 9007/2207027
//	container_error    it ended in ERROR: 9007/2207027
//	expired            it is older than 24 hours: 24/2207008
//	unknown_container  there is none, or it is another account's: 24/2207008, or 100 without a
//	                   creation_id
//	item_refused       it is an item of a carousel: 100
//	cap_reached        the account has used up its cap: 9/2207042
//	token_dead         the token is expired, revoked or not of this host: 190
//	wrong_account      the token is not the account's: 100/33
//	refused            its parameters cannot be read, or one stands on no row of the table of edges:
//	                   100
//	fault              a fault answered or cut the call before it took effect
//
// A call that a fault cuts or answers after it took effect is recorded with the outcome of its
// effect, even if that comes later.
package control
