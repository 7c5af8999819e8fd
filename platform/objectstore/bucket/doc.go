// Package bucket is the objectstore of a network that fetches from the internet: a bucket that
// speaks the S3 API, such as one of Cloudflare R2. Everybody can read its objects at a public
// address.
//
// One request puts a file of up to 8 MiB. A larger one is an upload of parts of 8 MiB, each sent
// with its SHA-256 and MD5 so that the server refuses what arrived otherwise; it becomes an object
// only when it is whole. An upload that was interrupted, by the end of the process too, is found
// again by its key and continued: parts that are there with the right size and checksum are not
// sent again. Where the server's checksums are no MD5, the size alone decides.
//
// A request is repeated with growing pauses when nobody answers or the server is busy, for at most
// two minutes without progress. Every other failure is reported at once, as an objectstore.Error
// whose text says what a person can do. No text holds a secret, a key or the address of an object.
//
// Objects are stored with "Cache-Control: private, no-store", so that the address of a file is dead
// as soon as the file is deleted.
package bucket
