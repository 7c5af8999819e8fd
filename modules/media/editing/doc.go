// Package editing changes pictures as people do before they publish them: crop, turn, flip, pad, resize and write over.
//
// A Spec says what to do, Check whether that can be done, Plan what it comes to in pixels; the same for videos, which others
// render by the Geometry and RenderOverlay.
package editing
