// Package faults tests what Crier answers, keeps and publishes while the system fails under it:
// strace makes system calls of the real program fail, on its database and its files, while clients
// upload, publish and schedule. Then the faults end, and the program must go on without a restart.
//
// What holds: every answer is true, whatever was acknowledged is there with what it was given,
// nothing is live twice, and every post comes to an end. The sandbox network runs as a process of
// its own, so that its ledger is out of reach of the faults.
//
// The tests need Linux and strace. Without strace they end as package needtest says; where the
// kernel lets nobody be traced they are skipped. CRIER_TEST_FAULTS sets how many rounds there are
// besides the fixed ones, and CRIER_TEST_SEED repeats what is drawn.
package faults
