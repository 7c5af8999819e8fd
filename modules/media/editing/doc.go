// Package editing crops, turns, flips, pads, resizes and writes over pictures
// before they are published.
//
// A Spec says what to do; Check validates it, Plan computes it in pixels, and Render does it. For
// videos, PlanVideo computes it and Overlay draws the texts; package ffmpeg does the rest. Render
// and Overlay work in a child process, for which a program calls WorkerMain first in main. FixFor
// returns the edits that give a picture a ratio that the network takes.
//
// Package textimage draws the texts. Result.Missing has the characters that no
// font has, which were left out.
//
// Lengths are fractions of the finished picture: the font size and the line length are fractions of
// its width, so that a line has room for as many letters whatever the picture's height.
package editing
