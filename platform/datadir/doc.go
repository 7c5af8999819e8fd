// Package datadir owns the one folder that holds everything Crier keeps: the database, uploads,
// keys, the lock that keeps a second copy out, and runtime.json, by which the command line finds
// the running service.
//
// The folder has mode 0700 and its files 0600; nobody but the user of the machine reads them.
package datadir
