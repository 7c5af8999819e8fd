export type Mode = 'sandbox' | 'live'

/** The network that posts go to, as the page was served. */
export const mode: Mode = document.documentElement.dataset['mode'] === 'sandbox' ? 'sandbox' : 'live'

/** Reads from a page which mode it was served in; null for another page. */
export function modeIn(page: string): Mode | null {
  return /data-mode="(sandbox|live)"/.exec(page)?.[1] as Mode | undefined ?? null
}
