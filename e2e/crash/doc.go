// Package crash tests what is left of Crier's promises when processes die: the real program
// publishes while it, the sandbox network or the cloud worker's runtime is killed, and what it says
// of every accepted post is held against the network's ledger. It is a package of its own, and so a
// test binary of its own, for it takes as long as all the other end-to-end tests.
//
// Each run of a matrix follows from a seed. The first seeds, which are always the same, meet every
// step of platform/failpoint and every fault; those after them are the day's. CRIER_TEST_RUNS sets
// how many there are, and a seed that fails is repeated by CRIER_CRASH_SEED or CRIER_CLOUD_SEED.
package crash
