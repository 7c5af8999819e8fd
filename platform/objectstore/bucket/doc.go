// Package bucket is the objectstore of a network that fetches from the internet: a bucket that speaks the S3 API, such as one of
// Cloudflare R2, whose objects everybody can read under a public address.
//
// A file of up to 8 MiB is put by one request. A larger one is an upload of parts of 8 MiB, each sent with its SHA-256 and MD5
// so that the server refuses what arrived otherwise; it becomes an object only when it is whole. An upload that was cut
// off, by the end of the process too, is found again by its key and continued: parts that are there with the right size and
// checksum are not sent again. A server whose checksums are no MD5 is believed by the size.
//
// A request is repeated with growing pauses when nobody answers or the server is busy, for at most two minutes without
// progress. Everything else is told at once, as an objectstore.Error whose text says what a person can do; no
// text holds a secret, a key or the address of an object.
//
// Objects are stored with "Cache-Control: private, no-store": the address of a file must be dead once the file is deleted.
package bucket
