// Package card draws what stands for a video of which no frame can be had: a card of the video's
// shape, with a play mark and how long it lasts. The same video always gets the same card.
package card
