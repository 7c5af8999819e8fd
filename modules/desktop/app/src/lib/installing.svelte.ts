import { routeOf } from './paths.ts'
import { go } from './router.svelte.ts'
import { isOwnAddress, session } from './session.ts'

/** What Chromium gives to a page that can be installed; the types of the DOM do not know it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

// Each tells of its window, with the address that the icon, or an entry of its menu, leads to.
interface LaunchQueue {
  setConsumer: (each: (launch: { targetURL?: string }) => void) => void
}

/** The interface as an application of this browser, with a window of its own. */
class Installing {
  /** Asks the browser for it; absent where the browser has no such question, or has installed it. */
  #asks = $state<InstallPrompt | null>(null)
  /** Whether this is such a window. */
  isInstalled = $state(false)

  constructor() {
    const own = matchMedia('(display-mode: standalone)')
    const look = () => (this.isInstalled = own.matches)
    look()
    own.addEventListener('change', look)
    // At another address a session is short, and another program may be there tomorrow.
    if (!isOwnAddress) return
    document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/app/install/crier.webmanifest' }))
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      this.#asks = event as InstallPrompt
    })
    addEventListener('appinstalled', () => (this.#asks = null))
    // The browser only shows the window that is open. It is led on by Crier itself, which loses nothing that is being written.
    let begun = location.href
    ;(window as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ targetURL = '' }) => {
      const isFirst = targetURL === begun
      begun = ''
      const { pathname, search } = new URL(targetURL, location.href)
      const route = routeOf(pathname)
      // A sign-in link, from crier open.
      if (pathname === '/login') void session.isSignedIn().then((isSignedIn) => isSignedIn || location.assign(targetURL))
      else if (route && route !== '/' && !isFirst) go(route + search)
    })
  }

  get canAsk(): boolean {
    return this.#asks !== null
  }

  /** Asks once: the browser gives another question after a refusal. */
  async ask(): Promise<void> {
    const asks = this.#asks
    this.#asks = null
    await asks?.prompt()
  }
}

export const installing = new Installing()
