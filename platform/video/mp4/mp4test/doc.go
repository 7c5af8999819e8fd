// Package mp4test builds MP4 and MOV files for tests: whole, with the tables of a real one, and
// with such faults as are asked for. Their samples are numbered bytes that no decoder knows what to
// do with.
package mp4test
