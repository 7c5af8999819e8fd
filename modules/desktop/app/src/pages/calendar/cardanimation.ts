const prefersNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function cardOf(page: HTMLElement | undefined, id: string): HTMLElement | null {
  return page?.querySelector<HTMLElement>(`[data-post="${CSS.escape(id)}"]`) ?? null
}

/** Where the card of a post is on the screen; null when it is not there. */
export function cardRect(page: HTMLElement | undefined, id: string): DOMRect | null {
  return cardOf(page, id)?.getBoundingClientRect() ?? null
}

/** Animates the card of a post from a place to where it is. */
export function animateCard(page: HTMLElement | undefined, id: string, from: DOMRect | null): void {
  const card = cardOf(page, id)
  if (!card || !from || prefersNoMotion()) return
  const to = card.getBoundingClientRect()
  const x = from.left + from.width / 2 - to.left - to.width / 2
  const y = from.top + from.height / 2 - to.top - to.height / 2
  if (Math.hypot(x, y) < 2) return
  card.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 20 }, { transform: 'none', zIndex: 20 }], { duration: 200, easing: 'cubic-bezier(.2,.8,.2,1)' })
}
