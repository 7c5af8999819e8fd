// Package sandbox is the simulated social network: what a first run talks to, what tests talk to,
// and what people try recipes on. It speaks the network's real HTTP, keeps its rules and limits,
// answers its error bodies, and fetches media for real, but from this machine only.
//
// # Packages
//
//	edges      the table of the parameters and fields that the network has
//	wire       calls as they come in, answers and errors as the network writes them
//	world      the state with its rules, and the Store that keeps it under one mutex and in the
//	           state file
//	files      media: fetched, held to the rules, spooled, kept for people to look at
//	pages      the API of Pages
//	graph      the publishing API with its logins and uploads; it hands the calls about Pages to
//	           pages
//	native     the API of the network's own app
//	gallery    the pages that people look at
//	control    the control API, with the outcomes of publish calls
//
// A package imports those above it in this table, and of the last five only graph imports another.
// Each says what it keeps of the network's rules. This package opens and closes the network,
// applies faults, makes late calls take effect, and sends each call to its package.
//
// # Addresses
//
// One port serves everything. Each host of the network is a prefix: /graph-ig for the primary
// login, /graph-fb for the partner login; a token works on its own host only. /www-ig and /www-fb
// have the pages on which a person agrees to a login, /api-ig exchanges the codes of the primary
// one. /native is the network's app API with its uploads, and /manifest/version.json names the
// newest version of the app. /rupload takes the bytes of videos. /_sandbox is the control API, /cdn
// stands in for the network's media host, and / is a page for people. Any other path, and a method
// that a route does not have, gets code 2500 and is recorded under unexpectedCalls. So is a call of
// which a parameter, a field or an edge stands on no row of the table of package edges; it gets the
// network's code 100, and the record says what. Every request must name a loopback host in its Host
// header. Writes that a browser sends for a page of another origin are refused.
//
// # A container's way
//
// Container states are drawn at the type container. Media are fetched once, when the container's
// latency is over and its polls are spent. Without a latency that is before the create call
// answers, and the first poll says FINISHED. With a latency, the first later call that asks for the
// status, publishes, or makes the container part of a carousel does the fetch and waits for it. So
// a kill leaves nothing half done.
//
// Without a latency, the create call fails with the network's error for a picture that is refused
// and for a URL that cannot be fetched. In three cases the container ends in ERROR instead, with
// the subcode in its status text: with a latency, for a video with a wrong content, and for a video
// whose host breaks off.
//
// # What is kept
//
// The network answers for the latest 2,000 posts and stories, for as many things on Pages and
// comments, for every container that can still be published, and for the latest 2,000 others. Older
// ones do not exist to a client: a read says 100/33, and a list does not reach them. They stay in
// the ledger, packed, up to 20,000 entries of each kind; the ledger's member forgotten counts the
// entries before those. The log has the latest 10,000 calls. So the memory does not grow with the
// time that the network runs, except by what is made seldom: stories and mentions of the network's
// own app, tokens, and moves of the clock are all kept.
//
// The state file takes one line for each call, without waiting for the disk: half a KB, and 3.5 KB
// for a whole publish. It is rewritten when it has grown by 4 MB and to three times the size of the
// last rewrite. So it stays below 50 MB.
package sandbox
