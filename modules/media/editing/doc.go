// Package editing crops, turns, flips, pads, resizes and writes over pictures
// before they are published.
//
// A Spec says what to do, Check whether that can be done, Plan what it comes to in pixels, and
// RenderImage does it; for videos there are PlanVideo and RenderOverlay, and others do the rest.
// Render and Overlay do the work in a child process, for which a program calls WorkerMain first
// thing in main. FixFor gives a picture a shape that the network takes.
//
// Package textimage draws the texts. Result.Missing has the characters that no
// font has, which were left out.
//
// A text's measures are fractions of the finished picture: the size of the letters and the length
// of a line of its width, so that a line holds as much whatever the picture's height.
package editing
