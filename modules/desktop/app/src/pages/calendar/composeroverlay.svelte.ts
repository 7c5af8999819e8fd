// The composer over the calendar. It has its own address, by which a page that is loaded again, or come back to, shows both as before.
import { addressOf, match, routeOf } from '../../lib/paths.ts'
import { router, type Beneath } from '../../lib/router.svelte.ts'

/** What the browser's history has of an address. */
type Entry = (Partial<Beneath> & { isWide?: boolean }) | null

export class ComposerOverlay {
  /** What the composer is given while it is open. */
  shown = $state.raw<{ params: Record<string, string>; query: URLSearchParams }>()
  /** Called before the composer opens, and once it has closed. */
  onopen: () => void = () => undefined
  onclose: () => void = () => undefined

  #isPhone: () => boolean
  #depth = 0

  constructor(isPhone: () => boolean) {
    this.#isPhone = isPhone
  }

  /** Takes the present address if it is the composer's, which phones give a page of its own. */
  take(): boolean {
    const path = routeOf(location.pathname) ?? ''
    const params = path === '/compose' ? {} : match('/compose/:id', path)
    const entry = history.state as Entry
    if (!params || entry?.isWide || (!entry?.below && this.#isPhone())) {
      // On the way to another page it stays until that is there.
      if (path === router.path) this.#end()
      return false
    }
    if (!this.shown) this.onopen()
    this.#depth = entry?.depth ?? this.#depth + 1
    if (!entry?.below) {
      const query = router.query.toString()
      history.replaceState({ below: addressOf(router.path) + (query && `?${query}`), depth: this.#depth } satisfies Beneath, '')
    }
    this.shown = { params, query: new URLSearchParams(location.search) }
    document.title = 'Composer · Crier'
    return true
  }

  #end(): void {
    this.#depth = 0
    if (!this.shown) return
    this.shown = undefined
    document.title = 'Calendar · Crier'
    this.onclose()
  }

  close(): void {
    history.go(-this.#depth)
  }

  /** Goes on with the composer as a page. */
  widen(): void {
    history.replaceState({ isWide: true } satisfies Entry, '')
    dispatchEvent(new PopStateEvent('popstate'))
  }
}
