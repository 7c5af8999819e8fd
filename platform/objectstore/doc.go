// Package objectstore is where media lie while the network fetches them: it reads images and videos
// by URL only.
//
// Store is the port. disk is the adapter for the sandbox network, which runs on the same machine
// and fetches from Crier itself; bucket is the one for the live network, over the S3 API. Package
// objectstoretest is the suite that every adapter passes, on a real S3 server that package s3test
// starts. A Switch stands before them and can be turned from one to another while the service runs.
package objectstore
