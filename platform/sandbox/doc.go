// Package sandbox is the simulated social network: what a first run talks to, what tests talk to,
// and what people try recipes on. It speaks the network's real HTTP, keeps its rules and limits,
// answers its error bodies, and fetches media for real, but from this machine only.
//
// # Packages
//
//	edges      the table of the parameters and fields that the network has
//	wire       calls as they come in, answers and errors as the network writes them
//	world      the state with its rules, and the Store that keeps it under one mutex and in the state file
//	files      media: fetched, held to the rules, spooled, kept for people to look at
//	pages      the API of Pages
//	graph      the publishing API with its logins and uploads; it hands the calls about Pages to pages
//	native     the API of the network's own app
//	gallery    the pages that people look at
//	control    the control API
//
// A package imports those above it in this table, and of the last five only graph imports another.
// This package opens and closes the network, applies faults, has late calls take effect, and sends
// each call to its face.
//
// # Addresses
//
// One port serves everything. Each host of the network is a prefix: /graph-ig for the primary
// login, /graph-fb for the partner login; a token works on its own host only. /www-ig and /www-fb
// have the pages on which a person agrees to a login, /api-ig exchanges the codes of the primary
// one. /native is the network's app API with its uploads, and /manifest/version.json names the
// newest version of the app. /rupload takes the bytes of videos. /_sandbox is the control API, /cdn
// stands in for the network's media host, and / is a page for people. Whatever else is asked for is
// answered with code 2500 and recorded under unexpectedCalls, as is a method that a route does not
// have. Every request must name a loopback host in its Host header, and writes that a browser sends
// for a page of another origin are refused.
//
// # A container's way
//
// Container states are drawn at the type container. Media are fetched once, when the container's
// latency is over and its polls are spent; without a latency that is before the create call
// answers, so that the first poll says FINISHED. With one, the first call that asks for the status,
// publishes, or makes the container part of a carousel afterwards has the fetch done and waits for
// it. So nothing is left half done by a kill.
//
// A picture that is refused, and a URL that cannot be fetched, refuse the create call with the
// network's error while there is no latency; with one, for what is wrong inside a video, and for a
// video whose host breaks off, the container ends in ERROR with the subcode in its status text.
//
// # What a video must be
//
// Of a video's address so many parts are fetched as it takes to read how the file is made, and then
// the file whole if it has at most 24 MB, which the page then shows; its pictures are not decoded.
// It must be an MP4 or MOV that is there whole, with its moov box before the media data and without
// edit lists, even ones that change nothing; H.264 or HEVC, progressive, 4:2:0, at 23 to 60 frames
// a second and of at most 1920 columns; AAC, if it has sound, of at most two channels and 48 kHz; 3
// seconds to 15 minutes for a reel, to 60 seconds for a story and for the item of a carousel; of a
// shape from 0.01:1 for a reel and 0.1:1 for a story to 10:1. What else is 2207026. What a file
// does not say is not held against it. The bit rate is not looked at.
//
// # Videos that are sent
//
// The partner login may send a reel, a video story or a carousel's video in place of its address
// (upload_type=resumable). What has arrived lies in a file beside the state file, so that its
// length is the truth after a kill too; an upload goes on at just that length, and a wrong offset,
// a body that ends early and a foreign session are refused in the upload host's own words. The
// processing, with its latency, begins with the last byte. A container that is forced to be STUCK
// says of its upload that it failed (1363008) and stays IN_PROGRESS.
//
// # Pages
//
// A Page takes photos, plain videos, reels, and stories of both kinds, with the token of the Page
// itself. The ledger's partnerPublications name them photo, video, reel, photo_story and
// video_story, by the post's id, or by the video's for a plain video, whose call names no post; the
// caption is the text, which a story has none of. Of what the network documents these rules are
// kept: a photo story, and a post by /feed with attached_media, needs a photo that was never
// published, used once and within a day; a post takes one photo here; a reel and a video story are
// finished once, after all their bytes have come; a reel lasts 3 to 90 seconds, a story at most 60;
// what the file says of its size must be 9:16, and at least 540 by 960 for a reel, which has 24 to
// 60 frames a second; a Page has 30 reels in 24 hours. The length, the shape and the frames are
// found wrong by the finish call. A video is visible in the ledger with the call that publishes it,
// and processed for the video latency afterwards. The addresses of videos come without the site in
// front, the id of a reel's post as a number, and the count of bytes misspelt.
//
// # Logins
//
// The first-run world has accounts that nobody has connected (FurtherAccounts), and one app
// (DemoApp). A page that asks for consent leads back with a code at once; its parameter
// sandbox_account names who agrees, by default the florist or the potter, and sandbox_deny has them
// refuse. Codes are good once, for an hour, for the redirect address that they went to. A token
// lives an hour after a code and 60 days after that is exchanged or refreshed; one of the primary
// login can be refreshed once it is 24 hours old, and stays good until its own end. A Page's token
// that a short-lived user's token led to ends with it, any other one never. The control API ends
// the tokens that an account has when it is called; one that a login gives out afterwards is good.
// What the network answers to a refresh that comes too early is not known: here it is code 100.
//
// # The app API
//
// There is one native user (DemoNativeUser), whose app it is that shows the demo bakery's account.
// What it publishes is a live story of that account to the publishing API too, under another id,
// and stands under nativeStories alone in the ledger. Calls need the session that the login's
// answer has set, on the device that signed in. Uploads must be what their headers say, pictures
// must decode, videos be what a story's must be; a video is worked on for the video latency and the
// polls, in which the call that makes the story visible answers 202. The same upload made visible
// twice is two stories. What the app API shows of a story has the id of its upload as
// device_timestamp, a string of digits.
//
// Any name that can be a user's is a user's, but those that begin with nobody. A mention of
// somebody whose name begins with nomention is taken, and left out of the story, as the network
// does for people who let nobody mention them. The first-run world has three mentions: one of each
// variant, one of them among the requests of strangers, one that has ended. The files of stories
// lie under /cdn/story for as long as the story lives.
//
// # What is kept
//
// The network answers for the latest 2,000 posts and stories, for as many things on Pages, and for
// every container that can still be published beside the latest 2,000 that cannot. What came before
// is as if it were not there: a read says 100/33, and a list does not reach it. It stays in the
// ledger, packed, up to 20,000 entries of each kind; the ledger's member forgotten says how many
// there were before those. The log has the latest 10,000 calls. So the memory does not grow with
// the time that the network runs.
//
// The state file takes one line for each call, without waiting for the disk: half a KB, and 3.5 KB
// for a whole publish. It is rewritten when it has grown to three times what the last rewrite left
// and by 4 MB, so that it stays below 50 MB.
//
// # Outcomes in publishCalls
//
//	published          the container became media
//	republish_refused  it had been published before: 9007/2207027
//	not_ready          it is still IN_PROGRESS: 9007/2207027
//	container_error    it ended in ERROR: 9007/2207027
//	expired            it is older than 24 hours: 24/2207008
//	unknown_container  there is none, or it is another account's: 24/2207008, or 100 without a creation_id
//	item_refused       it is an item of a carousel: 100
//	cap_reached        the account has used up its cap: 9/2207042
//	token_dead         the token is expired, revoked or not of this host: 190
//	wrong_account      the token is not the account's: 100/33
//	fault              a fault answered or cut the call before it took effect
//
// A call that a fault cuts or answers after it took effect has the outcome of its effect, also when
// that comes later.
//
// # The control API
//
// An unknown member in a body is an error (400, {"error": text}), and so is a value out of range.
// Choices where the description of the API is silent:
//
//   - faults are tried in the order in which they were made; the first that matches and has nothing left to skip takes
//     the call. match.method is compared in any case; match.path is looked for in the path as called, with the host's
//     prefix and without; match.host is a prefix such as graph-ig, or the host that it stands for. An error answer
//     without http is HTTP 400, a body without http is HTTP 200. delayMs comes first and runs on the sandbox's clock;
//     with nothing else the call is then done. malformed alone cuts the true answer in half, after the call took
//     effect. afterCommit is an addition: the call takes effect, and the fault's answer stands in for its own.
//   - afterBytes is an addition too: an upload takes so many bytes of its body, and then the connection is cut.
//   - effectAfterMs reads the call whole, cuts its connection, and has it take effect so much later on the sandbox's clock, which both the
//     time and the control call clock move; nothing is answered before what is due has taken effect. The network checks the call then: a
//     container may have expired or been published. What still waits survives a restart, and ends with a reset; a
//     kill while an effect is brought about may lose it, and never doubles it. At most 1,000 calls wait; others are lost.
//   - kill is an addition for crier serve --rehearsal: the call takes effect, and the process is killed before it answers, as by kill -9.
//     Without a rehearsal it is refused.
//   - A delayed call goes on when the client hangs up, as it would on the network.
//   - latency changes what it names, for containers made from then on.
//   - containers/next can be called several times: each call forces one container, in order. A forced container
//     fetches nothing. An ERROR without a subcode has 2207032.
//   - quota's used stands for that many publications at this instant, and leaves the window with them. A
//     total above 400 lets the account make as many containers in a day, too.
//   - reads: fresh media are those of the last 24 hours; a lagging read counts down. lag does not befall lists, and listLag nothing else.
//     What is published while listLag is n is left out of the first n reads of a list in which it would stand: the two lists of an
//     account, the three of a Page, and the own stories of the app API. A native story counts for itself in either API, and a read of
//     something by its id is no read of a list. Each page of a list is a read.
//   - clock moves the sandbox's own time only: containers, stories and tokens age. The Date header stays with Options.Clock, since clients
//     measure their own clock by it, and so do the times that answers tell: what is published after the move is new by the Date.
//   - posts: the ledger shows a post by hand with an empty containerId; it does not count against the cap. With mentions, a list of names
//     that may be empty, a story is one of the native user whose account it is: the ledger has it under nativeStories, and its
//     device_timestamp is no upload's. pageId in the place of accountId makes a post on a Page, an IMAGE or a VIDEO, which stands under
//     partnerPublications. The answer is the entry of the ledger.
//   - mentions: kind is photo and variant xma where they are left out. The answer names what was made. expired has the story
//     gone whatever its age, and one older than a day is gone by itself.
//   - native: the users that there are can be told how to log in; a call ends the challenge and the sessions that the user has,
//     and makes every device new. code is what is sent for challenges, 123456 at first. hideDeviceTimestamp, an addition that can
//     stand alone, has the app API leave device_timestamp out until it is false again: nothing promises that it is there. A challenge by e-mail ends without a
//     user, so that the client has to log in again; one by text message ends with one.
//   - log is {"calls": [...]}, the latest 10,000.
//   - reset keeps the counter behind the ids, so that no id ever means two things to a client that remembers. A call whose media or bytes
//     are on their way when the reset comes is answered with an error, and leaves nothing.
package sandbox
