// Package textimage draws texts: it finds the fonts, lays out lines and fills the outlines.
//
// Texts are shaped: ligatures, marks, joined Arabic, lines of mixed direction, emoji of several
// code points. What is built in has Latin, Greek, Cyrillic, Hebrew and Arabic letters: DejaVu Sans
// and DejaVu Sans Bold 2.37, unchanged, whose licence is in fonts/LICENSE. Colour emoji and other
// scripts come from the fonts of the system, as far as it has some. Emoji that are bitmaps (CBDT,
// sbix) and painted ones (COLR, without variations and blend modes) are drawn. Draw reports the
// characters that no font has.
//
// Fonts are read within the calling process. A damaged font file is passed over; a program that has
// to survive a hostile one draws in a child process.
package textimage
