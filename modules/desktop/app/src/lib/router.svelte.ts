import { announce } from './announce.svelte.ts'
import { asFailure, type Failure } from './failure.ts'
import { mode } from './mode.ts'
import { addressOf, match, routeOf } from './paths.ts'
import type { Page, Route } from './route.ts'

interface Shown {
  route: Route
  path: string
  component: Page | null
  params: Record<string, string>
}

/** What the browser's history has of an address that is shown over a page. */
export interface Beneath {
  /** The address of that page. */
  below: string
  /** How many entries of the history lie between the two. */
  depth: number
}

class Router {
  /** Where the browser is. */
  path = $state('/')
  query = $state.raw(new URLSearchParams())
  /** The page on the screen, which stays until the next one is there. */
  shown = $state.raw<Shown>()
  error = $state.raw<Failure>()
  /** What the browser calls the page, and what stands before that. */
  title = $state('Crier')
  before = $state('')
  /** Given by the page on the screen: takes the present address where that is shown over the page, which then stays, with its own path and query. */
  takes: (() => boolean) | undefined

  #routes: readonly Route[] = []
  #wanted = 0
  #scrolls = new Map<string, number>()
  #arrived = false
  #searches: ReturnType<typeof setTimeout> | undefined

  start(routes: readonly Route[]): void {
    this.#routes = routes
    addEventListener('popstate', () => void this.#arrive())
    addEventListener('click', (event) => this.#follow(event))
    void this.#arrive()
  }

  /** Goes to a route, such as /posts/ID?tab=1. With replace it takes the place of the present one in the browser's history. What it returns ends once the page is shown. */
  go(to: string, options: { replace?: boolean } = {}): Promise<void> {
    const address = addressOf(to)
    if (address === location.pathname + location.search) return Promise.resolve()
    if (options.replace) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    return this.#arrive()
  }

  /** Changes what stands after the question mark and stays on the page; null takes a name away. */
  setQuery(changes: Record<string, string | null>, options: { replace?: boolean } = { replace: true }): void {
    const query = new URLSearchParams(this.query)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name)
      else query.set(name, value)
    }
    const text = query.toString()
    this.go(this.path + (text ? `?${text}` : ''), options)
  }

  /** Is called at each change of a page's field for searching. When nobody has typed for a quarter of a second, the query has its text as q, if that page is still there and no other is on its way. */
  search(event: Event & { currentTarget: HTMLInputElement }): void {
    const page = this.shown
    const field = event.currentTarget
    clearTimeout(this.#searches)
    this.#searches = setTimeout(() => {
      if (this.shown === page && this.path === page?.path) this.setQuery({ q: field.value.trim() || null })
    }, 250)
  }

  async #arrive(): Promise<void> {
    if (this.takes?.()) return
    // What was over a page when it was left or loaded again is over that page again.
    const { pathname, search } = new URL((history.state as Beneath | null)?.below ?? location.href, location.origin)
    const path = routeOf(pathname) ?? '/'
    const isNew = path !== this.path || !this.#arrived
    if (isNew && this.shown) this.#scrolls.set(this.path, main()?.scrollTop ?? 0)
    this.path = path
    this.query = new URLSearchParams(search)
    if (!isNew) return
    this.#arrived = true
    const wanted = ++this.#wanted
    for (const route of this.#routes) {
      const params = match(route.path, path)
      if (!params) continue
      await this.#show(route, path, params, () => wanted === this.#wanted)
      return
    }
  }

  async #show(route: Route, path: string, params: Record<string, string>, isWanted: () => boolean): Promise<void> {
    const isFirst = this.shown === undefined
    try {
      const loaded = await route.load()
      if (!isWanted()) return
      this.error = undefined
      this.shown = { route, path, params, component: loaded.default }
    } catch (thrown) {
      if (!isWanted()) return
      this.error = asFailure(thrown)
      this.shown = { route, path, params, component: null }
    }
    this.title = `${route.title} · Crier${mode === 'sandbox' ? ' (sandbox)' : ''}`
    if (isFirst) return
    announce(route.title)
    // The page is drawn in the next frame; the focus goes to it, or it would be on a link that is gone.
    requestAnimationFrame(() => {
      const element = main()
      if (!element) return
      if (!element.contains(document.activeElement)) element.focus({ preventScroll: true })
      element.scrollTop = this.#scrolls.get(this.path) ?? 0
    })
  }

  // A link within the application loads no page.
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element | null)?.closest('a')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    const to = routeOf(link.pathname)
    if (to === null || link.pathname.startsWith('/app/-/')) return
    event.preventDefault()
    // One that leads to what cannot be done just now leads nowhere, by Enter as little as by mouse.
    if (link.ariaDisabled !== 'true') this.go(to + link.search)
  }
}

function main(): HTMLElement | null {
  return document.querySelector('main')
}

export const router = new Router()

/** Goes to a route. */
export const go = router.go.bind(router)
