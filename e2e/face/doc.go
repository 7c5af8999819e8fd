// Package face opens Crier's interface for people in a real browser, on the real program and its sandbox.
//
// At every step of a test (Step) axe finds no fault in the page, the page has broken no policy, asked nothing of another machine, and nothing went
// wrong in its console. With CRIER_TEST_SHOTS each step is kept as a picture in that folder.
package face
