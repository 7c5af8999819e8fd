// A finger that rests on something for this long, in milliseconds, takes hold of it. One that moves further than this before, in pixels, scrolls.
const pressedFor = 350
const slip = 8

/** Calls held when the finger of a press has rested for a moment. Returns what cancels that. */
export function onLongPress(press: PointerEvent, held: () => void): () => void {
  const abort = new AbortController()
  const off = () => {
    clearTimeout(timer)
    abort.abort()
  }
  const timer = setTimeout(() => {
    off()
    held()
  }, pressedFor)
  const on = { signal: abort.signal }
  addEventListener('pointermove', (move) => { if (Math.hypot(move.clientX - press.clientX, move.clientY - press.clientY) > slip) off() }, on)
  for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, off, on)
  return off
}

/** Keeps an element from scrolling under a finger while something is held. Returns what ends that. */
export function preventScroll(element: HTMLElement, isHolding: () => boolean): () => void {
  const abort = new AbortController()
  // The browser takes this for granted at the touch, so it has to be there before one.
  element.addEventListener('touchmove', (event) => { if (isHolding() && event.cancelable) event.preventDefault() }, { passive: false, signal: abort.signal })
  return () => abort.abort()
}
