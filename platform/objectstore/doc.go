// Package objectstore is where media lie while the network fetches them: it reads images and videos by URL only.
//
// Store is the port. disk is the adapter for the sandbox network, which runs on the same machine and fetches from
// Crier itself; a bucket is the one for the live network. Package objectstoretest is the suite that every adapter passes.
package objectstore
