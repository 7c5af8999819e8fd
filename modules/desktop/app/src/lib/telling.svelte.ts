import { internal, ok, type InternalSchemas } from '../api/client.ts'
import type { Query } from './cache.svelte.ts'
import { read, write } from './prefs.svelte.ts'
import { serviceNow } from './time.ts'

/** Where the service itself tells a person. */
export const tellers = {
  key: 'notifications',
  kinds: ['status'],
  load: async (signal) => (await ok(internal.GET('/notifications', { signal }))).places,
} satisfies Query<InternalSchemas['NotifyPlace'][]>

/** When something was last shown, and up to when it was told of. What has no name began then. */
export type Told = Readonly<Record<string, readonly [shown: number, upTo: number]>>

/** Whether this browser shows notifications of Crier. Both the browser and the person say so, for this browser alone. */
class Telling {
  /** What the browser says; none where it has no notifications. */
  permission = $state<NotificationPermission | 'none'>('none')
  #isChosen = $state(read('tells') === 'yes')

  constructor() {
    // Elsewhere than at an address of this computer, without https, a browser has none.
    if (typeof Notification === 'undefined' || !isSecureContext) return
    const look = () => (this.permission = Notification.permission)
    look()
    addEventListener('storage', ({ key }) => key === 'crier.tells' && (this.#isChosen = read('tells') === 'yes'))
    navigator.permissions.query({ name: 'notifications' }).then((status) => (status.onchange = look)).catch(() => undefined)
  }

  get isOn(): boolean {
    return this.#isChosen && this.permission === 'granted'
  }

  async begin(): Promise<void> {
    this.permission = await Notification.requestPermission()
    if (this.permission !== 'granted') return
    this.told = { ...this.told, '': [0, serviceNow()] }
    if (this.show('Crier tells you here', 'As soon as something needs you, while a tab of Crier is open.', '')) this.#choose(true)
  }

  end(): void {
    this.#choose(false)
  }

  #choose(on: boolean): void {
    this.#isChosen = on
    write('tells', on ? 'yes' : null)
  }

  /** What was told, by any tab of this browser. */
  get told(): Told {
    try {
      return JSON.parse(read('told') ?? '{}') as Told
    } catch {
      return {}
    }
  }

  set told(told: Told) {
    write('told', JSON.stringify(told))
  }

  /** Shows a notification. A browser of a phone may refuse to, whatever it has said. */
  show(title: string, body: string, tag: string, onclick?: () => void): boolean {
    try {
      const shown = new Notification(title, { body, tag: `crier/${tag}` })
      shown.onclick = () => {
        focus()
        shown.close()
        onclick?.()
      }
      return true
    } catch {
      this.permission = 'none'
      return false
    }
  }
}

export const telling = new Telling()
