// Package editing changes pictures as people do before they publish them: crop, turn, flip, pad, resize and write over.
//
// A Spec says what to do, Check whether that can be done, Plan what it comes to in pixels, and RenderImage does it; for
// videos there are PlanVideo and RenderOverlay, and others do the rest. Render and Overlay do the work in a child process, for
// which a program calls WorkerMain first thing in main. FixFor gives a picture a shape that the network takes.
//
// Texts are shaped: ligatures, marks, joined Arabic, lines of mixed direction, emoji of several code points. What is
// built in has Latin, Greek, Cyrillic, Hebrew and Arabic letters: DejaVu Sans and DejaVu Sans Bold 2.37, unchanged, whose
// licence is in fonts/LICENSE. Colour emoji and other scripts come from the fonts of the system, as far as it has some: emoji of
// pictures (CBDT, sbix) and painted ones (COLR, without what varies and without the blending of colours) are drawn. What no
// font has is left out, and Result.Missing says so.
//
// A text's measures are fractions of the finished picture: the size of the letters and the length of a line of its width,
// so that a line holds as much whatever the picture's height.
package editing
